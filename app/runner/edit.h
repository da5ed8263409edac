// Breaks one image on purpose, after packing: nvFatbin refuses a wrong label, so the bytes are changed behind its back. Owns
// the four edits; the container's size always stays true, since a wrong one makes the driver spin for ever (facts/cuda.md 11).
//   version  the PTX states a version that no driver reads yet         cut    the SASS ends after 60 % of its bytes
//   syntax   one PTX instruction is misspelt                           label  the entry names a target that the code is not for
#pragma once

#include <string>
#include <vector>

#include "core/result.h"

namespace launchlab {

Result<std::string> edit_packed(std::string container, std::size_t index, const std::string& edit, const std::string& arch);
Result<std::string> edit_bare(std::string image, const std::string& edit);

// The target to compile for, so that an image labelled `arch` holds code of another major: the nearest lower one that NVRTC
// builds, else the lowest higher one.
std::string arch_behind_label(const std::string& arch, const std::vector<std::string>& supported);

}  // namespace launchlab
