// Words and small questions about the session that several panels share.
#include <algorithm>

#include "panels/compare.h"

namespace launchlab {

std::string filled(const Session& session, const std::string& text) {
    const Step* step = session.step();
    if (!step) return text;
    std::optional<Gpu> gpu;
    if (const Gpu* judged = session.judged_card()) gpu = *judged;
    return fill(text, step_values(*step, gpu, session.toolkit()));
}

std::string sm_text(Capability c) { return to_name(Target{Kind::sass, c, 0}); }

std::string card_text(const std::string& name, Capability c) { return name + ", " + sm_text(c); }

std::string own_target_text(const Session& session) {
    const Gpu* card = session.judged_card();
    return card ? sm_text(card->capability) : "";
}

bool offers_fix(const Session& session) {
    const Gpu* card = session.judged_card();
    if (!card || session.choice().targets.empty()) return card != nullptr;
    return session.choice().targets != std::vector<Target>{{Kind::sass, card->capability, 0}};
}

// Of the card in question first, and of the run that is chosen.
const Recording* recording_to_offer(const Session& session) {
    const Gpu* card = session.judged_card();
    const std::string config = std::string("/") + session.choice().config;
    const Recording* best = nullptr;
    int most = -1;
    for (const Recording* one : session.recordings_for_step()) {
        int worth = (card && one->run.origin.gpu == card->name ? 2 : 0) + one->name.ends_with(config);
        if (worth > most) most = worth, best = one;
    }
    return best;
}

Provenance provenance_of(const Session& session, const Run& run) {
    const Origin& o = run.origin;
    Provenance out;
    if (!o.gpu.empty()) out.card = card_text(o.gpu, o.capability);
    if (!run.done) {
        out.symbol = Symbol::turning, out.lead = out.short_lead = session.by_rule() ? "Building" : "Running";
    } else if (o.kind == Origin::Kind::live && run.calls.empty() && run.done->how != "finished") {
        out.symbol = Symbol::trouble, out.lead = out.short_lead = "Nothing was measured";
    } else if (by_rule(run)) {
        out.symbol = Symbol::open, out.lead = out.short_lead = "By rule, not run";
    } else if (o.kind == Origin::Kind::live) {
        out.symbol = Symbol::live, out.lead = "Measured now, " + o.date, out.short_lead = "Measured now";
    } else {
        out.symbol = Symbol::recorded, out.lead = (o.kind == Origin::Kind::page ? "Recorded, from a published page, " : "Recorded, ") + o.date;
        out.short_lead = "Recorded, " + o.date;
    }
    return out;
}

Provenance provenance_of(const Scene& s) {
    const Session& session = s.session;
    if (on_predict_screen(session) || !session.run()) {
        const Gpu* card = session.card() ? &*session.card() : nullptr;
        if (!card) return {Symbol::empty, "", "", session.link() == Link::starting ? "Looking for the card" : "No GPU found"};
        Symbol symbol = session.live_card() ? Symbol::live : !session.choice().recording.empty() ? Symbol::recorded : Symbol::open;
        return {symbol, "", "", card_text(card->name, card->capability) + (symbol == Symbol::recorded ? ", recorded" : symbol == Symbol::open ? ", by rule" : "")};
    }
    Provenance out = provenance_of(session, *session.run());
    if (!s.screen.compare) return out;
    const auto comparison = compare_runs(session);
    if (!comparison) return out;
    out.lead = out.short_lead = comparison->foot_lead;
    const Run* other = session.other();
    if (other && (other->origin.gpu != session.run()->origin.gpu)) out.card = "A " + session.run()->origin.gpu + ", B " + other->origin.gpu;
    return out;
}

std::string run_label(const Session& session) {
    const Run* run = session.run();
    if (!run || !session.step()) return "";
    const char config = config_of(*session.step(), *run);
    std::string name = config ? std::string("Run ") + config : "Your own build";
    if (config && !shipped_config_of(*session.step(), *run)) name += ", kernel changed";
    const std::string images = images_text(run->request);
    return name + (images.empty() ? "" : ": " + images);
}

std::string card_change_text(const Session& session) {
    const CardChange* change = session.card_change();
    const Gpu* card = session.judged_card();
    if (!change || !card) return "";
    auto all = session.recordings_for_step();
    bool recorded = std::any_of(all.begin(), all.end(), [&](const Recording* one) { return one->run.origin.gpu == change->from; });
    std::string why = session.live_card() || recorded ? "" : " This step has no recording of it.";
    return "From here on this is about " + card_text(card->name, card->capability) + ". Before it was " + change->from + "." + why;
}

bool shows_rule(const Session& session) { return session.run() && by_rule(*session.run()); }

Timeline timeline_of(const Session& session) {
    TimelineInput input;
    const Run* run = session.run();
    bool rule = shows_rule(session);
    if (rule) input.request = &run->request, input.rule = &run->rule;
    else input.run = run;
    input.step = session.step();
    input.state = &session.state();
    input.config = session.step() && run ? shipped_config_of(*session.step(), *run) : session.choice().config;
    return make_timeline(input);
}

bool on_predict_screen(const Session& session) {
    if (!session.step()) return false;
    Phase phase = session.state().phase;
    return phase == Phase::predict || (phase == Phase::run && !session.run());
}

}  // namespace launchlab
