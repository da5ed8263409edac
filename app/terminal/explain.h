// The answer to a pasted text, as lines for a terminal and as JSON. Owns these views; leaves the answer to core/paste.
// Invariant: pure; the JSON is one line and valid whatever bytes were pasted.
#pragma once

#include <optional>
#include <string>

#include "core/paste.h"
#include "terminal/text.h"

namespace launchlab {

Lines explain_lines(const PasteAnswer& answer, const Style& style);
std::string to_json(const PasteAnswer& answer, const std::optional<std::string>& id);

// A line {"id","input"} -> the answer's line; an Error names the key that is wrong.
Result<std::string> explain_batch_line(const PasteBox& box, const std::string& line, const std::string& where);

}  // namespace launchlab
