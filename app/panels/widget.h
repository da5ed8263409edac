// Widgets: button, chip, segments, key cap, badge, tab, panel, focus ring. Owns behaviour (ImGui's own buttons, invisible) and
// looks (draw list); leaves meaning to the panels. Invariant: each answers to mouse and keyboard, shows the ring when the
// keyboard is on it, and is recorded for the overlap test.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panels/symbol.h"
#include "panels/ui.h"

namespace launchlab {

struct Press { bool pressed = false, hovered = false, focused = false, held = false; };
// Behaviour alone: an invisible, focusable button. Draw the looks first, then call `ring` with the answer.
Press press(Ui& ui, std::string_view id, const Rect& rect);
void focus_ring(Ui& ui, const Rect& rect, float radius, const Press& state);

enum class Look { plain, primary, quiet, locked };
float button_width(const Ui& ui, std::string_view text, std::string_view key, Symbol symbol = Symbol::none);
bool button(Ui& ui, const Rect& rect, std::string_view text, std::string_view key, Look look = Look::plain, Symbol symbol = Symbol::none);

float key_cap_width(const Ui& ui, std::string_view key, float factor = 0.80f);
// Drawn with its right edge at x, its middle at y. "enter" is drawn as the arrow.
void key_cap(Ui& ui, float x, float y, std::string_view key, Role role = Role::text, float factor = 0.80f);
bool is_letter_key(std::string_view key);                      // dims while a text field has the keyboard

float chip_width(const Ui& ui, std::string_view text, bool on);
bool chip(Ui& ui, const Rect& rect, std::string_view text, bool on);

// One control of several choices; the chosen one is inverted. Returns the one pressed, or -1.
float segments_width(const Ui& ui, const std::vector<std::string>& texts, bool mono);
int segments(Ui& ui, std::string_view id, const Rect& rect, const std::vector<std::string>& texts, int chosen, bool mono);

// One line of text with its key at the right. `focus` gives it the keyboard and is set back. Returns whether the text changed.
bool text_field(Ui& ui, const Rect& rect, const char* id, const char* hint, std::string_view key, std::span<char> text, bool& focus);

float badge_width(const Ui& ui, std::string_view text);
void badge(Ui& ui, float x, float y, float width, std::string_view text, bool absent);   // left edge, middle

bool tab(Ui& ui, std::string_view text, float x, float y0, float y1, bool on, bool waits, float* width);
bool link(Ui& ui, float right, float y, std::string_view text, std::string_view key, float* left = nullptr);

void panel(Ui& ui, const Rect& rect);                          // with its hairline
void card(Ui& ui, const Rect& rect, Role surface = Role::raised, float radius = 12);
void label(Ui& ui, float x, float y, std::string_view text);   // capitals

// A scrolling area with its own content; end_area must follow.
void begin_area(Ui& ui, std::string_view id, const Rect& rect, bool sideways = false);
void end_area(Ui& ui, float content_bottom, float content_right = 0);

}  // namespace launchlab
