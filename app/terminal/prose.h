// Prose: a lesson's Markdown as plain lines for a terminal and as HTML for a page. Owns both renderings; leaves placeholders to
// core/lesson. Invariant: plain lines hold no marks of Markdown, and no raw HTML of a lesson reaches a page.
#pragma once

#include <string>
#include <string_view>

#include "terminal/text.h"

namespace launchlab {

Lines prose_lines(std::string_view markdown, const Style& style);
std::string prose_html(std::string_view markdown);

}  // namespace launchlab
