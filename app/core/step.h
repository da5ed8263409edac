// The state of one step: predict -> run -> observe -> explain -> try -> transfer. Pure: each function takes the state and one
// thing that happened and says the next state. Owns when Run is locked and why; leaves storage to session. Invariant: nothing
// moves by itself, and an answer once compared with a measurement is never changed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/lesson.h"
#include "core/run.h"

namespace launchlab {

enum class Phase { predict, run, observe, explain, transfer, done };   // `try` is open from explain on
enum class Confidence { guess, fairly, sure };

struct Answer {
    int choice = -1;      // into Ask::choices; -1 = open
    int because = -1;     // into AskChoice::because; -1 = open or none needed
};
struct StepState {
    Phase phase = Phase::predict;
    std::vector<Answer> answers;                 // one an Ask
    std::optional<Confidence> confidence;
    bool skipped = false;                        // "I am presenting": kept as skipped
    int hints = 0;                               // shown so far, for the question and then for the try; one more than the step has: the solution too
    std::optional<int> observed;                 // the choice for the one question
    bool explained = false;
    bool transfer_open = false;
};

StepState make_state(const Step& step);
void predict(StepState& state, const Step& step, int ask, int choice);
void give_reason(StepState& state, const Step& step, int ask, int because);
void set_confidence(StepState& state, const Step& step, Confidence confidence);
void skip(StepState& state, const Step& step);
void ran(StepState& state, const Step& step, const Run& run);      // a finished run of the asked config as shipped; no other moves it
void observe(StepState& state, const Step& step, int choice);
void show_hint(StepState& state, const Step& step);                // from the observation on: before it a hint would tell the result
void show_explanation(StepState& state, const Step& step);
void open_transfer(StepState& state);

// What is still open before Run unlocks, in the words of the cards; empty = unlocked.
std::vector<std::string> still_open(const StepState& state, const Step& step);
bool run_unlocked(const StepState& state, const Step& step);

// The config that the questions are about: 'A', or 'B' where every question is about B.
char asked_config(const Step& step);
// The questions need both runs: what is asked of B can only be seen beside A.
bool needs_both(const Step& step);
// The config that a run is a run of, by its calls and by kind and fit of its images; 0 = neither, a variation.
char config_of(const Step& step, const Run& run);
// That config with the step's own kernel, which the questions are about; 0 = changed in some way.
char shipped_config_of(const Step& step, const Run& run);

// A prediction beside its measurement. Only answers about the config of this run, as shipped, are compared; none when skipped.
enum class Match { open, same, differs };        // open: not predicted, or not measured
struct Compared { int ask = 0; std::string predicted, measured; Match match = Match::open; };
std::vector<Compared> compare(const StepState& state, const Step& step, const Run& run);
std::string measured_text(const Step& step, const Ask& ask, const Run& run);   // "209", "0xFFFFFFFF", "MARK", or "PTX MARK" where the choices tell kinds apart; "" = not measured

// What an ask's answer will be by rule and pattern (curriculum 0.2), in the words of measured_text. A measured run goes first.
// `runtime` "13.0": a refused shape has another code before 13.
std::string expected_text(const Step& step, const Ask& ask, const Verdict& verdict, const std::string& runtime = "");
// The same for each call of a config: its code, and after a copy what the host reads ("SASS MARK", "0xFFFFFFFF", "cannot be read").
struct ExpectedCall { int code = 0; std::string value; };
std::vector<ExpectedCall> expected_calls(const Config& config, const Verdict& verdict, const std::string& runtime = "");

// The reply for one answer (curriculum 2.1): by right or wrong and by confidence; "" = none. May hold placeholders: fill() it.
std::string reply(const StepState& state, const Step& step, const Course& course, const Compared& compared);
bool missed(const StepState& state, const Step& step, const Compared& compared);   // another answer, or the same for a wrong reason
// What is told when the question of an earlier step was asked again: the right answer, and the reply to the one given then.
std::string answer_again(const Step& of, int ask, const StepState* then, const Course& course);
const AskChoice* right_choice(const Ask& ask);                     // the one without a misconception; nullptr: the step has none
std::string ask_name(const Step& step, const Ask& ask);            // "cudaDeviceSynchronize", or "out[0]" for what the host reads
std::vector<int> confident_misses(const StepState& state, const Step& step, const Run& run);   // ask indices

}  // namespace launchlab
