// A sweep: image sets run on one card, many in one child, and what came of each laid over the rule. Owns the requests of such
// runs, reading their answers, and the lines that are kept; leaves which sets there are to core/image_sets and the pipe to
// terminal/sweep. Pure. Invariant: a set counts as measured only when all of its calls were made in a context that was sound
// before its launch; what came after a fault is asked again, in a new child.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/image_sets.h"
#include "core/run.h"

namespace launchlab {

struct SweepOutcome {
    int code = 0;                     // of the launch
    int sync = 0;                     // of the cudaDeviceSynchronize after it
    int taken = -1;                   // the image whose mark was written; -1 = none was
    std::string value;                // "written", "untouched", "unread", "foreign": a word that no image writes
    std::int64_t us = 0;              // the launch
    std::string log;                  // the driver's own sentence, where it wrote one
};

struct SweepRow {
    ImageSet set;
    Verdict rule;
    std::optional<SweepOutcome> measured;
    std::string not_measured;         // why there is no outcome: a sentence
    bool differs() const;             // measured otherwise than the rule says, or not at all
};

struct SweepHead {
    std::string gpu, driver, runtime, nvrtc, toolkit, date;  // "NVIDIA H200", "580.159.04", "13.0.96", "13.0.88", "13.0", "2026-12-01"
    Capability capability;
    bool operator==(const SweepHead&) const = default;
};
struct Sweep {
    SweepHead head;
    std::vector<SweepRow> rows;
};

// Rows that go to one child each time: of one environment, broken images apart from sound ones, at most `most` a child.
std::vector<std::vector<std::size_t>> sweep_batches(const std::vector<SweepRow>& rows, std::size_t most);

// One child for these rows: a unit, and so a host key, each; their calls one after the other.
Request sweep_request(const std::vector<SweepRow>& rows, const std::vector<std::size_t>& batch, const std::string& toolkit, int gpu);

// Fills the rows of the batch. Gives those that a new child has to be asked for again; the row that stopped this one is not
// among them and says why.
std::vector<std::size_t> read_batch(const Run& run, const std::vector<std::size_t>& batch, std::vector<SweepRow>& rows);

// A header line and a line a set.
std::string to_lines(const Sweep& sweep);
// The images and outcomes alone: `rule` is empty. Error: with the line.
Result<Sweep> parse_sweep(std::string_view text, const std::string& where, const ToolkitTable& toolkits);

}  // namespace launchlab
