#include "panels/widget.h"

#include <algorithm>
#include <cmath>

namespace launchlab {

Press press(Ui& ui, std::string_view id, const Rect& rect) {
    std::string name(id);
    ImGui::SetCursorScreenPos(rect.min());
    Press state;
    state.pressed = ImGui::InvisibleButton(name.c_str(), {std::max(1.0f, rect.w()), std::max(1.0f, rect.h())}, ImGuiButtonFlags_EnableNav);
    state.hovered = ImGui::IsItemHovered();
    state.focused = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
    state.held = ImGui::IsItemActive();
    if (state.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    record_widget(ui, rect, id, state.focused);
    return state;
}

void focus_ring(Ui& ui, const Rect& rect, float radius, const Press& state) {
    if (!state.focused) return;
    float t = ui.stroke(3), out = 4 * ui.u + t / 2;
    ImGui::GetWindowDrawList()->AddRect({rect.x0 - out, rect.y0 - out}, {rect.x1 + out, rect.y1 + out}, ui.col(Role::accent), radius + out, 0, t);
}

bool is_letter_key(std::string_view key) { return key.size() == 1; }

float key_cap_width(const Ui& ui, std::string_view key, float factor) {
    if (key.empty()) return 0;
    float height = 26 * ui.u * factor / 0.80f;
    return key == "enter" ? height : std::max(height, text_width(ui, Face::medium, factor, key) + 14 * ui.u);
}

void key_cap(Ui& ui, float x, float y, std::string_view key, Role role, float factor) {
    if (key.empty()) return;
    float w = key_cap_width(ui, key, factor), h = 26 * ui.u * factor / 0.80f;
    Rect r{x - w, y - h / 2, x, y + h / 2};
    bool dim = ui.typing && is_letter_key(key);
    frame(ui, r, 5 * ui.u, 1.3f, ui.col(dim ? Role::line : role == Role::on_accent ? Role::on_accent : Role::control));
    Role ink = dim ? Role::text3 : role;
    if (key == "enter") draw_symbol(ui, Symbol::enter, r.cx(), r.cy(), 15 * ui.u, ink);
    else text_at(ui, r.cx(), r.cy(), Face::medium, factor, ink, key, Align::centre);
}

float button_width(const Ui& ui, std::string_view text, std::string_view key, Symbol symbol) {
    return 36 * ui.u + text_width(ui, Face::semibold, 0.92f, text) + (key.empty() ? 0 : key_cap_width(ui, key) + 16 * ui.u) +
           (symbol == Symbol::none ? 0 : 30 * ui.u);
}

bool button(Ui& ui, const Rect& rect, std::string_view text, std::string_view key, Look look, Symbol symbol) {
    float u = ui.u, radius = 10 * u;
    Press state = look == Look::locked ? Press{} : press(ui, text, rect);
    if (look == Look::locked) record_widget(ui, rect, text);
    Role ink = look == Look::primary ? Role::on_accent : look == Look::locked ? Role::text2 : Role::text;
    if (look == Look::primary) fill(ui, rect, radius, state.hovered ? ui.tint(Role::accent, Role::text, 0.15f) : ui.col(Role::accent));
    else if (look == Look::locked) fill(ui, rect, radius, ui.col(Role::raised)), dashed_frame(ui, rect, radius, 1.5f, 6, 4, ui.col(Role::control));
    else {
        if (state.hovered || state.held) fill(ui, rect, radius, ui.tint(Role::panel, Role::text2, 0.14f));
        if (look == Look::plain) frame(ui, rect, radius, 1.5f, ui.col(Role::control));
    }
    float x = rect.x0 + 18 * u, y = rect.cy();
    float text_w = text_width(ui, Face::semibold, 0.92f, text);
    if (look == Look::locked) {            // centred, with its padlock
        float all = text_w + 30 * u, cap = key.empty() ? 0 : key_cap_width(ui, key) + 32 * u;
        x = std::max(rect.x0 + 18 * u, std::min(rect.cx() - all / 2, rect.x1 - cap - all));
        symbol = Symbol::lock;
    }
    if (symbol != Symbol::none) {
        draw_symbol(ui, symbol, x + 9 * u, y, symbol_size(ui, 0.92f), ink);
        x += 30 * u;
    }
    text_at(ui, x, y, Face::semibold, 0.92f, ink, text);
    key_cap(ui, rect.x1 - 16 * u, y, key, ink);
    focus_ring(ui, rect, radius, state);
    return state.pressed;
}

float chip_width(const Ui& ui, std::string_view text, bool on) {
    return text_width(ui, Face::mono_medium, 0.87f, text) + 32 * ui.u + (on ? 26 * ui.u : 0);
}

bool chip(Ui& ui, const Rect& rect, std::string_view text, bool on) {
    float u = ui.u, radius = 10 * u;
    Press state = press(ui, text, rect);
    if (on) fill(ui, rect, radius, ui.tint(Role::panel, Role::accent, 0.22f));
    else if (state.hovered) fill(ui, rect, radius, ui.tint(Role::panel, Role::text2, 0.14f));
    frame(ui, rect, radius, on ? 2.2f : 1.3f, ui.col(on ? Role::accent : Role::control));
    float x = rect.x0 + 16 * u;
    if (on) draw_symbol(ui, Symbol::tick, x + 6 * u, rect.cy(), 15 * u, Role::text), x += 26 * u;
    text_at(ui, x, rect.cy(), on ? Face::mono_bold : Face::mono_medium, 0.87f, Role::text, text);
    focus_ring(ui, rect, radius, state);
    return state.pressed;
}

namespace {
float segment_width(const Ui& ui, std::string_view text, bool mono) {
    return std::max(58 * ui.u, text_width(ui, mono ? Face::mono_bold : Face::semibold, mono ? 0.91f : 0.87f, text) + 32 * ui.u);
}
}  // namespace

float segments_width(const Ui& ui, const std::vector<std::string>& texts, bool mono) {
    float w = 4 * ui.u;
    for (const auto& text : texts) w += segment_width(ui, text, mono);
    return w;
}

int segments(Ui& ui, std::string_view id, const Rect& rect, const std::vector<std::string>& texts, int chosen, bool mono) {
    float u = ui.u, natural = segments_width(ui, texts, mono), scale = rect.w() / natural;
    fill(ui, rect, 9 * u, ui.col(Role::sunk));
    frame(ui, rect, 9 * u, 1.4f, ui.col(Role::control));
    int answer = -1;
    float x = rect.x0 + 2 * u * scale;
    std::vector<std::pair<Rect, Press>> focused;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        float w = segment_width(ui, texts[i], mono) * scale;
        Rect r{x, rect.y0 + 2 * u, x + w, rect.y1 - 2 * u};
        Press state = press(ui, std::string(id) + "/" + texts[i] + "/" + std::to_string(i), r);
        bool on = int(i) == chosen;
        Rect inner = r.inset(1 * u);
        if (on) fill(ui, inner, 6.5f * u, ui.col(Role::text));
        else if (state.hovered) fill(ui, inner, 6.5f * u, ui.tint(Role::sunk, Role::text2, 0.14f));
        if (i && !on && int(i) - 1 != chosen) v_line(ui, x, r.y0 + 8 * u, r.y1 - 8 * u, 1, ui.col(Role::line));
        Face face = mono ? (on ? Face::mono_bold : Face::mono_medium) : (on ? Face::semibold : Face::medium);
        text_at(ui, r.cx(), r.cy(), face, mono ? 0.91f : 0.87f, on ? (ui.palette.dark ? Role::page : Role::panel) : Role::text, texts[i], Align::centre);
        if (state.focused) focused.push_back({inner, state});
        if (state.pressed) answer = int(i);
        x += w;
    }
    for (auto& [r, state] : focused) focus_ring(ui, r, 6.5f * u, state);
    return answer;
}

bool text_field(Ui& ui, const Rect& r, const char* id, const char* hint, std::string_view key, std::span<char> text, bool& focus) {
    float u = ui.u, x1 = r.x1 - key_cap_width(ui, key) - 28 * u;
    fill(ui, r, 10 * u, ui.col(Role::sunk));
    frame(ui, r, 10 * u, 1.4f, ui.col(Role::control));
    key_cap(ui, r.x1 - 14 * u, r.cy(), key);
    float size = ui.size(r.w() > 560 * u ? 1.0f : 0.87f);
    ImGui::PushFont(ui.font(Face::regular), size / ImGui::GetStyle().FontScaleMain);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(16 * u, (r.h() - size) / 2));
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
    for (ImGuiCol c : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive}) ImGui::PushStyleColor(c, ImVec4(0, 0, 0, 0));
    ImGui::PushStyleColor(ImGuiCol_TextDisabled, ImGui::ColorConvertU32ToFloat4(ui.col(Role::text3)));
    ImGui::SetCursorScreenPos({r.x0, r.y0});
    ImGui::SetNextItemWidth(std::max(20.0f, x1 - r.x0));
    if (focus) ImGui::SetKeyboardFocusHere(), focus = false;
    bool changed = ImGui::InputTextWithHint((std::string("##") + id).c_str(), hint, text.data(), text.size());
    record_widget(ui, {r.x0, r.y0, x1, r.y1}, id);
    Press state;
    state.focused = ImGui::IsItemActive() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible);
    ImGui::PopStyleColor(4);
    ImGui::PopStyleVar(2);
    ImGui::PopFont();
    focus_ring(ui, r, 10 * u, state);
    return changed;
}

float badge_width(const Ui& ui, std::string_view text) { return std::max(58 * ui.u, text_width(ui, Face::semibold, 0.73f, text) + 24 * ui.u); }

void badge(Ui& ui, float x, float y, float width, std::string_view text, bool absent) {
    float u = ui.u;
    Rect r{x, y - 13 * u, x + width, y + 13 * u};
    if (absent) dashed_frame(ui, r, 5 * u, 1.3f, 5, 4, ui.col(Role::control));
    else fill(ui, r, 5 * u, ui.tint(Role::panel, Role::text2, 0.22f));
    text_at(ui, r.cx(), y, absent ? Face::medium : Face::semibold, 0.73f, absent ? Role::text2 : Role::text, text, Align::centre);
}

bool tab(Ui& ui, std::string_view text, float x, float y0, float y1, bool on, bool waits, float* width) {
    float u = ui.u, w = text_width(ui, Face::medium, 0.96f, text) + (waits ? 16 * u : 0);
    Rect r{x, y0, x + w, y1};
    Press state = press(ui, std::string("tab/") + std::string(text), r);
    text_at(ui, x, r.cy(), on ? Face::semibold : Face::medium, 0.96f, on ? Role::text : Role::text2, text);
    if (waits) ImGui::GetWindowDrawList()->AddCircleFilled({r.x1 - 4 * u, r.cy() - 7 * u}, 4 * u, ui.col(Role::accent));
    if (on) h_line(ui, x, r.x1, y1 - 1.5f * u, 3, ui.col(Role::accent));
    focus_ring(ui, r.inset(0, 6 * u), 6 * u, state);
    *width = w;
    return state.pressed;
}

bool link(Ui& ui, float right, float y, std::string_view text, std::string_view key, float* left) {
    float u = ui.u, cap = key_cap_width(ui, key), w = text_width(ui, Face::medium, 0.87f, text);
    float x0 = right - w - (cap > 0 ? cap + 12 * u : 0);
    Rect r{x0 - 4 * u, y - 17 * u, right + 2 * u, y + 17 * u};
    Press state = press(ui, text, r);
    if (state.hovered) fill(ui, r, 6 * u, ui.tint(Role::panel, Role::text2, 0.14f));
    text_at(ui, x0, y, Face::medium, 0.87f, Role::text, text);
    key_cap(ui, right, y, key);
    focus_ring(ui, r, 6 * u, state);
    if (left) *left = x0;
    return state.pressed;
}

void panel(Ui& ui, const Rect& rect) {
    fill(ui, rect, 14 * ui.u, ui.col(Role::panel));
    frame(ui, rect, 14 * ui.u, 1, ui.col(Role::line));
}

void card(Ui& ui, const Rect& rect, Role surface, float radius) { fill(ui, rect, radius * ui.u, ui.col(surface)); }

void label(Ui& ui, float x, float y, std::string_view text) { text_at(ui, x, y, Face::semibold, 0.73f, Role::text3, text); }

void begin_area(Ui& ui, std::string_view id, const Rect& rect, bool sideways) {
    ImGui::SetCursorScreenPos(rect.min());
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::BeginChild(std::string(id).c_str(), {std::max(1.0f, rect.w()), std::max(1.0f, rect.h())}, ImGuiChildFlags_NavFlattened,
                      ImGuiWindowFlags_NoBackground | (sideways ? ImGuiWindowFlags_HorizontalScrollbar : 0));
    ImGui::PopStyleVar();
    (void)ui;
}

void end_area(Ui&, float content_bottom, float content_right) {
    ImVec2 at = ImGui::GetCursorScreenPos(), start = ImGui::GetCursorStartPos(), window = ImGui::GetWindowPos();
    (void)at, (void)start;
    float x = content_right > 0 ? content_right - 1 : window.x - ImGui::GetScrollX();
    ImGui::SetCursorScreenPos({x, content_bottom - 1});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

}  // namespace launchlab
