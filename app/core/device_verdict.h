// What a card does with a file's device code: offers its images to core/selection and tells the answer for the file. Owns which
// images are offered and how modules are counted; leaves the rule to core/selection. Pure. Invariant: no verdict is given where
// the file's own damage leaves it open.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/device_code.h"
#include "core/selection.h"

namespace launchlab {

struct OfferedRow {                 // images of one target, packing and fault are one row
    Target target;
    PtxVersion ptx;
    Packing packing = Packing::plain;
    std::string flaw;
    int count = 0, kernels = 0;     // kernels: of those that were opened
    bool opened = true;             // false: one of them was not
    std::uint64_t stored = 0;
    std::string where;
};

struct DeviceVerdict {
    Gpu card;
    Verdict verdict;                // its reasons and `taken` are of `rows`
    std::vector<OfferedRow> rows;
    int modules = 0, served = 0;    // containers that hold kernels, and those of them that have something for this card
};

std::vector<OfferedRow> offered_rows(const DeviceCode& code);

// Unset: nothing that could be launched, or damage that no rule speaks of.
std::optional<DeviceVerdict> judge(const DeviceCode& code, const Gpu& card, const ToolkitTable& toolkits, const std::map<std::string, std::string>& env = {});

// For a card that is named without a driver: the newest that the tables know.
Driver latest_driver(const ToolkitTable& toolkits);

// A package's members together: what one serves counts for all.
DeviceCode joined(const std::vector<const DeviceCode*>& members);

}  // namespace launchlab
