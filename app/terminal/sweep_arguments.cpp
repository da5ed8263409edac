#include "terminal/sweep_arguments.h"

#include "terminal/parse_words.h"

namespace launchlab {

Parsed parse_sweep_words(const std::vector<std::string>& words) {
    CLI::App app(sweep_about, "launchlab sweep");
    app.set_help_flag("-h,--help", "Print this and end.");
    app.get_formatter()->column_width(22);
    app.footer(
        "Exit codes: 0 every set gave what the rule says; 1 one did not, or could not be measured; 2 an error; 130 interrupted.\n\nExamples:\n"
        "  launchlab sweep\n  launchlab sweep --out sweep.md --out sweep.jsonl\n  launchlab sweep --targets 75,80,86,90,90a --json\n"
        "  launchlab sweep --sets mine.txt --runner \"ssh lab-gpu launchlab-runner\"\n\nA file of --sets holds a set a line, in the order in which it is packed:\n"
        "  sm_80, compute_80\n  edited(sm_90, cut), compute_75      # version, syntax, cut or label\n  bare(compute_100)\n  compute_80, CUDA_DISABLE_PTX_JIT=1\n");
    SweepArguments sweep;
    app.add_option("--gpu", sweep.gpu, "The card, as launchlab doctor numbers it. Example: --gpu 1")->check(CLI::NonNegativeNumber);
    app.add_option("--toolkit", sweep.toolkit, "CUDA toolkit to compile with; default: the newest this driver reads. Example: --toolkit 12.9");
    CLI::Option* targets = app.add_option("--targets", sweep.targets, "Only these targets, each as SASS and as PTX; default: all of the toolkit. Example: --targets 80,86,90,90a");
    CLI::Option* sets = app.add_option("--sets", sweep.sets, "Run the sets of this file instead of those made for the card. Example: --sets mine.txt");
    app.add_option("--runner", sweep.runner, "Command that starts the runner, here or elsewhere. Example: --runner \"ssh lab-gpu launchlab-runner\"");
    app.add_option("--out", sweep.out, "Keep the result: .md as a table, .jsonl as a line a set; may be given twice. Example: --out sweep.md")->allow_extra_args(false);
    app.add_flag("--json", sweep.json, "One JSON object instead of text; docs/json.md lists its keys. Example: launchlab sweep --json");
    targets->excludes(sets);
    return parse_words(app, words, words.end(), "sweep", [&] {
        if (const Result<std::vector<std::string>> runner = split_words(sweep.runner); !runner) throw CLI::ValidationError("--runner", runner.error().what);
        for (const std::string& file : sweep.out)
            if (!file.ends_with(".md") && !file.ends_with(".jsonl"))
                throw CLI::ValidationError("--out", "\"" + file + "\" ends neither in .md nor in .jsonl, which says what is written. Example: --out sweep.md");
        return sweep;
    });
}

}  // namespace launchlab
