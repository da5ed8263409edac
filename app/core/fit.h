// Fit: whether one image may serve one card, why in a sentence, and whether that is proved. The first half of the rule of
// core/selection.h, which carries the facts; leaves driver, environment and the choice among several to core/selection.
#pragma once

#include <string>

#include "core/gpu.h"
#include "core/target.h"

namespace launchlab {

struct Fit {
    bool fits = false;
    bool likely = false;  // not promised, or reports differ
    std::string rule, text;
};
Fit fit(const Target& target, const Gpu& gpu);

// A Jetson's driver had branch numbers of its own before r580: they say nothing about PTX versions or runtimes.
bool has_own_branches(const Gpu& gpu);

}  // namespace launchlab
