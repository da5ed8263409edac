#include "terminal/author_arguments.h"

#include "terminal/parse_words.h"

namespace launchlab {

namespace {

constexpr const char* lessons_help = "Another folder with lessons. Example: --lessons ~/my-course/lessons";

Parsed parse_check(const std::vector<std::string>& words) {
    CLI::App app("Check every lesson, its recordings and its answers, without a card.", "launchlab lessons check");
    app.set_help_flag("-h,--help", "Print this and end.");
    app.get_formatter()->column_width(22);
    app.footer("It looks for broken files, steps that neither a recording nor a rule card shows, recordings of another request than today's or with changed lines, recordings "
               "that contradict the rule, and answers that are not the computed ones.\n\nExit codes: 0 nothing is wrong; 1 something is; 2 an error.\n\nExamples:\n  launchlab lessons check\n  launchlab lessons check --lessons "
               "~/my-course\n  launchlab lessons check --publish\n");
    LessonsCheckArguments out;
    app.add_option("--lessons", out.lessons, lessons_help);
    app.add_flag("--publish", out.publish, "Fail too where a lesson names no author or no reviewer. Example: launchlab lessons check --publish");
    app.add_flag("--json", out.json, "One JSON object instead of text; docs/json.md lists its keys. Example: launchlab lessons check --json");
    return parse_words(app, words, words.end(), "lessons check", [&] { return out; });
}

Parsed parse_new(const std::vector<std::string>& words) {
    CLI::App app("Write the two files of a new step, ready to be filled in; lessons check passes on them but for the recording.", "launchlab lessons new");
    app.set_help_flag("-h,--help", "Print this and end.");
    app.get_formatter()->column_width(22);
    app.footer("Exit codes: 0 written; 2 an error.\n\nExamples:\n  launchlab lessons new day-46/10 which-cache --lessons ~/my-course\n");
    LessonsNewArguments out;
    app.add_option("STEP", out.step, "The new step's lesson and number. Example: day-46/10")->required();
    app.add_option("NAME", out.name, "A short name for its files, in small letters. Example: which-cache")->required();
    app.add_option("--lessons", out.lessons, "The folder that holds lessons/; default: here. Example: --lessons ~/my-course");
    return parse_words(app, words, words.end(), "lessons new", [&] { return out; });
}

}  // namespace

Parsed parse_lessons_words(const std::vector<std::string>& words) {
    std::vector<std::string> own(words.begin() + 1, words.end());
    return own.front() == "check" ? parse_check(own) : parse_new(own);
}

Parsed parse_record(const std::vector<std::string>& words) {
    CLI::App app(record_about, "launchlab record");
    app.set_help_flag("-h,--help", "Print this and end.");
    app.get_formatter()->column_width(22);
    app.footer("Exit codes: 0 each measured run equals the rule; 1 one differs, or did not end; 2 an error; 130 interrupted.\n\nExamples:\n  launchlab record\n  launchlab record day-06/2 day-06/6 --out "
               "mine.jsonl\n  launchlab record --toolkit 12.9\n");
    RecordArguments out;
    app.add_option("STEP", out.steps, "Steps; default: all. Example: day-06/2 day-06/6");
    app.add_option("--out", out.out, "The file to write; default: the card's name, as h200.jsonl. Example: --out mine.jsonl");
    app.add_option("--toolkit", out.toolkit, "CUDA toolkit to compile with; default: the newest this driver reads. Example: --toolkit 12.9");
    app.add_option("--gpu", out.gpu, "Which card, by its CUDA index; default 0. Example: --gpu 1")->check(CLI::NonNegativeNumber);
    app.add_option("--runner", out.runner, "Command that starts the runner, here or elsewhere. Example: --runner \"ssh lab-gpu launchlab-runner\"");
    app.add_option("--lessons", out.lessons, lessons_help);
    app.add_flag("--force", out.force, "Write over what is there. Example: launchlab record --force");
    return parse_words(app, words, words.end(), "record", [&] {
        if (const Result<std::vector<std::string>> runner = split_words(out.runner); !runner) throw CLI::ValidationError("--runner", runner.error().what);
        return out;
    });
}

}  // namespace launchlab
