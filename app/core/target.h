// Target: what one image is built for (sm_90a, compute_80), and Capability: what a card is (9.0). Owns spelling and order;
// leaves "does it fit?" to core/selection. Invariant: numbers compare as (major, minor), never as text.
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace launchlab {

struct Capability {
    int major = 0, minor = 0;
    auto operator<=>(const Capability&) const = default;
};

enum class Kind { sass, ptx, lto };

struct Target {
    Kind kind = Kind::sass;
    Capability number;
    char suffix = 0;  // 0 plain, 'a' this chip only, 'f' this family
    bool operator==(const Target&) const = default;
};

Result<Capability> parse_capability(std::string_view text);       // "9.0", "12.1"; also "90", "sm_90"
Result<Target> parse_target(std::string_view text);               // "sm_90a", "compute_80", "lto_90"
Result<Target> parse_arch(Kind kind, std::string_view digits);    // "90a" as in the protocol and in nvFatbin
Result<std::vector<Target>> parse_targets(std::string_view list); // "sm_100,compute_80"; empty entries are errors

std::string to_text(Capability c);        // "9.0"
std::string to_arch(const Target& t);     // "90a"
std::string to_name(const Target& t);     // "sm_90a", "compute_80"
std::string_view to_word(Kind kind);      // "sass", "ptx", "lto": the protocol's word
std::string_view to_label(Kind kind);     // "SASS", "PTX", "LTO-IR": the word on screen

// The number that only this image writes: kind x 100000 + arch x 10 + suffix (curriculum 1.5). SASS 90a -> 100901.
unsigned marker(const Target& t);

bool rises(const Target& a, const Target& b);  // strict weak order: SASS before PTX, then number, then plain, f, a

}  // namespace launchlab
