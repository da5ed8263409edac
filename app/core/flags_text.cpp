#include "core/flags_text.h"

#include <algorithm>

namespace launchlab {
namespace {

bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool name_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

// What a value's closing sign is, for the sign that opens it.
char closing(char open) { return open == '[' ? ']' : open == '(' ? ')' : open; }

bool ends_bare_value(const Text& text, std::size_t i) {
    const char c = text[i];
    if (blank(c) || c == '"' || c == '\'' || c == ')' || c == '}' || c == '`') return true;
    if (c == '&' || c == '|') return true;
    if (c != ';' && c != ',') return false;
    return i + 1 == text.size() || blank(text[i + 1]);  // "80;90" goes on, "80; make" and "86, next" do not
}

}  // namespace

Text::Text(std::string_view typed) : text_(typed), end_(typed.size()) {
    at_.resize(typed.size());
    for (std::size_t i = 0; i < typed.size(); ++i) at_[i] = static_cast<std::uint32_t>(i);
}

std::size_t Text::place(std::size_t i) const {
    if (i < at_.size()) return at_[i];
    return at_.empty() ? end_ : std::size_t{at_.back()} + 1;
}

Text Text::cut(std::size_t from, std::size_t count) const {
    Text out;
    from = std::min(from, size());
    count = std::min(count, size() - from);
    out.text_ = text_.substr(from, count);
    out.at_.assign(at_.begin() + static_cast<std::ptrdiff_t>(from), at_.begin() + static_cast<std::ptrdiff_t>(from + count));
    out.end_ = place(from);
    return out;
}

void Text::push(const Text& from, std::size_t i) { push(from[i], from.place(i)); }
void Text::push(char c, std::size_t place) {
    text_ += c;
    at_.push_back(static_cast<std::uint32_t>(place));
}
void Text::append(const Text& other) {
    if (empty()) end_ = other.end_;
    text_ += other.text_;
    at_.insert(at_.end(), other.at_.begin(), other.at_.end());
}

Text trimmed(const Text& text) {
    std::size_t from = 0, to = text.size();
    while (from < to && blank(text[from])) ++from;
    while (to > from && blank(text[to - 1])) --to;
    return text.cut(from, to - from);
}

Words split(const Text& text, std::string_view separators) {
    Words out;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = text.view().find_first_of(separators, i);
        if (end == std::string::npos) end = text.size();
        if (end > i) out.push_back(text.cut(i, end - i));
        i = end + 1;
    }
    return out;
}

Words split_keeping(const Text& text, char separator) {
    Words out;
    for (std::size_t i = 0;;) {
        const std::size_t end = text.view().find(separator, i);
        out.push_back(text.cut(i, end == std::string::npos ? end : end - i));
        if (end == std::string::npos) return out;
        i = end + 1;
    }
}

std::vector<Words> commands(const Text& text) {
    std::vector<Words> out(1);
    Text word;
    bool open = false;
    char quote = 0;
    auto end_word = [&] {
        if (open) out.back().push_back(word);
        word = Text();
        open = false;
    };
    auto end_command = [&] {
        end_word();
        if (!out.back().empty()) out.emplace_back();
    };
    auto begin = [&](std::size_t i) {
        if (!open) word.set_end(text.place(i));
        open = true;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
        if (quote) {
            if (c == quote) quote = 0;
            else if (c == '\\' && quote == '"' && (next == '"' || next == '\\')) word.push(text, ++i);
            else word.push(text, i);
        } else if (c == '\'' || c == '"') {
            begin(i + 1);
            quote = c;
        } else if (c == '\\' && next == '\n') {
            ++i;
            end_word();
        } else if (c == '\\' && next == '\r') {
            end_word();
            i += i + 2 < text.size() && text[i + 2] == '\n' ? 2 : 1;
        } else if (c == '\\' && (next == '"' || next == '\'' || next == ' ' || next == '\\' || next == ';' || next == '[' || next == ']')) {
            begin(i);
            word.push(text, ++i);
        } else if (c == '\n') {
            end_command();
        } else if (blank(c)) {
            end_word();
        } else if (c == ';' && open && next && !blank(next)) {
            end_word();
        } else if (c == ';' || c == '|' || (c == '&' && next == '&')) {
            end_command();
            if (c != ';' && next == c) ++i;
        } else {
            begin(i);
            word.push(text, i);
        }
    }
    end_command();
    if (out.back().empty()) out.pop_back();
    return out;
}

Words words(const Text& text) {
    Words out;
    for (Words& command : commands(text)) out.insert(out.end(), command.begin(), command.end());
    return out;
}

std::optional<Text> value_of(const Text& text, std::string_view name) {
    for (std::size_t found = text.view().rfind(name); found != std::string::npos; found = found ? text.view().rfind(name, found - 1) : std::string::npos) {
        const std::size_t after = found + name.size();
        const bool define = found >= 2 && text[found - 1] == 'D' && text[found - 2] == '-';
        if (found > 0 && name_letter(text[found - 1]) && !define) continue;
        if (after < text.size() && name_letter(text[after])) continue;
        // "-DNAME=80 90" as one quoted word: the value ends with the word.
        const std::size_t start = define ? found - 2 : found;
        const bool quoted_word = start > 0 && (text[start - 1] == '"' || text[start - 1] == '\'') && (start == 1 || blank(text[start - 2])) && after < text.size() &&
                                 (text[after] == '=' || text[after] == ':');
        if (quoted_word) {
            const std::size_t equal = text.view().find('=', after), end = text.view().find(text[start - 1], after);
            if (equal != std::string::npos && equal < end) return text.cut(equal + 1, end == std::string::npos ? end : end - equal - 1);
        }
        std::size_t i = after;
        bool separated = false;
        // Between name and value: the name's own closing quote and bracket, a CMake type, blanks, and one of = : , or a blank.
        if (i < text.size() && (text[i] == '"' || text[i] == '\'')) ++i;
        if (i < text.size() && text[i] == ']') ++i;
        if (i < text.size() && text[i] == ':' && i + 1 < text.size() && text[i + 1] >= 'A' && text[i + 1] <= 'Z')
            while (i < text.size() && text[i] != '=' && !blank(text[i])) ++i;
        while (i < text.size() && (blank(text[i]) || text[i] == '=' || text[i] == ':' || text[i] == ',' || text[i] == '?')) {
            if (text[i] == '\n' && separated) break;
            separated = separated || !blank(text[i]);
            ++i;
            if (separated && i < text.size() && text[i - 1] == '=' && blank(text[i])) {
                std::size_t look = i;
                while (look < text.size() && (text[look] == ' ' || text[look] == '\t')) ++look;
                if (text[i] == '\n' || look == text.size()) break;
            }
        }
        const bool called = found > 0 && (text[found - 1] == '(' || (blank(text[found - 1]) && !separated));
        if (!separated && !called) continue;
        if (i < text.size() && text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '"') {
            const std::size_t end = text.view().find("\\\"", i + 2);
            return text.cut(i + 2, end == std::string::npos ? end : end - i - 2);
        }
        if (i < text.size() && (text[i] == '"' || text[i] == '\'' || text[i] == '[')) {
            const std::size_t end = text.view().find(closing(text[i]), i + 1);
            return text.cut(i + 1, end == std::string::npos ? end : end - i - 1);
        }
        std::size_t end = i;
        while (end < text.size() && !ends_bare_value(text, end)) ++end;
        return text.cut(i, end - i);
    }
    return std::nullopt;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }
bool has_any_case(std::string_view text, std::string_view lower_part) { return has(lower_case(text), lower_part); }

std::string lower_case(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

bool all_digits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace launchlab
