#include "terminal/typed.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace launchlab {

namespace {
constexpr int nap_ms = 200;
constexpr std::size_t longest = 4096;   // bytes of a line that are kept
}  // namespace

Typed::Typed(Output& out, std::function<void()> idle, std::function<bool()> stop)
    : out_(out), idle_(std::move(idle)), stop_(std::move(stop)), terminal_(isatty(STDIN_FILENO) != 0) {}

// The first whole line of what was read; at the end of the input also one without a line feed.
std::optional<std::string> Typed::taken() {
    std::size_t end = bytes_.find('\n');
    if (end == std::string::npos && !closed_) return std::nullopt;
    if (end == std::string::npos && bytes_.empty()) return std::nullopt;
    end = std::min(end, bytes_.size());
    std::string line = bytes_.substr(0, std::min(end, longest));
    bytes_.erase(0, std::min(end + 1, bytes_.size()));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

std::optional<std::string> Typed::line(const std::string& prompt) {
    if (ended_) return std::nullopt;
    out_.print(printable_painted(out_.style(), prompt) + "> ");
    while (true) {
        if (std::optional<std::string> line = taken()) {
            if (!terminal_) out_.print(printable(out_.style(), *line) + "\n");
            return line;
        }
        if (closed_ || out_.closed() || stop_()) break;
        pollfd ready{STDIN_FILENO, POLLIN, 0};
        const int found = poll(&ready, 1, nap_ms);
        if (found <= 0) {
            if (found == 0) idle_();
            continue;
        }
        char part[1024];
        const ssize_t count = read(STDIN_FILENO, part, sizeof part);
        if (count > 0) bytes_.append(part, static_cast<std::size_t>(count));
        else if (count == 0 || errno != EINTR) closed_ = true;
        if (bytes_.size() > 2 * longest && bytes_.find('\n') == std::string::npos) bytes_.resize(longest);   // a line without an end
    }
    out_.print("\n");
    ended_ = true;
    return std::nullopt;
}

}  // namespace launchlab
