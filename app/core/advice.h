// Advice: what to build so that one card takes it. Owns the smallest list of targets that the rule promises to run, and which
// other toolkit has one; leaves the rule itself to core/selection. Pure. Invariant: PTX is named only where the driver reads
// the version that the toolkit writes.
#pragma once

#include <vector>

#include "core/gpu.h"
#include "core/result.h"
#include "core/target.h"
#include "core/toolkit.h"

namespace launchlab {

// Machine code for exactly this card; else the highest PTX that card and driver surely take. Error: this toolkit has neither.
Result<std::vector<Target>> targets_for_card(const Gpu& gpu, const Toolkit& toolkit, const ToolkitTable& toolkits);

// The newest toolkit that has such a list and whose runtime this driver accepts; nullptr: none has.
const Toolkit* toolkit_for_card(const Gpu& gpu, const ToolkitTable& toolkits);

}  // namespace launchlab
