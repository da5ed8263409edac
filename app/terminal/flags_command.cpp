#include "terminal/flags_command.h"

#include <algorithm>
#include <iostream>

#include "session/course_files.h"
#include "terminal/commands.h"

namespace launchlab {
namespace {

std::string names(const std::vector<Target>& targets) {
    std::string out;
    for (const Target& one : targets) out += (out.empty() ? "" : ", ") + to_name(one);
    return out.empty() ? "none" : out;
}

// The line of the text that holds the place, and a sign under the byte.
void point_at(Lines& lines, const std::string& text, std::size_t at, const Style& style) {
    at = std::min(at, text.size());
    const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    std::size_t end = text.find('\n', at);
    if (end == std::string::npos) end = text.size();
    const std::size_t room = static_cast<std::size_t>(std::max(20, style.width - 8));
    std::size_t from = begin;
    while (at - from > room / 2) ++from;
    while (from > begin && (static_cast<unsigned char>(text[from]) & 0xC0) == 0x80) ++from;
    const std::string head = printable_line(style, text.substr(from, at - from));
    lines.push_back("  " + head + printable_line(style, text.substr(at, std::min(end - at, room - (at - from)))));
    lines.push_back("  " + std::string(static_cast<std::size_t>(cells(head)), ' ') + "^");
}

Mark mark_of(const Verdict& verdict) { return verdict.code != 0 ? Mark::refused : verdict.how == How::jit ? Mark::jit : Mark::ok; }

}  // namespace

Result<Tables> read_tables() {
    const Result<std::string> data = find_data_dir();
    if (!data) return data.error();
    const CourseFiles files = read_course_files(*data);
    const auto text = [&](const char* name) {
        const auto found = files.files.find(name);
        return found == files.files.end() ? std::string() : found->second;
    };
    Result<GpuTable> gpus = parse_gpus(text("assets/gpus.json"), "assets/gpus.json");
    if (!gpus) return gpus.error();
    Result<ToolkitTable> toolkits = parse_toolkits(text("assets/toolkits.json"), "assets/toolkits.json");
    if (!toolkits) return toolkits.error();
    return Tables{std::move(*gpus), std::move(*toolkits)};
}

Lines flags_lines(const FlagsJudged& judged, const std::string& text, const std::string& toolkit, const Style& style) {
    const FlagsAnswer& answer = judged.answer;
    Lines lines;
    const std::string head = "Read as " + answer.syntax + (toolkit.empty() ? "" : ", " + printable_line(style, toolkit.find_first_not_of("0123456789.") == std::string::npos ? "CUDA " + toolkit : toolkit));
    if (answer.error) {
        lines.push_back(paint(style, Ink::error, symbol(style, Mark::trouble) + " Refused: " + answer.error->kind + ", at byte " + std::to_string(answer.error->at)));
        point_at(lines, text, answer.error->at, style);
        append(lines, wrap(style, printable_line(style, answer.error->what), "", ""));
        lines.push_back(paint(style, Ink::quiet, head));
        return lines;
    }
    append(lines, wrap(style, (answer.images ? "Images: " + names(*answer.images) : "Targets: " + names(answer.archs) + "; whether PTX is kept is not told here"), "", "  "));
    if (!answer.images && !answer.ptx_archs.empty()) append(lines, wrap(style, "Kept as PTX: " + names(answer.ptx_archs), "", "  "));
    for (const std::string& note : answer.notes) append(lines, wrap(style, printable_line(style, note), symbol(style, Mark::statement) + " ", "  "));
    lines.push_back(paint(style, Ink::quiet, head));
    if (!judged.verdicts.empty()) lines.push_back("");
    std::size_t width = 4;
    for (const CardVerdict& one : judged.verdicts) width = std::max(width, static_cast<std::size_t>(cells(printable_line(style, one.asked))));
    for (const CardVerdict& one : judged.verdicts) {
        const Verdict& verdict = one.verdict;
        const std::string what = verdict.code != 0 ? "code " + std::to_string(verdict.code) : verdict.how == How::jit ? "runs, JIT" : "runs";
        const std::string lead = "  " + fill(symbol(style, mark_of(verdict)), 3) + fill(printable_line(style, one.asked), static_cast<int>(width)) + "  " + fill(what, 9) + "  ";
        const std::string rest = verdict.why + (one.sure ? "" : " (likely)");
        append(lines, wrap(style, rest, lead, std::string(static_cast<std::size_t>(cells(lead)), ' ')));
    }
    return lines;
}

int flags_command(const FlagsArguments& arguments, Output& out, Output& err) {
    const Result<Tables> tables = read_tables();
    if (!tables) return fail(err, tables.error());
    if (arguments.batch) {
        bool all_good = true;
        std::string answers;
        for (std::string line; std::getline(std::cin, line);) {
            if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
            bool good = false;
            answers += answer_batch_line(line, tables->gpus, tables->toolkits, good) + "\n";
            all_good = all_good && good;
            if (answers.size() > 1 << 16 || std::cin.rdbuf()->in_avail() <= 0) {
                out.print(answers);
                answers.clear();
            }
            if (out.closed()) return exit_same;
        }
        out.print(answers);
        return all_good ? exit_same : exit_error;
    }
    FlagsRequest request;
    request.question = {arguments.text, arguments.syntax, arguments.toolkit, arguments.tool, arguments.build_gpus, arguments.load, arguments.rdc};
    request.driver = arguments.driver;
    request.device_software = arguments.device_software;
    const Result<CardList> cards = read_cards(arguments.on.empty() ? "all" : arguments.on, tables->gpus, {});
    if (!cards) return fail(err, {shorten_words("--on " + cards.error().where, {arguments.on}), shorten_words(cards.error().what, {arguments.on})});
    if (!cards->next.empty()) return fail(err, {"--on " + cards->next, "no rule tells of a card that does not exist yet. Leave it out; launchlab advise reads it."});
    for (const AskedCard& one : cards->cards) request.on.push_back(one.asked);
    const Result<FlagsJudged> judged = judge_flags(request, tables->gpus, tables->toolkits);
    if (!judged) return fail(err, judged.error());
    out.print(arguments.json ? to_json_line(*judged, "", true) + "\n" : join(flags_lines(*judged, arguments.text, arguments.toolkit, out.style())));
    if (judged->answer.error) return exit_error;
    const bool all_run = std::all_of(judged->verdicts.begin(), judged->verdicts.end(), [](const CardVerdict& one) { return one.verdict.code == 0; });
    return all_run ? exit_same : exit_differs;
}

}  // namespace launchlab
