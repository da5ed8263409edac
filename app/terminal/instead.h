// What to build instead, after a launch that the images were the reason to refuse: the smallest list of targets that runs on
// the card, the next command to type, and nvcc's line for it. Owns the words and the command; leaves the list to core/advice
// and whether it runs to core/selection. Pure. Invariant: a list is named only where the rule says that it runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/gpu.h"
#include "core/run.h"
#include "core/toolkit.h"
#include "terminal/arguments.h"
#include "terminal/text.h"

namespace launchlab {

struct Instead {
    std::vector<Target> targets;  // empty: no list of targets helps, `why` says so
    std::string why;              // one sentence
    std::string fetch;            // "launchlab doctor --fetch 12.9" where the command needs a toolkit that is not here; else ""
    std::string command, nvcc;    // "launchlab run day-06/2 --targets sm_90", "nvcc -gencode ..."; "" where there is none
};

struct AskedRun {
    const RunArguments& words;                 // as typed; the command repeats what still holds
    const Gpu& card;
    bool card_by_words = false;                // the command has to name the card, since it is not what run takes by itself
    const Toolkit* toolkit = nullptr;          // nullptr: none is in use
    const ToolkitTable& toolkits;
    std::vector<std::string> present;          // complete toolkits on this machine
    std::string file;                          // the kernel's, for nvcc
};

// Unset: the launch was accepted, or refused for another reason than its images.
std::optional<Instead> what_instead(const Run& run, const AskedRun& asked);
Lines instead_lines(const Instead& instead, const Style& style);

}  // namespace launchlab
