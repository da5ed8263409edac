#include "core/search.h"

#include <algorithm>

#include "core/codes.h"

namespace launchlab {

namespace {

constexpr int whole = 100, beginning = 80, middle = 50, scattered = 24, in_title = 2;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), lower);
    return out;
}
bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> out;
    std::size_t at = 0;
    while (at < text.size()) {
        std::size_t end = text.find_first_of(" \t\r\n", at);
        if (end == text.npos) end = text.size();
        if (end > at) out.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

// A word begins after anything that is no letter, and at a capital inside a name: cuda|Error|No|Kernel.
bool begins(std::string_view text, std::size_t at) {
    return at == 0 || !is_word(lower(text[at - 1])) || (is_upper(text[at]) && !is_upper(text[at - 1]));
}

// All letters in order, the first at the start of a word; the fewer jumps the better.
int scattered_match(std::string_view text, std::string_view word) {
    if (word.size() < 2) return 0;
    int best = 0;
    for (std::size_t start = 0; start < text.size(); ++start) {
        if (lower(text[start]) != lower(word[0]) || !begins(text, start)) continue;
        std::size_t at = start, found = 0;
        int cost = 0;
        while (at < text.size() && found < word.size()) {
            if (lower(text[at]) == lower(word[found])) ++found;
            else cost += begins(text, at) ? 0 : 1;
            ++at;
        }
        if (found == word.size()) best = std::max(best, scattered - cost);
    }
    return best;
}

bool contains_word(const std::string& text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return true;
    }
    return false;
}

std::vector<std::size_t> ranked(const std::vector<Searchable>& all, std::string_view query, std::size_t limit, bool every_word) {
    struct Hit { std::size_t index; int score; };
    const std::vector<std::string_view> words = split(query);
    std::vector<Hit> hits;
    for (std::size_t i = 0; i < all.size(); ++i) {
        int score = 0;
        bool every = true;
        for (std::string_view word : words) {
            const int one = std::max(match(all[i].title, word) * in_title, match(all[i].more, word));
            every = every && one > 0;
            score += one;
        }
        if (every_word ? every : score > 0) hits.push_back({i, score});
    }
    std::stable_sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.score > b.score; });
    std::vector<std::size_t> out;
    for (const Hit& hit : hits)
        if (out.size() < limit) out.push_back(hit.index);
    return out;
}

}  // namespace

int match(std::string_view text, std::string_view word) {
    if (word.empty() || text.empty()) return 0;
    const std::string all = lowered(text), part = lowered(word);
    int best = 0;
    for (std::size_t at = all.find(part); at != std::string::npos; at = all.find(part, at + 1)) {
        const std::size_t end = at + part.size();
        const bool first = begins(text, at), last = end == all.size() || !is_word(all[end]);
        best = std::max(best, first && last ? whole : first ? beginning : middle);
    }
    return best > 0 ? best : scattered_match(text, word);
}

std::vector<std::size_t> search(const std::vector<Searchable>& all, std::string_view query, std::size_t limit) { return ranked(all, query, limit, true); }

std::vector<std::size_t> nearest_to(const std::vector<Searchable>& all, std::string_view query, std::size_t limit) { return ranked(all, query, limit, false); }

std::vector<int> codes_in(std::string_view text) {
    std::vector<int> out;
    auto add = [&](const Code& code) {
        if (code.number != 0 && std::find(out.begin(), out.end(), code.number) == out.end()) out.push_back(code.number);
    };
    auto is_name = [](char c) { return is_word(lower(c)) || c == '_'; };
    for (std::size_t at = 0; at < text.size();) {        // names, of the runtime and of the driver
        std::size_t end = at;
        while (end < text.size() && is_name(text[end])) ++end;
        if (end > at + 4)
            if (const Code* code = find_code(text.substr(at, end - at))) add(*code);
        at = end + 1;
    }
    const std::string words = lowered(text);
    for (const Code& code : all_codes()) {
        if (code.text.size() > 8 && words.find(lowered(code.text)) != std::string::npos) add(code);
        for (const char* before : {"error ", "error: ", "error=", "code ", "code: ", "code=", "status "})
            if (contains_word(words, before + std::to_string(code.number))) add(code);
    }
    std::sort(out.begin(), out.end());
    return out;
}

}  // namespace launchlab
