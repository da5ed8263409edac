// The why screen: one file against the card in question. What it holds, what its first launch returns, a reason for each image,
// the one command that mends it, and how sure that is. Owns its words and layout; leaves reading to session/why_file and the
// answer to core/device_answer. Invariant: a code is framed in dashes, since it is by rule and nothing was run; keys reach all
// of it, Escape leaves.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "panels/symbol.h"
#include "panels/ui.h"

namespace launchlab {

class Session;
struct Scene;

struct WhyState {
    bool open = false;
    bool asking = false, focus = false;     // the field for a path is open; it takes the keyboard in the next frame
    std::array<char, 4096> query{};
    std::string dropped;                    // a file that was dropped on the window, not asked about yet
    std::string copied;                     // the command that lies on the clipboard
    bool all_rows = false;
    bool to_top = false;                    // another file: it begins at its top
};

void open_why(Scene& s);
void ask_for_file(Scene& s);                // with the field for a path
void take_dropped_file(Scene& s);
void draw_why(Scene& s, const Rect& rect);
void why_keys(Scene& s);

// -- its words and parts, for tests too --
struct WhyHead { Symbol symbol = Symbol::open; std::string code, title, how; };
WhyHead why_head(const Session& session);           // "209", "no kernel image", ""; or "", "It runs", "as built"
std::string why_card_text(const Session& session);  // which card is judged, and how it is known
std::string why_file_text(const Session& session);  // "program, 1.0 MB, read in 2 ms"
std::string shown_path(const std::string& path);    // on one line, whatever is in it
float draw_why_answer(Scene& s, float x0, float x1, float y);  // the four panels; returns the bottom

}  // namespace launchlab
