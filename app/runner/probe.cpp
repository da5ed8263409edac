#include "runner/probe.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include "runner/channel.h"

namespace launchlab {

std::string Probed::trouble() const {
    if (hung) return "did not end within " + std::to_string((limit_ms + 999) / 1000) + " s";
    if (signal != 0) return "ended with signal " + std::to_string(signal);
    if (exit != 0) return "ended with exit code " + std::to_string(exit);
    return "";
}

Probe::Probe(const std::function<void(const Say&)>& work) : began_us_(now_us()) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(1);
        const rlimit no_core{0, 0};
        (void)setrlimit(RLIMIT_CORE, &no_core);
        for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTERM, SIGINT, SIGPIPE}) std::signal(number, SIG_DFL);
        work([fd = ends[1]](const std::string& line) {
            const std::string text = line + '\n';
            for (std::size_t at = 0; at < text.size();) {
                const ssize_t wrote = write(fd, text.data() + at, text.size() - at);
                if (wrote <= 0 && errno != EINTR) _exit(1);
                at += static_cast<std::size_t>(std::max<ssize_t>(wrote, 0));
            }
        });
        _exit(0);
    }
    close(ends[1]);
    pipe_ = ends[0];
}

Probed Probe::finish(std::int64_t limit_ms) {
    Probed probed;
    probed.limit_ms = limit_ms;
    if (pid_ < 0) {
        if (pipe_ >= 0) close(pipe_);
        probed.exit = 1;
        return probed;
    }
    const std::int64_t end_us = began_us_ + limit_ms * 1000;
    std::string part;
    bool open = true, alive = true;
    int status = 0;
    // What it wrote is read even when the time is up; a library may have left a process behind that holds the pipe open.
    while (open || alive) {
        const std::int64_t left_ms = std::max<std::int64_t>((end_us - now_us()) / 1000, 0);
        pollfd waiting{pipe_, POLLIN, 0};
        const int wait_ms = open ? static_cast<int>(std::min<std::int64_t>(left_ms, 50)) : 1;
        const bool readable = poll(open ? &waiting : nullptr, open ? 1 : 0, wait_ms) > 0;
        if (readable) {
            char room[65536];
            const ssize_t got = read(pipe_, room, sizeof room);
            if (got > 0 && part.size() < line_limit) part.append(room, static_cast<std::size_t>(got));
            if (got == 0 || (got < 0 && errno != EINTR)) open = false;
        }
        if (alive && waitpid(pid_, &status, WNOHANG) == pid_) alive = false;
        if (!alive && !readable) break;
        if (left_ms == 0 && !readable && alive) {
            probed.hung = true;
            kill(pid_, SIGKILL);
            // One that the driver holds in the kernel does not die; it is left to itself.
            for (int i = 0; i < 50 && waitpid(pid_, nullptr, WNOHANG) == 0; ++i) poll(nullptr, 0, 2);
            break;
        }
    }
    close(pipe_);
    if (!probed.hung) {
        probed.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        probed.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    }
    for (std::size_t at = 0, end; (end = part.find('\n', at)) != std::string::npos; at = end + 1)
        probed.lines.push_back(part.substr(at, end - at));
    return probed;
}

}  // namespace launchlab
