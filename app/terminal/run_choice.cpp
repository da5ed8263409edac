#include "terminal/run_choice.h"

#include <algorithm>

#include "session/files.h"
#include "terminal/recording_name.h"
#include "terminal/text.h"

namespace launchlab {

namespace {

std::optional<Error> choose_card(Session& session, int index) {
    const std::string where = "--gpu " + std::to_string(index);
    const Hello* hello = session.hello();
    if (!hello || hello->gpus.empty())
        return Error{where, "no GPU is here. Judge by rule with --on 7.5, or leave --gpu out and see a recording."};
    std::vector<std::string> cards;
    for (const GpuSeen& gpu : hello->gpus) {
        if (gpu.index == index) {
            session.carry_out({.gpu = index});
            return std::nullopt;
        }
        cards.push_back(std::to_string(gpu.index) + " (" + gpu.name + ")");
    }
    return Error{where, "there is no card with this index. Cards here: " + to_list(cards, "and") + "."};
}

// NVRTC reads a text that ends at its first NUL byte: it would compile less than the file holds.
Result<std::string> read_source(const std::string& file) {
    constexpr std::size_t most_bytes = 4u << 20;
    Result<std::string> text = read_file(file, most_bytes);
    if (!text) return Error{"--source " + file, text.error().what};
    if (const std::size_t nul = text->find('\0'); nul != std::string::npos)
        return Error{"--source " + file, "byte " + std::to_string(nul) + " is 0, so this is no text. Give a kernel as a .cu file."};
    return text;
}

std::optional<Error> choose_source(Session& session, const std::string& file) {
    const Result<std::string> text = read_source(file);
    if (!text) return text.error();
    session.carry_out({.source = *text});
    return std::nullopt;
}

// The first word of the list that is no target, and the targets of the toolkit nearest to it.
std::string nearest_targets(const Session& session, const std::string& list) {
    const Toolkit* toolkit = session.toolkit();
    if (!toolkit && !session.toolkits().toolkits.empty()) toolkit = &session.toolkits().toolkits.back();
    if (!toolkit) return {};
    std::vector<std::string> names;
    for (const std::string& arch : toolkit->targets) {
        names.push_back("sm_" + arch);
        names.push_back("compute_" + arch);
    }
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        const std::string word = list.substr(at, end - at);
        if (!word.empty() && !parse_target(word)) return nearest_words(word, names, "");
        at = end + 1;
    }
    return {};
}

}  // namespace

std::optional<Error> choose_targets(Session& session, const std::string& list) {
    if (list.find_first_not_of(" ,") == std::string::npos)
        return Error{"--targets", "the list of targets is empty. Name at least one, for example --targets sm_90,compute_80."};
    const Result<std::vector<Target>> targets = parse_targets(list);
    if (!targets) {
        std::string what = targets.error().what;
        if (what.find("earest") == std::string::npos) what += nearest_targets(session, list);
        return Error{"--targets " + list, what};
    }
    for (std::size_t i = 0; i < targets->size(); ++i)
        if (std::find(targets->begin(), targets->begin() + static_cast<std::ptrdiff_t>(i), (*targets)[i]) !=
            targets->begin() + static_cast<std::ptrdiff_t>(i))
            return Error{"--targets " + list, to_name((*targets)[i]) + " is named twice. Name each target once."};
    const std::vector<Target> before = session.choice().targets;
    for (const Target& target : before) session.carry_out({.toggle = target});
    for (const Target& target : *targets) session.carry_out({.toggle = target});
    return std::nullopt;
}

std::optional<Error> check_names(const Session& session, RunArguments& asked) {
    if (session.course().lessons.empty())
        return session.troubles().empty() ? Error{"lessons", "no lessons found. Name their folder with --lessons."}
                                          : session.troubles().front();
    if (auto error = check_step(session.course(), asked.step, session.troubles())) return error;
    if (!asked.on.empty())
        if (Result<Gpu> on = find_gpu(session.gpus(), asked.on, Driver{}); !on) return Error{"--on " + asked.on, on.error().what};
    if (!asked.toolkit.empty() && !find_toolkit(session.toolkits(), asked.toolkit)) {
        std::vector<std::string> known;
        for (const Toolkit& toolkit : session.toolkits().toolkits) known.push_back(toolkit.version);
        return Error{"--toolkit " + asked.toolkit, "launchlab does not know this toolkit. Known: " + to_list(known, "and") + "."};
    }
    if (asked.targets && asked.targets->find_first_not_of(" ,") == std::string::npos)
        return Error{"--targets", "the list of targets is empty. Name at least one, for example --targets sm_90,compute_80."};
    if (asked.recorded.empty()) return std::nullopt;
    const Result<std::string> name = full_name(session.recordings(), asked.recorded, asked.step, asked.config);
    if (!name) return name.error();
    asked.recorded = *name;
    return std::nullopt;
}

std::optional<Error> make_choice(Session& session, const RunArguments& asked) {
    session.carry_out({.open_step = asked.step});
    if (!asked.recorded.empty()) {
        session.carry_out({.recording = asked.recorded});
        return std::nullopt;
    }
    if (asked.gpu)
        if (auto error = choose_card(session, *asked.gpu)) return error;
    if (asked.config) session.carry_out({.config = *asked.config});
    if (!asked.source.empty())
        if (auto error = choose_source(session, asked.source)) return error;
    if (asked.targets)
        if (auto error = choose_targets(session, *asked.targets)) return error;
    return std::nullopt;
}

}  // namespace launchlab
