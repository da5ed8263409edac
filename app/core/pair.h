// Pair: two runs beside each other. Owns in which fields their requests and origins differ, in the words of Step::differs, and
// which call of one stands beside which of the other; leaves what they answered to their pictures. Pure. Invariant: what was
// not recorded is no difference, and neither is the time of a run or how it is known.
#pragma once

#include <string>
#include <vector>

#include "core/run.h"

namespace launchlab {

struct Difference {
    std::string field;        // "target", "launch line", "card"
    std::string a, b;         // "sm_100", "sm_90"; "launch", "no launch" where one lacks it
    bool operator==(const Difference&) const = default;
};
// Empty: the same request on the same card, driver and toolkit. Only exactly one makes a pair.
std::vector<Difference> differences(const Run& a, const Run& b);

struct Beside { int a = -1, b = -1; bool operator==(const Beside&) const = default; };   // call indices; -1 = the run lacks it
std::vector<Beside> align(const Request& a, const Request& b);

// "sm_100", "sm_80, compute_90"; an image broken on purpose says how: "sm_90 (cut)".
std::string images_text(const Request& request);

}  // namespace launchlab
