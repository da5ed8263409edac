// `launchlab advise`. Owns where the sizes come from: a kernel that NVRTC compiles, or a file that is built; leaves the set to
// core/fleet and what is printed to terminal/fleet_report.
#pragma once

#include "terminal/fleet_arguments.h"
#include "terminal/output.h"

namespace launchlab {

int advise_command(const AdviseArguments& arguments, Output& out, Output& err);

}  // namespace launchlab
