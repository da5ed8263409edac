// The narrow forms: calls as rows, with the slot and the GPU upright; and the list, for very large text.
#include <algorithm>
#include <cmath>

#include "panels/timeline.h"

namespace launchlab {

namespace {

bool pair_starts(const Timeline& t, std::size_t i) {
    return t.columns[i].outcome == Outcome::refused_launch && t.columns[i].known == Known::yes && i + 1 < t.columns.size() && t.columns[i + 1].check;
}

float outcome_factor(const Column& c) {
    return c.code.empty() ? 0.92f : c.launch || c.outcome == Outcome::unread ? 1.0f : failing(c) ? 1.5f : c.code.size() > 6 ? 0.91f : 1.3f;
}
Face outcome_face(const Column& c) { return c.launch || c.outcome == Outcome::unread ? Face::semibold : Face::mono_bold; }
bool says_word(const Column& c) { return !(c.launch && !c.code.empty() && c.known == Known::yes); }

float outcome_width(const Ui& ui, const Column& c, float word) {
    return 40 * ui.u + (c.code.empty() ? 0 : text_width(ui, outcome_face(c), outcome_factor(c), c.code) + 14 * ui.u) +
           (says_word(c) ? text_width(ui, Face::regular, word, c.word) : 0);
}

void outcome_at(Ui& ui, float x, float y, float word, const Column& c) {
    float u = ui.u;
    Mark mark = mark_of(c);
    bool happened = c.known == Known::yes;
    float factor = outcome_factor(c);
    Face face = outcome_face(c);
    float s = (failing(c) ? 30 : 26) * u;
    draw_symbol(ui, mark.symbol, x + 15 * u, y, s, mark.role);
    x += 40 * u;
    if (!c.code.empty()) x += text_at(ui, x, y, face, factor, !happened && c.known != Known::by_rule ? Role::text2 : mark.role, c.code) + 14 * u;
    Role ink = failing(c) && happened ? Role::error : c.outcome == Outcome::untouched && happened ? Role::amber : Role::text2;
    if (says_word(c)) text_at(ui, x, y, Face::regular, word, ink, c.word);
}

// The widest of each column; where they do not all fit, names and words grow smaller together, down to the least size.
struct RowWidths {
    float name = 0.91f, word = 0.87f, names = 0, you = 0, outs = 0, slot = 0, gpu = 0;
    float sum() const { return names + you + outs + slot + gpu; }
};
RowWidths row_widths(const Ui& ui, const Timeline& t, float w) {
    float u = ui.u;
    RowWidths r;
    r.you = t.predicted && w > 700 * u ? 134 * u : 0, r.gpu = std::clamp(w * 0.14f, 104 * u, 200 * u), r.slot = std::clamp(w * 0.12f, 84 * u, 210 * u);
    for (int i = 0; i < 6; ++i) {
        r.names = r.outs = 0;
        for (const Column& c : t.columns) {
            r.names = std::max(r.names, text_width(ui, Face::mono_medium, c.folded > 1 ? r.name * 0.9f : r.name, c.name) + 26 * u);
            r.outs = std::max(r.outs, outcome_width(ui, c, r.word) + 40 * u);
        }
        if (r.sum() <= w) break;
        r.name = std::max(0.73f, r.name * 0.95f), r.word = std::max(0.73f, r.word * 0.95f);
    }
    return r;
}

void slot_down(Ui& ui, float x, float right, float y0, float step, const Timeline& t) {
    float u = ui.u, low = x + 8 * u, high = x + 40 * u, y = y0;
    int now = 0;
    ImU32 loud = ui.col(t.by_rule ? Role::text2 : Role::error);
    for (std::size_t i = 0; i < t.columns.size(); ++i) {
        const Column& c = t.columns[i];
        float top = y0 + float(i) * step, mid = top + step / 2, end = top + step;
        if (!c.slot) {
            dotted_down(ui, low, top, end, ui.col(Role::control));
            y = end;
            continue;
        }
        auto hold = [&](float to) {
            if (now && !t.by_rule) ImGui::GetWindowDrawList()->AddRectFilled({low, std::round(y)}, {high, std::round(to)}, ui.col(Role::pair));
            v_line(ui, now ? high : low, y, to, 2.6f, now ? loud : ui.col(Role::text2));
            y = to;
        };
        if (*c.slot != now) {
            hold(mid);
            now = *c.slot;
            hold(end);
            h_line(ui, low, high, mid, 2.6f, now ? loud : ui.col(Role::text2));
        } else {
            hold(end);
        }
        bool said = i == 0 || now != 0 || c.clears || c.reads;
        if (said) {
            float ty = c.writes ? mid + 13 * u : mid;
            float tx = high + 12 * u;
            tx += text_at(ui, tx, c.writes ? mid + 1 : ty, Face::mono_bold, 0.91f, now && !t.by_rule ? Role::error : Role::text2, std::to_string(now)) + 8 * u;
            std::string word = c.slot_word == "not read" ? "" : c.slot_word;
            if (!word.empty() && tx + text_width(ui, Face::regular, 0.73f, word) < right) text_at(ui, tx, mid, Face::regular, 0.73f, Role::text2, word);
        }
    }
}

}  // namespace

bool rows_fit(const Ui& ui, const Timeline& t, float width) {
    float w = width - (width < 900 * ui.u ? 32 : 56) * ui.u;
    return row_widths(ui, t, w).sum() <= w;
}

void draw_rows(Ui& ui, const Rect& rect, const Timeline& t) {
    float u = ui.u, side = (rect.w() < 900 * u ? 16 : 28) * u, left = rect.x0 + side, right = rect.x1 - side, w = right - left;
    bool you = t.predicted && w > 700 * u;
    RowWidths fit = row_widths(ui, t, w);
    float name = fit.name, word = fit.word, gpu_w = fit.gpu, slot_w = fit.slot;
    float spare = std::max(0.0f, w - fit.sum()), name_w = fit.names + spare * 0.3f, you_w = fit.you + (you ? spare * 0.25f : 0);
    float x_you = left + name_w, x_out = x_you + you_w, x_slot = right - gpu_w - slot_w, x_gpu = right - gpu_w;
    float y0 = rect.y0 + rows_top(ui, rect.w()), step = row_pitch(ui, rect.w()), hy = y0 - 22 * u;
    label(ui, left + 9 * u, hy, "CALL");
    if (you) label(ui, x_you, hy, "YOU");
    label(ui, x_out, hy, t.by_rule ? "WILL RETURN" : "RETURNED");
    label(ui, x_slot, hy, "SLOT");
    label(ui, x_gpu, hy, "GPU");
    for (std::size_t i = 0; i < t.columns.size(); ++i) {
        Rect row{left - 6 * u, y0 + float(i) * step, x_slot - 24 * u, y0 + float(i + 1) * step};
        const Column& c = t.columns[i];
        if (pair_starts(t, i)) {
            Rect pair{row.x0, row.y0 + 1 * u, row.x1, row.y1 + step - 1 * u};
            fill(ui, pair, 14 * u, ui.col(Role::pair));
            fill(ui, {pair.x0 + 4 * u, row.y1, pair.x1 - 4 * u, pair.y1 - 4 * u}, 10 * u, ui.col(Role::tile));
            frame(ui, pair, 14 * u, 2.2f, ui.col(Role::error));
        } else if (i && !pair_starts(t, i - 1) && !(i > 1 && pair_starts(t, i - 2))) {
            h_line(ui, left, row.x1, row.y0, 1, ui.col(Role::line));
        }
        text_at(ui, left + 9 * u, row.cy(), Face::mono_medium, c.folded > 1 ? name * 0.9f : name, Role::text, c.name);
        if (you && c.asked) {
            float x = x_you + text_at(ui, x_you, row.cy(), Face::mono_bold, fit_factor(ui, Face::mono_bold, 0.91f, 0.73f, c.predicted, you_w * 0.45f), Role::text, c.predicted) + 14 * u;
            bool differs = c.match == Match::differs;
            if (c.match != Match::open) {
                draw_symbol(ui, differs ? Symbol::differs : Symbol::same, x + 8 * u, row.cy(), 15 * u, differs ? Role::amber : Role::text2);
                text_at(ui, x + 24 * u, row.cy(), differs ? Face::semibold : Face::regular, 0.82f, differs ? Role::amber : Role::text2, differs ? "differs" : "as said");
            }
        } else if (you) {
            text_at(ui, x_you, row.cy(), Face::regular, 0.82f, Role::text3, c.phase == "PREPARE" ? "given" : "no question");
        }
        outcome_at(ui, x_out, row.cy(), word, c);
        if (c.writes) {
            float x0 = row.x1 + 2 * u, x1 = x_slot + 6 * u;
            ImU32 ink = ui.col(t.by_rule ? Role::text2 : Role::error);
            h_line(ui, x0, x1 - 7 * u, row.cy(), 2, ink);
            ImGui::GetWindowDrawList()->AddTriangleFilled({x1 - 9 * u, row.cy() - 6 * u}, {x1, row.cy()}, {x1 - 9 * u, row.cy() + 6 * u}, ink);
        }
    }
    slot_down(ui, x_slot, x_gpu - 10 * u, y0, step, t);
    float from = y0, mid = x_gpu + gpu_w / 2;
    for (const LaneBox& box : t.lanes) {
        float top = y0 + float(box.first) * step + 4 * u, bottom = y0 + float(box.last + 1) * step - 4 * u;
        dotted_down(ui, mid, from, top - 6 * u, ui.col(Role::control));
        if (box.form == Lane::none) dotted_down(ui, mid, top, bottom, ui.col(Role::control));
        else draw_gpu_box(ui, {x_gpu, top, right, bottom}, box, true);
        from = bottom + 6 * u;
    }
    dotted_down(ui, mid, from, y0 + float(t.columns.size()) * step, ui.col(Role::control));
}

void draw_list(Ui& ui, const Rect& rect, const Timeline& t) {
    float u = ui.u, left = rect.x0 + 14 * u, right = rect.x1 - 14 * u, step = row_pitch(ui, rect.w()), y = rect.y0 + list_top(ui);
    float code_w = 0;
    for (const Column& c : t.columns)
        if (!c.launch && c.code.size() < 5) code_w = std::max(code_w, text_width(ui, Face::mono_bold, failing(c) ? 1.25f : 0.96f, c.code));
    for (std::size_t i = 0; i < t.columns.size(); ++i) {
        const Column& c = t.columns[i];
        if (pair_starts(t, i)) {
            Rect pair{left - 4 * u, y + 1 * u, right + 4 * u, y + 2 * step - 1 * u};
            fill(ui, pair, 12 * u, ui.col(Role::pair));
            fill(ui, {pair.x0 + 4 * u, y + step, pair.x1 - 4 * u, pair.y1 - 4 * u}, 9 * u, ui.col(Role::tile));
            frame(ui, pair, 12 * u, 2.2f, ui.col(Role::error));
        }
        float mid = y + step / 2;
        Mark mark = mark_of(c);
        draw_symbol(ui, mark.symbol, left + 18 * u, mid, 24 * u, mark.role);
        float x = left + 38 * u, end = right - 10 * u;
        std::string said = c.code.empty() ? c.word : c.code;
        bool number = !c.code.empty() && !c.launch && c.outcome != Outcome::unread;
        float used = text_at(ui, x, mid, number ? Face::mono_bold : Face::semibold, said.size() > 8 ? 0.82f : failing(c) && number ? 1.25f : 0.96f, mark.role, said);
        if (c.slot && right - left > 330 * u) {
            std::string number = std::to_string(*c.slot);
            end -= text_at(ui, end, mid, Face::mono_bold, 0.91f, *c.slot && !t.by_rule ? Role::error : Role::text2, number, Align::right) + 6 * u;
            end -= text_at(ui, end, mid, Face::regular, 0.82f, Role::text2, "slot", Align::right) + 8 * u;
        }
        x += std::max(code_w, used) + 14 * u;
        text_at(ui, x, mid, Face::mono_medium, fit_factor(ui, Face::mono_medium, 0.91f, 0.55f, c.name, end - x), Role::text, c.name);
        y += step;
        for (const LaneBox& box : t.lanes) {
            std::size_t after = std::size_t(box.first) + (pair_starts(t, box.first) ? 1 : 0);
            if (after != i) continue;
            LaneBox band = box;
            band.text.clear(), band.right.clear();
            if (band.title.starts_with("Nothing")) band.title[0] = 'n';
            band.title = "GPU: " + band.title;
            Rect r{left - 4 * u, y + 5 * u, right + 4 * u, y + band_pitch(ui) - 5 * u};
            if (box.form == Lane::none) dotted(ui, r.x0, r.x1, r.cy(), ui.col(Role::control));
            else draw_gpu_box(ui, r, band, false);
            y += band_pitch(ui);
        }
    }
}

}  // namespace launchlab
