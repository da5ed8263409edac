// Frames: the window's screen drawn by ImGui into lists, with no window and no GL. Owns the context and the textures that
// nobody uploads; leaves what is drawn to panels.
#pragma once

#include <string>

#include "session/session.h"

namespace launchlab::bench {

double thread_cpu_ms();                          // CPU time of this thread
double process_cpu_ms();                         // of all threads: software GL draws on several

class Frames {
public:
    explicit Frames(const std::string& data_dir);
    ~Frames();
    Frames(const Frames&) = delete;
    int draw(const Session& session, Actions& asked);   // the number of vertices drawn

private:
    struct Inside;
    Inside* inside_;
};

}  // namespace launchlab::bench
