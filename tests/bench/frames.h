// Frames: the window's screen drawn by ImGui into lists, with no window and no GL. Owns the context and the textures that
// nobody uploads; leaves what is drawn to panels.
#pragma once

#include <string>

#include "session/session.h"

namespace launchlab::bench {

class Frames {
public:
    explicit Frames(const std::string& data_dir);
    ~Frames();
    Frames(const Frames&) = delete;
    void draw(const Session& session, Actions& asked);
    static double cpu_ms();                      // CPU time of this process, all threads: software GL draws on several

private:
    struct Inside;
    Inside* inside_;
};

}  // namespace launchlab::bench
