// What the hub says to somebody who asks for a code: by number, old number or name the whole entry, by words a list. Owns
// telling such a question from a pasted text, and these views; leaves finding to core/hub and pasted texts to core/paste.
// Invariant: pure; an entry's parts stand in one fixed order, and a sentence with a number that is not known is left out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/hub.h"
#include "terminal/text.h"

namespace launchlab {

struct HubShown {
    HubHit hit;
    const HubEntry* entry = nullptr;  // nullptr: a code that no launch and no load gives
    std::string cause;                // the entry's, with this machine's numbers
};

// A number or a name alone, as in "209", "error 48", "cudaErrorNoKernelImageForDevice": the codes it stands for, the current
// number first. Empty: the text asks for no code.
std::vector<HubHit> codes_asked_for(const Hub& hub, std::string_view text);
// A few words on one line, in which no code was read: the codes whose words they are.
std::vector<HubHit> codes_with_words(const Hub& hub, std::string_view text);

std::vector<HubShown> show(const Hub& hub, const std::vector<HubHit>& hits, const HubMachine& machine, const ToolkitTable& toolkits);
// `shown` are not empty; the first in full. `card_missing`: why no numbers of this machine are in it; "" = they are.
Lines entry_lines(const std::vector<HubShown>& shown, const std::string& card_missing, const Style& style);
Lines list_lines(const std::vector<HubShown>& shown, std::string_view asked, const Style& style);
Lines meaning_lines(const HubEntry& entry, const Style& style);  // for a pasted text: the words that mislead, where, sticky

}  // namespace launchlab
