// launchlab export: a step as a page, or one of its runs as a program. Owns writing the files; leaves their text to
// terminal/handout and core/repro.
#pragma once

#include "terminal/export_arguments.h"
#include "terminal/output.h"

namespace launchlab {

int export_command(const ExportArguments& arguments, Output& out, Output& err);

}  // namespace launchlab
