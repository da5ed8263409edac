// `launchlab sweep`: its options. Leaves doing it to terminal/sweep_command. Invariant: pure.
#pragma once

#include <string>
#include <vector>

namespace launchlab {

struct SweepArguments {
    int gpu = 0;                    // CUDA device index
    std::string toolkit, runner;    // "" = chosen for the driver; beside this program
    std::string targets;            // "75,80,90a"; "" = all that the toolkit builds
    std::string sets;               // a file with a set a line; "" = made for the card
    std::vector<std::string> out;   // files to keep: .md the table, .jsonl a line a set
    bool json = false;
};

struct Parsed;
Parsed parse_sweep_words(const std::vector<std::string>& words);  // the first is "sweep"

inline constexpr const char* sweep_about = "Run some hundred image sets on this card and lay what is measured over the rule.";

}  // namespace launchlab
