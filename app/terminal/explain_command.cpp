#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "session/course_files.h"
#include "session/lookup.h"
#include "session/lookup_tables.h"
#include "terminal/commands.h"
#include "terminal/explain.h"
#include "terminal/patience.h"

namespace launchlab {
namespace {

constexpr std::size_t input_limit = std::size_t{1} << 30;
constexpr double hello_limit_s = 10;

Result<std::string> read_standard_input() {
    std::string out;
    std::size_t filled = 0;
    while (true) {
        if (out.size() - filled < (1 << 16)) out.resize(std::max<std::size_t>(out.size() * 2, 1 << 17));
        const ssize_t got = ::read(STDIN_FILENO, out.data() + filled, out.size() - filled);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return Error{"standard input", "it could not be read: " + std::string(std::strerror(errno)) + ". Give the text as a word, or pipe it in."};
        if (got == 0) break;
        filled += static_cast<std::size_t>(got);
        if (filled > input_limit) return Error{"standard input", "there is more than 1 GiB. Cut out the part around the error."};
    }
    out.resize(filled);
    return out;
}

struct Here {
    HubMachine machine;
    std::string missing;  // why no card is known; "" = one is
};

// This machine's card, driver and runtime, as the runner tells them.
Here ask_runner(const std::string& data_dir, const ToolkitTable& toolkits, Output& out) {
    Patience patience;
    const ScratchDir scratch;
    SessionOptions options = session_options(data_dir, "", "");
    options.state_dir = scratch.path();
    options.wake = patience.wake();
    Session session(std::move(options));
    out.status("asking the runner for this machine's card ...");
    patience.until(session, [&] { return session.link() != Link::starting; }, hello_limit_s);
    out.status("");
    Here here;
    const Hello* hello = session.hello();
    if (hello && !hello->gpus.empty()) {
        const GpuSeen& seen = hello->gpus.front();
        here.machine.card = Gpu{seen.name, seen.capability, seen.tegra, driver_of(toolkits, hello->driver, hello->driver_cuda)};
        if (const Toolkit* toolkit = session.toolkit()) here.machine.runtime = toolkit->version;
    } else {
        here.missing = "No card of this machine is known, so its numbers are left out; launchlab doctor says what is missing.";
    }
    return here;
}

int explain_batch(const PasteBox& box, const std::string& input, Output& out, Output& err) {
    int code = exit_same;
    std::size_t number = 0;
    for (std::size_t at = 0; at < input.size() && !out.closed();) {
        std::size_t end = input.find('\n', at);
        if (end == input.npos) end = input.size();
        const std::string line = input.substr(at, end - at);
        at = end + 1;
        ++number;
        if (line.find_first_not_of(" \t\r") == line.npos) continue;
        const Result<std::string> answer = explain_batch_line(box, line, "standard input line " + std::to_string(number));
        if (answer) out.print(*answer);
        else code = fail(err, answer.error());
    }
    return code;
}

}  // namespace

int explain_command(const ExplainArguments& arguments, Output& out, Output& err) {
    const Result<std::string> data = find_data_dir();
    if (!data) return fail(err, data.error());
    const LookupTables tables = read_lookup_tables(*data);
    if (!tables.box) return fail(err, tables.troubles.front());
    std::string text;
    if (arguments.text.empty() || arguments.text == std::vector<std::string>{"-"}) {
        if (::isatty(STDIN_FILENO)) err.print("Paste the text; Enter and Ctrl D end it.\n");
        Result<std::string> input = read_standard_input();
        if (!input) return fail(err, input.error());
        text = std::move(*input);
    } else {
        for (const std::string& word : arguments.text) text += (text.empty() ? "" : " ") + word;
    }
    if (arguments.batch) return explain_batch(*tables.box, text, out, err);
    if (looks_binary(text))
        return fail(err, {"explain", "this is no text but the bytes of a program, an archive or a picture. Give what the program printed; launchlab inspect FILE lists the targets that a file holds."});

    const std::vector<HubHit> asked = codes_asked_for(tables.hub, text);
    if (!asked.empty()) {
        const Here here = ask_runner(*data, tables.toolkits, out);
        const std::vector<HubShown> shown = show(tables.hub, asked, here.machine, tables.toolkits);
        if (arguments.json) out.print(to_json(tables.box->explain("CUDA error " + text), shown));
        else out.print(entry_lines(shown, here.missing, out.style()));
        return exit_same;
    }
    const PasteAnswer answer = tables.box->explain(text);
    std::vector<HubHit> found;
    if (answer.code) found.push_back({*answer.code, 0});
    else if (answer.cause == "unknown") found = codes_with_words(tables.hub, text);
    const std::vector<HubShown> shown = show(tables.hub, found, {}, tables.toolkits);
    if (arguments.json) out.print(to_json(answer, shown));
    else if (answer.cause == "unknown" && !shown.empty()) out.print(list_lines(shown, text, out.style()));
    else out.print(explain_lines(answer, answer.code ? tables.hub.find(*answer.code) : nullptr, out.style()));
    return answer.cause == "unknown" ? exit_differs : exit_same;
}

}  // namespace launchlab
