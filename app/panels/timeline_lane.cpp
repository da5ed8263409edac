// A box on the GPU lane: what the kernel did, or its drawn absence.
#include <algorithm>
#include <cmath>

#include "panels/timeline.h"

namespace launchlab {

namespace {

// Symbol, title and one line below, centred on a solid plate, so that no word lies on the hatch.
void plate(Ui& ui, const Rect& r, const LaneBox& box, Symbol symbol, Role role, bool solid) {
    float u = ui.u;
    bool small = r.h() < 70 * u;                       // the comparison's lane
    float factor = fit_factor(ui, Face::display, small ? 1.2f : 1.5f, small ? 0.73f : 0.92f, box.title, r.w() - 150 * u);
    float s = ui.size(factor) * 0.60f * 1.6f, title_w = text_width(ui, Face::display, factor, box.title);
    float text_factor = fit_factor(ui, Face::regular, 0.87f, 0.73f, box.text, r.w() - 60 * u);
    bool two = !box.text.empty() && text_width(ui, Face::regular, text_factor, box.text) <= r.w() - 40 * u;
    float w = std::max(title_w + s + 14 * u, two ? text_width(ui, Face::regular, text_factor, box.text) : 0.0f);
    const float edge = std::min(12 * u, std::max(3 * u, (r.h() - s) / 2 - 2 * u));       // a low lane: no line of the hatch above or below the words
    Rect solid_area{r.cx() - w / 2 - 26 * u, r.y0 + edge, r.cx() + w / 2 + 26 * u, r.y1 - edge};
    solid_area.x0 = std::max(solid_area.x0, r.x0 + 6 * u), solid_area.x1 = std::min(solid_area.x1, r.x1 - 6 * u);
    if (solid) fill(ui, solid_area, 0, ui.col(Role::sunk));
    float y = two ? r.cy() - 12 * u : r.cy(), x = r.cx() - (title_w + s + 14 * u) / 2;
    draw_symbol(ui, symbol, x + s / 2, y, s, role);
    text_at(ui, x + s + 14 * u, y, Face::display, factor, Role::text, box.title);
    if (two) text_at(ui, r.cx(), r.cy() + 22 * u, Face::regular, text_factor, Role::text2, box.text, Align::centre);
}

// The same, upright: symbol over the words.
void upright_plate(Ui& ui, const Rect& r, const LaneBox& box, Symbol symbol, Role role, bool solid) {
    float u = ui.u;
    auto lines = wrap(ui, Face::semibold, 0.92f, box.title, r.w() - 28 * u);
    float h = 30 * u + 24 * u * float(lines.size());
    float y = r.cy() - h / 2;
    if (solid) fill(ui, {r.x0 + 10 * u, y - 10 * u, r.x1 - 10 * u, y + h + 8 * u}, 0, ui.col(Role::sunk));
    draw_symbol(ui, symbol, r.cx(), y + 12 * u, 26 * u, role);
    y += 42 * u;
    for (const auto& line : lines) text_at(ui, r.cx(), y, Face::semibold, 0.92f, Role::text, line, Align::centre), y += 24 * u;
}

void torn(Ui& ui, const Rect& r, ImU32 inside, ImU32 edge) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float u = ui.u, cut = 10 * u, bite = 14 * u;
    ImVec2 p[] = {{r.x0, r.y0 + cut}, {r.x0 + cut, r.y0}, {r.x1, r.y0}, {r.x1 - bite, r.y0 + r.h() * 0.34f}, {r.x1 - bite * 0.1f, r.y0 + r.h() * 0.46f},
                  {r.x1 - bite, r.y0 + r.h() * 0.60f}, {r.x1, r.y1}, {r.x0 + cut, r.y1}, {r.x0, r.y1 - cut}};
    list.AddConcavePolyFilled(p, IM_ARRAYSIZE(p), inside);
    list.AddPolyline(p, IM_ARRAYSIZE(p), edge, ImDrawFlags_Closed, ui.stroke(2.2f));
}

}  // namespace

void draw_gpu_box(Ui& ui, const Rect& r, const LaneBox& box, bool upright) {
    float u = ui.u, radius = 12 * u;
    bool guessed = box.known != Known::yes;
    auto words = [&](Symbol symbol, Role role, bool solid) {
        if (upright) upright_plate(ui, r, box, symbol, role, solid);
        else plate(ui, r, box, symbol, role, solid);
    };
    auto row = [&](Symbol symbol, Role role, float from) {     // symbol and words from the left, the value at the right
        float factor = fit_factor(ui, Face::display, 1.2f, 0.82f, box.title, r.x1 - from - 60 * u);
        draw_symbol(ui, symbol, from + 26 * u, r.cy(), 28 * u, role);
        float end = from + 52 * u + text_at(ui, from + 52 * u, r.cy() - (box.text.empty() ? 0 : 12 * u), Face::display, factor, Role::text, box.title);
        if (!box.text.empty()) text_at(ui, from + 52 * u, r.cy() + 16 * u, Face::regular, 0.82f, Role::text, box.text);
        if (!box.right.empty() && end + text_width(ui, Face::mono_medium, 0.87f, box.right) + 30 * u < r.x1)
            text_at(ui, r.x1 - 20 * u, r.cy(), Face::mono_medium, 0.87f, Role::text, box.right, Align::right);
    };
    switch (box.form) {
        case Lane::none: break;
        case Lane::refused: {
            ImU32 edge = ui.col(box.known == Known::by_rule ? Role::text2 : Role::error);
            fill(ui, r, radius, ui.col(Role::sunk));
            if (box.known != Known::by_rule) hatch(ui, r.inset(4 * u), to_imgui(mix(ui.colour(Role::sunk), ui.colour(Role::error), 0.6f)));
            dashed_frame(ui, r, radius, 2.4f, 10, 7, edge);
            words(Symbol::empty, box.known == Known::by_rule ? Role::text2 : Role::error, true);
            break;
        }
        case Lane::ran: case Lane::jit: {
            bool jit = box.form == Lane::jit;
            if (guessed) {
                dashed_frame(ui, r, radius, 2.2f, 10, 7, ui.col(Role::text2));
                words(jit ? Symbol::chevrons : Symbol::tick, Role::text2, false);
                break;
            }
            float part = ui.palette.dark ? 0.34f : 0.30f;
            float cut = jit ? (upright ? r.x0 : r.x0 + std::min(r.w() * 0.28f, 130 * u)) : r.x0;
            fill(ui, r, radius, ui.tint(Role::panel, Role::ok, part));
            if (jit && !upright) {
                ImGui::GetWindowDrawList()->AddRectFilled(r.min(), {cut, r.y1}, ui.tint(Role::panel, Role::jit, part), radius, ImDrawFlags_RoundCornersLeft);
                frame(ui, r, radius, 2.2f, ui.col(Role::ok));
                ImGui::GetWindowDrawList()->AddRect(r.min(), {cut, r.y1}, ui.col(Role::jit), radius, ImDrawFlags_RoundCornersLeft, ui.stroke(2.2f));
                draw_symbol(ui, Symbol::jit, r.x0 + 30 * u, r.cy(), 26 * u, Role::jit);
                text_at(ui, r.x0 + 54 * u, r.cy(), Face::semibold, 1.0f, Role::text, "JIT");
            } else {
                frame(ui, r, radius, 2.2f, ui.col(Role::ok));
            }
            if (upright) words(jit ? Symbol::jit : Symbol::ok, jit ? Role::jit : Role::ok, false);
            else row(Symbol::ok, Role::ok, cut);
            break;
        }
        case Lane::faulted: {
            torn(ui, {r.x0, r.y0, upright ? r.x1 : r.x1 - r.w() * 0.12f, r.y1}, ui.col(Role::tile), ui.col(Role::error));
            if (upright) words(Symbol::fault, Role::error, false);
            else row(Symbol::fault, Role::error, r.x0);
            break;
        }
        case Lane::waiting:
            fill(ui, r, radius, ui.col(Role::sunk));
            frame(ui, r, radius, 2, ui.col(Role::accent));
            words(Symbol::turning, Role::accent, false);
            break;
        case Lane::not_recorded: case Lane::open:
            dashed_frame(ui, r, radius, 2, 2, 6, ui.col(Role::control));
            words(box.form == Lane::open ? Symbol::open : Symbol::recorded, Role::text2, false);
            break;
    }
}

}  // namespace launchlab
