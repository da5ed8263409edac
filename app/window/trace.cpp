#include "window/trace.h"

#include <cstdlib>

namespace launchlab {

namespace {

const char* to_word(Phase phase) {
    switch (phase) {
        case Phase::predict: return "predict";
        case Phase::run: return "run";
        case Phase::observe: return "observe";
        case Phase::explain: return "explain";
        case Phase::transfer: return "transfer";
        case Phase::done: return "done";
    }
    return "";
}
const char* to_word(Lane lane) {
    switch (lane) {
        case Lane::none: return "none";
        case Lane::waiting: return "waiting";
        case Lane::ran: return "ran";
        case Lane::jit: return "jit";
        case Lane::refused: return "refused";
        case Lane::faulted: return "faulted";
        case Lane::not_recorded: return "not_recorded";
        case Lane::open: return "open";
    }
    return "";
}
const char* to_word(Link link) { return link == Link::starting ? "starting" : link == Link::ready ? "ready" : "lost"; }
std::string or_dash(const std::string& text) { return text.empty() ? "-" : text; }

}  // namespace

Trace::Trace() {
    if (const char* name = std::getenv("LAUNCHLAB_TRACE")) file_ = std::fopen(name, "w");
}
Trace::~Trace() {
    if (file_) std::fclose(file_);
}

void Trace::note(const Session& session) {
    if (!file_) return;
    say("step", or_dash(session.choice().step));
    say("link", to_word(session.link()));
    say("phase", to_word(session.state().phase));
    int answered = session.state().confidence ? 1 : 0;
    for (const Answer& answer : session.state().answers) answered += (answer.choice >= 0) + (answer.because >= 0);
    say("answered", std::to_string(answered));
    say("config", std::string(1, session.choice().config));
    say("recording", or_dash(session.choice().recording));
    say("locked", session.why_locked().empty() ? "no" : "yes");
    say("zoom", std::to_string(static_cast<int>(session.settings().zoom * 100 + 0.5f)));
    say("runs", std::to_string(session.tried().size()));
    const Run* run = session.run();
    if (!run) return;
    say("done", run->done ? run->done->how : "no");
    for (int i = 0; i < static_cast<int>(run->request.calls.size()); ++i) {
        const std::string call = "call " + std::to_string(i) + " " + run->request.calls[static_cast<std::size_t>(i)].call;
        const Call* made = find_call(*run, i);
        say(call, made ? std::to_string(made->code) : "-");
        if (run->request.calls[static_cast<std::size_t>(i)].call == "launch") say("lane", to_word(lane(*run, i)));
    }
}

void Trace::say(const std::string& name, const std::string& value) {
    std::string& last = said_[name];
    if (last == value) return;
    last = value;
    std::fprintf(file_, "%s %s\n", name.c_str(), value.c_str());
    std::fflush(file_);
}

}  // namespace launchlab
