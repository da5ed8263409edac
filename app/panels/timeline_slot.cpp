// The last-error slot as a logic trace: low is 0, high is a code.
#include <algorithm>
#include <cmath>

#include "core/codes.h"
#include "panels/timeline.h"

namespace launchlab {

namespace {

void arrow(Ui& ui, float x, float from, float to, ImU32 colour) {
    float u = ui.u, way = to > from ? 1.0f : -1.0f;
    v_line(ui, x, std::min(from, to - way * 8 * u), std::max(from, to - way * 8 * u), 2, colour);
    ImGui::GetWindowDrawList()->AddTriangleFilled({x - 6.5f * u, to - way * 10 * u}, {x + 6.5f * u, to - way * 10 * u}, {x, to}, colour);
}

}  // namespace

void draw_slot(Ui& ui, const Rect& r, float tile_bottom, const Timeline& t, float pitch, float gap) {
    float u = ui.u, high = r.y0 + 18 * u, low = r.y0 + 67 * u, line = 2.6f;
    int now = 0;
    float x = r.x0;
    bool rule = t.by_rule;
    ImU32 code_ink = rule ? ui.col(Role::text2) : ui.col(Role::error);
    // From x to `to` the slot holds `now`.
    auto hold = [&](float to, Known known) {
        bool guessed = known != Known::yes;
        float y = now ? high : low;
        if (now && !rule) {
            ImGui::GetWindowDrawList()->AddRectFilled({std::round(x), high}, {std::round(to), low}, ui.col(Role::pair));
            dotted(ui, x, to, low, ui.col(Role::control));
        }
        ImU32 ink = now ? code_ink : ui.col(Role::text2);
        if (!guessed) h_line(ui, x, to, y, line, ink);
        else
            for (float at = x; at < to; at += 17 * u) h_line(ui, at, std::min(to, at + 10 * u), y, line, ink);
        x = to;
    };
    for (std::size_t i = 0; i < t.columns.size(); ++i) {
        const Column& c = t.columns[i];
        float x0 = r.x0 + i * pitch, x1 = x0 + pitch - gap, mid = (x0 + x1) / 2;
        bool last = i + 1 == t.columns.size();
        if (!c.slot) {
            dotted(ui, x0, x1, low, ui.col(Role::control));
            text_at(ui, x0 + 16 * u, low - 18 * u, Face::regular, 0.82f, Role::text3, c.known == Known::open ? "open" : "not recorded");
            x = last ? x1 : x0 + pitch;
            continue;
        }
        if (*c.slot != now) {
            hold(mid, c.slot_known);
            now = *c.slot;
        }
        bool moved = x == mid;
        hold(last ? x1 : x0 + pitch, c.slot_known);
        if (moved) v_line(ui, mid, high - line / 2 * u, low + line / 2 * u, line, now && !rule ? ui.col(Role::error) : ui.col(Role::text2));
        if (c.writes) arrow(ui, mid, tile_bottom + 4 * u, high - 3 * u, code_ink);
        if (c.reads) arrow(ui, mid, high - 4 * u, tile_bottom + 2 * u, ui.col(Role::text2));
        if (now == 0 && i && !c.reads && !c.clears) continue;        // at rest: said once
        bool risen = c.writes || c.clears;
        float tx = risen ? mid + 16 * u : x0 + 16 * u, ty = now ? (high + low) / 2 : low - 20 * u;
        std::string number = std::to_string(now), word = i == 0 && now == 0 ? "" : c.slot_word;
        float room = x1 - tx - text_width(ui, Face::mono_bold, 0.91f, number) - 12 * u;
        if (c.writes && text_width(ui, Face::regular, 0.82f, word) > room) {   // number above, word below it
            text_at(ui, tx, ty - 11 * u, Face::mono_bold, 0.91f, rule ? Role::text : now ? Role::error : Role::text2, number);
            text_at(ui, tx, ty + 12 * u, Face::regular, fit_factor(ui, Face::regular, 0.82f, 0.73f, word, x1 - tx), Role::text2, word);
            continue;
        }
        tx += text_at(ui, tx, ty, Face::mono_bold, 0.91f, rule ? Role::text : now ? Role::error : Role::text2, number) + 10 * u;
        text_at(ui, tx, ty, Face::regular, 0.82f, Role::text2, word);
    }
}

}  // namespace launchlab
