// Text from outside (a library's log, a kernel's print) made safe for a JSON line. Invariant: the result is valid UTF-8
// without NUL or control characters but tab and line feed.
#pragma once

#include <string>
#include <string_view>

namespace launchlab {

std::string clean_text(std::string_view bytes);
// The id in a line that may be no request at all, so that its refusal finds its way; 0 = none readable.
int readable_id(std::string_view line);

}  // namespace launchlab
