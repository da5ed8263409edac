// Targets in outside text: one ("sm_90a", "(12, 0)", "8.6+PTX", "750"), a list of them, and the build flags of any tool that
// give one. Owns these spellings; leaves what an image fits to core/fit. Works on lower-case text with single blanks.
// Invariant: a number that no toolkit ever knew is no target.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/target.h"

namespace launchlab {

struct ArchSeen {
    Target target;
    bool ptx_too = false;      // "8.6+PTX": SASS and PTX
    bool named = false;        // written with sm_, compute_ or cc
    bool virtual_only = false; // "75-virtual"
    bool real_only = false;    // "75-real"
    std::size_t begin = 0, end = 0;
};
// Where the target begins may be a blank, a quote or a bracket.
std::optional<ArchSeen> read_arch(std::string_view low, std::size_t from);
std::vector<ArchSeen> read_arch_list(std::string_view low, std::size_t from);

// "8.6", "90a" as in the cases' facts: dotted, with the suffix.
std::string to_dotted(const Target& target);

// What the flags on one line ask for.
struct FlagsSeen {
    std::vector<Target> sass, ptx;
    bool ptx_known = false;   // the tool's rule says whether PTX is kept
    bool bare_ptx = false;    // nvcc -ptx: handed over without a container
    std::string tool;         // "nvcc", "cmake", "torch", "opencv", "nvfortran", "cuobjdump"
    std::size_t begin = 0, end = 0;
    bool any() const { return !sass.empty() || !ptx.empty(); }
};
FlagsSeen read_flags(std::string_view low);

}  // namespace launchlab
