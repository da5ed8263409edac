#include "terminal/flags_arguments.h"

#include <algorithm>
#include <sstream>

#include "core/flags.h"
#include "terminal/parse_words.h"

namespace launchlab {
namespace {

// The words as a shell would read them once more. A lone word is the text itself, as typed.
std::string joined(const std::vector<std::string>& words) {
    if (words.size() == 1) return words[0];
    std::string out;
    for (const std::string& word : words) {
        if (!out.empty()) out += ' ';
        if (word.empty()) {
            out += "''";
        } else if (word.find_first_of(" \t\n'\"\\;&|") == std::string::npos) {
            out += word;
        } else {
            out += '\'';
            for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
            out += '\'';
        }
    }
    return out;
}

std::vector<Capability> to_cards(const std::string& list) {
    std::vector<Capability> out;
    if (list == "none") return out;
    std::istringstream in(list);
    for (std::string one; std::getline(in, one, ',');) {
        const Result<Capability> card = parse_capability(one);
        if (!card) throw CLI::ValidationError("--build-gpus", "\"" + one + "\" is no compute capability. Example: --build-gpus 8.6,9.0; none = there is no GPU");
        out.push_back(*card);
    }
    return out;
}

}  // namespace

Parsed parse_flags(const std::vector<std::string>& words) {
    const auto dashes = std::find(words.begin(), words.end(), "--");
    CLI::App app(flags_about, "launchlab flags");
    app.set_help_flag("-h,--help", "Print this and end.");
    app.get_formatter()->column_width(22);
    app.footer(
        "Exit codes: 0 all cards run it; 1 one does not; 2 the tool refuses the flags, or an error.\n\nExamples:\n"
        "  launchlab flags -- nvcc -arch=sm_86 app.cu\n"
        "  launchlab flags --toolkit 12.6 --driver 535 --on 7.5,8.6,9.0 -- -gencode arch=compute_80,code=sm_80\n"
        "  launchlab flags --on all -- 'TORCH_CUDA_ARCH_LIST=\"8.0;9.0+PTX\"'\n"
        "  launchlab flags --json -- cmake -DCMAKE_CUDA_ARCHITECTURES=80-real ..\n"
        "  launchlab flags --batch < questions.jsonl\n");
    FlagsArguments flags;
    std::string build_gpus;
    std::vector<std::string> typed;
    app.add_option("--syntax", flags.syntax, "Whose spelling it is; default auto. Example: --syntax cmake")->check(CLI::IsMember(flag_syntaxes()));
    app.add_option("--toolkit", flags.toolkit, "The CUDA toolkit (or clang) that builds; default: open. Examples: --toolkit 12.6, --toolkit \"clang 14\"");
    app.add_option("--tool", flags.tool, "The build tool, where its version matters. Example: --tool \"CMake 3.25.1\"");
    app.add_option("--driver", flags.driver, "The driver that runs it; default: one as new as the toolkit. Example: --driver 580.95");
    app.add_option("--build-gpus", build_gpus, "The cards of the build machine, for native; none = it has none. Example: --build-gpus 8.6");
    app.add_option("--load", flags.load, "What the program loads, where it is no ordinary build. Example: --load ptx")
        ->check(CLI::IsMember({"cubin", "ptx", "cubin_file", "ptx_file", "fatbin_file"}));
    app.add_option("--device-software", flags.device_software, "The system release of a Jetson board. Example: --device-software \"JetPack 6\"");
    app.add_option("--on", flags.on, "The cards, by name or capability, each with an optional driver; default: all from 5.0 to 12.1. Example: --on 8.6,T4@535");
    app.add_flag("--rdc", flags.rdc, "Relocatable device code. Example: launchlab flags --rdc -- -arch=sm_80");
    app.add_flag("--json", flags.json, "One JSON object instead of text. Example: launchlab flags --json -- -arch=sm_80");
    app.add_flag("--batch", flags.batch, "Read JSON lines from standard input, write one for each. Example: launchlab flags --batch < questions.jsonl");
    app.add_option("TEXT", typed, "The flags as they stand in the build, behind --. Example: -- nvcc -arch=sm_80 app.cu");

    return parse_words(app, words, dashes, "flags", [&] {
        if (dashes != words.end()) typed.insert(typed.end(), dashes + 1, words.end());
        if (!build_gpus.empty()) flags.build_gpus = to_cards(build_gpus);
        if (flags.batch && (!typed.empty() || dashes != words.end()))
            throw CLI::ValidationError("--batch", "the questions come from standard input, so no text stands behind it. Leave one of the two out.");
        if (!flags.batch && typed.empty() && dashes == words.end())
            throw CLI::ValidationError("TEXT", "the flags are missing. Write them behind --: launchlab flags -- nvcc -arch=sm_80 app.cu.");
        flags.text = joined(typed);
        return flags;
    });
}

}  // namespace launchlab
