#include "session/session.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "session/course_files.h"
#include "session/inside.h"

namespace launchlab {

namespace {

Moment machine_clock() {
    Moment moment;
    moment.s = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    time_t seconds = time(nullptr);
    tm local{};
    localtime_r(&seconds, &local);
    char text[16];
    strftime(text, sizeof text, "%H:%M:%S", &local);
    moment.clock = text;
    strftime(text, sizeof text, "%Y-%m-%d", &local);
    moment.date = text;
    return moment;
}

template <class T>
T taken_or_default(Result<T> result, std::vector<Error>& troubles) {
    if (result) return std::move(*result);
    troubles.push_back(result.error());
    return T{};
}

// The rule's answer for the card of a recording, to be shown beside what was measured there.
Verdict rule_of(const Recording& recording, const GpuTable& gpus, const ToolkitTable& toolkits) {
    Gpu gpu{.name = recording.run.origin.gpu, .capability = recording.run.origin.capability};
    if (Result<Driver> driver = parse_driver(recording.run.origin.driver)) gpu.driver = *driver;
    for (const NamedGpu& named : gpus.gpus)
        if (named.name == gpu.name) gpu.tegra = named.tegra;
    return judge(recording.run.request, 0, gpu, toolkits);
}

}  // namespace

Moment Session::Inside::now() const { return options.now ? options.now() : machine_clock(); }

Session::Session(SessionOptions options) : inside_(std::make_unique<Inside>()) {
    Inside& in = *inside_;
    in.options = std::move(options);
    in.lookup.emplace(in.options.data_dir, in.options.wake);
    in.why.emplace(in.options.wake);
    if (in.options.live) in.start_runner();   // it starts while the course is read

    CourseFiles read = read_course_files(in.options.data_dir, in.options.lessons_dir);
    in.at_start = std::move(read.errors);
    in.gpus = taken_or_default(parse_gpus(read.files["assets/gpus.json"], "assets/gpus.json"), in.at_start);
    in.toolkits = taken_or_default(parse_toolkits(read.files["assets/toolkits.json"], "assets/toolkits.json"), in.at_start);
    ParsedCourse course = parse_course(read.files);
    in.course = std::move(course.course);
    for (Error& error : course.errors) in.at_start.push_back(std::move(error));
    for (auto& [name, text] : read.recordings) {
        ParsedRecordings parsed = parse_recordings(text, name);
        for (Error& error : parsed.errors) in.at_start.push_back(std::move(error));
        for (Recording& recording : parsed.recordings) {
            recording.run.rule = rule_of(recording, in.gpus, in.toolkits);
            in.recordings.push_back(std::move(recording));
        }
    }

    in.state_dir = in.options.state_dir.empty() ? launchlab::state_dir() : in.options.state_dir;
    Kept<Settings> settings = read_settings(in.state_dir, in.at_start, Reader::saves);
    Kept<Progress> progress = read_progress(in.state_dir, in.at_start, Reader::saves);
    in.settings = std::move(settings.value);
    in.progress = std::move(progress.value);
    in.may_write_settings = settings.may_write;
    in.may_write_progress = progress.may_write;
    in.choice.on = in.options.on;
    if (!in.options.live) in.link = Link::lost;

    if (find_step(in.course, in.progress.last_step))
        in.open_step(in.progress.last_step);
    else if (!in.course.lessons.empty() && !in.course.lessons.front().steps.empty())
        in.open_step(in.course.lessons.front().steps.front().id);
    in.gather_troubles();
}

Session::~Session() {
    inside_->pipe.reset();
    if (inside_->save_at) inside_->save();
}

void Session::carry_out(const Actions& actions) { inside_->carry_out(actions); }
bool Session::update() { return inside_->update(); }

const Course& Session::course() const { return inside_->course; }
const Step* Session::step() const { return inside_->step; }
const StepState& Session::state() const {
    static const StepState none;
    if (!inside_->step) return none;
    auto found = inside_->progress.steps.find(inside_->step->id);
    return found == inside_->progress.steps.end() ? none : found->second;
}
const Choice& Session::choice() const { return inside_->choice; }

namespace {
const Run* run_at(const std::vector<Run>& runs, int index) {
    return index >= 0 && index < static_cast<int>(runs.size()) ? &runs[static_cast<std::size_t>(index)] : nullptr;
}
}  // namespace

const std::vector<Run>& Session::tried() const {
    static const std::vector<Run> none;
    auto found = inside_->tried.find(inside_->choice.step);
    return found == inside_->tried.end() ? none : found->second.runs;
}
const Run* Session::run() const {
    auto found = inside_->tried.find(inside_->choice.step);
    return found == inside_->tried.end() ? nullptr : run_at(found->second.runs, found->second.shown);
}
const Run* Session::other() const {
    auto found = inside_->tried.find(inside_->choice.step);
    if (found == inside_->tried.end()) return nullptr;
    for (const Recording& recording : inside_->recordings)
        if (!found->second.other_recording.empty() && recording.name == found->second.other_recording) return &recording.run;
    return run_at(found->second.runs, found->second.other);
}
bool Session::running() const {
    for (const auto& [id, open] : inside_->open)
        if (open.step == inside_->choice.step) return true;
    return false;
}
bool Session::changed() const { return inside_->changed(); }
std::optional<Again> Session::again() const { return inside_->again(); }
std::string Session::why_locked() const { return inside_->why_locked(); }
const Hello* Session::hello() const { return inside_->hello ? &*inside_->hello : nullptr; }
Link Session::link() const { return inside_->link; }
const std::optional<Gpu>& Session::card() const { return inside_->card; }
bool Session::live_card() const { return inside_->source == Inside::Source::live && inside_->link != Link::lost; }
const Gpu* Session::judged_card() const { return inside_->judged ? &*inside_->judged : nullptr; }
bool Session::by_rule() const { return inside_->by_rule(); }
const Toolkit* Session::toolkit() const { return inside_->toolkit ? &*inside_->toolkit : nullptr; }
Verdict Session::verdict() const {
    if (!inside_->judged) return {};
    return judge(inside_->request(), 0, *inside_->judged, inside_->toolkits);
}
Request Session::request() const { return inside_->request(); }
const std::vector<Recording>& Session::recordings() const { return inside_->recordings; }
std::vector<const Recording*> Session::recordings_for_step() const { return inside_->recordings_for_step(); }
const Spare& Session::spare() const { return inside_->spare; }
const CardChange* Session::card_change() const { return inside_->card_change ? &*inside_->card_change : nullptr; }
std::string Session::predicted_for() const {
    auto found = inside_->predicted_for.find(inside_->choice.step);
    return found == inside_->predicted_for.end() ? "" : found->second;
}
const Saved* Session::saved() const { return inside_->saved ? &*inside_->saved : nullptr; }
const Watched* Session::watched() const { return inside_->watched ? &*inside_->watched : nullptr; }
const Lookup& Session::lookup() const { return *inside_->lookup; }
const WhyFile& Session::why() const { return *inside_->why; }
const std::vector<Error>& Session::troubles() const { return inside_->troubles; }
const Settings& Session::settings() const { return inside_->settings; }
const Progress& Session::progress() const { return inside_->progress; }
const GpuTable& Session::gpus() const { return inside_->gpus; }
std::string Session::today() const { return inside_->now().date; }
const ToolkitTable& Session::toolkits() const { return inside_->toolkits; }

double Session::next_wake_s() const {
    if (!inside_->open.empty()) return 0.1;
    if (inside_->save_at) return std::max(0.0, *inside_->save_at - inside_->now().s);
    return std::numeric_limits<double>::infinity();
}

}  // namespace launchlab
