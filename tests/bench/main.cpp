// launchlab-bench: the figures that launchlab is held to, measured on this machine in one run. Exit 1 when one is missed,
// 2 when the command line is not understood.
//   launchlab-bench [--gpu] [--out FILE]    --gpu: only the figures that need a card; a missing card is then a miss
#include <unistd.h>

#include <cstdio>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>

#include "bench/compile_part.h"
#include "bench/flood.h"
#include "bench/gpu_part.h"
#include "bench/session_part.h"
#include "bench/window_part.h"

using namespace launchlab::bench;

int main(int count, char** words) {
    bool gpu_only = false;
    std::string out;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "--flood" && i + 1 < count) return play_flood(words[i + 1]);
        if (word == "--gpu") gpu_only = true;
        else if (word == "--out" && i + 1 < count) out = words[++i];
        else {
            std::fprintf(stderr, "launchlab-bench: \"%s\" is not understood. Usage: launchlab-bench [--gpu] [--out FILE]\n", word.c_str());
            return 2;
        }
    }
    Table table;
    char date[16];
    const std::time_t today = std::time(nullptr);
    std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&today));
    double load[1] = {0};
    getloadavg(load, 1);
    char machine[96];
    std::snprintf(machine, sizeof machine, "%s, %ld processors, load %.1f at the start", date, sysconf(_SC_NPROCESSORS_ONLN), load[0]);
    table.note(machine);
    if (!gpu_only) {
        measure_window(table);
        measure_session(table);
        measure_compile(table);
    }
    measure_gpu(table, gpu_only);
    const std::string text = table.text();
    std::printf("%s", text.c_str());
    if (!out.empty() && !(std::ofstream(out) << text)) {
        std::fprintf(stderr, "launchlab-bench: %s could not be written: %s. Name another file with --out.\n", out.c_str(), std::strerror(errno));
        return 2;
    }
    return table.missed() ? 1 : 0;
}
