#include "terminal/sweep_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

namespace launchlab {
namespace {

using Json = nlohmann::ordered_json;

struct Count {
    std::string name;
    int sets = 0, differ = 0;
};

// The ten classes first, whether met or not, then any other code.
std::vector<Count> counts_of(const SweepReport& report) {
    std::vector<Count> out;
    for (const std::string& name : verdict_classes()) out.push_back({name});
    for (const SweepRow& row : report.sweep.rows)
        for (const std::string& name : classes_of(row.set, row.rule, report.card)) {
            auto count = std::find_if(out.begin(), out.end(), [&](const Count& one) { return one.name == name; });
            if (count == out.end()) count = out.insert(out.end(), {name});
            ++count->sets;
            count->differ += row.differs();
        }
    return out;
}

int differing(const SweepReport& report) {
    return static_cast<int>(std::count_if(report.sweep.rows.begin(), report.sweep.rows.end(), [](const SweepRow& row) { return row.differs(); }));
}

std::string image_words(const SweepRow& row, int image) {
    if (image < 0) return "no image";
    const std::string name = to_name(row.set.images[static_cast<std::size_t>(image)].target);
    return row.set.images.size() == 1 ? name : name + " (image " + std::to_string(image + 1) + ")";
}

std::string rule_words(const SweepRow& row) {
    if (row.rule.code != 0) return std::to_string(row.rule.code);
    return (row.rule.how == How::jit ? "JIT of " : "runs ") + image_words(row, row.rule.taken);
}

std::string measured_words(const SweepRow& row) {
    if (!row.measured) return "not measured";
    const SweepOutcome& is = *row.measured;
    std::string out = is.code != 0 ? std::to_string(is.code) : is.taken < 0 ? "0" : image_words(row, is.taken);
    if (is.code == 0 && is.taken >= 0) out = (row.set.images[static_cast<std::size_t>(is.taken)].target.kind == Kind::ptx ? "JIT of " : "runs ") + out;
    if (is.sync != 0) out += ", sync " + std::to_string(is.sync);
    const bool odd_value = is.code == 0 ? is.value != "written" : is.value != "untouched";
    if (odd_value) out += ", value " + is.value;
    return out;
}

std::string milliseconds(std::int64_t us) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", static_cast<double>(us) / 1000.0);
    return text;
}

std::string head_words(const SweepHead& head) {
    return head.gpu + " (" + to_text(head.capability) + "), driver " + head.driver + ", CUDA " + head.toolkit + " (NVRTC " + head.nvrtc + ", runtime " + head.runtime + ")";
}

std::string compile_words(const SweepReport& report, const Style& style) {
    const SweepCompile& compile = report.compile;
    return "Compiled " + std::to_string(compile.images) + " images for " + std::to_string(compile.targets) + " targets in " + to_duration(style, compile.wall_us) +
           "; NVRTC's own times add up to " + to_duration(style, compile.nvrtc_us) + ".";
}

std::string run_words(const SweepReport& report, const Style& style) {
    return std::to_string(report.sweep.rows.size()) + " sets in " + std::to_string(report.children) + (report.children == 1 ? " child, " : " children, ") + to_duration(style, report.wall_us) + ".";
}

std::string verdict_words(const SweepReport& report) {
    const int differ = differing(report), all = static_cast<int>(report.sweep.rows.size());
    if (differ == 0) return "All " + std::to_string(all) + " sets gave what the rule says.";
    return std::to_string(differ) + " of " + std::to_string(all) + (differ == 1 ? " sets differs from the rule." : " sets differ from the rule.");
}

}  // namespace

Lines sweep_lines(const SweepReport& report, const Style& style) {
    Lines lines;
    const bool good = differing(report) == 0;
    for (const std::string& line : wrap(style, verdict_words(report), fill(symbol(style, good ? Mark::ok : Mark::trouble), 3), "   "))
        lines.push_back(paint(style, good ? Ink::ok : Ink::amber, line));
    append(lines, wrap(style, head_words(report.sweep.head), "   ", "   "));
    for (std::size_t i = 0; i < report.sweep.rows.size(); ++i) {
        const SweepRow& row = report.sweep.rows[i];
        if (!row.differs()) continue;
        lines.push_back("");
        append(lines, wrap(style, to_text(row.set), fill(symbol(style, Mark::trouble), 3), "   "));
        append(lines, wrap(style, rule_words(row) + ". " + row.rule.why, "     rule      ", "               "));
        append(lines, wrap(style, measured_words(row) + (row.not_measured.empty() ? "" : ": " + row.not_measured), "     measured  ", "               "));
        if (row.measured && !row.measured->log.empty()) append(lines, wrap(style, row.measured->log, "     driver    ", "               "));
        if (!report.alone[i].empty()) append(lines, wrap(style, report.alone[i], "     alone     ", "               "));
    }
    lines.push_back("");
    lines.push_back(paint(style, Ink::quiet, "   class     sets   as the rule   differ"));
    for (const Count& count : counts_of(report))
        lines.push_back("   " + fill(count.name, 8) + fill_left(std::to_string(count.sets), 6) + fill_left(std::to_string(count.sets - count.differ), 14) +
                        fill_left(std::to_string(count.differ), 9));
    append(lines, wrap(style, "A set may stand in more than one class: tie and suffix say what was among its images.", "   ", "   "));
    lines.push_back("");
    append(lines, wrap(style, compile_words(report, style), "   ", "   "));
    append(lines, wrap(style, run_words(report, style), "   ", "   "));
    return lines;
}

std::string to_markdown(const SweepReport& report) {
    const Style plain{80, false, false};
    const SweepHead& head = report.sweep.head;
    std::ostringstream out;
    out << "# Sweep of " << head.gpu << ", " << head.date << "\n\n" << head_words(head) << ".\n\n"
        << verdict_words(report) << " " << compile_words(report, plain) << " " << run_words(report, plain)
        << "\n\nA set is a fat binary with these images in this order. `edited(IMAGE, HOW)` is broken on purpose (version, syntax, cut, label), `bare(IMAGE)` is handed over without a "
           "container, a variable is set in the environment of a child of its own. Written by `launchlab sweep`.\n\n| class | sets | as the rule | differ |\n|---|---|---|---|\n";
    for (const Count& count : counts_of(report)) out << "| " << count.name << " | " << count.sets << " | " << count.sets - count.differ << " | " << count.differ << " |\n";
    for (const bool differs : {true, false}) {
        if (differs && differing(report) == 0) continue;
        out << (differs ? "\n## Sets that differ from the rule\n" : "\n## Sets that gave what the rule says\n") << "\n| images | rule | measured | launch ms | why |\n|---|---|---|---|---|\n";
        for (std::size_t i = 0; i < report.sweep.rows.size(); ++i) {
            const SweepRow& row = report.sweep.rows[i];
            if (row.differs() != differs) continue;
            out << "| " << to_text(row.set) << " | " << rule_words(row) << " | " << measured_words(row) << " | " << (row.measured ? milliseconds(row.measured->us) : "-") << " | " << row.rule.why
                << (row.not_measured.empty() ? "" : " " + row.not_measured) << (report.alone[i].empty() ? "" : " " + report.alone[i]) << " |\n";
        }
    }
    return out.str();
}

std::string to_json(const SweepReport& report) {
    Json out;
    out["version"] = 1;
    std::istringstream lines(to_lines(report.sweep));
    std::string line;
    std::getline(lines, line);
    out["card"] = Json::parse(line);
    out["card"].erase("sweep");
    out["sets"] = report.sweep.rows.size();
    out["differ"] = differing(report);
    out["classes"] = Json::object();
    for (const Count& count : counts_of(report)) out["classes"][count.name] = {{"sets", count.sets}, {"differ", count.differ}};
    out["compile"] = {{"images", report.compile.images}, {"targets", report.compile.targets}, {"us", report.compile.wall_us}, {"nvrtc_us", report.compile.nvrtc_us}};
    out["children"] = report.children;
    out["us"] = report.wall_us;
    out["rows"] = Json::array();
    for (std::size_t i = 0; std::getline(lines, line); ++i) {
        out["rows"].push_back(Json::parse(line));
        if (!report.alone[i].empty()) out["rows"].back()["alone"] = report.alone[i];
    }
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace launchlab
