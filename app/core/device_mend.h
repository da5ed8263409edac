// The one command that mends a file for a card. Owns the command's form for each kind of file; leaves which targets help to
// core/advice and whether they run to core/selection.
#pragma once

#include "core/device_answer.h"

namespace launchlab {

Mend make_mend(const DeviceQuestion& question, const DeviceAnswer& answer);

}  // namespace launchlab
