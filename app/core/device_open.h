// Opening one image: what the code inside tells beyond its entry's header. Owns how much of an image may be unpacked and what
// counts as cut or wrongly labelled; leaves finding images to core/device_code and core/device_stream. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cubin.h"
#include "core/device_code.h"

namespace launchlab {

inline constexpr std::uint64_t small_image = 32 << 10;  // opened in every look: stubs and small modules are no larger
inline constexpr std::uint64_t large_image = 64 << 20;  // nothing larger is unpacked
inline constexpr std::size_t images_between_forgetting = 512;
inline constexpr std::uint64_t small_images_budget = 128 << 10;  // of a large library, where only small images are opened
inline constexpr std::size_t most_images = 1 << 18;     // of one file

DeviceImage to_image(const FatbinEntry& entry);

// `bytes` hold the entry at entry.offset. `budget`: bytes that this file's images may still take when unpacked; what was taken
// is subtracted. True: the label and the code inside speak of different cards.
bool open_image(DeviceImage& image, const FatbinEntry& entry, Bytes bytes, std::uint64_t limit, std::uint64_t& budget);

void tell(DeviceImage& image, const Cubin& cubin);
void tell_kernels(DeviceImage& image, const std::vector<std::string>& names);

}  // namespace launchlab
