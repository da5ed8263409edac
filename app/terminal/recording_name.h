// Which recording a word on the command line means, which one comes closest where there is none, and which step. Owns the
// short names ("h200" for "h200/day-06/2/A") and these Errors; leaves playing a recording to the Session. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/lesson.h"
#include "core/result.h"
#include "core/run.h"

namespace launchlab {

// The exact name first; else NAME/STEP/RUN, else NAME/RUN. Without `config` run A is meant, or B where there is only that.
Result<std::string> full_name(const std::vector<Recording>& all, const std::string& word, const std::string& step,
                              std::optional<char> config, const std::string& option = "--recorded");
// "h200", or the whole name where the short one does not lead back to it.
std::string short_name(const std::vector<Recording>& all, const Recording& recording, const std::string& step);
// " --recorded h200 --run B": the options that play it.
std::string play_words(const std::vector<Recording>& all, const Recording& recording, const std::string& step);

// `troubles` of the course: a step whose file cannot be read is told by the file and its reason, not as a step that is not there.
std::optional<Error> check_step(const Course& course, const std::string& step, const std::vector<Error>& troubles);
const Error* trouble_of_step(const std::vector<Error>& troubles, const std::string& step);   // the first in the step's own file; nullptr: none
std::string nearest_words(const std::string& word, const std::vector<std::string>& names, const std::string& list_with);

}  // namespace launchlab
