#include "terminal/output.h"

#include <langinfo.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <clocale>
#include <cstdlib>
#include <cstring>

namespace launchlab {

namespace {

int width_of(int fd) {
    winsize size{};
    int width = 0;
    if (ioctl(fd, TIOCGWINSZ, &size) == 0) width = size.ws_col;
    if (const char* columns = std::getenv("COLUMNS"); width == 0 && columns)
        std::from_chars(columns, columns + std::strlen(columns), width);
    return width <= 0 ? 80 : std::clamp(width, 20, 110);
}

bool set(const char* name) {
    const char* value = std::getenv(name);
    return value && *value;
}

}  // namespace

Output::Output(int fd) : fd_(fd) {
    std::setlocale(LC_CTYPE, "");
    const char* term = std::getenv("TERM");
    terminal_ = isatty(fd) != 0;
    style_.width = width_of(fd);
    style_.utf8 = std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    style_.colour = terminal_ && !set("NO_COLOR") && term && std::strcmp(term, "dumb") != 0;
}

void Output::write(const std::string& text) {
    for (std::size_t at = 0; at < text.size() && !closed_;) {
        const ssize_t count = ::write(fd_, text.data() + at, text.size() - at);
        if (count >= 0) {
            at += static_cast<std::size_t>(count);
        } else if (errno == EAGAIN) {  // another program made this terminal non-blocking
            pollfd ready{fd_, POLLOUT, 0};
            poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            closed_ = true;
            failed_ = errno == EPIPE ? 0 : errno;
        }
    }
}

void Output::print(const std::string& text) {
    if (status_) write("\r\033[K");
    status_ = false;
    Style safe = style_;
    safe.utf8 = true;  // JSON is UTF-8 whatever the terminal's letters are; text for people was made for them before
    write(printable_painted(safe, text));
}

void Output::print(const Lines& lines) {
    if (!lines.empty()) print(join(lines));
}

void Output::status(const std::string& text) {
    if (!style_.colour) return;
    const Lines line = wrap(style_, text, "", "");
    write("\r\033[K" + paint(style_, Ink::quiet, line.front()));
    status_ = true;
}

}  // namespace launchlab
