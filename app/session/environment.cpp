// Which card is in question, which toolkit serves it, and which targets a step's config means for the two.
#include <algorithm>

#include "core/advice.h"
#include "session/inside.h"

namespace launchlab {

namespace {

bool is_complete(const ToolkitSeen& toolkit) {
    return toolkit.missing.empty() && !toolkit.nvrtc.empty() && !toolkit.runtime.empty() && !toolkit.fatbin.empty();
}

Gpu card_of(const Recording& recording, const GpuTable& gpus) {
    const Origin& origin = recording.run.origin;
    Gpu gpu{.name = origin.gpu, .capability = origin.capability};
    if (Result<Driver> driver = parse_driver(origin.driver)) gpu.driver = *driver;
    for (const NamedGpu& named : gpus.gpus)
        if (named.name == origin.gpu) gpu.tegra = named.tegra;
    return gpu;
}

// Another card that is judged by rule has a driver that reads everything, unless one is named.
Driver newest_driver(const ToolkitTable& table) {
    Driver driver;
    for (const Toolkit& toolkit : table.toolkits) driver.branch = std::max(driver.branch, toolkit.driver_branch);
    driver.version = std::to_string(driver.branch);
    return driver;
}

// The trouble that a file of ours gave when it was read.
const Error* error_in(const std::vector<Error>& errors, std::string_view file) {
    for (const Error& error : errors)
        if (error.where.starts_with(file)) return &error;
    return nullptr;
}

std::string listed(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
    return out;
}

}  // namespace

const Recording* Session::Inside::recording_on_show() const {
    for (const Recording& recording : recordings)
        if (!choice.recording.empty() && recording.name == choice.recording) return &recording;
    return nullptr;
}

// Those that the step names, best first, then every other one of this step.
std::vector<const Recording*> Session::Inside::recordings_for_step() const {
    std::vector<const Recording*> out;
    if (!step) return out;
    auto add = [&](const Recording& recording) {
        if (std::find(out.begin(), out.end(), &recording) == out.end()) out.push_back(&recording);
    };
    std::string inside = "/" + step->id + "/";
    for (const std::string& name : step->recordings)
        for (const Recording& recording : recordings) {
            bool of_step = recording.name.find(inside) != std::string::npos;
            if (recording.name == name || (of_step && recording.name.compare(0, name.size() + 1, name + "/") == 0)) add(recording);
        }
    for (const Recording& recording : recordings)
        if (recording.name.find(inside) != std::string::npos) add(recording);
    return out;
}

const ToolkitSeen* Session::Inside::seen(const std::string& version) const {
    if (hello)
        for (const ToolkitSeen& toolkit : hello->toolkits)
            if (toolkit.version == version) return &toolkit;
    return nullptr;
}

std::vector<std::string> Session::Inside::complete_toolkits() const {
    std::vector<std::string> out;
    if (hello) {
        for (const ToolkitSeen& toolkit : hello->toolkits)
            if (is_complete(toolkit)) out.push_back(toolkit.version);
    } else {   // nothing can be compiled; the rule speaks of the sets one can have
        for (const Toolkit& toolkit : toolkits.toolkits)
            if (toolkit.on_shelf) out.push_back(toolkit.version);
    }
    return out;
}

void Session::Inside::settle(bool keep_targets) {
    settle_card();
    settle_toolkit();
    if (!keep_targets) settle_targets();
    warm();
}

void Session::Inside::settle_card() {
    card.reset();
    judged.reset();
    source = Source::none;
    trouble("card", std::nullopt);
    Driver here;
    const GpuSeen* present = nullptr;
    if (hello) {
        here = driver_of(toolkits, hello->driver, hello->driver_cuda);
        for (const GpuSeen& gpu : hello->gpus)
            if (!present || gpu.index == choice.gpu) present = &gpu;
    }
    if (const Recording* recording = recording_on_show()) {
        card = card_of(*recording, gpus);
        source = Source::recording;
    } else if (borrowed) {
        card = borrowed;
        source = Source::borrowed;
    } else if (!choice.on.empty()) {
        Result<Gpu> on = find_gpu(gpus, choice.on, here.branch ? here : newest_driver(toolkits));
        if (on) {
            card = *on;
            source = Source::on;
        } else {
            const Error* broken = gpus.gpus.empty() ? error_in(at_start, "assets/gpus.json") : nullptr;
            trouble("card", broken ? Error{choice.on, "no card can be looked up: " + broken->text()} : on.error());
        }
    } else if (present && here.branch != 0) {
        card = Gpu{.name = present->name, .capability = present->capability, .tegra = present->tegra, .driver = here};
        choice.gpu = present->index;
        source = Source::live;
    } else if (present) {
        const Error* broken = toolkits.toolkits.empty() ? error_in(at_start, "assets/toolkits.json") : nullptr;
        trouble("card", broken ? Error{"card", "what its driver reads is not known: " + broken->text()} : Error{"driver", "the runner sees " + present->name + ", but \"" + hello->driver + "\" is no driver version that launchlab can read. Look at it with nvidia-smi, update the driver, or show a recording."});
    }
    judged = card;
    if (!judged && link != Link::starting) {
        std::vector<const Recording*> offered = recordings_for_step();
        const Recording* first = !offered.empty() ? offered.front() : recordings.empty() ? nullptr : &recordings.front();
        if (first) judged = card_of(*first, gpus);
    }
}

void Session::Inside::settle_toolkit() {
    toolkit.reset();
    choice.toolkit.clear();
    trouble("toolkit", std::nullopt);
    if (!step) return;
    std::vector<std::string> present = complete_toolkits();
    auto use = [&](const std::string& version) {
        choice.toolkit = version;
        if (const Toolkit* found = find_toolkit(toolkits, version)) toolkit = *found;
    };
    if (const Recording* recording = recording_on_show()) return use(recording->run.request.toolkit);

    if (const Error* broken = toolkits.toolkits.empty() ? error_in(at_start, "assets/toolkits.json") : nullptr) return trouble("toolkit", Error{"toolkit", "no toolkit can be chosen: " + broken->text()});
    if (!hello && link == Link::starting) return;   // the runner is about to say what there is

    // One that was named: by the step, else by the user, else by the recording whose card is still in question.
    std::string named = config().toolkit.empty() ? options.toolkit : config().toolkit;
    bool here = std::find(present.begin(), present.end(), named) != present.end();
    if (!named.empty()) {
        if (here && find_toolkit(toolkits, named)) return use(named);
        const Toolkit* known = find_toolkit(toolkits, named);
        std::string why = known && known->on_shelf ? "is not complete on this machine. Run \"launchlab doctor --fetch " + named + "\""
                          : known ? "is not complete on this machine, and launchlab has no set of it to fetch. Install CUDA " + named + " and name its folder in CUDA_HOME"
                                  : "is not one that launchlab knows. Name one of those that \"launchlab doctor\" lists";
        trouble("toolkit", Error{"toolkit " + named, "toolkit " + named + " " + why + ", or show a recording."});
        return;
    }
    if (source == Source::borrowed && std::find(present.begin(), present.end(), borrowed_toolkit) != present.end())
        return use(borrowed_toolkit);

    Driver driver = judged ? judged->driver : Driver{};
    std::optional<Capability> of_card = judged ? std::optional(judged->capability) : std::nullopt;
    if (std::optional<std::string> fitting = choose_toolkit(toolkits, present, driver, of_card)) return use(*fitting);
    if (!hello) return;
    std::optional<std::string> wanted = wanted_toolkit(toolkits, driver, of_card);
    std::string remedy = wanted ? " Run \"launchlab doctor --fetch\": it brings " + *wanted + ", the set for this driver."
                                : " No set is old enough for it. Update the driver, or show a recording.";
    // The runner's first look at the machine crashed or hung: its one sentence says so, and fetching would mend nothing.
    const bool not_looked_at = hello->toolkits.empty() && hello->driver.empty() && hello->missing.size() == 1;
    if (not_looked_at)
        trouble("toolkit", Error{"runner", hello->missing.front()});
    else if (present.empty())
        trouble("toolkit", Error{"toolkit", "no complete set of CUDA libraries is on this machine." + remedy});
    else
        trouble("toolkit", Error{"toolkit", to_words(toolkits, driver) + " does not read what the toolkits here write (" + listed(present) + ")." + remedy});
    // For a card that is not here any toolkit compiles; the trouble above says what its driver would make of the result.
    if (source != Source::live)
        if (std::optional<std::string> any = choose_toolkit(toolkits, present, Driver{}, of_card)) use(*any);
}

void Session::Inside::settle_targets() {
    varied = false;
    choice.targets.clear();
    trouble("step", std::nullopt);
    if (!step) return;
    if (const Recording* recording = recording_on_show()) return show_recording(*recording);
    auto kept = edited.find(step->id);
    choice.source = kept == edited.end() ? step->kernel : kept->second;
    if (!judged || !toolkit) return;
    Result<std::vector<Target>> targets = resolve_all(config().images, *judged, *toolkit);
    if (targets)
        choice.targets = *targets;
    else
        trouble("step", targets.error());
}

// Card and toolkit follow from choice.recording; its targets, kernel and config change with them, all at once.
void Session::Inside::show_recording(const Recording& recording) {
    if (!recording.name.empty() && (recording.name.back() == 'A' || recording.name.back() == 'B')) choice.config = recording.name.back();
    if (recording.run.request.units.empty()) return;
    const UnitRequest& unit = recording.run.request.units.front();
    choice.source = unit.source;
    for (const ImageRequest& image : unit.images)
        if (Result<Target> target = parse_arch(image.kind, image.arch)) choice.targets.push_back(*target);
}

// Unset: this toolkit has none; the trouble says why.
std::optional<std::vector<Target>> Session::Inside::targets_for_card(const Gpu& gpu) {
    trouble("fix", std::nullopt);
    if (!toolkit) return std::nullopt;
    Result<std::vector<Target>> targets = launchlab::targets_for_card(gpu, *toolkit, toolkits);
    if (targets) return *targets;
    trouble("fix", targets.error());
    return std::nullopt;
}

Request Session::Inside::request() const {
    if (const Recording* recording = recording_on_show()) return recording->run.request;
    if (!step) return {};
    Request request = make_request(*step, config(), choice.targets, choice.source, choice.toolkit, choice.gpu);
    request.limit_ms = options.limit_ms;
    return request;
}

void Session::Inside::trouble(const std::string& subject, std::optional<Error> error) {
    if (error)
        by_subject[subject] = std::move(*error);
    else
        by_subject.erase(subject);
}

void Session::Inside::gather_troubles() {
    troubles = at_start;
    for (const auto& [subject, error] : by_subject) troubles.push_back(error);
}

}  // namespace launchlab
