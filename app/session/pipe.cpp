#include "session/pipe.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include <atomic>
#include <deque>
#include <mutex>
#include <thread>

#include "session/pipe_words.h"

namespace launchlab {

namespace {

constexpr std::size_t stray_limit = 20, stray_bytes = 200, last_words_limit = 20;

void keep_last(std::vector<std::string>& lines, std::string line, std::size_t limit) {
    if (line.size() > stray_bytes) line = line.substr(0, stray_bytes) + "...";
    if (lines.size() == limit) lines.erase(lines.begin());
    lines.push_back(std::move(line));
}

}  // namespace

struct Pipe::Inside {
    Options options;

    // Shared with the caller, under `mutex`.
    mutable std::mutex mutex;
    std::deque<std::pair<Heard, std::size_t>> heard;   // with the bytes of its line
    std::size_t heard_bytes = 0;
    std::vector<std::string> to_send;
    Strays strays;
    std::atomic<std::size_t> stray_count{0};
    std::atomic<bool> want_end{false};
    bool paused = false;
    bool nudge_open = true;

    // The thread's own.
    uv_loop_t loop{};
    uv_async_t nudge{};
    uv_process_t process{};
    uv_pipe_t in{}, out{}, err{};
    uv_timer_t hello_timer{}, end_timer{}, drain_timer{};
    std::string out_part, err_part;
    std::vector<std::string> last_words;   // stderr
    std::vector<char> buffer = std::vector<char>(256 * 1024);
    bool spawned = false, exited = false, out_open = false, err_open = false, greeted = false, gone = false;
    bool ending = false, skipping = false, in_closed = false;
    int end_step = 0, exit_code = 0, exit_signal = 0;
    std::string why;   // set before an ending that the runner did not cause by its exit
    std::thread thread;

    template <class H>
    static Inside& of(H* handle) {
        return *static_cast<Inside*>(handle->data);
    }
    template <class H>
    void close(H& handle) {
        auto* h = reinterpret_cast<uv_handle_t*>(&handle);
        if (!uv_is_closing(h)) uv_close(h, nullptr);
    }

    void poke() {
        std::lock_guard lock(mutex);
        if (nudge_open) uv_async_send(&nudge);
    }
    void put(Heard what, std::size_t bytes) {
        bool first;
        {
            std::lock_guard lock(mutex);
            first = heard.empty();
            heard.emplace_back(std::move(what), bytes);
            heard_bytes += bytes;
        }
        if (first && options.wake) options.wake();
    }
    void stray(std::string line) {
        bool first;
        {
            std::lock_guard lock(mutex);
            first = strays.count++ == 0;
            keep_last(strays.last, std::move(line), stray_limit);
        }
        ++stray_count;
        if (first && options.wake) options.wake();
    }

    void take_line(std::string line) {
        if (gone || ending) return;
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.empty()) return;
        Result<Event> event = parse_event(line);
        if (event) {
            if (std::holds_alternative<Hello>(event->body)) {
                int speaks = std::get<Hello>(event->body).protocol;
                if (speaks != protocol_version) return give_up(words_of_version(speaks));
                greeted = true;
                uv_timer_stop(&hello_timer);
            }
            return put(std::move(*event), line.size());
        }
        if (std::optional<int> speaks = other_version(line)) return give_up(words_of_version(*speaks));
        // A hello that cannot be read is all that this runner will say: waiting for another would only hide why.
        if (!greeted && is_hello(line)) return give_up(words_of_unread_hello(event.error()));
        stray(std::move(line));
    }

    void take_bytes(std::string& part, const char* bytes, std::size_t count, bool is_out) {
        const char* end = bytes + count;
        while (bytes != end) {
            const char* newline = static_cast<const char*>(memchr(bytes, '\n', static_cast<std::size_t>(end - bytes)));
            const char* stop = newline ? newline : end;
            if (!skipping || !is_out) part.append(bytes, stop);
            bytes = newline ? newline + 1 : end;
            if (is_out && part.size() > line_limit) {
                stray("a line of more than 8 MB: " + part.substr(0, 80));
                part.clear();
                skipping = true;
            }
            if (!newline) break;
            if (is_out && skipping)
                skipping = false;
            else if (is_out)
                take_line(std::move(part));
            else if (!part.empty())
                keep_last(last_words, std::move(part), last_words_limit);
            part.clear();
        }
        if (!is_out && part.size() > 4096) part.erase(0, part.size() - 2048);
    }

    static void on_alloc(uv_handle_t* handle, std::size_t, uv_buf_t* buf) {
        Inside& self = of(handle);
        *buf = uv_buf_init(self.buffer.data(), static_cast<unsigned>(self.buffer.size()));
    }
    static void on_out(uv_stream_t* stream, ssize_t count, const uv_buf_t* buf) {
        Inside& self = of(stream);
        if (count > 0) {
            self.take_bytes(self.out_part, buf->base, static_cast<std::size_t>(count), true);
            std::lock_guard lock(self.mutex);
            if (self.heard_bytes > self.options.queue_limit && !self.paused && !uv_is_closing(reinterpret_cast<uv_handle_t*>(stream))) {
                self.paused = true;
                uv_read_stop(stream);
            }
        } else if (count < 0) {
            if (!self.out_part.empty()) self.take_line(std::move(self.out_part));
            self.out_open = false;
            self.close(self.out);
            if (!self.exited && !self.ending) self.begin_ending();
            self.finish();
        }
    }
    static void on_err(uv_stream_t* stream, ssize_t count, const uv_buf_t* buf) {
        Inside& self = of(stream);
        if (count > 0) {
            self.take_bytes(self.err_part, buf->base, static_cast<std::size_t>(count), false);
        } else if (count < 0) {
            if (!self.err_part.empty()) keep_last(self.last_words, std::move(self.err_part), last_words_limit);
            self.err_open = false;
            self.close(self.err);
            self.finish();
        }
    }
    static void on_exit(uv_process_t* process, std::int64_t code, int signal) {
        Inside& self = of(process);
        self.exited = true;
        self.exit_code = static_cast<int>(code);
        self.exit_signal = signal;
        kill(-process->pid, SIGKILL);   // what a killed supervisor left behind in its group
        self.close(self.process);
        // What it wrote last is still in the pipes; a process that left the group may hold them open for ever.
        uv_timer_start(&self.drain_timer, [](uv_timer_t* t) {
            of(t).out_open = of(t).err_open = false;
            of(t).finish();
        }, 200, 0);
        self.finish();
    }

    // The runner is not wanted any more for a reason of ours.
    void give_up(std::string words) {
        if (why.empty()) why = std::move(words);
        put(Gone{why}, 0);
        gone = true;
        begin_ending();
    }
    void begin_ending() {
        if (ending) return;
        ending = true;
        uv_timer_stop(&hello_timer);
        if (!spawned) return finish();
        if (!in_closed) close(in);
        in_closed = true;
        uv_timer_start(&end_timer, on_end_step, 400, 300);
    }
    static void on_end_step(uv_timer_t* timer) {
        Inside& self = of(timer);
        if (self.exited) return;
        if (self.why.empty()) self.why = "The runner closed its output but did not end. Restart the runner.";
        if (self.end_step < 2) {
            kill(-self.process.pid, self.end_step++ == 0 ? SIGTERM : SIGKILL);
            return;
        }
        // Stuck in the kernel of the operating system: it is left behind, so that nobody waits for it.
        self.exited = true;
        self.out_open = self.err_open = false;
        self.close(self.process);
        self.finish();
    }

    // Says Gone once everything was read, and lets the loop end.
    void finish() {
        if (spawned && (!exited || out_open || err_open)) return;
        if (!gone) put(Gone{why.empty() ? words_of_end(options.command, greeted, exit_code, exit_signal, last_words) : why}, 0);
        gone = true;
        close(hello_timer);
        close(end_timer);
        close(drain_timer);
        if (spawned) {
            close(in);
            close(out);
            close(err);
        }
        std::lock_guard lock(mutex);
        nudge_open = false;
        close(nudge);
    }

    static void on_nudge(uv_async_t* async) {
        Inside& self = of(async);
        std::vector<std::string> lines;
        {
            std::lock_guard lock(self.mutex);
            lines.swap(self.to_send);
            if (self.paused && self.heard_bytes < self.options.queue_limit / 2 && self.out_open && !self.ending) {
                self.paused = false;
                uv_read_start(reinterpret_cast<uv_stream_t*>(&self.out), on_alloc, on_out);
            }
        }
        for (std::string& line : lines)
            if (self.spawned && !self.in_closed) self.write(std::move(line));
        if (self.want_end && !self.ending) {
            if (self.why.empty()) self.why = "The runner was ended.";
            // Its output is read on, so that a runner that still writes can come to its end; take_line drops it.
            if (self.paused && self.out_open) uv_read_start(reinterpret_cast<uv_stream_t*>(&self.out), on_alloc, on_out);
            self.begin_ending();
        }
    }
    void write(std::string line) {
        struct Writing {
            uv_write_t request;
            std::string bytes;
        };
        auto* writing = new Writing{{}, std::move(line)};
        writing->request.data = writing;
        uv_buf_t buf = uv_buf_init(writing->bytes.data(), static_cast<unsigned>(writing->bytes.size()));
        // A runner that is gone shows at its exit; a failed write says nothing more.
        auto written = [](uv_write_t* request, int) { delete static_cast<Writing*>(request->data); };
        if (uv_write(&writing->request, reinterpret_cast<uv_stream_t*>(&in), &buf, 1, written) != 0) delete writing;
    }

    void start() {
        std::vector<char*> words;
        for (std::string& word : options.command) words.push_back(word.data());
        words.push_back(nullptr);
        for (uv_pipe_t* pipe : {&in, &out, &err}) {
            uv_pipe_init(&loop, pipe, 0);
            pipe->data = this;
        }
        uv_stdio_container_t stdio[3];
        stdio[0].flags = static_cast<uv_stdio_flags>(UV_CREATE_PIPE | UV_READABLE_PIPE);
        stdio[0].data.stream = reinterpret_cast<uv_stream_t*>(&in);
        stdio[1].flags = stdio[2].flags = static_cast<uv_stdio_flags>(UV_CREATE_PIPE | UV_WRITABLE_PIPE);
        stdio[1].data.stream = reinterpret_cast<uv_stream_t*>(&out);
        stdio[2].data.stream = reinterpret_cast<uv_stream_t*>(&err);
        uv_process_options_t spawn{};
        spawn.file = words[0];
        spawn.args = words.data();
        spawn.stdio = stdio;
        spawn.stdio_count = 3;
        spawn.flags = UV_PROCESS_DETACHED;   // a group of its own, so that one signal reaches all of it
        spawn.exit_cb = on_exit;
        process.data = this;
        int failed = uv_spawn(&loop, &process, &spawn);
        if (failed != 0) {
            close(in);
            close(out);
            close(err);
            close(process);
            why = words_of_no_start(options.command, uv_strerror(failed));
            return finish();
        }
        spawned = out_open = err_open = true;
        uv_read_start(reinterpret_cast<uv_stream_t*>(&out), on_alloc, on_out);
        uv_read_start(reinterpret_cast<uv_stream_t*>(&err), on_alloc, on_err);
        uv_timer_start(&hello_timer, [](uv_timer_t* t) {
            Inside& self = of(t);
            self.give_up(words_of_silence(self.options.command, self.options.hello_limit_ms, self.last_words));
        }, static_cast<std::uint64_t>(options.hello_limit_ms), 0);
    }
};

Pipe::Pipe(Options options) : inside_(std::make_unique<Inside>()) {
    Inside& self = *inside_;
    self.options = std::move(options);
    uv_loop_init(&self.loop);
    uv_async_init(&self.loop, &self.nudge, Inside::on_nudge);
    self.nudge.data = &self;
    for (uv_timer_t* timer : {&self.hello_timer, &self.end_timer, &self.drain_timer}) {
        uv_timer_init(&self.loop, timer);
        timer->data = &self;
    }
    self.thread = std::thread([&self] {
        // libuv writes with write(2): a runner that has gone must not end this program.
        sigset_t pipe_signal;
        sigemptyset(&pipe_signal);
        sigaddset(&pipe_signal, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe_signal, nullptr);
        self.start();
        uv_run(&self.loop, UV_RUN_DEFAULT);
        uv_loop_close(&self.loop);
    });
}

Pipe::~Pipe() {
    end();
    inside_->thread.join();
}

void Pipe::end() {
    inside_->want_end = true;
    inside_->poke();
}

std::optional<Heard> Pipe::take() {
    std::optional<Heard> next;
    bool resume = false;
    {
        std::lock_guard lock(inside_->mutex);
        if (inside_->heard.empty()) return next;
        next = std::move(inside_->heard.front().first);
        inside_->heard_bytes -= inside_->heard.front().second;
        inside_->heard.pop_front();
        resume = inside_->paused && inside_->heard_bytes < inside_->options.queue_limit / 2;
    }
    if (resume) inside_->poke();
    return next;
}

bool Pipe::waiting() const {
    std::lock_guard lock(inside_->mutex);
    return !inside_->heard.empty();
}

Strays Pipe::strays() const {
    std::lock_guard lock(inside_->mutex);
    return inside_->strays;
}

std::size_t Pipe::stray_count() const { return inside_->stray_count; }

void Pipe::send(const Command& command) {
    std::string line = to_line(command) + "\n";
    {
        std::lock_guard lock(inside_->mutex);
        inside_->to_send.push_back(std::move(line));
    }
    inside_->poke();
}

}  // namespace launchlab
