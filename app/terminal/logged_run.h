// A program of the user's, run with the driver's log on. Owns starting it (its output goes straight through), and finding the
// first call that the driver refused in the log; leaves what that means to core. Source: facts in cuda.md 6 and 11 (CUDA_LOG_FILE,
// drivers from branch 575).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "terminal/device_report.h"

namespace launchlab {

inline constexpr int first_branch_with_log = 575;

// `own_output`: its standard output goes to standard error, since ours carries JSON. Error: it did not start.
Result<RunFound> run_logged(const std::vector<std::string>& command, bool own_output);

// Pure: the first refused launch or load in a driver's log, else the first refused call.
void find_refused(std::string_view log, RunFound& found);

std::string find_program(const std::string& name);  // in PATH, as the system would; "" = not there

}  // namespace launchlab
