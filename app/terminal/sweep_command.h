// `launchlab sweep`: compiles every target, runs the sets in as few children as it can, compares with the rule, keeps the
// result. Leaves the sets to core/image_sets, the requests to core/sweep and the words to terminal/sweep_report.
#pragma once

#include "terminal/output.h"
#include "terminal/sweep_arguments.h"

namespace launchlab {

int sweep_command(const SweepArguments& arguments, Output& out, Output& err);

}  // namespace launchlab
