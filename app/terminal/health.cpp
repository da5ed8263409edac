#include "terminal/health.h"

#include <algorithm>
#include <map>

namespace launchlab {

namespace {

class Writer {
public:
    explicit Writer(const Style& style) : style_(style) {}
    void title(const std::string& text) {
        if (!lines.empty()) lines.push_back("");
        lines.push_back(paint(style_, Ink::strong, text));
    }
    void fact(Mark mark, Ink ink, const std::string& text) {
        Lines wrapped = wrap(style_, text, "  " + fill(symbol(style_, mark), 3), "     ");
        wrapped.front() = paint(style_, ink, wrapped.front());
        append(lines, wrapped);
    }
    void good(const std::string& text) { fact(Mark::ok, Ink::ok, text); }
    void bad(const std::string& text) { fact(Mark::trouble, Ink::amber, text); }
    void note(const std::string& text) { append(lines, wrap(style_, text, "     ", "     ")); }
    Lines lines;

private:
    const Style& style_;
};

void write_toolkits(Writer& out, const Health& health) {
    out.title("Toolkits");
    if (health.toolkits.empty()) out.bad(health.answered ? "None found." : "Not known: the runner did not answer.");
    for (const ToolkitSeen& toolkit : health.toolkits) {
        const bool chosen = toolkit.version == health.chosen;
        if (chosen)
            out.good("CUDA " + toolkit.version + ", chosen. " + health.why);
        else if (!toolkit.missing.empty())
            out.bad("CUDA " + toolkit.version + ", not whole.");
        else
            out.fact(Mark::rule, Ink::plain, "CUDA " + toolkit.version);
        const auto part = [](const char* name, const std::string& version) {
            return name + std::string(" ") + (version.empty() ? "missing" : version);
        };
        out.note(part("NVRTC", toolkit.nvrtc) + ", " + part("runtime", toolkit.runtime) + ", " + part("nvFatbin", toolkit.fatbin));
        if (!toolkit.from.empty()) out.note(toolkit.from);
        if (!toolkit.targets.empty()) {
            std::string targets;
            for (const std::string& target : toolkit.targets) targets += " " + target;
            out.note("builds" + targets);
        }
        for (const std::string& sentence : toolkit.missing) out.bad(sentence);
    }
    if (health.chosen.empty()) {
        std::string text = health.why;
        if (!health.wanted.empty())
            text += std::string(text.empty() ? "" : " ") + "Fetch the set for this machine: launchlab doctor --fetch (CUDA " +
                    health.wanted + ").";
        if (!text.empty()) out.bad(text);
    } else if (!health.wanted.empty() && health.wanted != health.chosen && health.driver.branch != 0) {
        out.note("The set for this card and driver is CUDA " + health.wanted + ": launchlab doctor --fetch brings it.");
    }
    out.note("Shelf: " + health.shelf);
}

void write_recordings(Writer& out, const Health& health) {
    out.title("Recordings");
    if (health.recordings.empty()) out.bad("None found in the data folder. Install launchlab again, or start it from its own folder.");
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;
    for (const ShippedRecording& one : health.recordings) {
        const std::string head = one.gpu + ", " + to_text(one.capability) + ", driver " + one.driver + ", CUDA " + one.runtime + ", " +
                                 one.date + (one.page ? ", from a published page" : "");
        auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == head; });
        if (group == groups.end()) group = groups.insert(groups.end(), {head, {}});
        group->second.push_back(one.name);
    }
    for (const auto& [head, names] : groups) {
        out.fact(Mark::recorded, Ink::plain, head);
        std::string text;
        for (const std::string& name : names) text += (text.empty() ? "" : "  ") + name;
        out.note(text);
    }
}

}  // namespace

bool is_whole(const ToolkitSeen& toolkit) {
    return toolkit.missing.empty() && !toolkit.nvrtc.empty() && !toolkit.runtime.empty() && !toolkit.fatbin.empty();
}

bool live(const Health& health) { return health.answered && !health.gpus.empty() && health.driver.branch != 0 && !health.chosen.empty(); }

Lines health_lines(const Health& health, const Style& style) {
    Writer out(style);
    out.lines.push_back(paint(style, Ink::strong, "launchlab " + health.version));
    if (live(health))
        out.good("Steps run on this machine's card.");
    else
        out.bad("Steps do not run on a card here. Recordings and the rule work; what is missing stands below.");

    out.title("Card");
    if (health.gpus.empty()) out.bad(health.answered ? "No GPU found." : "Not known: the runner did not answer.");
    for (const GpuSeen& gpu : health.gpus) {
        std::string text = gpu.name + ", " + to_text(gpu.capability) + ", --gpu " + std::to_string(gpu.index);
        if (gpu.memory != 0) text += ", " + to_size(gpu.memory);
        if (gpu.tegra) text += ", integrated";
        out.good(text);
    }

    out.title("Driver");
    if (health.driver.branch == 0)
        out.bad(health.answered ? "No NVIDIA driver found." : "Not known: the runner did not answer.");
    else
        out.good((health.driver.version.empty() ? "version not told" : health.driver.version) + " (r" + std::to_string(health.driver.branch) + "), " +
                 (health.reads == PtxVersion{} ? "its PTX version is not known" : "reads PTX up to " + to_text(health.reads)));

    out.title("Runner");
    if (health.answered)
        out.good("launchlab-runner " + health.runner + (health.host.empty() ? "" : " on " + health.host) + ", protocol " +
                 std::to_string(protocol_version));
    else
        out.bad("No answer from: " + health.command);

    write_toolkits(out, health);

    out.title("Warm spare");
    if (health.spare.state == "ready")
        out.good("Ready after " + to_duration(style, health.spare.us) + "." + (health.spare.text.empty() ? "" : " " + health.spare.text));
    else if (health.spare.state.empty())
        out.fact(Mark::rule, Ink::plain, "Not tried: there is no card to warm it for.");
    else
        out.bad((health.spare.state == "none" ? "None: runs start cold and take longer." : "Not ready yet (" + health.spare.state + ").") +
                (health.spare.text.empty() ? "" : " " + health.spare.text));

    if (!health.missing.empty() || !health.troubles.empty()) {
        out.title("Missing, and what to do");
        for (const std::string& sentence : health.missing) out.bad(sentence);
        for (const Error& trouble : health.troubles) out.bad(trouble.text());
    }
    write_recordings(out, health);
    out.title("Data");
    out.note(health.data_dir);
    return out.lines;
}

}  // namespace launchlab
