// The portability matrix: builds against cards, the chosen cell's reasons below it. Owns which builds are in it, the chosen cell
// and the layout; leaves what a cell says to core/matrix. Invariant: a filled cell was measured on such a card, every other one
// is by rule and bare; each cell answers to mouse and keyboard, and Escape leaves.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "panels/symbol.h"
#include "panels/ui.h"

namespace launchlab {

class Session;
struct Scene;

struct MatrixState {
    bool open = false;
    bool fold = false;
    bool adding = false, focus = false;     // the field for one more build is open; it takes the keyboard in the next frame
    std::array<char, 2048> query{};
    std::string trouble;                    // why what was typed is no build
    std::vector<MatrixBuild> added;         // newest first
    std::vector<MatrixMeasured> swept;      // of the files beside the program
    std::size_t row = 0, column = 0;        // chosen
    bool bring = false;                     // the chosen cell is to come into view
    std::size_t from = 0;                   // first column in sight, where not all have room
    std::string key;                        // what `matrix` was made from
    Matrix matrix;
};

void open_matrix(Scene& s);
void draw_matrix(Scene& s, const Rect& rect);
void matrix_keys(Scene& s);
void add_matrix_build(Scene& s, const std::string& text);

// -- its parts --
float matrix_grid_height(const Scene& s, float width);
void draw_matrix_grid(Scene& s, const Rect& rect);
float draw_matrix_cell(Scene& s, float x0, float x1, float y);     // the chosen cell's reasons; returns the bottom
float draw_matrix_legend(Scene& s, float x0, float x1, float y);
Symbol symbol_of(const MatrixCell& cell);                           // filled where it was measured
std::string known_text(const MatrixCell& cell, bool here);          // "measured on NVIDIA H200, 2026-12-01"

}  // namespace launchlab
