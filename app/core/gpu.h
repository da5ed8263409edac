// Gpu: a card one may have, and Driver: the version that runs it. Owns assets/gpus.json (names, capabilities, kinds);
// leaves what a driver reads to core/toolkit. Invariant: an unknown name is an Error that lists the nearest, never a guess.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/target.h"

namespace launchlab {

struct Driver {
    int branch = 0;         // 580; 0 = no driver
    std::string version;    // "580.159.04" or "535"
    bool operator==(const Driver&) const = default;
};
Result<Driver> parse_driver(std::string_view text);  // "580.159.04", "535", "r535"

struct Gpu {
    std::string name;  // "NVIDIA H200", "Tesla T4"; "a 9.0 card" when only the capability is known
    Capability capability;
    bool tegra = false;  // integrated boards: minor-version compatibility is not promised (facts/cuda.md 1.3)
    Driver driver;
};

struct NamedGpu {
    std::string name;
    std::vector<std::string> also;  // other spellings, lower case
    Capability capability;
    bool tegra = false;
};
struct GpuTable {
    std::vector<NamedGpu> gpus;
};

Result<GpuTable> parse_gpus(std::string_view json, std::string where);
// The driver branches that drive a card (source: the toolkit that first builds for it; r580 is the last for 5.0 to 7.0).
struct Branches {
    int first = 0, last = 0;  // 0 = no known limit
};
Branches branches_for(Capability capability);

// "7.5", "T4", "rtx 4090", each with an optional "@535". Where none is named the card has `driver`, or the nearest branch that
// drives it: a borrowed 6.1 beside driver 595 is judged with 580.
Result<Gpu> find_gpu(const GpuTable& table, std::string_view text, const Driver& driver);

}  // namespace launchlab
