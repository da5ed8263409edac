// The matrix itself: generations, cards and builds as heads, a cell each, the own card's column in a frame.
#include <algorithm>
#include <utility>

#include "panels/matrix.h"
#include "panels/panels.h"

namespace launchlab {

namespace {

constexpr float row_tall = 56, head_tall = 96, least_cell = 58, most_cell = 92, pad = 24;

struct Measures {
    float label = 0, cell = 0;
    std::size_t beside = 0;   // columns that have room
};

Measures measures_of(const Scene& s, float width) {
    const float u = s.ui.u, room = width - 2 * pad * u;
    const std::size_t all = std::max<std::size_t>(1, s.screen.matrix.matrix.columns.size());
    Measures m;
    m.label = std::clamp(room * 0.24f, 120 * u, 330 * u);
    const float rest = std::max(room - m.label, least_cell * u);
    m.beside = std::clamp<std::size_t>(static_cast<std::size_t>(rest / (least_cell * u)), 1, all);
    m.cell = std::min(rest / float(m.beside), most_cell * u);
    return m;
}

// Columns in sight, and those that have no room before and after them.
struct InSight {
    std::vector<std::size_t> columns, moving;  // moving: all that are not frozen
    std::size_t room = 0, before = 0, after = 0;
};

// Where not all have room the own card stays, frozen at the left; the others follow the chosen one, a step at a time.
InSight in_sight(MatrixState& state, std::size_t beside) {
    InSight out;
    const Matrix& matrix = state.matrix;
    const std::size_t all = matrix.columns.size();
    const bool frozen = beside < all && beside > 1;
    for (std::size_t i = 0; i < all; ++i)
        (frozen && matrix.cards[matrix.columns[i].front()].own ? out.columns : out.moving).push_back(i);
    out.room = std::min(beside - out.columns.size(), out.moving.size());
    const auto chosen = std::find(out.moving.begin(), out.moving.end(), state.column);
    if (chosen != out.moving.end()) {
        const std::size_t at = static_cast<std::size_t>(chosen - out.moving.begin());
        if (at < state.from) state.from = at;
        if (at >= state.from + out.room) state.from = at + 1 - out.room;
    }
    state.from = std::min(state.from, out.moving.size() - out.room);
    out.before = state.from;
    out.after = out.moving.size() - out.room - state.from;
    out.columns.insert(out.columns.end(), out.moving.begin() + static_cast<std::ptrdiff_t>(state.from), out.moving.begin() + static_cast<std::ptrdiff_t>(state.from + out.room));
    return out;
}

Role role_of_cell(const MatrixCell& cell) {
    if (!cell.sure || cell.differs) return Role::amber;
    return cell.verdict.code != 0 ? Role::error : cell.verdict.how == How::jit ? Role::jit : Role::ok;
}

bool is_own(const Matrix& matrix, std::size_t column) { return matrix.cards[matrix.columns[column].front()].own; }

void draw_generations(Scene& s, const Rect& r, float cell, const std::vector<std::size_t>& columns) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const Matrix& matrix = s.screen.matrix.matrix;
    const auto generation = [&](std::size_t column) {
        const std::string first = matrix.cards[matrix.columns[column].front()].generation, last = matrix.cards[matrix.columns[column].back()].generation;
        return first == last ? first : std::string();
    };
    for (std::size_t i = 0; i < columns.size();) {
        std::size_t next = i + 1;
        while (next < columns.size() && columns[next] == columns[next - 1] + 1 && generation(columns[next]) == generation(columns[i])) ++next;
        const float x0 = r.x0 + float(i) * cell + 3 * u, x1 = r.x0 + float(next) * cell - 3 * u;
        const std::string name = generation(columns[i]);
        if (!name.empty()) {
            if (text_width(ui, Face::medium, 0.73f, name) <= x1 - x0) text_at(ui, (x0 + x1) / 2, r.y0 + 12 * u, Face::medium, 0.73f, Role::text3, name, Align::centre);
            h_line(ui, x0, x1, r.y0 + 28 * u, 1, ui.col(Role::line));
        }
        i = next;
    }
}

void draw_card_head(Scene& s, float x, float y, float cell, std::size_t column) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const Matrix& matrix = s.screen.matrix.matrix;
    const MatrixCard& card = matrix.cards[matrix.columns[column].front()];
    const bool one = matrix.columns[column].size() == 1;
    const std::string first = to_text(card.gpu.capability), last = to_text(matrix.cards[matrix.columns[column].back()].gpu.capability);
    const std::string below = card.own ? "yours" : one ? card.example : "to " + last;
    text_at(ui, x + cell / 2, y + 50 * u, Face::mono_bold, 0.82f, card.own ? Role::accent : Role::text, first, Align::centre);
    const Face face = card.own ? Face::semibold : Face::regular;
    if (!below.empty() && text_width(ui, face, 0.73f, below) <= cell - 2 * u) text_at(ui, x + cell / 2, y + 74 * u, face, 0.73f, card.own ? Role::text : Role::text3, below, Align::centre);
}

void draw_row_head(Scene& s, const Rect& r, const MatrixRow& row) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const auto line = [&](Face face, float factor, Role role, const std::string& text, float y) {
        const float room = r.w() - 14 * u;
        std::string shown = text;
        if (text_width(ui, face, factor, shown) > room) {
            while (!shown.empty() && text_width(ui, face, factor, shown + "\xE2\x80\xA6") > room) {
                shown.pop_back();
                while (!shown.empty() && (static_cast<unsigned char>(shown.back()) & 0xC0) == 0x80) shown.pop_back();
            }
            shown += "\xE2\x80\xA6";
        }
        text_at(ui, r.x0, y, face, factor, role, shown);
    };
    line(Face::mono_bold, 0.80f, Role::text, build_label(row.build), r.cy() - 10 * u);
    line(Face::regular, 0.73f, Role::text3, row.build.title, r.cy() + 12 * u);
}

void draw_cell(Scene& s, const Rect& r, std::size_t row, std::size_t column) {
    Ui& ui = s.ui;
    const float u = ui.u;
    MatrixState& state = s.screen.matrix;
    const MatrixCell& cell = state.matrix.rows[row].cells[state.matrix.columns[column].front()];
    const Role role = role_of_cell(cell);
    const Rect box = r.inset(2.5f * u, 2 * u);
    const Press hit = press(ui, "cell/" + std::to_string(row) + "/" + std::to_string(column), box);
    const bool own = is_own(state.matrix, column), chosen = state.row == row && state.column == column;
    if (cell.measured) {
        fill(ui, box, 9 * u, ui.tint(Role::panel, role, ui.palette.dark ? 0.26f : 0.16f));
        frame(ui, box, 9 * u, 1.6f, ui.col(role));
        draw_symbol(ui, own && cell.measured->source == "live" ? Symbol::live : Symbol::recorded, box.x1 - 11 * u, box.y0 + 11 * u, 12 * u, Role::text);
    } else if (hit.hovered) {
        fill(ui, box, 9 * u, ui.tint(Role::panel, Role::text2, 0.12f));
    }
    draw_symbol(ui, symbol_of(cell), r.cx(), r.cy() - 11 * u, 18 * u, role);
    const std::string word = cell.sure ? cell_word(cell) : "unsure";
    const bool code = cell.sure && cell.verdict.code != 0;
    text_at(ui, r.cx(), r.cy() + 13 * u, code ? Face::mono_medium : Face::medium, 0.73f, Role::text, word, Align::centre);
    if (chosen) frame(ui, box, 9 * u, 2.2f, ui.col(Role::accent));
    if (hit.focused) focus_ring(ui, box.inset(5 * u), 6 * u, hit);
    if (hit.pressed || hit.focused) state.row = row, state.column = column;
}

// More columns than have room: what is out of sight, and the way there.
void draw_more(Scene& s, const Rect& r, const InSight& sight) {
    Ui& ui = s.ui;
    MatrixState& state = s.screen.matrix;
    const float u = ui.u;
    const auto go = [&](std::size_t from) {
        state.from = std::min(from, sight.moving.size() - sight.room);
        state.column = sight.moving[from < sight.before ? state.from : state.from + sight.room - 1];
    };
    float y = r.y0 + 18 * u, at = r.x1;
    if (sight.after > 0 && link(ui, r.x1, y, std::to_string(sight.after) + " more", "", &at)) go(sight.before + sight.room);
    if (sight.before > 0 && link(ui, at - (sight.after > 0 ? 28 * u : 0), y, std::to_string(sight.before) + " before", "")) go(sight.before > sight.room ? sight.before - sight.room : 0);
}

}  // namespace

float matrix_grid_height(const Scene& s, float width) {
    const float u = s.ui.u;
    const Matrix& matrix = s.screen.matrix.matrix;
    const bool more = measures_of(s, width).beside < matrix.columns.size();
    return (pad + head_tall + row_tall * float(matrix.rows.size()) + 14 + (more ? 40 : 0)) * u;
}

void draw_matrix_grid(Scene& s, const Rect& rect) {
    Ui& ui = s.ui;
    const float u = ui.u;
    MatrixState& state = s.screen.matrix;
    const Matrix& matrix = state.matrix;
    panel(ui, rect);
    if (matrix.columns.empty()) return;
    const Measures m = measures_of(s, rect.w());
    const InSight sight = in_sight(state, m.beside);
    const std::vector<std::size_t>& columns = sight.columns;
    const float x0 = rect.x0 + pad * u, cells_x = x0 + m.label;
    const float y = rect.y0 + pad * u - 12 * u;
    const float rows_y = y + head_tall * u, bottom = rows_y + row_tall * float(matrix.rows.size()) * u;
    // The heads stay in sight while the rows scroll away under them.
    const float top = std::clamp(ImGui::GetWindowPos().y, y, std::max(y, bottom - (head_tall + row_tall) * u)), under = top + head_tall * u;
    const float right = cells_x + float(columns.size()) * m.cell;
    const std::size_t before = state.row;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (is_own(matrix, columns[i])) fill(ui, {cells_x + float(i) * m.cell, top + 34 * u, cells_x + float(i + 1) * m.cell, bottom + 3 * u}, 10 * u, ui.tint(Role::panel, Role::accent, 0.12f));
    if (top > y) ImGui::PushClipRect({rect.x0, under}, {rect.x1, bottom + pad * u}, true);
    for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
        const Rect r{x0, rows_y + row_tall * float(row) * u, right, rows_y + row_tall * float(row + 1) * u};
        if (state.bring && row == state.row) ImGui::SetScrollFromPosY(r.cy() - ImGui::GetWindowPos().y, 0.5f);
        Recorder* const recorder = std::exchange(ui.recorder, r.y0 < under - 1 ? nullptr : ui.recorder);  // under the heads nothing is in sight
        if (row > 0) h_line(ui, r.x0, r.x1, r.y0, 1, ui.col(Role::line));
        draw_row_head(s, {x0, r.y0, cells_x, r.y1}, matrix.rows[row]);
        for (std::size_t i = 0; i < columns.size() && !matrix.rows[row].cells.empty(); ++i)
            draw_cell(s, {cells_x + float(i) * m.cell, r.y0, cells_x + float(i + 1) * m.cell, r.y1}, row, columns[i]);
        ui.recorder = recorder;
    }
    if (top > y) {
        ImGui::PopClipRect();
        h_line(ui, x0, right, under, 1, ui.col(Role::line));
    }
    text_at(ui, x0, top + 50 * u, Face::semibold, 0.87f, Role::text, "Build");
    if (m.label > 150 * u) text_at(ui, x0, top + 74 * u, Face::regular, 0.73f, Role::text3, "images in one binary");
    draw_generations(s, {cells_x, top, right, top + 30 * u}, m.cell, columns);
    for (std::size_t i = 0; i < columns.size(); ++i) draw_card_head(s, cells_x + float(i) * m.cell, top, m.cell, columns[i]);
    state.bring = top > y && state.row != before;  // the keyboard moved: not to a row that lies under the heads
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (is_own(matrix, columns[i])) {
            const float x = cells_x + float(i) * m.cell;
            frame(ui, {x, top + 34 * u, x + m.cell, bottom + 3 * u}, 10 * u, 2.2f, ui.col(Role::accent));
        }
    if (m.beside < matrix.columns.size()) draw_more(s, {x0, bottom + 8 * u, rect.x1 - pad * u, bottom + 44 * u}, sight);
}

}  // namespace launchlab
