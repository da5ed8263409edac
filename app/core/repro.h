// Repro: one run of a step as a folder that stands alone: a .cu file with the codes that are expected and a check of its own,
// CMakeLists.txt, a script that builds and runs it. Owns these texts; leaves the program to core/host_part, which the screen shows
// too, and writing files to its caller. Pure. Invariant: each expected code is one that was measured, or the rule's, and says which.
#pragma once

#include <map>
#include <string>

#include "core/lesson.h"
#include "core/result.h"
#include "core/run.h"

namespace launchlab {

struct ReproOf {
    const Step& step;
    char config = 'A';
    const Run& run;           // a finished one, of a recording or live; or with `rule` its request and verdict alone
    bool by_rule = false;
};

// File name -> text: "day-06-2-a.cu", "CMakeLists.txt", "check.sh", "expected.txt". Error: nvcc cannot make this run.
Result<std::map<std::string, std::string>> make_repro(const ReproOf& of);

}  // namespace launchlab
