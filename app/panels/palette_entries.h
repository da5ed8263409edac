// What the palette can find: one entry a thing, with its key and what choosing it does.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "panels/palette.h"
#include "panels/symbol.h"

namespace launchlab {

struct Entry {
    Symbol symbol = Symbol::none;
    std::string title, detail, group, key, more;   // more: further words that find it
    bool mono = false;
    int code = -1;                                 // a CUDA code: choosing it opens `text` in place
    std::string text;
    std::function<void(Scene&)> act;               // empty: the entry tells something and does nothing
    int shows = -1;                                // a CUDA code that the step behind it answers with
};

// In the order of an empty query. `query` may name a card that no list holds ("7.5", "T4@535").
std::vector<Entry> palette_entries(Scene& s, Find find, const std::string& query);

}  // namespace launchlab
