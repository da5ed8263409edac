#include "core/fleet_file.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <toml.hpp>

namespace launchlab {
namespace {

std::string line_of(const toml::value& value) {
#if defined(TOML11_VERSION_MAJOR) && TOML11_VERSION_MAJOR >= 4
    return std::to_string(value.location().first_line_number());
#else
    return std::to_string(value.location().line());
#endif
}

// The library's message begins with its own name for the fault and then draws the line: the first line of it says enough.
std::string said(const std::string& message, std::string& line) {
    std::string first = message.substr(0, message.find('\n'));
    for (const char* lead : {"[error] ", "toml::parse_basic_string: ", "toml::parse_table: ", "toml::parse_toml_file: ", "toml::parse_key_value_pair: ", "toml::parse_array: ", "toml::parse_value: ", "toml::"})
        if (first.starts_with(lead)) first.erase(0, std::string_view(lead).size());
    // " 3 | name = "
    for (std::size_t bar = message.find(" | "); bar != std::string::npos && line.empty(); bar = message.find(" | ", bar + 1)) {
        std::size_t from = bar;
        while (from > 0 && message[from - 1] >= '0' && message[from - 1] <= '9') --from;
        line = message.substr(from, bar - from);
    }
    while (!first.empty() && (first.back() == '.' || first.back() == ' ')) first.pop_back();
    return first;
}

class FleetFile {
public:
    FleetFile(const std::string& where) : where_(where) {}

    // The words of each card, with the line that they stand in.
    std::optional<Error> read(const toml::value& top, std::vector<std::pair<std::string, std::string>>& words) const {
        for (const auto& [key, value] : top.as_table()) {
            if (key != "cards" && key != "card") return wrong(value, "\"" + key + "\" is no key of a fleet. Write cards = [\"T4@535\"], or [[card]] with name and driver.");
            if (!value.is_array()) return wrong(value, key == "card" ? "a card is written [[card]], with name and driver below it." : "cards is a list of texts: cards = [\"T4@535\", \"A100\"].");
            for (const toml::value& one : value.as_array())
                if (auto error = key == "cards" ? read_word(one, words) : read_card(one, words)) return error;
        }
        std::stable_sort(words.begin(), words.end(), [](const auto& a, const auto& b) { return std::stoi(a.second) < std::stoi(b.second); });
        return std::nullopt;
    }

private:
    Error wrong(const toml::value& value, const std::string& what) const { return {where_ + " line " + line_of(value), what}; }

    std::optional<Error> read_word(const toml::value& one, std::vector<std::pair<std::string, std::string>>& words) const {
        if (!one.is_string()) return wrong(one, "a card is a text here: \"T4@535\", \"8.6\" or \"all 8.x\", with quotes.");
        words.emplace_back(one.as_string().str, line_of(one));
        return std::nullopt;
    }
    std::optional<Error> read_card(const toml::value& one, std::vector<std::pair<std::string, std::string>>& words) const {
        if (!one.is_table()) return wrong(one, "a card is written [[card]], with name and driver below it.");
        std::string name, driver;
        for (const auto& [key, value] : one.as_table()) {
            if (key != "name" && key != "driver") return wrong(value, "\"" + key + "\" is no key of a card. Write name = \"T4\" and, if it matters, driver = \"535.104\".");
            if (!value.is_string()) return wrong(value, key + " is a text: " + (key == "name" ? "name = \"T4\"." : "driver = \"535.104\"."));
            (key == "name" ? name : driver) = value.as_string().str;
            if (value.as_string().str.empty()) return wrong(value, key + " is empty. Name it, or leave the line out.");
        }
        if (name.empty()) return wrong(one, "this card has no name. Write name = \"T4\" or name = \"7.5\".");
        words.emplace_back(driver.empty() ? name : name + "@" + driver, line_of(one));
        return std::nullopt;
    }

    const std::string& where_;
};

}  // namespace

Result<CardList> parse_fleet(std::string_view toml_text, const std::string& where, const GpuTable& gpus, const Driver& driver) {
    std::vector<std::pair<std::string, std::string>> words;
    try {
        std::istringstream in{std::string(toml_text)};
        if (auto error = FleetFile(where).read(toml::parse(in, where), words)) return *error;
    } catch (const std::exception& wrong) {
        std::string line;
        const std::string what = said(wrong.what(), line);
        return Error{line.empty() ? where : where + " line " + line, "this is no TOML: " + what + ". Write for example cards = [\"T4@535\", \"A100\"]."};
    }
    CardList out;
    for (const auto& [word, line] : words) {
        const Result<CardList> one = read_cards(std::vector{word}, gpus, driver);
        if (!one) return Error{where + " line " + line, "\"" + word + "\": " + one.error().what};
        for (const AskedCard& card : one->cards) {
            const bool there = std::any_of(out.cards.begin(), out.cards.end(), [&](const AskedCard& before) { return before.gpu.name == card.gpu.name && before.gpu.driver == card.gpu.driver; });
            if (!there) out.cards.push_back(card);
        }
        if (!one->next.empty()) out.next = one->next;
    }
    if (out.cards.empty() && out.next.empty()) return Error{where, "it names no card, so it asks for nothing. Write for example cards = [\"T4@535\", \"A100\"]."};
    return out;
}

}  // namespace launchlab
