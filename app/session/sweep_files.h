// Sweep files: what was measured on real cards and lies under assets/sweeps of the data folder. Leaves their lines to core/sweep.
// Invariant: a file that cannot be read is an Error of its own; the others are still read.
#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"

namespace launchlab {

struct SweepFiles {
    std::vector<MatrixMeasured> measured;
    std::vector<Error> errors;
};
SweepFiles read_sweep_files(const std::string& data_dir, const ToolkitTable& toolkits);

// One file: a sweep, or recordings.
Result<std::vector<MatrixMeasured>> read_measured(const std::string& path, const ToolkitTable& toolkits);

}  // namespace launchlab
