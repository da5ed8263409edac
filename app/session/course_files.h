// Course files: the folders lessons/, kernels/ and assets/ as a map of texts for core's parse_course, and where they lie.
// Leaves every meaning to core. Invariant: a file that cannot be read is an Error of its own; the others are still read.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/result.h"

namespace launchlab {

struct CourseFiles {
    std::map<std::string, std::string> files;                    // "lessons/day-06/lesson.json" -> text; recordings not among them
    std::vector<std::pair<std::string, std::string>> recordings; // "assets/recordings/h200.jsonl" and its text, by name
    std::vector<Error> errors;
};

// `lessons_dir`: another folder that holds lessons/ and may hold kernels/ and assets/recordings/ (or is itself the lessons folder); "" = data_dir.
CourseFiles read_course_files(const std::string& data_dir, const std::string& lessons_dir = "");

// LAUNCHLAB_DATA; else, seen from this program's own path, share/launchlab of an installed tree, or the source tree above a
// build folder. Error: none of these holds assets/gpus.json.
Result<std::string> find_data_dir();
std::string program_dir();   // the folder of the running program; "" where the system does not tell

}  // namespace launchlab
