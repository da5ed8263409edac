// `launchlab why` and `launchlab inspect`: their options. Behind `--` of why stands a program with its own words, which are not
// read as options here. Leaves doing it to terminal/why_command and terminal/inspect_command. Invariant: pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace launchlab {

struct WhyArguments {
    std::string file, on, runner;
    std::vector<std::string> command;  // to be run instead of a file
    bool json = false;
};

struct InspectArguments {
    std::vector<std::string> paths;    // files, folders; "-" = standard input
    std::string on;                    // "8.6,T4@535"; "" = no verdicts
    std::string require;               // a fleet's file: every card of it has to be served
    bool deep = false, list = false, json = false, diff = false;
    std::optional<int> ptx;            // print the text of that PTX image, from 1
};

struct Parsed;
Parsed parse_why(const std::vector<std::string>& words);      // the first is "why"
Parsed parse_inspect(const std::vector<std::string>& words);  // the first is "inspect"

inline constexpr const char* why_about = "Say why a file's kernels run or fail on this card, and the one command that mends it.";
inline constexpr const char* inspect_about = "List the device code in programs, libraries, wheels and folders, and which cards it serves.";

}  // namespace launchlab
