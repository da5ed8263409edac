// Below the matrix: what the chosen cell says, how that is known, and a reason for each image; beside it what the signs mean.
#include <algorithm>

#include "panels/matrix.h"
#include "panels/panels.h"

namespace launchlab {

namespace {

Role role_of_word(const MatrixCell& cell) {
    if (!cell.sure || cell.differs) return Role::amber;
    return cell.verdict.code != 0 ? Role::error : cell.verdict.how == How::jit ? Role::jit : Role::ok;
}

// Where the rule that decided is written down.
std::string reason_source(const MatrixCell& cell) {
    const std::size_t at = cell.verdict.taken >= 0 ? static_cast<std::size_t>(cell.verdict.taken) : 0;
    if (at >= cell.verdict.reasons.size()) return "";
    const std::string_view source = source_of_rule(cell.verdict.reasons[at].rule);
    return source.empty() ? "" : "Rule: " + std::string(source) + ", " + std::string(to_word(cell.verdict.sure)) + ".";
}

float draw_lines(Ui& ui, float x, float y, float width, Face face, float factor, Role role, const std::string& text) {
    for (const std::string& line : wrap(ui, face, factor, text, width)) text_at(ui, x, y, face, factor, role, line), y += 28 * factor * ui.u;
    return y;
}

}  // namespace

Symbol symbol_of(const MatrixCell& cell) {
    if (!cell.sure || cell.differs) return Symbol::unsure;
    if (cell.measured) return cell.verdict.code != 0 ? Symbol::refused : cell.verdict.how == How::jit ? Symbol::jit : Symbol::ok;
    return cell.verdict.code != 0 ? Symbol::cross : cell.verdict.how == How::jit ? Symbol::chevrons : Symbol::tick;
}

std::string known_text(const MatrixCell& cell, bool here) {
    if (cell.measured) {
        const MatrixMeasured& one = *cell.measured;
        if (cell.differs) return "the rule says " + cell_word(cell) + ", measured was " + (one.code ? std::to_string(one.code) : std::string("another image")) + " on " + one.gpu.name;
        return (one.source == "live" && here ? std::string("measured on your card") : "recorded on " + one.gpu.name) + (one.source == "live" ? "" : ", " + one.date);
    }
    return cell.sure ? "rule only, never run here" : "reports differ, never run here";
}

float draw_matrix_cell(Scene& s, float x0, float x1, float y0) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const MatrixState& state = s.screen.matrix;
    const Matrix& matrix = state.matrix;
    if (state.row >= matrix.rows.size() || state.column >= matrix.columns.size()) return y0;
    const MatrixRow& row = matrix.rows[state.row];
    const MatrixCard& card = matrix.cards[matrix.columns[state.column].front()];
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.ChannelsSplit(2);  // the panel's height is known at the end, and lies below
    list.ChannelsSetCurrent(1);
    const float x = x0 + 24 * u, width = x1 - x0 - 48 * u;
    float y = y0 + 34 * u;
    if (row.cells.empty()) {
        draw_symbol(ui, Symbol::trouble, x + 12 * u, y, 24 * u, Role::amber);
        y = draw_lines(ui, x + 36 * u, y, width - 36 * u, Face::regular, 0.92f, Role::text, row.build.trouble);
    } else {
        const MatrixCell& cell = row.cells[matrix.columns[state.column].front()];
        const Role role = role_of_word(cell);
        float at = x + text_at(ui, x, y, Face::mono_bold, fit_factor(ui, Face::mono_bold, 0.92f, 0.73f, build_label(row.build), width * 0.6f), Role::text, build_label(row.build)) + 12 * u;
        const auto word = [&](Face face, Role ink, const std::string& text, float space) {
            if (at + text_width(ui, face, 0.87f, text) > x + width) at = x, y += 30 * u;
            at += text_at(ui, at, y, face, 0.87f, ink, text) + space * u;
        };
        word(Face::regular, Role::text2, "on", 8);
        word(Face::mono_bold, Role::text, to_text(card.gpu.capability), 8);
        word(Face::regular, Role::text2, (card.example.empty() ? std::string() : card.example + ", ") + "driver " + card.gpu.driver.version, 20);
        if (at + 60 * u > x + width) at = x, y += 30 * u;
        draw_symbol(ui, symbol_of(cell), at + 11 * u, y, 22 * u, role);
        at += 30 * u;
        word(Face::semibold, role, cell.sure ? cell_word(cell) : "unsure", 22);
        const std::string known = known_text(cell, card.own);
        draw_symbol(ui, cell.measured ? (cell.measured->source == "live" ? Symbol::live : Symbol::recorded) : Symbol::open, at + 9 * u, y, 18 * u, Role::text2);
        at += 26 * u;
        if (at + text_width(ui, Face::regular, 0.82f, known) > x + width) at = x, y += 30 * u;
        y = draw_lines(ui, at, y, x + width - at, Face::regular, 0.82f, Role::text2, known) + 4 * u;
        y = draw_lines(ui, x, y + 12 * u, width, Face::regular, 0.92f, Role::text, cell.verdict.why) + 14 * u;
        const bool narrow = width < 520 * u;
        for (std::size_t i = 0; i < cell.verdict.reasons.size() && i < row.build.images.size(); ++i) {
            const Target& target = row.build.images[i].target;
            const Reason& reason = cell.verdict.reasons[i];
            badge(ui, x, y, 64 * u, to_label(target.kind), !reason.taken);
            const float name = text_at(ui, x + 78 * u, y, Face::mono_medium, 0.87f, Role::text, to_name(target));
            if (narrow) y = draw_lines(ui, x, y + 30 * u, width, Face::regular, 0.87f, Role::text2, reason.text) + 10 * u;
            else y = draw_lines(ui, x + std::max(230 * u, 78 * u + name + 14 * u), y, width - std::max(230 * u, 78 * u + name + 14 * u), Face::regular, 0.87f, Role::text2, reason.text) + 10 * u;
        }
        if (!reason_source(cell).empty()) y = draw_lines(ui, x, y + 2 * u, width, Face::regular, 0.80f, Role::text3, reason_source(cell));
    }
    y += 10 * u;
    list.ChannelsSetCurrent(0);
    panel(ui, {x0, y0, x1, y});
    list.ChannelsMerge();
    return y;
}

float draw_matrix_legend(Scene& s, float x0, float x1, float y0) {
    Ui& ui = s.ui;
    const float u = ui.u;
    struct Line { Symbol symbol; Role role; const char* text; };
    static constexpr Line lines[] = {{Symbol::ok, Role::ok, "SASS: runs as built"},        {Symbol::jit, Role::jit, "JIT: PTX, translated"},
                                     {Symbol::refused, Role::error, "209: nothing fits"},   {Symbol::unsure, Role::amber, "unsure, reports differ"},
                                     {Symbol::live, Role::text2, "filled: measured on your card"}, {Symbol::recorded, Role::text2, "filled: recorded on a card"},
                                     {Symbol::tick, Role::ok, "bare: by rule only"},        {Symbol::current, Role::accent, "framed column: your card"}};
    const bool two = x1 - x0 > 460 * u;
    const float half = two ? (x1 - x0 - 48 * u) / 2 : 0;
    const int rows = two ? 4 : 8;
    panel(ui, {x0, y0, x1, y0 + (36 + 32 * float(rows)) * u});
    for (int i = 0; i < 8; ++i) {
        const float x = x0 + 24 * u + (two && i >= 4 ? half : 0), y = y0 + (34 + 32 * float(two ? i % 4 : i)) * u;
        draw_symbol(ui, lines[i].symbol, x + 11 * u, y, 19 * u, lines[i].role);
        text_at(ui, x + 34 * u, y, Face::regular, 0.80f, Role::text2, lines[i].text);
    }
    return y0 + (36 + 32 * float(rows)) * u;
}

}  // namespace launchlab
