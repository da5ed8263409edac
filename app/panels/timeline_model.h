// Timeline: a Run (or, where nothing was run, a request and the rule's verdict) as columns, slot readings and GPU boxes, ready
// to draw. Owns every word on the picture; leaves geometry to panels/timeline. Pure, no ImGui. Invariant: a cell says how it is
// known: measured, inferred from other rows, by rule, not recorded, or not yet.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/lesson.h"
#include "core/run.h"
#include "core/step.h"

namespace launchlab {

enum class Known { yes, inferred, by_rule, open, not_recorded, not_reached };
enum class Outcome { ok, refused_launch, refused, fault, value, untouched, unread, none };   // what its symbol says

struct Column {
    int call = -1;                  // into Request::calls; of the copy for a value
    bool launch = false, value = false, check = false, wait = false;
    int folded = 1;                 // calls that share this column
    std::string name, phase;
    Known known = Known::open;
    Outcome outcome = Outcome::none;
    std::string code, word, right;  // "209", "no kernel image", "1.5 ms"

    bool asked = false;             // You predicted
    std::string predicted, confidence;
    Match match = Match::open;

    std::optional<int> slot;        // after the call; unset = not known
    Known slot_known = Known::open;
    bool writes = false, reads = false, clears = false;
    std::string slot_word;          // written; read, kept; read, cleared; not read
};

struct LaneBox {
    int first = 0, last = 0;        // columns
    Lane form = Lane::none;
    Known known = Known::yes;
    std::string title, text, right;
};

struct Timeline {
    std::vector<Column> columns;
    std::vector<LaneBox> lanes;
    std::vector<std::string> notes;          // quiet lines: the driver's own sentences, what the launch entry returned
    std::string missing;                     // "Not recorded: cudaMalloc, out[0]."
    bool by_rule = false, running = false, recorded = false;
    bool predicted = false;                  // the row "You predicted" has something to say
    std::string no_prediction;               // why it has not
};

struct TimelineInput {
    const Run* run = nullptr;                // nullptr: by rule
    const Request* request = nullptr;        // when run is null
    const Verdict* rule = nullptr;           // when run is null
    const Step* step = nullptr;
    const StepState* state = nullptr;
    char config = 'A';                       // predictions stand only beside the run that they were asked for
};
Timeline make_timeline(const TimelineInput& input);
void fold(Timeline& timeline);               // equal, unasked calls before the launch become one column

std::string duration_text(std::int64_t us);  // "196 ms", "1.5 ms", "0.01 ms", "<0.01 ms"
std::string launch_text(const Request& request, const CallRequest& call);
std::string_view confidence_word(Confidence confidence);

}  // namespace launchlab
