// The words of the first screen: the card's line, and where you left off.
#include <algorithm>
#include <cstdio>
#include <ctime>

#include "panels/panels.h"

namespace launchlab {

namespace {

bool is_complete(const ToolkitSeen& t) { return t.missing.empty() && !t.nvrtc.empty() && !t.runtime.empty() && !t.fatbin.empty(); }

std::string trouble_of(const Session& session, std::string_view where) {
    for (const Error& one : session.troubles())
        if (one.where.rfind(where, 0) == 0) return one.what;
    return "";
}

std::string branch_text(const Driver& driver) { return driver.branch ? std::to_string(driver.branch) : driver.version; }

// "Driver 580 reads PTX up to 9.0, so launchlab builds with NVRTC 13.0."
std::string why_this_toolkit(const Session& session, const Driver& driver, const std::string& chosen, const std::string& used) {
    PtxVersion reads = reads_ptx(session.toolkits(), driver);
    std::string out = reads.major ? "Driver " + branch_text(driver) + " reads PTX up to " + to_text(reads) : "Driver " + branch_text(driver);
    if (used.empty()) return out + ".";
    const Toolkit* toolkit = find_toolkit(session.toolkits(), used);
    if (toolkit && reads.major && reads < toolkit->ptx) return out + "; NVRTC " + used + ", which builds here, writes PTX " + to_text(toolkit->ptx) + ".";
    return out + (reads.major && chosen == used ? ", so launchlab builds" : "; launchlab builds") + " with NVRTC " + used + (chosen == used || chosen.empty() ? "." : ", as chosen.");
}

const Step* after(const Course& course, const Step& step) {
    bool next = false;
    for (const Lesson& lesson : course.lessons)
        for (const Step& one : lesson.steps) {
            if (next) return &one;
            next = one.id == step.id;
        }
    return nullptr;
}

bool begun(const StepState& state) {
    return state.phase != Phase::predict || state.skipped || state.hints > 0 || std::any_of(state.answers.begin(), state.answers.end(), [](const Answer& a) { return a.choice >= 0; });
}

std::string phase_words(const StepState& state) {
    switch (state.phase) {
        case Phase::predict: return begun(state) ? "You had predicted in part." : "You had opened it.";
        case Phase::run: return state.skipped ? "You had skipped the prediction and not yet run." : "You had predicted and not yet run.";
        case Phase::observe: return "You had run it; what you saw is still to say.";
        case Phase::explain: return "You had said what you saw; the why is still to read.";
        default: return "You had finished it.";
    }
}

}  // namespace

Machine machine_of(const Session& session) {
    Machine out;
    const Hello* hello = session.hello();
    if (!hello) return out;
    out.driver = driver_of(session.toolkits(), hello->driver, hello->driver_cuda);
    for (const GpuSeen& seen : hello->gpus)
        if (!out.card || seen.index == session.choice().gpu) out.card = Gpu{.name = seen.name, .capability = seen.capability, .tegra = seen.tegra, .driver = out.driver};
    if (out.driver.branch == 0) out.card.reset();
    for (const ToolkitSeen& seen : hello->toolkits)
        if (is_complete(seen)) out.present.push_back(seen.version);
    out.chosen = choose_toolkit(session.toolkits(), out.present, out.card ? out.driver : Driver{}, out.card ? std::optional(out.card->capability) : std::nullopt).value_or("");
    return out;
}

CardLine card_line(const Session& session) {
    const Choice& choice = session.choice();
    Machine here = machine_of(session);
    if (!choice.on.empty() && choice.recording.empty() && session.card()) {
        const Gpu& card = *session.card();
        std::string used = session.toolkit() ? session.toolkit()->version : "";
        return {card_text(card.name, card.capability) + ". By rule, not run.", why_this_toolkit(session, card.driver, used, used)};
    }
    if (session.link() == Link::starting) return {"Looking for the card.", "The runner is starting. Everything below can be opened meanwhile."};
    if (session.link() == Link::lost) {
        std::string what = trouble_of(session, "runner");
        if (what.empty()) return {"No runner is in use.", "Recorded runs are ready, and the rule judges any card."};
        return {"The runner is gone.", what, true};
    }
    std::string compiles = here.chosen.empty() ? "Nothing can be compiled: launchlab doctor says what is missing." : "NVRTC " + here.chosen + " compiles for real.";
    if (!here.card) {
        bool driver = here.driver.branch != 0;
        return {driver ? "No GPU found." : "No GPU found: no driver answers.", "Recorded runs are ready. " + compiles};
    }
    std::string name = card_text(here.card->name, here.card->capability);
    if (here.chosen.empty()) {
        std::string what = trouble_of(session, "toolkit");
        return {name + ". Recordings only.", what.empty() ? compiles : what};
    }
    bool shown_here = choice.recording.empty() && session.toolkit();
    return {name + ". Ready.", why_this_toolkit(session, here.driver, here.chosen, shown_here ? session.toolkit()->version : here.chosen)};
}

Here here_of(const Session& session, const Machine& machine) {
    Here here;
    here.present = machine.present;
    bool on = !session.choice().on.empty() && session.choice().recording.empty() && session.card();
    if (on) {
        here.card = &*session.card(), here.toolkit = session.toolkit(), here.by_rule = true;
        here.why_not = "Judged by rule: " + session.card()->name + " is not asked here.";
    } else if (machine.card) {
        here.card = &*machine.card, here.live = session.link() == Link::ready;
        here.toolkit = find_toolkit(session.toolkits(), machine.chosen);
        if (!here.live) here.why_not = "No runner answers.";
        else if (!here.toolkit) here.why_not = "No toolkit here fits driver " + branch_text(machine.driver) + ".";
        if (here.live && !here.toolkit)
            if (auto wanted = wanted_toolkit(session.toolkits(), machine.driver, machine.card->capability)) here.remedy = "launchlab doctor --fetch brings " + *wanted + ".";
    } else {
        here.card = session.judged_card(), here.toolkit = session.toolkit();
        bool lost = session.link() == Link::lost;
        here.why_not = lost ? "No runner answers." : machine.driver.branch ? "No GPU found." : "No driver answers.";
        if (!lost && !machine.driver.branch) here.remedy = "An NVIDIA driver and its card would run them.";
    }
    return here;
}

Leftoff left_off(const Session& session) {
    const Progress& progress = session.progress();
    const Course& course = session.course();
    const Step* step = find_step(course, progress.last_step);
    if (!step) return {};
    auto kept = progress.steps.find(step->id);
    StepState state = kept == progress.steps.end() ? StepState{} : kept->second;
    bool first = !course.lessons.empty() && !course.lessons.front().steps.empty() && course.lessons.front().steps.front().id == step->id;
    if (first && !begun(state)) return {};
    std::string where = phase_words(state);
    if (state.phase >= Phase::transfer)
        if (const Step* next = after(course, *step)) where = "You had finished the step before it.", step = next;
    const Lesson* lesson = lesson_of(course, step->id);
    std::size_t at = 0;
    for (std::size_t i = 0; i < lesson->steps.size(); ++i)
        if (&lesson->steps[i] == step) at = i;
    std::string when = day_words(progress.last_at, session.today());
    return {step->id, step->title, "Day " + std::to_string(lesson->day) + ", step " + std::to_string(at + 1) + " of " + std::to_string(lesson->steps.size()) + ". " + where + (when.empty() ? "" : " " + when)};
}

std::string day_words(const std::string& at, const std::string& today) {
    auto day = [](const std::string& text) -> long {
        std::tm date{};
        if (std::sscanf(text.c_str(), "%d-%d-%d", &date.tm_year, &date.tm_mon, &date.tm_mday) != 3) return -1;
        date.tm_year -= 1900, date.tm_mon -= 1, date.tm_hour = 12;
        return long(timegm(&date) / 86400);
    };
    if (at.size() < 16 || day(at) < 0) return "";
    long ago = day(today) < 0 ? -1 : day(today) - day(at);
    std::string clock = at.substr(11, 5);
    if (ago == 0) return "Today, " + clock;
    if (ago == 1) return "Yesterday, " + clock;
    if (ago > 1 && ago < 7) return std::to_string(ago) + " days ago, " + clock;
    return at.substr(0, 10) + ", " + clock;
}

}  // namespace launchlab
