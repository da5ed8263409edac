#include "core/hub.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/codes.h"
#include "core/search.h"

namespace launchlab {
namespace {

constexpr std::array<std::string_view, 10> sections = {"Text", "Misleading words", "Where", "Not there", "Sticky", "Cause here", "Next", "Look-alikes", "Step", "Measured"};

std::string trim(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \n\r\t");
    if (begin == text.npos) return "";
    return std::string(text.substr(begin, text.find_last_not_of(" \n\r\t") - begin + 1));
}

// "at the launch. The sync says 0." -> first sentence's words and the rest.
std::pair<std::string, std::string> split_first(const std::string& text) {
    const std::size_t end = text.find_first_of(".\n");
    if (end == std::string::npos) return {text, ""};
    return {trim(text.substr(0, end)), trim(text.substr(end + 1))};
}

std::optional<int> to_number(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

std::string_view to_words(Shows where) {
    switch (where) {
    case Shows::launch: return "at the launch";
    case Shows::sync: return "at the sync";
    case Shows::every_call: return "at every call";
    case Shows::the_call: return "at the call";
    }
    return "";
}

Result<HubEntry> parse_hub_entry(std::string_view markdown, std::string where) {
    HubEntry entry;
    std::vector<std::pair<std::string, std::string>> parts;  // heading, body
    std::string title;
    for (std::size_t at = 0; at < markdown.size();) {
        std::size_t end = markdown.find('\n', at);
        if (end == markdown.npos) end = markdown.size();
        const std::string_view line = markdown.substr(at, end - at);
        at = end + 1;
        if (line.starts_with("## ")) parts.emplace_back(trim(line.substr(3)), "");
        else if (line.starts_with("# ")) title = trim(line.substr(2));
        else if (!parts.empty()) parts.back().second += std::string(line) + "\n";
    }
    const std::size_t blank = title.find(' ');
    const std::optional<int> number = to_number(std::string_view(title).substr(0, blank));
    const Code* code = number ? find_code(*number) : nullptr;
    if (!code || blank == title.npos || title.substr(blank + 1) != code->name)
        return Error{where, "the title \"" + title + "\" is no code and its name. Begin with a line like: # 209 cudaErrorNoKernelImageForDevice"};
    if (parts.size() != sections.size() || !std::equal(parts.begin(), parts.end(), sections.begin(), [](const auto& part, std::string_view name) { return part.first == name; })) {
        std::string order;
        for (std::string_view name : sections) order += (order.empty() ? "" : ", ") + std::string(name);
        return Error{where, "its sections are not the fixed ones in their order. Write: " + order + "."};
    }
    for (const auto& [name, body] : parts)
        if (trim(body).empty()) return Error{where + " " + name, "this section is empty. Say it, or say that it is not known."};
    entry.code = *number;
    entry.text = trim(parts[0].second);
    if (entry.text != code->text) return Error{where + " Text", "this is not the runtime's text. Write: " + std::string(code->text)};
    entry.misleading = trim(parts[1].second);
    const auto [place, place_more] = split_first(trim(parts[2].second));
    bool known = false;
    for (Shows shows : {Shows::launch, Shows::sync, Shows::every_call, Shows::the_call})
        if (std::string lower_place = place; !known && !lower_place.empty()) {
            lower_place[0] = 'a';
            known = lower_place == to_words(shows);
            if (known) entry.where = shows;
        }
    if (!known) return Error{where + " Where", "\"" + place + "\" is no place. Begin with: At the launch. At the sync. At every call. At the call."};
    entry.where_more = place_more;
    entry.not_there = trim(parts[3].second);
    const auto [sticky, sticky_more] = split_first(trim(parts[4].second));
    if (sticky != "Yes" && sticky != "No") return Error{where + " Sticky", "\"" + sticky + "\" is no answer. Begin with Yes. or No."};
    entry.sticky = sticky == "Yes";
    entry.sticky_more = sticky_more;
    entry.cause = trim(parts[5].second);
    const std::string& next = parts[6].second;  // the command stands alone in a fenced block
    const std::size_t open = next.find("```\n"), close = open == next.npos ? next.npos : next.find("\n```", open + 4);
    if (close == next.npos) return Error{where + " Next", "there is no command between ``` lines. Write one."};
    entry.next = trim(std::string_view(next).substr(open + 4, close - open - 4));
    if (entry.next.find('\n') != std::string::npos) return Error{where + " Next", "there is more than one command. Leave one."};
    entry.next_more = trim(std::string_view(next).substr(std::min(next.size(), close + 4)));
    const auto [list, list_more] = split_first(trim(parts[7].second));
    for (std::size_t at = 0; at < list.size();) {
        std::size_t end = list.find(',', at);
        if (end == list.npos) end = list.size();
        const std::optional<int> other = to_number(trim(std::string_view(list).substr(at, end - at)));
        if (!other || !find_code(*other)) return Error{where + " Look-alikes", "\"" + list + "\" is no list of codes. Begin with: 98, 200."};
        entry.look_alikes.push_back(*other);
        at = end + 1;
    }
    entry.look_alikes_more = list_more;
    entry.step = trim(parts[8].second);
    if (entry.step.starts_with("None.")) entry.step_more = trim(std::string_view(entry.step).substr(5)), entry.step.clear();
    entry.measured = trim(parts[9].second);
    if (!entry.measured.starts_with("Measured") && !entry.measured.starts_with("Not measured"))
        return Error{where + " Measured", "it does not say whether this was measured. Begin with Measured or Not measured."};
    return entry;
}

const HubEntry* Hub::find(int code) const {
    const auto found = std::lower_bound(entries.begin(), entries.end(), code, [](const HubEntry& one, int number) { return one.code < number; });
    return found != entries.end() && found->code == code ? &*found : nullptr;
}

Hub parse_hub(const std::map<std::string, std::string>& files, std::vector<Error>& errors) {
    Hub hub;
    for (const auto& [path, text] : files) {
        if (!path.starts_with("lessons/hub/") || !path.ends_with(".md")) continue;
        Result<HubEntry> entry = parse_hub_entry(text, path);
        if (!entry) errors.push_back(entry.error());
        else if (path != "lessons/hub/" + std::to_string(entry->code) + ".md") errors.push_back({path, "it is about " + std::to_string(entry->code) + ". Name the file after its code."});
        else hub.entries.push_back(std::move(*entry));
    }
    std::sort(hub.entries.begin(), hub.entries.end(), [](const HubEntry& a, const HubEntry& b) { return a.code < b.code; });
    return hub;
}

std::string fill_in(std::string_view text, const HubMachine& machine, const ToolkitTable& toolkits) {
    std::map<std::string, std::string> values;
    if (machine.card) {
        values["card"] = machine.card->name;
        values["cc"] = to_text(machine.card->capability);
        if (machine.card->driver.branch > 0) {
            values["driver"] = machine.card->driver.version.empty() ? std::to_string(machine.card->driver.branch) : machine.card->driver.version;
            if (const PtxVersion ptx = reads_ptx(toolkits, machine.card->driver); ptx.major > 0) values["driver_ptx"] = to_text(ptx);
        }
    }
    if (!machine.runtime.empty()) values["runtime"] = machine.runtime;
    if (!machine.images.empty()) values["images"] = machine.images;
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        // A sentence ends with a full stop before a blank: "9.0" does not end one.
        std::size_t end = at;
        while (end < text.size() && !(text[end] == '.' && (end + 1 == text.size() || text[end + 1] == ' ' || text[end + 1] == '\n'))) ++end;
        end = std::min(text.size(), end + 1);
        std::string sentence(text.substr(at, end - at));
        at = end;
        bool known = true;
        for (std::size_t open = sentence.find('{'); known && open != sentence.npos; open = sentence.find('{', open)) {
            const std::size_t close = sentence.find('}', open);
            if (close == sentence.npos) break;
            const auto value = values.find(sentence.substr(open + 1, close - open - 1));
            known = value != values.end();
            if (known) {
                sentence.replace(open, close - open + 1, value->second);
                open += value->second.size();
            }
        }
        if (known) out += sentence;
    }
    return trim(out);
}

std::vector<HubHit> search_hub(const Hub& hub, std::string_view query, std::size_t limit) {
    std::vector<HubHit> out;
    const auto add = [&](int code, int old) {
        if (find_code(code) && std::none_of(out.begin(), out.end(), [&](const HubHit& hit) { return hit.code == code; }) && out.size() < limit) out.push_back({code, old});
    };
    const std::string typed = trim(query);
    if (const auto number = to_number(typed)) {
        const auto moved = from_old_number(*number);
        if (find_code(*number)) add(*number, 0);
        if (moved && *moved != *number) add(*moved, *number);
        return out;
    }
    if (const Code* named = find_code(std::string_view(typed))) add(named->number, 0);
    std::vector<Searchable> all;
    for (const Code& code : all_codes()) {
        const HubEntry* entry = hub.find(code.number);
        all.push_back({std::string(code.text), std::string(code.name) + " " + std::string(driver_name(code.number)) + " " + std::string(code.word) +
                                                   (entry ? " " + entry->misleading + " " + entry->cause : "")});
    }
    for (std::size_t i : search(all, typed, limit)) add(all_codes()[i].number, 0);
    return out;
}

std::vector<HubGroup> neighbours(const Hub& hub) {
    std::vector<HubGroup> out;
    for (auto [where, title] : {std::pair{Shows::launch, "Refused at the launch"}, {Shows::sync, "Found at the sync"}, {Shows::every_call, "At every call"}, {Shows::the_call, "At the call itself"}}) {
        HubGroup group{title, {}};
        for (const HubEntry& entry : hub.entries)
            if (entry.where == where) group.rows.push_back({entry.code, 0});
        if (!group.rows.empty()) out.push_back(std::move(group));
    }
    HubGroup old{"Old numbers", {}};
    for (int number = 0; number < 128; ++number)
        if (const auto moved = from_old_number(number); moved && *moved != number && hub.find(*moved)) old.rows.push_back({*moved, number});
    out.push_back(std::move(old));
    return out;
}

}  // namespace launchlab
