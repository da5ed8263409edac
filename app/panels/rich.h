// Rich text: Markdown (through cmark-gfm) laid out in a width: paragraphs, bold, inline code, lists, code blocks, headings.
// Owns line breaking over faces; leaves the words to lessons. Invariant: measuring and drawing are one walk, so a height asked
// for is the height drawn.
#pragma once

#include <string>
#include <string_view>

#include "panels/ui.h"

namespace launchlab {

struct RichStyle {
    float factor = 1.0f;
    Role role = Role::text2;         // plain words; bold and code are drawn in text
    float line = 1.55f;              // line height by font size
    bool draw = true;                // false: measure only
};

// Returns the height used. x, y: upper left corner.
float rich_text(Ui& ui, float x, float y, float width, std::string_view markdown, const RichStyle& style = {});
inline float rich_height(Ui& ui, float width, std::string_view markdown, RichStyle style = {}) {
    style.draw = false;
    return rich_text(ui, 0, 0, width, markdown, style);
}

}  // namespace launchlab
