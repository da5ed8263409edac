#include "terminal/matrix_arguments.h"

#include "core/flags.h"
#include "terminal/parse_words.h"

namespace launchlab {
namespace {

// The words of one build as a shell would read them once more. A lone word is the text itself, as typed.
std::string joined(std::vector<std::string>::const_iterator from, std::vector<std::string>::const_iterator to) {
    if (to - from == 1) return *from;
    std::string out;
    for (; from != to; ++from) {
        if (!out.empty()) out += ' ';
        if (!from->empty() && from->find_first_of(" \t\n'\"\\;&|") == std::string::npos) {
            out += *from;
            continue;
        }
        out += '\'';
        for (char c : *from) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
        out += '\'';
    }
    return out;
}

}  // namespace

Parsed parse_matrix(const std::vector<std::string>& words) {
    CLI::App app(matrix_about, "launchlab matrix");
    app.set_help_flag("-h,--help", "Print this and end.");
    app.get_formatter()->column_width(22);
    app.footer(
        "Without a build, the usual ones are shown. Exit codes: 0 shown; 1 a measured cell differs from the rule; 2 an error.\n\nExamples:\n"
        "  launchlab matrix\n  launchlab matrix --driver 535 --fold -- -arch=sm_80 -- -arch=sm_90a\n"
        "  launchlab matrix ./app libkernels.so --on T4,A100,5090\n  launchlab matrix --syntax cmake -- '75;90a' -- '80-real;90'\n"
        "  launchlab matrix --measured sweep.jsonl --html matrix.html\n");
    MatrixArguments matrix;
    app.add_option("FILE", matrix.files, "Programs, libraries, wheels, cubins: a row each. Example: launchlab matrix ./app");
    app.add_option("--syntax", matrix.syntax, "Whose spelling the flags are; default auto. Example: --syntax cmake")->check(CLI::IsMember(flag_syntaxes()));
    app.add_option("--toolkit", matrix.toolkit, "The CUDA toolkit that builds; what it cannot build is marked. Default: 13.0 for the usual builds, else open. Example: --toolkit 12.6");
    app.add_option("--driver", matrix.driver, "The driver of every card; default: 580, or the nearest that drives the card. Example: --driver 535");
    app.add_option("--on", matrix.on, "The cards; default: every capability from 5.0 to 12.1. Example: --on T4@535,8.x,5090");
    app.add_option("--card", matrix.card, "Your card, or none; default: the one that the runner tells. Example: --card T4");
    app.add_option("--runner", matrix.runner, "Command that starts the runner, which tells the card. Example: --runner \"ssh lab-gpu launchlab-runner\"");
    app.add_option("--measured", matrix.measured, "What launchlab sweep --out kept, or recordings, beside those that launchlab has. Example: --measured sweep.jsonl");
    app.add_flag("--rdc", matrix.rdc, "Relocatable device code. Example: launchlab matrix --rdc -- -arch=sm_80");
    app.add_flag("--fold", matrix.fold, "Cards beside each other that behave alike share a column. Example: launchlab matrix --fold");
    CLI::Option* json = app.add_flag("--json", matrix.json, "One JSON object instead of text; docs/json.md lists its keys. Example: launchlab matrix --json");
    CLI::Option* html = app.add_option("--html", matrix.html, "Write one page that needs nothing else; - prints it. Example: --html matrix.html");
    json->excludes(html);
    const auto first = std::find(words.begin(), words.end(), "--");
    return parse_words(app, words, first, "matrix", [&] {
        for (auto from = first; from != words.end();) {
            const auto to = std::find(from + 1, words.end(), "--");
            if (from + 1 == to) throw CLI::ValidationError("--", "the flags are missing behind it. Example: launchlab matrix -- -arch=sm_80 -- -arch=sm_90a");
            matrix.flags.push_back(joined(from + 1, to));
            from = to;
        }
        if (const Result<std::vector<std::string>> runner = split_words(matrix.runner); !runner) throw CLI::ValidationError("--runner", runner.error().what);
        if (!matrix.driver.empty() && !parse_driver(matrix.driver)) throw CLI::ValidationError("--driver", "\"" + matrix.driver + "\" is no driver. Write for example 580 or 535.54");
        return matrix;
    });
}

}  // namespace launchlab
