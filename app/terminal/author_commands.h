// launchlab lessons check, lessons new and record: the tools of who writes lessons.
#pragma once

#include "terminal/author_arguments.h"
#include "terminal/output.h"

namespace launchlab {

int lessons_check_command(const LessonsCheckArguments& arguments, Output& out, Output& err);
int lessons_new_command(const LessonsNewArguments& arguments, Output& out, Output& err);
int record_command(const RecordArguments& arguments, Output& out, Output& err);

}  // namespace launchlab
