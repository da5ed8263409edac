// A runner that is asked one request after the other, without a Session: no course, no state, no window. Owns the waiting and
// Ctrl C; leaves what is asked to its caller. Invariant: ask() comes back: with the run's end, or with an Error.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/run.h"
#include "session/pipe.h"
#include "terminal/patience.h"

namespace launchlab {

class SweepTalk {
public:
    explicit SweepTalk(const std::string& runner);  // its command; "" = the runner beside this program
    Result<Hello> hello();
    Result<Run> ask(Request request);               // gives it an id of its own
    bool interrupted() const { return patience_.interrupted(); }

private:
    // Error: the runner has gone, or Ctrl C was pressed.
    Result<Event> next();
    struct Bell {
        std::mutex mutex;
        std::condition_variable rung;
        bool waiting = false;
    };
    std::shared_ptr<Bell> bell_ = std::make_shared<Bell>();
    Patience patience_;
    std::unique_ptr<Pipe> pipe_;
    int next_id_ = 1;
};

}  // namespace launchlab
