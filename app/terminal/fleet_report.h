// Advice for a fleet as text and as JSON. Owns the keys that docs/json.md lists under advise, and the sentences around the set;
// leaves the set to core/fleet. Pure. Invariant: every key is always there.
#pragma once

#include <string>
#include <vector>

#include "core/fleet.h"
#include "core/fleet_lines.h"
#include "terminal/text.h"

namespace launchlab {

struct FleetReport {
    FleetWish wish;
    FleetAdvice advice;
    std::vector<FleetLine> lines;
    std::string sizes_from;     // "", "kernel", "like"
    std::string measured_with;  // with a kernel: the NVRTC that compiled it
};

std::string to_json(const FleetReport& report);
Lines fleet_lines_of(const FleetReport& report, const Style& style);
bool all_served(const FleetReport& report);

}  // namespace launchlab
