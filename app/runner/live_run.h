// The run under way: one request, its child, what the child said. Owns forwarding, the cache's hits, holding a warm run back
// until its first call proves the spare sound, and the one last row; leaves the queue and the spare to runner/supervisor.
// Invariant: `done` goes out exactly once, and nothing with this id after it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/protocol.h"
#include "runner/child_process.h"
#include "runner/image_cache.h"
#include "runner/log_lines.h"

namespace launchlab {

class LiveRun {
public:
    // `nvrtc`: the version that would compile, for the cache's key. `over` is called once, after the last line.
    LiveRun(uv_loop_t* loop, Request request, std::string nvrtc, ImageCache& cache, std::function<void(std::string)> forward,
            std::function<void()> over);
    void start_cold();
    void start_warm(std::shared_ptr<ChildProcess> spare);
    void cancel();
    int id() const { return request_.id; }

    // The supervisor owns the spare's handler until a request goes to it; from then on these hear it.
    void hear_line(std::string_view line);
    void hear_log(std::string_view bytes);
    void hear_end(const ChildEnd& end);

private:
    void begin(bool after_mark);
    void send_request();
    void hear_event(Event event, std::string_view line);
    void keep_image(std::string_view line);
    void tell(const Event& event) { tell_line(to_line(event)); }
    void tell_line(std::string line);
    void release();  // warm and sound: what was held goes out
    void repeat_cold();
    void try_finish();
    void finish(Ended ended);

    uv_loop_t* loop_;
    Request request_;
    std::string nvrtc_;
    ImageCache& cache_;
    std::function<void(std::string)> forward_;
    std::function<void()> over_;
    std::shared_ptr<ChildProcess> child_;
    Timer limit_, settle_;
    std::unique_ptr<LogLines> log_;
    std::map<std::pair<int, int>, Compiled> hits_;      // reports of images that came from the cache
    std::map<std::pair<int, int>, std::string> fresh_;  // bytes that wait for their report
    std::vector<std::string> held_;
    std::string stage_;          // the last one told
    std::optional<Ended> said_;  // the child's own done
    bool warm_ = false, holding_ = false, limit_hit_ = false, finished_ = false;
    std::uint64_t begun_ = 0;
};

}  // namespace launchlab
