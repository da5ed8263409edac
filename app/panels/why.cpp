#include "panels/why.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "panels/panels.h"
#include "session/why_file.h"

namespace launchlab {

namespace {

void ask(Scene& s, std::string path) {
    WhyState& state = s.screen.why;
    if (path.empty()) return;
    s.actions.why_file = std::move(path);
    state.asking = state.all_rows = false;
    state.to_top = true;
    state.copied.clear();
    state.query = {};
}

float draw_lines(Ui& ui, float x, float y, float width, Face face, float factor, Role role, const std::string& text) {
    for (const std::string& line : wrap(ui, face, factor, text, width)) text_at(ui, x, y, face, factor, role, line), y += 28 * factor * ui.u;
    return y;
}

std::string file_name(const std::string& path) {
    const std::size_t end = path.find_last_not_of('/'), slash = path.find_last_of('/', end);
    return end == std::string::npos ? path : path.substr(slash == std::string::npos ? 0 : slash + 1, end - (slash == std::string::npos ? std::string::npos : slash));
}

std::string title_of(const Session& session) {
    const WhyFile& why = session.why();
    if (why.answer()) return shown_path(file_name(why.path())) + " " + why.answer()->title;
    if (why.error()) return shown_path(file_name(why.path())) + " could not be read.";
    return why.path().empty() ? "Open a program, library, wheel or object." : "Reading " + shown_path(file_name(why.path())) + ".";
}

// What it is at the left, the ways on at the right. Returns the bottom.
float draw_head(Scene& s, const Rect& r) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const bool low = ui.tall < 560;
    const float mid = r.y0 + (low ? 22 : 52) * u, tall = (low ? 36 : 46) * u;
    if (!low) text_at(ui, r.x0, r.y0 + 8 * u, Face::regular, 0.80f, Role::text2, "Tools");
    float right = r.x1, left = r.x1;
    if (link(ui, right, mid, "Leave", "Esc", &left)) s.screen.why.open = false;
    right = left - 28 * u;
    const float w = button_width(ui, "Another file", "Ctrl O");
    if (!s.session.why().path().empty() && right - w > r.x0 + 330 * u) {      // the key does the same
        if (button(ui, {right - w, mid - tall / 2, right, mid + tall / 2}, "Another file", "Ctrl O")) ask_for_file(s);
        right -= w + 20 * u;
    }
    const char* words = "Why does my program fail?";
    const char* fitting = text_width(ui, Face::display, 0.92f, words) > right - r.x0 ? "Why?" : words;
    text_at(ui, r.x0, mid, Face::display, fit_factor(ui, Face::display, low ? 1.3f : 1.8f, 0.92f, fitting, right - r.x0), Role::text, fitting);
    return mid + tall / 2 + (low ? 6 : 14) * u;
}

// Without a file there is nothing else to show.
bool asks_for_path(const Scene& s) { return s.screen.why.asking || s.session.why().path().empty(); }

float draw_field(Scene& s, float x0, float x1, float y) {
    WhyState& state = s.screen.why;
    const float u = s.ui.u;
    if (!asks_for_path(s)) return y;
    const char* hint = x1 - x0 > 420 * u ? "Path of a file: ./build/app, ~/wheels/it.whl ..." : "Path of a file";
    (void)text_field(s.ui, {x0, y, x1, y + 48 * u}, "file", hint, "enter", state.query, state.focus);
    return y + 62 * u;
}

float draw_sentence(Scene& s, float x0, float x1, float y, Symbol symbol, Role role, const std::string& text) {
    const float u = s.ui.u;
    draw_symbol(s.ui, symbol, x0 + 15 * u, y + 15 * u, 26 * u, role);
    return draw_lines(s.ui, x0 + 44 * u, y + 15 * u, x1 - x0 - 44 * u, Face::regular, 1.0f, Role::text, text);
}

float draw_nothing_yet(Scene& s, float x0, float x1, float y) {
    const float u = s.ui.u;
    y = draw_sentence(s, x0, x1, y, Symbol::file, Role::accent,
                      "Drop a file anywhere on this window, paste its path with Ctrl V, or write the path above. A program, a library, an object, an archive, a wheel, a cubin, a fat binary or PTX.") + 8 * u;
    return draw_lines(s.ui, x0 + 44 * u, y + 8 * u, x1 - x0 - 44 * u, Face::regular, 0.92f, Role::text2, "The file is read, never run, and nothing of it leaves this machine.");
}

float draw_error(Scene& s, float x0, float x1, float y, const Error& error) {
    const float u = s.ui.u;
    std::string sentence = error.what;
    if (!sentence.empty() && sentence[0] >= 'a' && sentence[0] <= 'z') sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');   // its place stands below it, not before it
    y = draw_sentence(s, x0, x1, y, Symbol::trouble, Role::amber, sentence) + 6 * u;
    return draw_lines(s.ui, x0 + 44 * u, y + 6 * u, x1 - x0 - 44 * u, Face::mono, 0.82f, Role::text2, shown_path(error.where));
}

// Title, facts, and what there is to say; all of it scrolls.
float draw_body(Scene& s, float x0, float x1, float y) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const WhyFile& why = s.session.why();
    y = draw_field(s, x0, x1, y + 2 * u);
    const std::string title = title_of(s.session);
    float factor = ui.tall < 560 ? 1.1f : 1.6f;
    while (factor > 1.05f && wrap(ui, Face::display, factor, title, x1 - x0).size() > 2) factor -= 0.1f;
    y += 20 * u;
    for (const std::string& line : wrap(ui, Face::display, factor, title, x1 - x0)) text_at(ui, x0, y, Face::display, factor, Role::text, line), y += 24 * factor * u;
    y += 2 * u;
    if (why.file()) {
        y = draw_lines(ui, x0, y, x1 - x0, Face::regular, 0.82f, Role::text2, why_file_text(s.session));
        const std::size_t last = why.path().find_last_of('/');
        if (last != std::string::npos && ui.tall >= 560) y = draw_lines(ui, x0, y + 2 * u, x1 - x0, Face::mono, 0.76f, Role::text3, shown_path(why.path()));
    }
    y += 8 * u;
    switch (why.state()) {
        case WhyFile::State::none: return draw_nothing_yet(s, x0, x1, y + 6 * u);
        case WhyFile::State::reading:
            ui.moved = true;
            return draw_sentence(s, x0, x1, y, Symbol::turning, Role::text2, "Its headers are read. A large wheel takes some seconds; Escape leaves meanwhile.");
        case WhyFile::State::error: return draw_error(s, x0, x1, y, *why.error());
        case WhyFile::State::answered: break;
    }
    return draw_why_answer(s, x0, x1, y);
}

}  // namespace

void open_why(Scene& s) {
    WhyState& state = s.screen.why;
    state.open = true;
    s.screen.hub.open = s.screen.matrix.open = s.screen.menu = false;
    if (s.session.why().path().empty()) state.asking = state.focus = true;
}

void ask_for_file(Scene& s) {
    open_why(s);
    s.screen.why.asking = s.screen.why.focus = s.screen.why.to_top = true;
}

void take_dropped_file(Scene& s) {
    open_why(s);
    s.screen.palette.open = false;
    ask(s, std::exchange(s.screen.why.dropped, {}));
}

void draw_why(Scene& s, const Rect& rect) {
    Ui& ui = s.ui;
    const float u = ui.u;
    WhyState& state = s.screen.why;
    const float side = (has_rail(ui) ? 36 : rect.w() > 700 * u ? 24 : 10) * u, edge = (ui.tall < 460 ? 4 : 26) * u;
    const Rect r{rect.x0 + side, rect.y0 + edge, rect.x1 - side, rect.y1 - (ui.tall < 460 ? 2 : 10) * u};
    const float top = draw_head(s, r);
    begin_area(ui, "why", {r.x0 - 4 * u, top, std::min(r.x1 + 18 * u, rect.x1), r.y1});
    if (std::exchange(state.to_top, false)) ImGui::SetScrollY(0);
    scroll_hub_by_keys(s);
    const float right = r.x1 - (side < 20 * u ? 10 * u : 0);
    const float bottom = draw_body(s, r.x0 + 2 * u, right, top - ImGui::GetScrollY());
    end_area(ui, bottom + 12 * u);
}

void why_keys(Scene& s) {
    WhyState& state = s.screen.why;
    const ImGuiIO& io = ImGui::GetIO();
    const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
    const WhyFile& why = s.session.why();
    if (io.KeyCtrl && !io.KeyAlt) {
        const char* text = pressed(ImGuiKey_V) && !s.ui.typing ? ImGui::GetClipboardText() : nullptr;
        if (text && std::strlen(text) < state.query.size()) ask(s, path_of_text(text));
        return;
    }
    if (io.KeyAlt) {
        if (pressed(ImGuiKey_C) && why.answer() && !why.answer()->mend.command.empty()) ImGui::SetClipboardText((state.copied = why.answer()->mend.command).c_str());
        return;
    }
    if (pressed(ImGuiKey_Escape)) {
        if (state.asking && !why.path().empty()) state.asking = false;
        else state.open = false;
        return;
    }
    if (asks_for_path(s) && (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter))) return ask(s, path_of_text(state.query.data()));
    if (s.ui.typing) return;
    if (pressed(ImGuiKey_D)) open_palette(s.screen.palette, Find::cards);
    if (pressed(ImGuiKey_I)) state.all_rows = !state.all_rows;
}

}  // namespace launchlab
