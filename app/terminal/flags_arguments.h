// `launchlab flags`: its options. Everything behind `--` is the text, so that its own dashes are not read as options here.
// Leaves what the text means to core/flags. Invariant: pure; what is printed comes back as text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/target.h"

namespace launchlab {

struct FlagsArguments {
    std::string text, syntax = "auto", toolkit, tool, driver, load, device_software;
    std::string on;  // "8.6,T4@535" or "all"; "" = all
    std::optional<std::vector<Capability>> build_gpus;
    bool rdc = false, json = false, batch = false;
};

struct Parsed;
Parsed parse_flags(const std::vector<std::string>& words);  // the first is "flags"

inline constexpr const char* flags_about = "Say which images a build's flags make, and which cards run them.";

}  // namespace launchlab
