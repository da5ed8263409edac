// Theme: both colour tables by role, the fonts, and the ImGui style made from them. Owns every colour and face on screen;
// leaves lengths to the panels, which write them in u (1 u = 1 pixel at 100 %). Invariant: text on every surface reaches a
// contrast of 7, graphics 3 (checked by a test over these tables).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "imgui.h"

namespace launchlab {

enum class Role {
    page, rail, panel, raised, sunk, line, control, text, text2, text3, accent, on_accent,
    ok, error, jit, amber, pair, tile, word, number, string
};
inline constexpr int role_count = 21;

struct Colour { int r = 0, g = 0, b = 0; bool operator==(const Colour&) const = default; };
struct Palette { std::array<Colour, role_count> colours; bool dark = true; };

const Palette& dark_palette();
const Palette& light_palette();
const Palette& palette_for(std::string_view theme);     // dark, light, system
bool desktop_is_light();                                // GTK_THEME or COLORFGBG say so; else dark

Colour mix(Colour a, Colour b, float part_of_b);
double contrast(Colour a, Colour b);                    // WCAG 2: 1 to 21
ImU32 to_imgui(Colour colour, float alpha = 1.0f);

enum class Face { regular, medium, semibold, display, mono, mono_medium, mono_bold };
inline constexpr int face_count = 7;
inline constexpr float editor_line = 1.5f;
struct Fonts {
    std::array<ImFont*, face_count> faces{};
    ImFont* editor = nullptr;                           // mono with room between lines: glyphs at 1 / editor_line of its size
    std::string trouble;                                // sentence: what is missing and what to do; empty = all are there
};
std::vector<std::string> font_folders(const std::string& data_dir);
// Adds the faces to the atlas of the current context. A face that is missing is replaced by ImGui's own font.
Fonts load_fonts(const std::vector<std::string>& folders);

// The style at u = 1, and the same scaled: always from the unscaled copy, never twice.
ImGuiStyle make_style(const Palette& palette);
void apply_style(const Palette& palette, float u);

}  // namespace launchlab
