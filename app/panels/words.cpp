// Words and small questions about the session that several panels share.
#include <algorithm>

#include "panels/panels.h"

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

const Recording* recording_to_offer(const Session& session) {
    auto all = session.recordings_for_step();
    std::string config = std::string("/") + session.choice().config;
    for (const Recording* one : all)
        if (one->name.ends_with(config)) return one;
    return all.empty() ? nullptr : all.front();
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
