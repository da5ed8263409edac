// The answers of `launchlab run`, `doctor` and `lessons` as one JSON object each. Owns the keys, which docs/json.md lists
// and a test compares; leaves text for people to the other files. Invariant: every key is always there; what is not known is
// null, an empty text or an empty list. A change that breaks a reader raises report_version.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/gpu.h"
#include "core/lesson.h"
#include "core/run.h"
#include "core/toolkit.h"
#include "session/progress.h"
#include "terminal/health.h"
#include "terminal/instead.h"

namespace launchlab {

inline constexpr int report_version = 1;

struct RunReport {
    std::string step;  // "day-06/2"
    char config = 'A';
    const Run* run = nullptr;   // what was measured, recorded, or only compiled
    bool judged_only = false;   // no launch: the verdict is by rule
    const Gpu* card = nullptr;  // nullptr: none
    bool live_card = false;
    const Toolkit* toolkit = nullptr;  // nullptr: none in use
    std::string recording;             // name of the recording shown, or the one that fits the step; "" = none
    std::optional<Instead> instead;    // what to build instead; unset: the images were no reason to refuse
    bool driver_assumed = false;       // --on named no driver
};

std::string to_json(const RunReport& report);
std::string to_json(const Health& health);
std::string to_json(const Course& course, const Progress& progress);

}  // namespace launchlab
