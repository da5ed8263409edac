#include "terminal/sweep_command.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>
#include <fstream>
#include <set>
#include <sstream>

#include "terminal/commands.h"
#include "terminal/flags_command.h"
#include "terminal/health.h"
#include "terminal/sweep_report.h"
#include "terminal/sweep_talk.h"

namespace launchlab {
namespace {

constexpr std::size_t sets_a_child = 128;  // their carried images stay well below the line limit of the protocol
constexpr int asked_alone = 20, hopeless = 5;

std::int64_t now_us() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string today() {
    const std::time_t t = std::time(nullptr);
    std::tm local{};
    localtime_r(&t, &local);
    char text[16];
    std::strftime(text, sizeof text, "%Y-%m-%d", &local);
    return text;
}

class Sweeper {
public:
    Sweeper(const SweepArguments& arguments, Tables tables, Output& out) : asked_(arguments), tables_(std::move(tables)), out_(out), talk_(arguments.runner) {}

    std::optional<Error> go() {
        for (const auto step : {&Sweeper::look, &Sweeper::make_sets, &Sweeper::compile, &Sweeper::run, &Sweeper::run_alone})
            if (auto error = (this->*step)()) return error;
        return std::nullopt;
    }
    bool interrupted() const { return talk_.interrupted(); }
    const SweepReport& report() const { return report_; }

private:
    std::optional<Error> look() {
        out_.status("asking the runner ...");
        const Result<Hello> hello = talk_.hello();
        if (!hello) return hello.error();
        const Driver driver = driver_of(tables_.toolkits, hello->driver, hello->driver_cuda);
        const auto seen = std::find_if(hello->gpus.begin(), hello->gpus.end(), [&](const GpuSeen& gpu) { return gpu.index == asked_.gpu; });
        if (seen == hello->gpus.end()) {
            if (!hello->gpus.empty()) return Error{"--gpu " + std::to_string(asked_.gpu), "there is no such card. Choose one that launchlab doctor lists."};
            const std::string why = hello->missing.empty() ? "The runner sees none." : hello->missing.front();
            return Error{"card", "a sweep runs on a card, and there is none. " + why + " Another machine's is used with --runner \"ssh HOST launchlab-runner\"."};
        }
        report_.card = Gpu{seen->name, seen->capability, seen->tegra, driver};
        std::vector<std::string> whole;
        for (const ToolkitSeen& one : hello->toolkits)
            if (is_whole(one)) whole.push_back(one.version);
        const std::string version = asked_.toolkit.empty() ? choose_toolkit(tables_.toolkits, whole, driver, seen->capability).value_or("") : asked_.toolkit;
        const auto found = std::find_if(hello->toolkits.begin(), hello->toolkits.end(), [&](const ToolkitSeen& one) { return one.version == version && is_whole(one); });
        toolkit_ = find_toolkit(tables_.toolkits, version);
        if (found == hello->toolkits.end() || !toolkit_)
            return Error{version.empty() ? "toolkit" : "--toolkit " + version, "no complete toolkit of this version is there. Bring one with launchlab doctor --fetch."};
        seen_ = *found;
        report_.sweep.head = {seen->name, hello->driver, seen_.runtime, seen_.nvrtc, version, today(), seen->capability};
        return std::nullopt;
    }

    Result<std::vector<Target>> targets() const {
        std::vector<Target> out;
        if (asked_.targets.empty()) {
            const std::set<std::string> plain(seen_.targets.begin(), seen_.targets.end());
            for (const std::string& arch : toolkit_->targets)
                if (const Result<Target> target = parse_arch(Kind::sass, arch); target && plain.count(arch.substr(0, arch.find_first_of("af")))) out.push_back(*target);
            return out;
        }
        std::istringstream words(asked_.targets);
        for (std::string word; std::getline(words, word, ',');) {
            const std::string arch = word.substr(word.rfind('_') == std::string::npos ? 0 : word.rfind('_') + 1);
            const Result<Target> target = parse_arch(Kind::sass, arch);
            if (!target) return Error{"--targets " + word, target.error().what};
            if (!builds(*toolkit_, *target)) return Error{"--targets " + word, "CUDA " + toolkit_->version + " does not build it. Leave it out, or choose another --toolkit."};
            out.push_back(*target);
        }
        return out;
    }

    std::optional<Error> make_sets() {
        std::vector<ImageSet> sets;
        if (asked_.sets.empty()) {
            const Result<std::vector<Target>> all = targets();
            if (!all) return all.error();
            sets = make_image_sets(*all, report_.card, *toolkit_);
        } else {
            std::ifstream file(asked_.sets, std::ios::binary);
            std::ostringstream text;
            if (!file || !(text << file.rdbuf())) return Error{asked_.sets, "it cannot be read: " + std::string(std::strerror(errno)) + ". Name a file with a set a line."};
            Result<std::vector<ImageSet>> read = parse_image_sets(text.str(), asked_.sets, report_.card, *toolkit_);
            if (!read) return read.error();
            sets = std::move(*read);
        }
        for (ImageSet& set : sets) {
            Verdict rule = judge(set, report_.card, *toolkit_, tables_.toolkits);
            report_.sweep.rows.push_back({std::move(set), std::move(rule), std::nullopt, ""});
        }
        report_.alone.resize(report_.sweep.rows.size());
        return std::nullopt;
    }

    // Each image once, a unit each, in one child that compiles on all cores; the supervisor keeps them for the children to come.
    std::optional<Error> compile() {
        Request request{.toolkit = toolkit_->version, .gpu = asked_.gpu, .limit_ms = 600000};
        std::set<std::tuple<Kind, std::string, std::string>> known;
        std::set<std::string> archs;
        for (const SweepRow& row : report_.sweep.rows) {
            const UnitRequest unit = to_unit(row.set);
            for (ImageRequest image : unit.images) {
                image.edit.clear();
                if (!known.insert({image.kind, image.arch, image.define.at("MARK")}).second) continue;
                archs.insert(image.arch);
                request.units.push_back(unit);
                request.units.back().packed = true;
                request.units.back().images = {image};
            }
        }
        out_.status("compiling " + std::to_string(known.size()) + " images ...");
        const std::int64_t begin = now_us();
        const Result<Run> run = talk_.ask(std::move(request));
        if (!run) return run.error();
        if (run->done->how != "finished") return Error{"compile", run->done->text + " The sweep needs every target; --targets names fewer."};
        report_.compile = {static_cast<int>(known.size()), static_cast<int>(archs.size()), now_us() - begin, 0};
        for (const Compiled& one : run->compiled) report_.compile.nvrtc_us += one.us;
        return std::nullopt;
    }

    std::optional<Error> run() {
        const std::int64_t begin = now_us();
        std::vector<SweepRow>& rows = report_.sweep.rows;
        std::vector<std::vector<std::size_t>> waiting = sweep_batches(rows, sets_a_child);
        std::reverse(waiting.begin(), waiting.end());
        std::size_t done = 0;
        int in_vain = 0;  // children in a row that measured nothing
        while (!waiting.empty()) {
            const std::vector<std::size_t> batch = waiting.back();
            waiting.pop_back();
            out_.status("launching: " + std::to_string(done) + " of " + std::to_string(rows.size()) + " sets measured ...");
            const Result<Run> answer = talk_.ask(sweep_request(rows, batch, toolkit_->version, asked_.gpu));
            if (!answer) return answer.error();
            ++report_.children;
            if (answer->calls.empty() && (answer->done->how == "compile" || answer->done->how == "refused")) return Error{"sweep", answer->done->text};
            const std::vector<std::size_t> rest = read_batch(*answer, batch, rows);
            const std::size_t measured = batch.size() - rest.size();
            done += measured;
            in_vain = measured == 1 && !rows[batch.front()].measured ? in_vain + 1 : 0;
            if (in_vain == hopeless) return Error{"sweep", "the last " + std::to_string(hopeless) + " children measured nothing. " + rows[batch.front()].not_measured};
            if (!rest.empty()) waiting.push_back(rest);
        }
        report_.wall_us = now_us() - begin;
        return std::nullopt;
    }

    // Whether a difference belongs to the set or to what ran before it in the same child.
    std::optional<Error> run_alone() {
        int left = asked_alone;
        std::vector<SweepRow>& rows = report_.sweep.rows;
        for (std::size_t i = 0; i < rows.size() && left > 0; ++i) {
            if (!rows[i].differs()) continue;
            --left;
            out_.status("asking again: " + to_text(rows[i].set).substr(0, 40));
            const Result<Run> answer = talk_.ask(sweep_request(rows, {i}, toolkit_->version, asked_.gpu));
            if (!answer) return answer.error();
            std::vector<SweepRow> again = {rows[i]};
            again.front().measured.reset();
            (void)read_batch(*answer, {0}, again);
            const SweepRow& one = again.front();
            if (!one.differs()) report_.alone[i] = "In a child of its own it gave what the rule says: what ran before it changed the outcome.";
            else if (one.measured && rows[i].measured && one.measured->code == rows[i].measured->code && one.measured->taken == rows[i].measured->taken)
                report_.alone[i] = "In a child of its own it gave the same.";
            else if (one.measured) report_.alone[i] = "In a child of its own the launch gave " + std::to_string(one.measured->code) + ".";
            else report_.alone[i] = "In a child of its own it was not measured either: " + one.not_measured;
        }
        out_.status("");
        return std::nullopt;
    }

    const SweepArguments& asked_;
    Tables tables_;
    Output& out_;
    SweepTalk talk_;
    const Toolkit* toolkit_ = nullptr;
    ToolkitSeen seen_;
    SweepReport report_;
};

std::optional<Error> keep(const SweepReport& report, const std::string& path) {
    std::ofstream file(path, std::ios::binary);
    file << (path.ends_with(".md") ? to_markdown(report) : to_lines(report.sweep));
    file.close();
    if (file) return std::nullopt;
    return Error{"--out " + path, "it could not be written: " + std::string(std::strerror(errno)) + ". Name a place where files can be made."};
}

}  // namespace

int sweep_command(const SweepArguments& arguments, Output& out, Output& err) {
    Result<Tables> tables = read_tables();
    if (!tables) return fail(err, tables.error());
    Sweeper sweeper(arguments, std::move(*tables), out);
    if (const std::optional<Error> error = sweeper.go()) {
        out.status("");
        (void)fail(err, *error);
        return sweeper.interrupted() ? exit_interrupted : exit_error;
    }
    const SweepReport& report = sweeper.report();
    int code = exit_same;
    for (const SweepRow& row : report.sweep.rows)
        if (row.differs()) code = exit_differs;
    if (arguments.json) out.print(to_json(report));
    else out.print(sweep_lines(report, out.style()));
    for (const std::string& path : arguments.out)
        if (const std::optional<Error> error = keep(report, path)) code = fail(err, *error);
    return code;
}

}  // namespace launchlab
