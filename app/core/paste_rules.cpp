// Verdicts on what is no CUDA code: checks of packages, build and link errors, set-up.
#include <algorithm>

#include "core/fit.h"
#include "core/paste_judge.h"
#include "core/paste_windows.h"

namespace launchlab {
namespace {

const Hole* hole(const PasteReading& reading, std::string_view name) {
    for (const PatternSeen& seen : reading.patterns)
        if (const auto found = seen.holes.find(std::string(name)); found != seen.holes.end()) return &found->second;
    return nullptr;
}
std::optional<Capability> capability(const PasteReading& reading, std::string_view name) {
    const Hole* found = hole(reading, name);
    if (!found || found->archs.empty()) return std::nullopt;
    return found->archs.front().target.number;
}

// "5350": two targets that a script glued together.
std::vector<std::string> pieces_of(std::string_view digits) {
    std::vector<std::string> out;
    if (digits.size() < 4 || digits.find_first_not_of("0123456789") != digits.npos) return out;
    while (!digits.empty()) {
        std::size_t taken = 0;
        for (std::size_t length : {2u, 3u}) {
            if (digits.size() < length || digits.size() - length == 1) continue;
            const auto one = read_arch(digits.substr(0, length), 0);
            if (one && one->target.number.major * 10 + one->target.number.minor >= 20 && (length == 2 || digits[0] == '1')) {
                out.push_back(to_text(one->target.number));
                taken = length;
                break;
            }
        }
        if (taken == 0) return {};
        digits.remove_prefix(taken);
    }
    return out;
}

// A target that a compiler refuses: too new for it, gone from it, or no target at all.
void judge_target(const std::string& written, const std::string& version, const ToolkitTable& toolkits, bool needs_prefix, Judged& out) {
    PasteAnswer& answer = out.answer;
    const auto arch = read_arch(written, 0);
    const bool whole = arch && arch->begin == 0 && arch->end == written.size() && !(needs_prefix && written.find_first_of(".+") != written.npos);
    if (!whole || (needs_prefix && !arch->named)) {
        std::string digits = written;
        for (std::string_view word : {"compute_", "sm_"})
            if (digits.starts_with(word)) digits.erase(0, word.size());
        if (std::vector<std::string> pieces = pieces_of(digits); !pieces.empty()) {
            answer.notes.push_back("Two or more targets are glued together: a separator is missing in the list.");
            add_fact(answer, "pieces", std::move(pieces), true);
        }
        set_cause(answer, "compile_time_bad_value", true);
        answer.why += " \"" + written + "\" names no architecture, so no other toolkit will take it either.";
        return;
    }
    Target target = arch->target;
    target.kind = Kind::sass;
    const Window window = window_of(toolkits, target);
    if (!window.known) {
        set_cause(answer, "compile_time_bad_value", true);
        answer.why += " No toolkit knows " + to_dotted(target) + ".";
        return;
    }
    add_fact(answer, "arch", {to_dotted(target)});
    if (!window.first.empty()) add_fact(answer, "first_toolkit", {window.first});
    if (!window.last.empty()) add_fact(answer, "last_toolkit", {window.last});
    const bool before = !version.empty() && compare_versions(version, window.first) < 0;
    const bool after = !version.empty() && !window.last.empty() && compare_versions(version, window.last) > 0;
    if (!window.renamed_to.empty()) {
        add_fact(answer, "renamed_to", {window.renamed_to});
        answer.notes.push_back("10.1 is called 11.0 since CUDA 13.0: the same chip, sm_110.");
        if (before || after) set_cause(answer, before ? "compile_time_unsupported_arch" : "compile_time_dropped_arch", true);
        else set_cause(answer, "compile_time_dropped_arch", false, {"compile_time_unsupported_arch"});
    } else if (before || (!after && window.last.empty())) {
        const bool serves = !version.empty() && !before;  // the version that is shown would take it
        set_cause(answer, "compile_time_unsupported_arch", true);
        answer.why += " " + to_dotted(target) + " needs " + window.first + " or newer" +
                      (serves ? ", and " + version + " is named: another, older compiler must have been called." : ".");
    } else {
        set_cause(answer, "compile_time_dropped_arch", true);
        answer.why += " The last toolkit that builds " + to_dotted(target) + " is " + window.last + ".";
    }
}

std::string compiler_version(const PasteReading& reading, bool nvrtc) {
    for (const char* what : {nvrtc ? "nvrtc" : "nvcc", "library", nvrtc ? "nvcc" : "path"})
        if (const VersionSeen* seen = reading.version(what)) return seen->version;
    return "";
}

// The target that an NVRTC call asked for: from its options, else from a name in the text, else the card's own.
std::optional<std::string> asked_target(const PasteReading& reading, Judged& out) {
    for (const ListSeen& list : reading.lists)
        if (list.whose == "flags") {
            const std::vector<Target>& targets = list.sass.empty() ? list.ptx : list.sass;
            if (!targets.empty()) {
                out.proof.push_back(list.place);
                return to_name(targets.front());
            }
        }
    for (std::size_t i = 0; i < reading.lines.size(); ++i)
        for (std::string_view word : {"sm_", "compute_"})
            if (const std::size_t at = reading.lines[i].low.find(word); at != std::string::npos)
                if (const auto arch = read_arch(reading.lines[i].low, at)) {
                    out.proof.push_back({i, arch->begin, arch->end});
                    return to_name(arch->target);
                }
    if (!reading.gpus.empty()) {
        out.proof.push_back(reading.gpus.front().place);
        return to_name({Kind::sass, reading.gpus.front().capability, 0});
    }
    return std::nullopt;
}

void judge_check(const Pattern& pattern, const PasteReading& reading, Judged& out) {
    PasteAnswer& answer = out.answer;
    answer.announces = pattern.announces;
    const auto harmless = [&](bool sure, std::vector<std::string> also, const std::string& why) {
        set_cause(answer, "harmless_probe", sure, std::move(also));
        answer.announces = 0;
        answer.why += " " + why;
    };
    const std::optional<Capability> card = out.gpu ? std::optional(out.gpu->capability) : std::nullopt;
    const std::optional<Capability> low = capability(reading, "low"), high = capability(reading, "high"), floor = capability(reading, "floor");
    if (low && high) {
        add_fact(answer, "range", {to_text(*low), to_text(*high)}, true);
        if (card && *card >= *low && card->major <= high->major)
            return harmless(true, {}, "An image for " + to_text(*high) + " or lower of that major runs on " + to_text(*card) + ": nothing fails.");
    }
    if (floor) {
        add_fact(answer, "floor", {to_text(*floor)});
        if (card && *card >= *floor && pattern.rule == "floor") {
            answer.sure = false;
            answer.alternatives.push_back("other_error");
        }
    }
    if (out.gpu && out.list && (pattern.rule == "list" || pattern.rule == "rows" || pattern.rule == "built")) {
        const ListMatch match = launchlab::match(*out.list, *out.gpu);
        if (match.known && match.sass) return harmless(true, {}, "An image in the list fits the card, so it runs.");
        if (match.known && match.ptx)
            return harmless(false, {"wheel_without_arch"}, "The list ends in PTX that the driver can compile for this card; the check looks at sm_ entries only.");
        if (match.known && pattern.rule == "built" && !match.cause.empty() && pattern.id != "openacc") {
            answer.cause = match.cause;
            answer.alternatives = {"wheel_without_arch"};
            answer.sure = match.sure;
        }
    }
}

}  // namespace

void judge_message(const PatternSeen& seen, const PasteReading& reading, const ToolkitTable& toolkits, Judged& out) {
    const Pattern& pattern = *seen.pattern;
    PasteAnswer& answer = out.answer;
    set_cause(answer, pattern.cause.empty() ? "other_error" : pattern.cause, pattern.sure, pattern.also);
    answer.why = pattern.why;
    out.message = &seen;
    out.proof.push_back(seen.place);
    out.tool = pattern.tool;
    // A sure message keeps its verdict; what else the author allows is no doubt of the text.
    if (pattern.sure) answer.alternatives.clear();
    if (pattern.nvrtc != 0) add_fact(answer, "nvrtc", {std::to_string(pattern.nvrtc)}, false, true);
    const auto written = [&] {
        const auto found = seen.holes.find("arch");
        return found == seen.holes.end() ? std::string() : found->second.text;
    };
    if (pattern.rule == "arch") {
        if (pattern.tool == "torch") {
            std::string name = written();
            if (name.ends_with("+ptx")) name.erase(name.size() - 4);
            judge_target(name, "", toolkits, false, out);
            if (answer.cause == "compile_time_unsupported_arch") answer.why = pattern.why + " This PyTorch is older than the number.";
        } else {
            judge_target(written(), compiler_version(reading, false), toolkits, true, out);
        }
    } else if (pattern.rule == "cmake-name") {
        judge_target(written(), "", toolkits, false, out);
    } else if (pattern.rule == "cmake-notone") {
        const std::string value = written();
        const auto arch = read_arch(value, 0);
        const bool word = value == "native" || value == "all" || value == "all-major";
        if (word || (arch && arch->end == value.size() && !arch->named && value.find('.') == value.npos)) {
            set_cause(answer, "compile_time_unsupported_arch", true);
            if (arch) add_fact(answer, "arch", {to_dotted(arch->target)});
            answer.why += " The value is right; this CMake is older than it.";
        } else {
            set_cause(answer, "compile_time_bad_value", true);
        }
    } else if (pattern.rule == "nvrtc" || pattern.rule == "nvrtc-option") {
        const auto target = asked_target(reading, out);
        const bool names_arch = reading.by_id("nvrtc-arch") != nullptr;
        if (names_arch) answer.why = reading.by_id("nvrtc-arch")->pattern->why;
        if (!names_arch) {
            set_cause(answer, "compile_time_bad_value", false, {"compile_time_unsupported_arch", "compile_time_dropped_arch"});
        } else if (!target) {
            set_cause(answer, "compile_time_unsupported_arch", false, {"compile_time_dropped_arch", "compile_time_bad_value"});
            answer.why += " Neither the target nor NVRTC's version is in the text: too old and too new are both possible.";
        } else {
            judge_target(*target, compiler_version(reading, true), toolkits, false, out);
        }
    } else if (pattern.rule == "needs") {
        const auto arch = read_arch(written(), 0);
        if (arch && arch->target.suffix == 0 && arch->target.number >= Capability{9, 0}) {
            Target needed = arch->target;
            needed.suffix = 'a';
            add_fact(answer, "needs", {to_dotted(needed)});
        } else {
            set_cause(answer, "compile_time_bad_value", false, {"arch_specific_suffix", "newer_target"});
        }
    } else if (pattern.role == "ptx") {
        const std::string& low = reading.lines[seen.place.line].low;
        if (low.find("ptxas ") != low.npos && low.find("application ptx input") == low.npos) {
            answer.sure = false;
            answer.alternatives = {"compile_time_unsupported_arch"};
            answer.why = "ptxas itself, a tool of the toolkit, reads only older PTX: it is older than the compiler that wrote the file. A newer driver does not mend that.";
        }
    } else if (pattern.role == "check") {
        judge_check(pattern, reading, out);
    } else if (pattern.role == "harmless" && out.gpu && out.list && out.list->whose == "check") {
        const ListMatch match = launchlab::match(*out.list, *out.gpu);
        if (match.known && !match.sass) {
            answer.sure = false;
            answer.alternatives = {"wheel_without_arch"};
        }
    } else if (pattern.role == "link" && !written().empty()) {
        if (const auto arch = read_arch(written(), 0)) add_fact(answer, "arch", {to_dotted(arch->target)});
    }
}

}  // namespace launchlab
