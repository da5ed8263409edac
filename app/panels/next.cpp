// The one next thing: what the learner does now, in words, with its key. Each phase has exactly one.
#include "panels/compare.h"
#include "panels/panels.h"

namespace launchlab {

namespace {

const Step* step_after(const Session& session) {
    bool here = false;
    for (const Lesson& lesson : session.course().lessons)
        for (const Step& one : lesson.steps) {
            if (here) return &one;
            here = &one == session.step();
        }
    return nullptr;
}

std::string name_of_asked(const Step& step) { return needs_both(step) ? "A and B" : std::string(1, asked_config(step)); }

bool whole(const Run& run) { return run.done && run.done->how == "finished"; }

}  // namespace

bool asks_about_both(const Scene& s) {
    const Session& session = s.session;
    return session.step() && session.step()->observe && needs_both(*session.step()) && session.state().phase == Phase::observe && session.run() && !s.screen.compare;
}

bool shows_changed_build(const Session& session) {
    const Run* run = session.run();
    if (!run || !whole(*run) || !session.step() || session.step()->ask.empty()) return false;
    return shipped_config_of(*session.step(), *run) == 0;
}

Next way_on(const Session& session) {
    using Does = Next::Does;
    const Step* next = step_after(session);
    if (next) return {Does::step, "Next: " + next->title, "N", next->id};
    return {Does::home, "To the first screen", "N", ""};
}

Next next_of(const Scene& s) {
    using Does = Next::Does;
    const Session& session = s.session;
    const Step* step = session.step();
    if (!step) return {};
    const StepState& state = session.state();
    if (session.running()) return {Does::stop, "Stop the run", "Esc", ""};
    if (on_predict_screen(session)) {
        if (state.phase == Phase::run && session.why_locked().empty()) return {Does::run, "Run", "F5", ""};
        const int open = first_open(state, *step);
        if (s.screen.predict_tab != PredictTab::form || open < 0) return {Does::predict, "Next: say what you expect", "Ctrl 3", ""};
        if (open >= int(step->ask.size())) return {Does::predict, "Next: how sure are you?", "1 - 3", ""};
        const Answer& given = state.answers[std::size_t(open)];
        const auto& choices = step->ask[std::size_t(open)].choices;
        const std::size_t count = given.choice < 0 ? choices.size() : choices[std::size_t(given.choice)].because.size();
        return {Does::predict, (given.choice < 0 ? "Next: " : "Next, why: ") + ask_name(*step, step->ask[std::size_t(open)]), "1 - " + std::to_string(count), ""};
    }
    switch (state.phase) {
        case Phase::predict: case Phase::run:
            if (shows_changed_build(session)) return {Does::shipped, "Run " + name_of_asked(*step) + " as predicted", "enter", ""};
            return {Does::run, "Run", "F5", ""};
        case Phase::observe:
            if (!session.run()) return {Does::run, "Run again", "F5", ""};
            if (asks_about_both(s)) return {Does::both, "Next: compare A and B", "C", ""};
            return {Does::say, "Next: say what you saw", "Ctrl 2", ""};
        case Phase::explain: return {Does::why, "Why this happens", "enter", ""};
        case Phase::transfer:      // the answer only below a question that was read
            if (!s.screen.elsewhere_in_view) return {Does::elsewhere, "Next: the same thing elsewhere", "enter", ""};
            return {Does::answer, "Elsewhere: show the answer", "enter", ""};
        case Phase::done: {
            Next on = way_on(session);
            on.key = "enter";
            return on;
        }
    }
    return {};
}

void do_next(Scene& s, const Next& next) {
    using Does = Next::Does;
    ScreenState& screen = s.screen;
    bool to_question = next.does == Does::say || next.does == Does::why || next.does == Does::answer || next.does == Does::elsewhere;
    if (to_question) screen.result_tab = ResultTab::question;
    if (next.does == Does::say) screen.bring_question = true;
    if (next.does == Does::elsewhere) screen.bring_elsewhere = true;
    switch (next.does) {
        case Does::nothing: case Does::say: case Does::elsewhere: break;
        case Does::stop: s.actions.cancel = true; break;
        case Does::run: s.actions.run = true; break;
        case Does::shipped: s.actions.run_shipped = true; break;
        case Does::both: enter_compare(s); break;
        case Does::predict: screen.predict_tab = PredictTab::form, screen.turn_shown = -1; break;
        case Does::why: s.actions.explain = true; break;
        case Does::answer: s.actions.transfer = true; break;
        case Does::step: s.actions.open_step = next.step; break;
        case Does::home: screen.first.open = true; break;
    }
}

}  // namespace launchlab
