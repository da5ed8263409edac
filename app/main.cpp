// launchlab: arguments -> the window or a terminal command.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "session/course_files.h"
#include "terminal/arguments.h"
#include "terminal/author_commands.h"
#include "terminal/commands.h"
#include "terminal/device_commands.h"
#include "terminal/export_command.h"
#include "terminal/flags_command.h"
#include "terminal/fleet_command.h"
#include "terminal/matrix_command.h"
#include "terminal/sweep_command.h"
#include "terminal/learn_command.h"
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
    int operator()(const ExplainArguments& explain) { return explain_command(explain, out, err); }
    int operator()(const FlagsArguments& flags) { return flags_command(flags, out, err); }
    int operator()(const WhyArguments& why) { return why_command(why, out, err); }
    int operator()(const AdviseArguments& advise) { return advise_command(advise, out, err); }
    int operator()(const InspectArguments& inspect) { return inspect_command(inspect, out, err); }
    int operator()(const LessonsCheckArguments& check) { return lessons_check_command(check, out, err); }
    int operator()(const LessonsNewArguments& fresh) { return lessons_new_command(fresh, out, err); }
    int operator()(const RecordArguments& record) { return record_command(record, out, err); }
    int operator()(const ExportArguments& exported) { return export_command(exported, out, err); }
    int operator()(const LearnArguments& learn) {
        if (learn.text) return learn_command(learn, out, err);
        return (*this)(WindowArguments{.step = learn.step, .runner = learn.runner, .lessons = learn.lessons, .toolkit = learn.toolkit, .on = learn.on});
    }
    int operator()(const SweepArguments& sweep) { return sweep_command(sweep, out, err); }
    int operator()(const MatrixArguments& matrix) { return matrix_command(matrix, out, err); }
    int operator()(const WindowArguments& window) {
        const Result<std::string> data = find_data_dir();
        if (!data) return fail(err, data.error());
        WindowOptions options{.session = session_options(*data, window.lessons, window.runner), .step = window.step};
        options.session.toolkit = window.toolkit;
        options.session.on = window.on;
        options.first_frame_only = std::getenv("LAUNCHLAB_EXIT_AFTER_FIRST_FRAME") != nullptr;  // for the benchmark
        return run_window(std::move(options));
    }
    int operator()(ShotArguments shot) {
        const Result<std::string> data = find_data_dir();
        if (!data) return fail(err, data.error());
        const ShotArguments typed = shot;
        if (auto error = check_names(shot, *data))
            return fail(err, {shorten_words(error->where, {typed.step, typed.recorded, typed.beside, typed.on, typed.lessons}),
                              shorten_words(error->what, {typed.step, typed.recorded, typed.beside, typed.on, typed.lessons})});
        ShotOptions options{.session = session_options(*data, shot.lessons, shot.runner), .step = shot.step, .out = shot.file};
        options.session.toolkit = shot.toolkit;
        options.session.on = shot.on;
        options.width = shot.size.first;
        options.height = shot.size.second;
        options.zoom = shot.zoom;
        options.theme = shot.theme;
        options.source = shot.source;
        options.recording = shot.recorded;
        options.config = shot.config.value_or('A');
        options.answered = shot.predicted;
        options.screen = shot.screen;
        options.beside = shot.beside;
        options.sight = shot.sight;
        options.paste = shot.paste;
        options.why = shot.why;
        const int code = take_shot(options);
        if (code == exit_same)
            out.print(printable(out.style(), shot.file) + ": the picture, " + std::to_string(shot.size.first) + " x " + std::to_string(shot.size.second) + " pixels\n");
        return code;
    }
};

// A standard descriptor that was closed by the caller would else become one of our own files, and libuv refuses that.
void open_standard_descriptors() {
    for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", O_RDWR) != fd) _exit(exit_error);  // the lowest free one is given: this
}

// The command's exit code, unless what it said did not arrive.
int end(const Output& out, Output& err, int code) {
    if (out.failed() == 0) return code;
    return fail(err, {"output", "the text could not be written: " + std::string(std::strerror(out.failed())) +
                                    ". Make room, or write it to another place."});
}

}  // namespace

}  // namespace launchlab

int main(int count, char** words) {
    using namespace launchlab;
    open_standard_descriptors();
    signal(SIGPIPE, SIG_IGN);  // `launchlab lessons | head` ends quietly: Output notices
    Output out(STDOUT_FILENO), err(STDERR_FILENO);
    const Parsed parsed = parse_arguments(std::vector<std::string>(words + 1, words + count));
    if (!parsed.arguments) {
        out.print(wrap_help(out.style(), parsed.out));
        err.print(printable(err.style(), parsed.err));
        return end(out, err, parsed.exit);
    }
    const int code = std::visit(Start{out, err}, *parsed.arguments);
    return end(out, err, code);
}
