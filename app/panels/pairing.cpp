// Which two runs stand in the comparison, and the keys that change it.
#include <algorithm>

#include "panels/compare.h"

namespace launchlab {

namespace {

char config_shown(const Session& session) {
    const Run* run = session.run();
    return run && session.step() ? config_of(*session.step(), *run) : 0;
}

bool usable(const Run& run) { return run.done && run.done->how == "finished"; }

// The newest whole run of that config, other than the one on show.
int find_run(const Session& session, char config) {
    const auto& runs = session.tried();
    for (int i = int(runs.size()) - 1; i >= 0; --i)
        if (i != shown_index(session) && usable(runs[i]) && (!config || config_of(*session.step(), runs[i]) == config)) return i;
    return -1;
}

// The step's own run of that config, as far as it can be told before it was made.
std::optional<Run> plan(const Session& session, char config) {
    Run run;
    if (const Run* shown = session.run()) run.origin = shown->origin;
    std::string twin = session.choice().recording;
    if (!twin.empty()) {
        twin.back() = config;
        for (const Recording& one : session.recordings())
            if (one.name == twin) return run.request = one.run.request, run.origin = one.run.origin, run;
    }
    const Step& step = *session.step();
    const Config& own = config == 'B' ? step.b : step.a;
    const Gpu* card = session.judged_card();
    if (!card || !session.toolkit()) return std::nullopt;
    auto targets = resolve_all(own.images, *card, *session.toolkit());
    if (!targets) return std::nullopt;
    run.request = make_request(step, own, *targets, session.choice().source, session.toolkit()->version, session.choice().gpu);
    if (!session.run()) run.origin.gpu = card->name, run.origin.capability = card->capability, run.origin.driver = card->driver.version;
    return run;
}

CompareInput input_of(const Session& session, const Run& run) {
    CompareInput input{&run};
    const auto& runs = session.tried();
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (&runs[i] == &run && run.origin.kind == Origin::Kind::live) input.label = "run " + std::to_string(i + 1);
    return input;
}

}  // namespace

int shown_index(const Session& session) { return session.run() ? int(session.run() - session.tried().data()) : -1; }

int other_index(const Session& session) {
    const auto& runs = session.tried();
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (&runs[i] == session.other()) return int(i);
    return -1;
}

bool shows_recording_beside(const Session& session) { return session.other() && other_index(session) < 0; }

// The recording of the same request, else the one of the same config; never the run's own.
const Recording* recording_beside(const Session& session) {
    const Run* run = session.run();
    if (!run) return nullptr;
    const std::string hash = request_hash(run->request);
    const char config = config_shown(session);
    const Recording* found = nullptr;
    int best = 0;
    for (const Recording* one : session.recordings_for_step()) {
        if (one->run.origin == run->origin) continue;
        int worth = one->hash == hash ? (one->run.origin.gpu == run->origin.gpu ? 3 : 2) : config && one->name.ends_with(std::string("/") + config) ? 1 : 0;
        if (worth > best) best = worth, found = one;
    }
    return found;
}

const Recording* recording_for_question(const Session& session) {
    const Run *run = session.run(), *other = session.other();
    if (session.state().phase != Phase::observe || !run || !by_rule(*run) || !session.choice().recording.empty()) return nullptr;
    const bool open = run->rule.code == 0 || (needs_both(*session.step()) && other && by_rule(*other) && other->rule.code == 0);
    return open && !(other && !by_rule(*other)) ? recording_to_offer(session) : nullptr;
}

std::optional<Comparison> compare_runs(const Session& session) {
    if (!session.step()) return std::nullopt;
    const Run *a = session.run(), *b = session.other();
    if (a && b) return make_comparison(input_of(session, *a), input_of(session, *b));
    const char missing = a && config_shown(session) == 'B' ? 'A' : 'B';
    const auto second = plan(session, missing), first = a ? std::nullopt : plan(session, 'A');
    if (!second || (!a && !first)) return std::nullopt;
    CompareInput known = a ? input_of(session, *a) : CompareInput{&*first, "not run yet", true}, open{&*second, "not run yet", true};
    return missing == 'A' ? make_comparison(open, known) : make_comparison(known, open);
}

std::string run_both_text(const Session& session) {
    if (session.running()) return "Stop";
    if (shows_recording_beside(session)) return "Run A again";
    return session.run() && session.other() ? "Run both again" : "Run both";
}

void enter_compare(Scene& s) {
    s.screen.compare = true, s.screen.result_tab = ResultTab::timeline;
    const Session& session = s.session;
    if (!session.run() || !session.step() || session.other()) return;
    const char config = config_shown(session);
    int twin = find_run(session, config == 'A' ? 'B' : 'A');
    if (twin < 0 && !config) twin = find_run(session, 0);
    if (twin < 0) return;
    if (config == 'A') s.actions.compare_with = twin;
    else s.actions.show_run = twin, s.actions.compare_with = shown_index(session);
}

void leave_compare(Scene& s) { s.screen.compare = false; }

// The new run stands as B beside the one on show.
void fix_beside(Scene& s) {
    s.actions.build_for_card = true;
    s.actions.show_run = shown_index(s.session), s.actions.compare_with = int(s.session.tried().size());
}

void toggle_recording_beside(Scene& s) {
    if (shows_recording_beside(s.session)) s.actions.compare_recording = "";
    else if (const Recording* one = recording_beside(s.session)) s.actions.compare_recording = one->name;
}

}  // namespace launchlab
