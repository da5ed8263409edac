// launchlab record: each step's runs A and B on the card that is there, one after the other, compared with the rule and kept.
#include <algorithm>
#include <chrono>
#include <cctype>
#include <filesystem>
#include <thread>

#include "core/step.h"
#include "session/course_files.h"
#include "session/files.h"
#include "session/pipe.h"
#include "terminal/author_commands.h"
#include "terminal/commands.h"
#include "terminal/health.h"
#include "terminal/learn_words.h"
#include "terminal/patience.h"
#include "terminal/recording_name.h"

namespace launchlab {

namespace {

using Clock = std::chrono::steady_clock;
constexpr double hello_limit_s = 20, answer_grace_s = 15;
constexpr auto nap = std::chrono::milliseconds(5);

// "NVIDIA H200" -> "h200"
std::string stem_of(std::string name) {
    for (const std::string word : {"NVIDIA ", "Tesla ", "GeForce "})
        if (name.starts_with(word)) name = name.substr(word.size());
    std::string out;
    for (const char c : name) out += std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : '-';
    return out;
}

class Recorder {
public:
    Recorder(const RecordArguments& asked, Session& tables, Output& out, Output& err) : asked_(asked), tables_(tables), out_(out), err_(err) {}
    int go();

private:
    std::optional<Error> meet();
    bool listen(int id, double limit_s, Run* run, std::vector<std::string>* lines);
    void record_run(const Step& step, char which);
    void row(Mark mark, const std::string& text) { out_.print(wrap(out_.style(), text, fill(symbol(out_.style(), mark), 3), "   ")); }

    const RecordArguments& asked_;
    Session& tables_;
    Output &out_, &err_;
    Patience patience_;
    std::unique_ptr<Pipe> pipe_;
    std::optional<Hello> hello_;
    std::string gone_, stem_, text_, toolkit_;
    Gpu card_;
    Origin origin_;
    int next_id_ = 1, kept_ = 0, wrong_ = 0, without_ = 0;
};

// Until the run `id` is done, or the runner has spoken (id 0).
bool Recorder::listen(int id, double limit_s, Run* run, std::vector<std::string>* lines) {
    const auto end = Clock::now() + std::chrono::duration<double>(limit_s);
    while (Clock::now() < end && !patience_.interrupted() && !out_.closed()) {
        std::optional<Heard> heard = pipe_->take();
        if (!heard) {
            std::this_thread::sleep_for(nap);
            continue;
        }
        if (const Gone* gone = std::get_if<Gone>(&*heard)) {
            gone_ = gone->what;
            return false;
        }
        const Event& event = std::get<Event>(*heard);
        if (const Hello* hello = std::get_if<Hello>(&event.body)) {
            hello_ = *hello;
            if (id == 0) return true;
        } else if (run && event.id == id) {
            launchlab::record(*run, event);
            lines->push_back(to_line(event));
            if (run->done) return true;
        }
    }
    return false;
}

std::optional<Error> Recorder::meet() {
    std::vector<std::string> command{program_dir() + "/launchlab-runner"};
    if (const Result<std::vector<std::string>> words = split_words(asked_.runner); words && !words->empty()) command = *words;
    pipe_ = std::make_unique<Pipe>(Pipe::Options{.command = std::move(command), .wake = [] {}});
    if (!listen(0, hello_limit_s, nullptr, nullptr)) return Error{"runner", gone_.empty() ? "it did not answer. launchlab doctor says why." : gone_};
    const GpuSeen* seen = nullptr;
    for (const GpuSeen& gpu : hello_->gpus)
        if (gpu.index == asked_.gpu) seen = &gpu;
    if (!seen) return Error{"record", hello_->gpus.empty() ? "there is no card here to record on. launchlab doctor says what is missing." : "there is no card " + std::to_string(asked_.gpu) + ". launchlab doctor lists them."};
    card_ = {seen->name, seen->capability, seen->tegra, driver_of(tables_.toolkits(), hello_->driver, hello_->driver_cuda)};
    std::vector<std::string> present;
    for (const ToolkitSeen& toolkit : hello_->toolkits)
        if (is_whole(toolkit)) present.push_back(toolkit.version);
    if (!asked_.toolkit.empty() && std::find(present.begin(), present.end(), asked_.toolkit) == present.end())
        return Error{"--toolkit " + asked_.toolkit, "it is not complete on this machine. Run \"launchlab doctor --fetch " + asked_.toolkit + "\"."};
    const std::optional<std::string> chosen = asked_.toolkit.empty() ? choose_toolkit(tables_.toolkits(), present, card_.driver, card_.capability) : asked_.toolkit;
    if (!chosen) return Error{"record", "no complete set of CUDA libraries serves this driver. Run \"launchlab doctor --fetch\"."};
    toolkit_ = *chosen;
    stem_ = stem_of(card_.name) + (asked_.toolkit.empty() ? "" : "-cuda-" + toolkit_);
    origin_ = {.kind = Origin::Kind::measured, .gpu = card_.name, .driver = hello_->driver, .capability = card_.capability, .date = tables_.today()};
    return std::nullopt;
}

void Recorder::record_run(const Step& step, char which) {
    const Config& config = which == 'A' ? step.a : step.b;
    const std::string name = step.id + " " + which;
    const std::string version = config.toolkit.empty() ? toolkit_ : config.toolkit;
    const Toolkit* toolkit = find_toolkit(tables_.toolkits(), version);
    const ToolkitSeen* seen = nullptr;
    for (const ToolkitSeen& one : hello_->toolkits)
        if (one.version == version && is_whole(one)) seen = &one;
    if (!toolkit || !seen) return row(Mark::rule, name + ": needs CUDA " + version + ", which is not complete here."), void(++without_);
    const Result<std::vector<Target>> targets = resolve_all(config.images, card_, *toolkit);
    if (!targets) return row(Mark::rule, name + ": " + targets.error().what), void(++without_);
    Run run;
    std::vector<std::string> lines;
    run.request = make_request(step, config, *targets, step.kernel, version, asked_.gpu);
    run.request.id = next_id_++;
    run.rule = judge(run.request, 0, card_, tables_.toolkits());
    run.origin = origin_;
    run.origin.runtime = seen->runtime, run.origin.nvrtc = seen->nvrtc;
    pipe_->send(Command(run.request));
    if (!listen(run.request.id, run.request.limit_ms / 1000.0 + answer_grace_s, &run, &lines) || run.done->how != "finished") {
        ++wrong_;
        return row(Mark::trouble, name + ": it did not end as it should. " + (run.done ? run.done->text : gone_));
    }
    std::string differs;
    const std::vector<ExpectedCall> expected = expected_calls(config, run.rule, version);
    for (int i = 0; i < static_cast<int>(expected.size()); ++i) {
        const Call* call = find_call(run, i);
        const int wanted = expected[static_cast<std::size_t>(i)].code;
        if (!call || call->code != wanted) differs += " " + run.request.calls[static_cast<std::size_t>(i)].call + " " + (call ? std::to_string(call->code) : "none") + ", by rule " + std::to_string(wanted) + ".";
    }
    for (const Ask& ask : step.ask)
        if (ask.run == which)
            if (const std::string measured = measured_text(step, ask, run), by_rule = expected_text(step, ask, run.rule, version); measured != by_rule) differs += " " + ask_name(step, ask) + " " + measured + ", by rule " + by_rule + ".";
    wrong_ += !differs.empty();
    ++kept_;
    text_ += to_recording(run, stem_ + "/" + step.id + "/" + which, lines);
    row(differs.empty() ? Mark::ok : Mark::refused, name + ", " + built_words(run.request) + ": rule " + std::to_string(run.rule.code) + (differs.empty() ? ", measured as the rule says, " : ". Measured otherwise:" + differs + " ") + request_hash(run.request));
}

int Recorder::go() {
    if (auto error = meet()) return patience_.interrupted() ? exit_interrupted : fail(err_, *error);
    const std::string path = asked_.out.empty() ? stem_ + ".jsonl" : asked_.out;
    std::error_code failed;
    if (std::filesystem::exists(path, failed) && !asked_.force) return fail(err_, {path, "this is there already. Name another file with --out, or add --force to write over it."});
    out_.print(wrap(out_.style(), "Recording on " + card_.name + ", " + to_text(card_.capability) + ", driver " + hello_->driver + ", CUDA " + toolkit_ + ".", "", "  "));
    const auto start = Clock::now();
    for (const Lesson& lesson : tables_.course().lessons)
        for (const Step& step : lesson.steps) {
            if (!asked_.steps.empty() && std::find(asked_.steps.begin(), asked_.steps.end(), step.id) == asked_.steps.end()) continue;
            for (const char which : {'A', 'B'}) {
                if (patience_.interrupted() || !gone_.empty()) break;
                record_run(step, which);
            }
        }
    if (patience_.interrupted()) return exit_interrupted;
    if (!gone_.empty()) return fail(err_, {"runner", gone_});
    if (text_.empty()) return fail(err_, {"record", "nothing was recorded. The lines above say why."});
    if (const Result<Done> written = write_file_safely(std::filesystem::absolute(path).string(), text_); !written) return fail(err_, written.error());
    const auto seconds = std::chrono::duration<double>(Clock::now() - start).count();
    out_.print(wrap(out_.style(), std::to_string(kept_) + " runs kept in " + path + " after " + std::to_string(static_cast<int>(seconds + 0.5)) + " s; " + std::to_string(wrong_) + " not as the rule says, " + std::to_string(without_) + " not possible on this card.", "", "  "));
    return wrong_ == 0 ? exit_same : exit_differs;
}

}  // namespace

int record_command(const RecordArguments& arguments, Output& out, Output& err) {
    const Result<std::string> data = find_data_dir();
    if (!data) return fail(err, data.error());
    const ScratchDir scratch;
    SessionOptions options = session_options(*data, arguments.lessons, "");
    options.state_dir = scratch.path();
    options.live = false;
    Session tables(std::move(options));
    if (tables.course().lessons.empty()) return fail(err, tables.troubles().empty() ? Error{"lessons", "no lessons found. Name their folder with --lessons."} : tables.troubles().front());
    for (const std::string& step : arguments.steps)
        if (auto error = check_step(tables.course(), step, tables.troubles())) return fail(err, *error);
    return Recorder(arguments, tables, out, err).go();
}

}  // namespace launchlab
