// PasteText: outside text of any kind -> lines that can be searched. Owns encodings (UTF-8, UTF-16 with or without a mark),
// terminal colours, carriage returns, NUL bytes, foreign blanks and quotes, and who speaks in a log ("[rank1]:", "web-1 |").
// Leaves every meaning to its callers. Invariant: each letter of a line knows the byte of the input that it came from, no
// line is longer than line_limit letters, and no input makes it throw or read past the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace launchlab {

struct PasteLine {
    std::size_t number = 0;              // from 1
    std::size_t begin = 0, end = 0;      // bytes of the input, without the line's end
    std::string text;                    // the letters, blanks single
    std::string low;                     // the same in lower case: equal length
    std::vector<std::uint32_t> at;       // for each letter its byte, counted from begin
    std::size_t content = 0;             // where the words begin, after time stamps and the speaker
    std::uint32_t speaker = 0;           // 0 = none named
    bool wide = false;                   // UTF-16

    std::size_t byte_of(std::size_t letter) const;   // in the input; the end of the line for its length
    std::size_t end_byte(std::size_t letter) const;  // behind the letter before `letter`: no escape that follows counts
};

class PasteText {
public:
    static constexpr std::size_t line_limit = 1 << 14;  // letters; a longer line goes on as another

    explicit PasteText(std::string_view bytes);
    bool next(PasteLine& line);  // false: the end. Reuses the line's storage.

private:
    enum class Encoding { utf8, utf16le, utf16be };
    struct Unit {
        char32_t letter = 0;
        std::size_t length = 0;  // bytes; 0 = the end
    };
    Unit unit(std::size_t at) const;
    std::size_t skip_escape(std::size_t at) const;  // behind an escape sequence whose ESC lies before `at`
    void put(PasteLine& line, char32_t letter, std::size_t at) const;

    std::string_view bytes_;
    std::size_t at_ = 0, number_ = 0;
    Encoding encoding_ = Encoding::utf8;
};

}  // namespace launchlab
