// Say what you saw: the one question; below it why this happens, locked until it is answered. Beside it: your predictions.
#include <algorithm>

#include "panels/panels.h"
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

float draw_question(Scene& s, float x, float y, float w) {
    Ui& ui = s.ui;
    float u = ui.u;
    const Observe& question = *s.session.step()->observe;
    const StepState& state = s.session.state();
    y += rich_text(ui, x, y, w, filled(s.session, question.question), {0.96f, Role::text, 1.45f}) + 12 * u;
    bool answered = state.observed.has_value(), may = state.phase == Phase::observe;
    float gap = 12 * u, half = (w - gap) / 2, tall = 54 * u;
    bool column = half < 200 * u;
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
    if (answered && *state.observed != question.right && question.right >= 0 && question.right < int(question.choices.size())) {
        y += 18 * u;
        draw_symbol(ui, Symbol::differs, x + 9 * u, y + 8 * u, 17 * u, Role::amber);
        y += rich_text(ui, x + 28 * u, y - 7 * u, w - 28 * u, "The run shows: **" + question.choices[question.right] + "**. Look at that row once more.", {0.92f, Role::text2, 1.5f});
    }
    return y;
}

float draw_why(Scene& s, float x, float y, float w) {
    Ui& ui = s.ui;
    float u = ui.u;
    const Step& step = *s.session.step();
    const StepState& state = s.session.state();
    bool open = state.phase >= Phase::explain;
    if (!open) {
        draw_symbol(ui, Symbol::lock, x + 12 * u, y + 14 * u, 22 * u, Role::text2);
        text_at(ui, x + 36 * u, y + 14 * u, Face::semibold, 0.92f, Role::text, "Why this happens");
        text_at(ui, x + 36 * u, y + 40 * u, Face::regular, 0.87f, Role::text2, step.observe ? "Opens when you have answered." : "Opens after the run.");
        return y + 52 * u;
    }
    if (!state.explained) {
        float bw = std::min(w, button_width(ui, "Why this happens", "enter"));
        if (button(ui, {x, y, x + bw, y + 46 * u}, "Why this happens", "enter", Look::primary)) s.actions.explain = true;
        return y + 46 * u;
    }
    draw_symbol(ui, Symbol::chevron_down, x + 9 * u, y + 12 * u, 18 * u, Role::text2);
    text_at(ui, x + 30 * u, y + 12 * u, Face::semibold, 1.0f, Role::text, "Why this happens");
    y += 34 * u;
    y += rich_text(ui, x, y, w, filled(s.session, step.explain), {0.96f, Role::text2, 1.5f}) + 14 * u;
    if (!step.try_this.empty()) y += rich_text(ui, x, y, w, "**Try it.** " + filled(s.session, step.try_this), {0.96f, Role::text2, 1.5f}) + 14 * u;
    if (!step.transfer_question.empty()) {
        y += rich_text(ui, x, y, w, "**Elsewhere.** " + filled(s.session, step.transfer_question), {0.96f, Role::text2, 1.5f}) + 10 * u;
        if (state.transfer_open) y += rich_text(ui, x, y, w, filled(s.session, step.transfer_answer), {0.96f, Role::text, 1.5f}) + 10 * u;
        else if (state.phase == Phase::transfer) {
            float bw = std::min(w, button_width(ui, "Show the answer", "enter"));
            if (button(ui, {x, y, x + bw, y + 46 * u}, "Show the answer", "enter")) s.actions.transfer = true;
            y += 56 * u;
        }
    }
    if (const Lesson* lesson = lesson_of(s.session.course(), step.id)) {
        for (std::size_t i = 0; i + 1 < lesson->steps.size(); ++i)
            if (lesson->steps[i].id == step.id && state.phase >= Phase::transfer) {
                std::string text = "Next: " + lesson->steps[i + 1].title;
                bool fits = button_width(ui, text, "") <= w;
                if (!fits) text = "Next step";
                if (button(ui, {x, y, x + std::min(w, button_width(ui, text, "")), y + 46 * u}, text, "")) s.actions.open_step = lesson->steps[i + 1].id;
                y += 56 * u;
            }
    }
    return y;
}

std::vector<Compared> compared(const Session& session) {
    const Run* run = session.run();
    if (!run || !session.step() || session.state().skipped) return {};
    return compare(session.state(), *session.step(), *run);
}

std::string ask_name(const Step& step, const Ask& ask) {
    const auto& calls = (ask.run == 'B' ? step.b : step.a).calls;
    if (ask.call < 0 || ask.call >= int(calls.size())) return "";
    return ask.value ? calls[ask.call].buffer + "[0]" : calls[ask.call].call;
}

}  // namespace

float draw_say(Scene& s, const Rect& area) {
    Ui& ui = s.ui;
    float u = ui.u, y = area.y0 + 12 * u, x = area.x0, w = area.w();
    const Step& step = *s.session.step();
    const StepState& state = s.session.state();
    if (!step.observe) return area.y0;
    draw_symbol(ui, Symbol::question, x + 13 * u, y, 26 * u, Role::accent);
    text_at(ui, x + 36 * u, y, Face::semibold, 1.1f, Role::text, "Say what you saw");
    if (state.observed && *state.observed == step.observe->right && w > 380 * u) {
        float tw = text_at(ui, area.x1, y, Face::regular, 0.82f, Role::text2, "as the run shows", Align::right);
        draw_symbol(ui, Symbol::tick, area.x1 - tw - 16 * u, y, 17 * u, Role::text2);
    }
    y += 28 * u;
    if (state.phase >= Phase::observe) return draw_question(s, x, y, w);
    text_at(ui, x, y + 12 * u, Face::regular, 0.92f, Role::text2, "The question comes with the run.");
    return y + 30 * u;
}

float draw_because(Scene& s, const Rect& area) { return draw_why(s, area.x0, area.y0, area.w()); }

float draw_observe(Scene& s, const Rect& area, bool with_predictions) {
    Ui& ui = s.ui;
    float u = ui.u, y = area.y0 + 12 * u, x = area.x0, w = area.w();
    if (s.session.step()->observe) {
        y = draw_say(s, area) + 18 * u;
        h_line(ui, x, area.x1, y, 1, ui.col(Role::line));
        y += 14 * u;
    }
    y = draw_why(s, x, y, w);
    if (with_predictions) {
        auto all = compared(s.session);
        if (!all.empty()) {
            int same = 0, told = 0;
            for (const auto& c : all) same += c.match == Match::same, told += c.match != Match::open;
            y += 18 * u;
            text_at(ui, x, y + 8 * u, Face::regular, 0.87f, Role::text2, "Your predictions: " + std::to_string(same) + " of " + std::to_string(told) + " as measured.");
            y += 22 * u;
        }
    }
    return y;
}

float draw_your_predictions(Scene& s, const Rect& area) {
    Ui& ui = s.ui;
    float u = ui.u, y = area.y0 + 12 * u, x = area.x0, w = area.w();
    const Step& step = *s.session.step();
    text_at(ui, x, y, Face::semibold, 1.1f, Role::text, "Your predictions");
    y += 24 * u;
    auto quiet = [&](const std::string& text) { y += rich_text(ui, x, y, w, text, {0.92f, Role::text2, 1.5f}); };
    if (s.session.state().skipped) return quiet("Skipped for presenting, and kept as skipped."), y;
    if (step.ask.empty()) return quiet("This step asked for none."), y;
    if (!s.session.run()) return quiet("They are kept. Run the step to set them beside the measurement."), y;
    auto all = compared(s.session);
    int same = 0, told = 0;
    for (const auto& c : all) same += c.match == Match::same, told += c.match != Match::open;
    if (told == 0 && shows_rule(s.session)) return quiet("They stay open: the rule was asked, nothing was measured."), y;
    if (told == 0) {
        bool other = all.empty() || config_of(step, *s.session.run()) != asked_config(step);
        quiet(other ? "They are about run " + std::string(1, asked_config(step)) + ". Another run of this step is on show." : "This run shows none of the rows that you predicted.");
        return y;
    }
    y += 34 * u;
    float nw = text_at(ui, x, y, Face::display, 2.7f, Role::text, std::to_string(same));
    text_at(ui, x + nw + 16 * u, y + 8 * u, Face::regular, 0.96f, Role::text2, "of " + std::to_string(told) + (shows_rule(s.session) ? " as the rule says" : " as measured"));
    y += 44 * u;
    for (const auto& c : all) {
        if (c.match != Match::differs) continue;
        std::string name = ask_name(step, step.ask[c.ask]);
        float values = text_width(ui, Face::mono_bold, 0.80f, c.predicted) + text_width(ui, Face::mono_bold, 0.80f, c.measured) + 44 * u;
        bool two = text_width(ui, Face::mono_medium, 0.80f, name) + values + 68 * u > w;
        Rect r{x, y, x + w, y + (two ? 76 : 48) * u};
        card(ui, r, Role::raised, 10);
        float cy = y + 24 * u;
        draw_symbol(ui, Symbol::differs, x + 20 * u, cy, 17 * u, Role::amber);
        text_at(ui, x + 40 * u, cy, Face::mono_medium, fit_factor(ui, Face::mono_medium, 0.80f, 0.65f, name, w - 54 * u), Role::text, name);
        if (two) cy += 28 * u;
        float vx = r.x1 - 16 * u;
        vx -= text_at(ui, vx, cy, Face::mono_bold, 0.80f, Role::text, c.measured, Align::right) + 14 * u;
        draw_symbol(ui, Symbol::chevron_right, vx, cy, 14 * u, Role::text2);
        vx -= 14 * u;
        float pw = text_at(ui, vx, cy, Face::mono_bold, 0.80f, Role::text2, c.predicted, Align::right);
        h_line(ui, vx - pw - 2 * u, vx + 2 * u, cy, 1.5f, ui.col(Role::text2));
        y = r.y1 + 10 * u;
    }
    y += 8 * u;
    for (const auto& c : all) {
        std::string words = reply(s.session.state(), step, s.session.course(), c);
        if (c.match == Match::differs && !words.empty()) y += rich_text(ui, x, y, w, filled(s.session, words), {0.92f, Role::text2, 1.5f}) + 10 * u;
    }
    return y;
}

}  // namespace launchlab
