// Fleet: what to build so that all these cards run it. Owns the smallest set of images for several cards with their drivers, the
// toolkit that builds it, the lowest driver that takes it, and why a card stays without one; leaves the rule to core/selection,
// the search to core/fleet_solve, the spellings to core/fleet_lines. Pure. Invariant: every card that is called served runs by
// rule (none that is only likely), and without any image that was not asked for one of them would not.
#pragma once

#include <map>
#include <optional>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/card_words.h"
#include "core/selection.h"
#include "core/target.h"
#include "core/toolkit.h"

namespace launchlab {

// size: the fewest bytes, PTX that the driver translates serves as well. start: machine code for each card, so that the first
// start does not wait. future: as start, and PTX for cards yet to come.
enum class Care { size, start, future };
std::optional<Care> parse_care(std::string_view word);
std::string_view to_word(Care care);

struct ImageBytes {
    std::uint64_t bytes = 0;
    bool measured = false;  // of this very target; else scaled from the nearest
};
using ImageSizes = std::map<std::string, ImageBytes>;  // by name: "sm_80", "compute_80"

struct FleetWish {
    CardList cards;
    Care care = Care::start;
    std::vector<Target> also;  // images that are wanted in any case: sm_90a
    std::string toolkit;       // that has to build it; "" = any
    ImageSizes sizes;          // empty: every image counts the same; one that lacks counts as the largest
};

struct FleetBuild {
    std::string toolkit;                // whose nvcc it has to be
    std::vector<std::string> toolkits;  // all that serve the same cards with the same images
    std::vector<Target> images;         // rising
    int driver = 0;                     // the oldest branch with which each served card runs it; 0 = not told
    std::optional<Target> next;         // the PTX that cards yet to come take; unset: not asked, or none
};

struct FleetCard {
    AskedCard card;
    bool served = false;
    Verdict verdict;        // of the build's images
    Target takes;           // where it is served
    int lowest_driver = 0;  // the oldest branch that takes that image; 0 = not told (a Jetson's own numbers)
    std::string why;        // where it is not served
};

struct FleetAdvice {
    std::optional<FleetBuild> build;  // unset: it would serve none of the cards
    std::vector<FleetCard> cards;     // as asked
    std::vector<std::string> notes;   // sentences
};

// Error: a toolkit or an image that is asked for and does not exist.
Result<FleetAdvice> advise(const FleetWish& wish, const ToolkitTable& toolkits);

// Machine code of all that the toolkit builds, then its PTX: what may be chosen. Without suffixes.
std::vector<Target> plain_images(const Toolkit& toolkit);

}  // namespace launchlab
