// The answer to a pasted text, as lines for a terminal and as JSON. Owns these views; leaves the answer to core/paste.
// Invariant: pure; the JSON is one line and valid whatever bytes were pasted.
#pragma once

#include <optional>
#include <string>

#include "core/paste.h"
#include "terminal/explain_hub.h"
#include "terminal/text.h"

namespace launchlab {

// `entry`: the hub's, of the code that was read; nullptr = none.
Lines explain_lines(const PasteAnswer& answer, const HubEntry* entry, const Style& style);
std::string to_json(const PasteAnswer& answer, const std::optional<std::string>& id);
std::string to_json(const PasteAnswer& answer, const std::vector<HubShown>& entries);  // with a last key, entries

// A line {"id","input"} -> the answer's line; an Error names the key that is wrong.
Result<std::string> explain_batch_line(const PasteBox& box, const std::string& line, const std::string& where);

}  // namespace launchlab
