#include "terminal/arguments.h"

#include <algorithm>
#include <charconv>

#include "terminal/parse_words.h"

namespace launchlab {

namespace {

constexpr const char* runner_help = "Command that starts the runner, here or elsewhere. Example: --runner \"ssh lab-gpu launchlab-runner\"";
constexpr const char* lessons_help = "Another folder with lessons. Example: --lessons ~/my-course/lessons";
constexpr const char* toolkit_help = "CUDA toolkit to compile with; default: the newest this driver reads. Example: --toolkit 12.9";
constexpr const char* on_help = "Judge by rule for a card that is not here, with an optional driver. Examples: --on 7.5, --on T4@535";

// Throws what CLI11 turns into a message.
float to_zoom(const std::string& text) {
    int percent = 0;
    const std::string digits = !text.empty() && text.back() == '%' ? text.substr(0, text.size() - 1) : text;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), percent);
    if (error != std::errc() || end != digits.data() + digits.size() || percent < 50 || percent > 400)
        throw CLI::ValidationError("--zoom", "\"" + text + "\" is no percentage from 50 to 400. Example: --zoom 200");
    return static_cast<float>(percent) / 100.0f;
}

std::pair<int, int> to_pixels(const std::string& text) {
    std::pair<int, int> size{0, 0};
    const char* end = text.data() + text.size();
    const auto width = std::from_chars(text.data(), end, size.first);
    if (width.ec == std::errc() && width.ptr != end && *width.ptr == 'x') {
        const auto height = std::from_chars(width.ptr + 1, end, size.second);
        if (height.ec == std::errc() && height.ptr == end && size.first >= 64 && size.second >= 64 && size.first <= 16384 &&
            size.second <= 16384)
            return size;
    }
    throw CLI::ValidationError("--size", "\"" + text + "\" is no width and height from 64 to 16384. Example: --size 1920x1080");
}

void check_together(const RunArguments& run) {
    const auto apart = [](const std::string& a, const std::string& b, const std::string& why) {
        throw CLI::ValidationError(a + " and " + b, why + " Name one of them.");
    };
    if (run.gpu && !run.on.empty()) apart("--gpu", "--on", "--gpu runs on a card that is here, --on judges by rule for one that is not.");
    if (run.gpu && !run.recorded.empty())
        apart("--gpu", "--recorded", "--gpu runs on a card that is here, --recorded plays what was measured before.");
    if (!run.on.empty() && !run.recorded.empty())
        apart("--on", "--recorded", "--on judges by rule, --recorded plays what was measured before, on its own card.");
    if (run.recorded.empty()) return;
    const std::string fixed = "A recording is played as it was measured.";
    if (run.targets) apart("--targets", "--recorded", fixed);
    if (!run.source.empty()) apart("--source", "--recorded", fixed);
    if (!run.toolkit.empty()) apart("--toolkit", "--recorded", fixed);
    if (run.limit_s) apart("--limit", "--recorded", fixed);
    if (!run.runner.empty()) apart("--runner", "--recorded", fixed);
}

// Options that stand before a command: `launchlab --on 7.5 run day-06/2`. Those that the command has are its own, the others
// are refused, so that none is passed over in silence.
struct Before {
    const WindowArguments& window;

    void take(const std::string& command, const std::string& option, const std::string& before, std::string& own) const {
        if (before.empty()) return;
        if (!own.empty() && own != before)
            throw CLI::ValidationError(option, "it is named before \"" + command + "\" and after it. Name it once.");
        own = before;
    }
    void refuse(const std::string& command, const std::vector<std::string>& known) const {
        const std::pair<const char*, const std::string&> options[] = {{"--step", window.step},
                                                                     {"--on", window.on},
                                                                     {"--toolkit", window.toolkit},
                                                                     {"--runner", window.runner},
                                                                     {"--lessons", window.lessons}};
        for (const auto& [option, value] : options) {
            if (value.empty() || std::find(known.begin(), known.end(), option) != known.end()) continue;
            throw CLI::ValidationError(option, "\"" + command + "\" has no such option" +
                                                   (std::string(option) == "--step" ? " here. The step is a word of its own: launchlab run day-06/2."
                                                                                    : ". Leave it out."));
        }
    }
    void hand_on(const std::string& command, auto& own) const {
        refuse(command, {"--on", "--toolkit", "--runner", "--lessons"});
        take(command, "--on", window.on, own.on);
        take(command, "--toolkit", window.toolkit, own.toolkit);
        take(command, "--runner", window.runner, own.runner);
        take(command, "--lessons", window.lessons, own.lessons);
    }
};

// An empty value would count as one that was not given: `--on "$CARD"` where CARD is not set.
void check_filled(const std::vector<std::string>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::size_t equal = words[i].starts_with("--") ? words[i].find('=') : std::string::npos;
        const std::string value = equal == std::string::npos ? words[i] : words[i].substr(equal + 1);
        if (value.find_first_not_of(" \t\n") != std::string::npos) continue;
        const std::string option = equal != std::string::npos                ? words[i].substr(0, equal)
                                   : i > 0 && words[i - 1].starts_with("--") ? words[i - 1]
                                                                             : "";
        if (option.empty()) throw CLI::ValidationError("word " + std::to_string(i + 1), "it is empty. Leave it out.");
        throw CLI::ValidationError(option, "its value is empty. Name one, or leave " + option + " out.");
    }
}

void check_runner(const std::string& command) {
    const Result<std::vector<std::string>> words = split_words(command);
    if (!words) throw CLI::ValidationError("--runner", words.error().what);
    if (!words->empty() && words->front().empty())
        throw CLI::ValidationError("--runner", "its first word is empty. Begin with a program. Example: --runner launchlab-runner");
}

// Of the command that was named, or of the window.
std::vector<std::string> options_of(CLI::App& app) {
    const std::vector<CLI::App*> named = app.get_subcommands();
    std::vector<std::string> names;
    for (const CLI::Option* option : (named.empty() ? &app : named.front())->get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

std::string unknown_option(CLI::App& app, const std::vector<std::string>& words) {
    const std::vector<std::string> known = options_of(app);
    for (const std::string& word : words) {
        const std::string option = word.substr(0, word.find('='));
        if (option.size() > 2 && option.starts_with("--") && !app.get_option_no_throw(option) && std::find(known.begin(), known.end(), option) == known.end())
            return option;
    }
    return {};
}

struct Texts {
    std::string zoom, size, config;
};

}  // namespace

Parsed parse_arguments(const std::vector<std::string>& words) {
    if (!words.empty() && words.front() == "flags") return parse_flags(words);
    if (!words.empty() && words.front() == "why") return parse_why(words);
    if (!words.empty() && words.front() == "inspect") return parse_inspect(words);
    if (!words.empty() && words.front() == "advise") return parse_advise(words);
    if (!words.empty() && words.front() == "sweep") return parse_sweep_words(words);
    if (!words.empty() && words.front() == "matrix") return parse_matrix(words);
    if (!words.empty() && words.front() == "learn") return parse_learn(words);
    if (!words.empty() && words.front() == "export") return parse_export(words);
    if (!words.empty() && words.front() == "record") return parse_record(words);
    if (words.size() > 1 && words.front() == "lessons" && (words[1] == "check" || words[1] == "new")) return parse_lessons_words(words);
    CLI::App app("Learn why a CUDA launch says 209 while the sync says 0. Without a command, the window opens.", "launchlab");
    app.set_version_flag("--version", "launchlab " LAUNCHLAB_VERSION, "Print the version and end.");
    app.set_help_flag("-h,--help", "Print this and end. Example: launchlab run --help");
    app.footer(
        "Examples:\n  launchlab                          the window\n  launchlab run day-06/2             a step in the terminal\n"
        "  launchlab run day-06/2 --on T4     the same, by rule for a Tesla T4\n  launchlab doctor                   what works on this "
        "machine\n");
    Texts texts;
    WindowArguments window;
    app.add_option("--step", window.step, "Open the window at this step. Example: --step day-06/2");
    app.add_option("--on", window.on, on_help);
    app.add_option("--toolkit", window.toolkit, toolkit_help);
    app.add_option("--runner", window.runner, runner_help);
    app.add_option("--lessons", window.lessons, lessons_help);

    RunArguments run;
    CLI::App* run_app = app.add_subcommand("run", "Play a step in the terminal: compile, launch, and the timeline as text.");
    run_app->footer(
        "Exit codes: 0 measured equals rule, or by rule or recorded only; 1 it differs, or the run ended before "
        "a launch could be compared; 2 an error; 130 interrupted.\n\nExamples:\n  launchlab run day-06/2\n  launchlab run day-06/2 "
        "--targets sm_100,compute_80\n"
        "  launchlab run day-06/2 --run B --json\n  launchlab run day-06/2 --on 7.5\n  launchlab run day-06/2 --recorded h200\n");
    run_app->add_option("STEP", run.step, "The step. Example: day-06/2")->required();
    run_app->add_option("--run", texts.config, "Run A or B of the step. Example: --run B")
        ->check(CLI::IsMember({"A", "B"}, CLI::ignore_case));
    run_app->add_option("--targets", run.targets,
                        "What to build instead of the step's own targets, in this order. Example: --targets sm_100,compute_80");
    run_app->add_option("--gpu", run.gpu, "Index of a card that is here. Example: --gpu 1")->check(CLI::Range(0, 1023));
    run_app->add_option("--on", run.on, on_help);
    run_app->add_option("--recorded", run.recorded,
                        "Play a recording by its name or its first word; launchlab doctor lists them. Examples: --recorded h200, --recorded page-t4/day-06/2/A");
    run_app->add_option("--toolkit", run.toolkit, toolkit_help);
    run_app->add_option("--runner", run.runner, runner_help);
    run_app->add_option("--lessons", run.lessons, lessons_help);
    run_app->add_option("--source", run.source, "A .cu file in place of the step's kernel. Example: --source mark.cu");
    run_app->add_option("--limit", run.limit_s, "Stop the run after so many seconds; default 10. Example: --limit 30")
        ->check(CLI::Range(0.1, 3600.0));
    run_app->add_flag("--json", run.json,
                      "One JSON object instead of text; docs/json.md lists its keys. Example: launchlab run day-06/2 --json");

    DoctorArguments doctor;
    CLI::App* doctor_app = app.add_subcommand("doctor", "Say what works on this machine, what is missing, and what to do.");
    doctor_app->footer(
        "Exit codes: 0 steps run on this machine's card; 1 they do not; 2 an error; 130 interrupted.\n\nExamples:\n  launchlab doctor\n"
        "  launchlab doctor --fetch\n  launchlab doctor --fetch 12.9 --yes\n");
    CLI::Option* fetch =
        doctor_app
            ->add_option("--fetch", doctor.version,
                         "Fetch a CUDA toolkit's libraries; default: the set that this driver asks for. Example: --fetch 12.9")
            ->expected(0, 1);
    doctor_app->add_flag("--yes", doctor.yes, "Do not ask before fetching. Example: launchlab doctor --fetch --yes")->needs(fetch);
    doctor_app->add_option("--runner", doctor.runner, runner_help);
    doctor_app->add_flag("--json", doctor.json, "One JSON object instead of text. Example: launchlab doctor --json")->excludes(fetch);

    LessonsArguments lessons;
    CLI::App* lessons_app = app.add_subcommand("lessons", "List the lessons and steps, and how far you are.");
    lessons_app->footer("Examples:\n  launchlab lessons\n  launchlab lessons --json\n  launchlab lessons check --help     for authors\n  launchlab lessons new --help       for authors\n");
    lessons_app->add_option("--lessons", lessons.lessons, lessons_help);
    lessons_app->add_flag("--json", lessons.json, "One JSON object instead of text. Example: launchlab lessons --json");

    ShotArguments shot;
    CLI::App* shot_app = app.add_subcommand("shot", "Draw a step into a picture, without a window.");
    shot_app->footer(
        "Examples:\n  launchlab shot day-06/2 out.png\n  launchlab shot day-06/2 out.png --size 1920x1080 --zoom 200 --theme light\n");
    shot_app->add_option("STEP", shot.step, "The step. Example: day-06/2")->required();
    shot_app->add_option("FILE", shot.file, "The picture to write. Example: out.png")->required();
    shot_app->add_option("--size", texts.size, "Width and height in pixels; default 1920x1080. Example: --size 1280x720");
    shot_app->add_option("--zoom", texts.zoom, "Size of everything in percent, 50 to 400. Example: --zoom 200");
    shot_app->add_option("--theme", shot.theme, "dark or light. Example: --theme light")->check(CLI::IsMember({"dark", "light"}));
    shot_app->add_option("--screen", shot.screen, "How far the step is played: predict (before the run), result, explain, transfer, done, or compare (runs A and B). Or a place: source, first, palette, keys, hub, matrix, why. Or what is drawn when something is missing: no-runner, no-driver, broken-lesson, broken-run. Example: --screen predict")
        ->check(CLI::IsMember({"predict", "result", "explain", "transfer", "done", "compare", "source", "first", "palette", "keys", "hub", "matrix", "why", "no-runner", "no-driver", "broken-lesson", "broken-run"}));
    shot_app->add_option("--paste", shot.paste, "With --screen hub: the text of this file is pasted. Example: --screen hub --paste build.log");
    shot_app->add_option("--why", shot.why, "With --screen why: this file is asked about. Example: --screen why --why build/app");
    shot_app->add_option("--sight", shot.sight, "As seen in grey, or with protan, deutan or tritan sight. Example: --sight grey")
        ->check(CLI::IsMember({"grey", "protan", "deutan", "tritan"}));
    shot_app->add_option("--beside", shot.beside, "With --screen compare: a recording that stands as B; none leaves it out. Example: --beside page-t4");
    shot_app->add_flag("--predicted", shot.predicted,
                       "For documents: make the step's sample predictions, the first answer of each; else they are skipped. Example: "
                       "launchlab shot day-06/2 out.png --predicted");
    shot_app->add_option("--run", texts.config, "Run A or B of the step. Example: --run B")
        ->check(CLI::IsMember({"A", "B"}, CLI::ignore_case));
    shot_app->add_option("--toolkit", shot.toolkit, toolkit_help);
    shot_app->add_option("--source", shot.source, "Take this file as the kernel. Example: --source mark.cu");
    shot_app->add_option("--recorded", shot.recorded, "Show this recording, by its name or its first word. Example: --recorded page-t4");
    shot_app->add_option("--on", shot.on, on_help);
    shot_app->add_option("--runner", shot.runner, runner_help);
    shot_app->add_option("--lessons", shot.lessons, lessons_help);

    ExplainArguments explain;
    CLI::App* explain_app = app.add_subcommand("explain", "Say which CUDA code a text reports, why, and what to do next; or tell about a code. Nothing leaves this machine.");
    explain_app->footer(
        "Exit codes: 0 answered; 1 no CUDA error can be read from the text; 2 an error.\n\nExamples:\n  launchlab explain \"CUDA error 209: no kernel "
        "image is available\"\n  launchlab explain 209\n  launchlab explain cudaErrorInvalidPtx\n  launchlab explain misaligned\n  launchlab explain < build.log\n  ./app 2>&1 | launchlab explain -\n  launchlab explain --batch < reports.jsonl\n");
    explain_app->add_option("TEXT", explain.text, "What was printed, of any length; or a code, its old number, its name, or a word of it. - or none reads standard input. Example: launchlab explain 48");
    CLI::Option* explain_json = explain_app->add_flag("--json", explain.json, "One JSON object instead of text; docs/json.md lists its keys. Example: launchlab explain --json -");
    explain_app->add_flag("--batch", explain.batch, "Read JSON lines {\"id\",\"input\"} and write one a line. Example: launchlab explain --batch < reports.jsonl")->excludes(explain_json);
    app.add_subcommand("flags", flags_about);
    app.add_subcommand("why", why_about);
    app.add_subcommand("inspect", inspect_about);
    app.add_subcommand("advise", advise_about);
    app.add_subcommand("sweep", sweep_about);
    app.add_subcommand("matrix", matrix_about);
    app.add_subcommand("learn", learn_about);
    app.add_subcommand("export", export_about);
    app.add_subcommand("record", record_about);
    app.require_subcommand(0, 1);
    app.get_formatter()->column_width(22);
    for (CLI::App* one : app.get_subcommands({})) {
        one->set_help_flag("-h,--help", "Print this and end.");
        one->get_formatter()->column_width(22);
    }

    const auto check = [&]() -> Arguments {
        check_filled(words);
        for (const std::string* runner : {&window.runner, &run.runner, &doctor.runner, &shot.runner}) check_runner(*runner);
        if (run.limit_s && !(*run.limit_s > 0))  // "nan" passes CLI11's range
            throw CLI::ValidationError("--limit", "this is no number of seconds from 0.1 to 3600. Example: --limit 30");
        if (!texts.zoom.empty()) shot.zoom = to_zoom(texts.zoom);
        if (!texts.size.empty()) shot.size = to_pixels(texts.size);
        if (!texts.config.empty()) run.config = shot.config = texts.config == "a" || texts.config == "A" ? 'A' : 'B';
        doctor.fetch = fetch->count() > 0;
        const Before before{window};
        if (*run_app) {
            before.hand_on("run", run);
            check_together(run);
            return run;
        }
        if (*doctor_app) {
            before.refuse("doctor", {"--runner"});
            before.take("doctor", "--runner", window.runner, doctor.runner);
            return doctor;
        }
        if (*lessons_app) {
            before.refuse("lessons", {"--lessons"});
            before.take("lessons", "--lessons", window.lessons, lessons.lessons);
            return lessons;
        }
        if (*shot_app) {
            before.hand_on("shot", shot);
            if (!shot.on.empty() && !shot.recorded.empty())
                throw CLI::ValidationError(
                    "--on and --recorded",
                    "--on judges by rule, --recorded plays what was measured before, on its own card. Name one of them.");
            return shot;
        }
        if (*explain_app) {
            before.refuse("explain", {});
            if (explain.batch && !explain.text.empty() && explain.text != std::vector<std::string>{"-"})
                throw CLI::ValidationError("--batch", "it reads standard input and takes no TEXT. Leave the text out.");
            return explain;
        }
        return window;
    };
    return parse_words(app, words, words.begin(), words.end(), "", check, [&](const CLI::ParseError& wrong, const std::string& command) {
        std::string what = wrong.what();
        if (!words.empty() && !words.front().starts_with("-") && app.get_subcommands().empty()) {
            std::vector<std::string> known{"--help", "--version"};
            for (const CLI::App* one : app.get_subcommands({})) known.push_back(one->get_name());
            const std::vector<std::string> near = nearest(words.front(), known, 1);
            what = "there is no command \"" + words.front() + "\"." + (near.empty() ? "" : " Nearest: " + near.front() + ".");
        }
        if (what.starts_with("STEP is required")) what = "the step is missing. Example: " + command + " day-06/2";
        if (const std::string option = unknown_option(app, words); !option.empty() && dynamic_cast<const CLI::ExtrasError*>(&wrong)) {
            const std::vector<std::string> near = nearest(option, options_of(app), 1);
            what = "there is no option " + option + "." + (near.empty() ? "" : " Nearest: " + near.front() + ".");
        }
        return what;
    });
}

Result<std::vector<std::string>> split_words(const std::string& command) {
    std::vector<std::string> words;
    std::string word;
    bool open = false;
    char quote = 0;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        if (quote != 0) {
            if (c == quote)
                quote = 0;
            else if (c == '\\' && quote == '"' && i + 1 < command.size())
                word += command[++i];
            else
                word += c;
        } else if (c == '\'' || c == '"') {
            quote = c;
            open = true;
        } else if (c == '\\' && i + 1 < command.size()) {
            word += command[++i];
            open = true;
        } else if (c == ' ' || c == '\t' || c == '\n') {
            if (open) words.push_back(word);
            word.clear();
            open = false;
        } else {
            word += c;
            open = true;
        }
    }
    if (quote != 0)
        return Error{"command", std::string("the quote ") + quote + " is not closed. Close it, or put a backslash before it."};
    if (open) words.push_back(word);
    return words;
}

}  // namespace launchlab
