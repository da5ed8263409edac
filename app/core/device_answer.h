// The answer to "why does my program fail?": what a file holds, what this card and driver do with it, and the one command that
// mends it. Owns these sentences for the terminal and the window; leaves the verdict to core/device_verdict and what to build to
// core/advice. Pure. Invariant: a command is named only where the rule says that its result runs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/device_verdict.h"
#include "core/gpu.h"
#include "core/toolkit.h"

namespace launchlab {

struct Mend {
    std::string command;          // "nvcc -arch=sm_75 -o repro repro.cu"; "" = no command helps
    std::string why;              // what it does, or what to do where there is no command
    std::string toolkit;          // whose nvcc it has to be; "" = any, or none
    std::vector<Target> targets;  // what it builds
};

struct DeviceAnswer {
    std::string holds;                     // "SASS for sm_80 only"
    std::string title;                     // "holds SASS for sm_80 only. Your card is sm_75."
    bool runs = false;                     // by rule, on this card
    bool in_part = false;                  // it runs, but some modules have nothing for this card
    int code = 0;                          // what the first launch returns; -1: no rule tells
    std::string happens;                   // sentences
    std::optional<DeviceVerdict> verdict;  // unset: no card, or nothing to judge
    Mend mend;
    std::vector<std::string> could_differ; // what a run could show otherwise
};

struct DeviceQuestion {
    const DeviceCode& code;
    std::string path;
    const Gpu* card = nullptr;   // nullptr: there is none
    bool card_here = false;      // it is in this machine
    const GpuTable& gpus;
    const ToolkitTable& toolkits;
    std::map<std::string, std::string> env;  // CUDA_* of this process, where the card is here
};
DeviceAnswer answer(const DeviceQuestion& question);

// "7.5", "8.0 to 8.9": the capabilities of the table on which the file runs by rule, with the newest driver for each.
std::vector<std::string> served_cards(const DeviceCode& code, const GpuTable& gpus, const ToolkitTable& toolkits);

// The rows to tell where there is no room for all: those that fit or nearly do, and all PTX; indices, at most `most`.
std::vector<std::size_t> told_rows(const DeviceVerdict& judged, std::size_t most);
std::string facts_of(const OfferedRow& row);      // "2 images, 3 kernels"

std::string sentence_of(std::string_view warning);  // a word of DeviceCode::warn for people
std::string in_shell(const std::string& word);      // quoted where a shell needs it

}  // namespace launchlab
