#include "terminal/fleet_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "terminal/report.h"

namespace launchlab {
namespace {

using Json = nlohmann::ordered_json;

std::string_view word_of(How how) { return how == How::sass ? "sass" : how == How::jit ? "jit" : "none"; }

bool next_asked(const FleetWish& wish) { return wish.care == Care::future || !wish.cards.next.empty(); }

const ImageBytes* size_of(const FleetReport& report, const Target& target) {
    const auto found = report.wish.sizes.find(to_name(target));
    return found == report.wish.sizes.end() ? nullptr : &found->second;
}

std::uint64_t total(const FleetReport& report) {
    std::uint64_t out = 0;
    for (const Target& one : report.advice.build->images)
        if (const ImageBytes* size = size_of(report, one)) out += size->bytes;
    return out;
}

Json build_json(const FleetReport& report) {
    if (!report.advice.build) return nullptr;
    const FleetBuild& build = *report.advice.build;
    Json images = Json::array(), lines = Json::array();
    for (const Target& one : build.images) {
        const ImageBytes* size = size_of(report, one);
        images.push_back({{"kind", to_word(one.kind)}, {"arch", to_arch(one)}, {"name", to_name(one)}, {"bytes", size ? Json(size->bytes) : Json(nullptr)}, {"measured", size && size->measured},
                          {"asked", std::find(report.wish.also.begin(), report.wish.also.end(), one) != report.wish.also.end()}});
    }
    for (const FleetLine& one : report.lines) lines.push_back({{"syntax", one.syntax}, {"tool", one.tool}, {"lines", one.texts}, {"why", one.why}});
    return {{"toolkit", build.toolkit},
            {"toolkits", build.toolkits},
            {"driver", build.driver ? Json(build.driver) : Json(nullptr)},
            {"images", std::move(images)},
            {"bytes", report.sizes_from.empty() ? Json(nullptr) : Json(total(report))},
            {"lines", std::move(lines)}};
}

std::string names_of(const std::vector<Target>& images) {
    std::vector<std::string> names;
    for (const Target& one : images) names.push_back(to_name(one));
    return to_list(names, "and");
}

std::string head(const FleetReport& report) {
    const FleetBuild& build = *report.advice.build;
    const auto served = std::count_if(report.advice.cards.begin(), report.advice.cards.end(), [](const FleetCard& one) { return one.served; });
    const std::size_t cards = report.advice.cards.size(), images = build.images.size();
    std::string out = names_of(build.images) + ", built by CUDA " + build.toolkit + (images == 1 ? ", serves " : ", serve ");
    if (cards == 0) out += "cards yet to come.";
    else if (static_cast<std::size_t>(served) == cards) out += cards == 1 ? "the card." : cards == 2 ? "both cards." : "all " + std::to_string(cards) + " cards.";
    else out += std::to_string(served) + " of " + std::to_string(cards) + " cards.";
    if (build.driver) out += " The oldest driver for it is " + std::to_string(build.driver) + ".";
    if (build.toolkits.size() > 1) {
        std::vector<std::string> others;
        for (const std::string& one : build.toolkits)
            if (one != build.toolkit) others.push_back(one);
        out += " CUDA " + (others.size() > 4 ? others.front() + " to " + others.back() : to_list(others, "and")) + (others.size() == 1 ? " does" : " do") + " the same.";
    }
    return out;
}

std::string sizes(const FleetReport& report) {
    std::string out;
    bool scaled = false;
    for (const Target& one : report.advice.build->images)
        if (const ImageBytes* size = size_of(report, one)) {
            out += (out.empty() ? "" : ", ") + to_name(one) + " " + (size->measured ? "" : "about ") + to_size(size->bytes);
            scaled = scaled || !size->measured;
        }
    const std::string from = report.sizes_from == "kernel" ? "compiled by NVRTC " + report.measured_with : "as in the file that was named";
    return "Size: " + to_size(total(report)) + " (" + out + "), " + from + (scaled ? "; about: scaled from the nearest target." : ".");
}

}  // namespace

bool all_served(const FleetReport& report) {
    const bool next = !next_asked(report.wish) || (report.advice.build && report.advice.build->next);
    return next && std::all_of(report.advice.cards.begin(), report.advice.cards.end(), [](const FleetCard& one) { return one.served; });
}

std::string to_json(const FleetReport& report) {
    Json cards = Json::array(), next = nullptr;
    for (const FleetCard& one : report.advice.cards) {
        const Gpu& gpu = one.card.gpu;
        cards.push_back({{"asked", one.card.asked},
                         {"name", gpu.name},
                         {"gpu", to_text(gpu.capability)},
                         {"driver", gpu.driver.version},
                         {"driver_named", one.card.driver_named},
                         {"served", one.served},
                         {"how", one.served ? word_of(one.verdict.how) : "none"},
                         {"picks", one.served ? to_name(one.takes) : ""},
                         {"code", one.verdict.code},
                         {"lowest_driver", one.lowest_driver ? Json(one.lowest_driver) : Json(nullptr)},
                         {"why", one.why}});
    }
    if (next_asked(report.wish)) {
        const std::optional<Target> picks = report.advice.build ? report.advice.build->next : std::nullopt;
        next = {{"asked", report.wish.cards.next}, {"served", picks.has_value()}, {"picks", picks ? to_name(*picks) : ""}};
    }
    return printable_json(Json{{"version", report_version},
                               {"care", to_word(report.wish.care)},
                               {"served", all_served(report)},
                               {"cards", std::move(cards)},
                               {"next", std::move(next)},
                               {"build", build_json(report)},
                               {"sizes_from", report.sizes_from},
                               {"measured_with", report.measured_with},
                               {"notes", report.advice.notes}}
                              .dump(2, ' ', false, Json::error_handler_t::replace)) +
           "\n";
}

Lines fleet_lines_of(const FleetReport& report, const Style& style) {
    Lines lines;
    const FleetAdvice& advice = report.advice;
    if (advice.build) append(lines, wrap(style, head(report), "", "  "));
    else lines.push_back("No toolkit builds anything that these cards run.");
    for (std::string& line : lines) line = paint(style, Ink::strong, line);
    if (advice.build && !report.sizes_from.empty()) append(lines, wrap(style, sizes(report), "", "  "));
    lines.push_back("");
    int width = 6;
    for (const FleetCard& one : advice.cards) width = std::max(width, cells(printable_line(style, one.card.asked)));
    for (const FleetCard& one : advice.cards) {
        const Mark mark = !one.served ? Mark::refused : one.verdict.how == How::jit ? Mark::jit : Mark::ok;
        const std::string first = "  " + fill(symbol(style, mark), 3) + fill(printable_line(style, one.card.asked), width + 2) + fill(to_text(one.card.gpu.capability), 6);
        std::string text = "not served. " + one.why;
        if (one.served) {
            text = to_name(one.takes) + (one.verdict.how == How::jit ? ", translated by the driver" : ", machine code");
            if (one.lowest_driver) text += "; driver " + std::to_string(one.lowest_driver) + " or newer";
        }
        append(lines, wrap(style, text, first, std::string(static_cast<std::size_t>(cells(first)), ' ')));
    }
    if (next_asked(report.wish)) {
        const bool served = advice.build && advice.build->next;
        const std::string first = "  " + fill(symbol(style, served ? Mark::jit : Mark::refused), 3) + fill("later", width + 2) + fill("", 6);
        append(lines, wrap(style, served ? to_name(*advice.build->next) + ", translated by the driver of a card yet to come" : "not served: no PTX is low enough for it.", first,
                           std::string(static_cast<std::size_t>(cells(first)), ' ')));
    }
    if (!report.lines.empty()) lines.push_back("");
    for (const FleetLine& one : report.lines) {
        if (one.texts.empty()) {
            append(lines, wrap(style, one.why, "  " + fill(one.tool, 20), std::string(22, ' ')));
            continue;
        }
        // Not wrapped: it is there to be copied.
        for (std::size_t i = 0; i < one.texts.size(); ++i) lines.push_back("  " + fill(i == 0 ? one.tool : "", 20) + printable_line(style, one.texts[i]));
    }
    if (!advice.notes.empty()) lines.push_back("");
    for (const std::string& note : advice.notes) append(lines, wrap(style, printable_line(style, note), "  " + fill(symbol(style, Mark::here), 3), "     "));
    return lines;
}

}  // namespace launchlab
