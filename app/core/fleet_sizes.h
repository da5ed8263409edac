// Bytes of each image that could be built: of those that were measured as they are, of the others scaled from the nearest. Owns
// the scaling alone. Pure. Invariant: from at least one measured image every target of every toolkit has a size.
#pragma once

#include <vector>

#include "core/device_code.h"
#include "core/fleet.h"
#include "core/toolkit.h"

namespace launchlab {

// The bytes that each target takes in a file that is built already, all modules together.
ImageSizes sizes_of(const std::vector<const DeviceCode*>& files);

// Adds what lacks: the size of the nearest number of the same kind, else of the other kind. Empty stays empty.
ImageSizes with_scaled(const ImageSizes& measured, const ToolkitTable& toolkits);

}  // namespace launchlab
