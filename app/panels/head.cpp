// The head: day and step, step bar, title; at the right zoom, runs A and B, and Run. In a narrow window one strip instead.
#include <algorithm>
#include <cmath>

#include "panels/compare.h"
#include "panels/panels.h"
#include "panels/rich.h"

namespace launchlab {

namespace {

constexpr float result_title = 1.8f, title_pitch = 46;

std::string run_text(const Scene& s) {
    if (s.screen.compare) return run_both_text(s.session);
    return s.session.running() ? "Stop" : s.session.run() ? "Run again" : "Run";
}
const char* run_key(const Session& session) { return session.running() ? "Esc" : "F5"; }

bool run_open(const Session& session) { return session.running() || session.why_locked().empty(); }
float run_width(Scene& s) { return button_width(s.ui, run_text(s), run_key(s.session), run_open(s.session) ? Symbol::none : Symbol::lock); }

float zoom_width(const Ui& ui) { return 118 * ui.u; }

float right_width(Scene& s) {
    return (s.screen.compare ? 0 : zoom_width(s.ui) + 18 * s.ui.u) + pair_width(s.ui) + run_width(s) + 18 * s.ui.u;
}

void run_button(Scene& s, const Rect& r) {
    bool running = s.session.running();
    if (button(s.ui, r, run_text(s), run_key(s.session), run_open(s.session) ? Look::plain : Look::locked))
        (running ? s.actions.cancel : s.screen.compare ? s.actions.run_both : s.actions.run) = true;
}

// Where in its lesson the step stands, as a bar of one piece a step. Returns the right end.
float step_bar(Scene& s, float x, float y, bool draw) {
    Ui& ui = s.ui;
    float u = ui.u;
    const Step* step = s.session.step();
    const Lesson* lesson = step ? lesson_of(s.session.course(), step->id) : nullptr;
    if (!lesson) return x;
    for (const Step& one : lesson->steps) {
        bool current = one.id == step->id;
        float w = (current ? 26 : 14) * u;
        auto kept = s.session.progress().steps.find(one.id);
        bool done = kept != s.session.progress().steps.end() && kept->second.phase >= Phase::transfer;
        if (draw) fill(ui, {x, y - 3 * u, x + w, y + 3 * u}, 3 * u, ui.col(current ? Role::accent : done ? Role::text2 : Role::line));
        x += w + 5 * u;
    }
    return x;
}

std::string meta_text(Scene& s) {
    const Step* step = s.session.step();
    const Lesson* lesson = step ? lesson_of(s.session.course(), step->id) : nullptr;
    if (!lesson) return "";
    std::size_t at = 0;
    for (std::size_t i = 0; i < lesson->steps.size(); ++i)
        if (lesson->steps[i].id == step->id) at = i;
    return "Day " + std::to_string(lesson->day) + ", step " + std::to_string(at + 1) + " of " + std::to_string(lesson->steps.size());
}

// Whose answers these are: the card, how they are known, and which run; as much as fits.
void draw_about(Scene& s, float x, float right, float y) {
    Ui& ui = s.ui;
    float u = ui.u;
    if (!s.session.step()) return;
    const Provenance from = provenance_of(s);
    const bool comparing = s.screen.compare && !on_predict_screen(s.session);
    const std::string label = comparing || on_predict_screen(s.session) ? "" : run_label(s.session);
    const float mark = symbol_size(ui, 0.87f) + 10 * u;
    for (const std::string& known : {from.short_lead.empty() || from.card.empty() ? from.short_lead + from.card : from.short_lead + ", " + from.card, from.card})
        for (const std::string& words : {label.empty() ? known : known + "   " + label, known}) {
            if (words.empty() || x + mark + text_width(ui, Face::regular, 0.82f, words) > right) continue;
            draw_symbol(ui, from.symbol, x + 9 * u, y, symbol_size(ui, 0.87f), from.symbol == Symbol::empty ? Role::text2 : role_of(from.symbol));
            text_at(ui, x + mark, y, Face::regular, 0.82f, Role::text2, known);
            if (words != known) text_at(ui, x + mark + text_width(ui, Face::regular, 0.82f, known + "   "), y, Face::semibold, 0.80f, Role::text, label);
            return;
        }
}

std::string title_text(Scene& s) { return s.session.step() ? s.session.step()->title : "No lesson"; }
float title_room(Scene& s, float width, bool result) { return result ? width - right_width(s) - 24 * s.ui.u : width; }
float text_width_limit(const Ui& ui, float width) { return std::min(width, 960 * ui.u); }
RichStyle step_text(const Ui& ui) { return ui.tall < 820 ? RichStyle{0.92f, Role::text2, 1.4f} : RichStyle{1.0f, Role::text2, 1.6f}; }
float predict_title(const Ui& ui) { return ui.tall < 820 ? 1.7f : 2.0f; }

}  // namespace

namespace {
std::vector<std::string> pair_texts(bool brief) { return brief ? std::vector<std::string>{"A", "B", "Compare"} : std::vector<std::string>{"Run A", "Run B", "Compare"}; }
}  // namespace

float pair_width(const Ui& ui, bool brief) { return segments_width(ui, pair_texts(brief), false) + (brief ? 0 : 10 * ui.u + key_cap_width(ui, "C")); }

void draw_pair(Scene& s, float right, float y, bool brief) {
    Ui& ui = s.ui;
    float u = ui.u, w = segments_width(ui, pair_texts(brief), false), half = (brief ? 16 : 23) * u;
    // What is on show, not what was asked for: a build of one's own may be that of B, or of neither.
    const char config = s.session.run() ? config_of(*s.session.step(), *s.session.run()) : s.session.choice().config;
    int chosen = config == 'A' ? 0 : config == 'B' ? 1 : -1;
    if (s.screen.compare) chosen = 2;
    int picked = segments(ui, "pair", {right - w, y - half, right, y + half}, pair_texts(brief), chosen, false);
    if (picked == 2) enter_compare(s);
    else if (picked >= 0) s.actions.config = picked ? 'B' : 'A', leave_compare(s);
    if (!brief) key_cap(ui, right - w - 10 * u, y, "C");
}

float head_height(Scene& s, float width) {
    Ui& ui = s.ui;
    bool predict = on_predict_screen(s.session);
    float factor = predict ? predict_title(ui) : result_title;
    auto lines = wrap(ui, Face::display, factor, title_text(s), title_room(s, width, !predict));
    float h = (40 + title_pitch * float(lines.size())) * ui.u;
    if (predict && s.session.step()) h += 4 * ui.u + rich_height(ui, text_width_limit(ui, width), filled(s.session, s.session.step()->text), step_text(ui));
    return h;
}

void draw_head(Scene& s, const Rect& rect, bool result) {
    Ui& ui = s.ui;
    float u = ui.u, y = rect.y0 + 6 * u;
    const Step* step = s.session.step();
    float meta = text_at(ui, rect.x0, y, Face::regular, 0.82f, Role::text2, meta_text(s));
    draw_about(s, step_bar(s, rect.x0 + meta + 18 * u, y, true) + 16 * u, rect.x1, y);
    float factor = result ? result_title : predict_title(ui);
    y = rect.y0 + (result ? 49 : 54) * u;
    for (const auto& line : wrap(ui, Face::display, factor, title_text(s), title_room(s, rect.w(), result)))
        text_at(ui, rect.x0, y, Face::display, factor, Role::text, line), y += title_pitch * u;
    if (!result) {
        if (step) rich_text(ui, rect.x0, y - 14 * u, text_width_limit(ui, rect.w()), filled(s.session, step->text), step_text(ui));
        return;
    }
    float by = rect.y0 + 38 * u, x = rect.x1 - run_width(s);
    run_button(s, {x, by - 23 * u, rect.x1, by + 23 * u});
    x -= 18 * u;
    draw_pair(s, x, by);
    if (s.screen.compare) return;
    x -= pair_width(ui) + 18 * u;
    Rect plus{x - 30 * u, by - 15 * u, x, by + 15 * u}, minus{x - 118 * u, by - 15 * u, x - 88 * u, by + 15 * u};
    Press in = press(ui, "zoom in", plus), out = press(ui, "zoom out", minus);
    float zoom = s.session.settings().zoom;
    draw_symbol(ui, Symbol::plus, plus.cx(), by, 18 * u, Role::text2);
    draw_symbol(ui, Symbol::minus, minus.cx(), by, 18 * u, Role::text2);
    text_at(ui, (plus.x0 + minus.x1) / 2, by, Face::regular, 0.82f, Role::text2, std::to_string(int(std::lround(zoom * 100))) + " %", Align::centre);
    focus_ring(ui, plus, 6 * u, in), focus_ring(ui, minus, 6 * u, out);
    if (in.pressed) s.actions.zoom = std::min(4.0f, zoom + 0.1f);
    if (out.pressed) s.actions.zoom = std::max(0.5f, zoom - 0.1f);
}

void draw_strip(Scene& s, const Rect& rect) {
    Ui& ui = s.ui;
    float u = ui.u, mid = rect.cy();
    fill(ui, rect, 0, ui.col(Role::rail));
    h_line(ui, rect.x0, rect.x1, rect.y1, 1, ui.col(Role::line));
    const float half = std::min(22 * u, rect.h() / 2 - 4 * u);
    Rect menu{rect.x0 + 14 * u, mid - half, rect.x0 + 58 * u, mid + half};
    Press state = press(ui, "menu", menu);
    frame(ui, menu, 10 * u, 1.4f, ui.col(Role::control));
    draw_symbol(ui, s.screen.menu ? Symbol::cross : Symbol::menu, menu.cx(), menu.cy(), 20 * u, Role::text);
    focus_ring(ui, menu, 10 * u, state);
    if (state.pressed) s.screen.menu = !s.screen.menu;
    float x = menu.x1 + 16 * u, right = rect.x1 - 14 * u;
    if (!on_predict_screen(s.session) && s.session.step() && rect.w() > 520 * u) {
        float w = run_width(s);
        run_button(s, {right - w, mid - half, right, mid + half});
        right -= w + 16 * u;
    } else {
        std::string percent = std::to_string(int(std::lround(s.session.settings().zoom * 100))) + " %";
        right -= text_at(ui, right, mid, Face::regular, 0.82f, Role::text2, percent, Align::right) + 14 * u;
    }
    std::string title = s.screen.menu ? "Lessons" : title_text(s);
    float factor = fit_factor(ui, Face::display, 1.3f, 0.92f, title, right - x);
    auto lines = wrap(ui, Face::display, factor, title, right - x);
    if (lines.size() > 1) factor = 0.82f, lines = wrap(ui, Face::display, factor, title, right - x);
    float y = mid - 11 * u * float(lines.size() - 1), w = 0;
    for (const auto& line : lines) w = std::max(w, text_at(ui, x, y, Face::display, factor, Role::text, line)), y += 22 * u;
    float bar = step_bar(s, x + w + 20 * u, mid, false);
    if (!s.screen.menu && bar < right) step_bar(s, x + w + 20 * u, mid, true);
}

}  // namespace launchlab
