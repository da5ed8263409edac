// Toolkit: what one CUDA release builds, builds by default, and writes as PTX version; which driver branch reads which PTX.
// Owns assets/toolkits.json; leaves which of them lie on this machine to the runner's hello. Source: facts in cuda.md 2.2, 4, 6.
// Invariant: the toolkit for a learner is the newest whose PTX version the driver reads and which builds for the card.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/gpu.h"
#include "core/result.h"
#include "core/target.h"

namespace launchlab {

struct PtxVersion {
    int major = 0, minor = 0;
    auto operator<=>(const PtxVersion&) const = default;
};
std::string to_text(PtxVersion v);  // "9.0"

struct Toolkit {
    std::string version;                // "13.0"
    PtxVersion ptx;                     // what its NVRTC and nvcc write for every target
    int driver_branch = 0;              // the first branch that reads that PTX
    int runtime_floor = 0;              // the oldest branch that its runtime accepts (any 13.x: 580, 12.x: 525, 11.x: 450)
    std::vector<std::string> targets;   // plain and suffixed arch texts, rising: "75", "90", "90a"
    std::string default_arch;           // what nvcc builds without a flag: "75"
    bool on_shelf = false;              // a set of wheels for it is pinned in the lock file
};
struct ToolkitTable {
    std::vector<Toolkit> toolkits;  // oldest first
};
Result<ToolkitTable> parse_toolkits(std::string_view json, std::string where);

const Toolkit* find_toolkit(const ToolkitTable& table, std::string_view version);
PtxVersion reads_ptx(const ToolkitTable& table, const Driver& driver);   // the newest PTX this branch JITs; {0,0} if unknown
// A driver from what a runner says of it. Where its version is not told or cannot be read (containers, WSL), the branch is that
// of the newest toolkit not newer than `cuda` (cuDriverGetVersion: 13000) and the version stays empty. Branch 0: no driver.
Driver driver_of(const ToolkitTable& table, std::string_view version, int cuda);
// "driver 580.159.04"; "driver for CUDA 13.0" where only that is known.
std::string to_words(const ToolkitTable& table, const Driver& driver);
bool reads_zstd(const Driver& driver);                                   // from r550
bool builds(const Toolkit& toolkit, const Target& target);

// Whether some image that it builds runs on such a card: 13.0 builds nothing for a 6.1, since its lowest target is 7.5.
bool builds_for(const Toolkit& toolkit, Capability card);

// The newest version in `present` whose PTX the driver reads, whose runtime it accepts and which builds for the card (unset:
// unknown); where none builds for it the newest that the driver takes. Without a driver any is taken.
// Empty when every one is too new for this driver.
std::optional<std::string> choose_toolkit(const ToolkitTable& table, const std::vector<std::string>& present, const Driver& driver,
                                          std::optional<Capability> card);
// The set that this driver and card ask for, on the shelf or not: what `doctor --fetch` brings. Empty: no set is old enough.
std::optional<std::string> wanted_toolkit(const ToolkitTable& table, const Driver& driver, std::optional<Capability> card);

}  // namespace launchlab
