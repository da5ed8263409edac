#include "core/step.h"

#include <algorithm>

#include "core/course_check.h"

namespace launchlab {
namespace {

const Config& config(const Step& step, char which) { return which == 'B' ? step.b : step.a; }

template <class List>
bool holds(const List& list, int index) { return index >= 0 && index < static_cast<int>(list.size()); }

const AskChoice* chosen(const StepState& state, const Step& step, int ask) {
    if (!holds(step.ask, ask) || !holds(state.answers, ask)) return nullptr;
    return holds(step.ask[ask].choices, state.answers[ask].choice) ? &step.ask[ask].choices[state.answers[ask].choice] : nullptr;
}

// The misconception behind an answer: of its reason where one was given, else of the choice.
std::string misconception(const StepState& state, const Step& step, int ask) {
    const AskChoice* choice = chosen(state, step, ask);
    if (!choice) return "";
    const int because = state.answers[ask].because;
    return holds(choice->because, because) ? choice->because[because].misconception : choice->misconception;
}

bool may_predict(const StepState& state) { return state.phase == Phase::predict || state.phase == Phase::run; }

void settle(StepState& state, const Step& step) {
    if (!may_predict(state)) return;
    if (!step.ask.empty() && still_open(state, step).empty()) state.skipped = false;   // skipped, and then answered after all
    state.phase = run_unlocked(state, step) ? Phase::run : Phase::predict;
}

std::string first_sentences(const std::string& text, int wanted) {
    bool code = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '`') code = !code;
        const bool ends = i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\n';
        if (!code && ends && (text[i] == '.' || text[i] == '?' || text[i] == '!') && --wanted == 0) return text.substr(0, i + 1);
    }
    return text;
}

}  // namespace

StepState make_state(const Step& step) {
    StepState state;
    state.answers.resize(step.ask.size());
    settle(state, step);
    return state;
}

void predict(StepState& state, const Step& step, int ask, int choice) {
    if (!may_predict(state) || !holds(step.ask, ask) || !holds(step.ask[ask].choices, choice)) return;
    state.answers.resize(step.ask.size());
    if (state.answers[ask].choice == choice) return;
    state.answers[ask] = {choice, -1};
    settle(state, step);
}

void give_reason(StepState& state, const Step& step, int ask, int because) {
    const AskChoice* choice = chosen(state, step, ask);
    if (!may_predict(state) || !choice || !holds(choice->because, because)) return;
    state.answers[ask].because = because;
    settle(state, step);
}

void set_confidence(StepState& state, const Step& step, Confidence confidence) {
    if (!may_predict(state)) return;
    state.confidence = confidence;
    settle(state, step);
}

void skip(StepState& state, const Step& step) {
    if (!may_predict(state)) return;
    state.skipped = true;
    settle(state, step);
}

void ran(StepState& state, const Step& step, const Run& run) {
    if (state.phase != Phase::run || !run.done || run.done->how != "finished") return;
    if (!step.ask.empty() && shipped_config_of(step, run) != asked_config(step)) return;
    state.phase = step.observe ? Phase::observe : Phase::explain;
}

void observe(StepState& state, const Step& step, int choice) {
    if (state.phase != Phase::observe || !step.observe || !holds(step.observe->choices, choice)) return;
    state.observed = choice;
    state.hints = 0;   // they begin anew for what is to be tried
    state.phase = Phase::explain;
}

void show_hint(StepState& state, const Step& step) {
    if (!may_predict(state)) state.hints = std::min(state.hints + 1, static_cast<int>(step.hints.size()) + 1);
}

void show_explanation(StepState& state, const Step& step) {
    if (state.phase != Phase::explain) return;
    state.explained = true;
    state.phase = step.transfer_question.empty() ? Phase::done : Phase::transfer;
}

void open_transfer(StepState& state) {
    if (state.phase != Phase::transfer) return;
    state.transfer_open = true;
    state.phase = Phase::done;
}

std::vector<std::string> still_open(const StepState& state, const Step& step) {
    std::vector<std::string> out;
    for (int i = 0; i < static_cast<int>(step.ask.size()); ++i) {
        const Ask& ask = step.ask[i];
        const std::string row = ask_name(step, ask);
        const AskChoice* choice = chosen(state, step, i);
        if (!choice) out.push_back("what " + row + (ask.value ? " reads" : " returns"));
        else if (!choice->because.empty() && state.answers[i].because < 0)
            out.push_back("why " + row + (ask.value ? " reads " : " returns ") + choice->answer);
    }
    if (!step.ask.empty() && !state.confidence) out.push_back("how sure you are");
    return out;
}

bool run_unlocked(const StepState& state, const Step& step) { return state.skipped || still_open(state, step).empty(); }

char asked_config(const Step& step) {
    const bool all_b = !step.ask.empty() && std::all_of(step.ask.begin(), step.ask.end(), [](const Ask& ask) { return ask.run == 'B'; });
    return all_b ? 'B' : 'A';
}

bool needs_both(const Step& step) {
    return std::any_of(step.ask.begin(), step.ask.end(), [](const Ask& ask) { return ask.run == 'B'; });
}

char shipped_config_of(const Step& step, const Run& run) {
    for (const UnitRequest& unit : run.request.units)
        if (unit.source != step.kernel) return 0;
    return config_of(step, run);
}

std::string ask_name(const Step& step, const Ask& ask) {
    const auto& calls = config(step, ask.run).calls;
    if (!holds(calls, ask.call)) return "the call";
    return ask.value ? calls[ask.call].buffer + "[0]" : calls[ask.call].call;
}

std::vector<Compared> compare(const StepState& state, const Step& step, const Run& run) {
    const char which = shipped_config_of(step, run);
    std::vector<Compared> out;
    for (int i = 0; i < static_cast<int>(step.ask.size()); ++i) {
        Compared compared{.ask = i};
        if (const AskChoice* choice = chosen(state, step, i); choice && !state.skipped) compared.predicted = choice->answer;
        if (which == step.ask[i].run) compared.measured = measured_text(step, step.ask[i], run);
        if (!compared.predicted.empty() && !compared.measured.empty())
            compared.match = compared.predicted == compared.measured ? Match::same : Match::differs;
        out.push_back(std::move(compared));
    }
    return out;
}

std::string reply(const StepState& state, const Step& step, const Course& course, const Compared& compared) {
    if (compared.match == Match::open || !holds(step.ask, compared.ask)) return "";
    const std::string id = misconception(state, step, compared.ask);
    const auto known = course.misconceptions.find(id);
    if (known != course.misconceptions.end()) return known->second.reply;
    const Ask& ask = step.ask[compared.ask];
    const std::string fact = ask_name(step, ask) + (ask.value ? " reads " : " returned ") + compared.measured;
    if (compared.match == Match::differs) return fact + ", not " + compared.predicted + ". Look at that row once more.";
    if (state.confidence == Confidence::sure) return fact + ", as you said.";
    return first_sentences(step.explain, 2);
}

bool missed(const StepState& state, const Step& step, const Compared& compared) {
    return compared.match == Match::differs || (compared.match == Match::same && !misconception(state, step, compared.ask).empty());
}

std::string answer_again(const Step& of, int ask, const StepState* then, const Course& course) {
    if (!holds(of.ask, ask)) return "";
    const AskChoice* right = right_choice(of.ask[ask]);
    if (!right) return "";
    std::string out = std::string(of.ask[ask].value ? "It reads " : "It returns ") + right->answer;
    for (const auto& because : right->because)
        if (because.misconception.empty()) {
            out += ": " + because.text;
            break;
        }
    out += ".";
    const auto known = then ? course.misconceptions.find(misconception(*then, of, ask)) : course.misconceptions.end();
    return known == course.misconceptions.end() ? out : out + " " + known->second.reply;
}

const AskChoice* right_choice(const Ask& ask) {
    const auto found = std::find_if(ask.choices.begin(), ask.choices.end(), is_right);
    return found == ask.choices.end() ? nullptr : &*found;
}

std::vector<int> confident_misses(const StepState& state, const Step& step, const Run& run) {
    std::vector<int> out;
    if (state.confidence != Confidence::sure) return out;
    for (const Compared& compared : compare(state, step, run))
        if (missed(state, step, compared)) out.push_back(compared.ask);
    return out;
}

}  // namespace launchlab
