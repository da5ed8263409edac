// From the words of `launchlab run` to a choice in the Session. Owns the checks, each an Error with the nearest names; leaves
// running to terminal/run_command.
#pragma once

#include <optional>
#include <string>

#include "core/result.h"
#include "session/session.h"
#include "terminal/arguments.h"

namespace launchlab {

// Before the runner has spoken; the recording's short name becomes its whole one.
std::optional<Error> check_names(const Session& session, RunArguments& asked);
std::optional<Error> choose_targets(Session& session, const std::string& list);   // "sm_90,compute_80"; a step that ran runs at once
std::optional<Error> make_choice(Session& session, const RunArguments& asked);  // after it

}  // namespace launchlab
