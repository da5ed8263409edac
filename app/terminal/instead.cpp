#include "terminal/instead.h"

#include <algorithm>

#include "core/advice.h"
#include "core/lesson.h"
#include "terminal/findings.h"

namespace launchlab {

namespace {

// As a shell needs it.
std::string typed(const std::string& word) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

std::string to_command(const AskedRun& asked, const std::string& targets, const std::string& toolkit) {
    const RunArguments& words = asked.words;
    std::string out = "launchlab run " + typed(words.step);
    const auto option = [&](const char* name, const std::string& value) {
        if (!value.empty()) out += std::string(" ") + name + " " + typed(value);
    };
    if (words.config) out += std::string(" --run ") + *words.config;
    option("--targets", targets);
    if (asked.card_by_words)
        option("--on", to_text(asked.card.capability) + "@" + std::to_string(asked.card.driver.branch));
    else
        option("--on", words.on);
    if (words.gpu) option("--gpu", std::to_string(*words.gpu));
    option("--toolkit", toolkit.empty() ? words.toolkit : toolkit);
    option("--source", words.source);
    option("--lessons", words.lessons);
    option("--runner", words.runner);
    return out;
}

std::string names_of(const std::vector<Target>& targets) {
    std::string out;
    for (const Target& target : targets) out += (out.empty() ? "" : ",") + to_name(target);
    return out;
}

Request built_for(Request request, const std::vector<Target>& targets, const std::string& toolkit) {
    request.toolkit = toolkit;
    for (UnitRequest& unit : request.units) {
        unit.images.clear();
        for (const Target& target : targets) unit.images.push_back({.kind = target.kind, .arch = to_arch(target)});
    }
    return request;
}

// To be copied whole: a line that goes on ends as a shell wants it. Inside quotes it could not, so there it stays long.
Lines command_lines(const Style& style, const std::string& command) {
    if (command.find('\'') != std::string::npos) return {"     " + printable(style, command)};
    Style narrower = style;
    narrower.width = style.width - 2;
    Lines lines = wrap(narrower, command, "     ", "       ");
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) lines[i] += " \\";
    return lines;
}

bool images_refused(const Run& run) {
    return run.rule.code != 0 && (!measured_launch(run) || agrees(run).value_or(false));
}

}  // namespace

std::optional<Instead> what_instead(const Run& run, const AskedRun& asked) {
    if (run.request.units.empty() || run.request.units[0].images.empty() || !images_refused(run)) return std::nullopt;
    const Gpu& card = asked.card;
    const std::string cc = to_text(card.capability), driver = to_words(asked.toolkits, card.driver);
    const Toolkit* toolkit = asked.toolkit;
    Instead out;
    std::string other;
    if (!toolkit || !targets_for_card(card, *toolkit, asked.toolkits)) {
        const Toolkit* able = toolkit_for_card(card, asked.toolkits);
        if (!able) {
            out.why = "No toolkit that launchlab knows builds machine code for a " + cc + " card, or PTX that " + driver + " reads.";
            return out;
        }
        other = able->version;
        out.why = (toolkit ? "CUDA " + toolkit->version + " builds nothing for a " + cc + " card with " + driver + ". " : "") + "CUDA " + other + " does: ";
        toolkit = able;
    }
    out.targets = *targets_for_card(card, *toolkit, asked.toolkits);
    const Request request = built_for(run.request, out.targets, toolkit->version);
    const Verdict verdict = judge(request, 0, card, asked.toolkits);
    if (verdict.code != 0) {
        out.why = "No list of targets alone helps: built for " + names_of(out.targets) + ", the launch would still return " + std::to_string(verdict.code) + "." + (verdict.why == run.rule.why ? "" : " " + verdict.why);
        out.targets.clear();
        return out;
    }
    const std::string name = names_of(out.targets);
    if (out.targets.front().kind == Kind::sass)
        out.why += name + ", machine code for " + cc + ", this card's own number.";
    else
        out.why += name + ": CUDA " + toolkit->version + " builds no machine code for " + cc + ", and " + driver + " compiles the PTX " + to_text(toolkit->ptx) + " that it writes.";
    out.nvcc = nvcc_line(request, asked.file);
    const bool here = other.empty() || std::find(asked.present.begin(), asked.present.end(), other) != asked.present.end();
    if (!here && !toolkit->on_shelf) return out;
    out.command = to_command(asked, name, other);
    if (!here) out.fetch = "launchlab doctor --fetch " + other;
    return out;
}

Lines instead_lines(const Instead& instead, const Style& style) {
    Lines lines = wrap(style, "What to build instead", "", "");
    for (std::string& line : lines) line = paint(style, Ink::strong, line);
    const Mark mark = instead.targets.empty() ? Mark::trouble : Mark::here;
    append(lines, wrap(style, instead.why, "  " + fill(symbol(style, mark), 3), "     "));
    for (const std::string* command : {&instead.fetch, &instead.command, &instead.nvcc})
        if (!command->empty()) append(lines, command_lines(style, *command));
    return lines;
}

}  // namespace launchlab
