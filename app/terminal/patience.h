// Waiting for a Session without a window: sleeps until the pipe's thread wakes it, a timer is due, or Ctrl C. Also a state
// folder that is thrown away, since a run in the terminal is nobody's progress.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "session/session.h"

namespace launchlab {

class Patience {
public:
    Patience();                          // from here on the first Ctrl C (or TERM, HUP) is noticed; the second one ends us
    std::function<void()> wake() const;  // for SessionOptions; safe after this is gone
    // Updates the session and calls `seen` after each change, until `done` says true, `limit_s` is over or Ctrl C is pressed.
    // True: `done` said true.
    bool until(Session& session, const std::function<bool()>& done, double limit_s, const std::function<void()>& seen = {});
    bool interrupted() const;
    void carry_on() { noticed_ = true; }  // after Ctrl C: until() waits again, for the last words

private:
    struct Bell {
        std::mutex mutex;
        std::condition_variable rung;
        bool waiting = false;
    };
    std::shared_ptr<Bell> bell_;
    bool noticed_ = false;
};

class ScratchDir {
public:
    ScratchDir();
    ~ScratchDir();
    ScratchDir(const ScratchDir&) = delete;
    ScratchDir& operator=(const ScratchDir&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace launchlab
