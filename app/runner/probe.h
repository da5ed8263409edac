// A question asked in a process of its own, so that a library that crashes or hangs on it takes nothing else along. Owns the
// fork, the pipe, the time limit and the end of that process; leaves the meaning of its lines to who asks.
// Invariant: finish() comes back after the limit whatever the process does, and what was said before the trouble is kept.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace launchlab {

struct Probed {
    std::vector<std::string> lines;  // whole ones
    int signal = 0, exit = 0;
    bool hung = false;
    bool good() const { return signal == 0 && exit == 0 && !hung; }
    std::string trouble() const;  // "ended with signal 7", "did not end within 3 s"; "" when good
    std::int64_t limit_ms = 0;
};

class Probe {
public:
    using Say = std::function<void(const std::string& line)>;
    explicit Probe(const std::function<void(const Say&)>& work);  // begins at once
    Probed finish(std::int64_t limit_ms);                         // counted from the beginning; once

private:
    pid_t pid_ = -1;
    int pipe_ = -1;
    std::int64_t began_us_;
};

}  // namespace launchlab
