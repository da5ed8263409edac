// The figures of the real window: how soon its first frame is there, beside an empty window of the same kind, and that it
// uses no CPU when nothing happens. Owns a display where there is none.
#pragma once

#include "bench/figure.h"

namespace launchlab::bench {

// Without a display and without Xvfb one line says so.
void measure_window(Table& table);

}  // namespace launchlab::bench
