#include "panels/highlight.h"

#include <algorithm>
#include <cctype>

namespace launchlab {

namespace {

constexpr std::string_view keywords[] = {
    "__constant__", "__device__", "__forceinline__", "__global__", "__host__", "__launch_bounds__", "__managed__", "__noinline__", "__restrict__", "__shared__",
    "alignas", "asm", "auto", "bool", "break", "case", "char", "class", "const", "constexpr", "continue", "cudaError_t", "default", "do", "double", "else", "enum",
    "extern", "false", "float", "for", "if", "inline", "int", "long", "namespace", "nullptr", "operator", "private", "public", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "template", "this", "true", "typedef", "typename", "union", "unsigned", "using", "void", "volatile", "while"};

bool is_keyword(std::string_view word) { return std::binary_search(std::begin(keywords), std::end(keywords), word); }
bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80); }
bool in_word(char c) { return starts_word(c) || std::isdigit(static_cast<unsigned char>(c)); }

std::size_t end_of_string(std::string_view line, std::size_t from) {
    for (std::size_t i = from + 1; i < line.size(); ++i) {
        if (line[i] == '\\') ++i;
        else if (line[i] == line[from]) return i + 1;
    }
    return line.size();
}

// 1'000, 0xFFu, 1e-3f
std::size_t end_of_number(std::string_view line, std::size_t i) {
    const bool hex = line.substr(i, 2) == "0x" || line.substr(i, 2) == "0X";
    for (; i < line.size(); ++i) {
        const bool sign = (line[i] == '+' || line[i] == '-') && !hex && (line[i - 1] == 'e' || line[i - 1] == 'E');
        const bool mark = line[i] == '\'' && i + 1 < line.size() && std::isalnum(static_cast<unsigned char>(line[i + 1]));
        if (!std::isalnum(static_cast<unsigned char>(line[i])) && line[i] != '.' && !sign && !mark) break;
    }
    return i;
}

}  // namespace

bool highlight_line(std::string_view line, bool in_comment, std::vector<Coloured>& pieces) {
    pieces.clear();
    auto put = [&](std::size_t from, std::size_t to, Role role) {
        if (to > from) pieces.push_back({from, to, role});
    };
    for (std::size_t i = 0; i < line.size();) {
        const std::size_t from = i;
        const char c = line[i];
        if (in_comment || line.substr(i, 2) == "/*") {
            const std::size_t end = line.find("*/", in_comment ? i : i + 2);
            in_comment = end == line.npos;
            i = in_comment ? line.size() : end + 2;
            put(from, i, Role::text3);
        } else if (c == ' ' || c == '\t' || c == '\r') {
            ++i;
        } else if (line.substr(i, 2) == "//") {
            put(i, line.size(), Role::text3);
            return false;
        } else if (c == '"' || c == '\'') {
            i = end_of_string(line, i);
            put(from, i, Role::string);
        } else if (std::isdigit(static_cast<unsigned char>(c))) {
            i = end_of_number(line, i);
            put(from, i, Role::number);
        } else if (c == '#' && line.find_first_not_of(" \t") == i) {
            i = line.find_first_not_of(" \t", i + 1);
            while (i < line.size() && in_word(line[i])) ++i;
            i = std::min(i, line.size());
            put(from, i, Role::word);
        } else if (starts_word(c)) {
            while (i < line.size() && in_word(line[i])) ++i;
            put(from, i, is_keyword(line.substr(from, i - from)) ? Role::word : Role::text);
        } else if (line.substr(i, 3) == "<<<" || line.substr(i, 3) == ">>>") {
            i += 3;
            put(from, i, Role::word);
        } else {
            auto other = [&] {
                const std::string_view next = line.substr(i, 3);
                return !in_word(line[i]) && line[i] != ' ' && line[i] != '\t' && line[i] != '"' && line[i] != '\'' && next != "<<<" && next != ">>>" && !next.starts_with("//") && !next.starts_with("/*");
            };
            do ++i;
            while (i < line.size() && other());
            put(from, i, Role::text);
        }
    }
    return in_comment;
}

void CodeLines::take(std::string_view text) {
    if (taken_ && text == text_) return;
    taken_ = true;
    text_ = text;
    starts_.assign(1, 0);
    for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1)) starts_.push_back(at + 1);
    in_comment_.assign(starts_.size(), false);
    widest_ = 0;
    bool inside = false;
    std::vector<Coloured> pieces;
    for (int i = 0; i < count(); ++i) {
        in_comment_[std::size_t(i)] = inside;
        const std::string_view one = line(i);
        widest_ = std::max(widest_, column_of(one, one.size()));
        // Most lines open and close nothing.
        if (inside || one.find("/*") != one.npos) inside = highlight_line(one, inside, pieces);
    }
}

std::string_view CodeLines::line(int i) const {
    const std::size_t from = starts_[std::size_t(i)], to = i + 1 < count() ? starts_[std::size_t(i) + 1] - 1 : text_.size();
    return std::string_view(text_).substr(from, to - from);
}

int CodeLines::line_of(std::size_t byte) const { return int(std::upper_bound(starts_.begin(), starts_.end(), byte) - starts_.begin()) - 1; }

int column_of(std::string_view line, std::size_t byte) {
    int column = 0;
    for (char c : line.substr(0, std::min(byte, line.size()))) column += c == '\t' ? 4 : (c & 0xC0) != 0x80;
    return column;
}

}  // namespace launchlab
