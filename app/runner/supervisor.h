// The supervisor: request lines in, event lines out, one run at a time. Owns the queue, the first hello, the cache and the
// spare, and that no child outlives it; never touches CUDA. Invariant: every request gets exactly one `done`, and what is no
// request is refused in words and changes nothing.
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "runner/live_run.h"
#include "runner/loop.h"
#include "runner/spare.h"

namespace launchlab {

class Supervisor {
public:
    explicit Supervisor(uv_loop_t* loop);
    int run();  // until the input closes or a signal asks for the end; the exit status

private:
    void hear_line(std::string_view line, bool too_long);
    void accept(Request request);
    void cancel(int id);
    void refuse(int id, const std::string& text);
    void start_hello();
    void tell_hello(Hello hello);
    void next();
    void end();
    void forward(std::string line) { writer_.line(std::move(line)); }

    uv_loop_t* loop_;
    Writer writer_;
    LineCutter input_;
    ImageCache cache_;
    SpareKeeper spare_;
    Timer hello_limit_, turn_, last_;
    std::shared_ptr<ChildProcess> hello_child_;
    std::string sets_;  // the hello child's choice, a line a toolkit
    std::optional<Hello> hello_;
    std::deque<Request> queue_;
    std::unique_ptr<LiveRun> running_;
    std::unique_ptr<Reader> reader_;
    bool ending_ = false;
};

}  // namespace launchlab
