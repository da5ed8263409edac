// Search: what a few typed letters mean among many titles. Owns matching and ranking; leaves what a hit does to its caller.
// Pure. Invariant: every word of the query is found in a hit; a whole word beats a beginning, that a middle, that scattered
// letters; a title beats the words beside it; equal hits keep their order.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace launchlab {

struct Searchable {
    std::string title;   // "Which call will tell you?"
    std::string more;    // other words that find it: "day-06/2 step"
};

// Indices into `all`, best first, at most `limit`. An empty query gives everything in order.
std::vector<std::size_t> search(const std::vector<Searchable>& all, std::string_view query, std::size_t limit = 1000);

// Where search() finds nothing: those that share most with the query, word by word.
std::vector<std::size_t> nearest_to(const std::vector<Searchable>& all, std::string_view query, std::size_t limit);

// How well one query word sits in a text; 0 = not at all.
int match(std::string_view text, std::string_view word);

// The runtime codes that a text names: by name, by the runtime's own sentence, or "error 209". Rising, without doubles.
std::vector<int> codes_in(std::string_view text);

}  // namespace launchlab
