// The wide form: calls as columns in order, equal width, never by time.
#include <algorithm>
#include <cmath>

#include "panels/timeline.h"

namespace launchlab {

namespace {

constexpr float gap = 12, label_column = 146;

struct Grid {
    float x0, pitch, u;
    Rect tile(int i, float y0, float y1) const { return {x0 + i * pitch, y0, x0 + (i + 1) * pitch - gap * u, y1}; }
};

void draw_phases(Ui& ui, const Grid& g, float y, const Timeline& t) {
    for (std::size_t i = 0; i < t.columns.size();) {
        std::size_t end = i + 1;
        while (end < t.columns.size() && t.columns[end].phase == t.columns[i].phase) ++end;
        float x0 = g.tile(int(i), 0, 0).x0 + 2 * ui.u, x1 = g.tile(int(end) - 1, 0, 0).x1;
        label(ui, x0, y, t.columns[i].phase);
        float after = x0 + text_width(ui, Face::semibold, 0.73f, t.columns[i].phase) + 12 * ui.u;
        if (after < x1) h_line(ui, after, x1, y, 1, ui.col(Role::line));
        i = end;
    }
}

void draw_prediction(Ui& ui, const Rect& r, const Column& c) {
    float u = ui.u;
    if (!c.asked) {
        text_at(ui, r.x0 + 16 * u, r.cy(), Face::regular, 0.82f, Role::text3, c.folded > 1 || c.phase == "PREPARE" ? "given" : "no question");
        return;
    }
    bool differs = c.match == Match::differs;
    fill(ui, r, 10 * u, ui.col(Role::sunk));
    frame(ui, r, 10 * u, differs ? 1.8f : 1, ui.col(differs ? Role::amber : Role::line));
    float x = r.x0 + 16 * u;
    std::string mark = c.match == Match::open ? "open" : differs ? "differs" : "as said";
    float mark_w = text_width(ui, differs ? Face::semibold : Face::regular, 0.82f, mark);
    bool symbol = c.match != Match::open;
    float right = r.x1 - 14 * u, left_of_mark = right - mark_w - (symbol ? 24 * u : 0);
    float code = fit_factor(ui, Face::mono_bold, 0.91f, 0.73f, c.predicted, left_of_mark - x - 8 * u);
    x += text_at(ui, x, r.cy(), Face::mono_bold, code, Role::text, c.predicted) + 10 * u;
    if (x + text_width(ui, Face::regular, 0.82f, c.confidence) < left_of_mark - 8 * u)
        text_at(ui, x, r.cy(), Face::regular, 0.82f, Role::text2, c.confidence);
    text_at(ui, right, r.cy(), differs ? Face::semibold : Face::regular, 0.82f, differs ? Role::amber : Role::text2, mark, Align::right);
    if (symbol) draw_symbol(ui, differs ? Symbol::differs : Symbol::same, left_of_mark + 8 * u, r.cy(), 15 * u, differs ? Role::amber : Role::text2);
}

void draw_tile(Ui& ui, const Rect& r, const Column& c, bool in_frame, float name_factor) {
    float u = ui.u, radius = 12 * u;
    bool happened = c.known == Known::yes, loud = failing(c) && happened;
    if (loud) fill(ui, r, in_frame ? 10 * u : radius, ui.col(Role::tile));
    else if (happened && !(c.launch && in_frame)) fill(ui, r, radius, ui.col(Role::raised));
    if (c.known == Known::by_rule || c.known == Known::inferred) dashed_frame(ui, r, radius, 1.4f, 6, 5, ui.col(Role::control));
    else if (!happened) dashed_frame(ui, r, radius, 1.4f, 2, 5, ui.col(Role::control));

    float x = r.x0 + 16 * u, inner = r.w() - 32 * u, y = r.y0 + 75 * u, foot = r.y1 - 23 * u;
    float name = fit_factor(ui, Face::mono_medium, name_factor, 0.73f, c.name, inner);
    text_at(ui, x, r.y0 + 26 * u, Face::mono_medium, name, Role::text, c.name);

    Mark mark = mark_of(c);
    Role ink = !happened && c.known != Known::by_rule ? Role::text2 : mark.role;
    float factor = c.launch ? 1.15f : code_factor(c, 2.3f, 2.7f);
    Face face = c.launch || c.outcome == Outcome::unread ? Face::semibold : Face::mono_bold;
    if (c.outcome == Outcome::unread) factor = 1.15f;
    if (c.code.empty()) factor = 1.4f;
    float symbol = std::round(ui.size(factor) * (is_mono(face) ? 0.55f : 0.60f) * (factor > 2 ? 1.30f : 1.6f));
    if (c.launch && !c.code.empty()) symbol = 31 * u;
    float sx = x + symbol / 2;
    draw_symbol(ui, mark.symbol, sx, y, symbol, c.code.empty() ? mark.role : ink);
    float code_x = x + symbol + (factor > 2 ? 12 : 11) * u, code_w = 0;
    if (!c.code.empty()) {
        float fitted = fit_factor(ui, face, factor, 0.82f, c.code, r.x1 - 12 * u - code_x);
        code_w = text_at(ui, code_x, y, face, fitted, ink, c.code);
    }

    float word_factor = 0.87f;
    auto words = wrap(ui, Face::regular, word_factor, c.word, inner);
    float right_w = c.right.empty() ? 0 : text_width(ui, Face::mono, 0.73f, c.right);
    Role word_ink = loud ? Role::error : c.outcome == Outcome::untouched && happened ? Role::amber : happened ? Role::text : Role::text2;
    Face word_face = c.outcome == Outcome::none ? Face::regular : Face::medium;
    float fitted = fit_factor(ui, word_face, word_factor, 0.73f, c.word, inner);
    float word_w = text_at(ui, x, foot, word_face, fitted, word_ink, c.word);
    if (right_w > 0) {
        float at = word_w + right_w + 10 * u <= inner ? foot : code_x + code_w + right_w + 12 * u <= r.x1 - 16 * u ? y + 3 * u : 0;
        if (at > 0) text_at(ui, r.x1 - 14 * u, at, Face::mono, 0.73f, loud || in_frame ? Role::text2 : Role::text3, c.right, Align::right);
    }
}

void draw_gpu(Ui& ui, const Grid& g, float y0, float y1, const Timeline& t) {
    float u = ui.u, mid = (y0 + y1) / 2, from = g.x0;
    auto idle = [&](float x0, float x1, bool word) {
        if (x1 - x0 < 4 * u) return;
        dotted(ui, x0, x1, mid, ui.col(Role::control));
        if (word && x1 - x0 > 80 * u) text_at(ui, x0 + 16 * u, mid - 16 * u, Face::regular, 0.82f, Role::text3, "idle");
    };
    for (const LaneBox& box : t.lanes) {
        float x0 = g.tile(box.first, 0, 0).x0, x1 = g.tile(box.last, 0, 0).x1;
        idle(from, x0 - 6 * u, true);
        if (box.form == Lane::none) idle(x0, x1, false), text_at(ui, x0 + 16 * u, mid - 16 * u, Face::regular, 0.82f, Role::text3, box.title);
        else draw_gpu_box(ui, {x0, y0, x1, y1}, box, false);
        from = x1 + 8 * u;
    }
    idle(from, g.tile(int(t.columns.size()) - 1, 0, 0).x1, true);
}

}  // namespace

void draw_columns(Ui& ui, const Rect& rect, const Timeline& t) {
    float u = ui.u, left = rect.x0 + 28 * u, top = rect.y0;
    Grid g{left + label_column * u, (rect.x1 - 28 * u - left - label_column * u) / float(t.columns.size()), u};
    text_at(ui, left, top + 32 * u, Face::semibold, 1.0f, Role::text, "Timeline");
    draw_phases(ui, g, top + 32 * u, t);

    float py = top + 58 * u;
    text_at(ui, left, py + 22 * u, Face::semibold, 0.92f, Role::text, "You predicted");
    if (!t.predicted) text_at(ui, g.x0 + 16 * u, py + 22 * u, Face::regular, 0.82f, Role::text3, t.no_prediction);
    if (t.predicted)
        for (std::size_t i = 0; i < t.columns.size(); ++i) draw_prediction(ui, g.tile(int(i), py, py + 44 * u), t.columns[i]);

    float cy = top + 116 * u;
    auto lane_name = [&](float y, const char* name, const char* sub) {
        text_at(ui, left, y - 12 * u, Face::semibold, 0.92f, Role::text, name);
        text_at(ui, left, y + 15 * u, Face::regular, 0.82f, Role::text3, sub);
    };
    lane_name(cy + 72 * u, "CPU", t.by_rule ? "will return" : "returned");
    float name = 0.91f;                                // one size for all names that stand alone
    for (const Column& c : t.columns)
        if (c.folded == 1) name = std::min(name, fit_factor(ui, Face::mono_medium, name, 0.73f, c.name, g.pitch - (gap + 32) * u));
    // The pair first, then its tiles: 209 belongs to both.
    for (std::size_t i = 0; i < t.columns.size(); ++i) {
        const Column& c = t.columns[i];
        bool refused = c.outcome == Outcome::refused_launch;
        bool paired = i + 1 < t.columns.size() && t.columns[i + 1].check && t.columns[i + 1].phase == "LAUNCH AND CHECK";
        Rect r = g.tile(int(i), cy, cy + 144 * u);
        bool in_frame = refused && c.known != Known::by_rule && paired;
        if (in_frame) {
            Rect pair{r.x0 - 6 * u, r.y0 - 6 * u, g.tile(int(i) + 1, 0, 0).x1 + 6 * u, r.y1 + 6 * u};
            fill(ui, pair, 16 * u, ui.col(Role::pair));
            draw_tile(ui, r, c, true, name);
            draw_tile(ui, g.tile(int(i) + 1, cy, cy + 144 * u), t.columns[i + 1], true, name);
            frame(ui, pair, 16 * u, 2.2f, ui.col(Role::error));
            ++i;
        } else if (refused && !paired) {
            Rect alone{r.x0 - 6 * u, r.y0 - 6 * u, r.x1 + 6 * u, r.y1 + 6 * u};
            Column told = c;
            told.word = "not checked";
            draw_tile(ui, r, told, false, name);
            dashed_frame(ui, alone, 16 * u, 2.2f, 10, 7, ui.col(c.known == Known::by_rule ? Role::control : Role::error));
        } else {
            draw_tile(ui, r, c, false, name);
            if (refused && c.known == Known::by_rule && paired)
                dashed_frame(ui, {r.x0 - 6 * u, r.y0 - 6 * u, g.tile(int(i) + 1, 0, 0).x1 + 6 * u, r.y1 + 6 * u}, 16 * u, 1.6f, 10, 7, ui.col(Role::text2));
        }
    }

    float sy = top + 284 * u;
    lane_name(sy + 40 * u, "Last-error slot", "after each call");
    draw_slot(ui, {g.x0, sy, g.x0 + g.pitch * t.columns.size() - gap * u, sy + 80 * u}, top + 266 * u, t, g.pitch, gap * u);

    float gy = top + 376 * u;
    lane_name(gy + 49 * u, "GPU", "kernels");
    draw_gpu(ui, g, gy, gy + 98 * u, t);
}

}  // namespace launchlab
