// The figure of compiling: twelve targets of one kernel in one request, as a sweep and a wide build ask for them, against
// NVRTC's own time. Needs the runner beside this program and a CUDA toolkit, no card.
#pragma once

#include "bench/figure.h"

namespace launchlab::bench {

void measure_compile(Table& table);

}  // namespace launchlab::bench
