#include <algorithm>
#include <nlohmann/json.hpp>

#include "terminal/device_gate.h"
#include "terminal/report.h"

namespace launchlab {
namespace {

using Json = nlohmann::ordered_json;

std::string change(std::uint64_t before, std::uint64_t after) {
    if (before == after) return "unchanged";
    return std::string(after > before ? "+" : "-") + to_size(after > before ? after - before : before - after);
}

std::uint64_t all_bytes(const DeviceDiff& diff, bool after) {
    std::uint64_t out = 0;
    for (const auto& [name, one] : diff.targets) out += after ? one.second.bytes : one.first.bytes;
    return out;
}

}  // namespace

Lines gate_lines(const Gate& gate, const Style& style) {
    Lines lines;
    std::string file;
    int width = 6;
    for (const GateRow& row : gate.rows) width = std::max(width, cells(printable_line(style, row.asked)));
    for (const GateRow& row : gate.rows) {
        if (row.file != file || lines.empty()) {
            if (!lines.empty()) lines.push_back("");
            file = row.file;
            append(lines, wrap(style, printable(style, file), "", "  "));
        }
        const std::string first = "  " + fill(symbol(style, row.served ? Mark::ok : Mark::refused), 3) + fill(printable_line(style, row.asked), width + 2), rest(static_cast<std::size_t>(cells(first)), ' ');
        const std::string code = row.served || !row.code ? "" : std::to_string(*row.code) + ". ";
        append(lines, wrap(style, (row.served ? "" : "not served. ") + code + printable(style, row.why), first, rest));
        if (row.served) continue;
        if (!row.mend.why.empty()) append(lines, wrap(style, printable(style, row.mend.why), rest, rest));
        if (!row.mend.command.empty()) lines.push_back(rest + printable_line(style, row.mend.command));
    }
    const auto missing = std::count_if(gate.rows.begin(), gate.rows.end(), [](const GateRow& row) { return !row.served; });
    lines.push_back("");
    const bool several = std::any_of(gate.rows.begin(), gate.rows.end(), [&](const GateRow& row) { return row.file != gate.rows.front().file; });
    const std::string of = " of " + std::to_string(gate.rows.size()) + (several ? " pairs of a file and a card" : gate.rows.size() == 1 ? " card" : " cards");
    if (missing == 0) lines.push_back("Every card of " + printable_line(style, gate.path) + " is served.");
    else lines.push_back(std::to_string(missing) + of + " of " + printable_line(style, gate.path) + (missing == 1 ? " is not served." : " are not served."));
    if (!gate.lines.empty()) lines.push_back("For the whole fleet, with CUDA " + gate.toolkit + ":");
    for (const FleetLine& line : gate.lines) lines.push_back("  " + printable_line(style, line.texts.front()));
    return lines;
}

Lines diff_lines(const DeviceDiff& diff, const Style& style) {
    Lines lines;
    append(lines, wrap(style, printable(style, diff.before) + " -> " + printable(style, diff.after) + separator(style) + to_size(diff.size[0]) + " -> " + to_size(diff.size[1]), "", "  "));
    int width = 8;
    for (const auto& [name, one] : diff.targets) width = std::max(width, cells(name));
    for (const auto& [name, one] : diff.targets) {
        const std::string sign = one.first.images == 0 ? "+" : one.second.images == 0 ? "-" : " ";
        lines.push_back("  " + sign + " " + fill(name, width + 2) + fill_left(std::to_string(one.first.images), 6) + " -> " + fill(std::to_string(one.second.images) + (one.second.images == 1 ? " image" : " images"), 14) +
                        fill_left(to_size(one.first.bytes), 9) + " -> " + fill(to_size(one.second.bytes), 9) + "  " + change(one.first.bytes, one.second.bytes));
    }
    if (diff.targets.empty()) lines.push_back("  Neither holds device code.");
    else lines.push_back("    All together " + to_size(all_bytes(diff, false)) + " -> " + to_size(all_bytes(diff, true)) + "  " + change(all_bytes(diff, false), all_bytes(diff, true)));
    const auto say = [&](Mark mark, const std::vector<std::string>& cards, const std::string& text) {
        if (!cards.empty()) append(lines, wrap(style, text + to_list(cards, "and") + ".", "  " + fill(symbol(style, mark), 3), "     "));
    };
    say(Mark::ok, diff.gained, "Cards gained: ");
    say(Mark::refused, diff.lost, "Cards lost: ");
    say(Mark::jit, diff.by_jit, "Now translated by the driver, machine code before: ");
    if (diff.gained.empty() && diff.lost.empty()) lines.push_back("  The same cards are served.");
    for (const std::string& word : diff.warn_gained) append(lines, wrap(style, "New: " + sentence_of(word), "  " + fill(symbol(style, Mark::trouble), 3), "     "));
    for (const std::string& word : diff.warn_lost) append(lines, wrap(style, "No longer: " + sentence_of(word), "  " + fill(symbol(style, Mark::here), 3), "     "));
    return lines;
}

std::string to_json(const DeviceDiff& diff) {
    Json targets = Json::array();
    for (const auto& [name, one] : diff.targets)
        targets.push_back({{"name", name}, {"images", {one.first.images, one.second.images}}, {"bytes", {one.first.bytes, one.second.bytes}}});
    return printable_json(Json{{"version", report_version},
                               {"before", diff.before},
                               {"after", diff.after},
                               {"size", {diff.size[0], diff.size[1]}},
                               {"targets", std::move(targets)},
                               {"bytes", {all_bytes(diff, false), all_bytes(diff, true)}},
                               {"cards", {{"gained", diff.gained}, {"lost", diff.lost}, {"by_jit", diff.by_jit}}},
                               {"warn", {{"gained", diff.warn_gained}, {"lost", diff.warn_lost}}}}
                              .dump(2, ' ', false, Json::error_handler_t::replace)) +
           "\n";
}

}  // namespace launchlab
