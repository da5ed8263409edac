// Package: a wheel or zip file, looked into in one pass. Owns which members can hold device code (by name and first bytes) and
// that nothing is unpacked to a disk; leaves a member's content to core/device_code, and of large ones to core/device_stream.
// Invariant: memory stays bounded, and a member that grows out of all proportion is given up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/bytes.h"
#include "core/device_code.h"

namespace launchlab {

struct PackageMember {
    std::string path;
    std::uint64_t size = 0;  // unpacked
    DeviceCode code;
};
struct Package {
    std::vector<PackageMember> members;  // those that hold device code, or that are damaged
    std::vector<std::string> warn;       // of the package itself: "truncated", "bad_size"
    std::vector<std::string> hints;
};

bool is_zip(Bytes bytes);
Package read_package(Bytes bytes, const DeviceLook& look);

}  // namespace launchlab
