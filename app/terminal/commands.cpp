#include "terminal/commands.h"

#include <tuple>

#include "session/course_files.h"
#include "terminal/lesson_list.h"
#include "terminal/patience.h"
#include "terminal/recording_name.h"
#include "terminal/report.h"

namespace launchlab {

int fail(Output& err, const Error& error) {
    err.print(printable(err.style(), to_error_line(error)) + "\n");
    return exit_error;
}

SessionOptions session_options(const std::string& data_dir, const std::string& lessons, const std::string& runner) {
    SessionOptions options;
    options.data_dir = data_dir;
    options.lessons_dir = lessons;
    if (const Result<std::vector<std::string>> words = split_words(runner)) options.runner = *words;  // checked with the options
    return options;
}

std::optional<Error> check_names(ShotArguments& shot, const std::string& data_dir) {
    const ScratchDir scratch;
    SessionOptions options = session_options(data_dir, shot.lessons, "");
    options.state_dir = scratch.path();
    options.live = false;
    const Session session(std::move(options));
    if (auto error = check_step(session.course(), shot.step, session.troubles())) return error;
    for (auto [option, word, run] : {std::tuple{"--recorded", &shot.recorded, shot.config},
                                     std::tuple{"--beside", &shot.beside, std::optional<char>()}}) {
        if (word->empty() || (word == &shot.beside && *word == "none")) continue;
        const Result<std::string> name = full_name(session.recordings(), *word, shot.step, run, option);
        if (!name) return name.error();
        *word = *name;
    }
    if (!shot.on.empty())
        if (const Result<Gpu> on = find_gpu(session.gpus(), shot.on, Driver{}); !on) return Error{"--on " + shot.on, on.error().what};
    return std::nullopt;
}

int lessons_command(const LessonsArguments& arguments, Output& out, Output& err) {
    const Result<std::string> data = find_data_dir();
    if (!data) return fail(err, data.error());
    std::vector<Error> troubles;
    const Progress progress = read_progress(state_dir(), troubles, Reader::looks).value;
    const ScratchDir scratch;  // looking at the list does not move "where you left off"
    SessionOptions options = session_options(*data, arguments.lessons, "");
    options.state_dir = scratch.path();
    options.live = false;
    const Session session(std::move(options));
    out.print(arguments.json ? to_json(session.course(), progress) : join(lesson_lines(session.course(), progress, out.style())));
    int code = exit_same;
    for (const Error& trouble : troubles) code = fail(err, trouble);
    for (const Error& trouble : session.troubles())
        if (trouble.where.find("lessons") != std::string::npos || trouble.where.find("kernels") != std::string::npos ||
            session.course().lessons.empty())
            code = fail(err, trouble);
    return code;
}

}  // namespace launchlab
