#include "core/gpu.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "core/json_reader.h"

namespace launchlab {
namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

bool is_digits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Words of a driver's name for a card that do not change its capability: maker, form, memory.
bool is_padding(std::string_view word) {
    static constexpr std::array words{"nvidia", "geforce", "tesla", "gpu", "generation", "edition", "pcie", "pci", "nvl", "laptop",
                                      "mobile", "super", "with", "design", "maxq", "max", "q", "d", "graphics", "card", "oem"};
    if (std::find(words.begin(), words.end(), word) != words.end()) return true;
    if (word.ends_with("gb") && is_digits(word.substr(0, word.size() - 2))) return true;
    return (word.starts_with("sxm") && word.size() <= 4) || (word.starts_with("hbm") && word.size() <= 5);
}

// "NVIDIA GeForce RTX 4090" -> "rtx4090". `short_form` leaves out rtx and gtx too, so that "4090" is enough.
std::string to_key(std::string_view name, bool short_form) {
    std::string key, word;
    auto finish = [&] {
        bool series = word == "rtx" || word == "gtx";
        if (!is_padding(word) && !(short_form && series)) key += word;
        word.clear();
    };
    for (char c : lower(name)) {
        bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (letter) word += c;
        else finish();
    }
    finish();
    return key;
}

std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t corner = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            std::size_t swap = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
            corner = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, swap});
        }
    }
    return row.back();
}

std::string list(const std::vector<const NamedGpu*>& cards) {
    std::string out;
    for (std::size_t i = 0; i < cards.size(); ++i) {
        out += i == 0 ? "" : i + 1 == cards.size() ? " and " : ", ";
        out += cards[i]->name + " (" + to_text(cards[i]->capability) + ")";
    }
    return out;
}

std::vector<const NamedGpu*> matches(const GpuTable& table, std::string_view text, bool short_form, bool others) {
    std::string key = to_key(text, short_form);
    std::vector<const NamedGpu*> out;
    if (key.empty()) return out;
    for (const NamedGpu& gpu : table.gpus) {
        bool hit = to_key(gpu.name, short_form) == key;
        for (const std::string& spelling : gpu.also) hit = hit || (others && to_key(spelling, short_form) == key);
        if (hit) out.push_back(&gpu);
    }
    return out;
}

std::vector<const NamedGpu*> nearest(const GpuTable& table, std::string_view text) {
    std::string key = to_key(text, false);
    std::vector<std::pair<std::size_t, const NamedGpu*>> ranked;
    for (const NamedGpu& gpu : table.gpus) {
        std::size_t best = distance(key, to_key(gpu.name, false));
        for (const std::string& spelling : gpu.also) best = std::min(best, distance(key, to_key(spelling, false)));
        ranked.push_back({best, &gpu});
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<const NamedGpu*> out;
    for (std::size_t i = 0; i < ranked.size() && i < 3; ++i) out.push_back(ranked[i].second);
    return out;
}

Error ambiguous(std::string_view text, const std::vector<const NamedGpu*>& found) {
    return {std::string(text), "this name fits " + std::to_string(found.size()) + " cards: " + list(found) +
                                   ". Write one of these names in full, or the capability."};
}

Result<const NamedGpu*> find_named(const GpuTable& table, std::string_view text) {
    for (bool short_form : {false, true})
        for (bool others : {false, true}) {
            auto found = matches(table, text, short_form, others);
            if (found.empty()) continue;
            bool same = std::all_of(found.begin(), found.end(), [&](const NamedGpu* gpu) { return gpu->capability == found[0]->capability; });
            if (same) return found[0];
            return ambiguous(text, found);
        }
    std::string near = table.gpus.empty() ? std::string() : "The nearest names are " + list(nearest(table, text)) + ". ";
    return Error{std::string(text), "no card of this name is known. " + near + "Write one of the known names, or a capability such as 9.0."};
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

std::string unnamed(Capability c) {
    bool vowel = c.major == 8 || c.major == 11 || c.major == 18;
    return std::string(vowel ? "an " : "a ") + to_text(c) + " card";
}

Driver nearest_that_drives(const Driver& driver, Capability capability) {
    Branches branches = branches_for(capability);
    int branch = driver.branch;
    if (branch == 0) return driver;
    if (branch < branches.first) branch = branches.first;
    if (branches.last && branch > branches.last) branch = branches.last;
    return branch == driver.branch ? driver : Driver{branch, std::to_string(branch)};
}

}  // namespace

Result<Driver> parse_driver(std::string_view text) {
    std::string_view rest = trim(text);
    if (rest.starts_with('r') || rest.starts_with('R')) rest.remove_prefix(1);
    std::string_view branch = rest.substr(0, rest.find('.'));
    bool good = is_digits(branch) && branch.size() == 3 && branch[0] != '0' && rest.back() != '.';
    for (std::size_t i = branch.size(); good && i < rest.size(); ++i)
        good = rest[i] == '.' ? rest[i - 1] != '.' : rest[i] >= '0' && rest[i] <= '9';
    if (!good || rest.size() > 24)
        return Error{std::string(text), "this is not a driver's version. Write it as 580.95.05, 535 or r535."};
    return Driver{(branch[0] - '0') * 100 + (branch[1] - '0') * 10 + (branch[2] - '0'), std::string(rest)};
}

Result<GpuTable> parse_gpus(std::string_view json, std::string where) {
    Result<nlohmann::json> document = parse_json(json, where);
    if (!document) return document.error();
    JsonReader reader(std::move(where));
    auto top = reader.object(*document, "", {"about", "gpus"});
    top.text("about", "");
    GpuTable table;
    for (const JsonReader::Item& item : top.list("gpus")) {
        auto object = reader.object(item, {"name", "also", "capability", "tegra"});
        NamedGpu gpu;
        gpu.name = object.text("name");
        if (object.has("name") && object.at("name").json->is_string() && to_key(gpu.name, false).empty())
            object.fail("name", "this name is empty. Write the card's name, such as RTX 4090.");
        for (const JsonReader::Item& one : object.list("also", false)) {
            gpu.also.push_back(reader.text(one));
            if (gpu.also.back() != lower(gpu.also.back()))
                reader.fail(one.pointer, "\"" + gpu.also.back() + "\" has capital letters. Write other spellings in lower case.");
        }
        std::string capability = object.text("capability");
        Result<Capability> parsed = parse_capability(capability);
        if (parsed) gpu.capability = *parsed;
        else if (!capability.empty()) object.fail("capability", "\"" + capability + "\": " + parsed.error().what);
        gpu.tegra = object.flag("tegra", false);
        for (const NamedGpu& before : table.gpus)
            if (!gpu.name.empty() && before.name == gpu.name)
                object.fail("name", "\"" + gpu.name + "\" is listed twice. Remove one of the two.");
        table.gpus.push_back(std::move(gpu));
    }
    if (auto error = reader.error()) return *error;
    return table;
}

Branches branches_for(Capability capability) {
    struct Row {
        Capability capability;
        int first;
    };
    static constexpr Row rows[] = {{{8, 0}, 445},  {{8, 6}, 455},  {{8, 9}, 520},  {{9, 0}, 520}, {{10, 0}, 570},
                                   {{10, 3}, 575}, {{11, 0}, 580}, {{12, 0}, 570}, {{12, 1}, 575}};
    for (const Row& row : rows)
        if (row.capability == capability) return {row.first, 0};
    if (capability.major == 3) return {0, 470};
    if (capability.major == 2) return {0, 390};
    static constexpr Capability before_turing[] = {{5, 0}, {5, 2}, {6, 0}, {6, 1}, {7, 0}};
    bool old = std::find(std::begin(before_turing), std::end(before_turing), capability) != std::end(before_turing);
    return {0, old ? 580 : 0};
}

Result<Gpu> find_gpu(const GpuTable& table, std::string_view text, const Driver& driver) {
    Gpu gpu;
    bool own_driver = false;
    std::string_view card = text;
    if (std::size_t at = text.rfind('@'); at != std::string_view::npos) {
        Result<Driver> named = parse_driver(text.substr(at + 1));
        if (!named) return Error{std::string(text), "the part after @ is not a driver's version. Write it as 9.0@535 or T4@580.95.05."};
        gpu.driver = *named;
        own_driver = true;
        card = text.substr(0, at);
    }
    card = trim(card);
    if (card.empty()) return Error{std::string(text), "a card is missing here. Write a capability such as 9.0 or a name such as T4."};
    if (Result<Capability> capability = parse_capability(card)) {
        gpu.name = unnamed(*capability);
        gpu.capability = *capability;
        bool known = false, all_tegra = true;
        for (const NamedGpu& named : table.gpus)
            if (named.capability == *capability) {
                known = true;
                all_tegra = all_tegra && named.tegra;
            }
        gpu.tegra = known && all_tegra;
        if (!own_driver) gpu.driver = nearest_that_drives(driver, gpu.capability);
        return gpu;
    }
    // "7.50" would else be the GTX 750, whose capability is 5.0.
    if (card.find('.') != std::string_view::npos && card.find_first_not_of("0123456789.") == std::string_view::npos)
        return Error{std::string(text), "this is no compute capability. Write it as two numbers, such as 7.5 or 12.0."};
    Result<const NamedGpu*> named = find_named(table, card);
    if (!named) return named.error();
    gpu.name = (*named)->name;
    gpu.capability = (*named)->capability;
    gpu.tegra = (*named)->tegra;
    if (!own_driver) gpu.driver = nearest_that_drives(driver, gpu.capability);
    return gpu;
}

}  // namespace launchlab
