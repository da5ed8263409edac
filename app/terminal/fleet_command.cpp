#include "terminal/fleet_command.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

#include "core/device_verdict.h"
#include "core/fit.h"
#include "core/fleet_sizes.h"
#include "session/device_file.h"
#include "terminal/commands.h"
#include "terminal/fleet_report.h"
#include "terminal/flags_command.h"
#include "terminal/health.h"
#include "terminal/sweep_talk.h"

namespace launchlab {
namespace {

Result<std::string> read_source(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf())) return Error{"--kernel " + path, "it cannot be read: " + std::string(std::strerror(errno)) + ". Name a .cu file that holds the kernel."};
    return text.str();
}

void collect(const DeviceFile& file, std::vector<const DeviceCode*>& out) {
    for (const DeviceFile& member : file.members) collect(member, out);
    if (file.members.empty()) out.push_back(&file.code);
}

Result<ImageSizes> sizes_like(const std::string& path, const ToolkitTable& toolkits) {
    const Result<DeviceFile> file = read_device_file(path, {});
    if (!file) return file.error();
    std::vector<const DeviceCode*> code;
    collect(*file, code);
    const ImageSizes measured = sizes_of(code);
    if (measured.empty()) return Error{"--like " + path, "it holds no image whose size could be taken. Name a program, library or wheel with device code, or leave --like out."};
    return with_scaled(measured, toolkits);
}

// What may be chosen for these cards out of what this NVRTC compiles.
std::vector<Target> worth_compiling(const FleetWish& wish, const Toolkit& toolkit, const ToolkitSeen& seen) {
    const std::set<std::string> plain(seen.targets.begin(), seen.targets.end());
    std::vector<Target> out;
    const auto add = [&](const Target& one) {
        if (plain.count(to_arch({one.kind, one.number, 0})) && std::find(out.begin(), out.end(), one) == out.end()) out.push_back(one);
    };
    for (const Target& one : wish.also)
        if (builds(toolkit, one)) add(one);
    for (const Target& one : plain_images(toolkit)) {
        const bool next = one.kind == Kind::ptx && (wish.care == Care::future || !wish.cards.next.empty());
        if (next || std::any_of(wish.cards.cards.begin(), wish.cards.cards.end(), [&](const AskedCard& card) { return fits(one, card.gpu); })) add(one);
    }
    return out;
}

// Of the toolkits that are there: the one that would build it, else the newest.
const ToolkitSeen* compiler_of(const Hello& hello, const ToolkitTable& toolkits, const std::string& wanted) {
    const ToolkitSeen* best = nullptr;
    for (const ToolkitSeen& one : hello.toolkits) {  // newest first
        if (one.nvrtc.empty() || !find_toolkit(toolkits, one.version)) continue;
        if (!best || one.version == wanted) best = &one;
    }
    return best;
}

struct Measured {
    ImageSizes sizes;
    std::string nvrtc;
};

Result<Measured> sizes_by_compiling(const AdviseArguments& arguments, const FleetWish& wish, const ToolkitTable& toolkits, SweepTalk& talk, Output& out) {
    const Result<std::string> source = read_source(arguments.kernel);
    if (!source) return source.error();
    const Result<FleetAdvice> plain = advise(wish, toolkits);
    if (!plain) return plain.error();
    out.status("asking the runner ...");
    const Result<Hello> hello = talk.hello();
    if (!hello) return hello.error();
    const ToolkitSeen* seen = compiler_of(*hello, toolkits, plain->build ? plain->build->toolkit : "");
    if (!seen) return Error{"--kernel " + arguments.kernel, "there is no NVRTC to compile it. Bring one with launchlab doctor --fetch, or take the sizes of a file with --like."};
    const std::vector<Target> targets = worth_compiling(wish, *find_toolkit(toolkits, seen->version), *seen);
    if (targets.empty()) return Error{"--kernel " + arguments.kernel, "CUDA " + seen->version + ", which is there, builds nothing for these cards. Bring an older one with launchlab doctor --fetch, or leave --kernel out."};
    Request request{.toolkit = seen->version, .limit_ms = 600'000};
    for (const Target& one : targets) request.units.push_back({.source = *source, .entry = "kernel", .images = {{.kind = one.kind, .arch = to_arch(one)}}});
    out.status("compiling " + std::to_string(targets.size()) + " images ...");
    const Result<Run> run = talk.ask(std::move(request));
    out.status("");
    if (!run) return run.error();
    Measured measured{.nvrtc = seen->nvrtc};
    for (const Compiled& one : run->compiled) {
        const Target& target = targets[static_cast<std::size_t>(one.unit)];
        if (one.code != 0)
            return Error{"--kernel " + arguments.kernel, "NVRTC does not compile it for " + to_name(target) + ": " + one.log.substr(0, one.log.find('\n')) + ". Mend it, or leave the cards out that need this target."};
        measured.sizes[to_name(target)] = {one.size, true};
    }
    if (measured.sizes.size() != targets.size()) return Error{"--kernel " + arguments.kernel, "it could not be compiled: " + run->done->text + " launchlab doctor says what works here."};
    measured.sizes = with_scaled(measured.sizes, toolkits);
    return measured;
}

}  // namespace

int advise_command(const AdviseArguments& arguments, Output& out, Output& err) {
    const Result<Tables> tables = read_tables();
    if (!tables) return fail(err, tables.error());
    const auto refuse = [&](const Error& error) {
        const std::vector<std::string> typed{arguments.cards, arguments.with, arguments.toolkit, arguments.kernel, arguments.like};
        return fail(err, {shorten_words(error.where, typed), shorten_words(error.what, typed)});
    };
    const Result<CardList> cards = read_cards(arguments.cards, tables->gpus, latest_driver(tables->toolkits));
    if (!cards) return refuse({"--cards " + cards.error().where, cards.error().what});
    FleetReport report{.wish = {.cards = *cards, .care = arguments.care, .toolkit = arguments.toolkit}};
    if (!arguments.with.empty()) {
        const Result<std::vector<Target>> also = parse_targets(arguments.with);
        if (!also) return refuse({"--with " + arguments.with, also.error().what});
        report.wish.also = *also;
    }
    if (!arguments.like.empty()) {
        const Result<ImageSizes> sizes = sizes_like(arguments.like, tables->toolkits);
        if (!sizes) return refuse(sizes.error());
        report.wish.sizes = *sizes;
        report.sizes_from = "like";
    }
    if (!arguments.kernel.empty()) {
        SweepTalk talk(arguments.runner);
        const Result<Measured> measured = sizes_by_compiling(arguments, report.wish, tables->toolkits, talk, out);
        out.status("");
        if (talk.interrupted()) return exit_interrupted;
        if (!measured) return refuse(measured.error());
        report.wish.sizes = measured->sizes;
        report.sizes_from = "kernel";
        report.measured_with = measured->nvrtc;
    }
    Result<FleetAdvice> advice = advise(report.wish, tables->toolkits);
    if (!advice) return refuse(advice.error());
    report.advice = std::move(*advice);
    if (report.advice.build) report.lines = fleet_lines(report.advice.build->images, *find_toolkit(tables->toolkits, report.advice.build->toolkit), tables->toolkits);
    out.print(arguments.json ? to_json(report) : join(fleet_lines_of(report, out.style())));
    return all_served(report) ? exit_same : exit_differs;
}

}  // namespace launchlab
