#include "core/paste_text.h"

#include <algorithm>

namespace launchlab {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Folds what editors, browsers and terminals put in place of plain signs; 0 = nothing is left.
char32_t fold(char32_t c) {
    if (c == '\t' || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000) return ' ';
    if (c < 0x20 || c == 0x7F || c == 0xAD || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || c == 0x2060 || c == 0xFEFF)
        return 0;
    if (c == 0x2018 || c == 0x2019 || c == 0x201B) return '\'';
    if (c == 0x201C || c == 0x201D || c == 0x201E) return '"';
    if (c == 0x2010 || c == 0x2011 || c == 0x2012 || c == 0x2013 || c == 0x2014 || c == 0x2212) return '-';
    return c;
}

// "12:01:07", "2024-05-02T10:11:12.345Z", "0412", "[14:02:11.418]", "INFO", "E": what stands before the words of a log line.
std::size_t behind_stamp(std::string_view low, std::size_t at) {
    while (true) {
        while (at < low.size() && low[at] == ' ') ++at;
        std::size_t end = at;
        int digits = 0, signs = 0, letters = 0;
        const bool bracket = at < low.size() && low[at] == '[';
        while (end < low.size() && low[end] != ' ' && end - at < 40) {
            if (is_digit(low[end])) ++digits;
            else if (is_letter(low[end])) ++letters;
            else ++signs;
            if (bracket && low[end] == ']') { ++end; break; }
            ++end;
        }
        if (end >= low.size()) return at;
        const std::string_view word = low.substr(at, end - at);
        const bool time = digits >= 4 && letters <= 1 && signs >= 2 && word.find_first_not_of("0123456789:.,-/tz[]+") == word.npos;
        const bool level = word == "e" || word == ">" || word == "info" || word == "error" || word == "warning" || word == "warn" || word == "debug" ||
                           word == "[info]" || word == "[error]" || word == "[warning]" || word == "stderr" || word == "stderr:";
        if (!time && !level) return at;
        at = end;
    }
}

std::uint32_t key_of(std::string_view word) {
    std::uint32_t hash = 2166136261u;
    for (char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash == 0 ? 1 : hash;
}

// "[rank1]:", "rank 1:", "[1,0]<stderr>:", "(worker pid=12)", "3: ", "web-1 |". Sets where its words begin.
std::uint32_t speaker_of(std::string_view low, std::size_t from, std::size_t& content) {
    const std::string_view rest = low.substr(from, 60);
    const auto take = [&](std::size_t length) {
        content = behind_stamp(low, from + length);
        return key_of(rest.substr(0, length));
    };
    if (rest.starts_with("[rank") || rest.starts_with("rank") || rest.starts_with("[default")) {
        const std::size_t colon = rest.find(':');
        if (colon != rest.npos && colon < 16) return take(colon + 1);
    }
    if (rest.starts_with("(")) {
        const std::size_t close = rest.find(')');
        if (close != rest.npos && rest.substr(0, close).find("pid=") != rest.npos) return take(close + 1);
    }
    if (rest.starts_with("[") && rest.size() > 2 && is_digit(rest[1])) {
        const std::size_t close = rest.find("]<std");
        if (close != rest.npos && close < 10)
            if (const std::size_t colon = rest.find(':', close); colon != rest.npos) return take(colon + 1);
    }
    std::size_t digits = 0;
    while (digits < rest.size() && is_digit(rest[digits])) ++digits;
    if (digits > 0 && digits < 4 && rest.substr(digits).starts_with(": ")) return take(digits + 1);
    const std::size_t bar = rest.find(" | ");
    if (bar != rest.npos && bar > 0 && bar < 40 && rest.substr(0, bar).find_first_of("=(\"'") == rest.npos && is_letter(rest[0]))
        return take(bar + 2);
    return 0;
}

}  // namespace

std::size_t PasteLine::byte_of(std::size_t letter) const { return letter < at.size() ? begin + at[letter] : end; }

std::size_t PasteLine::end_byte(std::size_t letter) const {
    if (letter == 0 || letter > at.size()) return byte_of(letter);
    std::size_t same = 1;  // the bytes of one letter share their place
    while (same < letter && at[letter - 1 - same] == at[letter - 1]) ++same;
    return std::min(end, begin + at[letter - 1] + (wide ? 2 : same));
}

PasteText::PasteText(std::string_view bytes) : bytes_(bytes) {
    if (bytes.starts_with("\xEF\xBB\xBF")) {
        at_ = 3;
    } else if (bytes.starts_with("\xFF\xFE")) {
        encoding_ = Encoding::utf16le;
        at_ = 2;
    } else if (bytes.starts_with("\xFE\xFF")) {
        encoding_ = Encoding::utf16be;
        at_ = 2;
    } else {  // plain text of a Windows shell has a NUL at every second place
        const std::size_t look = std::min<std::size_t>(bytes.size(), 4096) & ~std::size_t{1};
        std::size_t even = 0, odd = 0;
        for (std::size_t i = 0; i < look; ++i)
            if (bytes[i] == 0) ++(i % 2 == 0 ? even : odd);
        if (look >= 8 && odd * 10 > look * 4 && even * 20 < look) encoding_ = Encoding::utf16le;
        if (look >= 8 && even * 10 > look * 4 && odd * 20 < look) encoding_ = Encoding::utf16be;
    }
}

PasteText::Unit PasteText::unit(std::size_t at) const {
    if (at >= bytes_.size()) return {};
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes_[i]); };
    if (encoding_ != Encoding::utf8) {
        if (at + 1 >= bytes_.size()) return {0, 1};
        const auto two = [&](std::size_t i) {
            return encoding_ == Encoding::utf16le ? static_cast<char32_t>(byte(i) | byte(i + 1) << 8) : static_cast<char32_t>(byte(i) << 8 | byte(i + 1));
        };
        const char32_t high = two(at);
        if (high >= 0xD800 && high < 0xDC00 && at + 3 < bytes_.size()) {
            const char32_t low = two(at + 2);
            if (low >= 0xDC00 && low < 0xE000) return {0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00), 4};
        }
        return {high >= 0xD800 && high < 0xE000 ? U'?' : high, 2};
    }
    const unsigned char first = byte(at);
    if (first < 0x80) return {first, 1};
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1;
    if (length == 1 || first > 0xF4 || at + length > bytes_.size()) return {U'?', 1};
    char32_t letter = first & (0xFF >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xC0) != 0x80) return {U'?', 1};
        letter = letter << 6 | (byte(at + i) & 0x3F);
    }
    return {letter, length};
}

std::size_t PasteText::skip_escape(std::size_t at) const {
    const Unit first = unit(at);
    if (first.length == 0) return at;
    std::size_t end = at + first.length;
    const std::size_t limit = end + 512;
    if (first.letter == '[') {
        for (Unit one = unit(end); one.length > 0 && end < limit; one = unit(end)) {
            if (one.letter >= 0x40 && one.letter <= 0x7E) return end + one.length;
            if (one.letter < 0x20 || one.letter > 0x7E) return end;
            end += one.length;
        }
    } else if (first.letter == ']') {
        for (Unit one = unit(end); one.length > 0 && end < limit; one = unit(end)) {
            if (one.letter == '\n' || one.letter == '\r') return end;
            end += one.length;
            if (one.letter == 7) return end;
            if (one.letter == 0x1B) return end + unit(end).length;
        }
    }
    return end;
}

void PasteText::put(PasteLine& line, char32_t letter, std::size_t at) const {
    const auto add = [&](char c) {
        line.text += c;
        line.low += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        line.at.push_back(static_cast<std::uint32_t>(std::min<std::size_t>(at - line.begin, 0xFFFFFFFFu)));
    };
    if (letter < 0x80) return add(static_cast<char>(letter));
    if (letter >= 0x10000) add(static_cast<char>(0xF0 | letter >> 18));
    if (letter >= 0x800) add(static_cast<char>(letter >= 0x10000 ? 0x80 | (letter >> 12 & 0x3F) : 0xE0 | letter >> 12));
    add(static_cast<char>(letter >= 0x800 ? 0x80 | (letter >> 6 & 0x3F) : 0xC0 | letter >> 6));
    add(static_cast<char>(0x80 | (letter & 0x3F)));
}

bool PasteText::next(PasteLine& line) {
    if (at_ >= bytes_.size()) return false;
    line.number = ++number_;
    line.begin = line.end = at_;
    line.text.clear();
    line.low.clear();
    line.at.clear();
    line.content = 0;
    line.speaker = 0;
    line.wide = encoding_ != Encoding::utf8;
    bool blank = true;  // blanks at the beginning of a line are not kept
    while (at_ < bytes_.size() && line.text.size() < line_limit) {
        if (encoding_ == Encoding::utf8 && bytes_[at_] > ' ' && bytes_[at_] < 0x7F) {  // nearly every letter of nearly every log
            std::size_t run = at_ + 1;
            const std::size_t limit = std::min(bytes_.size(), at_ + line_limit - line.text.size());
            while (run < limit && bytes_[run] > ' ' && bytes_[run] < 0x7F) ++run;
            const std::size_t before = line.low.size(), count = run - at_;
            line.text.append(bytes_, at_, count);
            line.low.append(bytes_, at_, count);
            line.at.resize(before + count);
            for (std::size_t i = 0; i < count; ++i) {
                char& c = line.low[before + i];
                if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
                line.at[before + i] = static_cast<std::uint32_t>(at_ - line.begin + i);
            }
            line.end = at_ = run;
            blank = false;
            continue;
        }
        const Unit one = unit(at_);
        const std::size_t here = at_;
        at_ += one.length;
        line.end = here;
        if (one.letter == '\n' || one.letter == '\r') {  // a progress bar's return ends what stands before it
            if (one.letter == '\r' && unit(at_).letter == '\n') at_ += unit(at_).length;
            break;
        }
        line.end = at_;
        if (one.letter == 0x1B || one.letter == 0x9B) {
            at_ = line.end = one.letter == 0x1B ? skip_escape(at_) : at_;
            continue;
        }
        const char32_t letter = fold(one.letter);
        if (letter == 0 || (letter == ' ' && blank)) continue;
        blank = letter == ' ';
        put(line, letter, here);
    }
    if (!line.text.empty() && line.text.back() == ' ') {
        line.text.pop_back();
        line.low.pop_back();
        line.at.pop_back();
    }
    line.content = behind_stamp(line.low, 0);
    line.speaker = speaker_of(line.low, line.content, line.content);
    return true;
}

}  // namespace launchlab
