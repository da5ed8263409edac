// What authors of lessons type: `launchlab lessons check`, `lessons new` and `launchlab record`. Owns their options; leaves doing it
// to terminal/lessons_check, lessons_new and record_command. Invariant: pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace launchlab {

struct LessonsCheckArguments {
    std::string lessons;
    bool json = false, publish = false;
};
struct LessonsNewArguments {
    std::string step, name, lessons;   // "day-46/10", "which-cache"
};
struct RecordArguments {
    std::vector<std::string> steps;    // none: all
    std::string out, toolkit, runner, lessons;
    int gpu = 0;
    bool force = false;
};

struct Parsed;
Parsed parse_lessons_words(const std::vector<std::string>& words);   // the first two are "lessons" and "check" or "new"
Parsed parse_record(const std::vector<std::string>& words);          // the first is "record"

inline constexpr const char* record_about = "Run every step on this machine's card, compare with the rule, and keep it as recordings.";

}  // namespace launchlab
