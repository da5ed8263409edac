// Patterns: what programs print and what it means, as data (lessons/hub/patterns.json). Owns reading that file and matching one
// template; leaves finding its first words to core/paste_match and the verdict to core/paste_judge. A new report is one entry:
//   id, role (error, check, build, link, guard, harmless, vendor, setup, other; the rest tell circumstances),
//   text: templates, lower case. {name} reads a fact (gpu, built, floor, driver_ptx ...), {*} skips to the next words,
//         {*digits} skips digits. The first piece is always words.
//   code, cause, sure ("yes" or "no"), also (other causes), announces, list (whose list), nvrtc, tool (whose command mends it),
//   next and then (a command of its own, and what must come of it),
//   rule (a computed verdict; "cuda": words that count only where the text speaks of CUDA), why (a sentence).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/gpu.h"
#include "core/paste_archs.h"
#include "core/result.h"

namespace launchlab {

struct Piece {
    enum class Kind { words, hole, gap, digits };
    Kind kind = Kind::words;
    std::string text;  // the words, or the fact's name
};
using Template = std::vector<Piece>;

struct Pattern {
    std::string id, role;
    std::vector<Template> texts;
    int code = 0;
    std::string cause;
    bool sure = true;
    std::vector<std::string> also;
    int announces = 0;
    std::string rule, list, tool, why;
    std::string next, then;  // its own command, and how to see that it helped
    int nvrtc = 0;
};
struct PatternTable {
    std::vector<Pattern> patterns;
    std::vector<NamedGpu> cards;  // beyond assets/gpus.json
};
Result<PatternTable> parse_patterns(std::string_view json, std::string where);

// The facts that one match read; places are letters of the text it was matched in.
struct Hole {
    std::string text;
    std::vector<ArchSeen> archs;  // gpu, built, floor, low, high, arch, needs, thrust
    std::size_t begin = 0, end = 0;
};
struct PatternMatch {
    std::size_t end = 0;
    std::map<std::string, Hole> holes;
};
// `from` is behind the first piece's words.
std::optional<PatternMatch> match_rest(const Template& pieces, std::string_view low, std::size_t from);

}  // namespace launchlab
