// What you tried: all runs of the step as cards, oldest first, and after them the recordings. Owns the strip and what a card says
// (model: pure); leaves choosing to Session. Invariant: each card says target, kind and outcome in words beside its marks.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "panels/panels.h"

namespace launchlab {

enum class TriedMark { none, plain, good, bad, untouched, unknown };      // none: the program does not make this call

struct TriedCard {
    std::array<TriedMark, 5> marks{};         // prepare, launch, check, wait, value
    Lane lane = Lane::none;
    std::string target;                       // "sm_100", "sm_80, compute_90"
    std::string outcome;                      // "SASS, 209", "PTX, JIT, ran"
    std::string date;                         // of a recording
};
TriedCard tried_card(const Run& run);

float tried_height(Scene& s, float width);
void draw_tried(Scene& s, const Rect& rect);

}  // namespace launchlab
