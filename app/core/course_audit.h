// What a course must keep beyond its own files: each step is shown by a recording or by rule for a card that it names, no recording
// is of another request than the step's today, none contradicts the rule, and each right answer is the computed one on every card.
// Owns these findings; leaves one file's own rules to course_check. Pure; needs no card. Invariant: a finding ends with its remedy.
#pragma once

#include <vector>

#include "core/gpu.h"
#include "core/lesson.h"
#include "core/run.h"

namespace launchlab {

std::vector<Error> audit_course(const Course& course, const std::vector<Recording>& recordings, const ToolkitTable& toolkits, const GpuTable& gpus);

// Why a lesson may not be published yet: one for each lesson without an author or a reviewer.
std::vector<Error> not_published(const Course& course);

}  // namespace launchlab
