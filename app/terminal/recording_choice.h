// Which recording stands in for a run that cannot be measured here, and what is said where none does. Owns the choice and the
// sentence; leaves names to terminal/recording_name and playing to terminal/run_command. Invariant: a recording of another
// request is named, never played, once the user chose targets, source, toolkit or card.
#pragma once

#include <string>

#include "session/session.h"
#include "terminal/arguments.h"

namespace launchlab {

// The recording of exactly what was asked; where nothing was chosen by hand, that of the step as shipped. nullptr: none.
const Recording* fitting_recording(const Session& session, const RunArguments& asked);

// "Nothing was recorded for this choice. The step as shipped, on an NVIDIA H200: --recorded h200"
std::string other_recording(const Session& session, const RunArguments& asked);

// "--recorded h200 --run B"
std::string recording_words(const Session& session, const Recording& recording);

}  // namespace launchlab
