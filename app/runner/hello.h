// What this machine has: driver, cards, toolkits, and what is missing, in a child of its own. Owns what becomes of the looks at
// each; leaves judging to launchlab. Invariant: nothing here compiles or makes a context, and no library is opened in this
// process: each look has one of its own, so that one that crashes or hangs hides nothing else.
#pragma once

#include <string>
#include <vector>

#include "core/protocol.h"

namespace launchlab {

struct Around {
    Hello hello;
    std::vector<std::string> sets;  // toolkit_choice's lines, for the supervisor
};

Around look_around();
Hello empty_hello();  // who speaks, and nothing else: for a hello child that gave no answer

}  // namespace launchlab
