// What the runner says, taken in slices that a frame can afford; replays, limits, and saving.
#include <algorithm>
#include <limits>

#include "session/course_files.h"
#include "session/inside.h"

namespace launchlab {

namespace {
constexpr int slice_events = 2000;       // a frame
constexpr double slice_s = 0.004;
constexpr double save_delay_s = 0.5;
}  // namespace

bool Session::Inside::update() {
    const double start = now().s;
    bool changed = false;
    int left = slice_events;
    auto more = [&] { return left-- > 0 && now().s - start < slice_s; };
    while (pipe && more()) {
        std::optional<Heard> heard = pipe->take();
        if (!heard) break;
        hear(std::move(*heard));
        changed = true;
    }
    std::vector<int> replays;
    for (const auto& [id, run] : open)
        if (!run.lines.empty()) replays.push_back(id);
    for (int id : replays)
        while (open.count(id) && !open[id].lines.empty() && more()) {
            Result<Event> event = parse_event(open[id].lines.front());
            open[id].lines.pop_front();
            changed = true;
            if (!event) continue;   // each line was parsed when the file was read
            event->id = id;
            take_event(*event);
        }
    if (pipe && pipe->stray_count() != strays_seen) {
        note_strays();
        changed = true;
    }
    if (take_save()) changed = true;
    if (lookup->update()) changed = true;
    if (why->update(judged ? &*judged : nullptr, source == Source::live && link != Link::lost, gpus, toolkits)) changed = true;
    watch(now().s);
    go_on_with_both();
    if (save_at && now().s >= *save_at) save();
    if (hear_keeper()) changed = true;
    if (finished_now) changed = true;
    finished_now = false;
    if (changed) gather_troubles();
    return changed;
}

void Session::Inside::start_runner() {
    if (!options.live) {
        link = Link::lost;
        return;
    }
    if (link != Link::starting) lose("The runner was restarted.");
    if (pipe) {
        pipe->end();
        retired = std::move(pipe);
    }
    trouble("runner", std::nullopt);
    trouble("strays", std::nullopt);
    strays_seen = 0;
    warmed.reset();
    link = Link::starting;
    std::vector<std::string> command = options.runner;
    if (command.empty()) command = {program_dir() + "/launchlab-runner"};
    pipe = std::make_unique<Pipe>(Pipe::Options{.command = std::move(command), .wake = options.wake, .hello_limit_ms = options.hello_limit_ms});
}

void Session::Inside::hear(Heard heard) {
    if (Gone* gone = std::get_if<Gone>(&heard)) {
        lose(gone->what);
        trouble("runner", Error{"runner", gone->what});
        return;
    }
    take_event(std::get<Event>(heard));
}

void Session::Inside::take_event(const Event& event) {
    if (const Hello* said = std::get_if<Hello>(&event.body)) return greet(*said);
    if (const Spare* said = std::get_if<Spare>(&event.body); said && event.id == 0) {
        spare = *said;
        return;
    }
    if (const Log* said = std::get_if<Log>(&event.body); said && event.id == 0) {
        trouble("runner-log", Error{"runner", said->text});
        return;
    }
    auto found = open.find(event.id);
    if (found == open.end()) return;   // ended here already
    record(tried[found->second.step].runs[found->second.index], event);
    if (std::holds_alternative<Ended>(event.body)) finish(event.id);
}

void Session::Inside::greet(const Hello& said) {
    bool first = !hello;
    hello = said;
    link = Link::ready;
    trouble("runner", std::nullopt);
    // A recording on show and targets that were chosen by hand stay; everything else is seen anew with this machine.
    settle(!first && varied);
}

// The spare for what the next run will need; without a card it only opens the compiler.
void Session::Inside::warm() {
    if (!pipe || link != Link::ready || !toolkit || source == Source::recording) return;
    Warm wanted{choice.toolkit, choice.gpu};
    if (warmed == wanted) return;
    warmed = wanted;
    pipe->send(wanted);
}

void Session::Inside::lose(const std::string& what) {
    link = Link::lost;
    spare = {};
    std::vector<int> live;
    for (const auto& [id, run] : open)
        if (run.lines.empty()) live.push_back(id);
    for (int id : live) end_open(id, "lost", what);
    if (!hello) settle();   // what can be done without any runner
}

void Session::Inside::note_strays() {
    Strays strays = pipe->strays();
    strays_seen = strays.count;
    std::string words = std::to_string(strays.count) + (strays.count == 1 ? " line" : " lines") + " of the runner's output are no protocol and were left out:";
    std::size_t from = strays.last.size() > 3 ? strays.last.size() - 3 : 0;
    for (std::size_t i = from; i < strays.last.size(); ++i) words += "\n    " + strays.last[i];
    words += "\nIf a login banner or a shell profile prints them, silence it; else install the same launchlab on both machines.";
    trouble("strays", Error{"runner", words});
}

// A run that nobody will end any more gets its last row from here.
void Session::Inside::end_open(int id, const char* how, const std::string& words) {
    auto found = open.find(id);
    if (found == open.end()) return;
    record(tried[found->second.step].runs[found->second.index], Event{id, Ended{.how = how, .text = words}});
    finish(id);
}

void Session::Inside::finish(int id) {
    auto found = open.find(id);
    if (found == open.end()) return;
    const Open done = std::move(found->second);
    open.erase(found);
    if (newest == id) newest.reset();
    finished_now = true;
    const Step* of = find_step(course, done.step);
    const Run& run = tried[done.step].runs[done.index];
    if (!of || !run.done) return;
    StepState& own = progress.steps[done.step];
    touched.insert(done.step);
    ran(own, *of, run);
    for (int ask : confident_misses(own, *of, run)) {
        std::string name = done.step + "#" + std::to_string(ask);
        std::vector<std::string>&list = progress.to_ask_again, &asked = progress.asked_again;
        const bool known = std::find(list.begin(), list.end(), name) != list.end() || std::find(asked.begin(), asked.end(), name) != asked.end();
        if (!known) list.push_back(name);
    }
    save_soon(true);
}

void Session::Inside::watch(double now_s) {
    std::vector<int> late;
    for (const auto& [id, run] : open)
        if (now_s > run.give_up_at) late.push_back(id);
    for (int id : late) {
        if (pipe) pipe->send(Cancel{id});
        end_open(id, "lost", "The runner did not answer, long after the run's own time limit. Restart the runner.");
    }
}

void Session::Inside::save_soon(bool progress_too) {
    (progress_too ? progress_changed : settings_changed) = true;
    if (const Moment moment = now(); progress_too && !moment.date.empty()) progress.last_at = moment.date + " " + moment.clock.substr(0, 5);
    if (!save_at) save_at = now().s + save_delay_s;
}

void Session::Inside::save() {
    save_at.reset();
    if (!keeper) keeper.emplace(options.wake);
    if (settings_changed && may_write_settings)
        keeper->keep(state_dir + "/settings.json", [path = state_dir + "/settings.json", text = to_json(settings)] { return write_file_safely(path, text); });
    if (progress_changed && may_write_progress)
        keeper->keep(state_dir + "/progress.json", [dir = state_dir, own = progress, touched = touched] { return write_progress(dir, own, touched); });
    settings_changed = progress_changed = false;
}

bool Session::Inside::hear_keeper() {
    if (!keeper) return false;
    std::optional<Error> failed = keeper->trouble();
    if (failed) failed->what += " Until then nothing that you do here is kept.";
    const auto told = by_subject.find("save");
    if (failed ? told != by_subject.end() && told->second == *failed : told == by_subject.end()) return false;
    trouble("save", failed);
    return true;
}

}  // namespace launchlab
