// What a launch's shape alone refuses, whatever the images are: block, grid and dynamic shared memory against limits that every
// card from 5.0 on has. Owns these limits and the code each CUDA runtime gives; leaves registers and launch bounds, which only
// a compiled kernel tells, to the card. Source: facts/cuda.md 0.5 and 11 (one card and driver, runtimes 11.8, 12.6, 12.9, 13.0);
// programming guide, table of technical specifications. The image is looked up first: with none that fits it is 209.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/protocol.h"

namespace launchlab {

struct RefusedShape {
    int code = 0;       // 1; 9 for block and grid with a runtime before 13
    std::string why;    // "A block holds at most 1024 threads; this launch asks for 2048."
};
std::optional<RefusedShape> refused_shape(const CallRequest& call, std::string_view runtime);   // unset: no launch, or a legal one

}  // namespace launchlab
