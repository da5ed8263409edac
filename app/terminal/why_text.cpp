#include <algorithm>

#include "core/codes.h"
#include "terminal/device_report.h"
#include "terminal/other_card.h"

namespace launchlab {
namespace {

constexpr std::size_t most_rows = 12;

void head(Lines& lines, const Style& style, const std::string& title) {
    lines.push_back("");
    lines.push_back(paint(style, Ink::strong, title));
}

void append_images(Lines& lines, const DeviceVerdict& judged, const Style& style) {
    head(lines, style, "Images against the card");
    const std::vector<std::size_t> shown = told_rows(judged, most_rows);
    int name = 10, facts = 0;
    for (const std::size_t i : shown) {
        name = std::max(name, cells(to_name(judged.rows[i].target)));
        facts = std::max(facts, cells(facts_of(judged.rows[i])));
    }
    for (const std::size_t i : shown) {
        const OfferedRow& row = judged.rows[i];
        const Reason& reason = judged.verdict.reasons[i];
        const bool good = reason.taken && judged.verdict.code == 0;
        const Mark mark = good ? (judged.verdict.how == How::jit ? Mark::jit : Mark::ok) : reason.fits && !reason.taken ? Mark::here : Mark::refused;
        const std::string first = "  " + fill(symbol(style, mark), 3) + fill(std::string(to_label(row.target.kind)), 6) + fill(to_name(row.target), name + 2) + fill(facts_of(row), facts + 2);
        append(lines, wrap(style, reason.text, first, std::string(static_cast<std::size_t>(11), ' ')));
    }
    if (shown.size() < judged.rows.size()) lines.push_back("     and " + std::to_string(judged.rows.size() - shown.size()) + " other targets, none of which fits");
    if (std::none_of(judged.rows.begin(), judged.rows.end(), [](const OfferedRow& row) { return row.target.kind == Kind::ptx; }) && judged.verdict.code != 0)
        append(lines, wrap(style, "nothing that the driver could translate", "  " + fill(symbol(style, Mark::refused), 3) + fill("PTX", 6) + fill("none", name + 2), std::string(11, ' ')));
}

void append_command(Lines& lines, const std::string& command, const Style& style) {
    lines.push_back("");
    lines.push_back("    " + paint(style, Ink::accent, printable(style, command)));
    lines.push_back("");
}

void append_run(Lines& lines, const RunFound& run, const Style& style) {
    std::string words;
    for (const std::string& word : run.command) words += (words.empty() ? "" : " ") + in_shell(word);
    const Code* known = find_code(run.code);
    std::string text = printable(style, words);
    if (run.code != 0)
        text += ": the driver refused " + printable(style, run.call) + " with " + std::to_string(run.code) + (known ? ", " + std::string(known->text) + "." : ".") +
                " It is the first call that it refused.";
    else if (!run.log)
        text += ": this driver writes no log (that begins with branch 575), so no refused call can be told.";
    else
        text += ": the driver refused no call.";
    if (run.signal != 0) text += " The program was ended by signal " + std::to_string(run.signal) + ".";
    else text += " The program ended with " + std::to_string(run.exit) + ".";
    const Mark mark = run.code != 0 ? Mark::refused : run.log ? Mark::ok : Mark::trouble;
    append(lines, wrap(style, text, fill(symbol(style, mark), 3), "   "));
    for (const std::string& line : run.lines) append(lines, wrap(style, printable(style, line), "     ", "       "));
}

std::string card_words(const WhyReport& report, const ToolkitTable& toolkits) {
    if (!report.card) return "none";
    const Gpu& card = *report.card;
    const std::string driver = card.driver.branch == 0 ? "no driver" : to_words(toolkits, card.driver);
    return card.name + ", " + to_text(card.capability) + ", " + driver + (report.card_here ? " (asked from the driver now)" : report.driver_assumed ? " (assumed)" : " (named with --on)");
}

}  // namespace

Lines why_lines(const WhyReport& report, const ToolkitTable& toolkits, const Style& style) {
    Lines lines;
    if (report.run) append_run(lines, *report.run, style);
    if (report.run && report.answer) lines.push_back("");
    if (!report.card) {
        std::string text = "No GPU here.";
        for (const std::string& sentence : report.missing) text += " " + sentence;
        append(lines, wrap(style, printable(style, text), fill(symbol(style, Mark::trouble), 3), "   "));
    }
    if (!report.answer || !report.file) return lines;
    const DeviceFile& file = *report.file;
    const DeviceAnswer& answer = *report.answer;
    Lines title = wrap(style, printable(style, file.path) + " " + answer.title, "", "  ");
    for (std::string& line : title) line = paint(style, Ink::strong, line);
    append(lines, title);
    const Mark mark = !report.card ? Mark::rule : !answer.runs ? Mark::refused : answer.in_part ? Mark::trouble : Mark::ok;
    append(lines, wrap(style, answer.happens, fill(symbol(style, mark), 3), "   "));

    if (answer.verdict) append_images(lines, *answer.verdict, style);
    Lines table = inspect_lines({.file = report.file}, style);
    head(lines, style, "What it holds");
    append(lines, Lines(table.begin() + 1, table.end()));

    if (!answer.mend.command.empty() || !answer.mend.why.empty()) {
        head(lines, style, report.card ? "Mend it" : "Next");
        if (!answer.mend.command.empty()) append_command(lines, answer.mend.command, style);
        append(lines, wrap(style, printable(style, answer.mend.why), "  ", "  "));
    }
    head(lines, style, "How sure");
    append(lines, wrap(style, "headers and small images, read, not run", "  File  ", "        "));
    append(lines, wrap(style, printable(style, card_words(report, toolkits)) + (report.cards > 1 ? ", the first of " + std::to_string(report.cards) + " cards" : ""), "  Card  ", "        "));
    if (answer.verdict) {
        const Sure sure = answer.verdict->verdict.sure;
        append(lines, wrap(style, std::string("by rule, not run; ") + (sure == Sure::measured ? "the rule was measured on such a card" : sure == Sure::documented ? "the rule is documented" : "the rule is likely"), "  Rule  ", "        "));
    }
    for (const std::string& sentence : answer.could_differ) append(lines, wrap(style, printable(style, sentence), "  " + fill(symbol(style, Mark::here), 3), "     "));
    return lines;
}

}  // namespace launchlab
