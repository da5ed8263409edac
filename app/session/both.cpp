// The two runs that stand beside each other, made anew: one after the other, and then shown as they stood.
#include <algorithm>

#include "session/inside.h"

namespace launchlab {

// What it takes to make a run like this one once more.
Session::Inside::Half Session::Inside::half_of(const Run& run) const {
    const char config = config_of(*step, run);
    Half half{.config = config ? config : choice.config};
    if (run.origin.kind != Origin::Kind::live)
        for (const Recording& recording : recordings)
            if (recording.run.origin == run.origin && recording.hash == request_hash(run.request) && half.recording.empty()) half.recording = recording.name;
    if (half.recording.empty() && judged && run.origin.gpu != judged->name) {
        half.borrowed = Gpu{.name = run.origin.gpu, .capability = run.origin.capability};
        if (Result<Driver> driver = parse_driver(run.origin.driver)) half.borrowed->driver = *driver;
        half.toolkit = run.request.toolkit;
    } else if (half.recording.empty()) {
        half.borrowed = borrowed, half.toolkit = borrowed_toolkit;
    }
    if (run.request.units.empty()) return half;
    half.source = run.request.units.front().source;
    for (const ImageRequest& image : run.request.units.front().images)
        if (Result<Target> target = parse_arch(image.kind, image.arch); target && !config) half.targets.push_back(*target);
    return half;
}

void Session::Inside::come_back(const Both& from) {
    choice = from.before;
    borrowed = from.borrowed;
    settle(true);
    varied = from.varied;
}

void Session::Inside::take(const Half& half) {
    choice.config = half.config;
    choice.recording = half.recording;
    borrowed = half.borrowed;
    if (borrowed) borrowed_toolkit = half.toolkit;
    settle();
    if (!half.recording.empty() || half.source.empty()) return;
    choice.source = half.source;
    if (half.targets.empty()) return;
    choice.targets = half.targets;
    varied = true;
}

// A step that asks about B is run as both, so that nobody has to find B first; a build changed by hand runs alone.
void Session::Inside::run_first_of_step() {
    const Tried& own = tried[step->id];
    const bool seen_b = std::any_of(own.runs.begin(), own.runs.end(), [&](const Run& run) {
        return run.done && run.done->how == "finished" && !launchlab::by_rule(run) && shipped_config_of(*step, run) == 'B';
    });
    if (!needs_both(*step) || seen_b || changed()) return start_run();
    if (!why_locked().empty()) return;
    tried[step->id].shown = tried[step->id].other = -1;
    run_both();
}

// What the predictions speak of. The changes made by hand come back afterwards.
void Session::Inside::run_shipped() {
    auto half = [&](char config) {
        Half out{.config = config, .source = step->kernel};
        for (const Recording* recording : recordings_for_step())      // of the card that is in question, where it was one's
            if (borrowed && out.recording.empty() && recording->run.origin.gpu == borrowed->name && recording->name.back() == config) out.recording = recording->name;
        if (out.recording.empty()) out.borrowed = borrowed, out.toolkit = borrowed_toolkit;
        return out;
    };
    const bool two = needs_both(*step);
    Both next{.step = step->id, .second = half('B'), .before = choice, .borrowed = borrowed, .varied = varied};
    if (two) return begin_both(half('A'), std::move(next));
    take(half(asked_config(*step)));
    start_run();
    come_back(next);
}

// The newest wins in the runner, so the second waits for the first.
void Session::Inside::run_both() {
    if (!why_locked().empty()) return;
    Tried& own = tried[step->id];
    const int count = static_cast<int>(own.runs.size());
    const Run* shown = own.shown >= 0 && own.shown < count ? &own.runs[static_cast<std::size_t>(own.shown)] : nullptr;
    const Run* other = own.other >= 0 && own.other < count ? &own.runs[static_cast<std::size_t>(own.other)] : nullptr;
    const Recording* recording = recording_on_show();
    auto fresh = [&](char config) {            // of the step; with a recording on show its twin, where there is one
        Half half{.config = config};
        if (!recording) half.borrowed = borrowed, half.toolkit = borrowed_toolkit;
        if (!recording) return half;
        std::string twin = recording->name;
        twin.back() = config;
        for (const Recording& one : recordings)
            if (one.name == twin) half.recording = twin;
        if (half.recording.empty()) half.borrowed = card, half.toolkit = choice.toolkit;
        return half;
    };
    Both next{.step = step->id, .before = choice, .borrowed = borrowed, .varied = varied};
    Half first;
    if (shown && !other && config_of(*step, *shown) == 'B') first = fresh('A'), next.second = half_of(*shown);
    else first = shown ? half_of(*shown) : fresh('A'), next.second = other ? half_of(*other) : fresh('B');
    begin_both(first, std::move(next));
}

void Session::Inside::begin_both(const Half& first, Both next) {
    Tried& own = tried[step->id];
    const int count = static_cast<int>(own.runs.size());
    const bool beside_recording = !own.other_recording.empty();      // that one stays as it is
    take(first);
    start_run();
    if (static_cast<int>(own.runs.size()) == count) {    // locked: nothing has changed
        come_back(next);
        return;
    }
    if (beside_recording) return;
    next.first = count;
    next.id = own.runs.back().request.id;
    both = std::move(next);
    go_on_with_both();
}

void Session::Inside::go_on_with_both() {
    if (!both || open.count(both->id)) return;
    const Both next = std::move(*both);
    both.reset();
    if (!step || step->id != next.step) return;
    Tried& own = tried[next.step];
    const std::optional<Ended>& first = own.runs[static_cast<std::size_t>(next.first)].done;
    if (!first || first->how == "cancelled" || first->how == "lost") return;
    take(next.second);
    start_run();
    const int last = static_cast<int>(own.runs.size()) - 1;
    if (last > next.first) own.other = last, own.shown = next.first;
    come_back(next);
}

}  // namespace launchlab
