#include "terminal/learn_command.h"

#include <cctype>

#include "session/course_files.h"
#include "terminal/commands.h"
#include "terminal/learn.h"
#include "terminal/learn_words.h"
#include "terminal/prose.h"
#include "terminal/run_choice.h"

namespace launchlab {

namespace {

constexpr double a_day_s = 86'400;

}  // namespace

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

int Learn::go(SessionOptions options) {
    options.toolkit = asked_.toolkit;
    options.live = asked_.recorded.empty();
    options.on = asked_.on;
    options.wake = patience_.wake();
    Session session(std::move(options));
    session_ = &session;
    if (session.course().lessons.empty()) return fail(err_, session.troubles().empty() ? Error{"lessons", "no lessons found. Name their folder with --lessons."} : session.troubles().front());
    if (asked_.step.empty() && session.step()) asked_.step = session.step()->id;
    RunArguments names{.step = asked_.step, .on = asked_.on, .recorded = asked_.recorded, .toolkit = asked_.toolkit};
    if (auto error = check_names(session, names)) return fail(err_, *error);
    asked_.recorded = names.recorded;
    const bool spoke = patience_.until(session, [&] { return session.link() != Link::starting; }, a_day_s);
    if (!spoke && patience_.interrupted()) return exit_interrupted;
    Typed typed(out_, [&] { session.update(); }, [&] { return patience_.interrupted(); });
    typed_ = &typed;
    bool more = open_step(asked_.step);
    while (more) {
        if (state().phase == Phase::predict && cursor_ < 0) question_again();
        while (!left_ && state().phase != Phase::done) switch (state().phase) {
                case Phase::predict:
                case Phase::run: before_run(); break;
                case Phase::observe: say_what_was_seen(); break;
                case Phase::explain: explain(); break;
                case Phase::transfer: tried_ ? elsewhere() : try_it(); break;
                case Phase::done: break;
            }
        more = !left_ && go_on();
    }
    if (patience_.interrupted()) return exit_interrupted;
    const bool done = state().phase == Phase::done;
    if (!done) say("What you answered is kept. Go on with: launchlab learn " + step().id + " --text");
    for (const Error& trouble : session.troubles())   // of the course and of what is kept; what the machine lacks was said where it mattered
        if (trouble.where.find("lessons") != std::string::npos || trouble.where.find("progress") != std::string::npos) fail(err_, trouble);
    return done ? exit_same : exit_differs;
}

StepValues Learn::values() const {
    std::optional<Gpu> gpu;
    if (const Gpu* judged = session_->judged_card()) gpu = *judged;
    return step_values(step(), gpu, session_->toolkit());
}

bool Learn::open_step(const std::string& id) {
    session_->carry_out({.open_step = id});
    cursor_ = -1;
    tried_ = seen_ = false;
    choose_card();
    patience_.until(*session_, [&] { return !session_->running(); }, a_day_s);   // a recording of a step that ran before plays at once
    head();
    return true;
}

// The card that is here; else a recording; else the card that the step names for its rule.
void Learn::choose_card() {
    if (rule_card_) session_->carry_out({.on = asked_.on});
    rule_card_ = false;
    if (!asked_.recorded.empty() && asked_.recorded.find("/" + step().id + "/") != std::string::npos) session_->carry_out({.recording = asked_.recorded});
    if (!session_->choice().recording.empty() || !asked_.on.empty()) return;
    if (session_->live_card() && !session_->choice().targets.empty()) return;
    const Recording* found = nullptr;
    for (const Recording* one : session_->recordings_for_step())
        if (!found || (found->name.back() != asked_config(step()) && one->name.back() == asked_config(step()))) found = one;
    if (found) return session_->carry_out({.recording = found->name});
    if (step().rule_card.empty()) return;
    session_->carry_out({.on = step().rule_card});
    rule_card_ = true;
}

void Learn::head() {
    title(step().id + ". " + step().title);
    say(std::to_string(step().minutes) + " minutes. Goal: " + fill(step().goal, values()));
    const Gpu* card = session_->judged_card();
    if (!session_->choice().recording.empty() && card) say("Not run here: played as it was recorded on " + named_card(card->name, card->capability) + ".");
    else if (session_->live_card() && card) say("It runs on the card that is here: " + card->name + ", " + to_text(card->capability) + ".");
    else if (card) say("Judged by rule, not run, for " + named_card(card->name, card->capability) + ".");
    gap();
    prose(step().text);
    gap();
    say("The kernel:");
    out_.print(printable(out_.style(), session_->choice().source));
    say("The host part of run " + std::string(1, session_->choice().config) + ":");
    out_.print(printable(out_.style(), host_part(session_->request(), step().entry)));
    if (state().phase != Phase::predict) {
        gap();
        say(state().phase == Phase::done ? "You have done this step before." : "You left this step before its end, and go on there.");
    }
    gap();
    say("Type help for the words that you can use.");
}

// One that was missed though sure, in an earlier step; it is answered once, and then gone.
void Learn::question_again() {
    const std::optional<Again> again = session_->again();
    if (!again) return;
    const Ask& of = again->of->ask[static_cast<std::size_t>(again->ask)];
    title("Asked again, because you were sure");
    say("From \"" + again->of->title + "\". " + question_words(*again->of, of));
    out_.print(choice_lines(answers_of(of), out_.style()));
    while (true) {
        const auto typed = hear("again");
        if (!typed) return;
        if (!typed->empty() && !choice_of(*typed, answers_of(of))) {
            say("Answer with a letter, or with the answer itself. Enter shows it.");
            continue;
        }
        const auto then = session_->progress().steps.find(again->of->id);
        const std::string answer = answer_again(*again->of, again->ask, then == session_->progress().steps.end() ? nullptr : &then->second, session_->course());
        session_->carry_out({.asked_again = true});
        out_.print(prose_lines(answer, out_.style()));
        return;
    }
}

bool Learn::go_on() {
    std::string next, words;
    bool here = false;
    for (const Lesson& lesson : session_->course().lessons)
        for (const Step& one : lesson.steps) {
            if (here && next.empty()) next = one.id, words = one.title;
            here = here || &one == &step();
        }
    gap();
    if (next.empty()) {
        say("This step is done. It was the last one.");
        return false;
    }
    say("This step is done. Enter opens the next one, " + next + ": " + words + " \"quit\" ends.");
    while (true) {
        const auto typed = hear("next");
        if (!typed) return false;
        if (typed->empty() || lower(*typed) == "next") return open_step(next);
        if (lower(*typed) == "run") see();
        else say("Press Enter for the next step, or type quit.");
    }
}

// The next line that is no word for all places; unset: the learner leaves.
std::optional<std::string> Learn::hear(const std::string& prompt) {
    while (true) {
        const std::optional<std::string> typed = typed_->line(prompt);
        const std::string word = typed ? lower(*typed) : "quit";
        if (word == "quit" || word == "exit" || word == "q") {
            left_ = true;
            return std::nullopt;
        }
        if (word == "help" || word == "?") help();
        else if (word == "again") head();
        else if (word == "hint") hint();
        else if (word == "room") prose(step().room);
        else return typed;
    }
}

void Learn::help() {
    for (const char* line : {"a, b, c    the choice of that letter; its own words do as well: 209", "back       to the question before, or to the run",
                             "hint       after the run: point, reason, show, then the answer", "skip       go on without a prediction; it is kept as skipped",
                             "again      read the step from its beginning", "room       notes for who teaches this step", "quit       leave; what you answered is kept"})
        out_.print(wrap(out_.style(), line, "  ", "             "));
}

void Learn::hint() {
    if (state().phase <= Phase::run) return say("Hints come after the run: before it they would tell the result.");
    const int shown = state().hints, count = static_cast<int>(step().hints.size());
    const bool question = state().phase == Phase::observe;
    const std::string solution = question ? step().observe->choices[static_cast<std::size_t>(step().observe->right)] : step().solution;
    if (shown < count) prose("Hint " + std::to_string(shown + 1) + " of " + std::to_string(count) + ". " + step().hints[static_cast<std::size_t>(shown)]);
    else if (shown == count && !solution.empty()) prose("The solution. " + solution);
    else say("There are no more hints.");
    session_->carry_out({.hint = true});
}

void Learn::title(const std::string& text) {
    Lines lines = wrap(out_.style(), text, "", "");
    for (std::string& line : lines) line = paint(out_.style(), Ink::strong, line);
    gap();
    out_.print(lines);
}

void Learn::prose(const std::string& markdown) { out_.print(prose_lines(fill(markdown, values()), out_.style())); }

int learn_command(const LearnArguments& arguments, Output& out, Output& err) {
    const Result<std::string> data = find_data_dir();
    if (!data) return fail(err, data.error());
    return Learn(arguments, out, err).go(session_options(*data, arguments.lessons, arguments.runner));
}

}  // namespace launchlab
