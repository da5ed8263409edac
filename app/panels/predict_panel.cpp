// What will each call say? The cards, then Run, what is still open, and the way around. As a panel with Run at its foot, or, in a
// low and narrow window, as one scrolling text whose next thing stands in the bar.
#include <algorithm>

#include "panels/panels.h"
#include "panels/rich.h"

namespace launchlab {

namespace {

std::string open_words(const Session& session) {
    std::string text;
    for (const std::string& one : still_open(session.state(), *session.step())) text += (text.empty() ? "" : "; ") + one;
    return text.empty() ? "" : text + ".";
}

// What Run will make of the answers, where that is not plain.
std::string run_words(const Session& session) {
    const Step& step = *session.step();
    const StepState& state = session.state();
    if (step.ask.empty()) return "";
    if (state.skipped) return "Skipped for presenting, and kept as skipped. Answer every card to predict after all.";
    if (!session.changed()) return "";
    bool both = needs_both(step);
    std::string built = filled(session, both || asked_config(step) == 'A' ? "{a.target}" : "{b.target}");
    return std::string("You predict ") + (both ? "runs A and B" : "run A") + " as shipped" + (both ? "" : ", built for " + built) + ". The build here is changed: it runs, and is not compared.";
}

// What stands below the cards.
struct RunFoot {
    bool unlocked = false;
    std::string locked, said;                     // said: what is open, or why Run does nothing
    const Recording* offer = nullptr;
    std::vector<std::string> open, skip, notes;   // lines
    float run_tall = 0, height = 0;
};

constexpr const char* skip_words = "Presenting? Skip the prediction; it is kept as skipped.";

RunFoot foot_for(Scene& s, float width, bool low) {
    Ui& ui = s.ui;
    const float u = ui.u;
    RunFoot foot;
    foot.unlocked = run_unlocked(s.session.state(), *s.session.step());
    foot.locked = s.session.why_locked();
    foot.said = foot.unlocked ? foot.locked : open_words(s.session);
    if (s.session.by_rule() || !s.session.judged_card() || !s.session.live_card()) foot.offer = recording_to_offer(s.session);
    if (!s.session.choice().recording.empty()) foot.offer = nullptr;
    if (!foot.said.empty()) foot.open = wrap(ui, Face::regular, 0.82f, (foot.unlocked ? "" : "Still open: ") + foot.said, width - 30 * u);
    if (!foot.unlocked) foot.skip = wrap(ui, Face::regular, 0.82f, skip_words, width - key_cap_width(ui, "Alt S") - 20 * u);
    if (std::string words = run_words(s.session); !words.empty()) foot.notes = wrap(ui, Face::regular, 0.82f, words, width);
    foot.run_tall = (low ? 48 : 60) * u;
    foot.height = foot.run_tall + 14 * u + 25 * u * float(foot.open.size() + foot.notes.size() + foot.skip.size()) + (foot.unlocked ? 0 : 4 * u) + (foot.offer ? 56 * u : 0) + 12 * u;
    return foot;
}

void draw_foot(Scene& s, float x, float right, float y, const RunFoot& foot) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const Step& step = *s.session.step();
    Rect run{x, y, right, y + foot.run_tall};
    std::string text = s.session.by_rule() ? "Build it, judge by rule" : !s.session.choice().recording.empty() ? "Play the recording" : "Run";
    if (needs_both(step) && !s.session.changed() && s.session.choice().recording.empty() && !s.session.by_rule()) text = "Run A and B";
    if (s.session.running()) text = "Running";
    if (!foot.unlocked) button(ui, run, "Run locked", "F5", Look::locked);
    else if (!foot.locked.empty() || s.session.running()) button(ui, run, text, "F5", Look::locked);
    else if (button(ui, run, text, "F5", Look::primary)) s.actions.run = true;
    y = run.y1 + 26 * u;
    if (!foot.open.empty()) {
        draw_symbol(ui, foot.unlocked ? Symbol::trouble : Symbol::open, x + 9 * u, y, 18 * u, foot.unlocked ? Role::amber : Role::text2);
        for (std::size_t i = 0; i < foot.open.size(); ++i) {
            float lx = x + 30 * u;
            std::string_view line = foot.open[i];
            if (i == 0 && !foot.unlocked) lx += text_at(ui, lx, y, Face::semibold, 0.82f, Role::text, "Still open:"), line.remove_prefix(std::min<std::size_t>(11, line.size()));
            text_at(ui, lx, y, Face::regular, 0.82f, Role::text, line);
            y += 25 * u;
        }
    }
    for (const auto& line : foot.notes) text_at(ui, x, y, Face::regular, 0.82f, Role::text2, line), y += 25 * u;
    if (!foot.unlocked) {
        y += 4 * u;
        Rect area{x - 4 * u, y - 15 * u, right + 4 * u, y - 10 * u + 25 * u * float(foot.skip.size())};
        Press state = press(ui, "skip", area);
        key_cap(ui, right, y, "Alt S");
        for (const auto& line : foot.skip) text_at(ui, x, y, Face::regular, 0.82f, Role::text2, line), y += 25 * u;
        focus_ring(ui, area.inset(2 * u), 6 * u, state);
        if (state.pressed) s.actions.skip = true;
    }
    if (!foot.offer) return;
    std::string words = "Use the " + foot.offer->run.origin.gpu + " recording";
    if (button_width(ui, words, "L") > right - x) words = "Use a recording";
    float w = std::min(right - x, button_width(ui, words, "L"));
    if (button(ui, {x, y - 6 * u, x + w, y + 38 * u}, words, "L")) s.actions.recording = foot.offer->name;
}

// "What will each call say?" and how many are answered, on one line.
void draw_title(Scene& s, float x, float right, float y) {
    Ui& ui = s.ui;
    const Step& step = *s.session.step();
    const StepState& state = s.session.state();
    int total = int(step.ask.size()) + (step.ask.empty() ? 0 : 1), done = state.confidence.has_value();
    for (std::size_t i = 0; i < step.ask.size(); ++i) done += state.answers.size() > i && state.answers[i].choice >= 0;
    const char* title = "What will each call say?";
    text_at(ui, x, y, Face::semibold, fit_factor(ui, Face::semibold, 1.1f, 0.73f, title, right - x - 70 * ui.u), Role::text, title);
    if (total) text_at(ui, right, y, Face::regular, 0.87f, Role::text2, std::to_string(done) + " of " + std::to_string(total), Align::right);
}

float draw_flat(Scene& s, const Rect& area) {
    Ui& ui = s.ui;
    const float u = ui.u;
    float y = area.y0;
    y += rich_text(ui, area.x0, y, area.w(), filled(s.session, s.session.step()->text), {0.92f, Role::text2, 1.4f}) + 22 * u;
    draw_title(s, area.x0, area.x1, y);
    y = draw_predict_cards(s, {area.x0, y + 26 * u, area.x1, area.y1}) + 14 * u;
    RunFoot foot = foot_for(s, area.w(), true);
    draw_foot(s, area.x0, area.x1, y, foot);
    return y + foot.height;
}

}  // namespace

void draw_predict_flat(Scene& s, const Rect& rect) {
    float u = s.ui.u, y = rect.y0, side = rect.w() > 700 * u ? 22 * u : 10 * u;
    if (float t = trouble_height(s, rect.w()); t > 0) draw_troubles(s, {rect.x0, y, rect.x1, y + t}), y += t + 8 * u;
    panel(s.ui, {rect.x0, y, rect.x1, rect.y1});
    draw_scrolling(s, "cards", {rect.x0 + side, y + 6 * u, rect.x1 - side + 8 * u, rect.y1 - 4 * u}, draw_flat);
}

void draw_predict_panel(Scene& s, const Rect& rect) {
    Ui& ui = s.ui;
    const bool low = rect.h() < 620 * ui.u;
    const float u = ui.u, x = rect.x0 + 28 * u, right = rect.x1 - 28 * u, y = rect.y0 + (low ? 28 : 40) * u;
    const Step& step = *s.session.step();
    panel(ui, rect);
    draw_title(s, x, right, y);
    static constexpr const char* numbers[] = {"No calls are asked.", "One call", "Two calls", "Three calls"};
    std::string sub = step.ask.empty() ? numbers[0] : std::string(numbers[std::min<std::size_t>(3, step.ask.size())]) + ", then once how sure you are.";
    if (!low) text_at(ui, x, y + 34 * u, Face::regular, 0.87f, Role::text2, sub);
    const RunFoot foot = foot_for(s, right - x, low);
    const float edge = (low ? 12 : 20) * u, top = rect.y1 - foot.height - edge;
    draw_scrolling(s, "cards", {x - 8 * u, rect.y0 + (low ? 46 : 92) * u, right + 12 * u, top - 2 * u}, draw_predict_cards);
    h_line(ui, rect.x0 + 1, rect.x1 - 1, top, 1, ui.col(Role::line));
    draw_foot(s, x, right, top + edge, foot);
}

}  // namespace launchlab
