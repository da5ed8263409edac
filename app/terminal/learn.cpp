#include "terminal/learn.h"

#include <algorithm>

#include "terminal/findings.h"
#include "terminal/learn_words.h"
#include "terminal/prose.h"
#include "terminal/run_choice.h"

namespace launchlab {

namespace {

constexpr double a_day_s = 86'400;

}  // namespace

std::vector<Learn::Item> Learn::items() const {
    std::vector<Item> out;
    for (int i = 0; i < static_cast<int>(step().ask.size()); ++i) {
        out.push_back({i, false});
        const int choice = i < static_cast<int>(state().answers.size()) ? state().answers[static_cast<std::size_t>(i)].choice : -1;
        if (choice >= 0 && !step().ask[static_cast<std::size_t>(i)].choices[static_cast<std::size_t>(choice)].because.empty()) out.push_back({i, true});
    }
    if (!step().ask.empty()) out.push_back({});
    return out;
}

void Learn::before_run() {
    const std::vector<Item> all = items();
    const int count = static_cast<int>(all.size());
    const auto open = [&](const Item& item) {
        if (item.ask < 0) return !state().confidence;
        const Answer& answer = state().answers[static_cast<std::size_t>(item.ask)];
        return item.because ? answer.because < 0 : answer.choice < 0;
    };
    if (cursor_ < 0) cursor_ = static_cast<int>(std::find_if(all.begin(), all.end(), open) - all.begin());
    if (cursor_ < count && !(state().skipped && open(all[static_cast<std::size_t>(cursor_)]))) return ask(all[static_cast<std::size_t>(cursor_)]);
    if (!run_unlocked(state(), step())) {
        cursor_ = -1;
        return;
    }
    gap();
    const std::string what = !session_->choice().recording.empty() ? "plays the recording" : session_->by_rule() ? "builds it, and judges by rule" : needs_both(step()) ? "runs A and B" : "runs it";
    say(std::string(state().skipped ? "Skipped for presenting, and kept as skipped. " : "") + "Enter " + what + ". \"back\" changes an answer.");
    const auto typed = hear("run");
    if (!typed) return;
    if (lower(*typed) == "back" && count > 0) cursor_ = count - 1;
    else if (typed->empty() || lower(*typed) == "run") run();
    else say("Press Enter, or type run, back, help or quit.");
}

void Learn::ask(const Item& item) {
    gap();
    std::vector<std::string> choices{"guess", "fairly", "sure"};
    std::string question = "How sure are you?", before;
    if (item.ask < 0) {
        if (state().confidence) before = choices[static_cast<std::size_t>(*state().confidence)];
    } else {
        const Ask& of = step().ask[static_cast<std::size_t>(item.ask)];
        const Answer& answer = state().answers[static_cast<std::size_t>(item.ask)];
        const AskChoice* chosen = answer.choice >= 0 ? &of.choices[static_cast<std::size_t>(answer.choice)] : nullptr;
        choices = item.because ? reasons_of(*chosen) : answers_of(of);
        question = item.because ? "Why " + shown_answer(chosen->answer) + "?" : "Question " + std::to_string(item.ask + 1) + " of " + std::to_string(step().ask.size()) + ". " + question_words(step(), of);
        const int given = item.because ? answer.because : answer.choice;
        if (given >= 0) before = choices[static_cast<std::size_t>(given)];
    }
    say(question);
    out_.print(choice_lines(choices, out_.style()));
    if (!before.empty()) say("You said " + before + ". Enter keeps it.");
    const auto typed = hear("answer");
    if (!typed) return;
    const std::string word = lower(*typed);
    if (word == "back") {
        if (cursor_ == 0) say("This is the first question.");
        cursor_ = std::max(0, cursor_ - 1);
    } else if (word == "skip") {
        session_->carry_out({.skip = true});
        cursor_ = static_cast<int>(items().size());
    } else if (typed->empty() && !before.empty()) {
        ++cursor_;
    } else if (const auto choice = choice_of(*typed, choices)) {
        if (item.ask < 0) session_->carry_out({.confidence = static_cast<Confidence>(*choice)});
        else if (item.because) session_->carry_out({.because = Actions::Reasoned{item.ask, *choice}});
        else session_->carry_out({.predict = Actions::Predicted{item.ask, *choice}});
        ++cursor_;
    } else {
        say("That is none of these. Answer with a letter, or with the answer itself; \"skip\" goes on without a prediction.");
    }
}

// Runs what the step asks about, both runs where it asks about B, and shows them.
void Learn::run() {
    const std::size_t before = session_->tried().size();
    session_->carry_out({.run_step = true});
    if (session_->tried().size() == before) {
        say(session_->why_locked().empty() ? "It did not start. launchlab doctor says what is missing." : session_->why_locked());
        return;
    }
    out_.status("running ... Ctrl C ends");
    patience_.until(*session_, [&] { return !session_->running(); }, a_day_s);
    if (patience_.interrupted()) {
        left_ = true;
        return;
    }
    see();
}

void Learn::see() {
    seen_ = true;
    for (const Run* run : {session_->run(), session_->other()}) {
        if (!run) continue;
        gap();
        const char own = config_of(step(), *run), config = own ? own : session_->choice().config;
        if (launchlab::by_rule(*run)) out_.print(spoken_rule(step(), config, *run, out_.style()));
        else out_.print(spoken_run(*run, config, out_.style()));
    }
}

void Learn::say_what_was_seen() {
    if (!session_->run()) {
        say("You predicted and ran this before. Enter runs it again, so that you see it.");
        if (const auto typed = hear("run"); typed) run();
        return;
    }
    if (!seen_) {
        say("You predicted and ran this before. This is what it showed:");
        see();
    }
    title("Say what you saw");
    prose(step().observe->question);
    out_.print(choice_lines(step().observe->choices, out_.style()));
    const auto typed = hear("saw");
    if (!typed) return;
    if (lower(*typed) == "back" || lower(*typed) == "run") return see();
    const auto choice = choice_of(*typed, step().observe->choices);
    if (!choice) return say("Answer with a letter. \"back\" shows the run again, \"hint\" gives a hint.");
    session_->carry_out({.observe = *choice});
    const std::string& right = step().observe->choices[static_cast<std::size_t>(step().observe->right)];
    const bool ruled = launchlab::by_rule(*session_->run());
    if (*choice == step().observe->right) say(ruled ? "As the rule says." : "As the run shows.");
    else say(std::string(ruled ? "By rule it is: " : "The run shows: ") + right + (right.back() == '.' ? "" : ".") + " Look at that row once more.");
}

void Learn::explain() {
    gap();
    std::vector<Compared> all;
    for (const Run* run : {session_->run(), session_->other()}) {
        if (!run) continue;
        const std::vector<Compared> own = compare(state(), step(), *run);
        if (all.empty()) all = own;
        for (std::size_t i = 0; i < own.size(); ++i)
            if (all[i].measured.empty()) all[i] = own[i];
    }
    if (!all.empty()) out_.print(spoken_predictions(state(), step(), session_->course(), all, values(), out_.style()));
    say("Enter tells why this happens. \"back\" shows the run again.");
    const auto typed = hear("why");
    if (!typed) return;
    if (lower(*typed) == "back") return see();
    session_->carry_out({.explain = true});
    title("Why this happens");
    prose(step().explain);
    if (const Run* run = session_->run(); run && !run->request.units.empty()) {
        gap();
        out_.print(image_lines(run->request, run->rule, run->taken, out_.style()));
    }
    if (state().phase == Phase::done) try_it();   // there is nothing elsewhere to go to
}

void Learn::try_it() {
    title("Try it");
    prose(step().try_this);
    say("\"run A\", \"run B\" and \"targets sm_90,compute_80\" run it, \"hint\" helps and then solves, Enter goes on.");
    while (true) {
        const auto typed = hear("try");
        if (!typed) return;
        if (typed->empty() || lower(*typed) == "next") break;
        try_word(*typed);
    }
    tried_ = true;
}

void Learn::try_word(const std::string& typed) {
    const std::string word = lower(typed);
    const std::size_t before = session_->tried().size();
    if (word == "run a" || word == "a") session_->carry_out({.config = 'A'});
    else if (word == "run b" || word == "b") session_->carry_out({.config = 'B'});
    else if (word == "run") session_->carry_out({.run = true});
    else if (word == "back") return see();
    else if (word.starts_with("targets ")) {
        if (auto error = choose_targets(*session_, typed.substr(8))) return say(error->what);
    } else {
        return say("Type run A, run B, targets and a list, hint, back, or Enter to go on.");
    }
    if (!session_->troubles().empty() && session_->tried().size() == before && session_->choice().targets.empty()) return say(session_->troubles().back().text());
    patience_.until(*session_, [&] { return !session_->running(); }, a_day_s);
    if (const Run* run = session_->run()) {
        const char own = config_of(step(), *run), config = own ? own : session_->choice().config;
        out_.print(launchlab::by_rule(*run) ? spoken_rule(step(), config, *run, out_.style()) : spoken_run(*run, config, out_.style()));
    }
}

void Learn::elsewhere() {
    title("Elsewhere");
    prose(step().transfer_question);
    say("Write your answer on one line. Enter alone shows the one given here.");
    const auto typed = hear("elsewhere");
    if (!typed) return;
    if (lower(*typed) == "back") {
        tried_ = false;
        return;
    }
    session_->carry_out({.transfer = true});
    if (!typed->empty()) say("You wrote: " + *typed);
    prose("The answer: " + step().transfer_answer);
}

}  // namespace launchlab
