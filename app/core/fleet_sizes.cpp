#include "core/fleet_sizes.h"

#include <algorithm>
#include <cstdlib>

namespace launchlab {
namespace {

int height(Capability c) { return c.major * 10 + c.minor; }

struct Known {
    Target target;
    std::uint64_t bytes = 0;
};

// The nearest of the kind; of two the lower.
const Known* nearest_of(const std::vector<Known>& known, const Target& target, bool same_kind) {
    const Known* best = nullptr;
    for (const Known& one : known) {
        if (one.target.kind == Kind::lto || (one.target.kind == target.kind) != same_kind) continue;
        const auto away = [&](const Known& k) { return std::abs(height(k.target.number) - height(target.number)); };
        if (!best || away(one) < away(*best)) best = &one;
    }
    return best;
}

}  // namespace

ImageSizes sizes_of(const std::vector<const DeviceCode*>& files) {
    ImageSizes out;
    for (const DeviceCode* file : files)
        for (const std::vector<DeviceImage>* list : {&file->images, &file->deep})
            for (const DeviceImage& image : *list)
                if (!image.empty && image.flaw.empty() && image.target.kind != Kind::lto) out[to_name(image.target)] = {out[to_name(image.target)].bytes + image.stored, true};
    return out;
}

ImageSizes with_scaled(const ImageSizes& measured, const ToolkitTable& toolkits) {
    ImageSizes out = measured;
    std::vector<Known> known;
    for (const auto& [name, size] : measured)
        if (const Result<Target> target = parse_target(name)) known.push_back({*target, size.bytes});
    std::sort(known.begin(), known.end(), [](const Known& a, const Known& b) { return rises(a.target, b.target); });
    for (const Toolkit& toolkit : toolkits.toolkits)
        for (const std::string& arch : toolkit.targets)
            for (Kind kind : {Kind::sass, Kind::ptx}) {
                const Result<Target> target = parse_arch(kind, arch);
                if (!target || out.count(to_name(*target))) continue;
                const Known* near = nearest_of(known, *target, true);
                if (!near) near = nearest_of(known, *target, false);
                if (near) out[to_name(*target)] = {near->bytes, false};
            }
    return out;
}

}  // namespace launchlab
