#include "panels/screen.h"

#include <algorithm>

#include "imgui_internal.h"
#include "panels/compare.h"
#include "panels/rich.h"
#include "panels/tried.h"

namespace launchlab {

void set_up_screen(ScreenState& screen, const std::string& data_dir) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    io.ConfigInputTextCursorBlink = false;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.ConfigNavCaptureKeyboard = false;
    io.ConfigNavEscapeClearFocusItem = true;
    screen.ui.fonts = load_fonts(font_folders(data_dir));
}

void apply_look(ScreenState& screen, const Settings& settings) {
    screen.ui.motion = settings.motion;
    float zoom = settings.zoom * screen.dpi;
    if (screen.theme == settings.theme && screen.zoom == zoom) return;
    screen.theme = settings.theme, screen.zoom = zoom;
    screen.ui.palette = palette_for(settings.theme);
    screen.ui.u = zoom;
    apply_style(screen.ui.palette, zoom);
}

void draw_scrolling(Scene& s, const char* id, const Rect& rect, float (*content)(Scene&, const Rect&)) {
    float u = s.ui.u;
    begin_area(s.ui, id, rect);
    // Room at every side for the focus ring, and at the right for the scroll bar.
    float bottom = content(s, {rect.x0 + 8 * u, rect.y0 + 8 * u - ImGui::GetScrollY(), rect.x1 - 12 * u, rect.y1 - 8 * u});
    end_area(s.ui, bottom + 8 * u);
}

namespace {

constexpr float wide = 1500, middle = 1150, narrow = 900, rail_width = 276, margin = 36, between = 20, least_lower = 310;

void panel_with(Scene& s, const char* id, const Rect& rect, float (*content)(Scene&, const Rect&)) {
    float u = s.ui.u;
    panel(s.ui, rect);
    draw_scrolling(s, id, {rect.x0 + 20 * u, rect.y0 + 16 * u, rect.x1 - 16 * u, rect.y1 - 12 * u}, content);
}

struct TabName { const char* text; bool waits; };

int draw_tabs(Scene& s, const Rect& rect, const std::vector<TabName>& names, int current, float gap = 0) {
    float x = rect.x0, w = 0;
    int picked = -1;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (tab(s.ui, names[i].text, x, rect.y0, rect.y1, int(i) == current, names[i].waits, &w)) picked = int(i);
        x += w + (gap > 0 ? gap : 32 * s.ui.u);
    }
    h_line(s.ui, rect.x0, rect.x1, rect.y1, 1, s.ui.col(Role::line));
    return picked;
}

void predict_wide(Scene& s, const Rect& r) {
    float u = s.ui.u, column = 576 * u;
    Rect left{r.x0, r.y0, r.x1 - column - 24 * u, r.y1};
    draw_predict_panel(s, {r.x1 - column, r.y0, r.x1, r.y1});
    float y = left.y0 + head_height(s, left.w()) + 16 * u;
    draw_head(s, {left.x0, left.y0, left.x1, y}, false);
    if (float t = trouble_height(s, left.w()); t > 0) draw_troubles(s, {left.x0, y, left.x1, y + t}), y += t + 14 * u;
    float build = std::min(targets_panel_height(s, left.w()), (left.y1 - y) * 0.5f);
    draw_source_panel(s, {left.x0, y, left.x1, left.y1 - build - 18 * u});
    draw_targets_panel(s, {left.x0, left.y1 - build, left.x1, left.y1});
}

// Narrow: the title stands in the strip, the text goes on above the tabs.
float predict_head(Scene& s, const Rect& r, bool railed) {
    float u = s.ui.u, y = r.y0;
    if (railed) {
        y += head_height(s, r.w()) + 8 * u;
        draw_head(s, {r.x0, r.y0, r.x1, y}, false);
    } else {
        y += rich_text(s.ui, r.x0, y, r.w(), filled(s.session, s.session.step()->text), {0.92f, Role::text2, 1.45f}) + 6 * u;
    }
    if (float t = trouble_height(s, r.w()); t > 0) draw_troubles(s, {r.x0, y, r.x1, y + t}), y += t + 10 * u;
    return y;
}

bool flat(const Ui& ui, bool railed) { return !railed && ui.tall < 760; }
float tabs_tall(const Ui& ui) { return (ui.tall < 300 ? 30 : ui.tall < 460 ? 36 : 46) * ui.u; }
float strip_tall(const Ui& ui) { return (ui.tall < 300 ? 37 : ui.tall < 460 ? 48 : 60) * ui.u; }

void predict_tabs(Scene& s, const Rect& r, bool railed) {
    float u = s.ui.u, y = flat(s.ui, railed) ? r.y0 : predict_head(s, r, railed), tall = tabs_tall(s.ui);
    bool open = s.session.state().phase == Phase::predict;
    int picked = draw_tabs(s, {r.x0, y, r.x1, y + tall}, {{"Source", false}, {"Build for", false}, {"Predict", open && s.screen.predict_tab != PredictTab::form}}, int(s.screen.predict_tab));
    if (picked >= 0) s.screen.predict_tab = PredictTab(picked);
    float top = y + tall + (s.ui.tall < 460 ? 6 : 12) * u;
    Rect body{r.x0, top, r.x1, std::max(r.y1, top + (!flat(s.ui, railed) ? 420 : s.screen.predict_tab == PredictTab::form ? 100 : 300) * u)};
    if (s.screen.predict_tab == PredictTab::source) draw_source_panel(s, body);
    else if (s.screen.predict_tab == PredictTab::targets) draw_targets_panel(s, body);
    else if (flat(s.ui, railed)) draw_predict_flat(s, body);
    else draw_predict_panel(s, body);
}

// The timeline above, the cards below it.
void result_wide(Scene& s, const Rect& r, bool three) {
    float u = s.ui.u, y = r.y0 + head_height(s, r.w());
    draw_head(s, {r.x0, r.y0, r.x1, y}, true);
    if (float t = trouble_height(s, r.w()); t > 0) draw_troubles(s, {r.x0, y, r.x1, y + t}), y += t + 14 * u;
    float h = result_height(s, r.w());
    draw_result(s, {r.x0, y, r.x1, y + h});
    y += h + 18 * u;
    float bottom = std::max(r.y1, y + least_lower * u), left = three ? 564 * u : r.w() * 0.46f, right = three ? 388 * u : 0;
    draw_lower_left(s, {r.x0, y, r.x0 + left, bottom});
    float x1 = three ? r.x1 - right - between * u : r.x1;
    draw_observe_panel(s, {r.x0 + left + between * u, y, x1, bottom}, !three);
    if (three) panel_with(s, "predictions", {r.x1 - right, y, r.x1, bottom}, draw_your_predictions);
}

// How tall a window the result takes, with everything in sight.
float result_needs(Scene& s, float width) {
    float u = s.ui.u, t = trouble_height(s, width), h = head_height(s, width) + (t > 0 ? t + 14 * u : 0) + 56 * u;
    return h + (s.screen.compare ? compare_height(s, width) + tried_height(s, width) + 244 * u : result_height(s, width) + (18 + least_lower) * u);
}

void result_tabs(Scene& s, const Rect& r) {
    float u = s.ui.u, y = r.y0;
    if (float t = trouble_height(s, r.w()); t > 0) draw_troubles(s, {r.x0, y, r.x1, y + t}), y += t + 10 * u;
    bool waits = s.session.state().phase == Phase::observe && s.screen.result_tab != ResultTab::question && !asks_about_both(s);
    std::vector<TabName> names{{s.screen.compare ? "Compare" : "Timeline", false}, {"Question", waits}, {"Images", false}};
    if (r.w() > 520 * u) names.push_back({"Predictions", false});
    // Run A, run B and compare at the end of the tabs, shorter or below what they choose where they do not fit.
    float tall = tabs_tall(s.ui), gap = (s.ui.tall < 460 ? 24 : 32) * u, used = 0;
    for (const TabName& one : names) used += text_width(s.ui, Face::semibold, 0.96f, one.text) + gap;
    bool whole = s.ui.tall >= 460 && used + pair_width(s.ui) <= r.w(), brief = !whole && used + pair_width(s.ui, true) <= r.w();
    int picked = draw_tabs(s, {r.x0, y, r.x1, y + tall}, names, int(s.screen.result_tab), gap);
    if (picked >= 0) s.screen.result_tab = ResultTab(picked);
    if (whole || brief) draw_pair(s, r.x1, y + tall / 2 - (brief ? 1 : 3) * u, brief);
    y += tall + (s.ui.tall < 300 ? 3 : s.ui.tall < 460 ? 6 : 10) * u;
    Rect body{r.x0, y, r.x1, std::max(r.y1, y + (s.screen.result_tab == ResultTab::question ? 180 : 320) * u)};
    switch (s.screen.result_tab) {
        case ResultTab::timeline: {
            float bottom = s.screen.compare ? draw_compare_runs(s, {r.x0, y, r.x1, r.y1}) : y + std::max(result_height(s, r.w()), std::min(r.y1 - y, 400 * u));
            if (!s.screen.compare) draw_result(s, {r.x0, y, r.x1, bottom});
            if (!whole && !brief) draw_pair(s, r.x0 + std::min(r.w(), pair_width(s.ui, true)), bottom + 30 * u, true);
            break;
        }
        case ResultTab::question: draw_observe_panel(s, body, true); break;
        case ResultTab::images: draw_lower_left(s, body); break;
        case ResultTab::predictions: panel_with(s, "predictions", body, draw_your_predictions); break;
    }
}

void no_course(Scene& s, const Rect& r) {
    float u = s.ui.u, y = r.y0;
    if (float t = trouble_height(s, r.w()); t > 0) draw_troubles(s, {r.x0, y, r.x1, y + t}), y += t + 18 * u;
    draw_state(s.ui, {r.x0, y, r.x1, std::max(r.y1, y + 300 * u)}, Symbol::trouble, "No lesson could be read",
               "The lessons lie in a folder beside the program. Install launchlab again, or name another folder with `--lessons`.", "", "");
}

float content_bottom(ImGuiWindow* window) { return window->DC.CursorMaxPos.y; }

}  // namespace

bool has_rail(const Ui& ui) { return ImGui::GetIO().DisplaySize.x / ui.u >= middle; }

void draw_lower_left(Scene& s, const Rect& rect) {
    Ui& ui = s.ui;
    float u = ui.u;
    panel(ui, rect);
    float x = rect.x0 + 28 * u, w = 0;
    if (fresh_errors(s)) s.screen.lower = LowerTab::source;
    const char* names[] = {"Image choice", "Build for", "Source"};
    for (int i = 0; i < 3; ++i) {
        if (tab(ui, names[i], x, rect.y0 + 10 * u, rect.y0 + 56 * u, int(s.screen.lower) == i, false, &w)) s.screen.lower = LowerTab(i);
        x += w + 26 * u;
    }
    h_line(ui, rect.x0 + 1, rect.x1 - 1, rect.y0 + 56 * u, 1, ui.col(Role::line));
    Rect body{rect.x0 + 20 * u, rect.y0 + 60 * u, rect.x1 - 16 * u, rect.y1 - 12 * u};
    if (s.screen.lower == LowerTab::images) draw_scrolling(s, "images", body, draw_images);
    else if (s.screen.lower == LowerTab::targets) draw_scrolling(s, "targets", body, draw_targets_and_build);
    else draw_source_panel(s, {rect.x0, rect.y0 + 56 * u, rect.x1, rect.y1}, true);
}

void draw_screen(const Session& session, Actions& actions, ScreenState& screen) {
    Ui& ui = screen.ui;
    ImGuiIO& io = ImGui::GetIO();
    ui.typing = io.WantTextInput;
    ui.tall = io.DisplaySize.y / ui.u;
    ui.moved = false;
    if (screen.step != session.choice().step) {        // another step: its panels start at their first tab
        screen.step = session.choice().step;
        screen.lower = LowerTab::images, screen.predict_tab = PredictTab::form, screen.result_tab = ResultTab::timeline;
        screen.ask_reset = false, screen.compare = false, screen.open_lesson.clear(), screen.turn_shown = -1;
        screen.phase = session.state().phase, screen.to_top = true;
        screen.hints_shown = session.state().hints;
        screen.both_shown = screen.hint_early = screen.again_open = false, screen.again_choice = -1;
    }
    Scene s{session, actions, screen, ui};
    if (Phase now = session.state().phase; now != screen.phase) screen.phase = now, screen.bring_question = now >= Phase::explain, screen.to_top = !screen.bring_question;
    if (session.step() && needs_both(*session.step()) && session.other() && !screen.both_shown)
        screen.compare = screen.both_shown = true;     // its questions are about both
    handle_keys(s);
    screen.elsewhere_in_view = false;
    screen.hints_shown = std::min(screen.hints_shown, session.state().hints);

    ImVec2 size = io.DisplaySize;
    float u = ui.u, width = size.x / u;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(size);
    ImGui::Begin("launchlab", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                           ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoDocking);
    if (!screen.why.dropped.empty()) take_dropped_file(s);
    if (screen.hub.open || screen.matrix.open || screen.why.open) {
        const float x0 = has_rail(ui) ? rail_width * u : 0;
        if (x0 > 0) draw_rail(s, {0, 0, x0, size.y});
        (screen.hub.open ? draw_hub : screen.matrix.open ? draw_matrix : draw_why)(s, {x0, 0, size.x, size.y});
        ImGui::End();
        draw_palette(s);
        if (actions.open_step) screen.why.open = screen.first.open = false;
        return;
    }
    if (screen.first.open) {
        draw_first_screen(s, {0, 0, size.x, size.y});
        ImGui::End();
        return draw_palette(s);
    }
    bool railed = has_rail(ui);
    float x0 = railed ? rail_width * u : 0;
    if (railed) draw_rail(s, {0, 0, x0, size.y});
    bool result = session.step() && !on_predict_screen(session);
    bool low = result && (size.y < 1000 * u || (railed && result_needs(s, size.x - x0 - 2 * margin * u) > size.y));     // what comes next lies below the edge
    float top = railed ? 0 : strip_tall(ui), foot = railed && !low ? 0 : bar_height(s, size.x - x0);
    if (!railed) draw_strip(s, {0, 0, size.x, top});
    if (!railed && screen.menu) {
        draw_rail(s, {0, top, std::min(size.x, 360 * u), size.y});
    } else {
        float side = (railed || width >= narrow ? margin : 16) * u, edge = (railed ? ui.tall < 820 ? 18 : 28 : ui.tall < 460 ? 2 : 8) * u;
        begin_area(ui, "main", {x0, top, size.x, size.y - foot});
        float scroll = ImGui::GetScrollY();
        Rect r{x0 + side, top + edge - scroll, size.x - side, size.y - foot - edge - scroll};
        if (!session.step()) no_course(s, r);
        else if (on_predict_screen(session)) width >= wide ? predict_wide(s, r) : predict_tabs(s, r, railed);
        else if (screen.compare && railed) draw_compare_screen(s, r);
        else if (railed) result_wide(s, r, width >= wide);
        else result_tabs(s, r);
        float bottom = std::max(content_bottom(ImGui::GetCurrentWindow()), r.y1);
        if (railed && (screen.bring_question || screen.bring_elsewhere)) ImGui::SetScrollFromPosY(bottom - ImGui::GetWindowPos().y, 1.0f);    // it stands at the foot
        end_area(ui, bottom + edge);
        if (foot > 0) draw_bar(s, {x0, size.y - foot, size.x, size.y});
    }
    ImGui::End();
    screen.bring_question = screen.bring_elsewhere = screen.to_top = false;
    draw_palette(s);
    if (!actions.run || !session.step() || !needs_both(*session.step())) return;
    actions.run = false, actions.run_step = true;
    if (!session.changed() && !screen.both_shown) screen.compare = screen.both_shown = true;
}

}  // namespace launchlab
