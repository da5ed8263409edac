// Device code in a file that comes as a stream, once and in order: a large member of a package, which is never whole in memory.
// Owns what has to be kept on the way: containers' headers, small images, the section table and its names. Leaves files that lie
// in memory to core/device_code. Invariant: what is kept stays under 64 MB plus the list of images, whatever the stream says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/device_code.h"

namespace launchlab {

class DeviceStream {
public:
    explicit DeviceStream(const DeviceLook& look) : look_(look) {}

    void feed(std::string_view more);
    DeviceCode finish();  // at the end of the stream

private:
    struct Found {
        std::uint64_t offset = 0, end = 0;
        bool damaged = false, relabelled = false;
        std::vector<DeviceImage> images;
        std::vector<std::string> hints;
    };
    void keep(std::string_view more);
    bool step();
    bool look_for_container();
    bool read_next_entry();
    void close(bool damaged);
    std::vector<FilePart> parts(DeviceCode& code) const;
    std::vector<FilePart> elf_parts(DeviceCode& code) const;
    std::vector<FilePart> pe_parts(DeviceCode& code) const;

    DeviceLook look_;
    std::string window_;                     // bytes from base_ on; those before done_ are done with
    std::uint64_t base_ = 0, done_ = 0, skip_ = 0, total_ = 0, budget_ = std::uint64_t{4} << 30;
    std::string head_, tail_;                // the file's first bytes; those around its section table
    std::optional<std::uint64_t> tail_at_;
    std::optional<Found> open_;
    std::vector<Found> found_;
    std::size_t images_ = 0;
};

}  // namespace launchlab
