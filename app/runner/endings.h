// How a run ended when its child did not say so itself, in a sentence with the remedy. Pure.
#pragma once

#include "core/protocol.h"

namespace launchlab {

Ended ended_by_limit(int limit_ms, bool undying, const std::string& stage);  // the stage it was in; "" = none told
Ended ended_by_child(int exit, int signal, bool closed_early, const std::string& stage = "");
Ended ended_cancelled(bool was_running);
std::string signal_name(int signal);  // "SIGSEGV"

}  // namespace launchlab
