// What stands in the place of a result that is not there: which thing is missing, what was tried, and the one way on.
#include "panels/panels.h"

namespace launchlab {

namespace {

std::string trouble_about(const Session& session, std::string_view where) {
    for (const Error& one : session.troubles())
        if (one.where.rfind(where, 0) == 0) return one.what;
    return "";
}

// A file that a toolkit lacks, in the runner's own words.
std::string missing_file(const Session& session) {
    if (const Hello* hello = session.hello()) {
        for (const ToolkitSeen& toolkit : hello->toolkits)
            if (!toolkit.missing.empty()) return toolkit.missing.front();
        for (const std::string& one : hello->missing)
            if (one.find("nvrtc") != std::string::npos) return one;
    }
    return "";
}

std::string what_was_tried(const Session& session) {
    const Hello* hello = session.hello();
    if (!hello) return "The runner did not come so far as to look for one.";
    std::string out = hello->driver.empty() ? "No NVIDIA driver answered on " : "Driver " + hello->driver + " was asked on ";
    out += hello->host.empty() ? "this machine" : hello->host;
    out += hello->driver.empty() ? "." : " and lists no card.";
    for (const std::string& one : hello->missing)
        if (one.find("libcuda") != std::string::npos) out += " " + one;
    return out;
}

}  // namespace

std::string why_nothing_compiles(const Session& session) {
    if (session.link() == Link::starting) return "The runner is starting; then it says what can be built.";
    if (!session.hello()) return "No runner answers, so nothing can be built here. Recordings still play, and the rule still judges.";
    std::string file = missing_file(session), what = trouble_about(session, "toolkit");
    return (!file.empty() ? file : !what.empty() ? what : "No NVRTC answers.") + " Recordings still play, and the rule still judges.";
}

Absent absent_of(const Session& session) {
    using Does = Absent::Does;
    const Recording* offer = recording_to_offer(session);
    std::string use = offer ? "Use the " + offer->run.origin.gpu + " recording" : "";
    auto with_offer = [&](Symbol symbol, std::string title, std::string sentence) {
        if (offer) return Absent{symbol, std::move(title), std::move(sentence), use, "L", Does::recording};
        return Absent{symbol, std::move(title), sentence + " No recording of this step is here yet; another card shows it by rule.", "Another card or driver", "D", Does::card};
    };
    std::string locked = session.why_locked();
    if (locked.empty()) return {Symbol::open, "Not run since the start", "What you predicted and answered is kept. The timeline comes with the next run.", "Run again", "F5", Does::run};
    if (session.link() == Link::starting) return {Symbol::turning, "The runner is starting", "It looks for the card and the CUDA libraries. A recording can be shown meanwhile.", use, "L", offer ? Does::recording : Does::nothing};
    if (session.link() == Link::lost && !session.live_card() && !trouble_about(session, "runner").empty()) return {Symbol::trouble, "The runner is gone", trouble_about(session, "runner"), "Restart the runner", "", Does::restart};
    if (!session.toolkit()) return with_offer(Symbol::trouble, "Nothing can be compiled here", why_nothing_compiles(session));
    if (!session.judged_card()) return with_offer(Symbol::empty, "No GPU found", what_was_tried(session));
    return with_offer(Symbol::empty, "Nothing to show yet", locked);
}

void do_absent(Scene& s, Absent::Does does) {
    switch (does) {
        case Absent::Does::nothing: break;
        case Absent::Does::run: s.actions.run = true; break;
        case Absent::Does::restart: s.actions.restart_runner = true; break;
        case Absent::Does::card: open_palette(s.screen.palette, Find::cards); break;
        case Absent::Does::recording:
            if (const Recording* offer = recording_to_offer(s.session)) s.actions.recording = offer->name;
            break;
    }
}

}  // namespace launchlab
