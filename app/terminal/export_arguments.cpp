#include "terminal/export_arguments.h"

#include "terminal/parse_words.h"

namespace launchlab {

Parsed parse_export(const std::vector<std::string>& words) {
    CLI::App app(export_about, "launchlab export");
    app.set_help_flag("-h,--help", "Print this and end.");
    app.get_formatter()->column_width(22);
    app.footer(
        "A page plays the step from its recording: predict, see, say what you saw, read why. It needs no network, no card and no launchlab.\nA repro is a folder "
        "with a .cu file, CMakeLists.txt and check.sh, which builds it, runs it and compares the codes.\n\nExit codes: 0 written; 2 an error.\n\nExamples:\n  launchlab export day-06/2 --html "
        "which-call.html\n  launchlab export day-06/2 --repro which-call\n  launchlab export day-06/2 --repro which-call --run B --on 7.5\n");
    ExportArguments out;
    std::string config;
    app.add_option("STEP", out.step, "The step. Example: day-06/2")->required();
    CLI::Option* html = app.add_option("--html", out.html, "Write one page into this file. Example: --html which-call.html");
    CLI::Option* repro = app.add_option("--repro", out.repro, "Write a program into this folder. Example: --repro which-call");
    app.add_option("--run", config, "With --repro: run A or B of the step; default A. Example: --run B")->check(CLI::IsMember({"A", "B"}, CLI::ignore_case))->needs(repro);
    app.add_option("--recorded", out.recorded, "Take this recording, by its name or its first word. Example: --recorded h200");
    CLI::Option* on = app.add_option("--on", out.on, "By rule for a card, with an optional driver. Examples: --on 7.5, --on T4@535");
    app.add_option("--lessons", out.lessons, "Another folder with lessons. Example: --lessons ~/my-course/lessons");
    app.add_flag("--force", out.force, "Write over what is there. Example: launchlab export day-06/2 --html out.html --force");
    html->excludes(repro);
    return parse_words(app, words, words.end(), "export", [&] {
        if (out.html.empty() && out.repro.empty()) throw CLI::ValidationError("--html or --repro", "where to write is missing. Example: --html which-call.html");
        if (!out.recorded.empty() && on->count()) throw CLI::ValidationError("--on and --recorded", "--on judges by rule, --recorded takes what was measured. Name one of them");
        if (!config.empty()) out.config = config == "a" || config == "A" ? 'A' : 'B';
        return out;
    });
}

}  // namespace launchlab
