// The handout: a step as one page that plays without launchlab, a card or a network. Owns the page's parts and the data it plays
// from: both runs, the right answers and the reply to each answer, computed here and never in the page. Leaves look and behaviour
// to terminal/handout_page. Pure. Invariant: the page names no address outside itself, and reads whole without its script.
#pragma once

#include <optional>
#include <string>

#include "core/lesson.h"
#include "terminal/played.h"

namespace launchlab {

struct HandoutOf {
    const Course& course;
    const Lesson& lesson;
    const Step& step;
    const Played& a;
    const std::optional<Played>& b;   // unset: this card has none
};
std::string to_handout(const HandoutOf& of);

extern const char* const handout_style;    // CSS
extern const char* const handout_script;   // JavaScript

}  // namespace launchlab
