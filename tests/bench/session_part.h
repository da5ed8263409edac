// The figures of a window that is never blocked: a Session whose runner floods it, and whole frames over it, without GL.
// Owns how long one update and one frame take; leaves the flood to bench/flood.
#pragma once

#include "bench/figure.h"

namespace launchlab::bench {

void measure_session(Table& table);

}  // namespace launchlab::bench
