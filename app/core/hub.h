// Hub: one entry a code that a launch or a load can give, from lessons/hub/NNN.md, in one fixed order of sections, and every
// other code by name and text. Owns reading the entries, filling in this machine's numbers, and finding a code by number, old
// number, name or any word. Pure. Invariant: every entry has every section, and its title is the runtime's own name.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/gpu.h"
#include "core/result.h"
#include "core/toolkit.h"

namespace launchlab {

enum class Shows { launch, sync, every_call, the_call };  // where the code is reported
std::string_view to_words(Shows where);                   // "at the launch"

struct HubEntry {
    int code = 0;
    std::string text;          // the runtime's sentence
    std::string misleading;    // the words in it that mislead
    Shows where = Shows::launch;
    std::string where_more;    // the rest of that section
    std::string not_there;     // where it is not reported
    bool sticky = false;
    std::string sticky_more;
    std::string cause;         // with {card} {cc} {driver} {driver_ptx} {images} {runtime}
    std::string next;          // one command
    std::string next_more;
    std::vector<int> look_alikes;
    std::string look_alikes_more;
    std::string step;          // "day-06/2"; "" = none shows it
    std::string step_more;     // where else to look
    std::string measured;      // on what, with which runtime; begins with "Measured" or "Not measured"
};
Result<HubEntry> parse_hub_entry(std::string_view markdown, std::string where);

struct Hub {
    std::vector<HubEntry> entries;  // rising
    const HubEntry* find(int code) const;
};
// Files by path: "lessons/hub/209.md". Each error is one file's; the others are read.
Hub parse_hub(const std::map<std::string, std::string>& files, std::vector<Error>& errors);

// This machine, or the card chosen in its place. What is not known leaves out the sentences that would say it.
struct HubMachine {
    std::optional<Gpu> card;
    std::string runtime;   // "13.0"
    std::string images;    // "SASS 8.0, PTX 8.0"
};
std::string fill_in(std::string_view text, const HubMachine& machine, const ToolkitTable& toolkits);

// Codes for a number (also one of before CUDA 10.1), a name, the driver's name, or words; best first. `old`: the number that
// was typed has moved.
struct HubHit {
    int code = 0;
    int old = 0;  // 0 = not by an old number
};
std::vector<HubHit> search_hub(const Hub& hub, std::string_view query, std::size_t limit = 20);

struct HubGroup {
    std::string title;               // "Refused at the launch"
    std::vector<HubHit> rows;
};
std::vector<HubGroup> neighbours(const Hub& hub);  // the entries by where they show, then old numbers

}  // namespace launchlab
