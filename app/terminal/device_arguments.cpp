#include "terminal/device_arguments.h"

#include <algorithm>

#include "terminal/parse_words.h"

namespace launchlab {

Parsed parse_why(const std::vector<std::string>& words) {
    CLI::App app(why_about, "launchlab why");
    app.set_help_flag("-h,--help", "Print this and end.");
    app.get_formatter()->column_width(22);
    app.footer(
        "Exit codes: 0 it runs; 1 it does not; 2 an error; 130 interrupted.\n\nExamples:\n  launchlab why ./app\n  launchlab why libkernels.so --on T4@535\n"
        "  launchlab why demo-1.0-py3-none-any.whl --json\n  launchlab why -- ./app --its own words\n");
    WhyArguments why;
    app.add_option("FILE", why.file, "A program, library, object, archive, wheel, cubin, fat binary or PTX. Example: launchlab why ./app");
    app.add_option("--on", why.on, "Judge by rule for a card that is not here, with an optional driver. Examples: --on 7.5, --on T4@535");
    app.add_option("--runner", why.runner, "Command that starts the runner, which tells the card. Example: --runner \"ssh lab-gpu launchlab-runner\"");
    app.add_flag("--json", why.json, "One JSON object instead of text; docs/json.md lists its keys. Example: launchlab why ./app --json");
    const auto dashes = std::find(words.begin(), words.end(), "--");
    return parse_words(app, words, dashes, "why", [&] {
        if (dashes != words.end()) why.command.assign(dashes + 1, words.end());
        if (dashes != words.end() && (why.command.empty() || why.command.front().empty()))
            throw CLI::ValidationError("--", "the program is missing behind it. Example: launchlab why -- ./app");
        if (!why.file.empty() && !why.command.empty())
            throw CLI::ValidationError("FILE and --", "a file is only read, a program behind -- is run. Name one of them");
        if (why.file.empty() && why.command.empty()) throw CLI::ValidationError("FILE", "the file is missing. Example: launchlab why ./app");
        if (!why.on.empty() && !why.command.empty())
            throw CLI::ValidationError("--on and --", "a program runs on the card that is here. Leave --on out, or name the file alone");
        if (const Result<std::vector<std::string>> runner = split_words(why.runner); !runner) throw CLI::ValidationError("--runner", runner.error().what);
        return why;
    });
}

Parsed parse_inspect(const std::vector<std::string>& words) {
    CLI::App app(inspect_about, "launchlab inspect");
    app.set_help_flag("-h,--help", "Print this and end.");
    app.get_formatter()->column_width(22);
    app.footer(
        "Exit codes: 0 read, and every card of --on and --require is served; 1 one is not, or --diff lost one; 2 an error.\n\nExamples:\n  launchlab inspect ./app\n"
        "  launchlab inspect dist/*.whl --on 8.6,T4@535\n  launchlab inspect dist/*.whl --require fleet.toml\n  launchlab inspect --diff old.whl new.whl\n"
        "  launchlab inspect /opt/app/lib --deep --json\n  launchlab inspect --list ./app\n  launchlab inspect ./app --ptx 1\n  curl -s URL | launchlab inspect -\n");
    InspectArguments inspect;
    app.add_option("FILE", inspect.paths, "Files and folders; - reads standard input. Example: launchlab inspect ./app")->required();
    app.add_option("--on", inspect.on, "Judge by rule for these cards, each with an optional driver. Example: --on 8.6,T4@535");
    app.add_flag("--deep", inspect.deep, "Open every image and search the whole file, not only the standard places. Example: launchlab inspect --deep ./app");
    CLI::Option* require = app.add_option("--require", inspect.require, "A gate: every card in this TOML file has to be served, with its driver: cards = [\"T4@535\", \"A100\"], or [[card]] with name and driver. Example: --require fleet.toml");
    CLI::Option* diff = app.add_flag("--diff", inspect.diff, "Compare two files: images, bytes, cards gained and lost. Example: launchlab inspect --diff old.whl new.whl");
    CLI::Option* list = app.add_flag("--list", inspect.list, "One line an image, as cuobjdump --list-elf --list-ptx prints them. Example: launchlab inspect --list ./app");
    CLI::Option* ptx = app.add_option("--ptx", inspect.ptx, "Print the text of a PTX image by its number. Example: launchlab inspect ./app --ptx 1")->check(CLI::PositiveNumber);
    CLI::Option* json = app.add_flag("--json", inspect.json, "One JSON object instead of text; docs/json.md lists its keys. Example: launchlab inspect ./app --json");
    list->excludes(json);
    ptx->excludes(json)->excludes(list);
    require->excludes(list)->excludes(ptx)->excludes(diff);
    diff->excludes(list)->excludes(ptx);
    return parse_words(app, words, words.end(), "inspect", [&] {
        if (inspect.diff && inspect.paths.size() != 2) throw CLI::ValidationError("--diff", "it compares two files, and " + std::to_string(inspect.paths.size()) + " are named. Example: launchlab inspect --diff old.whl new.whl");
        if (inspect.diff && !inspect.on.empty()) throw CLI::ValidationError("--diff and --on", "--diff judges all cards. Leave --on out");
        return inspect;
    });
}

}  // namespace launchlab
