#include "runner/channel.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace launchlab {
namespace {

int protocol_fd = -1;
std::string pending;

bool write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t wrote = write(fd, bytes.data(), bytes.size());
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(wrote));
    }
    return true;
}

void write_protocol(std::string line) {
    line += '\n';
    if (!write_all(protocol_fd, line)) _exit(1);  // nobody listens any more
}

}  // namespace

void take_over_output() {
    protocol_fd = fcntl(1, F_DUPFD_CLOEXEC, 3);
    dup2(2, 1);
    std::setvbuf(stdout, nullptr, _IONBF, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // a supervisor that is killed leaves no child behind
}

std::optional<std::string> read_line() {
    for (;;) {
        const auto end = pending.find('\n');
        if (end != std::string::npos) {
            std::string line = pending.substr(0, end);
            pending.erase(0, end + 1);
            return line;
        }
        char buffer[65536];
        const ssize_t got = read(0, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return std::nullopt;
        pending.append(buffer, static_cast<std::size_t>(got));
    }
}

void emit(const Event& event) { write_protocol(to_line(event)); }

void tell_supervisor(std::string line) { write_protocol(std::move(line)); }

void hand_over_image(int unit, int image, const std::string& bytes) {
    std::string line(image_word);
    line += std::to_string(unit) + ' ' + std::to_string(image) + ' ' + to_base64(bytes);
    if (line.size() < line_limit) write_protocol(std::move(line));
}

void mark_log(int index) {
    const std::string text = log_mark + std::to_string(index) + '\n';
    (void)write_all(2, text);
}

void mark_log_begin() { (void)write_all(2, std::string(1, log_mark) + "begin\n"); }
void mark_log_end() { (void)write_all(2, std::string(1, log_mark) + "end\n"); }

std::int64_t now_us() {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return std::int64_t{t.tv_sec} * 1000000 + t.tv_nsec / 1000;
}

}  // namespace launchlab
