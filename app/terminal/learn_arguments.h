// `launchlab learn`: its options. Leaves doing it to terminal/learn_command. Invariant: pure.
#pragma once

#include <string>
#include <vector>

namespace launchlab {

struct LearnArguments {
    std::string step;                  // "" = where you left off
    bool text = false;                 // false: in the window
    std::string recorded, on, toolkit, runner, lessons;
};

struct Parsed;
Parsed parse_learn(const std::vector<std::string>& words);   // the first is "learn"

inline constexpr const char* learn_about = "Go through a step from prediction to explanation, in the window or as plain text.";

}  // namespace launchlab
