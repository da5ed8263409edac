// launchlab doctor: asks the runner and the data folder what there is, and fetches a set of CUDA libraries after a yes.
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>

#include "session/course_files.h"
#include "terminal/commands.h"
#include "terminal/health.h"
#include "terminal/patience.h"
#include "terminal/places.h"
#include "terminal/report.h"

extern char** environ;

namespace launchlab {

namespace {

constexpr double hello_limit_s = 60, spare_limit_s = 20;

Health look(const Session& session, const std::string& data_dir, const std::string& command) {
    Health health;
    health.version = LAUNCHLAB_VERSION;
    health.data_dir = data_dir;
    health.shelf = shelf_dir();
    health.command = command;
    health.spare = session.spare();
    health.troubles = session.troubles();
    for (const Recording& recording : session.recordings()) {
        const Origin& origin = recording.run.origin;
        health.recordings.push_back(
            {recording.name, origin.gpu, origin.driver, origin.runtime, origin.date, origin.capability, origin.kind == Origin::Kind::page});
    }
    if (const Hello* hello = session.hello()) {
        health.answered = true;
        health.runner = hello->runner;
        health.host = hello->host;
        health.gpus = hello->gpus;
        health.toolkits = hello->toolkits;
        health.missing = hello->missing;
        health.driver = driver_of(session.toolkits(), hello->driver, hello->driver_cuda);
    }
    health.reads = reads_ptx(session.toolkits(), health.driver);
    std::optional<Capability> card;
    if (!health.gpus.empty()) card = health.gpus.front().capability;
    health.wanted = wanted_toolkit(session.toolkits(), health.driver, card).value_or("");
    std::vector<std::string> whole;
    for (const ToolkitSeen& toolkit : health.toolkits)
        if (is_whole(toolkit)) whole.push_back(toolkit.version);
    health.chosen = choose_toolkit(session.toolkits(), whole, health.driver, card).value_or("");
    const Toolkit* chosen = find_toolkit(session.toolkits(), health.chosen);
    if (chosen && card && !builds_for(*chosen, *card))
        health.why = "It is the newest here that driver r" + std::to_string(health.driver.branch) + " takes, but it builds nothing for a " +
                     to_text(*card) + " card.";
    else if (chosen)
        health.why = health.driver.branch ? "It is the newest here whose PTX driver r" + std::to_string(health.driver.branch) + " reads."
                                          : "It is the newest here; without a driver any compiles.";
    else if (health.answered && whole.empty())
        health.why = "No whole set of CUDA libraries is on this machine.";
    else if (health.answered)
        health.why = "This machine's " + to_words(session.toolkits(), health.driver) + " reads the PTX of none of these" +
                     (health.wanted.empty() ? ", and no set is old enough for it. Update the driver." : ".");
    return health;
}

bool say_yes(const std::string& question) {
    std::cout << question << " [y/N] " << std::flush;
    std::string answer;
    return std::getline(std::cin, answer) && (answer == "y" || answer == "Y" || answer == "yes" || answer == "Yes" || answer == "YES");
}

}  // namespace

int fetch_toolkit(const DoctorArguments& arguments, const std::string& version, const std::string& data_dir, Output& out, Output& err) {
    const std::string script = fetch_script(data_dir), shelf = shelf_dir();
    if (script.empty())
        return fail(err, {"doctor --fetch", "third_party/fetch.py is not beside " + data_dir +
                                                ". Start launchlab from its own folder, or install it again."});
    if (!arguments.yes) {
        out.print(wrap(
            out.style(),
            "CUDA " + version + ": NVIDIA's compiler and runtime libraries, a few hundred MB, under NVIDIA's licence, to " + shelf + ".",
            "", "  "));
        if (!say_yes("Fetch them now?")) {
            out.print("Nothing was fetched.\n");
            return exit_same;
        }
    }
    std::vector<std::string> words = {"python3", script, "toolkit", version, shelf};
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGINT);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, "python3", nullptr, &attributes, pointers.data(), environ);
    posix_spawnattr_destroy(&attributes);
    if (failed != 0)
        return fail(err,
                    {"doctor --fetch", std::string("python3 did not start (") + std::strerror(failed) + "). Install python3 with pip."});
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) return exit_interrupted;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return fail(err, {"doctor --fetch", "CUDA " + version + " was not fetched; the lines above say why."});
    out.print("CUDA " + version + " is on the shelf.\n");
    return exit_same;
}

int doctor_command(const DoctorArguments& arguments, Output& out, Output& err) {
    const Result<std::string> data = find_data_dir();
    if (!data) return fail(err, data.error());
    Patience patience;
    const ScratchDir scratch;
    SessionOptions options = session_options(*data, "", arguments.runner);
    options.state_dir = scratch.path();
    options.wake = patience.wake();
    Session session(std::move(options));
    out.status("asking the runner ...");
    patience.until(
        session, [&] { return session.link() != Link::starting; }, hello_limit_s);
    if (!arguments.fetch && session.live_card() && session.toolkit()) {
        out.status("warming a spare ...");
        patience.until(
            session, [&] { return session.link() != Link::ready || session.spare().state == "ready" || session.spare().state == "none"; },
            spare_limit_s);
    }
    if (patience.interrupted()) return exit_interrupted;
    const Health health = look(session, *data, arguments.runner.empty() ? program_dir() + "/launchlab-runner" : arguments.runner);
    if (arguments.fetch) {
        const std::string version = arguments.version.empty() ? health.wanted : arguments.version;
        if (version.empty())
            return fail(err,
                        {"doctor --fetch",
                         to_words(session.toolkits(), health.driver) +
                             " is older than every set on the shelf. Update the driver, or name a set: launchlab doctor --fetch 11.8."});
        if (!find_toolkit(session.toolkits(), version) || !find_toolkit(session.toolkits(), version)->on_shelf) {
            std::vector<std::string> sets;
            for (const Toolkit& toolkit : session.toolkits().toolkits)
                if (toolkit.on_shelf) sets.push_back(toolkit.version);
            return fail(err, {"doctor --fetch " + version, "there is no such set. Sets: " + to_list(sets, "and") + "."});
        }
        // One that lies elsewhere serves as well, unless a set was asked for by name.
        for (const ToolkitSeen& toolkit : health.toolkits)
            if (toolkit.version == version && is_whole(toolkit) && (arguments.version.empty() || toolkit.from.starts_with(health.shelf + "/"))) {
                out.print(wrap(out.style(), "CUDA " + version + " is already here and whole: " + toolkit.from + ". Nothing was fetched.", "", "  "));
                return exit_same;
            }
        return fetch_toolkit(arguments, version, *data, out, err);
    }
    out.print(arguments.json ? to_json(health) : join(health_lines(health, out.style())));
    return live(health) ? exit_same : exit_differs;
}

}  // namespace launchlab
