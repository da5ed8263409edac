// The paste box: the text with its marks, each told apart by its line and its symbol, and below it what each mark means.
#include <algorithm>
#include <cmath>

#include "panels/hub.h"
#include "panels/panels.h"
#include "panels/rich.h"
#include "session/lookup.h"

namespace launchlab {

namespace {

constexpr float text_factor = 0.80f, row_pitch = 28, legend_pitch = 32;
constexpr std::size_t symbols_a_row = 2;

struct MarkLook { Symbol symbol; Role role; };
MarkLook look_of(MarkRole role) {
    switch (role) {
        case MarkRole::code: return {Symbol::refused, Role::error};
        case MarkRole::card: return {Symbol::matrix, Role::accent};
        case MarkRole::list: return {Symbol::menu, Role::accent};
        case MarkRole::version: return {Symbol::current, Role::jit};
        case MarkRole::build: return {Symbol::angle, Role::amber};
        case MarkRole::blame: return {Symbol::unsure, Role::amber};
        case MarkRole::noise: return {Symbol::minus, Role::text3};
    }
    return {Symbol::none, Role::text};
}

// Whole: solid. Card: dots. List: dashes. Version: double. Build: thick dashes. Blame: dots and a line. Noise: through the words.
void draw_line_of(Ui& ui, MarkRole role, float x0, float x1, float y) {
    const float u = ui.u, under = y + 11 * u;
    const ImU32 colour = ui.col(look_of(role).role);
    const auto dashes = [&](float on, float off, float thick, float at) {
        for (float x = x0; x < x1; x += (on + off) * u) h_line(ui, x, std::min(x1, x + on * u), at, thick, colour);
    };
    switch (role) {
        case MarkRole::code: h_line(ui, x0, x1, under, 2, colour); break;
        case MarkRole::card: dashes(3, 3, 2.4f, under); break;
        case MarkRole::list: dashes(9, 4, 2, under); break;
        case MarkRole::version: h_line(ui, x0, x1, under - 2 * u, 1.2f, colour), h_line(ui, x0, x1, under + 2 * u, 1.2f, colour); break;
        case MarkRole::build: dashes(14, 3, 2.6f, under); break;
        case MarkRole::blame: dashes(2, 5, 2, under - 2 * u), h_line(ui, x0, x1, under + 2 * u, 1.2f, colour); break;
        case MarkRole::noise: h_line(ui, x0, x1, y, 1.4f, colour); break;
    }
}

struct Row { std::size_t begin = 0, end = 0; };       // bytes of the line

std::size_t letters(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// Rows of at most `columns` letters, broken after a blank where there is one.
std::vector<Row> rows_of(const std::string& text, std::size_t columns) {
    std::vector<Row> out;
    if (letters(text) <= columns) return {{0, text.size()}};
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at, count = 0, blank = 0;
        while (end < text.size() && count < columns) {
            if (text[end] == ' ') blank = end + 1;
            do ++end;
            while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
            ++count;
        }
        if (end < text.size() && text[end] != ' ' && blank > at) end = blank;
        out.push_back({at, end});
        at = end;
        while (at < text.size() && text[at] == ' ') ++at;
    }
    return out;
}

void draw_row(Ui& ui, float x, float y, const LookupLine& line, const Row& row) {
    const float u = ui.u;
    std::size_t at = row.begin;
    const auto piece = [&](std::size_t end, const LookupMark* mark) {
        end = std::min(end, row.end);
        if (end <= at) return;
        std::string_view text = std::string_view(line.text).substr(at, end - at);
        if (end == row.end) text = text.substr(0, text.find_last_not_of(' ') + 1);      // no line under the blank where a row breaks
        const bool code = mark && mark->role == MarkRole::code, noise = mark && mark->role == MarkRole::noise;
        const Face face = code ? Face::mono_bold : Face::mono;
        const float w = text_width(ui, face, text_factor, text);
        if (code) fill(ui, {x - 2 * u, y - 13 * u, x + w + 2 * u, y + 12 * u}, 4 * u, ui.col(Role::tile));
        text_at(ui, x, y, face, text_factor, noise ? Role::text3 : Role::text, text);
        if (mark) draw_line_of(ui, mark->role, x, x + w, y);
        x += w, at = end;
    };
    for (const LookupMark& mark : line.marks) {
        if (mark.end <= at || mark.begin >= row.end) continue;
        piece(mark.begin, nullptr);
        piece(mark.end, &mark);
    }
    piece(row.end, nullptr);
}

void draw_row_symbols(Ui& ui, float right, float y, const LookupLine& line, const Row& row) {
    std::vector<MarkRole> shown;
    for (const LookupMark& mark : line.marks) {
        const bool here = mark.begin < row.end && mark.end > row.begin, begins = mark.begin >= row.begin;
        if (!here || !begins || shown.size() >= symbols_a_row || std::find(shown.begin(), shown.end(), mark.role) != shown.end()) continue;
        shown.push_back(mark.role);
        draw_symbol(ui, look_of(mark.role).symbol, right - 8 * ui.u, y, 14 * ui.u, look_of(mark.role).role);
        right -= 19 * ui.u;
    }
}

std::string left_out_words(std::size_t lines) {
    return "\xE2\x80\xA6  " + std::to_string(lines) + (lines == 1 ? " more line" : " more lines");
}

// Of a long text only the rows in sight are drawn.
float draw_lines(Scene& s, const Rect& area) {
    Ui& ui = s.ui;
    HubState& state = s.screen.hub;
    const Looked& looked = *s.session.lookup().looked();
    const float u = ui.u, gutter = 42 * u, width = area.w() - gutter, advance = text_width(ui, Face::mono_bold, text_factor, "0123456789") / 10;
    const std::size_t columns = std::max<std::size_t>(8, std::size_t(width / advance));
    const Rect sight{area.x0, ImGui::GetWindowPos().y, area.x1, ImGui::GetWindowPos().y + ImGui::GetWindowSize().y};
    float y = area.y0 + row_pitch / 2 * u, pitch = row_pitch * u, first_mark = -1;
    const auto seen = [&] { return y > sight.y0 - pitch && y < sight.y1 + pitch; };
    const auto gap = [&](std::size_t lines) {
        if (lines == 0) return;
        if (seen()) text_at(ui, area.x0 + gutter, y, Face::regular, 0.76f, Role::text3, left_out_words(lines));
        y += pitch;
    };
    for (const LookupLine& line : looked.view) {
        gap(line.left_out);
        const bool has_code = std::any_of(line.marks.begin(), line.marks.end(), [](const LookupMark& mark) { return mark.role == MarkRole::code || mark.role == MarkRole::build; });
        if (first_mark < 0 && has_code) first_mark = y - area.y0;
        for (const Row& row : rows_of(line.text, columns)) {
            if (seen()) {
                draw_row_symbols(ui, area.x0 + gutter - 6 * u, y, line, row);
                draw_row(ui, area.x0 + gutter, y, line, row);
            }
            y += pitch;
        }
    }
    gap(looked.left_out);
    if (state.bring_mark && first_mark >= 0) ImGui::SetScrollY(std::max(0.0f, first_mark - sight.h() / 3));
    state.bring_mark = false;
    return y - pitch / 2;
}

float draw_words(Ui& ui, const Rect& area, Symbol symbol, const std::string& title, const std::string& text) {
    const float u = ui.u;
    float y = area.y0 + 22 * u;
    draw_symbol(ui, symbol, area.x0 + 14 * u, y, 26 * u, symbol == Symbol::trouble ? Role::amber : Role::text2);
    for (const auto& line : wrap(ui, Face::semibold, 1.1f, title, area.w() - 42 * u)) text_at(ui, area.x0 + 42 * u, y, Face::semibold, 1.1f, Role::text, line), y += 30 * u;
    y += 4 * u;
    return y + rich_text(ui, area.x0, y, area.w(), text, {0.92f, Role::text2, 1.5f});
}

float draw_content(Scene& s, const Rect& area) {
    Ui& ui = s.ui;
    const Lookup& lookup = s.session.lookup();
    const Looked* looked = lookup.looked();
    if (lookup.reading()) {
        const double now = ImGui::GetTime();
        if (s.screen.hub.reading_since == 0) s.screen.hub.reading_since = now;
        const double spent = now - s.screen.hub.reading_since;
        const std::string since = spent >= 1 ? " " + std::to_string(int(spent)) + " s so far." : "";
        return draw_words(ui, area, Symbol::turning, "Reading " + size_words(lookup.bytes()), "Every line is looked at once; megabytes take a moment." + since);
    }
    s.screen.hub.reading_since = 0;
    if (looked && looked->binary) return draw_words(ui, area, Symbol::trouble, "This is no text", size_words(looked->bytes) + ", and nothing of it can be shown. Copy the words from the terminal instead.");
    if (looked) return draw_lines(s, area);
    if (s.screen.hub.empty_clipboard) return draw_words(ui, area, Symbol::trouble, "There is nothing to paste", "The clipboard holds no text. Copy the error where you see it, then press **Ctrl V** here.");
    const float y = draw_words(ui, area, Symbol::bubble, "Nothing is pasted yet", "Copy the error where you see it, with the lines around it, and paste it here. To read about one code, search for it: **Ctrl F**.") + 20 * ui.u;
    const float w = std::min(area.w(), button_width(ui, "Paste", "Ctrl V"));
    if (button(ui, {area.x0, y, area.x0 + w, y + 46 * ui.u}, "Paste", "Ctrl V", Look::primary)) paste_into_hub(s);
    return y + 52 * ui.u;
}

float legend_height(Ui& ui, const std::vector<HubLegend>& legend, float width) {
    float h = 0;
    for (const HubLegend& one : legend) h += (legend_pitch + 23 * (std::max<float>(1, float(wrap(ui, Face::regular, 0.82f, one.text, width).size())) - 1)) * ui.u;
    return h;
}

float legend_indent(const Ui& ui, float width) { return (width < 420 * ui.u ? 128 : 170) * ui.u; }

void draw_legend(Ui& ui, float x0, float x1, float y, const std::vector<HubLegend>& legend) {
    const float u = ui.u, indent = legend_indent(ui, x1 - x0);
    for (const HubLegend& one : legend) {
        const MarkLook look = look_of(one.role);
        const float mid = y + legend_pitch / 2 * u;
        draw_symbol(ui, look.symbol, x0 + 8 * u, mid, 16 * u, look.role);
        if (one.role == MarkRole::code) fill(ui, {x0 + 24 * u, mid - 11 * u, x0 + 52 * u, mid + 10 * u}, 4 * u, ui.col(Role::tile));
        draw_line_of(ui, one.role, x0 + 24 * u, x0 + 52 * u, one.role == MarkRole::noise ? mid : mid - 2 * u);
        text_at(ui, x0 + 64 * u, mid, Face::medium, 0.82f, Role::text, one.word);
        float text_y = mid;
        for (const auto& line : wrap(ui, Face::regular, 0.82f, one.text, x1 - x0 - indent)) text_at(ui, x0 + indent, text_y, Face::regular, 0.82f, Role::text2, line), text_y += 23 * u;
        y = std::max(mid, text_y - 23 * u) + legend_pitch / 2 * u;
    }
}

}  // namespace

void scroll_hub_by_keys(const Scene& s) {
    const float page = ImGui::GetWindowSize().y * 0.8f;
    if (s.ui.typing || s.screen.palette.open) return;
    if (ImGui::IsKeyPressed(ImGuiKey_PageDown)) ImGui::SetScrollY(ImGui::GetScrollY() + page);
    if (ImGui::IsKeyPressed(ImGuiKey_PageUp)) ImGui::SetScrollY(ImGui::GetScrollY() - page);
}

void draw_hub_box(Scene& s, const Rect& r) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const Lookup& lookup = s.session.lookup();
    const bool low = ui.tall < 460;
    const float inset = (low || r.w() < 360 * u ? 12 : 28) * u, x0 = r.x0 + inset, x1 = r.x1 - inset;
    float y = r.y0 + (low ? 24 : 34) * u, right = x1;
    // Head: what can be done with the text.
    if (lookup.bytes() > 0 || s.screen.hub.empty_clipboard) {
        if (link(ui, right, y, "Paste", "Ctrl V", &right)) paste_into_hub(s);
        right -= 28 * u;
    }
    if (lookup.bytes() > 0 && right - text_width(ui, Face::medium, 0.87f, "Clear") - key_cap_width(ui, "Alt Del") - 20 * u > x0) {
        if (link(ui, right, y, "Clear", "Alt Del", &right)) s.actions.paste = "";
        right -= 16 * u;
    }
    const Looked* looked = lookup.looked();
    std::string title = "Your text", size = looked ? size_words(looked->bytes) + ", " + std::to_string(looked->lines) + (looked->lines == 1 ? " line" : " lines") : "";
    if (looked && s.screen.hub.left_out > 0) size += "; " + size_words(s.screen.hub.left_out) + " of the middle left out";
    if (text_width(ui, Face::semibold, 1.0f, title) <= right - x0) {
        const float w = text_at(ui, x0, y, Face::semibold, 1.0f, Role::text, title) + 14 * u;
        if (x0 + w + text_width(ui, Face::regular, 0.76f, size) < right) text_at(ui, x0 + w, y + 1 * u, Face::regular, 0.76f, Role::text3, size);
    }
    y += (low ? 22 : 28) * u;
    // Foot: what the marks mean, and the report.
    const std::vector<HubLegend> legend = looked && !looked->binary ? legend_of(looked->answer) : std::vector<HubLegend>{};
    const float legend_h = legend_height(ui, legend, x1 - x0 - legend_indent(ui, x1 - x0));
    const bool foot = !low && looked && !looked->binary;
    float bottom = r.y1 - (foot ? 64 : 16) * u;
    const bool room = bottom - legend_h - 24 * u - y > (low ? 120 : 200) * u;
    if (room && !legend.empty()) {
        bottom -= legend_h + 8 * u;
        draw_legend(ui, x0, x1, bottom, legend);
        bottom -= 16 * u;
    }
    if (foot) {
        h_line(ui, x0, x1, r.y1 - 60 * u, 1, ui.col(Role::line));
        const char* words = s.screen.hub.copied == HubCopied::report ? "Copied" : "Copy as report";
        if (link(ui, x1, r.y1 - 31 * u, words, "Alt R", &right)) copy_hub_report(s);
        const char* tail = "It stays on this machine.";
        if (x0 + text_width(ui, Face::regular, 0.82f, tail) + 20 * u < right) text_at(ui, x0, r.y1 - 31 * u, Face::regular, 0.82f, Role::text3, tail);
    }
    Rect box{x0 - std::min(10 * u, inset / 2), y, x1 + std::min(10 * u, inset / 2), std::max(y + 60 * u, bottom)};
    fill(ui, box, 12 * u, ui.col(Role::sunk));
    frame(ui, box, 12 * u, 1.4f, ui.col(Role::control));
    Press state;
    if (lookup.bytes() > 0) state = press(ui, "your text", box);        // for the keyboard, which scrolls it then
    focus_ring(ui, box, 12 * u, state);
    const float pad = (low ? 10 : 16) * u;
    begin_area(ui, "hub text", box.inset(4 * u, 4 * u));
    const bool alone = r.w() > 0.8f * ImGui::GetIO().DisplaySize.x;     // else the answer beside it moves, unless the keyboard is here
    if (state.focused || alone) scroll_hub_by_keys(s);
    const float end = draw_content(s, {box.x0 + pad, box.y0 + pad - ImGui::GetScrollY(), box.x1 - pad - 6 * u, box.y1 - pad});
    end_area(ui, end + pad);
}

}  // namespace launchlab
