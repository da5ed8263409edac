// The first screen: this card in one calm line, two doors of equal weight, where you left off, and what does not run here.
// Owns its words and layout; leaves what runs to core/runs_here. Invariant: no dialog, nothing focused before a key, no button
// that does nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/runs_here.h"
#include "panels/ui.h"

namespace launchlab {

class Session;
struct Scene;

struct FirstState {
    bool open = false;
};

void draw_first_screen(Scene& s, const Rect& rect);
void first_screen_keys(Scene& s);

// -- its words, for tests too --
struct Machine {                        // what the runner saw, whatever is on show
    Driver driver;
    std::optional<Gpu> card;
    std::vector<std::string> present;   // complete toolkits
    std::string chosen;                 // the one for that driver; "" = none
};
Machine machine_of(const Session& session);
Here here_of(const Session& session, const Machine& machine);        // points into both
struct CardLine { std::string title, why; bool can_restart = false; };
CardLine card_line(const Session& session);
struct Leftoff { std::string step, title, where; };    // step "": nothing to continue
Leftoff left_off(const Session& session);
std::string day_words(const std::string& at, const std::string& today);    // "2026-12-01 17:40" -> "Yesterday, 17:40"

}  // namespace launchlab
