// What stands around a message: which card and which list it is about, and whether a reported code is a mere query.
#include <algorithm>

#include "core/codes.h"
#include "core/fit.h"
#include "core/paste_judge.h"

namespace launchlab {

bool line_has(const PasteReading& reading, std::size_t line, std::string_view role) {
    auto seen = std::lower_bound(reading.patterns.begin(), reading.patterns.end(), line, [](const PatternSeen& one, std::size_t number) { return one.place.line < number; });
    for (; seen != reading.patterns.end() && seen->place.line == line; ++seen)
        if (seen->pattern->role == role) return true;
    return false;
}

Probe probe_of(const PasteReading& reading, const CodeSeen& code) {
    if (!line_has(reading, code.place.line, "probe")) return Probe::none;
    const std::string& low = reading.lines[code.place.line].low;
    const std::size_t at = low.find("on cuda api call to ");
    if (at == low.npos) return Probe::none;
    const std::string call = low.substr(at + 20);
    for (std::string_view real : {"cudalaunch", "culaunch", "cudamemcpy", "cumemcpy", "cudamalloc", "cumemalloc", "cudadevicesynchronize", "cudastreamsynchronize", "cuctxsynchronize", "cudagraphlaunch"})
        if (call.starts_with(real)) return Probe::none;
    for (std::size_t i = code.place.line; i < reading.lines.size() && i < code.place.line + 24; ++i) {
        if (i > code.place.line && line_has(reading, i, "probe")) break;
        if (line_has(reading, i, "library")) return Probe::library;
    }
    return Probe::query;
}

bool is_soft(int code) { return code == 600 || code == 704 || code == 705 || code == 712; }

int likely_meaning(int number) {
    for (int old : {4, 5, 6, 7, 8}) {
        if (number != old) continue;
        if (const auto moved = from_old_number(number)) return *moved;
    }
    return number;
}

std::vector<std::string> dotted(const std::vector<Target>& targets) {
    std::vector<std::string> out;
    for (const Target& target : targets) out.push_back(to_dotted(target));
    return out;
}

void set_cause(PasteAnswer& answer, std::string cause, bool sure, std::vector<std::string> also, std::vector<int> codes) {
    answer.cause = std::move(cause);
    answer.sure = sure;
    answer.alternatives = std::move(also);
    answer.other_codes = std::move(codes);
}

void add_fact(PasteAnswer& answer, std::string name, std::vector<std::string> values, bool many, bool number) {
    if (answer.fact(name)) return;
    answer.facts.push_back({std::move(name), std::move(values), many, number});
}

ListMatch match(const ListSeen& list, const CardRead& seen) {
    ListMatch out;
    if (list.sass.empty() && list.ptx.empty()) return out;
    Gpu gpu;
    gpu.capability = seen.capability;
    gpu.tegra = seen.tegra;
    out.known = true;
    bool above = false, below = false, suffixed = false, board = false;
    Target highest;
    for (const std::vector<Target>* targets : {&list.sass, &list.ptx})
        for (const Target& target : *targets) {
            const bool fits = fit(target, gpu).fits;
            if (fits) (target.kind == Kind::ptx ? out.ptx : out.sass) = true;
            if (target.number > seen.capability) above = true;
            else {
                below = true;
                if (target.number >= highest.number) {
                    suffixed = target.suffix != 0 && !(target.number == highest.number && highest.suffix == 0 && highest.number.major != 0);
                    highest = target;
                }
                board = board || (seen.tegra && target.kind == Kind::sass && target.suffix == 0 && target.number.major == seen.capability.major);
            }
        }
    if (out.fits()) return out;
    if (board) {
        out.cause = "tegra_exception";
        out.sure = false;
    } else if (suffixed) {
        out.cause = "arch_specific_suffix";
    } else if (list.whose == "package" || list.whose == "rows") {
        out.cause = "wheel_without_arch";
    } else if (above && !below) {
        out.cause = "newer_target";
    } else {
        out.cause = "older_major";
    }
    return out;
}

const ListSeen* choose_list(const PasteReading& reading) {
    for (std::string_view whose : {"package", "rows", "binary", "check", "flags", "lto", "leak", "toolchain"})
        for (const ListSeen& list : reading.lists)
            if (list.whose == whose) return &list;
    return nullptr;
}

const CardRead* choose_gpu(const PasteReading& reading, const ListSeen* list) {
    if (reading.gpus.empty()) return nullptr;
    if (reading.gpus.size() > 1) {
        if (list)
            for (const CardRead& gpu : reading.gpus) {
                const ListMatch one = match(*list, gpu);
                if (one.known && !one.fits()) return &gpu;
            }
        for (const CodeSeen& code : reading.codes)
            for (const CardRead& gpu : reading.gpus)
                if (gpu.index >= 0 && reading.lines[code.place.line].low.find("device " + std::to_string(gpu.index)) != std::string::npos) return &gpu;
    }
    return &reading.gpus.front();
}

}  // namespace launchlab
