// Which set of libraries a run takes. The rule, for `launchlab doctor` and for a run alike: of the sets of the asked version the
// one whose parts open, the first in the order of the search. The first child finds it out and the supervisor hands its answer
// to all later ones in their environment, so that none opens what crashed or hung; where a file has gone since, the next set's serves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "runner/toolkits.h"

namespace launchlab {

// The sets to try for `version` ("13.0"), best first, or a sentence that lists what is there; "" takes the newest complete one.
Result<std::vector<ToolkitFiles>> choose_sets(const std::string& version);

// For the supervisor alone, never forwarded: "@set VERSION\tNVRTC\tRUNTIME\tFATBIN", best set of each version, newest first.
inline constexpr std::string_view set_word = "@set ";
std::string to_set_line(const std::string& version, const ToolkitFiles& files);  // "" when a path cannot stand in a line
void hand_to_children(const std::string& set_lines);                             // lines without the word

}  // namespace launchlab
