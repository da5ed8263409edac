// Text for a terminal: symbols, inks, widths, wrapping. Owns how a state looks in characters (a symbol and always a word;
// colour comes on top and never alone) and how outside text is made safe to print. Leaves what is said to the other files.
// Invariant: pure; with Style{80, false, false} every line is plain ASCII.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace launchlab {

using Lines = std::vector<std::string>;

struct Style {
    int width = 80;
    bool colour = false;
    bool utf8 = true;
};

enum class Mark { ok, refused, statement, fault, jit, untouched, now, recorded, rule, trouble, here };
enum class Ink { plain, quiet, strong, ok, error, jit, amber, accent };

std::string symbol(const Style& style, Mark mark);  // one or two cells
std::string paint(const Style& style, Ink ink, const std::string& text);
std::string separator(const Style& style);  // between facts on one line

int cells(std::string_view text);                    // columns on screen; text without escapes
std::string fill(std::string text, int width);       // spaces on the right
std::string fill_left(std::string text, int width);  // spaces on the left

// Outside text: what moves the cursor, turns the direction of writing or cannot be seen becomes visible (^[, <U+202E>), broken
// UTF-8 and, without UTF-8, foreign letters become '?'. Line feeds stay. Twice is the same as once.
std::string printable(const Style& style, std::string_view text);
std::string printable_line(const Style& style, std::string_view text);     // a line feed becomes visible too
std::string printable_painted(const Style& style, std::string_view text);  // the same, but for the escapes that paint() writes
std::string printable_json(std::string_view json);                        // the same characters as \uXXXX: no value changes

// Breaks at spaces, and inside a word only when it is longer than a line. `first` and `rest` begin the lines.
Lines wrap(const Style& style, std::string_view text, const std::string& first, const std::string& rest);
Lines wrap_help(const Style& style, const std::string& text);  // long lines go on under their second column
void append(Lines& lines, const Lines& more);
std::string join(const Lines& lines);  // each with a line feed

std::string to_duration(const Style& style, std::int64_t us);  // "3 us", "1.5 ms", "196 ms", "2.0 s"; six cells at most
std::string to_size(std::uint64_t bytes);                      // "8.2 kB", "139 GiB"
// Each of `words` that is longer than 80 cells is cut where it stands in the text; so is each of its parts at '=', ',' and '@'.
std::string shorten_words(std::string text, const std::vector<std::string>& words);
std::string to_error_line(const Error& error);                 // "launchlab: WHERE: WHAT", one line

// The nearest of `names` to `word` by edit distance, nearest first, at most `count`; none that shares nothing with it.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& names, std::size_t count = 3);
std::string to_list(const std::vector<std::string>& names, std::string_view last = "or");  // "a, b or c"

}  // namespace launchlab
