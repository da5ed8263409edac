// Images -> one fat binary, with nvFatbin, in the order given and with the PTX plain: drivers before r550 do not read zstd.
// Owns nvFatbin's options and habits; leaves deliberate damage to runner/edit.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "runner/compile.h"

namespace launchlab {

Result<std::string> bundle(const Nvfatbin& nvfatbin, const std::vector<Image>& images, const std::string& entry);

}  // namespace launchlab
