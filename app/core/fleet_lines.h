// Fleet lines: a set of images in the words of every build tool. Owns how each tool is told; leaves reading them to core/flags.
// Pure. Invariant: a line is given only when core/flags, asked with the same toolkit, reads exactly these images out of it.
#pragma once

#include <string>
#include <vector>

#include "core/target.h"
#include "core/toolkit.h"

namespace launchlab {

struct FleetLine {
    std::string syntax;              // one of flag_syntaxes()
    std::string tool;                // "nvcc", "CMake, environment": for people
    std::vector<std::string> texts;  // one, but for NVRTC one an image; empty: this tool cannot say it
    std::string why;                 // why it cannot
};

std::vector<FleetLine> fleet_lines(const std::vector<Target>& images, const Toolkit& toolkit, const ToolkitTable& toolkits);

// The images that core/flags reads out of such a line, rising and each once. Empty: it refuses one.
std::vector<Target> read_back(const FleetLine& line, const Toolkit& toolkit, const ToolkitTable& toolkits);

}  // namespace launchlab
