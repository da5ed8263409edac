// A step in words, for a terminal that is read aloud or typed into from afar: one fact a line, no drawing, every choice with a
// letter. Owns these lines and how a typed answer is understood; leaves the step's state to core/step and the dialogue to
// terminal/learn_command. Pure. Invariant: a letter and a code never mean each other, so "1" is the code 1, "a" the first choice.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run.h"
#include "core/step.h"
#include "terminal/text.h"

namespace launchlab {

Lines choice_lines(const std::vector<std::string>& choices, const Style& style);   // "  a  0"
std::string letter_of(int choice);                                                 // "a"
// By its letter, or by its own words, or the only one that begins with what was typed; unset: none, or more than one.
std::optional<int> choice_of(std::string_view typed, const std::vector<std::string>& choices);

std::string shown_answer(const std::string& answer);                               // "MARK, the kernel's own number"
std::string question_words(const Step& step, const Ask& ask);                      // "Run A: cudaDeviceSynchronize returns:"
std::vector<std::string> answers_of(const Ask& ask);
std::vector<std::string> reasons_of(const AskChoice& choice);

struct CallWords { std::string name, answer, slot, gpu, value; int code = 0; };   // texts; "" = nothing to say
std::vector<CallWords> spoken_calls(const Run& run);                                          // one each call of the request
std::vector<CallWords> spoken_calls_by_rule(const Step& step, char config, const Run& run);   // of its request and verdict
std::string named_card(const std::string& name, Capability capability);   // "an NVIDIA H200, 9.0"; "a 9.0 card"
std::string built_words(const Request& request);                                            // "sm_100, compute_80"

// Each call with what it returned and the slot after it, what the GPU did, what the host read; then how the run ended.
Lines spoken_run(const Run& run, char config, const Style& style);
// The same by rule, for a card that is not here.
Lines spoken_rule(const Step& step, char config, const Run& run, const Style& style);
// The predictions beside what was measured, and the reply to each.
Lines spoken_predictions(const StepState& state, const Step& step, const Course& course, const std::vector<Compared>& all, const StepValues& values, const Style& style);

}  // namespace launchlab
