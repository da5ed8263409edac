// A runner that answers every run with very much: the bench program starts itself as one. It speaks the protocol through
// core/protocol and knows no card; what it says is measured for its weight, never shown as a result.
#pragma once

#include <string>

namespace launchlab::bench {

// "events": 10,000 events a run; "log": one log of 5 MB; "lines": a log of 5 MB in lines of 100 bytes; "none": the run alone.
// Returns at the end of its input.
int play_flood(const std::string& kind);

}  // namespace launchlab::bench
