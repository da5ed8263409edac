// What the learner asks for in a frame, carried out after it: the choice changes, a run starts, the step's state moves.
#include <algorithm>
#include <limits>

#include "session/inside.h"

namespace launchlab {

namespace {

constexpr double answer_grace_s = 15;   // past a run's own limit: TERM, KILL, and a slow line

std::string listed(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
    return out;
}

}  // namespace

void Session::Inside::carry_out(const Actions& actions) {
    if (actions.open_step) open_step(*actions.open_step);
    change_settings(actions);
    if (actions.restart_runner) start_runner();
    if (actions.look_up) lookup->open(), lookup->choose(*actions.look_up);
    if (actions.paste) lookup->paste(*actions.paste);
    if (actions.why_file) why->ask(*actions.why_file);
    if (step) {
        if (actions.gpu || actions.on) card_change.reset();       // asked for by its name
        if (actions.gpu) {
            borrowed.reset();
            choice.recording.clear();
            choice.on.clear();
            choice.gpu = *actions.gpu;
            settle();
        }
        if (actions.on) {
            borrowed.reset();
            choice.recording.clear();
            choice.on = *actions.on;
            settle();
        }
        predict_and_observe(actions);
        if (actions.source && recording_on_show() == nullptr) {
            choice.source = *actions.source;
            edited[step->id] = *actions.source;
        }
        if (actions.save != Actions::Save::no) save_program(actions.save);
        if (actions.watch) choose_own_editor(*actions.watch);
        if (actions.cancel) {
            both.reset();
            cancel_newest("");
        }
        if (actions.reset) reset();
        if (actions.recording) follow_recording(*actions.recording);
        if (actions.config) choose_config(*actions.config);
        if (actions.toggle) {
            std::vector<Target> targets = choice.targets;
            auto found = std::find(targets.begin(), targets.end(), *actions.toggle);
            if (found == targets.end())
                targets.push_back(*actions.toggle);
            else
                targets.erase(found);
            choose_targets(std::move(targets));
        }
        if (actions.build_for_card && judged)
            if (std::optional<std::vector<Target>> targets = targets_for_card(*judged)) choose_targets(std::move(*targets));
        if (actions.run) start_run();
        if (actions.run_step) run_first_of_step();
        if (actions.run_shipped) run_shipped();
        if (actions.run_both) run_both();
        Tried& own = tried[step->id];
        int count = static_cast<int>(own.runs.size());
        // A run never stands beside itself: asked for twice, the two change places.
        const int shown = own.shown;
        if (actions.show_run && *actions.show_run >= 0 && *actions.show_run < count) {
            if (own.other == *actions.show_run) own.other = own.shown;
            own.shown = *actions.show_run;
        }
        if (actions.compare_with && *actions.compare_with >= -1 && *actions.compare_with < count) {
            own.other_recording.clear();
            if (*actions.compare_with == own.shown && own.other >= 0) std::swap(own.shown, own.other);
            else if (*actions.compare_with != own.shown) own.other = *actions.compare_with;
        }
        if (actions.compare_recording) {
            bool known = std::any_of(recordings.begin(), recordings.end(), [&](const Recording& one) { return one.name == *actions.compare_recording; });
            own.other_recording = known ? *actions.compare_recording : "";
        }
        if (own.shown != shown && own.shown >= 0) follow_shown(own.runs[static_cast<std::size_t>(own.shown)]);
    }
    gather_troubles();
}

StepState& Session::Inside::state() { return progress.steps[step->id]; }

bool Session::Inside::ran_before() const {
    if (!step) return false;
    auto own = tried.find(step->id);
    if (own != tried.end() && !own->second.runs.empty()) return true;
    auto kept = progress.steps.find(step->id);
    return kept != progress.steps.end() && kept->second.phase > Phase::run;
}

void Session::Inside::open_step(const std::string& id) {
    const Step* wanted = find_step(course, id);
    if (!wanted) {
        trouble("open", Error{id, "there is no such step. \"launchlab lessons\" lists them."});
        return;
    }
    trouble("open", std::nullopt);
    if (wanted == step) return;
    const Recording* before = recording_on_show();
    std::string gpu = before ? before->run.origin.gpu : borrowed ? borrowed->name : "";
    const std::string card_before = card ? card->name : "";
    choose_own_editor(false);
    saved.reset();
    step = wanted;
    choice.step = id;
    choice.config = 'A';
    choice.recording.clear();
    borrowed.reset();
    // Who goes through the lesson on recordings stays on those of the same card.
    for (const Recording* recording : recordings_for_step())
        if (!gpu.empty() && choice.recording.empty() && recording->run.origin.gpu == gpu) choice.recording = recording->name;

    // Progress of a step that has changed its questions since then does not fit it any more.
    StepState& kept = progress.steps[id];
    bool fits = kept.answers.size() == step->ask.size();
    for (std::size_t i = 0; fits && i < kept.answers.size(); ++i) {
        const std::vector<AskChoice>& choices = step->ask[i].choices;
        int chosen = kept.answers[i].choice, because = kept.answers[i].because;
        int reasons = chosen >= 0 && chosen < static_cast<int>(choices.size()) ? static_cast<int>(choices[static_cast<std::size_t>(chosen)].because.size()) : 0;
        fits = chosen >= -1 && chosen < static_cast<int>(choices.size()) && (because == -1 || (because >= 0 && because < reasons));
    }
    if (kept.observed) fits = fits && step->observe && *kept.observed >= 0 && *kept.observed < static_cast<int>(step->observe->choices.size());
    if (!fits) kept = make_state(*step);
    if (kept.hints < 0 || kept.hints > static_cast<int>(step->hints.size()) + 1) kept.hints = 0;
    if (progress.last_step != id) {
        progress.last_step = id;
        save_soon(true);
    }
    settle();
    card_change.reset();
    note_card(card_before);
}

// The verdict, the texts and the targets follow the card in question: a change of it is told.
void Session::Inside::note_card(const std::string& before) {
    if (before.empty() || !judged || judged->name == before) return;
    const std::string from = card_change ? card_change->from : before;
    if (from == judged->name) card_change.reset();
    else card_change = CardChange{from, judged->name};
}

// Other targets: only the build changes before the step's first run; after it they run at once.
void Session::Inside::choose_targets(std::vector<Target> targets) {
    if (const Recording* recording = recording_on_show()) {
        // Another recording of that card, else the card stays in question and the rule speaks for it.
        const std::string gpu = recording->run.origin.gpu;
        const std::string hash = request_hash(make_request(*step, config(), targets, choice.source, choice.toolkit, 0));
        borrowed = card;
        borrowed_toolkit = choice.toolkit;
        choice.recording.clear();
        for (const Recording& one : recordings)
            if (one.hash == hash && one.run.origin.gpu == gpu && choice.recording.empty()) choice.recording = one.name;
        if (!choice.recording.empty()) borrowed.reset();
        settle(true);
    }
    choice.targets = std::move(targets);
    varied = true;
    trouble("step", std::nullopt);
    if (ran_before() && !choice.targets.empty()) start_run();
}

void Session::Inside::choose_config(char wanted) {
    if (wanted != 'A' && wanted != 'B') return;
    const Recording* before = recording_on_show();
    choice.config = wanted;
    if (before) {   // the twin of the recording on show, where there is one
        std::string twin = before->name;
        twin.back() = wanted;
        bool there = std::any_of(recordings.begin(), recordings.end(), [&](const Recording& one) { return one.name == twin; });
        if (there) {
            choice.recording = twin;
        } else {
            borrowed = card;
            borrowed_toolkit = choice.toolkit;
            choice.recording.clear();
        }
    }
    settle();
    // A run of exactly this build is shown again; else it runs, as after a toggle.
    Tried& own = tried[step->id];
    const std::string hash = request_hash(request());
    for (int i = static_cast<int>(own.runs.size()) - 1; i >= 0; --i) {
        const Run& run = own.runs[static_cast<std::size_t>(i)];
        if (run.done && run.done->how == "finished" && request_hash(run.request) == hash && run.origin.gpu == (judged ? judged->name : "")) {
            own.shown = i;
            if (own.other == i) own.other = -1;
            return;
        }
    }
    if (ran_before() && !choice.targets.empty()) start_run();
}

void Session::Inside::follow_recording(const std::string& name) {
    bool known = std::any_of(recordings.begin(), recordings.end(), [&](const Recording& one) { return one.name == name; });
    if (!name.empty() && !known) {
        trouble("recording", Error{"recording " + name, "there is no such recording. \"launchlab lessons\" lists those of each step."});
        return;
    }
    trouble("recording", std::nullopt);
    // Without a card the texts speak of one only for want of another, until something was predicted for it.
    const std::string card_before = card ? card->name : predicted_for[step->id];
    borrowed.reset();
    choice.recording = name;
    settle();
    note_card(card_before);
    if (!name.empty() && ran_before()) run_first_of_step();
}

// An earlier run is shown again: the card in question is the one it speaks of.
void Session::Inside::follow_shown(const Run& run) {
    std::string wanted;
    if (run.origin.kind != Origin::Kind::live)
        for (const Recording& one : recordings)
            if (wanted.empty() && one.run.origin == run.origin && one.hash == request_hash(run.request)) wanted = one.name;
    auto same_card = [&] { return judged && judged->name == run.origin.gpu && judged->capability == run.origin.capability; };
    if (wanted == choice.recording && same_card()) return;
    const std::string card_before = judged ? judged->name : "";
    choice.recording = wanted;
    borrowed.reset();
    if (const char config = config_of(*step, run)) choice.config = config;
    settle();
    if (!same_card() && !choice.on.empty()) choice.on.clear(), settle();
    if (!same_card()) {
        borrowed = Gpu{.name = run.origin.gpu, .capability = run.origin.capability};
        if (Result<Driver> driver = parse_driver(run.origin.driver)) borrowed->driver = *driver;
        borrowed_toolkit = run.request.toolkit;
        settle();
    }
    note_card(card_before);
}

void Session::Inside::reset() {
    choose_own_editor(false);    // its file keeps what was saved there
    edited.erase(step->id);
    borrowed.reset();
    choice.recording.clear();
    choice.config = 'A';
    settle();
}

void Session::Inside::predict_and_observe(const Actions& actions) {
    StepState& own = state();
    if (actions.predict) predict(own, *step, actions.predict->ask, actions.predict->choice);
    if (actions.because) give_reason(own, *step, actions.because->ask, actions.because->because);
    if (actions.confidence) set_confidence(own, *step, *actions.confidence);
    if (actions.skip) launchlab::skip(own, *step);
    if (actions.hint) show_hint(own, *step);
    if (actions.observe) observe(own, *step, *actions.observe);
    if (actions.explain) show_explanation(own, *step);
    if (actions.transfer) open_transfer(own);
    if (actions.asked_again) close_again();
    if (actions.predict || actions.because || actions.confidence || actions.skip || actions.hint || actions.observe ||
        actions.explain || actions.transfer) {
        touched.insert(step->id);
        save_soon(true);
    }
    if ((actions.predict || actions.because || actions.confidence) && judged) predicted_for[step->id] = judged->name;
}

void Session::Inside::change_settings(const Actions& actions) {
    if (!actions.zoom && !actions.theme && !actions.motion && !actions.size) return;
    if (actions.zoom) settings.zoom = std::clamp(*actions.zoom, 0.5f, 4.0f);
    if (actions.theme && (*actions.theme == "dark" || *actions.theme == "light" || *actions.theme == "system")) settings.theme = *actions.theme;
    if (actions.motion) settings.motion = *actions.motion;
    if (actions.size && actions.size->width > 0 && actions.size->height > 0) {
        settings.width = actions.size->width;
        settings.height = actions.size->height;
    }
    save_soon(false);
}

bool Session::Inside::changed() const {
    if (!step || recording_on_show()) return false;
    if (choice.source != step->kernel) return true;
    if (!varied || !judged || !toolkit) return varied;
    const Result<std::vector<Target>> shipped = resolve_all(config().images, *judged, *toolkit);
    return !shipped || *shipped != choice.targets;
}

// "day-06/2#1": one of another step, while this one is still to be run.
std::optional<Again> Session::Inside::again() const {
    if (!step || ran_before()) return std::nullopt;
    for (const std::string& name : progress.to_ask_again) {
        const std::size_t mark = name.find('#');
        const Step* of = find_step(course, name.substr(0, mark));
        if (!of || of == step || mark == std::string::npos) continue;
        for (int i = 0; i < static_cast<int>(of->ask.size()); ++i)
            if (name.substr(mark + 1) == std::to_string(i) && right_choice(of->ask[static_cast<std::size_t>(i)])) return Again{of, i};
    }
    return std::nullopt;
}

void Session::Inside::close_again() {
    const std::optional<Again> one = again();
    if (!one) return;
    const std::string name = one->of->id + "#" + std::to_string(one->ask);
    std::erase(progress.to_ask_again, name);
    progress.asked_again.push_back(name);
    save_soon(true);
}

std::string Session::Inside::why_locked() const {
    if (!step) return "No step is open. Choose one from the list.";
    auto kept = progress.steps.find(step->id);
    if (kept != progress.steps.end() && !run_unlocked(kept->second, *step))
        return "Predict first: " + listed(still_open(kept->second, *step)) + ".";
    if (recording_on_show()) return "";
    if (link == Link::starting) return "The runner is starting. Wait a moment, or show a recording.";
    auto said = [&](const char* subject) {
        auto found = by_subject.find(subject);
        return found == by_subject.end() ? std::string() : found->second.what;
    };
    if (!judged) return "There is no card to judge for. Name one with --on.";
    if (!toolkit) return said("toolkit");
    if (choice.targets.empty()) return said("step").empty() ? "No target is chosen. Choose at least one." : said("step");
    if (source == Source::live && link == Link::lost) return "The runner is gone. Restart it, or show a recording.";
    return "";
}

void Session::Inside::cancel_newest(const char* words) {
    if (!newest) return;
    auto found = open.find(*newest);
    int id = *newest;
    newest.reset();
    if (found == open.end()) return;
    if (found->second.lines.empty() && pipe && link == Link::ready)
        pipe->send(Cancel{id});            // its own "cancelled" comes back; should it have ended already, that stands
    else
        end_open(id, "cancelled", words);
}

Session::Inside::Open& Session::Inside::add_run(Run run) {
    int id = run.request.id;
    Tried& own = tried[step->id];
    own.runs.push_back(std::move(run));
    own.shown = static_cast<int>(own.runs.size()) - 1;
    Open& fresh = open[id];
    fresh.step = step->id;
    fresh.index = own.runs.size() - 1;
    fresh.config = choice.config;
    newest = id;
    return fresh;
}

void Session::Inside::start_run() {
    both.reset();
    if (!why_locked().empty()) return;
    close_again();   // it stood beside the prediction, and is over with it
    cancel_newest("A newer run took its place.");
    if (const Recording* recording = recording_on_show()) return start_replay(*recording);

    Run run;
    run.request = request();
    run.rule = judge(run.request, 0, *judged, toolkits);
    run.request.id = next_id++;
    run.origin = {.kind = Origin::Kind::live, .gpu = judged->name, .driver = judged->driver.version, .capability = judged->capability, .date = now().clock};
    if (const ToolkitSeen* used = seen(run.request.toolkit)) {
        run.origin.runtime = used->runtime;
        run.origin.nvrtc = used->nvrtc;
    }
    Request sent = run.request;
    if (by_rule()) sent.calls.clear();   // compile and bundle only
    Open& fresh = add_run(std::move(run));
    if (pipe && link == Link::ready) {
        fresh.give_up_at = now().s + sent.limit_ms / 1000.0 + answer_grace_s;
        pipe->send(sent);
        return;
    }
    // By rule and without a runner: the verdict stands, and nothing was compiled.
    end_open(sent.id, "finished", "Judged by the rule. Nothing was compiled, since there is no runner.");
    gather_troubles();
}

void Session::Inside::start_replay(const Recording& recording) {
    Run run;
    run.request = recording.run.request;
    run.request.id = next_id++;
    run.origin = recording.run.origin;
    run.rule = recording.run.rule;
    Open& fresh = add_run(std::move(run));
    fresh.give_up_at = std::numeric_limits<double>::infinity();
    fresh.lines.assign(recording.lines.begin(), recording.lines.end());
}

}  // namespace launchlab
