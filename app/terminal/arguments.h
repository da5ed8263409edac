// The command line: words -> one command with its options. Owns every option's name, help text and example, and what may not
// stand together; leaves doing it to terminal/commands. Invariant: pure; what is printed comes back as text.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/result.h"
#include "terminal/author_arguments.h"
#include "terminal/device_arguments.h"
#include "terminal/export_arguments.h"
#include "terminal/flags_arguments.h"
#include "terminal/fleet_arguments.h"
#include "terminal/matrix_arguments.h"
#include "terminal/sweep_arguments.h"
#include "terminal/learn_arguments.h"

namespace launchlab {

struct WindowArguments {
    std::string step, runner, lessons, toolkit, on;
};
struct RunArguments {
    std::string step;
    std::optional<char> config;          // A or B
    std::optional<std::string> targets;  // "sm_100,compute_80"
    std::optional<int> gpu;
    std::string on, recorded, toolkit, runner, lessons, source;
    std::optional<double> limit_s;
    bool json = false;
};
struct DoctorArguments {
    bool json = false, fetch = false, yes = false;
    std::string version, runner;  // version "" = the one that this driver asks for
};
struct LessonsArguments {
    bool json = false;
    std::string lessons;
};
struct ShotArguments {
    std::string step, file, theme = "dark", screen = "result", source, recorded, beside, lessons, toolkit, on, runner, sight, paste, why;
    std::optional<char> config;            // A or B
    bool predicted = false;
    float zoom = 1;                        // 1 = 100 %
    std::pair<int, int> size{1920, 1080};  // pixels
};
struct ExplainArguments {
    std::vector<std::string> text;  // none, or "-": what stands on standard input
    bool json = false, batch = false;
};
using Arguments = std::variant<WindowArguments, RunArguments, DoctorArguments, LessonsArguments, ShotArguments, ExplainArguments, FlagsArguments,
                               WhyArguments, InspectArguments, AdviseArguments, LearnArguments, ExportArguments, SweepArguments, MatrixArguments, LessonsCheckArguments,
                               LessonsNewArguments, RecordArguments>;

struct Parsed {
    std::optional<Arguments> arguments;  // unset: print `out` or `err` and end with `exit`
    int exit = 0;
    std::string out, err;
};
Parsed parse_arguments(const std::vector<std::string>& words);  // without the program's own name

// "ssh 'lab gpu' launchlab-runner" -> three words; quotes and backslashes as in a shell, nothing is expanded. Error: a quote
// that is not closed.
Result<std::vector<std::string>> split_words(const std::string& command);

}  // namespace launchlab
