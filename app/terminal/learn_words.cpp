#include "terminal/learn_words.h"

#include <algorithm>
#include <cctype>

#include "core/codes.h"
#include "core/runs_here.h"
#include "terminal/findings.h"
#include "terminal/prose.h"
#include "terminal/timeline.h"

namespace launchlab {

namespace {

std::string folded(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
        if (!space) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (!out.empty() && out.back() != ' ') out += ' ';
    }
    while (!out.empty() && (out.back() == ' ' || out.back() == '.')) out.pop_back();
    return out;
}

std::string code_words(int code) { return std::to_string(code) + " " + std::string(word_of(code)); }

std::string row_name(const Request& request, int index) {
    const CallRequest& call = request.calls[static_cast<std::size_t>(index)];
    return (is_launch(call) ? launch_statement(request, index) : call.call) + (call.thread == 0 ? "" : " on host thread " + std::to_string(call.thread));
}

std::string answer_words(const Run& run, int index) {
    const CallRequest& asked = run.request.calls[static_cast<std::size_t>(index)];
    const Call* call = find_call(run, index);
    if (call && asked.call == "launch") return call->code == 0 ? "accepted" : "refused with " + std::to_string(call->code);
    if (call) return "returned " + code_words(call->code);
    if (is_launch(asked))
        if (const auto code = launch_code(run, index)) return *code == 0 ? "accepted, as the check under it says" : "refused, as the check under it says";
    return run.origin.kind == Origin::Kind::page ? "not recorded" : "not made";
}

std::string slot_words(const Run& run, int index) {
    const Call* call = find_call(run, index);
    if (!call || call->slot < 0) return "";
    if (call->slot == 0 && call->slot_before <= 0) return "";
    const std::string word = slot_word(*call);
    return "slot " + std::to_string(call->slot) + (word.empty() ? "" : ", " + word);
}

std::string gpu_words(const Run& run, int launch) {
    switch (lane(run, launch)) {
        case Lane::refused: return "nothing was queued, nothing ran.";
        case Lane::ran: return "the kernel ran.";
        case Lane::jit: return "the driver compiled the PTX, and the kernel ran.";
        case Lane::faulted: return "the kernel started, and failed.";
        case Lane::not_recorded: return "not recorded.";
        case Lane::none: return "idle, the launch was not reached.";
        case Lane::waiting:
        case Lane::open: return "the run ended before the kernel was known to end.";
    }
    return "";
}

std::string value_words(const Run& run, const Value& value) {
    if (!value.read) return value.buffer + " cannot be read: the copy failed.";
    if (value.words.empty()) return value.buffer + ": nothing was read.";
    const std::string word = value_word(run, value);
    std::string out = value.buffer + "[0] reads ";
    out += value.words[0] >= 0xFF000000u ? to_hex(value.words[0]) : std::to_string(value.words[0]);
    return out + (word.empty() ? "." : ", " + word + ".");
}

Lines numbered(const Style& style, int number, const std::string& text) {
    const std::string lead = "  " + fill_left(std::to_string(number), 2) + "  ";
    return wrap(style, text, lead, std::string(lead.size(), ' '));
}

}  // namespace

std::string letter_of(int choice) { return std::string(1, static_cast<char>('a' + choice)); }

Lines choice_lines(const std::vector<std::string>& choices, const Style& style) {
    Lines lines;
    for (std::size_t i = 0; i < choices.size(); ++i) append(lines, wrap(style, choices[i], "  " + letter_of(static_cast<int>(i)) + "  ", "     "));
    return lines;
}

std::optional<int> choice_of(std::string_view typed, const std::vector<std::string>& choices) {
    const std::string wanted = folded(typed);
    if (wanted.empty()) return std::nullopt;
    const int count = static_cast<int>(choices.size());
    if (wanted.size() == 1 && wanted[0] >= 'a' && wanted[0] < 'a' + count) return wanted[0] - 'a';
    std::optional<int> found;
    for (int i = 0; i < count; ++i) {
        const std::string own = folded(choices[static_cast<std::size_t>(i)]);
        if (own == wanted || own.substr(0, own.find(',')) == wanted) return i;
        const bool number = std::isdigit(static_cast<unsigned char>(wanted[0])) != 0;   // "2" is not short for 209
        if (number || wanted.size() < 3 || !own.starts_with(wanted)) continue;
        if (found) return std::nullopt;
        found = i;
    }
    return found;
}

std::string shown_answer(const std::string& answer) {
    if (answer == "MARK") return "MARK, the kernel's own number";
    if (answer == "SASS MARK") return "SASS MARK, the number of its machine code";
    if (answer == "PTX MARK") return "PTX MARK, the number of its PTX";
    return answer;
}

std::string question_words(const Step& step, const Ask& ask) {
    const bool names_run = ask.words.find(std::string("run ") + ask.run) != std::string::npos || ask.words.find(std::string("in ") + ask.run) != std::string::npos;
    return (names_run ? "" : std::string("Run ") + ask.run + ": ") + ask_name(step, ask) + " " + ask.words + ":";
}

std::vector<std::string> answers_of(const Ask& ask) {
    std::vector<std::string> out;
    for (const AskChoice& choice : ask.choices) out.push_back(shown_answer(choice.answer));
    return out;
}

std::vector<std::string> reasons_of(const AskChoice& choice) {
    std::vector<std::string> out;
    for (const auto& because : choice.because) out.push_back(because.text);
    return out;
}

std::string named_card(const std::string& name, Capability capability) {
    const std::string number = to_text(capability);
    return with_article(name) + (name.find(number) == std::string::npos ? ", " + number : "");
}

std::string built_words(const Request& request) {
    std::string out;
    for (const UnitRequest& unit : request.units)
        for (const ImageRequest& image : unit.images) out += (out.empty() ? "" : ", ") + image_name(image) + (image.edit.empty() ? "" : " (edited: " + image.edit + ")");
    return out;
}

std::vector<CallWords> spoken_calls(const Run& run) {
    const int count = static_cast<int>(run.request.calls.size());
    int last = -1;   // the last call that is known: what follows it was not made
    for (int i = 0; i < count; ++i)
        if (find_call(run, i)) last = i;
    std::vector<CallWords> out;
    for (int i = 0; i < count; ++i) {
        const Call* call = find_call(run, i);
        CallWords words{row_name(run.request, i), answer_words(run, i), slot_words(run, i), "", "", call ? call->code : 0};
        if (is_launch(run.request.calls[static_cast<std::size_t>(i)]) && i <= last) words.gpu = gpu_words(run, i);
        if (const Value* value = find_value(run, i)) words.value = value_words(run, *value);
        out.push_back(std::move(words));
    }
    return out;
}

std::vector<CallWords> spoken_calls_by_rule(const Step& step, char config, const Run& run) {
    const Config& of = config == 'B' ? step.b : step.a;
    std::vector<CallWords> out;
    if (of.calls != run.request.calls) return out;
    const std::vector<ExpectedCall> all = expected_calls(of, run.rule, run.request.toolkit);
    for (int i = 0; i < static_cast<int>(all.size()); ++i) {
        const ExpectedCall& one = all[static_cast<std::size_t>(i)];
        const CallRequest& call = run.request.calls[static_cast<std::size_t>(i)];
        CallWords words{row_name(run.request, i), "", "", "", "", one.code};
        words.answer = call.call != "launch" ? code_words(one.code) : one.code == 0 ? "accepted" : "refused with " + std::to_string(one.code);
        if (!one.value.empty()) words.value = call.buffer + "[0]: " + one.value + ".";
        out.push_back(std::move(words));
    }
    return out;
}

namespace {

void add_rows(Lines& lines, const std::vector<CallWords>& rows, const Style& style) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const CallWords& row = rows[i];
        append(lines, numbered(style, static_cast<int>(i) + 1, row.name + ": " + row.answer + (row.slot.empty() ? "" : "; " + row.slot) + "."));
        if (!row.gpu.empty()) append(lines, wrap(style, "GPU: " + row.gpu, "      ", "      "));
        if (!row.value.empty()) append(lines, wrap(style, row.value, "      ", "      "));
    }
}

}  // namespace

Lines spoken_run(const Run& run, char config, const Style& style) {
    const std::string built = built_words(run.request);
    Lines lines = wrap(style, "Run " + std::string(1, config) + (built.empty() ? "" : ", built for " + built) + ":", "", "  ");
    append(lines, provenance_lines(run, style));
    add_rows(lines, spoken_calls(run), style);
    append(lines, ending_lines(run, style));
    return lines;
}

Lines spoken_rule(const Step& step, char config, const Run& run, const Style& style) {
    Lines lines = wrap(style, "Run " + std::string(1, config) + ", built for " + built_words(run.request) + ". By rule, not run, for " + named_card(run.origin.gpu, run.origin.capability) + ":", "", "  ");
    add_rows(lines, spoken_calls_by_rule(step, config, run), style);
    return lines;
}

Lines spoken_predictions(const StepState& state, const Step& step, const Course& course, const std::vector<Compared>& all, const StepValues& values, const Style& style) {
    Lines lines;
    if (state.skipped) return wrap(style, "Your predictions were skipped for presenting, and are kept as skipped.", "", "");
    int same = 0, told = 0;
    for (const Compared& one : all) same += one.match == Match::same, told += one.match != Match::open;
    if (told == 0) return wrap(style, "Your predictions stay open: nothing was measured that they speak of.", "", "");
    append(lines, wrap(style, "Your predictions: " + std::to_string(same) + " of " + std::to_string(told) + " as measured.", "", ""));
    std::vector<std::string> said;
    for (const Compared& one : all) {
        if (one.match == Match::open) continue;
        const Ask& ask = step.ask[static_cast<std::size_t>(one.ask)];
        const std::string verb = ask.value ? "reads " : "returned ";
        append(lines, wrap(style, std::string("Run ") + ask.run + ", " + ask_name(step, ask) + ": you said " + one.predicted + (one.match == Match::same ? ", and it " + verb + "that." : ", it " + verb + one.measured + "."), "  - ", "    "));
        const std::string words = fill(reply(state, step, course, one), values);
        if (words.empty() || std::find(said.begin(), said.end(), words) != said.end()) continue;
        said.push_back(words);
        for (const std::string& line : prose_lines(words, {style.width - 4, style.colour, style.utf8})) lines.push_back("    " + line);
    }
    return lines;
}

}  // namespace launchlab
