// The source: the kernel, which is the learner's, and below it the host part, generated and read-only.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>

#include "imgui_internal.h"
#include "panels/panels.h"

namespace launchlab {

namespace {

constexpr float code_factor_ = 0.91f;

bool is_word(std::string_view w) {
    static constexpr std::string_view words[] = {"extern", "__global__", "__device__", "__shared__", "void", "unsigned", "int", "float", "long", "const", "if", "else", "for",
                                                 "while", "return", "asm", "volatile", "char", "double", "bool", "auto", "static", "cudaError_t", "__launch_bounds__", "struct", "#include", "#define"};
    return std::find(std::begin(words), std::end(words), w) != std::end(words);
}

// Draws one line of CUDA, coloured by kind of word. `mid` is the middle of its capitals.
void draw_code_line(Ui& ui, float x, float mid, std::string_view line) {
    float space = text_width(ui, Face::mono_medium, code_factor_, "0");
    auto put = [&](std::size_t from, std::size_t to, Role role) {
        if (to > from) text_at(ui, x + space * float(from), mid, Face::mono_medium, code_factor_, role, line.substr(from, to - from));
    };
    std::size_t i = 0;
    while (i < line.size()) {
        std::size_t from = i;
        char c = line[i];
        if (c == ' ' || c == '\t') { ++i; continue; }
        if (line.substr(i, 2) == "//") { put(i, line.size(), Role::text3); return; }
        if (c == '"') {
            i = line.find('"', i + 1);
            i = i == line.npos ? line.size() : i + 1;
            put(from, i, Role::string);
        } else if (std::isdigit(static_cast<unsigned char>(c))) {
            while (i < line.size() && (std::isalnum(static_cast<unsigned char>(line[i])) || line[i] == '.')) ++i;
            put(from, i, Role::number);
        } else if (std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '#') {
            while (i < line.size() && (std::isalnum(static_cast<unsigned char>(line[i])) || line[i] == '_' || line[i] == '#')) ++i;
            put(from, i, is_word(line.substr(from, i - from)) ? Role::word : Role::text);
        } else {
            while (i < line.size() && !std::isalnum(static_cast<unsigned char>(line[i])) && line[i] != '_' && line[i] != ' ' && line[i] != '"' && line.substr(i, 2) != "//") ++i;
            put(from, std::max(i, from + 1), line.substr(from, 3) == "<<<" || line.substr(from, 3) == ">>>" ? Role::word : Role::text);
            i = std::max(i, from + 1);
        }
    }
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (true) {
        std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        if (end == text.npos) break;
        text.remove_prefix(end + 1);
    }
    if (lines.size() > 1 && lines.back().empty()) lines.pop_back();
    return lines;
}

// Keeps the lines outside the editable ones as they are: an edit that touches them is undone.
struct Guard { std::string before, head, tail; };

Guard make_guard(const Step& step, const std::string& text) {
    Guard guard{text, "", ""};
    if (step.editable.size() != 2) return guard;
    auto lines = lines_of(step.kernel);
    for (int i = 0; i < int(lines.size()); ++i) {
        if (i + 1 < step.editable[0]) guard.head += std::string(lines[i]) + "\n";
        if (i + 1 > step.editable[1]) guard.tail += "\n" + std::string(lines[i]);
    }
    return guard;
}

int keep_fixed_lines(ImGuiInputTextCallbackData* data) {
    auto* text = static_cast<std::pair<std::string*, Guard*>*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        text->first->resize(data->BufTextLen);
        data->Buf = text->first->data();
        return 0;
    }
    Guard& guard = *text->second;
    std::string_view now(data->Buf, data->BufTextLen), end = now;
    while (!end.empty() && end.back() == '\n') end.remove_suffix(1);
    bool kept = now.starts_with(guard.head) && end.ends_with(guard.tail) && now.size() >= guard.head.size() + guard.tail.size();
    if (kept) {
        guard.before = now;
    } else {
        int cursor = data->CursorPos;
        data->DeleteChars(0, data->BufTextLen);
        data->InsertChars(0, guard.before.c_str());
        data->CursorPos = std::min(cursor, data->BufTextLen);
        data->ClearSelection();
    }
    return 0;
}

int error_line(const Run* run, std::string* message) {
    if (!run) return 0;
    for (const Compiled& c : run->compiled) {
        if (c.code == 0) continue;
        for (std::string_view line : lines_of(c.log)) {               // "mark.cu(3): error: ..."
            auto at = line.find("): error");
            auto open = at == line.npos ? at : line.rfind('(', at);
            if (open == line.npos) continue;
            *message = line.substr(at + 3);
            return std::atoi(std::string(line.substr(open + 1, at - open - 1)).c_str());
        }
    }
    return 0;
}

float draw_kernel(Scene& s, float x0, float x1, float y0) {
    Ui& ui = s.ui;
    float u = ui.u;
    const Step& step = *s.session.step();
    std::string& text = s.screen.editor;
    if (s.screen.editor_of != step.id || (!s.screen.editor_active && text != s.session.choice().source)) text = s.session.choice().source, s.screen.editor_of = step.id;
    auto lines = lines_of(text);
    float pitch = std::round(ui.size(code_factor_) * editor_line), h = pitch * float(lines.size()) + 16 * u;
    Rect block{x0, y0, x1, y0 + h};
    fill(ui, block, 10 * u, ui.tint(Role::panel, Role::accent, 0.07f));
    fill(ui, {x0, y0, x0 + 3.5f * u, y0 + h}, 2 * u, ui.col(Role::accent));
    std::string message;
    int wrong = error_line(s.session.run(), &message);
    if (s.session.run() && !s.session.run()->request.units.empty() && s.session.run()->request.units[0].source != text) wrong = 0;
    float code_x = x0 + 72 * u, top = y0 + 8 * u;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        float mid = top + pitch * (float(i) + 0.5f);
        if (int(i) + 1 == wrong) {
            fill(ui, {x0 + 4 * u, mid - pitch / 2, x1, mid + pitch / 2}, 4 * u, ui.col(Role::tile));
            draw_symbol(ui, Symbol::trouble, x0 + 22 * u, mid, 16 * u, Role::amber);
        }
        text_at(ui, x0 + 50 * u, mid, Face::mono, 0.80f, Role::text3, std::to_string(i + 1), Align::right);
    }

    std::string before = text;
    Guard guard = make_guard(step, text);
    std::pair<std::string*, Guard*> user{&text, &guard};
    bool fixed = step.editable.size() != 2 || !s.session.choice().recording.empty();
    ImGui::SetCursorScreenPos({code_x, top});
    ImGui::PushFont(ui.fonts.editor, pitch / ui.u);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));    // the block is as tall as its text: nothing to scroll
    ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(0, 0, 0, 0));
    text.reserve(text.size() + 1);
    if (s.screen.focus_editor) ImGui::SetKeyboardFocusHere(), s.screen.focus_editor = false;
    ImGui::InputTextMultiline("##kernel", text.data(), text.capacity() + 1, {x1 - code_x - 8 * u, pitch * float(std::count(text.begin(), text.end(), '\n') + 1) + 10 * u}, 
                              ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackEdit | ImGuiInputTextFlags_NoHorizontalScroll |
                                  (fixed ? ImGuiInputTextFlags_ReadOnly : ImGuiInputTextFlags_AllowTabInput),
                              keep_fixed_lines, &user);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    ImGui::PopFont();
    text.resize(std::strlen(text.c_str()));
    s.screen.editor_active = ImGui::IsItemActive();
    Press focus;
    focus.focused = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
    if (text != before) s.actions.source = text;
    for (std::size_t i = 0; i < lines.size(); ++i) draw_code_line(ui, code_x, top + pitch * (float(i) + 0.5f), lines_of(text).size() > i ? lines_of(text)[i] : "");
    focus_ring(ui, block.inset(4 * u), 6 * u, focus);
    float y = block.y1;
    if (wrong > 0)
        for (const auto& line : wrap(ui, Face::mono, 0.80f, "line " + std::to_string(wrong) + ": " + message, x1 - code_x))
            y += 24 * u, text_at(ui, code_x, y - 6 * u, Face::mono, 0.80f, Role::amber, line);
    return y + (wrong > 0 ? 12 * u : 0);
}

// The widest line of both parts; wider than the panel, it scrolls sideways.
float code_width(Ui& ui, std::string_view kernel, std::string_view host) {
    std::size_t most = 0;
    for (std::string_view text : {kernel, host})
        for (std::string_view line : lines_of(text)) most = std::max(most, line.size());
    return 72 * ui.u + float(most + 2) * text_width(ui, Face::mono_medium, code_factor_, "0");
}

void draw_source(Scene& s, const Rect& rect) {
    Ui& ui = s.ui;
    float u = ui.u;
    const Step& step = *s.session.step();
    std::string host = host_part(s.session.request(), step.entry);
    begin_area(ui, "source", rect, true);
    Rect area{rect.x0 + 8 * u - ImGui::GetScrollX(), rect.y0 + 8 * u - ImGui::GetScrollY(), 0, 0};
    area.x1 = area.x0 + std::max(rect.w() - 20 * u, code_width(ui, s.screen.editor, host));
    float y = draw_kernel(s, area.x0, area.x1, area.y0) + 12 * u;
    h_line(ui, area.x0, area.x1, y, 1, ui.col(Role::line));
    y += 24 * u;
    draw_symbol(ui, Symbol::lock, area.x0 + 24 * u, y, 18 * u, Role::text2);
    float x = area.x0 + 46 * u;
    x += text_at(ui, x, y, Face::semibold, 0.92f, Role::text, "Host part") + 14 * u;
    for (const auto& line : wrap(ui, Face::regular, 0.82f, "generated from the calls of this step, read-only", std::max(120 * u, area.x0 + rect.w() - 30 * u - x)))
        text_at(ui, x, y, Face::regular, 0.82f, Role::text3, line), y += 24 * u;
    y += 10 * u;
    float pitch = std::round(ui.size(code_factor_) * editor_line);
    for (std::string_view line : lines_of(host)) draw_code_line(ui, area.x0 + 72 * u, y, line), y += pitch;
    end_area(ui, y - pitch / 2 + 8 * u, area.x1 + 4 * u);
}

}  // namespace

void draw_source_panel(Scene& s, const Rect& rect) {
    Ui& ui = s.ui;
    float u = ui.u, y = rect.y0 + 32 * u, x = rect.x0 + 28 * u;
    const Step& step = *s.session.step();
    fill(ui, rect, 14 * u, ui.col(Role::sunk));
    frame(ui, rect, 14 * u, 1, ui.col(Role::line));
    ImGui::GetWindowDrawList()->AddRectFilled({rect.x0 + 1, rect.y0 + 1}, {rect.x1 - 1, rect.y0 + 60 * u}, ui.col(Role::panel), 13 * u, ImDrawFlags_RoundCornersTop);
    float w = text_at(ui, x, y, Face::semibold, 0.96f, Role::text, step.kernel_file.substr(step.kernel_file.rfind('/') + 1));
    h_line(ui, x, x + w, rect.y0 + 58.5f * u, 3, ui.col(Role::accent));
    h_line(ui, rect.x0 + 1, rect.x1 - 1, rect.y0 + 60 * u, 1, ui.col(Role::line));
    float left = rect.x1 - 28 * u;
    if (!step.hints.empty()) {
        std::string hint = "Hint " + std::to_string(s.session.state().hints) + " of " + std::to_string(step.hints.size());
        if (link(ui, left, y, hint, "H", &left)) s.actions.hint = true;
        left -= 28 * u;
    }
    if (s.screen.ask_reset) {
        if (link(ui, left, y, "Keep it", "Esc", &left)) s.screen.ask_reset = false;
        if (link(ui, left - 20 * u, y, "Really reset", "R", &left)) s.actions.reset = true, s.screen.ask_reset = false, s.screen.editor_of.clear();
    } else if (link(ui, left, y, "Reset", "R", &left)) {
        s.screen.ask_reset = true;
    }
    std::string yours = !s.session.choice().recording.empty() ? "Read-only while a recording is on show" : step.editable.size() == 2 ? "The kernel is yours to edit" : "Read-only in this step";
    if (x + w + 30 * u + text_width(ui, Face::regular, 0.82f, yours) < left - 10 * u) text_at(ui, x + w + 30 * u, y, Face::regular, 0.82f, Role::text2, yours);
    draw_source(s, {rect.x0 + 4 * u, rect.y0 + 62 * u, rect.x1 - 2 * u, rect.y1 - 6 * u});
}

}  // namespace launchlab
