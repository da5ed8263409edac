// Progress and Settings: two small JSON files under XDG folders. Owns their format, crash-safe writing (new file, fsync,
// rename) and what happens to a broken one: it is kept aside under another name, named in a trouble, never lost.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/step.h"

namespace launchlab {

struct Settings {
    float zoom = 1.0f;              // 0.5 to 4
    std::string theme = "system";   // dark, light, system
    bool motion = true;
    int width = 1440, height = 860; // window, pixels
};
struct Progress {
    std::string last_step;                         // where you left off
    std::string last_at;                           // and when: "2026-12-01 17:40", local time; "" = not known
    std::map<std::string, StepState> steps;        // by step id
    std::vector<std::string> to_ask_again;         // "day-06/2#1": confident misses, for the next step
};

std::string to_json(const Settings& settings);
std::string to_json(const Progress& progress);
Result<Settings> parse_settings(std::string_view json, std::string where);
Result<Progress> parse_progress(std::string_view json, std::string where);

// Reads; a missing file gives the default. A broken one is renamed to NAME.broken-N and an Error says so beside the default.
Settings read_settings(const std::string& dir, std::vector<Error>& troubles);
Progress read_progress(const std::string& dir, std::vector<Error>& troubles);
Result<Done> write_file_safely(const std::string& path, std::string_view bytes);
std::string state_dir();            // $XDG_STATE_HOME/launchlab or ~/.local/state/launchlab; settings too

}  // namespace launchlab
