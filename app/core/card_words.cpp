#include "core/card_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace launchlab {
namespace {

constexpr Capability oldest{5, 0}, newest{12, 1};
constexpr std::size_t most_cards = 10'000;

std::string plain(std::string_view text) {
    std::string out;
    for (char c : text) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!blank) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        else if (!out.empty() && out.back() != ' ') out += ' ';
    }
    if (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

bool means_next(const std::string& word) {
    static constexpr std::array words{"next", "future", "newer", "whatever comes next", "what comes next", "whatever comes", "cards to come", "future cards", "newer cards"};
    return std::find(words.begin(), words.end(), word) != words.end();
}

// "all", "all 8.x", "8.x", "every 12.x card" -> 0 for all majors, or the one; -1: no such word.
int major_of(std::string word) {
    bool every = false;
    for (const std::string_view lead : {"all", "every", "any"})
        if (word == lead) return 0;
        else if (word.starts_with(std::string(lead) + " ")) word.erase(0, lead.size() + 1), every = true;
    for (const std::string_view end : {" cards", " card"})
        if (word.ends_with(end)) word.resize(word.size() - end.size());
    if (every && (word == "cards" || word == "of them")) return 0;
    if (!word.ends_with(".x") && !word.ends_with(".*")) return -1;
    int major = -1;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size() - 2, major);
    return error == std::errc() && end == word.data() + word.size() - 2 && major > 0 ? major : -1;
}

std::vector<Capability> capabilities(const GpuTable& gpus, int major) {
    std::vector<Capability> out;
    for (const NamedGpu& one : gpus.gpus) {
        const bool wanted = major == 0 ? one.capability >= oldest && one.capability <= newest : one.capability.major == major;
        if (wanted && std::find(out.begin(), out.end(), one.capability) == out.end()) out.push_back(one.capability);
    }
    std::sort(out.begin(), out.end());
    return out;
}

std::string trimmed_word(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \t\r\n");
    return from == std::string_view::npos ? std::string() : std::string(text.substr(from, text.find_last_not_of(" \t\r\n") - from + 1));
}

std::optional<Error> add(CardList& out, const std::string& asked, const GpuTable& gpus, const Driver& driver) {
    const Result<Gpu> gpu = find_gpu(gpus, asked, driver);
    if (!gpu) return Error{asked, gpu.error().what};
    if (out.cards.size() == most_cards) return Error{asked, "the list holds more than " + std::to_string(most_cards) + " cards. Name fewer."};
    const bool there = std::any_of(out.cards.begin(), out.cards.end(), [&](const AskedCard& one) { return one.gpu.name == gpu->name && one.gpu.driver == gpu->driver; });
    if (!there) out.cards.push_back({asked, *gpu, asked.find('@') != std::string::npos});
    return std::nullopt;
}

}  // namespace

std::vector<std::string> all_capabilities(const GpuTable& gpus) {
    std::vector<std::string> out;
    for (const Capability& one : capabilities(gpus, 0)) out.push_back(to_text(one));
    return out;
}

Result<CardList> read_cards(const std::vector<std::string>& words, const GpuTable& gpus, const Driver& driver) {
    CardList out;
    for (const std::string& word : words) {
        const std::string asked = trimmed_word(word);
        if (asked.empty()) return Error{word, "a card is missing between two commas, or at an end of the list. Leave the comma out, or write a capability such as 9.0 or a name such as T4."};
        const std::size_t at = asked.rfind('@');
        const std::string name = plain(asked.substr(0, at)), with = at == std::string::npos ? "" : asked.substr(at);
        if (means_next(name)) {
            if (at != std::string::npos) return Error{asked, "what is yet to come has no driver to name. Leave " + with + " out."};
            out.next = asked;
            continue;
        }
        const int major = major_of(name);
        if (major < 0) {
            if (auto error = add(out, asked, gpus, driver)) return *error;
            continue;
        }
        const std::vector<Capability> several = capabilities(gpus, major);
        if (several.empty()) return Error{asked, "no card of " + std::to_string(major) + ".x is known. Write one capability such as 9.0, or all 8.x."};
        for (const Capability& one : several)
            if (auto error = add(out, to_text(one) + with, gpus, driver)) return *error;
    }
    if (out.cards.empty() && out.next.empty()) return Error{"", "no card is named. Write a capability such as 9.0, a name such as T4, or several with commas."};
    return out;
}

Result<CardList> read_cards(std::string_view list, const GpuTable& gpus, const Driver& driver) {
    std::vector<std::string> words;
    for (std::size_t from = 0; from <= list.size();) {
        const std::size_t comma = std::min(list.find(',', from), list.size());
        words.emplace_back(list.substr(from, comma - from));
        from = comma + 1;
    }
    return read_cards(words, gpus, driver);
}

}  // namespace launchlab
