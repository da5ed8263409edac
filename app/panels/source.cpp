// The source: the kernel, which is the learner's, what the compiler says about it, and below it the host part, generated and
// read-only. Its own editor, another program's, or a recording's text: the head and the strips below it say which.
#include <algorithm>

#include "panels/editor.h"
#include "panels/panels.h"

namespace launchlab {

namespace {

std::string file_name(const Step& step) { return step.kernel_file.substr(step.kernel_file.rfind('/') + 1); }
bool recorded(const Session& session) { return !session.choice().recording.empty(); }
bool is_read_only(const Session& session) { return recorded(session) || session.watched() || session.step()->editable.size() != 2; }
bool is_edited(const Session& session) { return !recorded(session) && session.choice().source != session.step()->kernel; }
bool on_keys(const Scene& s) { return !s.screen.palette.open; }

void copy(Scene& s, const std::string& text) {
    ImGui::SetClipboardText(text.c_str());
    s.screen.source.copied = text;
}

// -- strips: a symbol, a sentence, and what one can do about it --

struct Does { std::string text, key; bool tick = false; };

float does_width(const Ui& ui, const Does& does) {
    return text_width(ui, Face::medium, 0.87f, does.text) + (does.key.empty() ? 0 : key_cap_width(ui, does.key) + 12 * ui.u) + (does.tick ? 22 * ui.u : 0);
}

// Returns the index of the one that was pressed, or -1. `y` is moved below the strip.
int strip(Ui& ui, const Rect& rect, float& y, Symbol symbol, Role role, const std::string& sentence, const std::vector<Does>& all) {
    float u = ui.u, x = rect.x0 + 56 * u, room = rect.x1 - 28 * u - x, wide = 0;
    for (const Does& does : all) wide += does_width(ui, does) + 24 * u;
    bool beside = text_width(ui, Face::regular, 0.87f, sentence) + wide <= room || wide < room * 0.4f;
    auto lines = wrap(ui, Face::regular, 0.87f, sentence, beside ? room - wide : room);
    float top = y + 10 * u, text_h = 26 * u * float(lines.size()), below = 0;
    int pressed = -1;
    draw_symbol(ui, symbol, rect.x0 + 36 * u, top + 13 * u, 18 * u, role);
    for (std::size_t i = 0; i < lines.size(); ++i) text_at(ui, x, top + 13 * u + 26 * u * float(i), Face::regular, 0.87f, Role::text, lines[i]);
    float right = rect.x1 - 28 * u, line_y = beside ? top + 13 * u : top + text_h + 19 * u;
    if (!beside && !all.empty()) below = 38 * u;
    for (int i = int(all.size()) - 1; i >= 0; --i) {
        float w = does_width(ui, all[std::size_t(i)]);
        if (right - w < x && right < rect.x1 - 28 * u) right = rect.x1 - 28 * u, line_y += 38 * u, below += 38 * u;
        float left = 0;
        if (link(ui, right, line_y, all[std::size_t(i)].text, all[std::size_t(i)].key, &left)) pressed = i;
        if (all[std::size_t(i)].tick) draw_symbol(ui, Symbol::tick, left - 14 * u, line_y, 14 * u, Role::ok);
        right -= w + 24 * u;
    }
    y = top + text_h + below + 10 * u;
    h_line(ui, rect.x0 + 1, rect.x1 - 1, y, 1, ui.col(Role::line));
    return pressed;
}

Does copy_does(const Scene& s, const std::string& text, const char* what, const char* key) {
    bool done = s.screen.source.copied == text;
    return {done ? "Copied" : what, key, done};
}

void ask_reset(Scene& s, const Rect& rect, float& y) {
    bool kernel = is_edited(s.session) || s.session.watched();
    std::string question = kernel ? "Put back the step's kernel? Your text is kept: Ctrl Z." : recorded(s.session) ? "Close the recording and put back the step's targets?" : "Put back the step's targets?";
    int pressed = strip(s.ui, rect, y, Symbol::question, Role::text2, question, {{"Put it back", "R"}, {"Keep it", "Esc"}});
    if (pressed == 0) s.actions.reset = true;
    if (pressed >= 0) s.screen.ask_reset = false;
}

void own_editor(Scene& s, const Rect& rect, float& y) {
    const Watched& watched = *s.session.watched();
    std::string words = "Your own editor has it: " + watched.path + ". ";
    if (watched.trouble) words += "The last save was not taken, the text before it stays.";
    else if (watched.saves == 0) words += "Save it there, and it comes here.";
    else if (on_predict_screen(s.session)) words += "Saved " + watched.saved_at + ".";
    else words += "Saved " + watched.saved_at + " and run.";
    int pressed = strip(s.ui, rect, y, watched.trouble ? Symbol::trouble : Symbol::file, watched.trouble ? Role::amber : Role::accent, words,
                        {copy_does(s, watched.path, "Copy the path", "Alt P"), {"Edit here again", "Alt E"}});
    if (pressed == 0 || (on_keys(s) && ImGui::GetIO().KeyAlt && ImGui::IsKeyPressed(ImGuiKey_P, false))) copy(s, watched.path);
    if (pressed == 1) s.actions.watch = false;
}

// What became of Ctrl S: where the program lies and how to build it, or the question before another text is written over.
void saved_program(Scene& s, const Rect& rect, float& y) {
    using Save = Actions::Save;
    const Saved& saved = *s.session.saved();
    if (saved.trouble) {
        if (strip(s.ui, rect, y, Symbol::trouble, Role::amber, "Not saved. " + saved.trouble->text(), {{"Close", ""}}) == 0) s.actions.save = Save::close;
        return;
    }
    if (saved.asks) {
        const std::string name = saved.beside.substr(saved.beside.rfind('/') + 1);
        int pressed = strip(s.ui, rect, y, Symbol::question, Role::text2, "Another text lies at " + saved.path + ". Nothing was written yet.",
                            {{"Save as " + name, "Ctrl S"}, {"Write over it", ""}, {"Leave it", "Esc"}});
        if (pressed >= 0) s.actions.save = pressed == 0 ? Save::beside : pressed == 1 ? Save::over : Save::close;
        return;
    }
    int pressed = strip(s.ui, rect, y, Symbol::file, Role::accent, std::string(saved.was_there ? "Saved already: " : "Saved: ") + saved.path + ". Build it with: " + saved.nvcc,
                        {copy_does(s, saved.nvcc, "Copy the nvcc line", ""), {"Close", ""}});
    if (pressed == 0) copy(s, saved.nvcc);
    if (pressed == 1) s.actions.save = Save::close;
}

// -- the compiler's messages --

void show_line(Scene& s, int line) {
    s.screen.source.log = false;
    if (line < 1) return;
    s.screen.source.focus = true;
    s.screen.source.go_to_line = line;
}

std::string whole_log(const Run& run) {
    std::string out;
    for (const Compiled& one : run.compiled) {
        if (one.log.empty()) continue;
        auto target = parse_arch(one.kind, one.arch);
        out += "For " + (target ? to_name(*target) : one.arch) + ", NVRTC answered " + std::to_string(one.code) + (one.name.empty() ? "" : ", " + one.name) + ":\n\n" + one.log + (one.log.back() == '\n' ? "\n" : "\n\n");
    }
    return out;
}

// One message, pressed to go to its line; cut where the row ends.
bool message_row(Ui& ui, const Rect& row, const CompileMessage& m, const std::string& id) {
    bool error = m.kind == CompileMessage::Kind::error;
    Press state = press(ui, id, row);
    if (state.hovered) fill(ui, row, 6 * ui.u, ui.tint(Role::panel, Role::text2, 0.14f));
    draw_symbol(ui, error ? Symbol::refused : Symbol::trouble, row.x0 + 14 * ui.u, row.cy(), 18 * ui.u, error ? Role::error : Role::amber);
    float x = row.x0 + 34 * ui.u;
    x += text_at(ui, x, row.cy(), Face::semibold, 0.87f, Role::text, error ? "Error" : "Warning") + 12 * ui.u;
    float room = row.x1 - x - 6 * ui.u;
    auto lines = wrap(ui, Face::regular, 0.87f, to_text(m), room - text_width(ui, Face::regular, 0.87f, " ..."));
    if (!lines.empty()) text_at(ui, x, row.cy(), Face::regular, 0.87f, Role::text, lines.size() > 1 ? lines[0] + " ..." : lines[0]);
    focus_ring(ui, row.inset(4 * ui.u), 6 * ui.u, state);
    return state.pressed;
}

constexpr int most_rows = 3;

float messages_height(const Ui& ui, const std::vector<CompileMessage>& messages, float room) {
    if (messages.empty()) return 0;
    int rows = std::min(std::clamp(int((room - 160 * ui.u) / (80 * ui.u)), 1, most_rows), int(messages.size()));
    return (34 * float(rows + 1) + 14) * ui.u;
}

void draw_messages(Scene& s, const Rect& rect, const std::vector<CompileMessage>& messages) {
    Ui& ui = s.ui;
    float u = ui.u, y = rect.y0 + 6 * u;
    ImGui::GetWindowDrawList()->AddRectFilled({rect.x0 + 1, rect.y0}, {rect.x1 - 1, rect.y1 - 1}, ui.col(Role::panel), 13 * u, ImDrawFlags_RoundCornersBottom);
    h_line(ui, rect.x0 + 1, rect.x1 - 1, rect.y0, 1, ui.col(Role::line));
    int shown = std::max(1, int((rect.h() - 14 * u) / (34 * u) + 0.5f) - 1);
    for (int i = 0; i < std::min(shown, int(messages.size())); ++i) {
        const CompileMessage& m = messages[std::size_t(i)];
        if (message_row(ui, {rect.x0 + 20 * u, y, rect.x1 - 20 * u, y + 32 * u}, m, "message/" + std::to_string(i))) m.line > 0 ? show_line(s, m.line) : void(s.screen.source.log = true);
        y += 34 * u;
    }
    float left = 0;
    y += 18 * u;
    if (link(ui, rect.x1 - 28 * u, y, s.screen.source.log ? "Back to the source" : "Whole log", "Alt L", &left)) s.screen.source.log = !s.screen.source.log;
    int more = int(messages.size()) - shown;
    std::string rest = more > 0 ? std::to_string(more) + " more" : "";
    if (!rest.empty() && rect.x0 + 54 * u + text_width(ui, Face::regular, 0.82f, rest) < left - 12 * u) text_at(ui, rect.x0 + 54 * u, y, Face::regular, 0.82f, Role::text2, rest);
}

void draw_whole_log(Scene& s, const Rect& rect, const Run& run) {
    Ui& ui = s.ui;
    float u = ui.u, pitch = code_pitch(ui);
    CodeLines lines;
    lines.take(whole_log(run));
    begin_area(ui, "compile log", rect, true);
    float x = rect.x0 + 28 * u - ImGui::GetScrollX(), top = rect.y0 + 12 * u - ImGui::GetScrollY();
    for (int i = std::max(0, int((rect.y0 - top) / pitch) - 1); i < lines.count() && top + pitch * float(i) < rect.y1; ++i)
        if (!lines.line(i).empty()) text_at(ui, x, top + pitch * (float(i) + 0.5f), Face::mono, 0.82f, Role::text, lines.line(i));
    end_area(ui, top + pitch * float(lines.count()) + 8 * u, x + text_width(ui, Face::mono, 0.82f, "0") * float(lines.widest() + 2));
}

// -- kernel and host part --

// A link at the right of a line that begins with `title_end`, or below it where both do not fit. Moves `y` to the link's line.
bool link_beside(Scene& s, const Does& does, float title_end, float right, float& y, float* left) {
    if (right - does_width(s.ui, does) < title_end) y += 38 * s.ui.u;
    bool pressed = link(s.ui, right, y, does.text, does.key, left);
    if (does.tick) draw_symbol(s.ui, Symbol::tick, *left - 14 * s.ui.u, y, 14 * s.ui.u, Role::ok), *left -= 26 * s.ui.u;
    return pressed;
}

float draw_host(Scene& s, const Rect& area, float right, float y, const std::string& nvcc) {
    Ui& ui = s.ui;
    const float u = ui.u, inset = area.x0 + 72 * u;
    y += 28 * u;
    draw_symbol(ui, Symbol::lock, area.x0 + 24 * u, y, 18 * u, Role::text2);
    float x = area.x0 + 46 * u + text_at(ui, area.x0 + 46 * u, y, Face::semibold, 0.92f, Role::text, "Host part") + 14 * u, left = right, cy = y;
    if (link_beside(s, {"Save as a program", "Ctrl S"}, x + 10 * u, right, cy, &left)) save_program(s);
    std::string words = "generated from the calls of this step, read-only";
    if (cy == y && x + text_width(ui, Face::regular, 0.82f, words) < left - 12 * u) {
        text_at(ui, x, y, Face::regular, 0.82f, Role::text3, words);
    } else {
        y = cy + 32 * u;
        for (const auto& line : wrap(ui, Face::regular, 0.82f, words, right - inset)) text_at(ui, inset, y, Face::regular, 0.82f, Role::text3, line), y += 24 * u;
        y -= 24 * u;
    }
    y += 34 * u;
    CodeLines host;
    host.take(host_part(s.session.request(), s.session.step()->entry));
    float pitch = code_pitch(ui);
    for (int i = 0; i < host.count(); ++i) draw_code(ui, inset, y, host.line(i), host.in_comment(i)), y += pitch;
    h_line(ui, inset, right, y, 1, ui.col(Role::line));
    y += 26 * u;
    float title = inset + text_at(ui, inset, y, Face::regular, 0.82f, Role::text3, "The nvcc line for this");
    bool pressed = link_beside(s, copy_does(s, nvcc, "Copy the nvcc line", "Alt C"), title + 36 * u, right, y, &left);
    if (pressed || (on_keys(s) && ImGui::GetIO().KeyAlt && ImGui::IsKeyPressed(ImGuiKey_C, false))) copy(s, nvcc);
    y += 32 * u;
    for (const auto& line : wrap(ui, Face::mono, 0.80f, nvcc, right - inset)) text_at(ui, inset, y, Face::mono, 0.80f, Role::text2, line), y += 26 * u;
    return y;
}

void draw_body(Scene& s, const Rect& rect, const std::vector<CompileMessage>& messages) {
    Ui& ui = s.ui;
    float u = ui.u;
    const Step& step = *s.session.step();
    CodeLines host;
    host.take(host_part(s.session.request(), step.entry));
    std::string nvcc = nvcc_line(s.session.request(), file_name(step));
    begin_area(ui, "source", rect, true);
    float x0 = rect.x0 + 8 * u - ImGui::GetScrollX(), y0 = rect.y0 + 10 * u - ImGui::GetScrollY();
    float x1 = x0 + std::max(rect.w() - 26 * u, code_width(ui, std::max(s.screen.source.lines.widest(), host.widest())));
    Rect block{x0, y0, x1, y0 + editor_height(s)};
    float line = block.y1 + 12 * u;
    fill(ui, {rect.x0, rect.y0, std::max(rect.x1, x1), line}, 0, ui.col(Role::panel));
    draw_editor(s, block, rect, is_read_only(s.session), messages);
    h_line(ui, rect.x0, std::max(rect.x1, x1), line, 1, ui.col(Role::line));
    float y = draw_host(s, {x0, line, x1, line}, x0 + rect.w() - 40 * u, line, nvcc);
    end_area(ui, y + 8 * u, x1 + 4 * u);
}

// -- the head: whose text this is, and what can be done with it --

struct Head { float height; bool reset = false, hint = false, own = false; };

Head draw_head_of(Scene& s, const Rect& rect, bool draw) {
    Ui& ui = s.ui;
    float u = ui.u, y = rect.y0 + 32 * u, x = rect.x0 + 28 * u;
    const Step& step = *s.session.step();
    Head head{60 * u};
    std::string name = file_name(step), hint = "Hint " + std::to_string(std::min(s.session.state().hints, int(step.hints.size()))) + " of " + std::to_string(step.hints.size());
    float w = text_width(ui, Face::semibold, 0.96f, name), end = x + w;
    bool edited = is_edited(s.session);
    if (edited) end += 16 * u + badge_width(ui, "edited");
    if (draw) {
        text_at(ui, x, y, Face::semibold, 0.96f, Role::text, name);
        if (edited) badge(ui, x + w + 16 * u, y, badge_width(ui, "edited"), "edited", false);
    }
    std::vector<Does> all;
    if (!step.hints.empty() && s.session.state().phase >= Phase::observe) all.push_back({hint, "H"});     // before, it would tell the result
    all.push_back({"Reset", "R"});
    if (!is_read_only(s.session)) all.push_back({"Your own editor", "Alt E"});
    float right = rect.x1 - 28 * u, line_y = y, from = end + 24 * u;
    for (const Does& does : all) {
        float dw = does_width(ui, does);
        if (right - dw < from) line_y += 40 * u, head.height += 40 * u, right = rect.x1 - 28 * u, from = x;
        if (draw && link(ui, right, line_y, does.text, does.key)) (does.key == "H" ? head.hint : does.key == "R" ? head.reset : head.own) = true;
        right -= dw + 24 * u;
    }
    if (!draw) return head;
    if (line_y == y) h_line(ui, x, x + w, rect.y0 + 58.5f * u, 3, ui.col(Role::accent));
    std::string yours = is_read_only(s.session) ? "Read-only" : "The kernel is yours to edit";
    if (step.editable.size() != 2 && !recorded(s.session)) yours = "Read-only in this step";
    if (line_y == y && end + 24 * u + text_width(ui, Face::regular, 0.82f, yours) < right) text_at(ui, end + 24 * u, y, Face::regular, 0.82f, Role::text2, yours);
    return head;
}

}  // namespace

void save_program(Scene& s) {
    const Saved* saved = s.session.saved();
    s.actions.save = saved && saved->asks ? Actions::Save::beside : Actions::Save::start;
    s.screen.lower = LowerTab::source, s.screen.predict_tab = PredictTab::source, s.screen.menu = false;
    if (!has_rail(s.ui)) s.screen.result_tab = ResultTab::images;
    else if (!on_predict_screen(s.session)) s.screen.compare = false, s.screen.bring_question = true;
}

void draw_source_panel(Scene& s, const Rect& rect, bool below_tabs) {
    Ui& ui = s.ui;
    float u = ui.u;
    EditorState& e = s.screen.source;
    const Step& step = *s.session.step();
    bool read_only = is_read_only(s.session);
    take_source(s, read_only);
    ImDrawFlags top = below_tabs ? ImDrawFlags_RoundCornersNone : ImDrawFlags_RoundCornersTop;
    ImGui::GetWindowDrawList()->AddRectFilled({rect.x0 + 1, rect.y0 + 1}, {rect.x1 - 1, rect.y1 - 1}, ui.col(Role::sunk), 13 * u, below_tabs ? ImDrawFlags_RoundCornersBottom : ImDrawFlags_RoundCornersAll);
    // Head and strips, on the panel's own surface; their height is known once they are laid out.
    float y = rect.y0 + draw_head_of(s, rect, false).height;
    std::string why = recorded(s.session) ? "Read-only: this is the kernel that the recording ran." : "";
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    Head head = draw_head_of(s, rect, true);
    h_line(ui, rect.x0 + 1, rect.x1 - 1, y, 1, ui.col(Role::line));
    if (s.screen.ask_reset) ask_reset(s, rect, y);
    if (!why.empty() && strip(ui, rect, y, Symbol::lock, Role::text2, why, {{"Close the recording", "L"}}) == 0) s.actions.recording = "";
    if (!recorded(s.session) && s.session.watched()) own_editor(s, rect, y);
    if (s.session.saved()) saved_program(s, rect, y);
    if (!e.refused.empty() && !read_only) strip(ui, rect, y, Symbol::lock, Role::text2, e.refused, {});
    list.ChannelsSetCurrent(0);
    list.AddRectFilled({rect.x0 + 1, rect.y0 + 1}, {rect.x1 - 1, y}, ui.col(Role::panel), 13 * u, top);
    list.ChannelsMerge();

    bool alt = ImGui::GetIO().KeyAlt && on_keys(s);
    if (head.hint) s.actions.hint = true;
    if (head.reset) s.screen.ask_reset = true;
    if (head.own) s.actions.watch = true;
    if (alt && ImGui::IsKeyPressed(ImGuiKey_E, false) && !recorded(s.session) && step.editable.size() == 2) s.actions.watch = !s.session.watched();
    const Run* run = s.session.run();
    auto messages = messages_of_source(s);
    if (alt && ImGui::IsKeyPressed(ImGuiKey_L, false) && !messages.empty()) e.log = !e.log;
    if (messages.empty()) e.log = false;
    float foot = messages_height(ui, messages, rect.y1 - y);
    Rect body{rect.x0 + 1, y + 1, rect.x1 - 1, std::max(y + 40 * u, rect.y1 - foot - 8 * u)};
    if (e.log && run) draw_whole_log(s, body, *run);
    else draw_body(s, body, messages);
    if (foot > 0) draw_messages(s, {rect.x0, rect.y1 - foot, rect.x1, rect.y1}, messages);
    if (!below_tabs) frame(ui, rect, 14 * u, 1, ui.col(Role::line));
}

}  // namespace launchlab
