// `launchlab matrix`: builds from flags and files, cards from the table, measured outcomes from what is kept. Leaves the matrix
// to core/matrix and its looks to terminal/matrix_report.
#pragma once

#include "terminal/matrix_arguments.h"
#include "terminal/output.h"

namespace launchlab {

int matrix_command(const MatrixArguments& arguments, Output& out, Output& err);

}  // namespace launchlab
