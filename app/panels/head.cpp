// The head: day and step, step bar, title; at the right zoom, runs A and B, and Run.
#include <algorithm>
#include <cmath>

#include "panels/panels.h"
#include "panels/rich.h"

namespace launchlab {

namespace {

struct HeadRight { float width = 0, run = 0, pair = 0, zoom = 0; std::string text; };

HeadRight right_side(Scene& s, bool result) {
    Ui& ui = s.ui;
    HeadRight r;
    r.zoom = 118 * ui.u;
    r.width = r.zoom;
    if (!result) return r;
    r.text = s.session.running() ? "Stop" : s.session.run() ? "Run again" : "Run";
    r.run = button_width(ui, r.text, s.session.running() ? "Esc" : "F5");
    r.pair = segments_width(ui, {"Run A", "Run B"}, false) + 40 * ui.u;
    r.width += r.run + r.pair + 36 * ui.u;
    return r;
}

}  // namespace

float head_height(Scene& s, float width) {
    Ui& ui = s.ui;
    const Step* step = s.session.step();
    bool predict = on_predict_screen(s.session);
    float room = width - (predict ? 0 : right_side(s, true).width + 20 * ui.u);
    float factor = predict ? 2.0f : 1.8f;
    std::string title = step ? step->title : "No lesson";
    bool below = room < 300 * ui.u;                       // the buttons move under the title
    auto lines = wrap(ui, Face::display, below ? 1.4f : factor, title, below ? width : room);
    float h = (48 + (below ? 36 : 44) * float(lines.size())) * ui.u - 6 * ui.u;
    if (below && !predict) h += 60 * ui.u;
    if (predict && step) h += 14 * ui.u + rich_height(ui, std::min(width, 950 * ui.u), filled(s.session, step->text));
    return h;
}

void draw_head(Scene& s, const Rect& rect, bool result) {
    Ui& ui = s.ui;
    float u = ui.u;
    const Step* step = s.session.step();
    const Lesson* lesson = step ? lesson_of(s.session.course(), step->id) : nullptr;
    float y = rect.y0 + 6 * u;
    if (lesson) {
        std::size_t at = 0;
        for (std::size_t i = 0; i < lesson->steps.size(); ++i)
            if (lesson->steps[i].id == step->id) at = i;
        std::string meta = "Day " + std::to_string(lesson->day) + ", step " + std::to_string(at + 1) + " of " + std::to_string(lesson->steps.size());
        float x = rect.x0 + text_at(ui, rect.x0, y, Face::regular, 0.82f, Role::text2, meta) + 18 * u;
        for (std::size_t i = 0; i < lesson->steps.size(); ++i) {
            float w = (i == at ? 26 : 14) * u;
            auto kept = s.session.progress().steps.find(lesson->steps[i].id);
            bool done = kept != s.session.progress().steps.end() && kept->second.phase >= Phase::transfer;
            fill(ui, {x, y - 3 * u, x + w, y + 3 * u}, 3 * u, ui.col(i == at ? Role::accent : done ? Role::text2 : Role::line));
            x += w + 5 * u;
        }
    }
    HeadRight right = right_side(s, result);
    bool predict = !result;
    float room = rect.w() - (predict ? 0 : right.width + 20 * u);
    bool below = room < 300 * u;
    float factor = below ? 1.4f : predict ? 2.0f : 1.8f, pitch = (below ? 36 : 44) * u;
    y = rect.y0 + 50 * u;
    for (const auto& line : wrap(ui, Face::display, factor, step ? step->title : "No lesson", below ? rect.w() : room))
        text_at(ui, rect.x0, y, Face::display, factor, Role::text, line), y += pitch;
    if (predict && step) rich_text(ui, rect.x0, y - 22 * u + 10 * u, std::min(rect.w(), 950 * u), filled(s.session, step->text));

    float by = below ? y + 6 * u : rect.y0 + 38 * u, x = rect.x1;
    if (below && predict) return;
    if (result) {
        bool running = s.session.running();
        Rect run{x - right.run, by - 23 * u, x, by + 23 * u};
        std::string locked = running ? "" : s.session.why_locked();
        if (button(ui, run, right.text, running ? "Esc" : "F5", locked.empty() ? Look::plain : Look::locked)) (running ? s.actions.cancel : s.actions.run) = true;
        x = run.x0 - 18 * u;
        float w = right.pair - 40 * u;
        const Step& open = *step;
        int chosen = s.session.choice().config == 'B' ? 1 : 0;
        if (s.session.run() && config_of(open, *s.session.run()) == 0) chosen = -1;      // a variation of neither
        int picked = segments(ui, "pair", {x - w, by - 23 * u, x, by + 23 * u}, {"Run A", "Run B"}, chosen, false);
        if (picked >= 0) s.actions.config = picked ? 'B' : 'A';
        key_cap(ui, x - w - 10 * u, by, "C");
        x -= right.pair + 18 * u;
    }
    if (predict) return;
    int percent = int(std::lround(s.session.settings().zoom * 100));
    Rect plus{x - 30 * u, by - 15 * u, x, by + 15 * u}, minus{x - 118 * u, by - 15 * u, x - 88 * u, by + 15 * u};
    Press in = press(ui, "zoom in", plus), out = press(ui, "zoom out", minus);
    draw_symbol(ui, Symbol::plus, plus.cx(), by, 18 * u, Role::text2);
    draw_symbol(ui, Symbol::minus, minus.cx(), by, 18 * u, Role::text2);
    text_at(ui, (plus.x0 + minus.x1) / 2, by, Face::regular, 0.82f, Role::text2, std::to_string(percent) + " %", Align::centre);
    focus_ring(ui, plus, 6 * u, in), focus_ring(ui, minus, 6 * u, out);
    float zoom = s.session.settings().zoom;
    if (in.pressed) s.actions.zoom = std::min(4.0f, zoom + 0.1f);
    if (out.pressed) s.actions.zoom = std::max(0.5f, zoom - 0.1f);
}

}  // namespace launchlab
