// Palette: one quiet panel over any screen that finds things by typing: steps, targets, runs, recordings, cards, codes, actions
// and keys. Owns its entries and their order; leaves matching to core/search and every choice to Session through Actions.
// Invariant: it dims nothing, Escape closes it, and what has a key shows it.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace launchlab {

struct Scene;

enum class Find { all, codes, cards, keys };
struct PaletteState {
    bool open = false;
    bool focus = false;                 // the field takes the keyboard in the next frame
    Find find = Find::all;
    std::array<char, 4096> query{};
    int at = 0, top = 0;                // chosen row, first row in sight
    int code = -1;                      // the code whose text is open in place
};

// Which step shows which code, the first of the course each. Judging every step takes longer than a frame may, so it is kept
// for as long as what it was found with is the same.
struct LiveCodes {
    struct One { int code; std::string step, title; };
    std::string found_with;             // card, driver, toolkit, recordings and lessons
    std::vector<One> all;
};

void open_palette(PaletteState& state, Find find, std::string text = "");
void draw_palette(Scene& s);

}  // namespace launchlab
