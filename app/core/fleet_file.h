// Fleet file: the cards that a package has to serve, as TOML: cards = ["T4@535", "all 8.x"], or [[card]] with name and driver.
// Owns its keys and naming the line of a mistake; leaves a card's words to core/card_words. Pure. Invariant: unknown keys and
// words are Errors.
#pragma once

#include <string>
#include <string_view>

#include "core/card_words.h"

namespace launchlab {

// `where`: the file's name. Error: where = "fleet.toml line 3".
Result<CardList> parse_fleet(std::string_view toml, const std::string& where, const GpuTable& gpus, const Driver& driver);

}  // namespace launchlab
