// `launchlab matrix`: its options. Each `--` begins the flags of one more build, so that their dashes are not read here.
// Leaves doing it to terminal/matrix_command. Invariant: pure.
#pragma once

#include <string>
#include <vector>

namespace launchlab {

struct MatrixArguments {
    std::vector<std::string> files, flags;  // a row each: files first
    std::string syntax = "auto", toolkit, driver, on, card, runner, measured, html;
    bool rdc = false, fold = false, json = false;
};

struct Parsed;
Parsed parse_matrix(const std::vector<std::string>& words);  // the first is "matrix"

inline constexpr const char* matrix_about = "Lay builds against cards: which runs its machine code, which translates, which refuses.";

}  // namespace launchlab
