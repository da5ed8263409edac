// launchlab-runner: arguments -> the supervisor, or one of its children.
#include <unistd.h>
#include <uv.h>

#include <cstdio>
#include <string_view>

#include "runner/child.h"
#include "runner/supervisor.h"

namespace {

constexpr const char* help = R"(launchlab-runner compiles CUDA kernels and launches them, for launchlab.

It is started by launchlab, on this machine or another:
    launchlab run day-06/2 --runner "ssh lab-gpu launchlab-runner"
It reads requests and writes events, both as lines of JSON (the protocol is described in app/core/protocol.h), and it ends
when its input closes. It links no CUDA library: it opens the driver and the toolkits that it finds in
    $LAUNCHLAB_TOOLKITS, $XDG_DATA_HOME/launchlab/toolkits, $CUDA_HOME, $CUDA_PATH, /usr/local/cuda*, /usr

Options:
    --version   print the version
    --help      print this text
)";

}  // namespace

int main(int count, char** words) {
    const std::string_view first = count > 1 ? words[1] : "";
    if (first == "--child") return launchlab::child_main(count > 2 ? words[2] : "");
    if (first == "--version") return std::printf("launchlab-runner %s\n", LAUNCHLAB_VERSION) < 0;
    if (first == "--help" || first == "-h") return std::fputs(help, stdout) < 0;
    if (count > 1) {
        std::fprintf(stderr, "launchlab-runner: %s is not an option. Try --help.\n", words[1]);
        return 2;
    }
    if (isatty(0)) std::fprintf(stderr, "%s\nIt is now waiting for a request. Ctrl-D ends it.\n", help);
    launchlab::Supervisor supervisor(uv_default_loop());
    const int status = supervisor.run();
    std::fflush(nullptr);
    _exit(status);  // whatever the loop still holds ends with the process
}
