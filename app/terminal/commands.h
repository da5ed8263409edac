// The terminal commands: each plays through a Session, the same code as the window, writes to `out`, and gives the exit code
// that docs/json.md and --help list. Errors go to `err`, one line each.
#pragma once

#include "session/session.h"
#include "terminal/arguments.h"
#include "terminal/output.h"

namespace launchlab {

inline constexpr int exit_same = 0, exit_differs = 1, exit_error = 2, exit_interrupted = 130;

int run_command(const RunArguments& arguments, Output& out, Output& err);
int doctor_command(const DoctorArguments& arguments, Output& out, Output& err);
int lessons_command(const LessonsArguments& arguments, Output& out, Output& err);
int explain_command(const ExplainArguments& arguments, Output& out, Output& err);
int fail(Output& err, const Error& error);  // prints it, gives exit_error

// Before a picture is taken: the step, and the short names of recordings, which become whole ones.
std::optional<Error> check_names(ShotArguments& shot, const std::string& data_dir);

// What the commands and the window set alike; data_dir must be found.
SessionOptions session_options(const std::string& data_dir, const std::string& lessons, const std::string& runner);
int fetch_toolkit(const DoctorArguments& arguments, const std::string& version, const std::string& data_dir, Output& out, Output& err);

}  // namespace launchlab
