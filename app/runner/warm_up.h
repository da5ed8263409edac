// What a spare does before it waits: everything that a run needs once (libraries, NVRTC's first call, the context), and a
// proof that this machine shows the lesson on the warm path too: an image that cannot fit must give 209, and nothing else.
#pragma once

#include "core/protocol.h"
#include "runner/toolbox.h"

namespace launchlab {

Spare warm_up(Toolbox& tools, const Warm& warm);  // ready, or none with the reason

}  // namespace launchlab
