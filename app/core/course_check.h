// What a step must keep beyond its JSON types: one difference between A and B, limits of words, answers that fit their calls,
// titles that give nothing away. Owns these rules and their remedies; leaves keys and types to course_reader.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/lesson.h"

namespace launchlab {

struct Finding { std::string pointer, what; };   // pointer into the step's JSON; "#explain" = a heading of its Markdown file
std::vector<Finding> check_step(const Step& step, const std::map<std::string, Misconception>& misconceptions);

// The fields in which A and B differ, in the words of Step::differs; exactly one in a good step.
std::vector<std::string> differences(const Config& a, const Config& b);
bool is_right(const AskChoice& choice);          // no misconception, or one of its reasons has none
int count_words(std::string_view text);

}  // namespace launchlab
