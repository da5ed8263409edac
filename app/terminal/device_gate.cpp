#include "terminal/device_gate.h"

#include <algorithm>

#include "core/fleet.h"

namespace launchlab {
namespace {

constexpr Capability yet_to_come{99, 0};  // newer than any: only PTX without a suffix reaches it

GateRow judge_row(const DeviceFile& file, const AskedCard& card, const GpuTable& gpus, const ToolkitTable& toolkits) {
    const DeviceAnswer judged = answer({.code = file.code, .path = file.path, .card = &card.gpu, .gpus = gpus, .toolkits = toolkits});
    GateRow out{.file = file.path, .asked = card.asked, .capability = card.gpu.capability, .driver = card.gpu.driver, .served = judged.runs, .in_part = judged.in_part};
    if (judged.verdict) {
        out.code = judged.verdict->verdict.code;
        out.why = judged.verdict->verdict.why;
        if (judged.in_part)
            out.why += " " + std::to_string(judged.verdict->modules - judged.verdict->served) + " of " + std::to_string(judged.verdict->modules) + " modules hold nothing for it.";
    } else {
        out.why = judged.happens;
    }
    if (!out.served) out.mend = judged.mend;
    return out;
}

GateRow judge_next(const DeviceFile& file, const std::string& asked, const ToolkitTable& toolkits) {
    const Gpu gpu{"a card yet to come", yet_to_come, false, latest_driver(toolkits)};
    const std::optional<DeviceVerdict> verdict = has_warning(file.code, "bad_size") ? std::nullopt : judge(file.code, gpu, toolkits);
    GateRow out{.file = file.path, .asked = asked, .served = verdict && verdict->verdict.code == 0};
    if (verdict) out.code = verdict->verdict.code;
    out.why = out.served ? "PTX in it can be translated for cards yet to come." : "It holds no PTX that a card yet to come could translate.";
    if (!out.served) out.mend.why = "Keep PTX of the highest target as well.";
    return out;
}

}  // namespace

bool Gate::open() const {
    return std::all_of(rows.begin(), rows.end(), [](const GateRow& row) { return row.served; });
}

Gate make_gate(const std::string& path, const CardList& cards, const std::vector<DeviceFile>& files, const GpuTable& gpus, const ToolkitTable& toolkits) {
    Gate out{.path = path};
    for (const DeviceFile& file : files) {
        for (const AskedCard& card : cards.cards) out.rows.push_back(judge_row(file, card, gpus, toolkits));
        if (!cards.next.empty()) out.rows.push_back(judge_next(file, cards.next, toolkits));
    }
    if (out.open()) return out;
    const Result<FleetAdvice> advice = advise({.cards = cards}, toolkits);
    if (!advice || !advice->build) return out;
    out.toolkit = advice->build->toolkit;
    for (FleetLine& line : fleet_lines(advice->build->images, *find_toolkit(toolkits, out.toolkit), toolkits))
        if (!line.texts.empty() && (line.tool == "nvcc" || line.tool == "CMake, environment" || line.tool == "PyTorch")) out.lines.push_back(std::move(line));
    return out;
}

ImageCounts image_counts(const DeviceFile& file) {
    ImageCounts out;
    for (const DeviceFile& member : file.members)
        for (const auto& [name, one] : image_counts(member)) out[name].images += one.images, out[name].bytes += one.bytes;
    if (!file.members.empty()) return out;
    for (const std::vector<DeviceImage>* list : {&file.code.images, &file.code.deep})
        for (const DeviceImage& image : *list) {
            ImageCount& one = out[to_name(image.target)];
            ++one.images;
            one.bytes += image.stored;
        }
    return out;
}

DeviceDiff diff_files(const DeviceFile& before, const DeviceFile& after, const GpuTable& gpus, const ToolkitTable& toolkits) {
    DeviceDiff out{.before = before.path, .after = after.path, .size = {before.size, after.size}};
    for (const auto& [name, one] : image_counts(before)) out.targets[name].first = one;
    for (const auto& [name, one] : image_counts(after)) out.targets[name].second = one;
    for (const std::string& capability : all_capabilities(gpus)) {
        const Result<Gpu> card = find_gpu(gpus, capability, latest_driver(toolkits));
        if (!card) continue;
        const auto how = [&](const DeviceFile& file) {
            const std::optional<DeviceVerdict> verdict = has_warning(file.code, "bad_size") ? std::nullopt : judge(file.code, *card, toolkits);
            return verdict && verdict->verdict.code == 0 ? verdict->verdict.how : How::none;
        };
        const How first = how(before), second = how(after);
        if (first == How::none && second != How::none) out.gained.push_back(capability);
        if (first != How::none && second == How::none) out.lost.push_back(capability);
        if (first == How::sass && second == How::jit) out.by_jit.push_back(capability);
    }
    const auto only_in = [](const std::vector<std::string>& one, const std::vector<std::string>& other) {
        std::vector<std::string> words;
        for (const std::string& word : one)
            if (std::find(other.begin(), other.end(), word) == other.end()) words.push_back(word);
        return words;
    };
    out.warn_gained = only_in(after.code.warn, before.code.warn);
    out.warn_lost = only_in(before.code.warn, after.code.warn);
    return out;
}

}  // namespace launchlab
