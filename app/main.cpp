// launchlab: arguments -> the window or a terminal command.
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "session/course_files.h"
#include "terminal/arguments.h"
#include "terminal/commands.h"
#include "window/shot.h"
#include "window/window.h"

namespace launchlab {

namespace {

struct Start {
    Output& out;
    Output& err;

    int operator()(const RunArguments& run) { return run_command(run, out, err); }
    int operator()(const DoctorArguments& doctor) { return doctor_command(doctor, out, err); }
    int operator()(const LessonsArguments& lessons) { return lessons_command(lessons, out, err); }
    int operator()(const WindowArguments& window) {
        const Result<std::string> data = find_data_dir();
        if (!data) return fail(err, data.error());
        WindowOptions options{.session = session_options(*data, window.lessons, window.runner), .step = window.step};
        options.session.toolkit = window.toolkit;
        options.session.on = window.on;
        options.first_frame_only = std::getenv("LAUNCHLAB_EXIT_AFTER_FIRST_FRAME") != nullptr;  // for the benchmark
        return run_window(std::move(options));
    }
    int operator()(const ShotArguments& shot) {
        const Result<std::string> data = find_data_dir();
        if (!data) return fail(err, data.error());
        ShotOptions options{.session = session_options(*data, shot.lessons, shot.runner), .step = shot.step, .out = shot.file};
        options.session.toolkit = shot.toolkit;
        options.session.on = shot.on;
        options.width = shot.size.first;
        options.height = shot.size.second;
        options.zoom = shot.zoom;
        options.theme = shot.theme;
        options.recording = shot.recorded;
        options.config = shot.config;
        options.before_run = shot.screen == "predict";
        if (shot.screen == "first" || shot.screen == "palette") options.screen = shot.screen;
        options.compare = shot.screen == "compare";
        options.beside = shot.beside;
        return take_shot(options);
    }
};

}  // namespace

}  // namespace launchlab

int main(int count, char** words) {
    using namespace launchlab;
    signal(SIGPIPE, SIG_IGN);  // `launchlab lessons | head` ends quietly: Output notices
    Output out(STDOUT_FILENO), err(STDERR_FILENO);
    const Parsed parsed = parse_arguments(std::vector<std::string>(words + 1, words + count));
    if (!parsed.arguments) {
        out.print(wrap_help(out.style(), parsed.out));
        err.print(parsed.err);
        return parsed.exit;
    }
    return std::visit(Start{out, err}, *parsed.arguments);
}
