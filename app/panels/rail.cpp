// The rail: lessons with their progress, the steps of the open one, and at the foot the card that answers.
#include <algorithm>

#include "panels/panels.h"

namespace launchlab {

namespace {

bool finished(const Session& session, const std::string& id) {
    auto found = session.progress().steps.find(id);
    return found != session.progress().steps.end() && found->second.phase >= Phase::transfer;
}

float draw_step(Scene& s, float x0, float x1, float y, const Step& step) {
    Ui& ui = s.ui;
    float u = ui.u;
    bool current = step.id == s.session.choice().step && !s.screen.hub.open && !s.screen.matrix.open && !s.screen.why.open, done = finished(s.session, step.id);
    Face face = current ? Face::semibold : Face::regular;
    auto lines = wrap(ui, face, 0.92f, step.title, x1 - x0 - 62 * u);
    float h = (14 + 24 * float(lines.size())) * u;
    Rect r{x0, y, x1, y + h};
    Press state = press(ui, "step/" + step.id, r);
    if (current) {
        fill(ui, r, 10 * u, ui.col(Role::raised));
        fill(ui, {r.x0, r.y0 + 8 * u, r.x0 + 3.5f * u, r.y1 - 8 * u}, 2 * u, ui.col(Role::accent));
    } else if (state.hovered) {
        fill(ui, r, 10 * u, ui.tint(Role::rail, Role::text2, 0.12f));
    }
    float mid = y + 19 * u;
    if (current && !done) ImGui::GetWindowDrawList()->AddCircleFilled({x0 + 25 * u, mid}, 4.5f * u, ui.col(Role::accent));
    else draw_symbol(ui, done ? Symbol::tick : Symbol::ahead, x0 + 25 * u, mid, 17 * u, current ? Role::accent : Role::text2);
    for (const auto& line : lines) text_at(ui, x0 + 50 * u, mid, face, 0.92f, current ? Role::text : Role::text2, line), mid += 24 * u;
    focus_ring(ui, r.inset(5 * u, 5 * u), 6 * u, state);
    if (state.pressed) s.actions.open_step = step.id, s.screen.menu = false;
    return h;
}

float draw_tool(Scene& s, float x0, float x1, float y, Symbol symbol, const char* name, const char* key, bool current, void (*open)(Scene&)) {
    Ui& ui = s.ui;
    float u = ui.u;
    Rect r{x0, y, x1, y + 44 * u};
    Press state = press(ui, std::string("tool/") + name, r);
    if (current) {
        fill(ui, r, 10 * u, ui.col(Role::raised));
        fill(ui, {r.x0, r.y0 + 8 * u, r.x0 + 3.5f * u, r.y1 - 8 * u}, 2 * u, ui.col(Role::accent));
    } else if (state.hovered) {
        fill(ui, r, 10 * u, ui.tint(Role::rail, Role::text2, 0.12f));
    }
    draw_symbol(ui, symbol, x0 + 25 * u, r.cy(), 20 * u, current ? Role::text : Role::text2);
    text_at(ui, x0 + 50 * u, r.cy(), current ? Face::semibold : Face::regular, 0.92f, current ? Role::text : Role::text2, name);
    key_cap(ui, x1 - 10 * u, r.cy(), key);
    focus_ring(ui, r.inset(5 * u, 5 * u), 6 * u, state);
    if (state.pressed) open(s);
    return r.y1;
}

float draw_lessons(Scene& s, const Rect& area) {
    Ui& ui = s.ui;
    float u = ui.u, x0 = area.x0 + 8 * u, x1 = area.x1 - 4 * u, y = area.y0;
    const Lesson* open = lesson_of(s.session.course(), s.screen.open_lesson.empty() ? s.session.choice().step : s.screen.open_lesson + "/1");
    label(ui, x0 + 16 * u, y + 10 * u, "LESSONS");
    y += 28 * u;
    for (const Lesson& lesson : s.session.course().lessons) {
        bool is_open = open && open->id == lesson.id;
        int done = 0;
        for (const Step& step : lesson.steps) done += finished(s.session, step.id);
        Rect r{x0, y, x1, y + 62 * u};
        Press state = press(ui, "lesson/" + lesson.id, r);
        if (state.hovered) fill(ui, r, 10 * u, ui.tint(Role::rail, Role::text2, 0.12f));
        draw_progress_ring(ui, x0 + 25 * u, r.cy(), 22 * u, lesson.steps.empty() ? 0 : float(done) / float(lesson.steps.size()));
        float room = x1 - x0 - 86 * u;
        text_at(ui, x0 + 50 * u, y + 20 * u, Face::semibold, fit_factor(ui, Face::semibold, 0.92f, 0.73f, lesson.title, room), Role::text, lesson.title);
        text_at(ui, x0 + 50 * u, y + 43 * u, Face::regular, 0.80f, Role::text3,
                "Day " + std::to_string(lesson.day) + "  \xC2\xB7  " + std::to_string(done) + " of " + std::to_string(lesson.steps.size()));
        draw_symbol(ui, is_open ? Symbol::chevron_down : Symbol::chevron_right, x1 - 20 * u, r.cy(), 17 * u, Role::text2);
        focus_ring(ui, r.inset(5 * u, 5 * u), 6 * u, state);
        if (state.pressed && !lesson.steps.empty()) s.screen.open_lesson = lesson.id;
        y += 64 * u;
        if (!is_open) continue;
        for (const Step& step : lesson.steps) y += draw_step(s, x0, x1, y, step);
        y += 10 * u;
    }
    h_line(ui, x0 + 16 * u, x1 - 16 * u, y + 14 * u, 1, ui.col(Role::line));
    label(ui, x0 + 16 * u, y + 42 * u, "TOOLS");
    y = draw_tool(s, x0, x1, y + 60 * u, Symbol::file, "My program", "W", s.screen.why.open && !s.screen.matrix.open && !s.screen.hub.open, open_why);
    y = draw_tool(s, x0, x1, y + 2 * u, Symbol::matrix, "Portability matrix", "M", s.screen.matrix.open && !s.screen.hub.open, open_matrix);
    return draw_tool(s, x0, x1, y + 2 * u, Symbol::bubble, "Error hub", "E", s.screen.hub.open, open_hub);
}

struct CardWords { Symbol symbol; std::string name, sm, detail, below, key; bool can_change; };

CardWords card_words(const Session& session) {
    CardWords words{};
    const auto& card = session.card();
    bool recorded = !session.choice().recording.empty();
    std::string cuda = session.toolkit() ? "CUDA " + session.toolkit()->version : "no toolkit";
    auto driver = [](const Gpu& gpu) { return gpu.driver.version.empty() ? std::string("driver not named") : "Driver " + gpu.driver.version; };
    const Recording* offer = recording_to_offer(session);
    if (recorded && card) {
        words = {Symbol::recorded, card->name, sm_text(card->capability), driver(*card), session.hello() && !session.hello()->gpus.empty() ? "Recorded; back to live" : "Recorded; close it", "L", true};
    } else if (session.live_card() && card) {
        bool many = session.hello() && session.hello()->gpus.size() > 1;
        words = {Symbol::live, card->name, sm_text(card->capability), driver(*card) + ", " + cuda, many ? "Live, change" : "Live", many ? "D" : "", many};
    } else if (card && !session.choice().on.empty()) {
        words = {Symbol::open, card->name, sm_text(card->capability), driver(*card), "By rule, not run", "", false};
    } else if (session.link() == Link::starting) {
        words = {Symbol::turning, "Looking for the card", "", "The runner is starting.", "", "", false};
    } else {
        words = {Symbol::empty, "No GPU found", "", session.link() == Link::lost ? "No runner answers." : "The runner sees no card.", offer ? "Use a recording" : "", offer ? "L" : "", offer != nullptr};
    }
    return words;
}

}  // namespace

void draw_rail(Scene& s, const Rect& rect) {
    Ui& ui = s.ui;
    float u = ui.u;
    fill(ui, rect, 0, ui.col(Role::rail));
    v_line(ui, rect.x1 - 0.5f, rect.y0, rect.y1, 1, ui.col(Role::line));

    CardWords card_now = card_words(s.session);
    float inner = rect.w() - 32 * u;
    auto name = wrap(ui, Face::semibold, 0.92f, card_now.name, inner - 60 * u - text_width(ui, Face::mono, 0.82f, card_now.sm));
    if (name.size() > 1) name = wrap(ui, Face::semibold, 0.92f, card_now.name, inner - 62 * u);
    bool sm_below = name.size() > 1;
    auto detail = wrap(ui, Face::regular, 0.82f, sm_below && !card_now.sm.empty() ? card_now.sm + ", " + card_now.detail : card_now.detail, inner - 36 * u);
    float h = (26 + 24 * float(name.size()) + 24 * float(detail.size()) + (card_now.below.empty() ? 0 : 28)) * u;
    Rect box{rect.x0 + 16 * u, rect.y1 - 18 * u - h, rect.x1 - 16 * u, rect.y1 - 18 * u};
    const bool named = rect.h() > h + 220 * u;               // else the lessons need the room
    if (named) {
        draw_logo(ui, rect.x0 + 32 * u, rect.y0 + 48 * u, 27 * u);
        text_at(ui, rect.x0 + 70 * u, rect.y0 + 49 * u, Face::semibold, 1.0f, Role::text, "launchlab");
    }
    draw_scrolling(s, "rail", {rect.x0, rect.y0 + (named ? 88 : 4) * u, rect.x1 - 1, std::max(rect.y0 + 40 * u, box.y0 - 12 * u)}, draw_lessons);

    Press state;
    if (card_now.can_change) state = press(ui, "card", box);
    fill(ui, box, 12 * u, state.hovered ? ui.tint(Role::raised, Role::text2, 0.12f) : ui.col(Role::raised));
    float y = box.y0 + 27 * u, x = box.x0 + 18 * u;
    draw_symbol(ui, card_now.symbol, x + 8 * u, y, symbol_size(ui, 0.96f), card_now.symbol == Symbol::empty ? Role::text2 : role_of(card_now.symbol));
    if (!sm_below) text_at(ui, box.x1 - 18 * u, y, Face::mono, 0.82f, Role::text2, card_now.sm, Align::right);
    for (const auto& line : name) text_at(ui, x + 28 * u, y, Face::semibold, 0.92f, Role::text, line), y += 24 * u;
    y += 4 * u;
    for (const auto& line : detail) text_at(ui, x, y, Face::regular, 0.82f, Role::text2, line), y += 24 * u;
    if (!card_now.below.empty()) {
        y += 2 * u;
        text_at(ui, x, y, Face::regular, 0.82f, Role::text2, card_now.below);
        key_cap(ui, box.x1 - 18 * u, y, card_now.key);
    }
    focus_ring(ui, box.inset(5 * u, 5 * u), 8 * u, state);
    if (state.pressed) {
        if (card_now.key == "L") {
            const Recording* offer = recording_to_offer(s.session);
            s.actions.recording = s.session.choice().recording.empty() && offer ? offer->name : "";
        } else if (const Hello* hello = s.session.hello(); hello && !hello->gpus.empty()) {
            std::size_t at = 0;
            for (std::size_t i = 0; i < hello->gpus.size(); ++i)
                if (hello->gpus[i].index == s.session.choice().gpu) at = i;
            s.actions.gpu = hello->gpus[(at + 1) % hello->gpus.size()].index;
        }
    }
}

}  // namespace launchlab
