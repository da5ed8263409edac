// Lookup: the text that was pasted, what came of it, and the code that is looked at. Owns a thread that reads the hub and
// explains, since megabytes take longer than a frame, and the lines of the text that are worth showing; leaves the answer to
// core/paste and the entries to core/hub. Invariant: the newest text wins, every text ends in an answer or an Error, and no
// text is written or sent anywhere.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hub.h"
#include "core/paste.h"

namespace launchlab {

struct LookupMark {
    std::size_t begin = 0, end = 0;   // bytes of the shown line
    MarkRole role = MarkRole::code;
};
struct LookupLine {
    std::size_t number = 0;           // from 1
    std::string text;                 // UTF-8 without control characters or colours
    std::vector<LookupMark> marks;    // rising, none overlaps another
    std::size_t left_out = 0;         // lines of the text between the one above and this
    bool cut = false;                 // the line is longer: the part around its marks
};
struct Looked {
    std::size_t bytes = 0, lines = 0;
    bool explained = true;            // false: the patterns cannot be read, see troubles()
    bool binary = false;              // no text at all: nothing of it is shown
    PasteAnswer answer;
    std::vector<LookupLine> view;     // all lines of a short text; of a long one those with marks and their neighbours
    std::size_t left_out = 0;         // lines after the last one shown
};

// The lines of `text` that are worth showing, with their marks; at most some hundred, whatever its length.
void make_view(std::string_view text, Looked& looked);
bool looks_binary(std::string_view text);

class Lookup {
public:
    // `wake`: called from the thread when an answer waits.
    Lookup(std::string data_dir, std::function<void()> wake);
    ~Lookup();

    void open();                       // has the hub read, once; returns at once
    void paste(std::string text);      // returns at once; "" clears
    void choose(int code);             // an entry instead of the text's answer; 0 = back to the text
    bool update();                     // each frame: takes what the thread has done

    const Hub* hub() const;            // nullptr until it is read
    bool reading() const;              // a text is being read
    std::size_t bytes() const;         // of the text, read or not; 0 = none
    int pasted() const;                // counts the texts that were answered
    const Looked* looked() const;      // nullptr: no text, or not read yet
    int chosen() const;                // 0 = none
    int code() const;                  // the chosen one, else the text's, else 0
    const std::vector<Error>& troubles() const;

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
    std::optional<Hub> hub_;
    std::optional<Looked> looked_;
    std::vector<Error> troubles_;
    std::size_t bytes_ = 0;
    int chosen_ = 0, pasted_ = 0;
    bool reading_ = false;
};

}  // namespace launchlab
