// Progress and Settings: two small JSON files under XDG folders. Owns their format, crash-safe writing (new file, fsync,
// rename), what happens to one that cannot be read (a broken one is kept aside under another name, one of a newer launchlab
// stays where it is), and how the progress of two windows becomes one. Invariant: nothing is lost or written over.
#pragma once

#include <map>
#include <set>
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
    std::vector<std::string> asked_again;          // those that were: each comes back once
};

std::string to_json(const Settings& settings);
std::string to_json(const Progress& progress);
Result<Settings> parse_settings(std::string_view json, std::string where);
Result<Progress> parse_progress(std::string_view json, std::string where);

enum class Reader { looks, saves };   // saves: will write the file, so a broken one is renamed to NAME.broken-N
template <class T>
struct Kept {
    T value;
    bool may_write = true;            // false: the file is still there and not ours to write over
};
// Reads; a missing file gives the default, and so does one that cannot be read: an Error says what became of it.
Kept<Settings> read_settings(const std::string& dir, std::vector<Error>& troubles, Reader reader);
Kept<Progress> read_progress(const std::string& dir, std::vector<Error>& troubles, Reader reader);
// One progress of two windows: of a step that `touched` names, the state that came further; of any other, the one on disk.
Progress merge(const Progress& on_disk, const Progress& own, const std::set<std::string>& touched);
// Reads the file, merges, writes, while no other window does the same. An Error also where the file may not be written over.
Result<Done> write_progress(const std::string& dir, const Progress& own, const std::set<std::string>& touched);
Result<Done> write_file_safely(const std::string& path, std::string_view bytes);
std::string state_dir();            // $XDG_STATE_HOME/launchlab or ~/.local/state/launchlab; settings too

}  // namespace launchlab
