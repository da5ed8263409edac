// The smallest cover: given what each requirement accepts, the cheapest set of choices that meets all of them. Owns the search
// alone (exact: rows that others imply are dropped, then branch and bound); leaves what a choice is to core/fleet. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace launchlab {

using CoverCost = std::array<std::int64_t, 3>;  // compared in order; none negative

// `accepts`: for each requirement the indices of the choices that meet it, none empty. `cost`: of each choice. The answer is
// rising. Of covers that cost the same, which one is not told.
std::vector<int> smallest_cover(std::vector<std::vector<int>> accepts, const std::vector<CoverCost>& cost);

}  // namespace launchlab
