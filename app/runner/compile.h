// Source and target -> image, with NVRTC. Owns NVRTC's options and how a program is named; leaves packing to runner/bundle.
// Invariant: an arch text goes to NVRTC as it is, so that a wrong one is refused in NVRTC's own words.
#pragma once

#include <string>

#include "core/protocol.h"
#include "runner/libraries.h"

namespace launchlab {

struct Image {
    Kind kind = Kind::sass;
    std::string arch;   // "90a"
    std::string bytes;  // cubin, PTX text without its NUL, or LTO-IR
};

struct Compilation {
    Compiled report;  // unit and image are the caller's to fill
    Image image;      // empty bytes when report.code is not 0
};
Compilation compile(const Nvrtc& nvrtc, const UnitRequest& unit, const ImageRequest& image);

std::string ptx_version_of(std::string_view ptx);  // "9.0"; "" = no .version line

}  // namespace launchlab
