// Ui: what every panel draws with: unit, palette, fonts, and the recorder of what was drawn where (for tests). Owns text
// placement (baseline, capital height, wrapping by measure); leaves controls to panels/widget. Invariant: a panel asks Ui for
// each colour, face and length; it holds no literal pixels and no static state.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "imgui.h"
#include "panels/theme.h"

namespace launchlab {

struct Rect {
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    float w() const { return x1 - x0; }
    float h() const { return y1 - y0; }
    float cx() const { return (x0 + x1) / 2; }
    float cy() const { return (y0 + y1) / 2; }
    Rect inset(float by) const { return {x0 + by, y0 + by, x1 - by, y1 - by}; }
    Rect inset(float x, float y) const { return {x0 + x, y0 + y, x1 - x, y1 - y}; }
    ImVec2 min() const { return {x0, y0}; }
    ImVec2 max() const { return {x1, y1}; }
};

// One thing that was drawn. `clip` is what the draw list let through; `scrolls`: its window can bring it into view.
struct Drawn {
    enum class Kind { text, widget } kind = Kind::text;
    Rect rect, clip;
    std::string what;
    unsigned window = 0;
    bool scrolls_x = false, scrolls_y = false;
    bool focused = false;            // the keyboard is on it
};
struct Recorder { std::vector<Drawn> drawn; };

enum class Align { left, centre, right };

// A plain opaque rectangle in pixels, without blending: what Ui::solid is called with, as the command's data.
struct SolidFill {
    float x0, y0, x1, y1;
    ImU32 colour;
};

struct Ui {
    Palette palette = dark_palette();
    Fonts fonts;
    float u = 1;
    float tall = 1000;               // height of the window in u: in a low one everything stands closer
    bool motion = true;
    bool typing = false;             // a text field has the keyboard: single letters are text
    bool moved = false;              // something on screen turns: another frame is wanted soon
    Recorder* recorder = nullptr;
    ImDrawCallback solid = nullptr;  // the window's cheap way to fill large areas; null = as any other shape

    Colour colour(Role role) const { return palette.colours[int(role)]; }
    ImU32 col(Role role, float alpha = 1.0f) const { return to_imgui(colour(role), alpha); }
    ImU32 tint(Role surface, Role over, float part) const { return to_imgui(mix(colour(surface), colour(over), part)); }
    ImFont* font(Face face) const { return fonts.faces[int(face)]; }
    float size(float factor) const;  // pixels of a font size
    float stroke(float width) const; // at least one pixel
};

bool is_mono(Face face);
float text_width(const Ui& ui, Face face, float factor, std::string_view text);
// `y` is the middle of the capital letters. Returns the width.
float text_at(Ui& ui, float x, float y, Face face, float factor, ImU32 colour, std::string_view text, Align align = Align::left);
float text_at(Ui& ui, float x, float y, Face face, float factor, Role role, std::string_view text, Align align = Align::left);
// The middle of capitals that share the baseline of other text whose middle is at `y`.
float same_baseline(const Ui& ui, float y, Face face, float factor, Face other, float other_factor);
// Words broken into lines that fit `width`; a word longer than that is broken inside.
std::vector<std::string> wrap(const Ui& ui, Face face, float factor, std::string_view text, float width);
// The largest factor of `from`, `from`-5 %, ... down to `least` at which `text` fits `width`.
float fit_factor(const Ui& ui, Face face, float from, float least, std::string_view text, float width);
void record_widget(Ui& ui, const Rect& rect, std::string_view what, bool focused = false);

void h_line(Ui& ui, float x0, float x1, float y, float thick, ImU32 colour);      // filled, on whole pixels
void v_line(Ui& ui, float x, float y0, float y1, float thick, ImU32 colour);
void dotted(Ui& ui, float x0, float x1, float y, ImU32 colour);
void dotted_down(Ui& ui, float x, float y0, float y1, ImU32 colour);
void fill(Ui& ui, const Rect& rect, float radius, ImU32 colour);
void frame(Ui& ui, const Rect& rect, float radius, float thick, ImU32 colour);
void dashed_frame(Ui& ui, const Rect& rect, float radius, float thick, float on, float off, ImU32 colour);
void hatch(Ui& ui, const Rect& rect, ImU32 colour);

}  // namespace launchlab
