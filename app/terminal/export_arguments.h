// `launchlab export`: its options. Leaves doing it to terminal/export_command. Invariant: pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace launchlab {

struct ExportArguments {
    std::string step, html, repro;     // one of the two places
    std::string recorded, on, lessons;
    std::optional<char> config;        // of a repro; A where none is named
    bool force = false;
};

struct Parsed;
Parsed parse_export(const std::vector<std::string>& words);   // the first is "export"

inline constexpr const char* export_about = "Write a step as a page that plays in a browser, or as a program with its own check.";

}  // namespace launchlab
