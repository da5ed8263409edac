// The lesson rail as text: lessons, steps, minutes, draft mark, progress. Pure.
#pragma once

#include <string>

#include "core/lesson.h"
#include "session/progress.h"
#include "terminal/text.h"

namespace launchlab {

bool is_draft(const Lesson& lesson);                                           // author or reviewer is not named yet
std::string progress_word(const Progress& progress, const std::string& step);  // "new", "started", "done"
Lines lesson_lines(const Course& course, const Progress& progress, const Style& style);

}  // namespace launchlab
