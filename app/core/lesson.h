// Course, Lesson, Step: what the files under lessons/ say, checked. Owns their JSON keys and Markdown headings (one reader,
// unknown keys are errors) and the relative targets of curriculum 1 ("unfit", "exact"), resolved for a card and toolkit.
// Leaves what the learner did to core/step. Invariant: a Step never holds a measured or typed result as if it were one.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/protocol.h"
#include "core/result.h"
#include "core/selection.h"
#include "core/target.h"
#include "core/toolkit.h"

namespace launchlab {

struct Config {                                // run A or run B of a step
    std::vector<std::string> images;           // relative targets, or fixed ones ("sm_80") where a step speaks of other cards
    std::vector<CallRequest> calls;            // the step's calls, unless the config has its own
    std::map<std::string, std::string> env;
    std::string toolkit;                       // "" = chosen for the driver
    std::string pattern = {};                  // "" = runs, or is refused as the rule says; "FAULT(700)" = starts and then fails so
};

struct AskChoice {
    std::string answer;                        // "0", "209", "MARK" (or "SASS MARK", "PTX MARK"), "0xFFFFFFFF", "cannot be read"
    struct Because { std::string text, misconception; };   // text: at most four words; misconception "" = the right reason
    std::vector<Because> because;              // empty: no row opens under this answer
    std::string misconception;                 // where no row opens: "" for a right answer
};
struct Ask {
    char run = 'A';
    int call = 0;                              // index into that config's calls
    bool value = false;                        // asks what the host reads after that call, not the call's code
    std::string words;                         // "right under the launch, returns"
    std::vector<AskChoice> choices;            // codes in rising order
};
struct Observe {
    std::string question;
    std::vector<std::string> choices;          // two to four
    int right = 0;                             // index; the lint checks it against rule and pattern where `call` names a row
};
struct Step {
    std::string id;                            // "day-06/2"
    std::string title;                         // a question or a neutral name: never the answer
    int minutes = 0;
    std::string rung;                          // respond, change, construct, present
    int gaps = 0;                              // 0 worked example, 1, 2; 3 = goal only
    std::string goal;                          // at most 25 words
    std::vector<std::string> learner_part;     // of: choose target, load image, launch, check
    std::string kernel_file, kernel, entry;    // "mark.cu", its text, "mark"
    std::vector<int> editable;                 // first and last editable line, 1-based; empty = none
    Config a, b;
    std::string differs;                       // the one field in which A and B differ: "target", "launch line"
    std::vector<Ask> ask;                      // at most three
    std::optional<Observe> observe;
    std::vector<std::string> hints;            // three
    std::string text;                          // Markdown: before the run. {a.target}, {card}, {cc} are filled in
    std::string explain;                       // Markdown: after the observation
    std::string room;                          // Markdown: for the instructor
    std::string try_this;                      // Markdown: what to do next in this step
    std::string solution;                      // Markdown: what comes of it, after the last hint; "" = none
    std::string transfer_question, transfer_answer;
    std::vector<std::string> recordings;       // names of shipped recordings to offer, best first
    std::string rule_card;                     // "8.6": judged for it where neither card nor recording shows the step; "" = none
    std::string where;                         // the file, for errors
};
struct Lesson {
    std::string id;                            // "day-06"
    int day = 0;
    std::string title;                         // "Error checking"
    std::string author, reviewer;              // "" = draft
    std::map<std::string, std::vector<std::string>> plans;   // "10", "25", "60" -> step ids
    std::vector<Step> steps;
};
struct Misconception { std::string believes, reply; };
struct Course {
    std::vector<Lesson> lessons;
    std::map<std::string, Misconception> misconceptions;   // "M01"
};

// `files`: path relative to the course folder ("lessons/day-06/02-which-call.json", "kernels/mark.cu") -> text.
// Every error of the course at once, in file order; empty errors = the course is whole.
struct ParsedCourse { Course course; std::vector<Error> errors; };
ParsedCourse parse_course(const std::map<std::string, std::string>& files);

const Step* find_step(const Course& course, std::string_view id);          // nullptr: no such step
const Lesson* lesson_of(const Course& course, std::string_view id);

// Relative targets for this card. `plain` = the toolkit's own list, as the runner reports it or assets/toolkits.json.
// Error: this card has none, with the reason and what to look at instead.
Result<std::vector<Target>> resolve(std::string_view relative, const Gpu& gpu, const Toolkit& toolkit);
Result<std::vector<Target>> resolve_all(const std::vector<std::string>& images, const Gpu& gpu, const Toolkit& toolkit);

// The chips for a step: SASS and PTX targets worth offering, by rising number, own and neighbours first in a narrow window.
std::vector<Target> offered_targets(const Toolkit& toolkit, bool all);

// The one way from a choice to a request. `source` is the kernel as it stands in the editor.
Request make_request(const Step& step, const Config& config, const std::vector<Target>& targets, const std::string& source,
                     const std::string& toolkit, int gpu);
// The rule's answer for such a request: by its images, then by the shape of the unit's first launch.
Verdict judge(const Request& request, int unit, const Gpu& gpu, const ToolkitTable& toolkits);

std::string host_part(const Request& request, const std::string& entry);    // C++ text of the calls, read-only on screen
struct HostResult { std::string name; int call = 0; bool value = false; };   // what the host part prints: a call's code, or what was copied
std::vector<HostResult> host_results(const Request& request, const std::string& entry);   // in the order of its line
// Kernel and host part as one .cu file for nvcc; `before` and `after` stand around the host part, in main().
std::string program(const Request& request, const std::string& entry, const std::string& before = "", const std::string& after = "");
std::string nvcc_line(const Request& request, const std::string& file);     // "nvcc -gencode arch=compute_80,code=sm_80 mark.cu"

// Placeholders of texts: {a.target}, {b.target}, {card}, {cc}, {driver}, {toolkit}; {a.flag}, {b.flag} as nvcc spells the same
// images, {a.cmake}, {a.torch} and so on as CMake and TORCH_CUDA_ARCH_LIST do. Other braces stay as they are.
using StepValues = std::map<std::string, std::string>;
StepValues step_values(const Step& step, const std::optional<Gpu>& gpu, const Toolkit* toolkit);
std::string fill(std::string_view text, const StepValues& values);
std::vector<std::string> unknown_placeholders(std::string_view text);      // parse_course makes errors of them

}  // namespace launchlab
