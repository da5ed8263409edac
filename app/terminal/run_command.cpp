// launchlab run: a step played through a Session, printed as events come on a terminal and at the end elsewhere.
#include <algorithm>

#include "session/course_files.h"
#include "terminal/commands.h"
#include "terminal/findings.h"
#include "terminal/instead.h"
#include "terminal/other_card.h"
#include "terminal/patience.h"
#include "terminal/recording_choice.h"
#include "terminal/recording_name.h"
#include "terminal/report.h"
#include "terminal/run_choice.h"
#include "terminal/timeline.h"

namespace launchlab {

namespace {

// A run that came to its end on a card and yet says nothing about the launch, or about any call.
bool measured_nothing(const Run& run) {
    if (run.origin.kind != Origin::Kind::live || !run.done || run.done->how != "finished" || run.request.calls.empty()) return false;
    const bool launches = std::any_of(run.request.calls.begin(), run.request.calls.end(), is_launch);
    return run.calls.empty() || (launches && !measured_launch(run));
}

constexpr double a_day_s = 86'400;  // the session itself ends a run long before

class Play {
public:
    Play(const RunArguments& asked, Output& out, Output& err) : asked_(asked), out_(out), err_(err) {}
    int go(SessionOptions options);

private:
    int measure();
    int judge();
    int without_run();
    bool run_once();
    void stream();
    void print_head();
    void print_measured();
    void print_run();
    void print_troubles();
    void print_instead();
    void show_recording();
    void name_recording();
    std::optional<Instead> instead() const;
    RunReport report(const std::string& recording) const;
    int end_code(const Run& run) const;
    std::string why_no_card() const;
    std::string why_no_recording() const;
    int wrong(const Error& error);

    RunArguments asked_;
    Output &out_, &err_;
    Patience patience_;
    Session* session_ = nullptr;
    std::string recordings_dir_;
    std::size_t printed_ = 0;  // lines of the timeline on show
    bool said_measured_ = false;
};

int Play::go(SessionOptions options) {
    const ScratchDir scratch;
    options.state_dir = scratch.path();
    options.live = asked_.recorded.empty();
    options.toolkit = asked_.toolkit;
    options.on = asked_.on;
    if (asked_.limit_s) options.limit_ms = static_cast<int>(*asked_.limit_s * 1000);
    options.wake = patience_.wake();
    recordings_dir_ = options.data_dir + "/assets/recordings";
    Session session(std::move(options));
    session_ = &session;
    if (!asked_.recorded.empty() && session.recordings().empty()) return wrong({"--recorded " + asked_.recorded, why_no_recording()});
    if (auto error = check_names(session, asked_)) return wrong(*error);
    if (asked_.recorded.empty() &&
        !patience_.until(
            session, [&] { return session.link() != Link::starting; }, a_day_s) &&
        patience_.interrupted())
        return exit_interrupted;
    if (auto error = make_choice(session, asked_)) return wrong(*error);
    // Without its kernel the step would compile nothing, and the rule would speak of an empty image.
    if (const Error* broken = trouble_of_step(session.troubles(), asked_.step); broken && session.choice().source.empty() && asked_.source.empty())
        return wrong(*broken);
    return session.live_card() || !asked_.recorded.empty() ? measure() : judge();
}

int Play::measure() {
    print_head();
    if (!run_once()) return without_run();
    const Run& run = *session_->run();
    if (asked_.json)
        out_.print(to_json(report(asked_.recorded)));
    else
        print_run();
    if (!asked_.json && measured_nothing(run)) {
        out_.print("\n");
        out_.print(wrap(out_.style(), "Nothing to compare: the runner ended the run without a word about the launch. Run it again; if that "
                                      "stays, launchlab doctor shows which runner answers.",
                        fill(symbol(out_.style(), Mark::trouble), 3), "   "));
    }
    if (!asked_.json) {
        print_instead();
        print_troubles();
    }
    if (run.done && run.done->how == "lost" && !patience_.interrupted()) return fail(err_, {"runner", run.done->text});
    return end_code(run);
}

std::string Play::why_no_card() const {
    const Hello* hello = session_->hello();
    if (!asked_.on.empty()) return {};
    if (!hello) return "No GPU can be used: the runner did not answer.";
    const Driver driver = driver_of(session_->toolkits(), hello->driver, hello->driver_cuda);
    std::string text = driver.branch == 0 ? "No GPU here: no NVIDIA driver was found." : "No GPU found by " + to_words(session_->toolkits(), driver) + ".";
    if (driver.branch == 0 && !hello->gpus.empty()) text = "No GPU can be used: its driver's version cannot be read.";
    for (const std::string& sentence : hello->missing) text += " " + sentence;
    return text;
}

// No card to launch on: what was chosen is compiled for real, the rule speaks, and a recording shows what it looks like.
int Play::judge() {
    const Style& style = out_.style();
    const std::string why = why_no_card();
    if (!asked_.json) {
        print_head();
        if (!why.empty()) out_.print(wrap(style, why, fill(symbol(style, Mark::trouble), 3), "   "));
        out_.print("\n");
    }
    if (!run_once()) return without_run();
    const Run run = *session_->run();
    const bool compile_failed = run.done && run.done->how != "finished" && run.done->how != "lost";
    const Recording* recording = fitting_recording(*session_, asked_);
    if (asked_.json) {
        out_.print(to_json(report(recording ? recording->name : "")));
    } else {
        const Lines compiled = compiled_lines(run, style);
        const std::string not_compiled = !session_->hello()  ? "Not compiled: there is no runner."
                                         : !run.done           ? "Not compiled: the run has no end."
                                         : compile_failed      ? "Not compiled: the runner ended before the compiler did."
                                         : run.done->how == "lost" ? "Not compiled: the runner went away."
                                                                   : "Not compiled: the runner reported no image.";
        if (compiled.empty())
            out_.print(wrap(style, not_compiled, fill(symbol(style, Mark::rule), 3), "   "));
        else
            out_.print(compiled);
        out_.print(ending_lines(run, style));
        if (!compile_failed) {  // without an image there is nothing to judge
            const std::vector<CallRequest> calls = session_->request().calls;
            const bool launches = std::any_of(calls.begin(), calls.end(), is_launch);
            out_.print("\n");
            out_.print(rule_only_lines(run.rule, *session_->judged_card(), launches, style));
            out_.print("\n");
            out_.print(image_lines(run.request, run.rule, run.taken, style));
            print_instead();
        }
        print_troubles();
        if (recording && asked_.on.empty()) {
            show_recording();
        } else {
            out_.print("\n");
            name_recording();
        }
    }
    if (patience_.interrupted()) return exit_interrupted;
    if (run.done && run.done->how == "lost") return fail(err_, {"runner", run.done->text});
    if (asked_.on.empty() && !session_->hello())
        for (const Error& trouble : session_->troubles())
            if (trouble.where == "runner") return fail(err_, trouble);
    return compile_failed ? exit_differs : exit_same;
}

// Run is locked: the reason is an error of this machine, and a recording still shows the step.
int Play::without_run() {
    const std::string why = session_->why_locked();
    std::string what = why.empty() ? "the run did not start. launchlab doctor says what is missing." : why;
    if (!session_->hello())
        for (const Error& trouble : session_->troubles())
            if (trouble.where == "runner") what = "the runner: " + trouble.what + " " + what;
    if (session_->recordings().empty()) what += " A recording cannot be shown either: " + why_no_recording();
    if (!asked_.json && fitting_recording(*session_, asked_))
        show_recording();
    else if (!asked_.json)
        name_recording();
    if (patience_.interrupted()) return exit_interrupted;
    if (const Error* broken = trouble_of_step(session_->troubles(), asked_.step)) return wrong(*broken);
    return wrong({"run " + asked_.step, what});
}

std::string Play::why_no_recording() const {
    return "the recordings are missing: " + recordings_dir_ +
           " holds none that can be read. Install launchlab again, or set LAUNCHLAB_DATA to its data folder.";
}

// What was typed comes back in the words of the error, and may be of any length.
int Play::wrong(const Error& error) {
    const std::vector<std::string> typed{asked_.step,   asked_.on,      asked_.recorded,           asked_.toolkit,
                                         asked_.source, asked_.lessons, asked_.targets.value_or("")};
    return fail(err_, {shorten_words(error.where, typed), shorten_words(error.what, typed)});
}

// Starts what is chosen and waits for its end; Ctrl C, and a reader that has gone, cancel it. False: it did not start.
bool Play::run_once() {
    const std::size_t before = session_->tried().size();
    session_->carry_out({.skip = true});
    session_->carry_out({.run = true});
    if (session_->tried().size() == before) return false;
    const auto over = [&] { return !session_->running() || out_.closed(); };
    patience_.until(*session_, over, a_day_s, [&] { stream(); });
    if (session_->running()) {
        session_->carry_out({.cancel = true});
        patience_.carry_on();
        patience_.until(
            *session_, [&] { return !session_->running(); }, 5, [&] { stream(); });
    }
    return session_->run() != nullptr;
}

void Play::stream() {
    const Run* run = session_->run();
    if (!run || asked_.json || !out_.terminal()) return;
    const Lines lines = session_->by_rule() ? Lines() : timeline_lines(*run, out_.style());  // by rule no call is made
    if (lines.size() > printed_) {
        print_measured();
        out_.print(Lines(lines.begin() + static_cast<std::ptrdiff_t>(printed_), lines.end()));
        printed_ = lines.size();
    }
    if (!run->done && !run->stage.empty())
        out_.status(run->stage + (run->stage_detail.empty() ? "" : " " + run->stage_detail.substr(0, 40)) + " ... Ctrl C cancels");
}

void Play::print_head() {
    if (asked_.json) return;
    const Style& style = out_.style();
    std::string targets;
    for (const Target& target : session_->choice().targets) targets += (targets.empty() ? "" : ", ") + to_name(target);
    Lines title = wrap(style, session_->step()->id + "  " + session_->step()->title, "", "  ");
    for (std::string& line : title) line = paint(style, Ink::strong, line);
    out_.print(title);
    out_.print(wrap(style,
                    "Run " + std::string(1, session_->choice().config) + (targets.empty() ? "" : separator(style) + "built for " + targets),
                    "", "  "));
    if (!asked_.recorded.empty())
        for (const Recording& recording : session_->recordings())
            if (recording.name == asked_.recorded) out_.print(provenance_lines(recording.run, style));
    if (!asked_.recorded.empty()) out_.print("\n");
    const Gpu* card = session_->judged_card();
    if (asked_.on.empty() || !card) return;
    const Hello* hello = session_->hello();
    const Driver here = hello ? driver_of(session_->toolkits(), hello->driver, hello->driver_cuda) : Driver{};
    for (const std::string& text : {assumed_driver(asked_.on, *card, here, session_->toolkits()),
                                    unknown_capability(card->capability, session_->gpus(), session_->toolkits())})
        if (!text.empty()) out_.print(wrap(style, text, fill(symbol(style, Mark::rule), 3), "   "));
}

// "Measured now" is said once a call has been: not of a run that was refused or that made none.
void Play::print_measured() {
    const Run& run = *session_->run();
    if (said_measured_ || run.origin.kind != Origin::Kind::live || run.calls.empty()) return;
    said_measured_ = true;
    out_.print(provenance_lines(run, out_.style()));
    out_.print("\n");
}

void Play::print_run() {
    print_measured();
    const Run& run = *session_->run();
    const Lines lines = timeline_lines(run, out_.style());
    out_.print(Lines(lines.begin() + static_cast<std::ptrdiff_t>(std::min(printed_, lines.size())), lines.end()));
    printed_ = 0;
    if (!lines.empty()) out_.print("\n");
    out_.print(after_timeline(run, out_.style()));
}

// What else is wrong on this machine or in the course; a runner that is gone is the command's own error.
void Play::print_troubles() {
    const Style& style = out_.style();
    bool first = true;
    for (const Error& trouble : session_->troubles()) {
        if (trouble.where == "runner" && session_->link() == Link::lost) continue;
        if (first) out_.print("\n");
        first = false;
        Lines lines = wrap(style, trouble.text(), fill(symbol(style, Mark::trouble), 3), "   ");
        for (std::string& line : lines) line = paint(style, Ink::amber, line);
        out_.print(lines);
    }
}

std::optional<Instead> Play::instead() const {
    const Run* run = session_->run();
    const Gpu* card = session_->judged_card();
    if (!run || !card) return std::nullopt;
    std::string file = session_->step()->kernel_file;
    if (!asked_.source.empty()) file = asked_.source;
    std::vector<std::string> present;
    if (const Hello* hello = session_->hello())
        for (const ToolkitSeen& toolkit : hello->toolkits)
            if (is_whole(toolkit)) present.push_back(toolkit.version);
    return what_instead(*run, {.words = asked_, .card = *card, .card_by_words = !asked_.recorded.empty(), .toolkit = session_->toolkit(),
                               .toolkits = session_->toolkits(), .present = present, .file = file});
}

void Play::print_instead() {
    const std::optional<Instead> other = instead();
    if (!other) return;
    out_.print("\n");
    out_.print(instead_lines(*other, out_.style()));
}

// Says which recording there is instead of playing one of another request.
void Play::name_recording() {
    const Style& style = out_.style();
    out_.print(wrap(style, other_recording(*session_, asked_), fill(symbol(style, Mark::recorded), 3), "   "));
}

void Play::show_recording() {
    const Recording recording = *fitting_recording(*session_, asked_);
    std::string targets;
    for (const UnitRequest& unit : recording.run.request.units)
        for (const ImageRequest& image : unit.images) targets += (targets.empty() ? "" : ", ") + image_name(image);
    const Style& style = out_.style();
    out_.print("\n");
    out_.print(provenance_lines(recording.run, style));
    out_.print(wrap(style,
                    "Run " + std::string(1, recording.name.back()) + ", built for " + targets + ". It was not run here. (" + recording_words(*session_, recording) + ")",
                    "   ", "   "));
    out_.print("\n");
    const std::size_t before = session_->tried().size();
    session_->carry_out({.recording = recording.name});
    if (session_->tried().size() == before) {
        session_->carry_out({.skip = true});
        session_->carry_out({.run = true});
    }
    printed_ = 0;
    patience_.until(
        *session_, [&] { return !session_->running(); }, 60);
    if (session_->run() && session_->run()->done) print_run();
}

RunReport Play::report(const std::string& recording) const {
    RunReport report;
    report.step = asked_.step;
    report.config = session_->choice().config;
    report.run = session_->run();
    report.judged_only = session_->by_rule();
    report.card = session_->judged_card();
    report.live_card = session_->live_card();
    report.toolkit = session_->toolkit();
    report.recording = recording;
    report.instead = instead();
    report.driver_assumed = !asked_.on.empty() && !names_driver(asked_.on);
    return report;
}

int Play::end_code(const Run& run) const {
    if (patience_.interrupted()) return exit_interrupted;
    if (const auto same = agrees(run)) return *same ? exit_same : exit_differs;
    if (run.origin.kind != Origin::Kind::live) return exit_same;
    return run.done && run.done->how == "finished" && !measured_nothing(run) ? exit_same : exit_differs;
}

}  // namespace

int run_command(const RunArguments& arguments, Output& out, Output& err) {
    const Result<std::string> data = find_data_dir();
    if (!data) return fail(err, data.error());
    return Play(arguments, out, err).go(session_options(*data, arguments.lessons, arguments.runner));
}

}  // namespace launchlab
