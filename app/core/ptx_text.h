// PTX text: what its first lines tell, and which kernels it holds. Owns that much of the language; leaves whether a driver can
// translate it to core/selection. Pure. (facts/fatbin-format.md 4)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/target.h"
#include "core/toolkit.h"

namespace launchlab {

struct PtxText {
    PtxVersion version;
    Target target;
    bool debug = false;
    std::uint64_t begin = 0;  // of ".version", in the text that was read
    std::uint64_t end = 0;    // of its header
};

// Of a text that begins with white space, comments, then .version and .target. Unset: it does not.
std::optional<PtxText> read_ptx(std::string_view text);

// The next one inside data of any kind, at or after `from`: ".version 9.0" and soon ".target sm_80".
std::optional<PtxText> find_ptx(std::string_view data, std::uint64_t from);

std::vector<std::string> ptx_kernels(std::string_view text);  // names after .entry; at most 65536
std::string ptx_toolkit(std::string_view text);               // "13.0" from the compiler's comment; "" = not told

}  // namespace launchlab
