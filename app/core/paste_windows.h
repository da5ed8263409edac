// Windows: from which CUDA toolkit to which a target is built. Owns the releases before assets/toolkits.json begins (facts in
// cuda.md 4.1) and the PTX versions of that time; leaves today's to core/toolkit.
#pragma once

#include <string>
#include <string_view>

#include "core/target.h"
#include "core/toolkit.h"

namespace launchlab {

struct Window {
    std::string first, last;   // "11.8"; last "" = still built
    std::string renamed_to;    // "11.0": the capability's name since 13.0
    bool known = false;        // some toolkit builds it
};
Window window_of(const ToolkitTable& table, const Target& target);

// "12.4" < "12.10": compared as numbers; 0 when either is empty.
int compare_versions(std::string_view a, std::string_view b);
// The first toolkit that writes this PTX version; "" = not known.
std::string toolkit_of_ptx(const ToolkitTable& table, std::string_view ptx);
// The first toolkit that builds for a card, and the oldest driver branch for a runtime: "13.0" -> 580; 0 = not known.
int floor_of_runtime(const ToolkitTable& table, std::string_view version);

}  // namespace launchlab
