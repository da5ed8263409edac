// Health: what `launchlab doctor` found, and its text. Owns the sentences about card, driver, toolkits and what is missing
// with its remedy; leaves finding it out to terminal/doctor_command. Pure.
#pragma once

#include <string>
#include <vector>

#include "core/gpu.h"
#include "core/protocol.h"
#include "core/toolkit.h"
#include "terminal/text.h"

namespace launchlab {

struct ShippedRecording {
    std::string name, gpu, driver, runtime, date;
    Capability capability;
    bool page = false;
};

struct Health {
    std::string version;  // launchlab's
    std::string data_dir, shelf;
    std::string command;    // the runner's command, as words
    bool answered = false;  // the runner said hello
    std::string runner, host;
    Driver driver;  // branch 0: none
    PtxVersion reads;
    std::vector<GpuSeen> gpus;
    std::vector<ToolkitSeen> toolkits;  // newest first
    std::string chosen, why;            // "" = none fits
    std::string wanted;                 // the set this driver asks for; "" = none is old enough
    Spare spare;                        // state "" = not tried
    std::vector<std::string> missing;   // the runner's sentences, each with a remedy
    std::vector<Error> troubles;        // of launchlab itself
    std::vector<ShippedRecording> recordings;
};

bool is_whole(const ToolkitSeen& toolkit);
bool live(const Health& health);  // a run on a card of this machine is possible
Lines health_lines(const Health& health, const Style& style);

}  // namespace launchlab
