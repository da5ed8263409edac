// What the toolkits of this machine are worth: each set of libraries is really opened, in a probe's process. Owns the sentences
// about a library that is missing, refuses, crashes or hangs; leaves where they lie to runner/toolkits and which one a run
// takes to runner/toolkit_choice. Invariant: a bad library is named with its folder and costs no other toolkit its place.
#pragma once

#include <string>
#include <vector>

#include "core/protocol.h"
#include "runner/libraries.h"
#include "runner/toolkits.h"

namespace launchlab {

struct ToolkitLook {
    ToolkitSeen seen;
    ToolkitFiles files;               // those that opened; fatbin is the one that did
    std::vector<std::string> broken;  // the sentences about what crashed or hung, which are in seen.missing too unless another served
};

// In the order given, within `budget_ms` all together.
std::vector<ToolkitLook> look_at_toolkits(const std::vector<ToolkitFiles>& all, int budget_ms);

std::vector<std::string> supported_targets(const Nvrtc& nvrtc);
std::string version_text(int number);                    // 13000 -> "13.0"
bool newer(const std::string& a, const std::string& b);  // "13.0" > "12.9"

}  // namespace launchlab
