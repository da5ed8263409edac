// Say what you saw: the one question; below it why this happens, locked until it is answered; then what to try, and the same
// thing elsewhere.
#include <algorithm>

#include "panels/compare.h"
#include "panels/rich.h"

namespace launchlab {

namespace {

Press choice_button(Ui& ui, const Rect& r, int number, const std::string& text, bool chosen) {
    float u = ui.u;
    Press state = press(ui, "answer/" + std::to_string(number), r);
    if (chosen) fill(ui, r, 10 * u, ui.tint(Role::panel, Role::accent, 0.22f));
    else if (state.hovered) fill(ui, r, 10 * u, ui.tint(Role::panel, Role::text2, 0.14f));
    frame(ui, r, 10 * u, chosen ? 2.2f : 1.4f, ui.col(chosen ? Role::accent : Role::control));
    std::string digit = std::to_string(number);
    float cap = key_cap_width(ui, digit);
    key_cap(ui, r.x0 + 16 * u + cap, r.cy(), digit);
    auto lines = wrap(ui, Face::medium, 0.92f, text, r.w() - cap - 44 * u - (chosen ? 28 * u : 0));
    float y = r.cy() - 12 * u * float(lines.size() - 1);
    for (const auto& line : lines) text_at(ui, r.x0 + 32 * u + cap, y, chosen ? Face::semibold : Face::medium, chosen ? 0.90f : 0.92f, Role::text, line), y += 24 * u;
    if (chosen) draw_symbol(ui, Symbol::tick, r.x1 - 20 * u, r.cy(), 18 * u, Role::accent);
    focus_ring(ui, r, 10 * u, state);
    return state;
}

// Point, reason, show, and then the solution: each only when asked for.
float draw_hints(Scene& s, float x, float y0, float w, const std::string& solution) {
    Ui& ui = s.ui;
    float u = ui.u, y = y0;
    const Step& step = *s.session.step();
    const int count = int(step.hints.size()), shown = s.session.state().hints, levels = count + !solution.empty();
    for (int i = 0; i < std::min(shown, count); ++i)
        y += rich_text(ui, x, y, w, "**Hint " + std::to_string(i + 1) + ".** " + filled(s.session, step.hints[i]), {0.92f, Role::text2, 1.5f}) + 8 * u;
    if (shown > count && !solution.empty()) y += rich_text(ui, x, y, w, "**Solution.** " + filled(s.session, solution), {0.92f, Role::text2, 1.5f}) + 8 * u;
    if (shown > s.screen.hints_shown) s.screen.hints_shown = shown, ImGui::SetScrollFromPosY(y + 48 * u - ImGui::GetWindowPos().y, 1.0f);
    if (shown >= levels) return y - y0;
    std::string text = shown == 0 ? "Hint" : shown < count ? "Next hint" : "Show the solution";
    float link_w = text_width(ui, Face::medium, 0.87f, text) + key_cap_width(ui, "H") + 12 * u;
    if (link(ui, x + link_w + 4 * u, y + 18 * u, text, "H")) s.actions.hint = true;
    return y + 40 * u - y0;
}

// The first hint is offered beside the title, so that the answers and what waits below them stay in sight.
bool hint_in_title(const Scene& s, float w) {
    const StepState& state = s.session.state();
    return state.phase == Phase::observe && s.session.run() && state.hints == 0 && w > 380 * s.ui.u;
}

float draw_question(Scene& s, float x, float y, float w) {
    Ui& ui = s.ui;
    float u = ui.u;
    const Observe& question = *s.session.step()->observe;
    const StepState& state = s.session.state();
    y += rich_text(ui, x, y, w, filled(s.session, question.question), {0.96f, Role::text, 1.45f}) + 12 * u;
    bool answered = state.observed.has_value(), may = state.phase == Phase::observe && s.session.run();
    if (!answered && !s.session.run()) {
        y += rich_text(ui, x, y, w, "Run it again first: the question is about what you see.", {0.92f, Role::text2, 1.5f});
        return y;
    }
    float gap = 12 * u, half = (w - gap) / 2, tall = 54 * u;
    bool column = half < 200 * u;
    for (const auto& text : question.choices)                 // a call's name is never broken
        for (std::size_t from = 0; from < text.size(); from = text.find(' ', from) == std::string::npos ? text.size() : text.find(' ', from) + 1)
            column = column || text_width(ui, Face::medium, 0.92f, text.substr(from, text.find(' ', from) - from)) > half - 90 * u;
    for (const auto& text : question.choices) {
        float room = (column ? w : half) - 90 * u;
        tall = std::max(tall, (18 + 24 * float(wrap(ui, Face::medium, 0.92f, text, room).size())) * u);
    }
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
        float cx = column ? x : x + float(i % 2) * (half + gap), cy = column ? y + float(i) * (tall + 10 * u) : y + float(i / 2) * (tall + gap);
        Press p = choice_button(ui, {cx, cy, cx + (column ? w : half), cy + tall}, int(i) + 1, question.choices[i], answered && *state.observed == int(i));
        bool key = s.screen.digit == int(i) + 1;
        if (may && (p.pressed || key)) s.actions.observe = int(i);
    }
    std::size_t rows = column ? question.choices.size() : (question.choices.size() + 1) / 2;
    y += float(rows) * tall + float(rows - 1) * (column ? 10 * u : gap);
    const std::string right = question.right >= 0 && question.right < int(question.choices.size()) ? question.choices[question.right] : "";
    if (answered && *state.observed != question.right && !right.empty()) {
        y += 18 * u;
        draw_symbol(ui, Symbol::differs, x + 9 * u, y + 8 * u, 17 * u, Role::amber);
        y += rich_text(ui, x + 28 * u, y - 7 * u, w - 28 * u, "The run shows: **" + right + (right.back() == '.' ? "**" : ".**") + " Look at that row once more.", {0.92f, Role::text2, 1.5f});
    }
    if (may && !hint_in_title(s, w)) y += 10 * u, y += draw_hints(s, x, y, w, right);
    return y;
}

float draw_locked(Scene& s, float x, float y, float w) {
    Ui& ui = s.ui;
    float u = ui.u;
    const char* opens = s.session.step()->observe ? "Opens when you have answered." : "Opens after the run.";
    draw_symbol(ui, Symbol::lock, x + 12 * u, y + 14 * u, 22 * u, Role::text2);
    float end = 36 * u + text_at(ui, x + 36 * u, y + 14 * u, Face::semibold, 0.92f, Role::text, "Why this happens") + 20 * u;
    if (end + text_width(ui, Face::regular, 0.87f, opens) <= w) {
        text_at(ui, x + end, same_baseline(ui, y + 14 * u, Face::regular, 0.87f, Face::semibold, 0.92f), Face::regular, 0.87f, Role::text2, opens);
        return 28 * u;
    }
    return 28 * u + rich_text(ui, x + 36 * u, y + 28 * u, w - 36 * u, opens, {0.87f, Role::text2, 1.4f});
}

// The explanation, what to try, and the same thing elsewhere. The way on stands beside the title, so that it is in sight.
float draw_why(Scene& s, float x, float y, float w) {
    Ui& ui = s.ui;
    float u = ui.u;
    const Step& step = *s.session.step();
    const StepState& state = s.session.state();
    if (state.phase < Phase::explain) {
        if (shows_changed_build(s.session)) {
            Next next = next_of(s);
            y += rich_text(ui, x, y, w, "You predicted the build as shipped; this one is changed. The question is about that run.", {0.92f, Role::text2, 1.5f}) + 12 * u;
            if (next.does == Next::Does::shipped && button(ui, {x, y, x + std::min(w, button_width(ui, next.text, next.key)), y + 46 * u}, next.text, next.key, Look::primary)) do_next(s, next);
            return y + 50 * u;
        }
        return y + draw_locked(s, x, y, w);
    }
    if (!state.explained) {
        float bw = std::min(w, button_width(ui, "Why this happens", "enter"));
        if (button(ui, {x, y, x + bw, y + 46 * u}, "Why this happens", "enter", Look::primary)) do_next(s, next_of(s));
        return y + 46 * u;
    }
    auto bring = [&](float at, float part) { if (s.screen.bring_question) ImGui::SetScrollFromPosY(at - ImGui::GetWindowPos().y, part); };
    if (state.phase != Phase::done) bring(y, 0.02f);
    draw_symbol(ui, Symbol::chevron_down, x + 9 * u, y + 12 * u, 18 * u, Role::text2);
    float title = text_at(ui, x + 30 * u, y + 12 * u, Face::semibold, 1.0f, Role::text, "Why this happens") + 60 * u;
    Next on = way_on(s.session);
    if (state.phase == Phase::done) on.key = "enter";
    std::string text = on.text;
    float cap = key_cap_width(ui, on.key) + 24 * u;
    if (title + text_width(ui, Face::medium, 0.87f, text) + cap > w && on.does == Next::Does::step) text = "Next step";
    bool beside = title + text_width(ui, Face::medium, 0.87f, text) + cap <= w;
    if (!beside) y += 36 * u;
    if (link(ui, x + w - 4 * u, y + 12 * u, text, on.key)) do_next(s, on);
    y += 34 * u;
    y += rich_text(ui, x, y, w, filled(s.session, step.explain), {0.96f, Role::text2, 1.5f}) + 14 * u;
    if (!step.try_this.empty()) {
        y += rich_text(ui, x, y, w, "**Try it.** " + filled(s.session, step.try_this), {0.96f, Role::text2, 1.5f}) + 6 * u;
        y += draw_hints(s, x, y, w, step.solution) + 12 * u;
    }
    if (!step.transfer_question.empty()) {
        const float from = y;
        y += rich_text(ui, x, y, w, "**Elsewhere.** " + filled(s.session, step.transfer_question), {0.96f, Role::text2, 1.5f}) + 10 * u;
        if (state.transfer_open) y += rich_text(ui, x, y, w, filled(s.session, step.transfer_answer), {0.96f, Role::text, 1.5f}) + 10 * u, bring(y, 1.0f);
        else if (state.phase == Phase::transfer) {
            float bw = std::min(w, button_width(ui, "Show the answer", "enter"));
            if (button(ui, {x, y, x + bw, y + 46 * u}, "Show the answer", "enter", Look::primary)) s.actions.transfer = true;
            const ImVec2 low = ImGui::GetWindowDrawList()->GetClipRectMin(), high = ImGui::GetWindowDrawList()->GetClipRectMax();
            s.screen.elsewhere_in_view = y + 46 * u <= high.y + 1 && (from >= low.y - 1 || y + 46 * u - from > high.y - low.y);
            y += 56 * u;
            if (s.screen.bring_elsewhere) ImGui::SetScrollFromPosY(y - ImGui::GetWindowPos().y, 1.0f);
        }
    }
    return y;
}

}  // namespace

float draw_say(Scene& s, const Rect& area) {
    Ui& ui = s.ui;
    float u = ui.u, y = area.y0 + 12 * u, x = area.x0, w = area.w();
    const Step& step = *s.session.step();
    const StepState& state = s.session.state();
    if (s.screen.to_top) ImGui::SetScrollY(0);
    if (!step.observe) return area.y0;
    draw_symbol(ui, Symbol::question, x + 13 * u, y, 26 * u, Role::accent);
    text_at(ui, x + 36 * u, y, Face::semibold, 1.1f, Role::text, "Say what you saw");
    if (state.observed && *state.observed == step.observe->right && w > 380 * u) {
        float tw = text_at(ui, area.x1, y, Face::regular, 0.82f, Role::text2, "as the run shows", Align::right);
        draw_symbol(ui, Symbol::tick, area.x1 - tw - 16 * u, y, 17 * u, Role::text2);
    }
    if (hint_in_title(s, w) && !asks_about_both(s) && !recording_for_question(s.session) && link(ui, area.x1 - 4 * u, y, "Hint", "H")) s.actions.hint = true;
    y += 28 * u;
    if (asks_about_both(s)) {
        y += rich_text(ui, x, y, w, "The question is about runs A and B. Put them beside each other first.", {0.96f, Role::text, 1.45f}) + 14 * u;
        Rect both{x, y, x + std::min(w, button_width(ui, "Compare A and B", "C")), y + 46 * u};
        if (button(ui, both, "Compare A and B", "C", Look::primary)) enter_compare(s);
        return both.y1;
    }
    if (const Recording* one = recording_for_question(s.session)) {
        y += rich_text(ui, x, y, w, "The rule tells what starts, not what each call returned. A recorded run shows it.", {0.96f, Role::text, 1.45f}) + 14 * u;
        std::string words = "See it on the " + one->run.origin.gpu;
        if (button_width(ui, words, "L") > w) words = "See a recording";
        Rect play{x, y, x + std::min(w, button_width(ui, words, "L")), y + 46 * u};
        if (button(ui, play, words, "L", Look::primary)) s.actions.recording = one->name;
        return play.y1;
    }
    if (state.phase >= Phase::observe) return draw_question(s, x, y, w);
    text_at(ui, x, y + 12 * u, Face::regular, 0.92f, Role::text2, shows_changed_build(s.session) ? "The question comes with the run that you predicted." : "The question comes with the run.");
    return y + 30 * u;
}

float draw_because(Scene& s, const Rect& area) {
    float u = s.ui.u, y = draw_why(s, area.x0, area.y0, area.w());
    return y + 18 * u + draw_predictions_line(s, area.x0, y + 18 * u, area.w());
}

namespace {

constexpr float foot_height = 54;

enum class AtFoot { nothing, locked, next };

// Below what scrolls, where there is room for both: that the explanation is locked, or, where no bar says it, what comes next.
AtFoot at_foot(const Scene& s, const Rect& rect) {
    const Phase phase = s.session.state().phase;
    if (rect.h() < 300 * s.ui.u || rect.w() < 520 * s.ui.u) return AtFoot::nothing;
    if (phase == Phase::transfer) return has_rail(s.ui) && s.ui.tall >= 1000 ? AtFoot::next : AtFoot::nothing;
    return s.session.step()->observe && phase < Phase::explain && !shows_changed_build(s.session) ? AtFoot::locked : AtFoot::nothing;
}

float say_and_why(Scene& s, const Rect& area) {
    float u = s.ui.u, y = area.y0 + 12 * u;
    if (s.session.step()->observe) {
        y = draw_say(s, area) + 18 * u;
        h_line(s.ui, area.x0, area.x1, y, 1, s.ui.col(Role::line));
        y += 14 * u;
    }
    return draw_why(s, area.x0, y, area.w());
}

float with_predictions_below(Scene& s, const Rect& area, float (*content)(Scene&, const Rect&)) {
    float y = content(s, area) + 18 * s.ui.u;
    return y + draw_predictions_line(s, area.x0, y, area.w());
}

float say_and_predictions(Scene& s, const Rect& area) { return with_predictions_below(s, area, draw_say); }
float all_three(Scene& s, const Rect& area) { return with_predictions_below(s, area, say_and_why); }

}  // namespace

void draw_observe_panel(Scene& s, const Rect& rect, bool with_predictions) {
    Ui& ui = s.ui;
    float u = ui.u;
    const AtFoot what = at_foot(s, rect);
    const bool foot = what != AtFoot::nothing;
    panel(ui, rect);
    const Rect body{rect.x0 + 20 * u, rect.y0 + 16 * u, rect.x1 - 16 * u, rect.y1 - (foot ? foot_height + 4 : 12) * u};
    if (what == AtFoot::locked) draw_scrolling(s, "observe", body, with_predictions ? say_and_predictions : draw_say);
    else draw_scrolling(s, "observe", body, with_predictions ? all_three : say_and_why);
    if (!foot) return;
    const float top = rect.y1 - foot_height * u;
    h_line(ui, rect.x0 + 1, rect.x1 - 1, top, 1, ui.col(Role::line));
    if (what == AtFoot::locked) draw_locked(s, rect.x0 + 28 * u, top + (foot_height / 2 - 14) * u, rect.w() - 56 * u);
    else if (Next next = next_of(s); link(ui, rect.x1 - 28 * u, top + foot_height * u / 2, next.text, next.key)) do_next(s, next);
}

}  // namespace launchlab
