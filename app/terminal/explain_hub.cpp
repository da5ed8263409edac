#include "terminal/explain_hub.h"

#include <algorithm>
#include <array>

#include "core/codes.h"

namespace launchlab {
namespace {

constexpr std::size_t most_letters = 60, most_found = 12;

std::string trim(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n\"'`:.");
    if (begin == text.npos) return "";
    return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n\"'`:.") - begin + 1));
}

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    return text;
}

// "CUDA error 209", "code=209": the words before a number that say nothing else.
std::string number_in(const std::string& low) {
    static constexpr std::array<std::string_view, 9> words = {"cuda", "runtime", "driver", "error", "err", "code", "status", "no", "number"};
    std::size_t at = 0;
    std::string number;
    while (at < low.size()) {
        const std::size_t begin = low.find_first_not_of(" =:#()[].", at);
        if (begin == low.npos) break;
        at = std::min(low.find_first_of(" =:#()[].", begin), low.size());
        const std::string word = low.substr(begin, at - begin);
        if (word.find_first_not_of("0123456789") == word.npos && word.size() <= 4 && number.empty()) number = word;
        else if (!number.empty() || std::find(words.begin(), words.end(), word) == words.end()) return "";
    }
    return number;
}

const Code* code_named(const std::string& low) {
    for (const Code& code : all_codes()) {
        const std::string name = lower(std::string(code.name));
        if (low == name || low == lower(std::string(driver_name(code.number)))) return &code;
        if (low.size() > 6 && name.starts_with("cudaerror") && low == name.substr(9)) return &code;
    }
    return nullptr;
}

void section(Lines& lines, const Style& style, const std::string& title, const std::string& text) {
    if (!text.empty()) append(lines, wrap(style, printable(style, text), fill(title, 10), std::string(10, ' ')));
}

std::string sentence(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
    return text + ".";
}

std::string with(const std::string& first, const std::string& more) { return more.empty() ? first : first + " " + more; }

}  // namespace

std::vector<HubHit> codes_asked_for(const Hub& hub, std::string_view text) {
    if (text.size() > most_letters) return {};
    const std::string low = lower(trim(text));
    if (low.empty()) return {};
    if (const std::string number = number_in(low); !number.empty()) return search_hub(hub, number);
    if (const Code* named = code_named(low); named && named->number != 0) return {{named->number, 0}};
    return {};
}

std::vector<HubHit> codes_with_words(const Hub& hub, std::string_view text) {
    const std::string low = lower(trim(text));
    if (low.size() < 2 || text.size() > most_letters || low.find('\n') != low.npos || low.find_first_of("{}<>=[]()/\\|") != low.npos) return {};
    return search_hub(hub, low, most_found);
}

std::vector<HubShown> show(const Hub& hub, const std::vector<HubHit>& hits, const HubMachine& machine, const ToolkitTable& toolkits) {
    std::vector<HubShown> out;
    for (const HubHit& hit : hits) {
        const HubEntry* entry = hub.find(hit.code);
        out.push_back({hit, entry, entry ? fill_in(entry->cause, machine, toolkits) : ""});
    }
    return out;
}

Lines meaning_lines(const HubEntry& entry, const Style& style) {
    Lines lines;
    section(lines, style, "Words", entry.misleading);
    section(lines, style, "Where", with(sentence(std::string(to_words(entry.where))), entry.where_more));
    section(lines, style, "Not there", entry.not_there);
    section(lines, style, "Sticky", with(entry.sticky ? "Yes." : "No.", entry.sticky_more));
    return lines;
}

Lines entry_lines(const std::vector<HubShown>& shown, const std::string& card_missing, const Style& style) {
    Lines lines;
    const HubShown& first = shown.front();
    const Code& code = *find_code(first.hit.code);
    lines.push_back(symbol(style, Mark::refused) + " " + paint(style, Ink::error, std::to_string(code.number)) + " " + std::string(code.name));
    section(lines, style, "", std::string(code.text));
    if (first.hit.old != 0) section(lines, style, "Old", std::to_string(first.hit.old) + " is the number of " + std::to_string(code.number) + " before CUDA 10.1; the name stayed.");
    lines.push_back("");
    if (const HubEntry* entry = first.entry) {
        append(lines, meaning_lines(*entry, style));
        section(lines, style, "Cause", first.cause);
        if (entry->cause.find('{') != std::string::npos) section(lines, style, "", card_missing);
        lines.push_back("");
        lines.push_back("Next      " + printable(style, entry->next));
        section(lines, style, "", entry->next_more);
        lines.push_back("");
        std::string alike;
        for (int other : entry->look_alikes) section(lines, style, std::exchange(alike, std::string(10, ' ')).empty() ? "Not these" : "", std::to_string(other) + " " + std::string(find_code(other)->text));
        section(lines, style, alike.empty() ? "Not these" : "", entry->look_alikes_more);
        section(lines, style, "Step", entry->step.empty() ? with("None shows it live.", entry->step_more) : entry->step + " (launchlab run " + entry->step + ")");
        section(lines, style, "Measured", entry->measured);
    } else {
        section(lines, style, "Sticky", code.sticky ? "Yes. The context is lost: every later call repeats it; only a new process helps." : "No. Later calls are not changed by it.");
        section(lines, style, "Measured", "Not measured. There is no full entry: no launch and no load gives this code.");
    }
    for (std::size_t i = 1; i < shown.size(); ++i) {
        const Code& other = *find_code(shown[i].hit.code);
        lines.push_back("");
        section(lines, style, "Or", std::to_string(other.number) + " " + std::string(other.name) + ": " + std::string(other.text) + ". " +
                                        (shown[i].hit.old != 0 ? "Before CUDA 10.1 its number was " + std::to_string(shown[i].hit.old) + "." : ""));
        section(lines, style, "", "launchlab explain " + std::to_string(other.number) + " tells about it; a text beside the number settles which of them it is.");
    }
    return lines;
}

Lines list_lines(const std::vector<HubShown>& shown, std::string_view asked, const Style& style) {
    Lines lines = wrap(style, "No CUDA error is reported in \"" + printable_line(style, asked) + "\". Codes with these words:", "", "");
    lines.push_back("");
    for (const HubShown& one : shown) {
        const Code& code = *find_code(one.hit.code);
        append(lines, wrap(style, std::string(code.name) + ": " + std::string(code.text), fill(std::to_string(code.number), 6), std::string(6, ' ')));
    }
    lines.push_back("");
    append(lines, wrap(style, "launchlab explain " + std::to_string(shown.front().hit.code) + " tells about the first of them.", "", ""));
    return lines;
}

}  // namespace launchlab
