// Colours of C++ and CUDA text, line by line. Owns which words are keywords and where a comment or string ends; leaves drawing
// to panels/editor. Invariant: the pieces of a line do not overlap, rise, and hold every character that is no blank.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "panels/theme.h"

namespace launchlab {

struct Coloured { std::size_t from = 0, to = 0; Role role = Role::text; };   // bytes of the line

// `in_comment`: the line begins inside /* */. Returns whether the next one does.
bool highlight_line(std::string_view line, bool in_comment, std::vector<Coloured>& pieces);

// A text cut into lines once, and again only when it has changed.
class CodeLines {
public:
    void take(std::string_view text);
    int count() const { return int(starts_.size()); }
    std::string_view line(int i) const;                          // without its newline
    bool in_comment(int i) const { return in_comment_[std::size_t(i)]; }
    std::size_t start(int i) const { return starts_[std::size_t(i)]; }
    int line_of(std::size_t byte) const;
    int widest() const { return widest_; }                       // columns

private:
    std::string text_;
    bool taken_ = false;
    std::vector<std::size_t> starts_;
    std::vector<bool> in_comment_;
    int widest_ = 0;
};

// The column of a byte: characters before it, a tab as four of them.
int column_of(std::string_view line, std::size_t byte);

}  // namespace launchlab
