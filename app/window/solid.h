// Solid: fills a large opaque rectangle by a clear inside its scissor, which costs a software renderer a tenth of a blended
// quad. Owns nothing; Ui::solid points here. clear_to_page() begins a frame, or the scissor's part of it,
// with the colour of the page.
#pragma once

#include "imgui.h"

namespace launchlab {

void draw_solid(const ImDrawList* list, const ImDrawCmd* command);
void clear_to_page();

}  // namespace launchlab
