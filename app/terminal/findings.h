// What stands around the timeline of a run: where it comes from, the two-sentence verdict, each image and why the card takes
// it or not, rule against measured, what the compiler, the driver and the program said, and how the run ended. Owns these
// texts; leaves the rows of calls to terminal/timeline. Invariant: pure, and each fact comes from the Run.
#pragma once

#include <optional>
#include <string>

#include "core/gpu.h"
#include "core/run.h"
#include "terminal/text.h"

namespace launchlab {

Lines provenance_lines(const Run& run, const Style& style);  // "Measured now, 14:02:31 · NVIDIA H200, 9.0 · ..."
Lines outcome_lines(const Run& run, const Style& style);     // "Nothing ran. The check under the launch says 209. ..."
Lines image_lines(const Request& request, const Verdict& rule, const std::vector<Taken>& taken, const Style& style);
Lines rule_lines(const Run& run, const Style& style);  // "rule 209 = measured 209", or loud where they differ
Lines rule_only_lines(const Verdict& rule, const Gpu& card, bool launches, const Style& style);  // "By rule, not run: ..."
Lines compiled_lines(const Run& run, const Style& style);  // sizes and times; NVRTC's whole log where it refused
Lines log_lines(const Run& run, const Style& style);
Lines ending_lines(const Run& run, const Style& style);  // empty where the run finished

std::string image_name(const ImageRequest& image);   // "sm_90a", "compute_80"
std::optional<int> measured_launch(const Run& run);  // the first launch's code
// Everything but the head, for a run that is over: timeline, verdict, images, rule, words, ending.
Lines run_lines(const Run& run, const Style& style);
Lines after_timeline(const Run& run, const Style& style);

}  // namespace launchlab
