// Relative targets: the words of curriculum 1.1 ("unfit", "ptx-older", "edited(exact, cut)") and how they are spelled.
// Owns their rules and what to look at where one does not exist; leaves "does it fit?" to core/selection.
// Invariant: resolve() in core/lesson.h keeps each word's promise (fits, does not fit), or is an Error that says what to do.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "core/target.h"

namespace launchlab {

struct Relative {
    std::string choice;              // "unfit"; "" when fixed
    std::optional<Target> fixed;     // "sm_80"
    std::string edit;                // "", "version", "syntax", "cut", "label"
    bool bare = false;               // handed over without a container
    bool missing_name = false;       // a fitting image, launched under a kernel name that it lacks
};
Result<Relative> parse_relative(std::string_view text);

// What is true of a choice's target on every card; unset: it differs from card to card.
struct RelativeTraits {
    bool fits = false;               // the promise
    std::optional<Kind> kind;
    std::optional<char> suffix;
    std::optional<bool> own;         // the card's own number
};
RelativeTraits traits_of(std::string_view choice);

}  // namespace launchlab
