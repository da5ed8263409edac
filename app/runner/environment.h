// What a child sees of the environment: the supervisor's without CUDA_* and NVRTC_* (but those that name cards and folders), the
// defaults of every run, then the request's own. Why: the driver reads these once, at its start, in the process.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace launchlab {

std::vector<std::string> child_environment(const std::map<std::string, std::string>& request);  // "NAME=value"

}  // namespace launchlab
