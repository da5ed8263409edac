#include "panels/editor.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "imgui_internal.h"
#include "panels/panels.h"

namespace launchlab {

namespace {

constexpr std::size_t most_bytes = 1u << 20;
constexpr int indent = 4;

// Even, so that one and a half of it, the line, is whole: the field rounds its sizes, and text over it must not drift.
float code_size(const Ui& ui) { return std::max(6.0f, 2 * std::round(10 * 0.91f * ui.u)); }
float code_factor(const Ui& ui) { return code_size(ui) / (20 * ui.u); }
float advance(const Ui& ui) { return text_width(ui, Face::mono_medium, code_factor(ui), "0"); }
constexpr float gutter = 72, above = 8;

// The step's lines before and behind those that may be edited.
struct Fixed { std::string head, tail; int first = 0, last = 0; };

Fixed fixed_lines(const Step& step, int lines_now) {
    Fixed fixed;
    if (step.editable.size() != 2) return fixed;
    CodeLines lines;
    lines.take(step.kernel);
    int count = lines.count() - (lines.count() > 1 && lines.line(lines.count() - 1).empty() ? 1 : 0);
    for (int i = 0; i < count; ++i) {
        if (i + 1 < step.editable[0]) fixed.head += std::string(lines.line(i)) + "\n";
        if (i + 1 > step.editable[1]) fixed.tail += "\n" + std::string(lines.line(i));
    }
    fixed.first = step.editable[0];
    fixed.last = std::max(fixed.first, lines_now - std::max(0, count - step.editable[1]));
    return fixed;
}

bool keeps(const Fixed& fixed, std::string_view text) {
    std::string_view end = text;
    if (!fixed.tail.empty())
        while (!end.empty() && end.back() == '\n') end.remove_suffix(1);
    return text.starts_with(fixed.head) && end.ends_with(fixed.tail) && end.size() >= fixed.head.size() + fixed.tail.size();
}

struct Editing {
    EditorState& state;
    const Fixed& fixed;
    std::string before;
    int cursor;
};

void put_back(ImGuiInputTextCallbackData* data, const Editing& editing, std::string why) {
    editing.state.refused = std::move(why);
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, editing.before.c_str(), editing.before.c_str() + editing.before.size());
    data->CursorPos = std::clamp(editing.cursor, 0, data->BufTextLen);
    data->ClearSelection();
}

// Tabs become blanks; a new line begins under the one before.
std::string as_typed(std::string_view inserted, std::string_view line_before) {
    std::string out;
    if (inserted == "\n") {
        std::size_t blanks = std::min(line_before.find_first_not_of(' '), line_before.size());
        std::size_t last = line_before.find_last_not_of(' ');
        bool opens = last != line_before.npos && line_before[last] == '{';
        return "\n" + std::string(blanks + (opens ? indent : 0), ' ');
    }
    int column = column_of(line_before, line_before.size());
    for (char c : inserted) {
        if (c == '\r') continue;
        if (c == '\t') {
            int blanks = indent - column % indent;
            out.append(std::size_t(blanks), ' '), column += blanks;
        } else {
            out += c;
            column = c == '\n' ? 0 : column + ((c & 0xC0) != 0x80);
        }
    }
    return out;
}

int on_edit(ImGuiInputTextCallbackData* data) {
    Editing& editing = *static_cast<Editing*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        editing.state.shown.resize(std::size_t(data->BufTextLen));
        data->Buf = editing.state.shown.data();
        return 0;
    }
    std::string_view now(data->Buf, std::size_t(data->BufTextLen)), before = editing.before;
    editing.state.refused.clear();
    if (!keeps(editing.fixed, now)) {
        put_back(data, editing, "This line belongs to the step. Yours are lines " + std::to_string(editing.fixed.first) + " to " + std::to_string(editing.fixed.last) + ".");
        return 0;
    }
    if (now.size() > most_bytes) {
        put_back(data, editing, "That would make the kernel larger than 1 MB. It was left as it is.");
        return 0;
    }
    TextDifference found = text_difference(before, now, std::size_t(data->CursorPos));
    std::size_t head = found.at;
    std::string_view inserted = now.substr(head, found.in);
    std::size_t start = head == 0 ? 0 : now.rfind('\n', head - 1) == now.npos ? 0 : now.rfind('\n', head - 1) + 1;
    std::string typed = as_typed(inserted, now.substr(start, head - start));
    if (typed == inserted) return 0;
    data->DeleteChars(int(head), int(inserted.size()));
    data->InsertChars(int(head), typed.c_str(), typed.c_str() + typed.size());
    return 0;
}

// The field shows no empty line behind the last line's end.
std::string_view in_field(std::string_view text) { return text.ends_with('\n') ? text.substr(0, text.size() - 1) : text; }

void reload(EditorState& e, std::size_t cursor) {
    if (!e.active) return;
    if (ImGuiInputTextState* state = ImGui::GetInputTextState(e.id)) {
        state->ReloadUserBufAndKeepSelection();
        state->ReloadSelectionStart = state->ReloadSelectionEnd = int(std::min(cursor, e.shown.size()));
    }
}

Role role_of(const CompileMessage& m) { return m.kind == CompileMessage::Kind::error ? Role::error : Role::amber; }

void draw_marks(Ui& ui, const EditorState& e, const Rect& block, float top, int from, int to, const std::vector<CompileMessage>& messages) {
    float u = ui.u, pitch = code_pitch(ui), one = advance(ui);
    int last = 0;
    for (const CompileMessage& m : messages) {
        if (m.line < from + 1 || m.line > to) continue;
        float mid = top + pitch * (float(m.line) - 0.5f);
        if (m.line != last) {
            bool error = m.kind == CompileMessage::Kind::error;
            bool hidden = !error && std::any_of(messages.begin(), messages.end(), [&](const CompileMessage& o) { return o.line == m.line && o.kind == CompileMessage::Kind::error; });
            if (!hidden) draw_symbol(ui, error ? Symbol::refused : Symbol::trouble, block.x0 + 14 * u, mid, 15 * u, role_of(m));
        }
        last = m.line;
        if (m.column < 1) continue;
        std::string_view line = e.lines.line(m.line - 1);
        int column = 0;
        std::size_t byte = 0;
        for (; byte < line.size() && column < m.column - 1; ++byte) column += (line[byte + 1 < line.size() ? byte + 1 : byte] & 0xC0) != 0x80;
        std::size_t end = byte;
        while (end < line.size() && (std::isalnum(static_cast<unsigned char>(line[end])) || line[end] == '_')) ++end;
        float x0 = block.x0 + gutter * u + one * float(column_of(line, byte)), x1 = x0 + one * float(std::max<std::size_t>(1, end - byte));
        h_line(ui, x0, x1, mid + pitch * 0.40f, 2.2f, ui.col(role_of(m)));
    }
}

void draw_selection(Ui& ui, const EditorState& e, float code_x, float top, int from, int to, int a, int b) {
    float pitch = code_pitch(ui), one = advance(ui);
    if (a > b) std::swap(a, b);
    for (int i = from; i < to; ++i) {
        int start = int(e.lines.start(i)), length = int(e.lines.line(i).size());
        if (b <= start || a > start + length) continue;
        int left = column_of(e.lines.line(i), std::size_t(std::max(0, a - start))), right = column_of(e.lines.line(i), std::size_t(std::min(length, b - start)));
        float x1 = code_x + one * (float(right) + (b > start + length ? 0.5f : 0));
        fill(ui, {code_x + one * float(left), top + pitch * float(i), x1, top + pitch * float(i + 1)}, 0, ui.col(Role::accent, 0.35f));
    }
}

// Brings the cursor into sight when it has moved.
void follow(const Ui& ui, EditorState& e, float code_x, float top, const Rect& view, int cursor) {
    if (cursor == e.cursor) return;
    e.cursor = cursor;
    int line = e.lines.line_of(std::size_t(cursor));
    float pitch = code_pitch(ui), y = top + pitch * float(line);
    float x = code_x + advance(ui) * float(column_of(e.lines.line(line), std::size_t(cursor) - e.lines.start(line)));
    if (y < view.y0 + above * ui.u) ImGui::SetScrollY(std::max(0.0f, ImGui::GetScrollY() - (view.y0 + above * ui.u - y)));
    else if (y + pitch > view.y1 - above * ui.u) ImGui::SetScrollY(ImGui::GetScrollY() + y + pitch - view.y1 + above * ui.u);
    if (x < view.x0 + gutter * ui.u) ImGui::SetScrollX(std::max(0.0f, ImGui::GetScrollX() - (view.x0 + gutter * ui.u - x)));
    else if (x > view.x1 - 40 * ui.u) ImGui::SetScrollX(ImGui::GetScrollX() + x - view.x1 + 40 * ui.u);
}

// The field is as tall as its text, so a page is what is in sight of it.
void move_by_page(const Ui& ui, EditorState& e, ImGuiInputTextState& state, const Rect& view) {
    int by = (ImGui::IsKeyPressed(ImGuiKey_PageDown) ? 1 : 0) - (ImGui::IsKeyPressed(ImGuiKey_PageUp) ? 1 : 0);
    if (by == 0 || e.cursor < 0) return;
    int line = e.lines.line_of(std::size_t(e.cursor)), rows = std::max(1, int(view.h() / code_pitch(ui)) - 1);
    int to = int(e.lines.start(std::clamp(line + by * rows, 0, e.lines.count() - 1)));
    state.SetSelection(ImGui::GetIO().KeyShift ? state.GetSelectionStart() : to, to);
}

}  // namespace

float code_pitch(const Ui& ui) { return code_size(ui) * editor_line; }
float code_width(const Ui& ui, int columns) { return gutter * ui.u + float(columns + 2) * advance(ui); }
float editor_height(const Scene& s) { return code_pitch(s.ui) * float(s.screen.source.lines.count()) + 2 * above * s.ui.u; }

void draw_code(Ui& ui, float x, float mid, std::string_view line, bool in_comment) {
    std::vector<Coloured> pieces;
    highlight_line(line, in_comment, pieces);
    float one = advance(ui);
    for (const Coloured& piece : pieces) text_at(ui, x + one * float(column_of(line, piece.from)), mid, Face::mono_medium, code_factor(ui), piece.role, line.substr(piece.from, piece.to - piece.from));
}

bool is_editing(const EditorState& editor) { return editor.id != 0 && ImGui::GetActiveID() == editor.id; }

void take_source(Scene& s, bool read_only) {
    EditorState& e = s.screen.source;
    e.active = is_editing(e);
    const Choice& choice = s.session.choice();
    EditorState::Own& own = e.own[choice.step];
    if (e.of != choice.step) e.of = choice.step, e.cursor = -1, e.go_to_line = 0, e.log = false, e.refused.clear(), e.copied.clear();
    if (!choice.recording.empty()) {
        if (e.shown != in_field(choice.source)) e.shown = in_field(choice.source), reload(e, 0);
    } else {
        if (!own.known) own.known = true, own.text = choice.source;
        if (own.text != choice.source) own.history.note(own.text, choice.source), own.text = choice.source;
        if (e.shown != in_field(own.text)) e.shown = in_field(own.text), reload(e, std::size_t(std::max(0, e.cursor)));
    }
    ImGuiIO& io = ImGui::GetIO();
    if (!read_only && io.KeyCtrl && !io.KeyAlt && (e.active || !s.ui.typing) && !s.screen.palette.open) {
        bool z = ImGui::IsKeyPressed(ImGuiKey_Z), y = ImGui::IsKeyPressed(ImGuiKey_Y) || (z && io.KeyShift);
        if (auto back = y ? own.history.redo(own.text) : z ? own.history.undo(own.text) : std::nullopt) {
            own.text = back->text;
            e.shown = in_field(own.text);
            s.actions.source = own.text;
            e.refused.clear();
            reload(e, back->cursor);
        }
    }
    e.lines.take(e.shown);
}

std::vector<CompileMessage> messages_of_source(Scene& s) {
    EditorState& e = s.screen.source;
    const Run* run = s.session.run();
    if (!run || run->request.units.empty() || run->compiled.empty()) return {};
    std::pair<int, std::size_t> of{run->request.id, run->compiled.size()};
    if (e.messages_of != of) e.messages_of = of, e.messages = compile_messages(run->compiled, run->request.units[0].entry + ".cu");
    return e.messages.empty() ? e.messages : carried(e.messages, run->request.units[0].source, s.session.choice().source);
}

bool fresh_errors(Scene& s) {
    const Run* run = s.session.run();
    if (!run || !run->done || run->done->how != "compile" || run->origin.kind != Origin::Kind::live || s.screen.source.failed_run == run->request.id) return false;
    s.screen.source.failed_run = run->request.id;
    return true;
}

float draw_editor(Scene& s, const Rect& block, const Rect& view, bool read_only, const std::vector<CompileMessage>& messages) {
    Ui& ui = s.ui;
    EditorState& e = s.screen.source;
    const Step& step = *s.session.step();
    float u = ui.u, pitch = code_pitch(ui), code_x = block.x0 + gutter * u, top = block.y0 + above * u;
    Fixed fixed = fixed_lines(step, e.lines.count() - (e.lines.count() > 1 && e.lines.line(e.lines.count() - 1).empty() ? 1 : 0));
    if (!read_only && fixed.first > 0) {
        float y0 = fixed.first == 1 ? block.y0 : top + pitch * float(fixed.first - 1), y1 = fixed.tail.empty() ? block.y1 : top + pitch * float(fixed.last);
        fill(ui, {block.x0, y0, block.x1, y1}, 10 * u, ui.tint(Role::panel, Role::accent, 0.07f));
        fill(ui, {block.x0, y0, block.x0 + 3.5f * u, y1}, 2 * u, ui.col(Role::accent));
    }
    int from = std::clamp(int((view.y0 - top) / pitch) - 1, 0, e.lines.count()), to = std::clamp(int((view.y1 - top) / pitch) + 2, from, e.lines.count());
    for (int i = from; i < to; ++i) text_at(ui, block.x0 + 56 * u, top + pitch * (float(i) + 0.5f), Face::mono, 0.80f, Role::text3, std::to_string(i + 1), Align::right);
    draw_marks(ui, e, block, top, from, to, messages);

    // The way in by key, and by a click beside the text: Enter begins, Escape leaves.
    Press door = press(ui, "kernel", {block.x0, std::max(block.y0, view.y0), block.x0 + 60 * u, std::max(view.y0 + 1, std::min(block.y1, view.y1))});
    if (door.pressed) e.focus = true;

    bool was_active = e.active;
    if (was_active && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
        ImGui::ClearActiveID();                                   // before the field sees it: it would take back what was typed
        e.own[step.id].history.close_group();
    }
    if (e.focus || e.focus_again == ImGui::GetFrameCount()) {
        ImGui::GetCurrentContext()->NavId = 0;                    // an item drawn after this one would take the keyboard back
        ImGui::SetKeyboardFocusHere();
        e.focus = false;
    }
    Editing editing{e, fixed, e.shown, e.cursor};
    ImGui::SetCursorScreenPos({code_x, top});
    ImGui::PushFont(ui.fonts.editor, pitch / u);
    ImGui::PushItemFlag(ImGuiItemFlags_NoTabStop, true);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));  // the field is as tall as its text: nothing to scroll
    ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(0, 0, 0, 0));
    ImGui::PushStyleColor(ImGuiCol_TextSelectedBg, IM_COL32(0, 0, 0, 0));
    ImGui::InputTextMultiline("##kernel", e.shown.data(), e.shown.capacity() + 1, {block.x1 - code_x - 8 * u, pitch * float(e.lines.count()) + 22 * u},
                              ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackEdit | ImGuiInputTextFlags_NoHorizontalScroll | ImGuiInputTextFlags_NoUndoRedo |
                                  (read_only ? ImGuiInputTextFlags_ReadOnly : ImGuiInputTextFlags_AllowTabInput),
                              on_edit, &editing);
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar(2);
    ImGui::PopItemFlag();
    ImGui::PopFont();
    e.shown.resize(std::strlen(e.shown.c_str()));
    e.active = ImGui::IsItemActive();
    e.id = ImGui::GetItemID();
    if (was_active && !e.active && ImGui::IsKeyPressed(ImGuiKey_Enter, false)) e.focus_again = ImGui::GetFrameCount() + 1;   // Ctrl Enter runs and stays
    ImGuiInputTextState* state = e.active ? ImGui::GetInputTextState(e.id) : nullptr;
    if (e.shown != editing.before) {
        EditorState::Own& own = e.own[step.id];
        std::string now = e.shown + "\n";
        own.history.note(own.text, now, state ? std::optional(std::size_t(state->GetCursorPos())) : std::nullopt);
        own.text = now;
        s.actions.source = now;
        e.lines.take(e.shown);
        to = std::min(to, e.lines.count()), from = std::min(from, to);
    }
    if (state) {
        if (e.go_to_line > 0) {
            int line = std::clamp(e.go_to_line, 1, e.lines.count()) - 1;
            state->SetSelection(int(e.lines.start(line)), int(e.lines.start(line)));
            e.go_to_line = 0, e.cursor = -1;
        } else {
            move_by_page(ui, e, *state, view);
        }
        follow(ui, e, code_x, top, view, std::min(state->GetCursorPos(), int(e.shown.size())));
        if (state->HasSelection()) draw_selection(ui, e, code_x, top, from, to, state->GetSelectionStart(), state->GetSelectionEnd());
    }
    for (int i = from; i < to; ++i) draw_code(ui, code_x, top + pitch * (float(i) + 0.5f), e.lines.line(i), e.lines.in_comment(i));
    focus_ring(ui, Rect{block.x0, std::max(block.y0, view.y0), std::min(block.x1, view.x1), std::min(block.y1, view.y1)}.inset(5 * u), 6 * u, door);
    return block.y1;
}

}  // namespace launchlab
