// What a sweep found, as text, as a Markdown table and as JSON. Owns the counts by class and the words for a row that differs;
// leaves the sweep itself to terminal/sweep_command. Invariant: what differs is said first, and never left out of a count.
#pragma once

#include <string>

#include "core/sweep.h"
#include "terminal/text.h"

namespace launchlab {

struct SweepCompile {
    int images = 0, targets = 0;
    std::int64_t wall_us = 0, nvrtc_us = 0;  // until the answer was here; the sum of NVRTC's own times
};
struct SweepReport {
    Sweep sweep;
    Gpu card;
    SweepCompile compile;
    int children = 0;
    std::int64_t wall_us = 0;        // of the launches, with their children
    std::vector<std::string> alone;  // a row each: what a row that differs gave alone in a new child; "" = not asked
};

Lines sweep_lines(const SweepReport& report, const Style& style);
std::string to_markdown(const SweepReport& report);
std::string to_json(const SweepReport& report);

}  // namespace launchlab
