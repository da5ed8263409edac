#include "terminal/fleet_arguments.h"

#include "terminal/parse_words.h"

namespace launchlab {

Parsed parse_advise(const std::vector<std::string>& words) {
    CLI::App app(advise_about, "launchlab advise");
    app.set_help_flag("-h,--help", "Print this and end.");
    app.get_formatter()->column_width(22);
    app.footer(
        "Exit codes: 0 every card is served; 1 one is not; 2 an error; 130 interrupted.\n\nExamples:\n  launchlab advise --cards \"T4@535,A100,RTX 4090,5090\"\n"
        "  launchlab advise --cards \"all 8.x,H100,whatever comes next\" --care size\n  launchlab advise --cards 8.0,9.0 --with sm_90a --toolkit 12.8\n"
        "  launchlab advise --cards 7.5,8.6 --like libkernels.so --json\n  launchlab advise --cards 7.5,8.6 --kernel mark.cu\n");
    AdviseArguments advise;
    std::string care = "start";
    app.add_option("--cards", advise.cards, "Names, capabilities, \"all 8.x\", \"whatever comes next\"; each with an optional driver. Example: --cards \"T4@535,A100\"")->required();
    app.add_option("--care", care,
                   "What counts: start, machine code for each card (default); size, the fewest bytes, the driver may translate PTX; future, as start and PTX for what comes next. Example: --care size")
        ->check(CLI::IsMember({"size", "start", "future"}));
    app.add_option("--with", advise.with, "Images to build in any case, such as those with a or f. Example: --with sm_90a,compute_80");
    app.add_option("--toolkit", advise.toolkit, "The CUDA toolkit that has to build it; default: the newest that serves most cards. Example: --toolkit 12.8");
    CLI::Option* kernel = app.add_option("--kernel", advise.kernel, "Measure each image: compile this .cu file with NVRTC. Example: --kernel mark.cu");
    CLI::Option* like = app.add_option("--like", advise.like, "Scale the sizes from a program, library or wheel that is built already. Example: --like libkernels.so");
    app.add_option("--runner", advise.runner, "With --kernel: the command that starts the runner. Example: --runner \"ssh lab-gpu launchlab-runner\"")->needs(kernel);
    app.add_flag("--json", advise.json, "One JSON object instead of text; docs/json.md lists its keys. Example: launchlab advise --cards 8.6 --json");
    kernel->excludes(like);
    return parse_words(app, words, words.end(), "advise", [&] {
        advise.care = *parse_care(care);
        if (const Result<std::vector<std::string>> runner = split_words(advise.runner); !runner) throw CLI::ValidationError("--runner", runner.error().what);
        return advise;
    });
}

}  // namespace launchlab
