// The gate of `launchlab inspect --require`: which cards of a fleet a file does not serve, why, and what mends it; and the
// difference of two files of `--diff`. Owns these judgements for the terminal; leaves the rule to core, printing to
// terminal/device_gate_text and device_json. Pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/card_words.h"
#include "core/device_answer.h"
#include "core/fleet_lines.h"
#include "session/device_file.h"
#include "terminal/text.h"

namespace launchlab {

struct GateRow {
    std::string file, asked;   // asked: as in the fleet; of cards to come the words for them
    Capability capability;     // {0,0}: cards to come
    Driver driver;
    bool served = false;
    bool in_part = false;      // it runs, but some modules have nothing for this card
    std::optional<int> code;   // what the first launch returns; unset: no image to judge
    std::string why;
    Mend mend;                 // where it is not served
};

struct Gate {
    std::string path;                // of the fleet
    std::vector<GateRow> rows;       // a file and card each
    std::string toolkit;             // that builds for the whole fleet; "" = nothing is missing, or none does
    std::vector<FleetLine> lines;    // what it is told
    bool open() const;               // every row is served
};
Gate make_gate(const std::string& path, const CardList& cards, const std::vector<DeviceFile>& files, const GpuTable& gpus, const ToolkitTable& toolkits);
Lines gate_lines(const Gate& gate, const Style& style);

struct ImageCount {
    int images = 0;
    std::uint64_t bytes = 0;
};
using ImageCounts = std::map<std::string, ImageCount>;  // by name: "sm_80"
ImageCounts image_counts(const DeviceFile& file);       // of a package all its members together

struct DeviceDiff {
    std::string before, after;                            // paths
    std::uint64_t size[2] = {0, 0};                       // of the files
    std::map<std::string, std::pair<ImageCount, ImageCount>> targets;  // that differ or not
    std::vector<std::string> gained, lost;                // capabilities, judged with the newest driver of each
    std::vector<std::string> by_jit;                      // machine code before, only PTX now
    std::vector<std::string> warn_gained, warn_lost;
};
DeviceDiff diff_files(const DeviceFile& before, const DeviceFile& after, const GpuTable& gpus, const ToolkitTable& toolkits);
Lines diff_lines(const DeviceDiff& diff, const Style& style);
std::string to_json(const DeviceDiff& diff);

}  // namespace launchlab
