// The narrow forms of the comparison: calls as rows with A, B and the marks as columns; below 900 only the rows that differ.
#include <algorithm>

#include "panels/compare.h"

namespace launchlab {

namespace {

// Lower in a low window.
struct Tall { float row, lane, head, stacked; };
Tall tall_of(const Ui& ui) { return ui.tall < 460 ? Tall{38, 44, 46, 28} : Tall{50, 56, 60, 34}; }

struct Columns { float name, mark, a, b, end; bool stacked; };

// Stacked: the call has a line of its own above its answers.
Columns columns_of(const Ui& ui, const Rect& r, CompareForm form) {
    float u = ui.u, x0 = r.x0 + (form == CompareForm::rows ? 28 : 18) * u, x1 = r.x1 - (form == CompareForm::rows ? 28 : 18) * u, w = x1 - x0;
    bool stacked = w < 620 * u;
    if (stacked) return {x0, x0, x0, x0 + w / 2 + 5 * u, x1, true};
    float name = std::min(w * 0.31f, 250 * u), mark = 112 * u, side = (w - name - mark) / 2;
    return {x0, x0 + name + side, x0 + name, x0 + name + side + mark, x1, false};
}

Rect cell_of(const Columns& c, int side, float y0, float y1, float u) {
    float wide = c.stacked ? c.b - c.a - 10 * u : c.mark - c.a - 10 * u;
    float x = side == 0 ? c.a : c.b;
    return {x, y0, std::min(c.end, x + wide), y1};
}

bool shown(const ComparedCall& call, CompareForm form) { return form == CompareForm::rows || call.mark != Judged::same; }
bool lane_shown(Judged mark, CompareForm form) { return form == CompareForm::rows || mark != Judged::same; }

void draw_row_head(Ui& ui, const Columns& c, float y, float tall, const std::string& name, Judged mark, bool code) {
    float u = ui.u, room = (c.stacked ? c.end - c.name - 120 * u : c.a - c.name - 12 * u);
    float mid = c.stacked ? y + (tall_of(ui).stacked / 2 + 1) * u : y + tall / 2;
    Face face = code ? Face::mono_medium : Face::semibold;
    float factor = fit_factor(ui, face, 0.82f, 0.73f, name, room);
    auto lines = wrap(ui, face, factor, name, room);
    float ly = mid - 10 * u * float(lines.size() - 1);
    for (const auto& line : lines) text_at(ui, c.name, ly, face, factor, mark == Judged::same ? Role::text3 : Role::text, line), ly += 20 * u;
    if (c.stacked) draw_mark(ui, c.end - 106 * u, mid, mark, true);
    else draw_mark(ui, c.mark + 12 * u, mid, mark, true);
}

void draw_lane_cell(Ui& ui, const Rect& r, const ComparedSide& side) {
    float u = ui.u;
    if (side.lanes.empty()) {
        text_at(ui, r.x0 + 16 * u, r.cy(), Face::regular, 0.82f, Role::text3, "no launch");
        return;
    }
    float wide = (r.w() - 8 * u * float(side.lanes.size() - 1)) / float(side.lanes.size()), x = r.x0;
    for (LaneBox box : side.lanes) {
        Rect at{x, r.y0 + 4 * u, x + wide, r.y1 - 4 * u};
        box.text.clear();
        if (box.form == Lane::none) dotted(ui, at.x0, at.x1, at.cy() + 12 * u, ui.col(Role::control)), text_at(ui, at.x0 + 16 * u, at.cy() - 4 * u, Face::regular, 0.80f, Role::text3, box.title);
        else draw_gpu_box(ui, at, box, false);
        x += wide + 8 * u;
    }
}

int hidden(const Comparison& c, CompareForm form) { return form == CompareForm::differing ? c.same : 0; }

}  // namespace

float rows_height(Ui& ui, const Comparison& c, CompareForm form, float width) {
    const Tall tall = tall_of(ui);
    float u = ui.u, h = tall.head * u;
    Columns columns = columns_of(ui, {0, 0, width, 0}, form);
    float more = columns.stacked ? tall.stacked * u : 0;
    for (const ComparedCall& call : c.calls)
        if (shown(call, form)) h += tall.row * u + more + 10 * u;
    for (Judged mark : {c.slot, c.gpu})
        if (lane_shown(mark, form)) h += tall.lane * u + more + 6 * u;
    return h + (hidden(c, form) ? 36 * u : 0) + 12 * u;
}

void draw_compare_rows(Ui& ui, const Rect& r, const Comparison& c, CompareForm form) {
    const Tall tall = tall_of(ui);
    float u = ui.u, y = r.y0;
    Columns columns = columns_of(ui, r, form);
    float more = columns.stacked ? tall.stacked * u : 0;
    // Who is A and who is B.
    if (!columns.stacked) text_at(ui, columns.name, y + tall.head / 2 * u, Face::semibold, 0.82f, Role::text, "Call");
    for (int side = 0; side < 2; ++side) {
        Rect cell = cell_of(columns, side, y, y + tall.head * u, u);
        draw_letter(ui, cell.x0, y + tall.head / 2 * u, 32 * u, side);
        const ComparedSide& s = c.sides[side];
        float x = cell.x0 + 44 * u, room = cell.x1 - x;
        float factor = fit_factor(ui, Face::mono_medium, 0.85f, 0.73f, s.value, room);
        auto lines = wrap(ui, Face::mono_medium, factor, s.value, room);
        text_at(ui, x, y + (tall.head / 2 - 10) * u, Face::mono_medium, factor, Role::text, lines.empty() ? "" : lines.size() > 1 ? lines[0].substr(0, lines[0].size() > 3 ? lines[0].size() - 3 : 0) + "..." : lines[0]);
        text_at(ui, x, y + (tall.head / 2 + 12) * u, Face::regular, fit_factor(ui, Face::regular, 0.80f, 0.73f, s.label, room), Role::text3, s.label);
    }
    y += tall.head * u;
    h_line(ui, columns.name, columns.end, y - 2 * u, 1, ui.col(Role::line));
    y += 4 * u;
    // The pair's frame first: it lies under both rows.
    float at = y;
    for (std::size_t i = 0; i < c.calls.size(); ++i) {
        if (!shown(c.calls[i], form)) continue;
        bool next_shown = i + 1 < c.calls.size() && shown(c.calls[i + 1], form);
        for (int side = 0; side < 2; ++side) {
            if (!c.calls[i].launch || !in_pair_frame(c, i, side) || !next_shown) continue;
            float pitch = tall.row * u + more + 10 * u;
            Rect top = cell_of(columns, side, at + more, at + more + tall.row * u, u), low = cell_of(columns, side, at + pitch + more, at + pitch + more + tall.row * u, u);
            if (columns.stacked) {
                fill(ui, top, 12 * u, ui.col(Role::pair)), frame(ui, top, 12 * u, 2.2f, ui.col(Role::error));
                fill(ui, low, 12 * u, ui.col(Role::tile)), frame(ui, low, 12 * u, 2.2f, ui.col(Role::error));
                continue;
            }
            Rect pair{top.x0 - 5 * u, top.y0 - 5 * u, top.x1 + 5 * u, low.y1 + 5 * u};
            fill(ui, pair, 14 * u, ui.col(Role::pair));
            fill(ui, low, 10 * u, ui.col(Role::tile));
            frame(ui, pair, 14 * u, 2.2f, ui.col(Role::error));
        }
        at += tall.row * u + more + 10 * u;
    }
    for (std::size_t i = 0; i < c.calls.size(); ++i) {
        const ComparedCall& call = c.calls[i];
        if (!shown(call, form)) continue;
        draw_row_head(ui, columns, y, tall.row * u, call.name(), call.mark, true);
        for (int side = 0; side < 2; ++side) draw_answer(ui, cell_of(columns, side, y + more, y + more + tall.row * u, u), call, side, stands_out(c, i, side));
        y += tall.row * u + more + 10 * u;
    }
    if (lane_shown(c.slot, form)) {
        draw_row_head(ui, columns, y, tall.lane * u, "Slot", c.slot, false);
        for (int side = 0; side < 2; ++side) {
            Rect cell = cell_of(columns, side, y + more, y + more + tall.lane * u, u);
            const std::string& words = c.sides[side].slot_words;
            auto lines = wrap(ui, Face::mono_medium, 0.82f, words, cell.w() - 24 * u);
            float ly = cell.cy() - 11 * u * float(lines.size() - 1);
            for (const auto& line : lines) text_at(ui, cell.x0 + 16 * u, ly, Face::mono_medium, 0.82f, Role::text2, line), ly += 22 * u;
        }
        y += tall.lane * u + more + 6 * u;
    }
    if (lane_shown(c.gpu, form)) {
        draw_row_head(ui, columns, y, tall.lane * u, "GPU", c.gpu, false);
        for (int side = 0; side < 2; ++side) draw_lane_cell(ui, cell_of(columns, side, y + more, y + more + tall.lane * u, u), c.sides[side]);
        y += tall.lane * u + more + 6 * u;
    }
    if (hidden(c, form)) {
        draw_symbol(ui, Symbol::same, columns.name + 8 * u, y + 16 * u, 16 * u, Role::text3);
        text_at(ui, columns.name + 26 * u, y + 16 * u, Face::regular, 0.82f, Role::text2, std::to_string(c.same) + " the same");
    }
}

}  // namespace launchlab
