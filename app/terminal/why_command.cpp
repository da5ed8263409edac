// launchlab why: a file judged for the card that the runner tells, or for another; or a program run with the driver's log on.
#include <signal.h>

#include "session/course_files.h"
#include "session/why_file.h"
#include "terminal/device_commands.h"
#include "terminal/logged_run.h"
#include "terminal/other_card.h"
#include "terminal/patience.h"

namespace launchlab {

namespace {

constexpr double hello_limit_s = 60;

struct Here {
    std::optional<Gpu> card;
    bool card_here = false, driver_assumed = false, interrupted = false;
    int cards = 0;
    std::vector<std::string> missing;
    Driver driver;
};

// The card as `doctor` learns it: from the runner's first words.
Here ask_runner(const std::string& data_dir, const WhyArguments& arguments, const Tables& tables, Output& out) {
    Patience patience;
    const ScratchDir scratch;
    SessionOptions options = session_options(data_dir, "", arguments.runner);
    options.state_dir = scratch.path();
    options.wake = patience.wake();
    Session session(std::move(options));
    out.status("asking the runner ...");
    patience.until(session, [&] { return session.link() != Link::starting; }, hello_limit_s);
    out.status("");
    Here here;
    here.interrupted = patience.interrupted();
    const Hello* hello = session.hello();
    if (!hello) {
        for (const Error& trouble : session.troubles())
            if (trouble.where == "runner") here.missing.push_back(trouble.what);
        return here;
    }
    here.missing = hello->missing;
    here.driver = driver_of(tables.toolkits, hello->driver, hello->driver_cuda);
    here.cards = static_cast<int>(hello->gpus.size());
    if (!hello->gpus.empty()) {
        const GpuSeen& seen = hello->gpus.front();
        here.card = Gpu{seen.name, seen.capability, seen.tegra, here.driver};
        here.card_here = true;
    }
    return here;
}

Result<Here> find_card(const std::string& data_dir, const WhyArguments& arguments, const Tables& tables, Output& out) {
    if (arguments.on.empty()) return ask_runner(data_dir, arguments, tables, out);
    const Result<Gpu> named = find_gpu(tables.gpus, arguments.on, latest_driver(tables.toolkits));
    if (!named) return Error{shorten_words("--on " + arguments.on, {arguments.on}), shorten_words(named.error().what, {arguments.on})};
    return Here{.card = *named, .driver_assumed = !names_driver(arguments.on)};
}

}  // namespace

int why_command(const WhyArguments& arguments, Output& out, Output& err) {
    const Result<std::string> data = find_data_dir();
    if (!data) return fail(err, data.error());
    const Result<Tables> tables = read_tables();
    if (!tables) return fail(err, tables.error());

    const bool runs_program = !arguments.command.empty();
    const std::string path = runs_program ? find_program(arguments.command.front()) : arguments.file;
    std::optional<RunFound> found;
    if (runs_program) {
        Result<RunFound> ran = run_logged(arguments.command, arguments.json);
        if (!ran) return fail(err, ran.error());
        found = std::move(*ran);
        if (!arguments.json) out.print("\n");
    }
    Result<DeviceFile> read = path.empty() ? Result<DeviceFile>(Error{}) : read_device_file(path, {});
    if (!read && !runs_program) return fail(err, {shorten_words(read.error().where, {path}), read.error().what});

    const Result<Here> here = find_card(*data, arguments, *tables, out);
    if (!here) return fail(err, here.error());
    if (here->interrupted) return exit_interrupted;
    if (found) found->log = found->code != 0 || here->driver.branch >= first_branch_with_log;

    const Gpu* card = here->card ? &*here->card : nullptr;
    WhyReport report{.card = card, .card_here = here->card_here, .driver_assumed = here->driver_assumed, .cards = here->cards, .missing = here->missing, .run = found ? &*found : nullptr};
    std::optional<DeviceAnswer> judged;
    // A shell or an interpreter that was run holds nothing; the run alone speaks then.
    if (read && (!runs_program || !usable_images(read->code).empty())) {
        std::vector<Gpu> cards;
        if (card) cards.push_back(*card);
        remark_file(*read, cards, tables->toolkits);
        judged = answer({.code = read->code, .path = path, .card = card, .card_here = here->card_here, .gpus = tables->gpus, .toolkits = tables->toolkits,
                         .env = here->card_here ? cuda_environment() : std::map<std::string, std::string>{}});
        report.file = &*read;
        report.answer = &*judged;
    }
    if (arguments.json) out.print(to_json(report));
    else out.print(why_lines(report, tables->toolkits, out.style()));
    if (found) {
        if (found->signal == SIGINT) return exit_interrupted;
        return card && found->code == 0 && found->signal == 0 && found->exit == 0 ? exit_same : exit_differs;
    }
    return judged->runs ? exit_same : exit_differs;
}

}  // namespace launchlab
