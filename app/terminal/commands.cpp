#include "terminal/commands.h"

#include "session/course_files.h"
#include "terminal/lesson_list.h"
#include "terminal/patience.h"
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
    options.runner = split_words(runner);
    return options;
}

int lessons_command(const LessonsArguments& arguments, Output& out, Output& err) {
    const Result<std::string> data = find_data_dir();
    if (!data) return fail(err, data.error());
    std::vector<Error> troubles;
    const Progress progress = read_progress(state_dir(), troubles);
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
