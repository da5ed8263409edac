// DeviceFile: what one file on disk holds for a GPU, a package with its members, a thin archive with the files that it names.
// Owns reading from disk; leaves every meaning to core. Invariant: an Error only where nothing could be read at all; damage
// inside a file is a remark of its DeviceCode.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/device_code.h"
#include "core/result.h"

namespace launchlab {

struct DeviceFile {
    std::string path;
    std::uint64_t size = 0;
    DeviceCode code;                  // of a package: its members' usable images together
    std::vector<DeviceFile> members;  // of a package or thin archive
    std::int64_t read_us = 0;
};

Result<DeviceFile> read_device_file(const std::string& path, const DeviceLook& look);

}  // namespace launchlab
