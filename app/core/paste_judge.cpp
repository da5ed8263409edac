#include "core/paste_judge.h"

#include <algorithm>

#include "core/codes.h"

namespace launchlab {
namespace {

// The longer words at one place: "cudnn_status_arch_mismatch" against "cudnn_status_".
bool says_more(const PatternSeen& one, const PatternSeen& other) {
    return one.place.line == other.place.line && one.place.begin == other.place.begin && one.place.end > other.place.end;
}

void judge_program_text(const CodeSeen& code, Judged& out) {
    set_cause(out.answer, code.code == 209 ? "no_matching_image" : "other_error", false, {"unknown"});
    out.answer.why = "This is program text that mentions the name; the text shows no call that failed.";
}

}  // namespace

Judged judge(const PasteReading& reading, const ToolkitTable& toolkits) {
    Judged out;
    PasteAnswer& answer = out.answer;
    out.list = choose_list(reading);
    out.gpu = choose_gpu(reading, out.list);

    // Real codes in order; probes, echoes of a clean-up and program text are none.
    const CodeSeen* real = nullptr;
    const CodeSeen* probe = nullptr;
    const CodeSeen* source = nullptr;
    Probe how = Probe::none;
    int rank = 0;
    for (const CodeSeen& code : reading.codes) {
        if (code.source) {
            if (!source) source = &code;
            continue;
        }
        const Probe seen = probe_of(reading, code);
        if (seen != Probe::none) {
            if (!probe) probe = &code, how = seen;
            continue;
        }
        const int here = code.weak ? 1 : is_soft(code.code) ? 2 : line_has(reading, code.place.line, "cleanup") ? 3 : 4;
        if (here > rank) real = &code, rank = here;
    }

    const PatternSeen* vendor = reading.first("vendor");
    const bool nvidia = std::any_of(reading.gpus.begin(), reading.gpus.end(), [](const CardRead& gpu) { return !gpu.name.empty(); });
    if (vendor && (vendor->pattern->id == "hip-error" || vendor->pattern->id == "other-makers" ||
                   (!nvidia && (real || reading.lines[vendor->place.line].low.find("error") != std::string::npos)))) {
        judge_message(*vendor, reading, toolkits, out);
        out.gpu = nullptr;
        out.list = nullptr;
        return out;
    }

    const PatternSeen* build = nullptr;
    for (const PatternSeen& seen : reading.patterns) {
        if (seen.pattern->role != "build" && seen.pattern->role != "link") continue;
        const bool warning = !seen.pattern->sure || reading.lines[seen.place.line].low.find("warning") != std::string::npos;
        if (real && !real->weak && (warning || real->place < seen.place)) continue;
        if (!build || (!build->pattern->sure && (seen.pattern->sure || says_more(seen, *build)))) build = &seen;
        if (!build->pattern->sure) continue;  // a firmer message may follow
        // Of one refusal the line that names the target says most.
        if (seen.pattern->id == "nvrtc-option" && reading.by_id("nvrtc-arch")) build = reading.by_id("nvrtc-arch");
        if (const PatternSeen* suffix = reading.by_id("nvrtc-suffix")) build = suffix;
        break;
    }
    if (build) {
        judge_message(*build, reading, toolkits, out);
        if (!out.list || (out.list->whose != "toolchain" && out.list->whose != "lto")) out.list = nullptr;
        return out;
    }

    const PatternSeen* guard = reading.first("guard");
    if (real && !(guard && real->place < guard->place)) {
        CodeSeen code = *real;
        if (!code.by_text && !code.by_name && !code.old_number) {
            const int likely = likely_meaning(code.number);
            if (likely != code.number) code.code = likely;
        }
        out.code = real;
        out.proof.push_back(real->place);
        answer.code = code.code;
        answer.symbol = std::string(find_code(code.code)->name);
        if (guard) {
            judge_message(*guard, reading, toolkits, out);
            return out;
        }
        judge_code(reading, toolkits, code, out);
        const PatternSeen* goes_on = reading.first("goes-on");
        const PatternSeen* good = reading.first("result-ok");
        if (code.code == 209 && goes_on && good && goes_on->place < real->place && real->place < good->place) {
            set_cause(answer, "harmless_probe", false, {"no_matching_image"});
            answer.why = "A query failed earlier and left its code in the slot; the launch after it is blamed, yet its result is right.";
            out.proof.push_back(goes_on->place);
            out.proof.push_back(good->place);
        }
        return out;
    }
    if (guard) {
        judge_message(*guard, reading, toolkits, out);
        return out;
    }
    if (probe) {
        out.code = probe;
        out.proof.push_back(probe->place);
        answer.code = probe->code;
        answer.symbol = std::string(find_code(probe->code)->name);
        set_cause(answer, "harmless_probe", how == Probe::library || is_soft(probe->code));
        if (!answer.sure) answer.alternatives = {"no_matching_image"};
        answer.why = "A query was answered with this code and the program went on: a library asks for kernels that it may not have. It is not the fault that is looked for.";
        if (const PatternSeen* seen = reading.first("library")) out.proof.push_back(seen->place);
        return out;
    }
    for (std::string_view role : {"check", "setup", "ptx", "other", "harmless"}) {
        const PatternSeen* seen = nullptr;
        for (const PatternSeen& one : reading.patterns)  // the one with a rule says most
            if (one.pattern->role == role && (!seen || (seen->pattern->rule.empty() && !one.pattern->rule.empty()) || (seen->pattern->rule.empty() && says_more(one, *seen)))) seen = &one;
        if (!seen) continue;
        judge_message(*seen, reading, toolkits, out);
        return out;
    }
    if (source) {
        out.code = source;
        out.proof.push_back(source->place);
        answer.code = source->code;
        answer.symbol = std::string(find_code(source->code)->name);
        judge_program_text(*source, out);
        return out;
    }
    set_cause(answer, "unknown", true);
    answer.why = "No CUDA error can be read from this text.";
    out.gpu = nullptr;
    out.list = nullptr;
    return out;
}

}  // namespace launchlab
