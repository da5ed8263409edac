// Keys that work anywhere. Single letters only while no text field has the keyboard; F, Ctrl and Alt keys always.
#include <algorithm>

#include "panels/compare.h"
#include "panels/panels.h"

namespace launchlab {

namespace {

bool asks_for_keys() {                                           // a question mark, wherever the keyboard keeps it
    const auto& typed = ImGui::GetIO().InputQueueCharacters;
    return std::find(typed.begin(), typed.end(), ImWchar('?')) != typed.end();
}

}  // namespace

void handle_keys(Scene& s) {
    ImGuiIO& io = ImGui::GetIO();
    const Session& session = s.session;
    ScreenState& screen = s.screen;
    auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
    float zoom = session.settings().zoom;
    screen.digit = 0;

    if (io.KeyCtrl && !io.KeyAlt) {
        if (ImGui::IsKeyPressed(ImGuiKey_Equal) || ImGui::IsKeyPressed(ImGuiKey_KeypadAdd)) s.actions.zoom = std::min(4.0f, zoom + 0.1f);
        if (ImGui::IsKeyPressed(ImGuiKey_Minus) || ImGui::IsKeyPressed(ImGuiKey_KeypadSubtract)) s.actions.zoom = std::max(0.5f, zoom - 0.1f);
        if (pressed(ImGuiKey_0) || pressed(ImGuiKey_Keypad0)) s.actions.zoom = 1.0f;
        if (pressed(ImGuiKey_S) && session.step() && !screen.first.open && !screen.palette.open) save_program(s);
        if (pressed(ImGuiKey_T)) s.actions.theme = screen.ui.palette.dark ? "light" : "dark";
        if (pressed(ImGuiKey_Home) && !s.ui.typing) screen.first.open = true, screen.why.open = false;
        if (pressed(ImGuiKey_O) && !screen.palette.open) ask_for_file(s);
        if (pressed(ImGuiKey_K)) {
            if (screen.palette.open) screen.palette.open = false;
            else open_palette(screen.palette, Find::all);
        }
        if (screen.palette.open) return;
        if (screen.hub.open) return hub_keys(s);
        if (screen.why.open && !screen.matrix.open) return why_keys(s);
        if (pressed(ImGuiKey_V) && !s.ui.typing && !is_editing(screen.source)) return paste_into_hub(s);
        if (screen.matrix.open) return matrix_keys(s);
        if (screen.first.open) return first_screen_keys(s);
        if ((pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter)) && session.step())
            (screen.compare && !on_predict_screen(session) ? s.actions.run_both : s.actions.run) = session.why_locked().empty();
        for (int i = 0; i < 4; ++i)
            if (pressed(ImGuiKey(ImGuiKey_1 + i))) {
                screen.result_tab = ResultTab(i);
                screen.bring_question = i == 1;
                if (i < 3) screen.predict_tab = PredictTab(i), screen.lower = LowerTab(i);
            }
        return;
    }
    if (screen.palette.open) return;                             // its own keys, and text
    if (pressed(ImGuiKey_F1) || (!s.ui.typing && asks_for_keys())) return open_palette(screen.palette, Find::keys);
    if (screen.hub.open) return hub_keys(s);
    if (pressed(ImGuiKey_M) && !io.KeyAlt && !s.ui.typing && !screen.matrix.open) return open_matrix(s);
    if (pressed(ImGuiKey_E) && !io.KeyAlt && !s.ui.typing) return open_hub(s);
    if (pressed(ImGuiKey_W) && !io.KeyAlt && !s.ui.typing && !screen.why.open) return open_why(s);
    if (screen.matrix.open) return matrix_keys(s);
    if (screen.why.open) return why_keys(s);
    if (screen.first.open) return first_screen_keys(s);
    if (io.KeyAlt) {
        if (pressed(ImGuiKey_S) && session.step() && session.state().phase == Phase::predict) s.actions.skip = true;
        for (int i = 0; i < 9; ++i)
            if (pressed(ImGuiKey(ImGuiKey_1 + i)) && i < int(session.tried().size())) (io.KeyShift ? s.actions.compare_with : s.actions.show_run) = i;
        return;
    }
    bool comparing = screen.compare && !on_predict_screen(session);
    if (pressed(ImGuiKey_F5) && session.step()) (comparing ? s.actions.run_both : s.actions.run) = session.why_locked().empty();
    if (pressed(ImGuiKey_Escape)) {
        if (s.ui.typing || is_editing(screen.source)) {}         // the field closes itself, also a read-only one
        else if (screen.menu) screen.menu = false;
        else if (screen.ask_reset) screen.ask_reset = false;
        else if (session.saved() && session.saved()->asks) s.actions.save = Actions::Save::close;
        else if (screen.source.log) screen.source.log = false;
        else if (session.running()) s.actions.cancel = true;
        else if (comparing) leave_compare(s);
        else screen.first.open = true;
    }
    if (s.ui.typing || !session.step()) return;

    for (int i = 0; i < 9; ++i)
        if (pressed(ImGuiKey(ImGuiKey_1 + i)) || pressed(ImGuiKey(ImGuiKey_Keypad1 + i))) screen.digit = i + 1;
    bool result = !on_predict_screen(session);
    if (pressed(ImGuiKey_B) && result && session.run() && offers_fix(session)) {
        if (comparing) fix_beside(s);
        else s.actions.build_for_card = true;
    }
    if (pressed(ImGuiKey_T)) {
        if (result) screen.lower = LowerTab::targets, screen.result_tab = ResultTab::images;
        else if (screen.predict_tab == PredictTab::targets) screen.all_targets = !screen.all_targets;
        else screen.predict_tab = PredictTab::targets, screen.all_targets = !screen.all_targets;
    }
    if (pressed(ImGuiKey_R)) {
        if (screen.ask_reset) s.actions.reset = true, screen.ask_reset = false;
        else screen.ask_reset = true, screen.lower = LowerTab::source, screen.predict_tab = PredictTab::source;
    }
    if (pressed(ImGuiKey_H)) (result ? s.actions.hint : screen.hint_early) = true;
    if (pressed(ImGuiKey_H) && result) screen.result_tab = ResultTab::question, screen.bring_question = true;
    if (pressed(ImGuiKey_A) && !result) turn_again(s);
    if (pressed(ImGuiKey_N) && result && session.state().explained) do_next(s, way_on(session));
    if (pressed(ImGuiKey_C) && result) {
        bool in_sight = has_rail(s.ui) || screen.result_tab == ResultTab::timeline;
        if (comparing && in_sight) leave_compare(s);
        else enter_compare(s);
    }
    if (pressed(ImGuiKey_L)) {
        if (const Recording* one = recording_for_question(session)) s.actions.recording = one->name;
        else if (comparing) toggle_recording_beside(s);
        else if (!session.choice().recording.empty()) s.actions.recording = "";
        else if (const Recording* offer = recording_to_offer(session)) s.actions.recording = offer->name;
    }
    if (pressed(ImGuiKey_D)) open_palette(screen.palette, Find::cards);
    if ((pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter)) && !io.NavVisible && result)
        if (Next next = next_of(s); next.key == "enter") do_next(s, next);
}

}  // namespace launchlab
