// The narrow forms: calls as rows, with the slot and the GPU upright; and the list, for very large text.
#include <algorithm>
#include <cmath>

#include "panels/timeline.h"

namespace launchlab {

namespace {

bool pair_starts(const Timeline& t, std::size_t i) {
    return t.columns[i].outcome == Outcome::refused_launch && t.columns[i].known == Known::yes && i + 1 < t.columns.size() && t.columns[i + 1].check;
}

void outcome_at(Ui& ui, float x, float y, float right, const Column& c) {
    float u = ui.u;
    Mark mark = mark_of(c);
    bool happened = c.known == Known::yes;
    float factor = c.code.empty() ? 0.92f : c.launch || c.outcome == Outcome::unread ? 1.0f : failing(c) ? 1.5f : c.code.size() > 6 ? 1.0f : 1.3f;
    Face face = c.launch || c.outcome == Outcome::unread ? Face::semibold : Face::mono_bold;
    float s = (failing(c) ? 30 : 26) * u;
    draw_symbol(ui, mark.symbol, x + 15 * u, y, s, mark.role);
    x += 40 * u;
    if (!c.code.empty()) x += text_at(ui, x, y, face, factor, !happened && c.known != Known::by_rule ? Role::text2 : mark.role, c.code) + 14 * u;
    Role ink = failing(c) && happened ? Role::error : c.outcome == Outcome::untouched && happened ? Role::amber : Role::text2;
    if (c.launch && !c.code.empty() && happened) return;
    text_at(ui, x, y, Face::regular, fit_factor(ui, Face::regular, 0.87f, 0.73f, c.word, right - x), ink, c.word);
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
            h_line(ui, low, high, mid, 2.6f, now ? loud : ui.col(Role::text2));
            hold(end);
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

void draw_rows(Ui& ui, const Rect& rect, const Timeline& t) {
    float u = ui.u, side = (rect.w() < 900 * u ? 16 : 28) * u, left = rect.x0 + side, right = rect.x1 - side, w = right - left;
    float names = 0;
    for (const Column& c : t.columns) names = std::max(names, text_width(ui, Face::mono_medium, c.folded > 1 ? 0.82f : 0.91f, c.name));
    float name_w = std::min(names + 26 * u, w * 0.42f), gpu_w = std::min(200 * u, std::max(118 * u, w * 0.16f)), slot_w = std::min(210 * u, std::max(112 * u, w * 0.15f));
    bool you = t.predicted && w > 700 * u;
    float you_w = you ? std::min(210 * u, w * 0.17f) : 0;
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
        text_at(ui, left + 9 * u, row.cy(), Face::mono_medium, fit_factor(ui, Face::mono_medium, 0.91f, 0.73f, c.name, name_w - 16 * u), Role::text, c.name);
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
        outcome_at(ui, x_out, row.cy(), row.x1 - 8 * u, c);
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
    float u = ui.u, left = rect.x0 + 14 * u, right = rect.x1 - 14 * u, step = row_pitch(ui, rect.w()), y = rect.y0 + 14 * u;
    float code_w = 0;
    for (const Column& c : t.columns) code_w = std::max(code_w, text_width(ui, c.launch ? Face::semibold : Face::mono_bold, 0.96f, c.code));
    code_w = std::min(code_w, (right - left) * 0.30f);
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
        text_at(ui, x, mid, c.launch ? Face::semibold : Face::mono_bold, fit_factor(ui, Face::mono_bold, 0.96f, 0.55f, c.code, code_w), mark.role, c.code);
        if (c.slot && right - left > 330 * u) {
            std::string number = std::to_string(*c.slot);
            end -= text_at(ui, end, mid, Face::mono_bold, 0.91f, *c.slot && !t.by_rule ? Role::error : Role::text2, number, Align::right) + 6 * u;
            end -= text_at(ui, end, mid, Face::regular, 0.82f, Role::text2, "slot", Align::right) + 8 * u;
        }
        x += code_w + 14 * u;
        text_at(ui, x, mid, Face::mono_medium, fit_factor(ui, Face::mono_medium, 0.91f, 0.55f, c.name, end - x), Role::text, c.name);
        y += step;
        for (const LaneBox& box : t.lanes) {
            std::size_t after = std::size_t(box.first) + (pair_starts(t, box.first) ? 1 : 0);
            if (after != i) continue;
            LaneBox band = box;
            band.text.clear(), band.right.clear();
            Rect r{left - 4 * u, y + 6 * u, right + 4 * u, y + 60 * u};
            if (box.form == Lane::none) dotted(ui, r.x0, r.x1, r.cy(), ui.col(Role::control));
            else draw_gpu_box(ui, r, band, false);
            y += 66 * u;
        }
    }
}

}  // namespace launchlab
