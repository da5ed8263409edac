#include "core/paste.h"

#include <algorithm>

#include "core/codes.h"
#include "core/paste_judge.h"
#include "core/paste_next.h"
#include "core/paste_windows.h"

namespace launchlab {
namespace {

constexpr std::size_t evidence_limit = 8;

// What follows from versions and lists, whatever the verdict.
void add_facts(const PasteReading& reading, const ToolkitTable& toolkits, Judged& judged) {
    PasteAnswer& answer = judged.answer;
    if (judged.gpu) add_fact(answer, "gpu_cc", {to_text(judged.gpu->capability)});
    if (judged.gpu && !judged.gpu->name.empty()) add_fact(answer, "gpu", {judged.gpu->name});
    if (judged.list) {
        if (!judged.list->sass.empty()) add_fact(answer, "built_for", dotted(judged.list->sass), true);
        if (judged.list->ptx_known || !judged.list->ptx.empty()) add_fact(answer, "ptx", dotted(judged.list->ptx), true);
    }
    for (const PatternSeen& seen : reading.patterns)
        for (const auto& [name, hole] : seen.holes) {
            if (name == "package") add_fact(answer, "package", {"torch " + hole.text});
            if (name == "offered") add_fact(answer, "offered", {hole.text});
            if (name == "needs_driver" || name == "needs_toolkit") add_fact(answer, name, {hole.text});
            if (name == "ptx_version") {
                add_fact(answer, "ptx_version", {hole.text});
                if (const std::string made = toolkit_of_ptx(toolkits, hole.text); !made.empty()) add_fact(answer, "ptx_toolkit", {made});
            }
            if (name == "driver_ptx") {
                add_fact(answer, "driver_ptx", {hole.text});
                if (const std::string reads = toolkit_of_ptx(toolkits, hole.text); !reads.empty()) add_fact(answer, "driver_toolkit", {reads});
            }
        }
    if (const VersionSeen* driver = reading.version("driver")) add_fact(answer, "driver", {driver->version});
    if (const VersionSeen* needs = reading.version("needs_runtime"); needs && answer.code == 35)
        if (const int floor = floor_of_runtime(toolkits, needs->version); floor > 0) add_fact(answer, "needs_driver", {std::to_string(floor)});
    if (const VersionSeen* reads = reading.version("driver_cuda")) add_fact(answer, "driver_toolkit", {reads->version});
    const VersionSeen* nvcc = reading.version("nvcc");
    if (nvcc && judged.gpu && answer.code == 209) {
        const Window window = window_of(toolkits, {Kind::sass, judged.gpu->capability, 0});
        if (window.known && compare_versions(nvcc->version, window.first) < 0) {
            add_fact(answer, "first_toolkit", {window.first});
            answer.notes.push_back("nvcc " + nvcc->version + " cannot build for " + to_text(judged.gpu->capability) + "; " + window.first + " is the first that can.");
        }
    }
}

// Advice in a message's tail. Blocking moves nothing for a code that the launch itself returns; the warning about the blamed
// line is another matter: it may be right.
void add_tail_notes(const PasteReading& reading, PasteAnswer& answer) {
    if (!answer.code) return;
    const bool fault = answer.cause == "oob_or_device_fault";
    if (reading.first("blocking"))
        answer.notes.push_back(fault ? "CUDA_LAUNCH_BLOCKING=1 helps here: it moves the code to the launch that caused it."
                                     : "CUDA_LAUNCH_BLOCKING=1 moves nothing here: the launch itself returns " + std::to_string(*answer.code) + ".");
    if (reading.first("caution") && !fault)
        answer.notes.push_back("The line that is blamed may be innocent: the runtime keeps a code until somebody asks, so an earlier launch may have left it.");
}


std::vector<PasteMark> marks_of(const PasteReading& reading, const Judged& judged) {
    struct Wish {
        Place place;
        MarkRole role;
    };
    std::vector<Wish> wishes;  // earlier wishes win where two overlap
    if (judged.code) wishes.push_back({judged.code->place, MarkRole::code});
    if (judged.code && judged.code->by_number) wishes.push_back({judged.code->number_place, MarkRole::code});
    if (judged.message) wishes.push_back({judged.message->place, judged.message->pattern->role == "build" || judged.message->pattern->role == "link" ? MarkRole::build : MarkRole::code});
    for (const CodeSeen& code : reading.codes)
        if (!code.source && judged.code && code.code == judged.code->code) wishes.push_back({code.place, MarkRole::code});
    for (const CardRead& gpu : reading.gpus) wishes.push_back({gpu.place, MarkRole::card});
    for (const ListSeen& list : reading.lists) wishes.push_back({list.place, MarkRole::list});
    for (const PatternSeen& seen : reading.patterns) {
        if (seen.pattern->role == "caution") wishes.push_back({seen.place, MarkRole::blame});
        if (seen.pattern->role == "noise" || (seen.pattern->role == "blocking" && judged.answer.cause != "oob_or_device_fault" && judged.answer.code))
            wishes.push_back({seen.place, MarkRole::noise});
        for (const auto& [name, hole] : seen.holes)
            if (name == "arch") wishes.push_back({{seen.place.line, hole.begin, hole.end}, MarkRole::build});
    }
    for (const VersionSeen& version : reading.versions) wishes.push_back({version.place, MarkRole::version});
    std::vector<PasteMark> out;
    for (const Wish& wish : wishes) {
        if (out.size() >= 400) break;
        if (wish.place.line >= reading.lines.size()) continue;
        const PasteLine& line = reading.lines[wish.place.line];
        const PasteMark mark{line.byte_of(wish.place.begin), line.end_byte(wish.place.end), wish.role};
        if (mark.begin >= mark.end) continue;
        if (std::none_of(out.begin(), out.end(), [&](const PasteMark& other) { return other.begin < mark.end && mark.begin < other.end; })) out.push_back(mark);
    }
    std::sort(out.begin(), out.end(), [](const PasteMark& a, const PasteMark& b) { return a.begin < b.begin; });
    return out;
}

std::vector<PasteEvidence> evidence_of(const PasteReading& reading, const Judged& judged) {
    std::vector<std::size_t> lines;
    const auto add = [&](const Place& place) {
        if (place.line < reading.lines.size() && std::find(lines.begin(), lines.end(), place.line) == lines.end() && lines.size() < evidence_limit)
            lines.push_back(place.line);
    };
    for (const Place& place : judged.proof) add(place);
    if (!judged.proof.empty()) {
        if (judged.gpu) add(judged.gpu->place);
        if (judged.list) add(judged.list->place);
    }
    std::sort(lines.begin(), lines.end());
    std::vector<PasteEvidence> out;
    for (std::size_t index : lines) {
        const PasteLine& line = reading.lines[index];
        out.push_back({line.number, line.begin, line.end, line.text.substr(0, 400)});
    }
    return out;
}

}  // namespace

std::string_view to_word(MarkRole role) {
    switch (role) {
    case MarkRole::code: return "code";
    case MarkRole::card: return "card";
    case MarkRole::list: return "list";
    case MarkRole::version: return "version";
    case MarkRole::build: return "build";
    case MarkRole::blame: return "blame";
    case MarkRole::noise: return "noise";
    }
    return "";
}

const PasteFact* PasteAnswer::fact(std::string_view name) const {
    for (const PasteFact& one : facts)
        if (one.name == name) return &one;
    return nullptr;
}

struct PasteBox::Tables {
    PatternTable patterns;
    GpuTable gpus;
    ToolkitTable toolkits;
};

PasteBox::PasteBox(PatternTable patterns, GpuTable gpus, ToolkitTable toolkits)
    : tables_(std::make_unique<Tables>(Tables{std::move(patterns), std::move(gpus), std::move(toolkits)})),
      scanner_(std::make_unique<PasteScanner>(tables_->patterns, tables_->gpus)) {}
PasteBox::~PasteBox() = default;
PasteBox::PasteBox(PasteBox&&) noexcept = default;

PasteAnswer PasteBox::explain(std::string_view text, const std::function<bool()>& stopped) const {
    const PasteReading reading = scanner_->read(text, stopped);
    Judged judged = judge(reading, tables_->toolkits);
    if (judged.answer.cause != "unknown") {
        add_facts(reading, tables_->toolkits, judged);
        add_tail_notes(reading, judged.answer);
        judged.answer.evidence = evidence_of(reading, judged);
        judged.answer.marks = marks_of(reading, judged);
    }
    std::vector<std::string>& also = judged.answer.alternatives;
    std::sort(also.begin(), also.end());
    also.erase(std::unique(also.begin(), also.end()), also.end());
    std::erase(also, judged.answer.cause);
    add_next(reading, tables_->toolkits, judged);
    return std::move(judged.answer);
}

}  // namespace launchlab
