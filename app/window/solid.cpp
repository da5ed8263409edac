#include "window/solid.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>

#include "panels/ui.h"

namespace launchlab {

namespace {

void set_clear_colour(ImVec4 colour) { glClearColor(colour.x, colour.y, colour.z, 1); }

}  // namespace

void draw_solid(const ImDrawList*, const ImDrawCmd* command) {
    const auto& fill = *static_cast<const SolidFill*>(command->UserCallbackData);
    const ImDrawData& data = *ImGui::GetDrawData();
    const float scale_x = data.FramebufferScale.x, scale_y = data.FramebufferScale.y;
    const auto pixels = [](float at, float from, float scale) { return int(std::lround((at - from) * scale)); };
    const int x0 = pixels(std::max(fill.x0, command->ClipRect.x), data.DisplayPos.x, scale_x);
    const int y0 = pixels(std::max(fill.y0, command->ClipRect.y), data.DisplayPos.y, scale_y);
    const int x1 = pixels(std::min(fill.x1, command->ClipRect.z), data.DisplayPos.x, scale_x);
    const int y1 = pixels(std::min(fill.y1, command->ClipRect.w), data.DisplayPos.y, scale_y);
    if (x1 <= x0 || y1 <= y0) return;
    glScissor(x0, int(data.DisplaySize.y * scale_y) - y1, x1 - x0, y1 - y0);   // the next command sets its own
    set_clear_colour(ImGui::ColorConvertU32ToFloat4(fill.colour));
    glClear(GL_COLOR_BUFFER_BIT);
}

void clear_to_page() {
    set_clear_colour(ImGui::GetStyle().Colors[ImGuiCol_WindowBg]);
    glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace launchlab
