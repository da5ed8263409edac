#include "panels/hub.h"

#include <algorithm>

#include "panels/panels.h"
#include "session/lookup.h"

namespace launchlab {

namespace {

constexpr float three_columns = 1060, two_columns = 620;
constexpr std::size_t paste_head = std::size_t{4} << 20, paste_tail = std::size_t{12} << 20;

void panel_of(Scene& s, const Rect& r, HubTab tab) {
    panel(s.ui, r);
    switch (tab) {
        case HubTab::text: draw_hub_box(s, r); break;
        case HubTab::answer: draw_hub_answer(s, r); break;
        case HubTab::codes: draw_hub_codes(s, r); break;
    }
}

// The title with what it does, or in a low window the title alone; at the right the way out.
float draw_top(Scene& s, const Rect& r) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const bool low = ui.tall < 560;
    float mid = r.y0 + (low ? 22 : 52) * u, left = r.x1;
    if (!low) text_at(ui, r.x0, r.y0 + 8 * u, Face::regular, 0.80f, Role::text2, "Tools");
    const float title = low ? 1.3f : 1.8f;
    if (link(ui, r.x1, mid, "Leave", "Esc", &left)) s.screen.hub.open = false;
    const float w = text_at(ui, r.x0, mid, Face::display, fit_factor(ui, Face::display, title, 0.92f, "Error hub", left - r.x0 - 12 * u), Role::text, "Error hub");
    const char* words = "Paste what you got. It stays on this machine.";
    if (r.x0 + w + 28 * u + text_width(ui, Face::regular, 0.87f, words) + 24 * u < left) text_at(ui, r.x0 + w + 28 * u, mid + 2 * u, Face::regular, 0.87f, Role::text2, words);
    return r.y0 + (low ? 44 : 90) * u;
}

float draw_tabs(Scene& s, const Rect& r, const std::vector<std::pair<const char*, HubTab>>& tabs) {
    Ui& ui = s.ui;
    const float u = ui.u, tall = (ui.tall < 460 ? 34 : 44) * u;
    float x = r.x0 + 4 * u, w = 0;
    for (const auto& [name, which] : tabs) {
        if (tab(ui, name, x, r.y0, r.y0 + tall, s.screen.hub.tab == which, false, &w)) s.screen.hub.tab = which;
        x += w + 28 * u;
    }
    h_line(ui, r.x0, r.x1, r.y0 + tall, 1, ui.col(Role::line));
    return r.y0 + tall + 10 * u;
}

// A new answer comes into view once: its marks, its code, and where there is room for one thing only, itself.
void bring_answer(Scene& s) {
    HubState& state = s.screen.hub;
    const int answered = s.session.lookup().pasted();
    if (answered == state.answered) return;
    state.answered = answered;
    state.bring_mark = state.bring_code = true;
    state.tab = HubTab::answer;
    state.copied = HubCopied::nothing;
}

}  // namespace

void open_hub(Scene& s) {
    s.screen.hub.open = true;
    s.screen.menu = false;
    s.screen.hub.empty_clipboard = false;
    if (!s.session.lookup().hub()) s.actions.look_up = 0;
}

void open_hub(Scene& s, std::string text) {
    open_hub(s);
    s.screen.hub.empty_clipboard = text.empty();
    s.screen.hub.left_out = 0;
    if (!text.empty()) s.actions.look_up = 0, s.actions.paste = std::move(text);
    s.screen.hub.tab = HubTab::text;
}

// A copy of what the clipboard holds, made between two frames: of more than 16 MB the first 4 and the last 12, where errors stand.
std::string hub_text_of(std::string_view text, std::size_t& left_out) {
    left_out = text.size() > paste_head + paste_tail ? text.size() - paste_head - paste_tail : 0;
    if (left_out == 0) return std::string(text);
    std::string out;
    out.reserve(paste_head + paste_tail + 1);
    out.append(text.substr(0, paste_head)).append("\n").append(text.substr(text.size() - paste_tail));
    return out;
}

void paste_into_hub(Scene& s) {
    const char* pasted = ImGui::GetClipboardText();
    std::size_t left_out = 0;
    open_hub(s, pasted ? hub_text_of(pasted, left_out) : "");
    s.screen.hub.left_out = left_out;
}

void copy_hub_command(Scene& s, const HubPage& page) {
    if (page.command.empty()) return;
    ImGui::SetClipboardText(page.command.c_str());
    s.screen.hub.copied = HubCopied::command;
}

void copy_hub_report(Scene& s) {
    if (!s.session.lookup().looked() && s.session.lookup().code() == 0) return;
    ImGui::SetClipboardText(hub_report(s.session).c_str());
    s.screen.hub.copied = HubCopied::report;
}

void open_hub_step(Scene& s, const HubPage& page) {
    if (page.step.empty()) return;
    s.actions.open_step = page.step;
}

void draw_hub(Scene& s, const Rect& rect) {
    Ui& ui = s.ui;
    const float u = ui.u, width = rect.w() / u;
    bring_answer(s);
    const float side = (has_rail(ui) ? 36 : width > 700 ? 24 : 10) * u, edge = (ui.tall < 460 ? 4 : 26) * u;
    Rect r{rect.x0 + side, rect.y0 + edge, rect.x1 - side, rect.y1 - (ui.tall < 460 ? 6 : 26) * u};
    r.y0 = draw_top(s, r) + (ui.tall < 560 ? 2 : 6) * u;
    const float gap = 20 * u;
    if (r.w() >= three_columns * u) {
        const float codes = std::min(324 * u, r.w() * 0.23f), text = (r.w() - codes - 2 * gap) * 0.465f;
        panel_of(s, {r.x0, r.y0, r.x0 + text, r.y1}, HubTab::text);
        panel_of(s, {r.x0 + text + gap, r.y0, r.x1 - codes - gap, r.y1}, HubTab::answer);
        panel_of(s, {r.x1 - codes, r.y0, r.x1, r.y1}, HubTab::codes);
    } else if (r.w() >= two_columns * u && ui.tall > 420) {
        if (s.screen.hub.tab == HubTab::answer) s.screen.hub.tab = HubTab::text;      // it stands beside both
        const float left = r.w() * 0.44f;
        const float top = draw_tabs(s, {r.x0, r.y0, r.x0 + left, r.y1}, {{"Your text", HubTab::text}, {"Codes", HubTab::codes}});
        panel_of(s, {r.x0, top, r.x0 + left, r.y1}, s.screen.hub.tab);
        panel_of(s, {r.x0 + left + gap, r.y0, r.x1, r.y1}, HubTab::answer);
    } else {
        const float top = draw_tabs(s, r, {{"Your text", HubTab::text}, {"Answer", HubTab::answer}, {"Codes", HubTab::codes}});
        panel_of(s, {r.x0, top, r.x1, r.y1}, s.screen.hub.tab);
    }
    if (s.actions.open_step) s.screen.hub.open = s.screen.first.open = false;        // from here or from the rail
}

void hub_keys(Scene& s) {
    ImGuiIO& io = ImGui::GetIO();
    HubState& state = s.screen.hub;
    const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
    if (io.KeyCtrl && !io.KeyAlt) {
        if (pressed(ImGuiKey_V) && !s.ui.typing) paste_into_hub(s);
        if (pressed(ImGuiKey_F)) state.focus = true, state.tab = HubTab::codes;
        if (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter)) open_hub_step(s, page_of(s.session));
        for (int i = 0; i < 3; ++i)
            if (pressed(ImGuiKey(ImGuiKey_1 + i))) state.tab = HubTab(i);
        if (s.actions.open_step) state.open = s.screen.first.open = false;
        return;
    }
    if (io.KeyAlt) {
        if (pressed(ImGuiKey_C)) copy_hub_command(s, page_of(s.session));
        if (pressed(ImGuiKey_R)) copy_hub_report(s);
        if (pressed(ImGuiKey_Delete)) s.actions.paste = "", s.actions.look_up = 0, state.tab = HubTab::text, state.empty_clipboard = false;
        return;
    }
    if (pressed(ImGuiKey_Escape)) {
        if (s.ui.typing) state.query = {};               // the field closes itself
        else if (s.session.lookup().chosen() != 0 && s.session.lookup().bytes() > 0) s.actions.look_up = 0;    // back to the text's answer
        else state.open = false;
    }
    if (s.ui.typing) return;
    if (pressed(ImGuiKey_D)) open_palette(s.screen.palette, Find::cards);
}

}  // namespace launchlab
