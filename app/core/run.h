// Run: one request and everything the runner said about it; record() is the one way in, for a live run and for a recording.
// Owns the picture's data; leaves drawing to panels and terminal. Invariant: nothing here is typed by hand, and a Run with
// `done` unset is still under way.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/gpu.h"
#include "core/protocol.h"
#include "core/selection.h"

namespace launchlab {

struct Origin {
    enum class Kind { live, measured, page } kind = Kind::live;   // measured: a recording of ours; page: a published transcript
    std::string gpu, driver, runtime, nvrtc;                      // "NVIDIA H200", "580.159.04", "13.0", "13.0.88"
    Capability capability;
    std::string date;                                             // "2026-12-01", or the clock time for a live run: "14:02:31"
    std::string note;                                             // a page's own words about what it captured
    bool operator==(const Origin&) const = default;
};

// In a recording, us and slot values of -1 mean "not recorded".
struct Run {
    Request request;
    Origin origin;
    Verdict rule;                       // choose() for the same images, card and driver
    std::vector<Compiled> compiled;
    std::vector<Call> calls;            // in order of return
    std::vector<Value> values;
    std::vector<Taken> taken;
    std::vector<Log> logs;
    std::size_t log_bytes = 0, log_bytes_left_out = 0; // text kept; text past log_limit is counted, not kept
    std::string stage, stage_detail;    // where it is now
    std::optional<Ended> done;

    bool started() const { return request.id != 0 || !calls.empty() || done; }
};
inline constexpr std::size_t log_limit = 1u << 20;

void record(Run& run, const Event& event);      // events with another id than the request's are ignored

const Call* find_call(const Run& run, int index);            // by index into request.calls; nullptr = not made or not recorded
const Value* find_value(const Run& run, int index);
std::optional<int> launch_code(const Run& run, int index);   // the launch's code: its own, or the slot's after the check under it

// What became of the kernel of launch `index`, from what the run shows.
enum class Lane { none, waiting, ran, jit, refused, faulted, not_recorded, open };
Lane lane(const Run& run, int index);

// The driver's log line without its clock, thread and level: "No device code available for GPU ISA 90".
std::string driver_sentence(const Log& log);
// The one that tells most: not where to read more, nor which driver call returned what. "" = the driver wrote none.
std::string telling_sentence(const Run& run);

// Does the measured outcome equal the rule? unset = nothing to compare (no launch measured).
std::optional<bool> agrees(const Run& run);

// ---- recordings: header line, request line, event lines; several follow one another in a file ----

struct Recording {
    std::string name;       // "h200/day-06/2/A": file stem, step, run
    std::string hash;       // request_hash
    bool sealed = false;    // its header has the hash of its lines, and they are as they were recorded
    Run run;
    std::vector<std::string> lines;   // the runner's own, for replay one by one
};
// Every intact recording, and an Error for each that is not; reading goes on at the next header line.
struct ParsedRecordings {
    std::vector<Recording> recordings;
    std::vector<Error> errors;
};
ParsedRecordings parse_recordings(std::string_view text, const std::string& where);
std::string to_recording(const Run& run, const std::string& name, const std::vector<std::string>& event_lines);
const Recording* find_recording(const std::vector<Recording>& all, const std::string& hash, const std::string& prefer_gpu);

}  // namespace launchlab
