#include "terminal/text.h"

#include <algorithm>
#include <cstdio>
#include <cwchar>
#include <numeric>

namespace launchlab {

namespace {

struct Glyph {
    Mark mark;
    const char* utf8;
    const char* ascii;
};
constexpr Glyph glyphs[] = {
    {Mark::ok, "✓", "ok"},  {Mark::refused, "✗", "x"},    {Mark::statement, "⊘", "/"}, {Mark::fault, "▲", "!"},
    {Mark::jit, "»", ">>"}, {Mark::untouched, "≠", "!="}, {Mark::now, "◉", "*"},       {Mark::recorded, "↺", "@"},
    {Mark::rule, "◌", "~"}, {Mark::trouble, "□", "!"},    {Mark::here, "▸", ">"},
};

// One code point at `at`; `length` 1 and value 0xFFFD where the bytes are not UTF-8.
char32_t decode(std::string_view text, std::size_t at, std::size_t& length) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    length = 1;
    const unsigned char first = byte(0);
    if (first < 0x80) return first;
    const std::size_t more = first >= 0xF0 && first < 0xF5 ? 3 : first >= 0xE0 && first < 0xF0 ? 2 : first >= 0xC2 && first < 0xE0 ? 1 : 0;
    if (more == 0 || at + more >= text.size()) return 0xFFFD;
    char32_t value = first & (0x3F >> more);
    for (std::size_t i = 1; i <= more; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0xFFFD;
        value = (value << 6) | (byte(i) & 0x3F);
    }
    constexpr char32_t smallest[] = {0, 0x80, 0x800, 0x10000};
    if (value < smallest[more] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return 0xFFFD;
    length = more + 1;
    return value;
}

// Moves the cursor, changes the order or the look of what stands beside it, or is not seen at all.
bool unsafe(char32_t point) {
    struct Range {
        char32_t first, last;
    };
    static constexpr Range ranges[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},     {0x61C, 0x61C},   {0x180E, 0x180E}, {0x200B, 0x200B},
                                       {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFB}, {0xE0000, 0xE0FFF}};
    return std::any_of(std::begin(ranges), std::end(ranges), [&](const Range& range) { return point >= range.first && point <= range.last; });
}

std::string to_hex_digits(char32_t point, const char* format) {
    char text[16];
    std::snprintf(text, sizeof text, format, static_cast<unsigned>(point));
    return text;
}

constexpr std::pair<Ink, const char*> ink_codes[] = {{Ink::quiet, "2"}, {Ink::strong, "1"}, {Ink::ok, "36"},    {Ink::error, "1;91"},
                                                     {Ink::jit, "35"},  {Ink::amber, "33"}, {Ink::accent, "1;94"}};
constexpr std::string_view ink_end = "\033[0m";

std::string ink_begin(const char* code) { return std::string("\033[") + code + "m"; }

int cells_of(char32_t point) {
    const int width = wcwidth(static_cast<wchar_t>(point));
    return width < 0 ? 1 : width;  // -1 also in a locale that does not know the letter
}

}  // namespace

std::string symbol(const Style& style, Mark mark) {
    for (const Glyph& glyph : glyphs)
        if (glyph.mark == mark) return style.utf8 ? glyph.utf8 : glyph.ascii;
    return {};
}

std::string separator(const Style& style) { return style.utf8 ? " · " : ", "; }

std::string paint(const Style& style, Ink ink, const std::string& text) {
    if (!style.colour || ink == Ink::plain || text.empty()) return text;
    for (const auto& [one, code] : ink_codes)
        if (one == ink) return ink_begin(code) + text + std::string(ink_end);
    return text;
}

int cells(std::string_view text) {
    int sum = 0;
    for (std::size_t at = 0, length = 0; at < text.size(); at += length) sum += cells_of(decode(text, at, length));
    return sum;
}

std::string fill(std::string text, int width) {
    const int missing = width - cells(text);
    return missing > 0 ? text + std::string(static_cast<std::size_t>(missing), ' ') : text;
}

std::string fill_left(std::string text, int width) {
    const int missing = width - cells(text);
    return missing > 0 ? std::string(static_cast<std::size_t>(missing), ' ') + text : text;
}

std::string printable(const Style& style, std::string_view text) {
    std::string out;
    for (std::size_t at = 0, length = 0; at < text.size(); at += length) {
        const char32_t point = decode(text, at, length);
        if (point == '\n')
            out += '\n';
        else if (point == '\t')
            out += "    ";
        else if (point == '\r')
            continue;
        else if (point < 0x20 || point == 0x7F)
            (out += '^') += static_cast<char>(point ^ 0x40);
        else if (unsafe(point))
            out += to_hex_digits(point, "<U+%04X>");
        else if (point < 0x80)
            out += static_cast<char>(point);
        else if (point == 0xFFFD && length == 1)
            out += '?';
        else if (style.utf8)
            out += text.substr(at, length);
        else
            out += point == 0x2212 || point == 0x2013 || point == 0x2014 ? '-' : point == 0x2019 ? '\'' : point == 0xB7 ? ',' : '?';
    }
    return out;
}

std::string printable_line(const Style& style, std::string_view text) {
    std::string out = printable(style, text);
    for (std::size_t at = 0; (at = out.find('\n', at)) != std::string::npos;) out.replace(at, 1, "^J");
    return out;
}

std::string printable_painted(const Style& style, std::string_view text) {
    std::string out;
    std::size_t begin = 0;
    const auto pass = [&](std::size_t end) { out += printable(style, text.substr(begin, end - begin)); };
    for (std::size_t at = text.find('\033'); style.colour && at != std::string_view::npos; at = text.find('\033', at + 1)) {
        const std::string_view rest = text.substr(at);
        std::string_view own = rest.starts_with(ink_end) ? ink_end : std::string_view();
        for (const auto& [ink, code] : ink_codes)
            if (const std::string start = ink_begin(code); rest.starts_with(start)) own = rest.substr(0, start.size());
        if (own.empty()) continue;
        pass(at);
        out += own;
        begin = at + own.size();
    }
    pass(text.size());
    return out;
}

std::string printable_json(std::string_view json) {
    std::string out;
    for (std::size_t at = 0, length = 0; at < json.size(); at += length) {
        const char32_t point = decode(json, at, length);
        if (point < 0x7F || !unsafe(point))
            out += json.substr(at, length);
        else if (point < 0x10000)
            out += to_hex_digits(point, "\\u%04x");
        else
            out += to_hex_digits(0xD800 + ((point - 0x10000) >> 10), "\\u%04x") + to_hex_digits(0xDC00 + ((point - 0x10000) & 0x3FF), "\\u%04x");
    }
    return out;
}

Lines wrap(const Style& style, std::string_view text, const std::string& first, const std::string& rest) {
    Lines lines;
    std::string line = first;
    int used = cells(first);
    bool empty = true;
    const auto next = [&] {
        lines.push_back(line);
        line = rest;
        used = cells(rest);
        empty = true;
    };
    const std::string safe = printable(style, text);
    const int width = std::max(style.width, cells(rest) + 8);
    std::size_t at = 0;
    while (at < safe.size()) {
        if (safe[at] == '\n') {
            next();
            ++at;
            continue;
        }
        if (safe[at] == ' ') {
            ++at;
            continue;
        }
        const std::size_t end = std::min(safe.find_first_of(" \n", at), safe.size());
        std::string word = safe.substr(at, end - at);
        at = end;
        const int length = cells(word);
        if (!empty && used + 1 + length > width) next();
        if (!empty) {
            line += ' ';
            ++used;
        }
        empty = false;
        if (used + length <= width) {
            line += word;
            used += length;
            continue;
        }
        for (std::size_t i = 0, bytes = 0; i < word.size(); i += bytes) {  // a word longer than a line
            const int wide = cells_of(decode(word, i, bytes));
            if (used + wide > width) next();
            empty = false;
            line += word.substr(i, bytes);
            used += wide;
        }
    }
    if (!empty || lines.empty()) lines.push_back(line);
    return lines;
}

Lines wrap_help(const Style& style, const std::string& text) {
    Lines lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        const std::size_t name = line.find_first_not_of(' ');
        const std::size_t gap = name == std::string::npos ? name : line.find("  ", name);
        const std::size_t column = gap == std::string::npos ? (name == std::string::npos ? 0 : name) : line.find_first_not_of(' ', gap);
        if (cells(line) <= style.width || column == std::string::npos)
            lines.push_back(line);
        else if (static_cast<int>(column) + 16 > style.width)
            append(lines, wrap(style, line.substr(name), std::string(std::min(name, std::size_t{4}), ' '), "      "));
        else
            append(lines, wrap(style, line.substr(column), line.substr(0, column), std::string(column, ' ')));
    }
    return lines;
}

void append(Lines& lines, const Lines& more) { lines.insert(lines.end(), more.begin(), more.end()); }

std::string join(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines) (text += line) += '\n';
    return text;
}

std::string to_duration(const Style& style, std::int64_t us) {
    char text[32];
    if (us == 0) return style.utf8 ? "<1 µs" : "<1 us";
    if (us < 1000)
        std::snprintf(text, sizeof text, "%lld %s", static_cast<long long>(us), style.utf8 ? "µs" : "us");
    else if (us < 9'950)
        std::snprintf(text, sizeof text, "%.1f ms", static_cast<double>(us) / 1e3);
    else if (us < 999'500)
        std::snprintf(text, sizeof text, "%.0f ms", static_cast<double>(us) / 1e3);
    else
        std::snprintf(text, sizeof text, us < 99'950'000 ? "%.1f s" : "%.0f s", static_cast<double>(us) / 1e6);
    return text;
}

std::string to_size(std::uint64_t bytes) {
    char text[32];
    const double size = static_cast<double>(bytes);
    if (bytes < 1000)
        std::snprintf(text, sizeof text, "%llu bytes", static_cast<unsigned long long>(bytes));
    else if (bytes < 1'000'000)
        std::snprintf(text, sizeof text, "%.1f kB", size / 1e3);
    else if (bytes < (1ull << 30))
        std::snprintf(text, sizeof text, "%.1f MB", size / 1e6);
    else
        std::snprintf(text, sizeof text, "%.0f GiB", size / static_cast<double>(1ull << 30));
    return text;
}

std::string shorten_words(std::string text, const std::vector<std::string>& words) {
    constexpr int most_cells = 80;
    const auto shorten = [&](std::string_view word) {
        if (cells(word) <= most_cells) return;
        std::size_t kept = 0;
        for (int used = 0; kept < word.size();) {
            std::size_t length = 0;
            used += cells_of(decode(word, kept, length));
            if (used > most_cells - 3) break;
            kept += length;
        }
        const std::string cut = std::string(word.substr(0, kept)) + "...";
        for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += cut.size()) text.replace(at, word.size(), cut);
    };
    for (const std::string& word : words) {
        shorten(word);
        for (std::size_t at = 0; at < word.size();) {
            const std::size_t end = std::min(word.find_first_of("=,@", at), word.size());
            shorten(std::string_view(word).substr(at, end - at));
            at = end + 1;
        }
        if (const std::size_t equal = word.find('='); equal != std::string::npos) shorten(std::string_view(word).substr(equal + 1));
    }
    return text;
}

std::string to_error_line(const Error& error) {
    std::string line = "launchlab: " + error.text();
    std::replace(line.begin(), line.end(), '\n', ' ');
    return line;
}

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& names, std::size_t count) {
    const auto distance = [&](const std::string& name) {
        std::vector<std::size_t> row(name.size() + 1);
        std::iota(row.begin(), row.end(), std::size_t{0});
        for (std::size_t i = 0; i < word.size(); ++i) {
            std::size_t corner = row[0]++;
            for (std::size_t j = 0; j < name.size(); ++j) {
                const std::size_t change = corner + (word[i] != name[j]);
                corner = row[j + 1];
                row[j + 1] = std::min({row[j + 1] + 1, row[j] + 1, change});
            }
        }
        return row.back();
    };
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const std::string& name : names) {
        const bool part = word.size() > 2 && name.find(word) != std::string::npos;  // "page" is near "page-t4/day-06/2/A"
        if (const std::size_t far = part ? 1 : distance(name); far < std::max(word.size(), name.size())) ranked.emplace_back(far, name);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> out;
    for (std::size_t i = 0; i < ranked.size() && i < count; ++i) out.push_back(ranked[i].second);
    return out;
}

std::string to_list(const std::vector<std::string>& names, std::string_view last) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += i + 1 == names.size() ? " " + std::string(last) + " " : ", ";
        text += names[i];
    }
    return text;
}

}  // namespace launchlab
