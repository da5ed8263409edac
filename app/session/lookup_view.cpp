// The lines of a pasted text that are worth showing: all of a short one; of a long one those with marks and their neighbours.
#include <algorithm>

#include "core/paste_text.h"
#include "session/lookup.h"

namespace launchlab {

namespace {

constexpr std::size_t whole_limit = 64u << 10, lines_limit = 400, spans_limit = 60, neighbours_kept = 3, ends_kept = 12;
constexpr std::size_t letters_limit = 600, letters_before = 120, line_look = 4096;

struct Span { std::size_t begin = 0, end = 0; };

std::size_t back_lines(std::string_view text, std::size_t at, std::size_t lines) {
    for (std::size_t moved = 0; at > 0 && moved < line_look; --at, ++moved)
        if (text[at - 1] == '\n' && lines-- == 0) return at;
    return at;
}

std::size_t on_lines(std::string_view text, std::size_t at, std::size_t lines) {
    for (std::size_t moved = 0; at < text.size() && moved < line_look; ++at, ++moved)
        if (text[at] == '\n' && lines-- == 0) return at + 1;
    return at;
}

// Rising and apart. Without a mark: the beginning and the end.
std::vector<Span> spans_of(std::string_view text, const PasteAnswer& answer) {
    std::vector<Span> wanted;
    for (const PasteEvidence& one : answer.evidence) wanted.push_back({one.begin, one.end});
    for (const PasteMark& mark : answer.marks) wanted.push_back({mark.begin, mark.end});
    if (wanted.size() > spans_limit) wanted.resize(spans_limit);
    for (Span& span : wanted) span = {back_lines(text, std::min(span.begin, text.size()), neighbours_kept), on_lines(text, std::min(span.end, text.size()), neighbours_kept)};
    if (wanted.empty()) wanted = {{0, on_lines(text, 0, ends_kept)}, {back_lines(text, text.size(), ends_kept), text.size()}};
    std::sort(wanted.begin(), wanted.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    std::vector<Span> out;
    for (const Span& span : wanted) {
        if (!out.empty() && span.begin <= out.back().end) out.back().end = std::max(out.back().end, span.end);
        else out.push_back(span);
    }
    return out;
}

// As core/paste_text counts: a carriage return that stands alone ends a line too.
std::size_t count_lines(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'))) ++count;
    return count;
}

bool is_inside(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Long lines are cut to the part around their first mark.
void cut(LookupLine& line) {
    if (line.text.size() <= letters_limit) return;
    const std::size_t mark = line.marks.empty() ? 0 : line.marks.front().begin;
    std::size_t from = mark > letters_before ? mark - letters_before : 0, to = std::min(line.text.size(), from + letters_limit);
    while (from > 0 && is_inside(line.text[from])) --from;
    while (to < line.text.size() && is_inside(line.text[to])) ++to;
    const std::string before = from > 0 ? "\xE2\x80\xA6" : "", after = to < line.text.size() ? "\xE2\x80\xA6" : "";
    line.text = before + line.text.substr(from, to - from) + after;
    line.cut = true;
    std::vector<LookupMark> kept;
    for (LookupMark one : line.marks) {
        one.begin = std::max(one.begin, from), one.end = std::min(one.end, to);
        if (one.begin < one.end) kept.push_back({one.begin - from + before.size(), one.end - from + before.size(), one.role});
    }
    line.marks = std::move(kept);
}

LookupLine shown(const PasteLine& line, std::size_t from, std::size_t number, const std::vector<PasteMark>& marks) {
    LookupLine out{.number = number, .text = line.text};
    const auto letter_at = [&](std::size_t byte) {      // `byte` of the whole text
        const std::size_t inside = byte > from + line.begin ? byte - from - line.begin : 0;
        return static_cast<std::size_t>(std::lower_bound(line.at.begin(), line.at.end(), inside) - line.at.begin());
    };
    auto mark = std::lower_bound(marks.begin(), marks.end(), from + line.begin, [](const PasteMark& one, std::size_t byte) { return one.end <= byte; });
    for (; mark != marks.end() && mark->begin < from + line.end; ++mark) {
        const LookupMark one{letter_at(mark->begin), letter_at(mark->end), mark->role};
        if (one.begin < one.end) out.marks.push_back(one);
    }
    cut(out);
    return out;
}

}  // namespace

bool looks_binary(std::string_view text) {
    constexpr std::size_t sample = 128u << 10;
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return false;
    for (std::string_view magic : {"\x7F" "ELF", "PK\x03\x04", "\x89PNG", "\x1F\x8B", "\x50\xED\x55\xBA", "!<arch>\n", "%PDF-", "\xFF\xD8\xFF"})
        if (text.starts_with(magic)) return true;
    std::size_t controls = 0, others = 0;               // NULs tell nothing: UTF-16, and holes in rotated logs
    for (std::string_view part : {text.substr(0, sample), text.size() > 2 * sample ? text.substr(text.size() - sample) : std::string_view()})
        for (char c : part) {
            const bool plain = static_cast<unsigned char>(c) >= ' ' || (c >= '\a' && c <= '\r') || c == '\x1B';
            if (c != 0) ++(plain ? others : controls);
        }
    return controls * 25 > controls + others || (controls + others == 0 && !text.empty());
}

void make_view(std::string_view text, Looked& looked) {
    looked.lines = count_lines(text) + (!text.empty() && text.back() != '\n' && text.back() != '\r');
    const bool all = text.size() <= whole_limit && looked.lines <= lines_limit;
    std::vector<Span> spans = all ? std::vector<Span>{{0, text.size()}} : spans_of(text, looked.answer);
    PasteLine line;
    std::size_t last = 0;
    const auto take = [&](std::size_t from, std::size_t number) {
        if (looked.view.size() >= lines_limit) return;
        looked.view.push_back(shown(line, from, number, looked.answer.marks));
        looked.view.back().left_out = number > last + 1 ? number - last - 1 : 0;
        last = number;
    };
    const bool wide = PasteText(text).next(line) && line.wide;
    if (all || wide) {                                  // no part of UTF-16 tells alone how it is written
        PasteText lines(text);
        std::size_t span = 0;
        while (lines.next(line) && span < spans.size()) {
            while (span < spans.size() && spans[span].end <= line.begin && line.begin < text.size()) ++span;
            if (span < spans.size() && spans[span].begin <= line.end) take(0, line.number);
        }
    } else {
        std::size_t counted = 0, number = 0;
        for (const Span& span : spans) {
            number += count_lines(text.substr(counted, span.begin - counted));
            counted = span.begin;
            PasteText lines(text.substr(span.begin, span.end - span.begin));
            while (lines.next(line)) take(span.begin, number + line.number);
        }
    }
    looked.left_out = looked.lines > last ? looked.lines - last : 0;
}

}  // namespace launchlab
