// Keeper: writes progress and settings on a thread of its own, since a busy disk may take a second for a few hundred bytes
// and the window must not wait for it. Owns the order (the newest writing of a file wins) and the last error; leaves how a
// file is written to its caller. Invariant: what was handed over before the destructor is on disk after it.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/result.h"

namespace launchlab {

class Keeper {
public:
    // `wake`: called from the thread when an error came or went.
    explicit Keeper(std::function<void()> wake);
    ~Keeper();
    void keep(const std::string& path, std::function<Result<Done>()> write);   // returns at once; `write` runs on the thread
    std::optional<Error> trouble() const;                   // of the last writing; unset = it went well
    void finish();                                          // waits until nothing is left to write

private:
    void work();
    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, std::function<Result<Done>()>> waiting_;   // by path
    std::map<std::string, Error> troubles_;
    bool writing_ = false, ending_ = false;
    std::thread thread_;                                    // started with the first writing
};

}  // namespace launchlab
