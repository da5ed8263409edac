// Output: where a command writes. Owns the facts about the terminal (width, colour, letters), the quiet end when nobody reads
// any more (`launchlab lessons | head`), and the reason of any other failure. Invariants: after a failed write nothing is
// written again, and whatever is printed, no escape reaches the terminal but those of paint().
#pragma once

#include <string>

#include "terminal/text.h"

namespace launchlab {

class Output {
public:
    explicit Output(int fd);
    void print(const Lines& lines);
    void print(const std::string& text);
    // One line that the next print replaces: the stage of a run. Nothing where the output is not a terminal.
    void status(const std::string& text);
    bool closed() const { return closed_; }  // nothing arrives any more
    int failed() const { return failed_; }   // errno of the write that failed; 0 = none, or only the reader has gone
    bool terminal() const { return terminal_; }
    const Style& style() const { return style_; }

private:
    void write(const std::string& text);
    int fd_, failed_ = 0;
    bool terminal_ = false, closed_ = false, status_ = false;
    Style style_;
};

}  // namespace launchlab
