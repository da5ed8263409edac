// The comparison as a whole screen: both runs, what was tried, the question and why.
#include <algorithm>

#include "panels/compare.h"
#include "panels/tried.h"

namespace launchlab {

namespace {

void panel_with(Scene& s, const char* id, const Rect& rect, float (*content)(Scene&, const Rect&)) {
    float u = s.ui.u;
    panel(s.ui, rect);
    draw_scrolling(s, id, {rect.x0 + 20 * u, rect.y0 + 6 * u, rect.x1 - 16 * u, rect.y1 - 4 * u}, content);
}

}  // namespace

float draw_compare_runs(Scene& s, const Rect& r) {
    float u = s.ui.u, y = r.y0, h = compare_height(s, r.w());
    draw_compare(s, {r.x0, y, r.x1, y + h});
    y += h + 12 * u;
    draw_tried(s, {r.x0, y, r.x1, y + tried_height(s, r.w())});
    return y + tried_height(s, r.w());
}

void draw_compare_screen(Scene& s, const Rect& r) {
    float u = s.ui.u, y = r.y0 + head_height(s, r.w());
    draw_head(s, {r.x0, r.y0, r.x1, y}, true);
    if (float t = trouble_height(s, r.w()); t > 0) draw_troubles(s, {r.x0, y, r.x1, y + t}), y += t + 14 * u;
    y = draw_compare_runs(s, {r.x0, y, r.x1, r.y1}) + 12 * u;
    float bottom = std::max(r.y1, y + 220 * u);
    if (r.w() < 1000 * u) return draw_observe_panel(s, {r.x0, y, r.x1, std::max(bottom, y + 350 * u)}, false);
    float half = (r.w() - 20 * u) / 2;
    panel_with(s, "say", {r.x0, y, r.x0 + half, bottom}, draw_say);
    panel_with(s, "why", {r.x0 + half + 20 * u, y, r.x1, bottom}, draw_because);
}

}  // namespace launchlab
