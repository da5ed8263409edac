#include "core/device_open.h"

#include <algorithm>

#include "core/ptx_text.h"

namespace launchlab {
namespace {

constexpr std::size_t most_names = 64;

}  // namespace

DeviceImage to_image(const FatbinEntry& entry) {
    return {.offset = entry.offset, .stored = entry.stored, .size = entry.size, .target = *entry.target, .ptx = entry.version, .packing = entry.packing,
            .debug = entry.debug, .flaw = entry.whole ? "" : "cut"};
}

void tell_kernels(DeviceImage& image, const std::vector<std::string>& names) {
    image.kernels = static_cast<int>(names.size());
    image.names.assign(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most_names)));
}

void tell(DeviceImage& image, const Cubin& cubin) {
    image.relocatable = image.relocatable || cubin.relocatable;
    image.empty = cubin.whole && !cubin.code;
    image.toolkit = cubin.toolkit;
    image.virtual_number = cubin.virtual_number;
    tell_kernels(image, cubin.kernels);
}

bool open_image(DeviceImage& image, const FatbinEntry& entry, Bytes bytes, std::uint64_t limit, std::uint64_t& budget) {
    if (!entry.whole || image.target.kind == Kind::lto) return false;
    std::string unpacked;
    Bytes content = bytes.part(entry.offset + entry.header, entry.stored);
    if (entry.packing != Packing::plain) {
        if (entry.packing == Packing::other || entry.size > std::min({limit, large_image, budget})) return false;
        Result<std::string> opened = unpack(bytes, entry, large_image);
        if (!opened) {
            image.flaw = "cut";
            return false;
        }
        budget -= entry.size;
        unpacked = std::move(*opened);
        content = Bytes(unpacked);
    }
    if (image.target.kind == Kind::ptx) {
        const std::optional<PtxText> ptx = read_ptx(content.view());
        if (!ptx) image.flaw = "cut";
        else tell_kernels(image, ptx_kernels(content.view()));
        return ptx && ptx->target.number != image.target.number;
    }
    const std::optional<Cubin> cubin = read_cubin(content);
    if (!cubin || !cubin->whole) {
        image.flaw = "cut";
        return false;
    }
    tell(image, *cubin);
    if (cubin->target.number == image.target.number) return false;
    image.flaw = "label";
    return true;
}

}  // namespace launchlab
