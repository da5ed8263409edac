// Card words: a list of cards as people write it -> cards with their drivers: "T4@535, A100, all 8.x, whatever comes next". Owns
// how such a list is parted and which words stand for several cards; leaves one card's name or capability to core/gpu. Pure.
// Invariant: a word that says nothing is an Error that names it, never a card left out in silence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/gpu.h"
#include "core/result.h"

namespace launchlab {

struct AskedCard {
    std::string asked;          // a word that means this card alone: "T4@535"; "8.6@550" out of "all 8.x@550"
    Gpu gpu;
    bool driver_named = false;  // with @; else the driver is the one assumed
};

struct CardList {
    std::vector<AskedCard> cards;  // in the order written, none twice
    std::string next;              // the words that ask for cards yet to come: "whatever comes next"; "" = not asked
};

// "T4@535, RTX 4090", "8.x", "all 8.x@550", "all", "next". `driver`: of cards that name none, as in find_gpu(). Error: where =
// the word.
Result<CardList> read_cards(std::string_view list, const GpuTable& gpus, const Driver& driver);
Result<CardList> read_cards(const std::vector<std::string>& words, const GpuTable& gpus, const Driver& driver);

// Every capability from 5.0 to 12.1 of the table of cards, rising.
std::vector<std::string> all_capabilities(const GpuTable& gpus);

}  // namespace launchlab
