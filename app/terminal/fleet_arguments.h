// `launchlab advise`: its options. Leaves doing it to terminal/fleet_command. Invariant: pure.
#pragma once

#include <string>
#include <vector>

#include "core/fleet.h"

namespace launchlab {

struct AdviseArguments {
    std::string cards;                        // "T4@535,A100,RTX 4090"
    Care care = Care::start;
    std::string with, toolkit, kernel, like;  // with: "sm_90a,compute_80"
    std::string runner;
    bool json = false;
};

struct Parsed;
Parsed parse_advise(const std::vector<std::string>& words);  // the first is "advise"

inline constexpr const char* advise_about = "Say what to build so that a list of cards runs it: the smallest set, the toolkit, the line.";

}  // namespace launchlab
