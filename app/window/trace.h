// Trace: what the window shows, as lines "name value" in the file that LAUNCHLAB_TRACE names, one for each value that changed.
// For tests that drive the real window by keys. Invariant: it reads a const Session and changes nothing on screen.
#pragma once

#include <cstdio>
#include <map>
#include <string>

#include "session/session.h"

namespace launchlab {

class Trace {
public:
    Trace();
    ~Trace();
    Trace(const Trace&) = delete;
    void note(const Session& session);

private:
    void say(const std::string& name, const std::string& value);
    std::FILE* file_ = nullptr;                    // not open: nothing is said
    std::map<std::string, std::string> said_;
};

}  // namespace launchlab
