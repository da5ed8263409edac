// What this machine has: driver, cards, toolkits, and what is missing, in a child of its own. Owns the sentences about broken
// or absent libraries; leaves judging them to launchlab. Invariant: nothing here compiles or makes a context.
#pragma once

#include "core/protocol.h"
#include "runner/libraries.h"
#include "runner/toolkits.h"

namespace launchlab {

Hello look_around();
Hello empty_hello();  // who speaks, and nothing else: for a hello child that gave no answer

// The folder that serves `version` ("13.0"), or a sentence that lists what is there; "" takes the newest complete one.
Result<ToolkitFiles> choose_files(const std::string& version);

std::vector<std::string> supported_targets(const Nvrtc& nvrtc);
std::string version_text(int number);                    // 13000 -> "13.0"
bool newer(const std::string& a, const std::string& b);  // "13.0" > "12.9"

}  // namespace launchlab
