#include "panels/palette_entries.h"

#include <algorithm>
#include <set>

#include "core/codes.h"
#include "panels/compare.h"

namespace launchlab {

namespace {

using Entries = std::vector<Entry>;

void go_to(Scene& s, const std::string& step) {
    s.actions.open_step = step;
    s.screen.first.open = s.screen.menu = false;
}

void add_steps(Entries& out, const Session& session) {
    for (const Lesson& lesson : session.course().lessons)
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            const Step& step = lesson.steps[i];
            auto kept = session.progress().steps.find(step.id);
            bool done = kept != session.progress().steps.end() && kept->second.phase >= Phase::transfer;
            Symbol symbol = step.id == session.choice().step ? Symbol::current : done ? Symbol::tick : Symbol::ahead;
            out.push_back({symbol, step.title, "Day " + std::to_string(lesson.day) + ", step " + std::to_string(i + 1), "Step", "", step.id + " " + lesson.title, false, -1, "",
                           [id = step.id](Scene& s) { go_to(s, id); }});
        }
}

void add_runs(Entries& out, const Session& session) {
    const auto& runs = session.tried();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Run& run = runs[i];
        std::string built, card = run.origin.gpu;
        for (const auto& unit : run.request.units)
            for (const auto& image : unit.images)
                if (auto target = parse_arch(image.kind, image.arch)) built += (built.empty() ? "" : ", ") + to_name(*target);
        Symbol symbol = by_rule(run) ? Symbol::open : run.origin.kind == Origin::Kind::live ? Symbol::live : Symbol::recorded;
        out.push_back({symbol, "Run " + std::to_string(i + 1) + ": " + (built.empty() ? "no image" : built), card + (run.origin.date.empty() ? "" : ", " + run.origin.date), "Run of this step",
                       i < 9 ? "Alt " + std::to_string(i + 1) : "", "tried back", false, -1, "", [i](Scene& s) { s.actions.show_run = int(i), s.screen.first.open = false; }});
    }
}

void add_recordings(Entries& out, const Session& session) {
    for (const Recording& one : session.recordings()) {
        std::size_t begin = one.name.find('/'), end = one.name.rfind('/');
        if (begin == std::string::npos || end <= begin) continue;
        std::string step = one.name.substr(begin + 1, end - begin - 1);
        if (!find_step(session.course(), step)) continue;
        out.push_back({Symbol::recorded, "Recording: " + step + ", run " + one.name.substr(end + 1), one.run.origin.gpu + ", " + one.run.origin.date, "Recording", "", one.name, false, -1, "",
                       [step, name = one.name](Scene& s) { go_to(s, step), s.actions.recording = name; }});
    }
}

void add_targets(Entries& out, const Session& session) {
    if (!session.step() || !session.toolkit()) return;
    const auto& chosen = session.choice().targets;
    for (const Target& target : offered_targets(*session.toolkit(), true)) {
        bool on = std::find(chosen.begin(), chosen.end(), target) != chosen.end();
        out.push_back({on ? Symbol::tick : Symbol::plus, to_name(target), on ? "in the build: take it out" : "put it into the build", "Target", "", std::string(to_label(target.kind)) + " toggle build for", true, -1, "",
                       [target](Scene& s) { s.actions.toggle = target, s.screen.first.open = false; }});
    }
}

void add_codes(Entries& out) {
    for (const Code& code : all_codes()) {
        std::string text = std::string(code.text) + (code.number == 0 ? "" : code.sticky ? ". The context is lost: every later call repeats it." : ". The context lives on.");
        out.push_back({Symbol::bubble, std::to_string(code.number) + "  " + std::string(code.name), std::string(code.text), "Code", "", std::string(code.word) + " error", true, code.number, text, {}});
    }
}

// Steps that answer with that code: in a recording, else by the rule on the card in question.
std::vector<int> codes_of_step(const Session& session, const Step& step) {
    std::vector<int> codes;
    auto add = [&](int code) { if (code != 0 && std::find(codes.begin(), codes.end(), code) == codes.end()) codes.push_back(code); };
    for (const Recording& one : session.recordings())
        if (one.name.find("/" + step.id + "/") != std::string::npos)
            for (const Call& call : one.run.calls) add(call.code);
    const Gpu* card = session.judged_card();
    if (!card || !session.toolkit()) return codes;
    for (const Config* config : {&step.a, &step.b})
        if (auto targets = resolve_all(config->images, *card, *session.toolkit()))
            add(judge(make_request(step, *config, *targets, step.kernel, session.toolkit()->version, 0), 0, *card, session.toolkits()).code);
    return codes;
}

std::string what_codes_follow(const Session& session) {
    std::string words = std::to_string(session.recordings().size()) + " " + std::to_string(session.course().lessons.size());
    if (const Gpu* card = session.judged_card()) words += " " + card->name + " " + to_text(card->capability) + " " + card->driver.version;
    if (const Toolkit* toolkit = session.toolkit()) words += " " + toolkit->version;
    return words;
}

// One step a code: the first of the course that shows it.
void add_live_codes(Entries& out, Scene& s) {
    LiveCodes& live = s.screen.live_codes;
    if (std::string now = what_codes_follow(s.session); live.found_with != now) {
        live = {std::move(now), {}};
        std::set<int> shown;
        for (const Lesson& lesson : s.session.course().lessons)
            for (const Step& step : lesson.steps)
                for (int code : codes_of_step(s.session, step))
                    if (shown.insert(code).second) live.all.push_back({code, step.id, step.title});
    }
    for (const LiveCodes::One& one : live.all) {
        const Code* known = find_code(one.code);
        const std::string name = known ? std::string(known->name) + " " + std::string(known->text) : "";
        out.push_back({Symbol::chevron_right, "See " + std::to_string(one.code) + " in a step: " + one.title, one.step, "Step", "", name + " error live", false, -1, "",
                       [id = one.step](Scene& scene) { go_to(scene, id); }, one.code});
    }
}

void add_cards(Entries& out, const Session& session, const std::string& query, bool every_name) {
    bool on = !session.choice().on.empty();
    if (on) out.push_back({Symbol::live, "Back to the card that is here", "now: judged by rule for " + session.choice().on, "Card", "", "live own device", false, -1, "", [](Scene& s) { s.actions.on = ""; }});
    if (const Hello* hello = session.hello())
        for (const GpuSeen& gpu : hello->gpus)
            out.push_back({Symbol::live, card_text(gpu.name, gpu.capability), !on && gpu.index == session.choice().gpu ? "in use" : "in this machine", "Live", "", "card device gpu", false, -1, "",
                           [index = gpu.index](Scene& s) { s.actions.gpu = index; }});
    if (!every_name) return;
    Driver driver;
    if (const Hello* hello = session.hello()) driver = driver_of(session.toolkits(), hello->driver, hello->driver_cuda);
    // What no list holds: a capability, or a card with its driver.
    auto names = [&](const NamedGpu& named) { return named.name == query; };
    if (!query.empty() && std::none_of(session.gpus().gpus.begin(), session.gpus().gpus.end(), names))
        if (auto typed = find_gpu(session.gpus(), query, driver.branch ? driver : Driver{580, "580"}); typed)
            out.push_back({Symbol::open, card_text(typed->name, typed->capability), to_words(session.toolkits(), typed->driver), "By rule", "", query, false, -1, "", [query](Scene& s) { s.actions.on = query; }});
    for (const NamedGpu& named : session.gpus().gpus) {
        std::string also;
        for (const auto& word : named.also) also += " " + word;
        out.push_back({Symbol::open, card_text(named.name, named.capability), "not asked: judged by rule", "By rule", "", to_text(named.capability) + also, false, -1, "",
                       [name = named.name](Scene& s) { s.actions.on = name; }});
    }
}

void add(Entries& out, Symbol symbol, const char* title, const char* key, const char* more, std::function<void(Scene&)> act) {
    out.push_back({symbol, title, "", "Action", key, more, false, -1, "", std::move(act)});
}

// As far as the panels show one: for the question, and then for what is to be tried.
bool hint_left(const Session& session) {
    const Step& step = *session.step();
    const StepState& state = session.state();
    const bool question = state.phase == Phase::observe && session.run(), to_try = state.explained && !step.try_this.empty();
    const bool solution = question || (to_try && !step.solution.empty());
    return (question || to_try) && state.hints < int(step.hints.size()) + solution;
}

void add_actions(Entries& out, Scene& scene) {
    const Session& session = scene.session;
    bool step = session.step() && !scene.screen.first.open, result = step && !on_predict_screen(session);
    if (step) {
        if (session.running()) add(out, Symbol::cross, "Stop the run", "Esc", "cancel", [](Scene& s) { s.actions.cancel = true; });
        else if (session.why_locked().empty()) add(out, Symbol::chevron_right, session.run() ? "Run again" : "Run", "F5", "launch start", [](Scene& s) { s.actions.run = true; });
        if (session.state().phase == Phase::predict) add(out, Symbol::chevrons, "Skip the prediction, I am presenting", "Alt S", "", [](Scene& s) { s.actions.skip = true; });
        if (result && session.run() && offers_fix(session)) add(out, Symbol::jit, "Build for this card, run again", "B", "fix", [](Scene& s) { s.actions.build_for_card = true; });
        if (result && scene.screen.compare) add(out, Symbol::differs, "Back to one run", "C", "close compare", [](Scene& s) { leave_compare(s); });
        else if (result) add(out, Symbol::differs, "Compare runs A and B", "C", "twin both beside differs", [](Scene& s) { enter_compare(s); });
        if (result)
            for (char run : {'A', 'B'})
                add(out, Symbol::chevron_right, (std::string("Show run ") + run).c_str(), "", "twin one", [run](Scene& s) { s.actions.config = run, leave_compare(s); });
        if (!session.choice().recording.empty()) add(out, Symbol::live, "Close the recording", "L", "live back", [](Scene& s) { s.actions.recording = ""; });
        else if (recording_to_offer(session)) add(out, Symbol::recorded, "Show the recording of this step", "L", "", [](Scene& s) { if (const Recording* offer = recording_to_offer(s.session)) s.actions.recording = offer->name; });
        if (result && hint_left(session)) add(out, Symbol::question, "Give a hint", "H", "help", [](Scene& s) { s.actions.hint = true, s.screen.result_tab = ResultTab::question, s.screen.bring_question = true; });
        if (result && session.state().explained) add(out, Symbol::chevron_right, way_on(session).text.c_str(), "N", "next step continue", [](Scene& s) { do_next(s, way_on(s.session)); });
        if (!result && session.again()) add(out, Symbol::question, scene.screen.again_open ? "Close the question asked again" : "Answer of the question asked again", "A", "sure missed", [](Scene& s) { turn_again(s); });
        add(out, Symbol::file, "Save as a program", "Ctrl S", "export file nvcc cu write", [](Scene& s) { save_program(s); });
        add(out, Symbol::angle, "Reset this step's source and targets", "R", "undo", [](Scene& s) { s.screen.ask_reset = true, s.screen.lower = LowerTab::source, s.screen.predict_tab = PredictTab::source; });
        if (session.step()->editable.size() == 2 && session.choice().recording.empty())
            add(out, Symbol::file, session.watched() ? "Edit here again" : "Edit in your own editor", "Alt E", "source kernel watch file save", [](Scene& s) { s.actions.watch = !s.session.watched(), s.screen.lower = LowerTab::source, s.screen.predict_tab = PredictTab::source; });
        add(out, Symbol::chevron_right, "First screen", "Ctrl Home", "home back start", [](Scene& s) { s.screen.first.open = true; });
    } else if (Leftoff left = left_off(session); !left.step.empty()) {
        add(out, Symbol::enter, "Continue where you left off", "enter", "", [id = left.step](Scene& s) { go_to(s, id); });
    }
    add(out, Symbol::live, "Another card or driver", "D", "device judge by rule on gpu", [](Scene& s) { open_palette(s.screen.palette, Find::cards); });
    add(out, Symbol::file, "Why does my program fail: open a file", "W", "drop binary library wheel cubin fatbin inspect 209", [](Scene& s) { ask_for_file(s); });
    add(out, Symbol::matrix, "Portability matrix: builds against cards", "M", "which card runs table columns sass jit 209", [](Scene& s) { open_matrix(s); });
    add(out, Symbol::bubble, "Error hub: paste an error, or look one up", "E", "cuda text why explain log message", [](Scene& s) { open_hub(s); });
    add(out, Symbol::bubble, "Look up an error code", "", "cuda text why", [](Scene& s) { open_palette(s.screen.palette, Find::codes); });
    add(out, Symbol::menu, "All keys", "?", "help shortcuts", [](Scene& s) { open_palette(s.screen.palette, Find::keys); });
}

void add_settings(Entries& out, Scene& scene) {
    const Session& session = scene.session;
    bool dark = scene.ui.palette.dark;
    add(out, Symbol::current, dark ? "Light theme" : "Dark theme", "Ctrl T", "colours", [dark](Scene& s) { s.actions.theme = dark ? "light" : "dark"; });
    add(out, Symbol::current, "Theme of the desktop", "", "system light dark", [](Scene& s) { s.actions.theme = "system"; });
    float zoom = session.settings().zoom;
    add(out, Symbol::plus, "Zoom in", "Ctrl +", "larger bigger", [zoom](Scene& s) { s.actions.zoom = std::min(4.0f, zoom + 0.1f); });
    add(out, Symbol::minus, "Zoom out", "Ctrl -", "smaller", [zoom](Scene& s) { s.actions.zoom = std::max(0.5f, zoom - 0.1f); });
    for (int percent : {100, 150, 200, 300})
        add(out, Symbol::plus, ("Zoom " + std::to_string(percent) + " %").c_str(), percent == 100 ? "Ctrl 0" : "", "size", [percent](Scene& s) { s.actions.zoom = float(percent) / 100; });
    bool motion = session.settings().motion;
    add(out, Symbol::turning, motion ? "Motion off" : "Motion on", "", "animation still", [motion](Scene& s) { s.actions.motion = !motion; });
    if (session.link() == Link::lost) add(out, Symbol::chevron_right, "Restart the runner", "", "", [](Scene& s) { s.actions.restart_runner = true; });
    add(out, Symbol::cross, "Close launchlab", "", "quit exit leave", [](Scene& s) { s.actions.quit = true; });
}

void add_keys(Entries& out) {
    struct Line { const char* key; const char* does; const char* where; };
    for (Line line : {Line{"F5", "Run, or run again", "step"}, {"Esc", "Stop, close, or back to the first screen", "everywhere"}, {"enter", "Continue; the next thing of a step", "everywhere"},
                      {"1 - 9", "Choose an answer", "step"}, {"B", "Build for this card, run again", "result"}, {"C", "Compare A and B, or back to one run", "result"}, {"L", "Recording, or back to live", "step"},
                      {"T", "Targets", "step"}, {"N", "The next step", "after the why"}, {"A", "Answer of the question asked again, then away with it", "predict"}, {"H", "Hint", "result"}, {"R", "Reset the step", "step"}, {"Alt S", "Skip the prediction", "predict"}, {"Alt 1 - 9", "Back to that run", "result"},
                      {"Shift Alt 1 - 9", "That run beside the one shown", "result"}, {"Ctrl 1 - 4", "Panels or tabs", "step"}, {"D", "Another card or driver", "everywhere"}, {"Ctrl K", "Find anything", "everywhere"},
                      {"?", "All keys; F1 does the same in a text field", "everywhere"}, {"Ctrl Home", "First screen", "step"}, {"Ctrl V", "Paste an error, to be explained", "everywhere"},
                      {"Alt C", "Copy the command", "why, hub, source"}, {"Alt E", "Your own editor on the kernel", "source"}, {"Alt P", "Copy its path", "source"}, {"Alt L", "Whole log of the compiler", "source"},
                      {"Ctrl S", "Save as a program for nvcc", "step"}, {"Ctrl enter", "Run, from inside the source", "source"}, {"Ctrl Z, Ctrl Y", "Undo, redo", "source"}, {"Ctrl +", "Zoom in, to 400 %", "everywhere"}, {"Ctrl -", "Zoom out, to 50 %", "everywhere"}, {"Ctrl 0", "Zoom 100 %", "everywhere"},
                      {"Ctrl T", "Dark or light", "everywhere"}, {"Tab", "Move; arrows inside a group", "everywhere"},
                      {"W", "Why does my program fail?", "everywhere"}, {"Ctrl O", "Open a file, to be asked why it fails", "everywhere"}, {"I", "Every image, or those near the card", "why"},
                      {"M", "Portability matrix", "everywhere"}, {"Ins", "Add a build", "matrix"}, {"Del", "Away with a build that was added", "matrix"}, {"F", "Fold columns that are alike", "matrix"}, {"Home, End", "First and last card", "matrix"},
                      {"E", "Error hub", "everywhere"}, {"Ctrl F", "Search the codes", "hub"}, {"Alt R", "Copy the answer as a report", "hub"}, {"Alt Del", "Away with the pasted text", "hub"}, {"Page Up, Page Down", "Read on in the answer", "hub"}})
        out.push_back({Symbol::none, line.does, "", line.where, line.key, line.key, false, -1, "", {}});
}

}  // namespace

std::vector<Entry> palette_entries(Scene& s, Find find, const std::string& query) {
    Entries out;
    switch (find) {
        case Find::codes: add_codes(out), add_live_codes(out, s); break;
        case Find::cards: add_cards(out, s.session, query, true); break;
        case Find::keys: add_keys(out); break;
        case Find::all:
            add_steps(out, s.session);
            add_actions(out, s);
            add_runs(out, s.session);
            add_recordings(out, s.session);
            add_targets(out, s.session);
            add_settings(out, s);
            add_cards(out, s.session, query, false);
            add_codes(out), add_live_codes(out, s);
            break;
    }
    return out;
}

}  // namespace launchlab
