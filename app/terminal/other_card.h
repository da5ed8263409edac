// What is said about a card that is judged by rule with --on: the driver that is assumed where none is named, and a
// capability that no card or toolkit of the tables has. Owns these sentences; leaves the verdict to core/selection. Pure.
#pragma once

#include <string>

#include "core/gpu.h"
#include "core/toolkit.h"

namespace launchlab {

bool names_driver(const std::string& on);  // "T4@535"

// "" where --on names the driver. `here`: this machine's; branch 0 = none.
std::string assumed_driver(const std::string& on, const Gpu& card, const Driver& here, const ToolkitTable& toolkits);

// "" where it is known; else the nearest below and above.
std::string unknown_capability(Capability capability, const GpuTable& gpus, const ToolkitTable& toolkits);

}  // namespace launchlab
