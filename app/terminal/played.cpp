#include "terminal/played.h"

#include "terminal/recording_name.h"

namespace launchlab {

namespace {

// The first one offered, and of the same card that of the other run.
const Recording* recording_for(const Session& session, char config) {
    const std::vector<const Recording*> offered = session.recordings_for_step();
    if (offered.empty()) return nullptr;
    for (const Recording* one : offered)
        if (one->name.back() == config && one->run.origin.gpu == offered.front()->run.origin.gpu) return one;
    return nullptr;
}

}  // namespace

Result<Played> played(Session& session, const std::string& step, char config, const std::string& recorded, const std::string& on) {
    if (auto error = check_step(session.course(), step, session.troubles())) return *error;
    session.carry_out({.open_step = step, .recording = "", .on = ""});
    std::string name;
    if (!recorded.empty()) {
        const Result<std::string> full = full_name(session.recordings(), recorded, step, config);
        if (!full) return full.error();
        name = *full;
    } else if (on.empty()) {
        if (const Recording* found = recording_for(session, config)) name = found->name;
    }
    Played out{.config = config};
    if (!name.empty()) {
        session.carry_out({.recording = name});
        for (const Recording& one : session.recordings())
            if (one.name == name) out.run = one.run;
    } else {
        const std::string card = !on.empty() ? on : session.step()->rule_card;
        if (!card.empty()) session.carry_out({.on = card});
        session.carry_out({.config = config});
        out.by_rule = true;
    }
    if (!session.judged_card() || (out.by_rule && session.choice().targets.empty())) {
        std::string what = "neither a recording nor the rule shows run " + std::string(1, config) + " of this step. Name a card with --on.";
        for (const Error& trouble : session.troubles())
            if (trouble.where != "runner") what = trouble.what;
        return Error{step, what};
    }
    out.card = *session.judged_card();
    if (session.toolkit()) out.toolkit = *session.toolkit();
    if (!out.by_rule) {
        out.run.rule = judge(out.run.request, 0, out.card, session.toolkits());
        return out;
    }
    out.run.request = session.request();
    out.run.rule = session.verdict();
    out.run.origin = {.kind = Origin::Kind::live, .gpu = out.card.name, .driver = out.card.driver.version, .runtime = out.run.request.toolkit, .capability = out.card.capability};
    return out;
}

}  // namespace launchlab
