// `launchlab flags`: flags -> images -> verdicts, as text, JSON or JSON lines. Leaves judging to terminal/flags_judge.
#pragma once

#include "terminal/flags_arguments.h"
#include "terminal/flags_judge.h"
#include "terminal/output.h"

namespace launchlab {

int flags_command(const FlagsArguments& arguments, Output& out, Output& err);

Lines flags_lines(const FlagsJudged& judged, const std::string& text, const std::string& toolkit, const Style& style);

// assets/gpus.json and assets/toolkits.json, for commands that need no course.
struct Tables {
    GpuTable gpus;
    ToolkitTable toolkits;
};
Result<Tables> read_tables();

}  // namespace launchlab
