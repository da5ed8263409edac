#include "runner/child_process.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <utility>
#include <vector>

#include "runner/environment.h"

namespace launchlab {
namespace {

int living_children = 0;

template <class Handle> uv_handle_t* base(Handle& handle) { return reinterpret_cast<uv_handle_t*>(&handle); }

}  // namespace

int ChildProcess::living() { return living_children; }

std::shared_ptr<ChildProcess> ChildProcess::start(uv_loop_t* loop, const std::string& mode, const std::map<std::string, std::string>& env,
                                                  Handler handler, std::string& error) {
    std::shared_ptr<ChildProcess> child(new ChildProcess(loop));
    child->handler_ = std::make_shared<const Handler>(std::move(handler));
    for (uv_pipe_t* pipe : {&child->in_, &child->out_, &child->err_}) {
        uv_pipe_init(loop, pipe, 0);
        pipe->data = child.get();
    }
    child->process_.data = child.get();

    // Another program may stand in for the child: that is how its failures are tested.
    const char* stand_in = std::getenv("LAUNCHLAB_RUNNER_CHILD");
    const std::string file = stand_in && *stand_in ? stand_in : "/proc/self/exe";
    std::string name = "launchlab-runner", flag = "--child", word = mode;
    char* words[] = {name.data(), flag.data(), word.data(), nullptr};
    std::vector<std::string> variables = child_environment(env);
    std::vector<char*> pointers;
    for (auto& variable : variables) pointers.push_back(variable.data());
    pointers.push_back(nullptr);
    uv_stdio_container_t stdio[3];
    stdio[0].flags = static_cast<uv_stdio_flags>(UV_CREATE_PIPE | UV_READABLE_PIPE);
    stdio[0].data.stream = reinterpret_cast<uv_stream_t*>(&child->in_);
    stdio[1].flags = static_cast<uv_stdio_flags>(UV_CREATE_PIPE | UV_WRITABLE_PIPE);
    stdio[1].data.stream = reinterpret_cast<uv_stream_t*>(&child->out_);
    // A true pipe, where libuv would make a socket: the driver may open /dev/stderr by name, and a socket cannot be opened.
    uv_file log[2] = {-1, -1};
    if (uv_pipe(log, UV_NONBLOCK_PIPE, 0) == 0) uv_pipe_open(&child->err_, log[0]);
    stdio[2].flags = UV_INHERIT_FD;
    stdio[2].data.fd = log[1];
    uv_process_options_t options{};
    options.file = file.c_str();
    options.args = words;
    options.env = pointers.data();
    options.stdio = stdio;
    options.stdio_count = 3;
    options.flags = UV_PROCESS_DETACHED;  // Ctrl-C in a terminal reaches the supervisor alone, which then ends the others in order
    options.exit_cb = [](uv_process_t* process, std::int64_t status, int signal) {
        static_cast<ChildProcess*>(process->data)->exited(status, signal);
    };

    child->handles_ = 4;
    child->self_ = child;
    const int code = uv_spawn(loop, &child->process_, &options);
    if (log[1] >= 0) close(log[1]);
    if (code < 0) {
        error = std::string("A child process could not be started: ") + uv_strerror(code) +
                ". Close other programs, or check that launchlab-runner may be executed.";
        child->handler_.reset();
        child->has_exited_ = true;
        child->over();
        return nullptr;
    }
    ++living_children;
    child->read(child->out_);
    child->read(child->err_);
    return child;
}

void ChildProcess::read(uv_pipe_t& pipe) {
    uv_read_start(
        reinterpret_cast<uv_stream_t*>(&pipe),
        [](uv_handle_t*, std::size_t, uv_buf_t* buffer) {
            static char room[65536];
            *buffer = uv_buf_init(room, sizeof room);
        },
        [](uv_stream_t* stream, ssize_t got, const uv_buf_t* buffer) {
            auto self = static_cast<ChildProcess*>(stream->data)->shared_from_this();
            auto& pipe = reinterpret_cast<uv_pipe_t&>(*stream);
            if (got < 0) return self->closed(pipe);
            if (got == 0) return;
            const std::string_view bytes(buffer->base, static_cast<std::size_t>(got));
            if (&pipe == &self->err_) {
                const auto handler = self->handler_;
                if (handler && handler->log) handler->log(bytes);
                return;
            }
            self->lines_.add(bytes, [&](std::string_view line, bool) {
                const auto handler = self->handler_;
                if (handler && handler->line) handler->line(line);
            });
        });
}

void ChildProcess::send(const std::string& line) {
    struct Pending {
        uv_write_t request;
        std::string text;
    };
    auto* pending = new Pending{{}, line + "\n"};
    pending->request.data = pending;
    uv_buf_t buffer = uv_buf_init(pending->text.data(), static_cast<unsigned>(pending->text.size()));
    // A failure means that the child is gone, which its end tells.
    const auto done = [](uv_write_t* request, int) { delete static_cast<Pending*>(request->data); };
    if (uv_is_closing(base(in_)) || uv_write(&pending->request, reinterpret_cast<uv_stream_t*>(&in_), &buffer, 1, done) < 0) delete pending;
}

void ChildProcess::stop() {
    if (has_exited_ || std::exchange(stopping_, true)) return;
    uv_process_kill(&process_, SIGTERM);
    std::weak_ptr<ChildProcess> weak = weak_from_this();
    timer_.start(300, [weak] {
        auto self = weak.lock();
        if (!self || self->has_exited_) return;
        uv_process_kill(&self->process_, SIGKILL);
        self->timer_.start(2000, [weak] {
            auto self = weak.lock();
            if (!self || self->has_exited_) return;
            ChildEnd end = self->end_;
            end.undying = true;
            self->tell_end(end);
        });
    });
}

void ChildProcess::let_go(int grace_ms) {
    handler_.reset();
    told_ = true;
    if (has_exited_) return over();
    std::weak_ptr<ChildProcess> weak = weak_from_this();
    if (grace_ms == 0) return stop();
    timer_.start(static_cast<std::uint64_t>(grace_ms), [weak] {
        if (auto self = weak.lock()) self->stop();
    });
}

void ChildProcess::closed(uv_pipe_t& pipe) {
    uv_read_stop(reinterpret_cast<uv_stream_t*>(&pipe));
    (&pipe == &out_ ? out_open_ : err_open_) = false;
    if (has_exited_ && !out_open_ && !err_open_) return over();
    if (&pipe == &out_ && !has_exited_ && !told_ && !stopping_) {
        // Nothing more can come from it: it gets a moment to leave by itself.
        std::weak_ptr<ChildProcess> weak = weak_from_this();
        timer_.start(500, [weak] {
            auto self = weak.lock();
            if (!self || self->has_exited_) return;
            self->end_.closed_early = true;
            self->stop();
        });
    }
}

void ChildProcess::exited(std::int64_t status, int signal) {
    auto self = shared_from_this();
    --living_children;
    has_exited_ = true;
    end_.exit = static_cast<int>(status);
    end_.signal = signal;
    if ((!out_open_ && !err_open_) || !handler_) return over();
    // What it wrote may still lie in the pipes; another process may hold them open for ever.
    std::weak_ptr<ChildProcess> weak = weak_from_this();
    timer_.start(300, [weak] {
        if (auto self = weak.lock()) self->over();
    });
}

void ChildProcess::over() {
    tell_end(end_);
    timer_.stop();
    for (uv_handle_t* handle : {base(process_), base(in_), base(out_), base(err_)})
        if (!uv_is_closing(handle))
            uv_close(handle, [](uv_handle_t* h) {
                auto* self = static_cast<ChildProcess*>(h->data);
                if (--self->handles_ == 0) self->self_.reset();
            });
}

void ChildProcess::tell_end(const ChildEnd& end) {
    if (std::exchange(told_, true)) return;
    const auto handler = std::exchange(handler_, nullptr);
    if (handler && handler->end) handler->end(end);
}

}  // namespace launchlab
