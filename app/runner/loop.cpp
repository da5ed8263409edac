#include "runner/loop.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace launchlab {

Timer::Timer(uv_loop_t* loop) : handle_(new uv_timer_t) {
    uv_timer_init(loop, handle_);
    handle_->data = this;
}

Timer::~Timer() {
    uv_timer_stop(handle_);
    uv_close(reinterpret_cast<uv_handle_t*>(handle_), [](uv_handle_t* h) { delete reinterpret_cast<uv_timer_t*>(h); });
}

void Timer::start(std::uint64_t ms, std::function<void()> then) {
    then_ = std::move(then);
    uv_update_time(handle_->loop);
    uv_timer_start(
        handle_,
        [](uv_timer_t* h) {
            const auto then = static_cast<Timer*>(h->data)->then_;  // it may destroy this timer
            then();
        },
        ms, 0);
}

void Timer::stop() { uv_timer_stop(handle_); }

void LineCutter::add(std::string_view bytes, const Tell& tell) {
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        const std::string_view piece = bytes.substr(0, end);
        const bool whole = end != std::string_view::npos;
        bytes.remove_prefix(whole ? end + 1 : bytes.size());
        if (dropping_) {
            dropping_ = !whole;
            continue;
        }
        part_.append(piece.substr(0, line_limit + 1 - part_.size()));
        if (part_.size() > line_limit) {
            dropping_ = !whole;
            tell(std::exchange(part_, "").substr(0, 4096), true);
        } else if (whole) {
            const std::string line = std::exchange(part_, "");
            tell(line, false);
        }
    }
}

namespace {

uv_stream_t* open_stream(uv_loop_t* loop, int fd, bool readable) {
    if (uv_guess_handle(fd) == UV_TTY) {
        auto* tty = new uv_tty_t;
        if (uv_tty_init(loop, tty, fd, readable) == 0) return reinterpret_cast<uv_stream_t*>(tty);
        return nullptr;
    }
    if (uv_guess_handle(fd) == UV_NAMED_PIPE) {
        auto* pipe = new uv_pipe_t;
        uv_pipe_init(loop, pipe, 0);
        if (uv_pipe_open(pipe, fd) == 0) return reinterpret_cast<uv_stream_t*>(pipe);
        return nullptr;
    }
    if (uv_guess_handle(fd) == UV_TCP) {
        auto* tcp = new uv_tcp_t;
        uv_tcp_init(loop, tcp);
        if (uv_tcp_open(tcp, fd) == 0) return reinterpret_cast<uv_stream_t*>(tcp);
    }
    return nullptr;
}

}  // namespace

Reader::Reader(uv_loop_t* loop, int fd, std::function<void(std::string_view)> bytes, std::function<void()> end)
    : bytes_(std::move(bytes)), end_(std::move(end)) {
    stream_ = open_stream(loop, fd, true);
    if (!stream_) {  // a file or /dev/null: it is all there
        char buffer[65536];
        ssize_t got;
        while ((got = read(fd, buffer, sizeof buffer)) > 0) bytes_({buffer, static_cast<std::size_t>(got)});
        end_();
        return;
    }
    stream_->data = this;
    uv_read_start(
        stream_,
        [](uv_handle_t*, std::size_t, uv_buf_t* buffer) {
            static char room[65536];
            *buffer = uv_buf_init(room, sizeof room);
        },
        [](uv_stream_t* stream, ssize_t got, const uv_buf_t* buffer) {
            auto* self = static_cast<Reader*>(stream->data);
            if (got > 0) return self->bytes_({buffer->base, static_cast<std::size_t>(got)});
            if (got == 0) return;
            uv_read_stop(stream);
            self->end_();
        });
}

Writer::Writer(uv_loop_t* loop, int fd, std::function<void()> broken) : fd_(fd), broken_(std::move(broken)) {
    stream_ = open_stream(loop, fd, false);
    if (stream_) stream_->data = this;
}

void Writer::line(std::string text) {
    text += '\n';
    if (!stream_) {
        std::string_view rest = text;
        while (!rest.empty()) {
            const ssize_t wrote = write(fd_, rest.data(), rest.size());
            if (wrote < 0 && errno == EINTR) continue;
            if (wrote <= 0) return broken_();
            rest.remove_prefix(static_cast<std::size_t>(wrote));
        }
        return;
    }
    struct Pending {
        uv_write_t request;
        std::string text;
    };
    auto* pending = new Pending{{}, std::move(text)};
    pending->request.data = pending;
    uv_buf_t buffer = uv_buf_init(pending->text.data(), static_cast<unsigned>(pending->text.size()));
    const int code = uv_write(&pending->request, stream_, &buffer, 1, [](uv_write_t* request, int status) {
        auto* self = static_cast<Writer*>(request->handle->data);
        delete static_cast<Pending*>(request->data);
        if (status < 0 && status != UV_ECANCELED) self->broken_();
    });
    if (code < 0) {
        delete pending;
        broken_();
    }
}

void Writer::drain(int ms) {
    if (!stream_) return;
    const std::uint64_t until = uv_hrtime() + std::uint64_t(ms) * 1000000;
    while (uv_stream_get_write_queue_size(stream_) > 0 && uv_hrtime() < until) {
        uv_run(stream_->loop, UV_RUN_NOWAIT);
        pollfd p{fd_, POLLOUT, 0};
        (void)poll(&p, 1, 5);
    }
}

}  // namespace launchlab
