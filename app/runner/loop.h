// The pieces of libuv that the supervisor is built of: a timer, lines in, lines out. One loop, one thread.
#pragma once

#include <uv.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "core/protocol.h"

namespace launchlab {

class Timer {
public:
    explicit Timer(uv_loop_t* loop);
    ~Timer();
    Timer(const Timer&) = delete;
    void start(std::uint64_t ms, std::function<void()> then);
    void stop();

private:
    uv_timer_t* handle_;
    std::function<void()> then_;
};

// Cuts bytes into lines. A line over the limit is dropped as it comes, so that it costs no memory, and told once.
class LineCutter {
public:
    using Tell = std::function<void(std::string_view line, bool too_long)>;  // too_long: `line` is only its beginning
    void add(std::string_view bytes, const Tell& tell);
    std::string rest() { return std::exchange(part_, ""); }

private:
    std::string part_;
    bool dropping_ = false;
};

// Reads an open descriptor, whatever it is (pipe, socket, terminal, file), and writes to one. A reader that is slow never
// holds the loop up.
class Reader {
public:
    Reader(uv_loop_t* loop, int fd, std::function<void(std::string_view)> bytes, std::function<void()> end);

private:
    uv_stream_t* stream_ = nullptr;
    std::function<void(std::string_view)> bytes_;
    std::function<void()> end_;
};

class Writer {
public:
    Writer(uv_loop_t* loop, int fd, std::function<void()> broken);
    void line(std::string text);
    // Gives what is queued a last chance, at most `ms`.
    void drain(int ms);

private:
    uv_stream_t* stream_ = nullptr;
    int fd_;
    std::function<void()> broken_;
};

}  // namespace launchlab
