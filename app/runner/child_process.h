// One child as the supervisor sees it: started, spoken to, stopped, over. Owns the process, its three pipes and the way from
// TERM to KILL; leaves what its lines mean to runner/supervisor. Invariant: `end` comes exactly once unless the child is let
// go, and a child that was let go is still waited for and killed if it stays.
#pragma once

#include <uv.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "runner/loop.h"

namespace launchlab {

struct ChildEnd {
    int exit = 0, signal = 0;
    bool closed_early = false;  // it closed its output, stayed, and was stopped
    bool undying = false;       // it survived KILL: nothing is known but that
};

class ChildProcess : public std::enable_shared_from_this<ChildProcess> {
public:
    struct Handler {
        std::function<void(std::string_view line)> line;  // of its standard output
        std::function<void(std::string_view bytes)> log;  // of its standard error
        std::function<void(const ChildEnd&)> end;
    };
    // An error text instead of a child when it cannot be started.
    static std::shared_ptr<ChildProcess> start(uv_loop_t* loop, const std::string& mode, const std::map<std::string, std::string>& env,
                                               Handler handler, std::string& error);
    void send(const std::string& line);
    void stop();                // TERM, 300 ms later KILL, 2 s later `end` with undying
    void let_go(int grace_ms);  // the handler hears nothing more; the child gets grace_ms to leave by itself
    int pid() const { return process_.pid; }
    static int living();  // children that are not yet reaped

private:
    explicit ChildProcess(uv_loop_t* loop) : loop_(loop), timer_(loop) {}
    void read(uv_pipe_t& pipe);
    void closed(uv_pipe_t& pipe);
    void exited(std::int64_t status, int signal);
    void over();
    void tell_end(const ChildEnd& end);

    uv_loop_t* loop_;
    uv_process_t process_{};
    uv_pipe_t in_{}, out_{}, err_{};
    Timer timer_;
    LineCutter lines_;
    std::shared_ptr<const Handler> handler_;  // shared with a call under way, which may let this child go
    ChildEnd end_;
    bool has_exited_ = false, out_open_ = true, err_open_ = true, told_ = false, stopping_ = false;
    int handles_ = 0;
    std::shared_ptr<ChildProcess> self_;  // until the last handle is closed
};

}  // namespace launchlab
