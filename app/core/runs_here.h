// RunsHere: for each step of a course, whether it runs on the card that is here, is shown from a recording, or is judged by
// rule, with the reason and the remedy. Owns these words; leaves what is on the machine to its caller. Pure. Invariant: a step
// is called live only when both of its runs have their targets on this card with this toolkit.
#pragma once

#include <string>
#include <vector>

#include "core/lesson.h"
#include "core/run.h"

namespace launchlab {

struct Here {                          // the machine, as far as it decides
    const Gpu* card = nullptr;         // the card in question, or the one that the rule speaks of; nullptr = none
    bool live = false;                 // it is in this machine and can be launched on
    const Toolkit* toolkit = nullptr;  // what compiles for it; nullptr = none
    bool by_rule = false;              // that card was chosen to be judged: the rule speaks before any recording
    std::vector<std::string> present;  // complete toolkits on this machine: "13.0"
    std::string why_not, remedy;       // when not live, or without a toolkit: sentences
};

enum class Way { live, recorded, by_rule, none };
struct RunsHere {
    std::string step;
    Way way = Way::live;
    std::string reason;    // "" when live
    std::string instead;   // what is shown: "Recorded on an NVIDIA H200."
    std::string remedy;    // what would make it run here; "" = nothing does
};
std::vector<RunsHere> runs_here(const Course& course, const Here& here, const std::vector<Recording>& recordings, const ToolkitTable& toolkits);

// Those that do not run here, steps of one reason together, in course order.
struct HereRow {
    Way way = Way::recorded;
    std::vector<std::string> steps;
    std::string reason, instead, remedy;
};
std::vector<HereRow> rows_of(const std::vector<RunsHere>& all);

std::string steps_text(const Course& course, const std::vector<std::string>& steps);   // "Day 6, steps 1 and 2"; "Every step"
std::string with_article(const std::string& card);                                     // "an NVIDIA H200", "a Tesla T4"

}  // namespace launchlab
