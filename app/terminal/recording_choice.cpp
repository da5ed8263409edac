#include "terminal/recording_choice.h"

#include "core/runs_here.h"
#include "terminal/recording_name.h"

namespace launchlab {

namespace {

// The best one of this run of the step, on the judged card where there is one.
const Recording* as_shipped(const Session& session) {
    const Gpu* card = session.judged_card();
    const Recording *on_card = nullptr, *of_run = nullptr;
    const std::vector<const Recording*> offered = session.recordings_for_step();
    for (const Recording* recording : offered) {
        if (recording->name.empty() || recording->name.back() != session.choice().config) continue;
        if (!of_run) of_run = recording;
        if (!on_card && card && recording->run.origin.capability == card->capability) on_card = recording;
    }
    return on_card ? on_card : of_run ? of_run : offered.empty() ? nullptr : offered.front();
}

bool other_build(const Session& session, const RunArguments& asked) {
    return asked.targets || !asked.toolkit.empty() || session.changed();
}

}  // namespace

const Recording* fitting_recording(const Session& session, const RunArguments& asked) {
    if (!asked.recorded.empty()) return nullptr;
    const Gpu* card = session.judged_card();
    const Recording* exact = find_recording(session.recordings(), request_hash(session.request()), card ? card->name : "");
    if (exact && (asked.on.empty() || (card && exact->run.origin.capability == card->capability))) return exact;
    return asked.on.empty() && !other_build(session, asked) ? as_shipped(session) : nullptr;
}

std::string recording_words(const Session& session, const Recording& recording) {
    const std::string step = session.step() ? session.step()->id : "";
    return play_words(session.recordings(), recording, step).substr(1);
}

std::string other_recording(const Session& session, const RunArguments& asked) {
    if (const Recording* exact = fitting_recording(session, asked)) return "Recorded on such a card: " + recording_words(session, *exact);
    const Recording* shipped = as_shipped(session);
    if (!shipped) return "Nothing was recorded for this step.";
    const std::string card = with_article(shipped->run.origin.gpu) + ": " + recording_words(session, *shipped);
    if (!other_build(session, asked)) return "This step was recorded on " + card;
    return "Nothing was recorded for this choice. The step as shipped, on " + card;
}

}  // namespace launchlab
