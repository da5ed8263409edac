// The warm child that waits for the next run. Owns when there is one: made for the last {"warm":...}, given to a run that
// fits, dropped after two idle minutes or a suspend, and not made again once it has said that this machine has no warm path.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/protocol.h"
#include "runner/child_process.h"

namespace launchlab {

class LiveRun;

class SpareKeeper {
public:
    SpareKeeper(uv_loop_t* loop, std::function<void(const Spare&)> tell);
    void want(const Warm& warm);
    void make();  // if one is wanted and none is there
    bool fits(const Request& request);
    void give(LiveRun& run);  // only after fits()
    void drop();

private:
    // Between the process and whoever listens to it now: this keeper first, then a run.
    struct Link {
        LiveRun* run = nullptr;
    };
    void hear_line(std::string_view line);
    void over(const std::string& why);

    uv_loop_t* loop_;
    std::function<void(const Spare&)> tell_;
    std::optional<Warm> wanted_;
    std::shared_ptr<ChildProcess> child_;
    std::shared_ptr<Link> link_;
    Timer idle_, patience_;
    bool ready_ = false, hopeless_ = false, compile_only_ = false;
    std::int64_t slept_ = 0;  // how long the machine had been asleep, all in all, when it got ready
};

}  // namespace launchlab
