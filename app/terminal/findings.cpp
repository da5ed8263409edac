#include "terminal/findings.h"

#include <algorithm>

#include "core/codes.h"
#include "terminal/timeline.h"

namespace launchlab {

namespace {

std::string code_words(int code) { return std::to_string(code) + " " + std::string(word_of(code)); }

Lines marked(const Style& style, Ink ink, Mark mark, const std::string& text, const std::string& indent = "  ") {
    Lines lines = wrap(style, text, indent + fill(symbol(style, mark), 3), indent + "   ");
    for (std::string& line : lines) line = paint(style, ink, line);
    return lines;
}

std::optional<int> first_launch(const Request& request) {
    for (std::size_t i = 0; i < request.calls.size(); ++i)
        if (is_launch(request.calls[i])) return static_cast<int>(i);
    return std::nullopt;
}

std::string sure_word(Sure sure) {
    switch (sure) {
        case Sure::measured: return "the rule is measured";
        case Sure::documented: return "the rule is documented";
        case Sure::likely: return "the rule is likely, not proved";
    }
    return {};
}

void quote(Lines& lines, const Style& style, std::string_view text) {  // kept line by line, so that carets stay in place
    const std::string safe = printable(style, text);
    for (std::size_t at = 0; at < safe.size();) {
        const std::size_t end = std::min(safe.find('\n', at), safe.size());
        if (const std::string line = safe.substr(at, end - at); cells(line) + 4 <= style.width)
            lines.push_back("    " + line);
        else
            append(lines, wrap(style, line, "    ", "      "));
        at = end + 1;
    }
}

}  // namespace

std::string image_name(const ImageRequest& image) {
    const char* prefix = image.kind == Kind::ptx ? "compute_" : image.kind == Kind::lto ? "lto_" : "sm_";
    return prefix + image.arch;
}

std::optional<int> measured_launch(const Run& run) {
    const auto launch = first_launch(run.request);
    return launch ? launch_code(run, *launch) : std::nullopt;
}

Lines provenance_lines(const Run& run, const Style& style) {
    const Origin& origin = run.origin;
    const std::string dot = separator(style);
    std::string text;
    Mark mark = Mark::recorded;
    Ink ink = Ink::quiet;
    if (origin.kind == Origin::Kind::live) {
        mark = Mark::now;
        ink = Ink::accent;
        text = "Measured now" + (origin.date.empty() ? "" : ", " + origin.date);
    } else {
        text = "Recorded" + (origin.date.empty() ? "" : " " + origin.date);
        if (origin.kind == Origin::Kind::page) text += ", from a published page";
    }
    if (!origin.gpu.empty()) text += dot + origin.gpu + ", " + to_text(origin.capability);
    if (!origin.driver.empty()) text += dot + "driver " + origin.driver;
    if (!origin.runtime.empty()) text += dot + "CUDA " + origin.runtime;
    if (!origin.nvrtc.empty()) text += dot + "NVRTC " + origin.nvrtc;
    Lines lines = marked(style, ink, mark, text, "");
    if (!origin.note.empty()) append(lines, wrap(style, origin.note, "   ", "   "));
    return lines;
}

Lines outcome_lines(const Run& run, const Style& style) {
    const auto launch = first_launch(run.request);
    if (!launch || !run.done) return {};
    const auto code = launch_code(run, *launch);
    if (!code) return {};
    const auto check = check_under(run.request, *launch);
    std::optional<int> sync;
    for (int i = *launch + 1; i < static_cast<int>(run.request.calls.size()) && !sync; ++i)
        if (run.request.calls[static_cast<std::size_t>(i)].call == "cudaDeviceSynchronize")
            if (const Call* call = find_call(run, i)) sync = call->code;
    std::string text;
    switch (lane(run, *launch)) {
        case Lane::refused:
            text = "Nothing ran. ";
            text += check ? "The check under the launch says " + std::to_string(*code) + "."
                          : "The launch was refused with " + std::to_string(*code) + ", and no call under it asked.";
            if (sync == 0)
                text += " The sync says 0: it had nothing to wait for.";
            else if (sync)
                text += " The sync says " + std::to_string(*sync) + ".";
            return marked(style, Ink::strong, Mark::statement, text);
        case Lane::ran:
        case Lane::jit: {
            std::string proof;
            for (const Value& value : run.values) {
                const std::string word = value_word(run, value);
                if (word.starts_with("marker")) proof = " " + value.buffer + " holds the " + word + ".";
                if (word == "untouched") proof = " Yet " + value.buffer + " is untouched.";
            }
            text = "The kernel ran. The launch was accepted" + std::string(sync == 0 ? ", the sync says 0." : ".") + proof;
            return marked(style, Ink::strong, lane(run, *launch) == Lane::jit ? Mark::jit : Mark::ok, text);
        }
        case Lane::faulted:
            text = "The kernel started and failed. The launch says " + std::to_string(*code) + ".";
            if (sync) text += " The sync says " + std::to_string(*sync) + ".";
            return marked(style, Ink::strong, Mark::fault, text);
        default: return {};
    }
}

Lines image_lines(const Request& request, const Verdict& rule, const std::vector<Taken>& taken, const Style& style) {
    Lines lines;
    for (std::size_t u = 0; u < request.units.size(); ++u) {
        const auto& images = request.units[u].images;
        std::string title = "Images offered";
        if (request.units.size() > 1) title += ", unit " + std::to_string(u) + " (" + request.units[u].entry + ")";
        lines.push_back(paint(style, Ink::strong, printable_line(style, title)));
        for (std::size_t i = 0; i < images.size(); ++i) {
            std::optional<bool> measured;
            for (const Taken& one : taken)
                if (one.unit == static_cast<int>(u) && one.image >= 0) measured = one.image == static_cast<int>(i);
            const bool known = u == 0 && i < rule.reasons.size();
            const bool is_taken = measured.value_or(known && rule.reasons[i].taken);
            const bool jit = is_taken && images[i].kind == Kind::ptx;
            std::string text = image_name(images[i]) + " " + std::string(to_label(images[i].kind));
            if (!images[i].edit.empty()) text += ", broken on purpose (" + images[i].edit + ")";
            text += is_taken ? jit ? ": taken, compiled by the driver." : ": taken." : ": not taken.";
            if (known) text += " " + rule.reasons[i].text;
            if (measured && known && *measured != rule.reasons[i].taken) text += " The rule says otherwise.";
            append(lines, marked(style, is_taken ? (jit ? Ink::jit : Ink::ok) : Ink::error,
                                 is_taken ? (jit ? Mark::jit : Mark::ok) : Mark::refused, text));
        }
    }
    return lines;
}

Lines rule_lines(const Run& run, const Style& style) {
    const auto measured = measured_launch(run);
    const auto same = agrees(run);
    const std::string word = run.origin.kind == Origin::Kind::live ? "measured" : "recorded";
    if (!measured || !same) {
        std::string text = "rule " + code_words(run.rule.code) + "; ";
        if (!first_launch(run.request))
            return marked(style, Ink::quiet, Mark::rule, text + "this program launches nothing, so there is nothing to compare.");
        text += "the launch ";
        text +=
            measured ? "returned " + code_words(*measured) + ", which is not about images: nothing to compare." : "was not " + word + ".";
        return marked(style, Ink::quiet, Mark::rule, text);
    }
    if (*same) {
        Lines lines =
            marked(style, Ink::ok, Mark::ok, "rule " + std::to_string(run.rule.code) + " = " + word + " " + code_words(*measured));
        if (!run.rule.why.empty()) append(lines, wrap(style, run.rule.why, "     ", "     "));
        return lines;
    }
    std::string text = "RULE AND MEASUREMENT DIFFER: rule " + code_words(run.rule.code) + ", " + word + " " + code_words(*measured) + ".";
    if (*measured == run.rule.code) text += " Another image was taken than the rule says.";
    text += " What was " + word + " is what happened; the rule is wrong or this machine is special (" + sure_word(run.rule.sure) +
            "). Please report the output of the same command with --json.";
    Lines lines = marked(style, Ink::amber, Mark::untouched, text);
    if (!run.rule.why.empty()) append(lines, wrap(style, "The rule: " + run.rule.why, "     ", "     "));
    return lines;
}

Lines rule_only_lines(const Verdict& rule, const Gpu& card, bool launches, const Style& style) {
    std::string text = "By rule, not run: on " + (card.name.empty() ? "a " + to_text(card.capability) + " card" : card.name);
    if (card.name.find(to_text(card.capability)) == std::string::npos) text += " (" + to_text(card.capability) + ")";
    if (!card.driver.version.empty()) text += " with driver " + card.driver.version;
    const std::string launch = launches ? " the launch is " : " (this program launches nothing) a launch would be ";
    text += launch + (rule.code == 0 ? "accepted, code 0." : "refused with " + code_words(rule.code) + ".");
    Lines lines = marked(style, rule.code == 0 ? Ink::plain : Ink::error, Mark::rule, text, "");
    if (!rule.why.empty()) append(lines, wrap(style, rule.why + " (" + sure_word(rule.sure) + ")", "   ", "   "));
    return lines;
}

Lines compiled_lines(const Run& run, const Style& style) {
    Lines lines;
    for (const Compiled& compiled : run.compiled) {
        ImageRequest image;
        image.kind = compiled.kind;
        image.arch = compiled.arch;
        const std::string name = image_name(image);
        if (compiled.code == 0) {
            std::string text = name + " compiled by NVRTC: " + to_size(compiled.size);
            if (!compiled.ptx_version.empty()) text += ", PTX " + compiled.ptx_version;
            text += ", " + to_duration(style, compiled.us) + (compiled.cached ? " (kept from an earlier run)" : "");
            append(lines, marked(style, Ink::plain, Mark::ok, text));
        } else {
            append(lines, marked(style, Ink::error, Mark::refused,
                                 name + " refused by NVRTC: " + compiled.name + " (" + std::to_string(compiled.code) + ")"));
        }
        if (!compiled.log.empty()) quote(lines, style, compiled.log);
    }
    if (!lines.empty()) lines.insert(lines.begin(), paint(style, Ink::strong, "Compiled"));
    return lines;
}

Lines log_lines(const Run& run, const Style& style) {
    struct Source {
        const char* from;
        const char* title;
    };
    static constexpr Source sources[] = {
        {"driver", "The driver's own words"}, {"output", "Printed by the program"}, {"runner", "The runner says"}, {"nvrtc", "NVRTC says"}};
    Lines lines;
    for (const Source& source : sources) {
        Lines said;
        for (const Log& log : run.logs)
            if (log.from == source.from) quote(said, style, log.from == "driver" ? driver_sentence(log) : log.text);
        if (said.empty()) continue;
        lines.push_back(paint(style, Ink::strong, source.title));
        append(lines, said);
    }
    if (run.log_bytes_left_out > 0) lines.push_back("    " + to_size(run.log_bytes_left_out) + " of logs are left out.");
    return lines;
}

Lines ending_lines(const Run& run, const Style& style) {
    if (!run.done || run.done->how == "finished") return {};
    const Ended& done = *run.done;
    std::string title = "The run ended early";
    if (done.how == "compile") title = "The kernel did not compile, so nothing was launched";
    if (done.how == "refused") title = "The runner refused the request";
    if (done.how == "cancelled") title = "The run was cancelled";
    if (done.how == "limit") title = "The run was stopped by its time limit";
    if (done.how == "lost") title = "The runner went away";
    std::string text = title + (done.text.empty() ? "." : ": " + done.text);
    if (done.signal != 0 && done.text.empty()) text += " Signal " + std::to_string(done.signal) + ".";
    return marked(style, Ink::amber, Mark::trouble, text, "");
}

Lines after_timeline(const Run& run, const Style& style) {
    Lines lines;
    const auto part = [&](const Lines& more) {
        if (more.empty()) return;
        if (!lines.empty()) lines.push_back("");
        append(lines, more);
    };
    part(ending_lines(run, style));
    part(outcome_lines(run, style));
    if (!run.request.units.empty()) {
        Lines images = image_lines(run.request, run.rule, run.taken, style);
        append(images, rule_lines(run, style));
        part(images);
    }
    part(log_lines(run, style));
    part(compiled_lines(run, style));
    return lines;
}

Lines run_lines(const Run& run, const Style& style) {
    Lines lines = timeline_lines(run, style);
    if (!lines.empty()) lines.push_back("");
    append(lines, after_timeline(run, style));
    return lines;
}

}  // namespace launchlab
