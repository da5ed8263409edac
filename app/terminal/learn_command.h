// launchlab learn --text: a whole step in the terminal, from the prediction to the same thing elsewhere, by typed answers.
// The state is core/step's and lives in the Session, so the window goes on where this was left, and the other way round.
#pragma once

#include "terminal/learn_arguments.h"
#include "terminal/output.h"

namespace launchlab {

int learn_command(const LearnArguments& arguments, Output& out, Output& err);

}  // namespace launchlab
