#include "terminal/learn_arguments.h"

#include "terminal/parse_words.h"

namespace launchlab {

Parsed parse_learn(const std::vector<std::string>& words) {
    CLI::App app(learn_about, "launchlab learn");
    app.set_help_flag("-h,--help", "Print this and end.");
    app.get_formatter()->column_width(22);
    app.footer(
        "With --text each question is answered by a letter, or by the answer itself. Type help at any of them. What you answer is kept, and the next "
        "start goes on there.\n\nExit codes: 0 the step is done; 1 it was left before its end; 2 an error; 130 interrupted.\n\nExamples:\n  launchlab learn day-06/2 --text\n"
        "  launchlab learn --text\n  launchlab learn day-06/2 --text --recorded h200\n  launchlab learn day-06/2 --text < answers.txt\n");
    LearnArguments learn;
    app.add_option("STEP", learn.step, "The step; default: where you left off. Example: day-06/2");
    app.add_flag("--text", learn.text, "In this terminal, line by line: for screen readers, ssh and scripts. Example: launchlab learn day-06/2 --text");
    app.add_option("--recorded", learn.recorded, "With --text: play a recording instead of this machine's card. Example: --recorded h200");
    app.add_option("--on", learn.on, "Judge by rule for a card that is not here, with an optional driver. Examples: --on 7.5, --on T4@535");
    app.add_option("--toolkit", learn.toolkit, "CUDA toolkit to compile with; default: the newest this driver reads. Example: --toolkit 12.9");
    app.add_option("--runner", learn.runner, "Command that starts the runner, here or elsewhere. Example: --runner \"ssh lab-gpu launchlab-runner\"");
    app.add_option("--lessons", learn.lessons, "Another folder with lessons. Example: --lessons ~/my-course/lessons");
    return parse_words(app, words, words.end(), "learn", [&] {
        if (!learn.on.empty() && !learn.recorded.empty())
            throw CLI::ValidationError("--on and --recorded", "--on judges by rule, --recorded plays what was measured before, on its own card. Name one of them");
        if (!learn.recorded.empty() && !learn.text)
            throw CLI::ValidationError("--recorded", "the window has its own list of recordings. Add --text, or leave --recorded out");
        if (const Result<std::vector<std::string>> runner = split_words(learn.runner); !runner) throw CLI::ValidationError("--runner", runner.error().what);
        return learn;
    });
}

}  // namespace launchlab
