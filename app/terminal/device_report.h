// Device code as text and as JSON: what a file holds, and what a card does with it. Owns the keys that docs/json.md lists under
// inspect and why, and the table; leaves finding out to the commands. Pure. Invariant: every key is always there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/device_answer.h"
#include "core/device_verdict.h"
#include "session/device_file.h"
#include "terminal/device_gate.h"
#include "terminal/text.h"

namespace launchlab {

struct InspectedFile {
    const DeviceFile* file = nullptr;
    std::vector<std::pair<Gpu, std::optional<DeviceVerdict>>> verdicts;
};

std::string to_json(const std::vector<InspectedFile>& files, const Gate* gate = nullptr);
Lines inspect_lines(const InspectedFile& file, const Style& style);
Lines listed_lines(const DeviceFile& file);  // as cuobjdump --list-elf --list-ptx

struct RunFound {                    // what `why -- CMD` saw
    std::vector<std::string> command;
    int exit = 0, signal = 0;        // as the program ended
    int code = 0;                    // of the first call that the driver refused; 0 = none told
    std::string call;                // the driver's function: "cuLibraryGetKernel"
    std::vector<std::string> lines;  // the driver's log around it
    bool log = true;                 // the driver writes one (CUDA 12.9 and newer)
};

struct WhyReport {
    const DeviceFile* file = nullptr;          // nullptr: the program was run and is no file that could be read
    const Gpu* card = nullptr;                 // nullptr: none
    bool card_here = false, driver_assumed = false;
    int cards = 0;                             // of this machine
    std::vector<std::string> missing;          // the runner's sentences
    const DeviceAnswer* answer = nullptr;      // nullptr as file
    const RunFound* run = nullptr;
};
std::string to_json(const WhyReport& report);
Lines why_lines(const WhyReport& report, const ToolkitTable& toolkits, const Style& style);

std::vector<std::string> deep_names(const DeviceCode& code);  // "sm_80", "ptx:compute_80", "cubin:sm_90"

}  // namespace launchlab
