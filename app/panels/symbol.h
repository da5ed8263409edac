// Symbol: every mark on screen as shapes, so that it stays sharp at any zoom and needs no font. Owns the shapes; leaves the
// word beside each to its caller. Invariant: filled = it happened; outline = a rule, a plan or an absence.
#pragma once

#include "panels/ui.h"

namespace launchlab {

enum class Symbol {
    none, ok, refused, empty, fault, jit, differs, same, live, recorded, open, unsure, lock, tick, cross, chevrons, trouble,
    turning, question, chevron_right, chevron_down, menu, current, ahead, plus, minus, matrix, bubble, angle, file, enter
};

// Centred at x, y; `size` is its height in pixels.
void draw_symbol(Ui& ui, Symbol symbol, float x, float y, float size, ImU32 colour);
void draw_symbol(Ui& ui, Symbol symbol, float x, float y, float size, Role role);
// The usual size beside text of this factor.
float symbol_size(const Ui& ui, float factor);
Role role_of(Symbol symbol);                                           // its own colour
void draw_progress_ring(Ui& ui, float x, float y, float size, float part);
void draw_logo(Ui& ui, float x, float y, float size);                  // left edge, middle

}  // namespace launchlab
