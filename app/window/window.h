// Window: GLFW, the ImGui back ends, and the loop that sleeps until input, the runner or a timer wakes it. Owns the frame;
// leaves what is in it to panels/screen. Invariant: an idle window draws nothing and costs no CPU.
#pragma once

#include <string>

#include "session/session.h"

namespace launchlab {

struct WindowOptions {
    SessionOptions session;        // `wake` is set here
    std::string step;              // opened first; "" = where you left off
    bool first_frame_only = false; // for the benchmark: leave after the first frame is shown
};
// Exit code: 0, or 2 with words on stderr (no display, no OpenGL 3.3).
int run_window(WindowOptions options);

}  // namespace launchlab
