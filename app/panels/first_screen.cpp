#include "panels/first_screen.h"

#include <algorithm>
#include <cmath>

#include "panels/panels.h"

namespace launchlab {

namespace {

constexpr float column_width = 1320, doors_beside = 860, foot_height = 64;

std::string counted(std::size_t n) {
    static constexpr const char* words[] = {"No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"};
    return n < std::size(words) ? words[n] : std::to_string(n);
}

// The lesson behind the first door: the first that has something unfinished.
const Lesson* door_lesson(const Session& session) {
    const Lesson* first = nullptr;
    for (const Lesson& lesson : session.course().lessons) {
        if (lesson.steps.empty()) continue;
        if (!first) first = &lesson;
        for (const Step& step : lesson.steps) {
            auto kept = session.progress().steps.find(step.id);
            if (kept == session.progress().steps.end() || kept->second.phase < Phase::transfer) return &lesson;
        }
    }
    return first;
}

void enter(Scene& s, const std::string& step) {
    if (step.empty()) return;
    s.actions.open_step = step;
    s.screen.first.open = false;
    ImGui::GetIO().NavVisible = false;
}

std::string lesson_words(const Session& session, const Lesson& lesson, bool live) {
    std::vector<std::string> plans;
    for (const auto& [minutes, steps] : lesson.plans) plans.push_back(minutes);
    std::sort(plans.begin(), plans.end(), [](const auto& a, const auto& b) { return std::pair(a.size(), a) < std::pair(b.size(), b); });
    std::string minutes;
    for (std::size_t i = 0; i < plans.size(); ++i) minutes += (i == 0 ? "" : i + 1 == plans.size() ? " or " : ", ") + plans[i];
    std::string how = live ? "run it on this card, see what it said." : session.choice().on.empty() ? "then see what it said, from a recording." : "then see what the rule says.";
    return "Predict what each call says, " + how + " " + counted(lesson.steps.size()) + (lesson.steps.size() == 1 ? " step" : " steps") + (minutes.empty() ? "." : "; " + minutes + " minutes.");
}

// -- the head: name at the left, what is always there at the right --
float draw_top(Scene& s, const Rect& r) {
    Ui& ui = s.ui;
    float u = ui.u, mid = r.y0 + 22 * u, left = r.x0 + 38 * u, right = r.x1;
    draw_logo(ui, r.x0, mid, 27 * u);
    left += text_at(ui, left, mid, Face::semibold, 1.0f, Role::text, "launchlab") + 24 * u;
    auto fits = [&](const char* text, const char* key) { return right - text_width(ui, Face::medium, 0.87f, text) - key_cap_width(ui, key) - 12 * u > left; };
    float x = right;
    if (fits("Find anything", "Ctrl K")) {
        if (link(ui, right, mid, "Find anything", "Ctrl K", &x)) open_palette(s.screen.palette, Find::all);
        right = x - 36 * u;
    }
    const char* theme = ui.palette.dark ? "Dark" : "Light";
    if (fits(theme, "Ctrl T")) {
        if (link(ui, right, mid, theme, "Ctrl T", &x)) s.actions.theme = ui.palette.dark ? "light" : "dark";
        right = x - 36 * u;
    }
    std::string zoom = std::to_string(int(std::lround(s.session.settings().zoom * 100))) + " %";
    if (fits(zoom.c_str(), "")) text_at(ui, right, mid, Face::regular, 0.87f, Role::text2, zoom, Align::right);
    return r.y0 + 44 * u;
}

Symbol card_symbol(const Session& session) {
    if (!session.choice().on.empty() && session.choice().recording.empty()) return Symbol::open;
    if (session.link() == Link::starting) return Symbol::turning;
    if (session.link() == Link::lost) return Symbol::trouble;
    return machine_of(session).card ? Symbol::live : Symbol::recorded;
}

float draw_card_line(Scene& s, const Rect& r, bool low) {
    Ui& ui = s.ui;
    float u = ui.u, y = r.y0 + 24 * u;
    CardLine words = card_line(s.session);
    float factor = fit_factor(ui, Face::display, low ? 1.6f : 2.1f, 1.2f, words.title, r.w() - 54 * u);
    Symbol symbol = card_symbol(s.session);
    draw_symbol(ui, symbol, r.x0 + 17 * u, y, 34 * u, role_of(symbol));
    for (const auto& line : wrap(ui, Face::display, factor, words.title, r.w() - 54 * u))
        text_at(ui, r.x0 + 54 * u, y, Face::display, factor, Role::text, line), y += 24 * factor * u;
    y += ((low ? 40 : 50) - 24 * factor) * u;
    bool narrow = r.w() < 640 * u;
    const char* other = "Another card or driver";
    float left = r.x1, text_x = narrow ? r.x0 : r.x0 + 54 * u;
    if (!narrow && link(ui, r.x1, y, other, "D", &left)) open_palette(s.screen.palette, Find::cards);
    for (const auto& line : wrap(ui, Face::regular, 1.02f, words.why, left - text_x - (narrow ? 0 : 36 * u)))
        text_at(ui, text_x, y, Face::regular, 1.02f, Role::text2, line), y += 29 * u;
    if (words.can_restart) {
        float w = button_width(ui, "Restart the runner", "");
        if (button(ui, {text_x, y, text_x + w, y + 46 * u}, "Restart the runner", "")) s.actions.restart_runner = true;
        y += 60 * u;
    }
    if (narrow) {
        float w = text_width(ui, Face::medium, 0.87f, other) + key_cap_width(ui, "D") + 12 * u;
        if (link(ui, r.x0 + w, y + 6 * u, other, "D")) open_palette(s.screen.palette, Find::cards);
        y += 34 * u;
    }
    return y - 14 * u;
}

// -- the doors --
void draw_calls(Ui& ui, const Rect& r) {
    float u = ui.u, gap = 9 * u, w = (r.w() - 44 * u - 2 * gap) / 3, x = r.x0 + 22 * u;
    fill(ui, r, 10 * u, ui.col(Role::sunk));
    for (const char* name : {"launch", "check", "sync"}) {
        Rect tile{x, r.y0 + 20 * u, x + w, r.y0 + 78 * u};
        dashed_frame(ui, tile, 10 * u, 1.4f, 7, 5, ui.col(Role::control));
        text_at(ui, tile.x0 + 15 * u, tile.cy(), Face::mono, 0.80f, Role::text2, name);
        text_at(ui, tile.x1 - 16 * u, tile.cy(), Face::semibold, 1.15f, Role::text, "?", Align::right);
        x += w + gap;
    }
    std::string asked = "did the GPU do anything?";
    float half = std::min(r.w() / 2 - 24 * u, text_width(ui, Face::regular, 0.82f, asked) / 2 + 50 * u), y = r.y0 + 112 * u;
    Rect box{r.cx() - half, y - 20 * u, r.cx() + half, y + 20 * u};
    dotted(ui, r.x0 + 22 * u, box.x0, y, ui.col(Role::control));
    dotted(ui, box.x1 + 4 * u, r.x1 - 22 * u, y, ui.col(Role::control));
    dashed_frame(ui, box, 10 * u, 1.4f, 7, 5, ui.col(Role::control));
    text_at(ui, r.cx(), y, Face::regular, fit_factor(ui, Face::regular, 0.82f, 0.73f, asked, box.w() - 12 * u), Role::text2, asked, Align::centre);
}

void draw_drop(Ui& ui, const Rect& r) {
    float u = ui.u;
    dashed_frame(ui, r, 10 * u, 1.6f, 8, 6, ui.col(Role::control));
    struct Name { const char* text; float x, y; };
    if (r.w() > 420 * u)
        for (Name one : {Name{"./a.out", 0.115f, 0.28f}, {"libkernels.so", 0.21f, 0.66f}, {"torch.whl", 0.86f, 0.28f}, {"CUDA error: ...", 0.81f, 0.66f}}) {
            float w = text_width(ui, Face::mono, 0.76f, one.text) / 2 + 15 * u, x = std::clamp(r.x0 + one.x * r.w(), r.x0 + w + 20 * u, r.x1 - w - 20 * u), y = r.y0 + one.y * r.h();
            fill(ui, {x - w, y - 17 * u, x + w, y + 17 * u}, 8 * u, ui.col(Role::raised));
            text_at(ui, x, y, Face::mono, 0.76f, Role::text2, one.text, Align::centre);
        }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float x = r.cx(), y = r.cy(), t = ui.stroke(2.6f);
    auto at = [&](float dx, float dy) { return ImVec2{x + dx * u, y + dy * u}; };
    auto lines = [&](std::initializer_list<ImVec2> points, bool closed) {
        list.AddPolyline(points.begin(), int(points.size()), ui.col(Role::accent), closed ? ImDrawFlags_Closed : 0, t);
    };
    lines({at(-30, -40), at(4, -40), at(30, -14), at(30, 40), at(-30, 40)}, true);
    lines({at(4, -40), at(4, -14), at(30, -14)}, false);
    lines({at(0, 0), at(0, 26)}, false);
    lines({at(-11, 15), at(0, 26), at(11, 15)}, false);
}

// The first of the texts that a button of this width can show beside its key.
std::string fitting(const Ui& ui, const std::vector<std::string>& texts, std::string_view key, float width) {
    for (const auto& text : texts)
        if (button_width(ui, text, key) <= width) return text;
    return texts.back();
}

struct DoorText { std::string title, text; };
constexpr float art = 150, text_pitch = 29, door_title = 1.5f, door_text = 0.95f;
float door_inset(const Ui& ui, float width) { return width < 420 * ui.u ? 16 : 36; }

float door_height(Ui& ui, const DoorText& door, float width, bool with_art, int buttons) {
    const bool told = !door.text.empty();
    const auto lines = told ? wrap(ui, Face::regular, door_text, door.text, width - 2 * door_inset(ui, width) * ui.u) : std::vector<std::string>{};
    return ((with_art ? 34 + art + 26 : 22) + 43 + text_pitch * float(lines.size()) + (told ? 20 : 4) + 60 * float(buttons) - 12 + 34) * ui.u;
}

// All but the buttons, which stand on its ground.
void draw_door(Ui& ui, const Rect& r, const DoorText& door, bool with_art, void (*picture)(Ui&, const Rect&)) {
    float u = ui.u, inset = door_inset(ui, r.w()) * u, x = r.x0 + inset, y = r.y0 + (with_art ? 34 : 22) * u;
    fill(ui, r, 14 * u, ui.col(Role::panel));
    frame(ui, r, 14 * u, 1.6f, ui.col(Role::control));
    if (with_art) picture(ui, {x, y, r.x1 - inset, y + art * u}), y += (art + 26) * u;
    y += 17 * u;
    text_at(ui, x, y, Face::semibold, fit_factor(ui, Face::semibold, door_title, 0.96f, door.title, r.w() - 2 * inset), Role::text, door.title);
    y += 43 * u;
    for (const auto& line : wrap(ui, Face::regular, door_text, door.text, r.w() - 2 * inset)) text_at(ui, x, y, Face::regular, door_text, Role::text2, line), y += text_pitch * u;
}

float draw_doors(Scene& s, const Rect& r, bool low) {
    Ui& ui = s.ui;
    float u = ui.u, gap = 28 * u;
    bool beside = r.w() >= doors_beside * u, with_art = !low && (beside || r.w() > 420 * u);
    float w = beside ? (r.w() - gap) / 2 : r.w();
    const Lesson* lesson = door_lesson(s.session);
    Machine machine = machine_of(s.session);
    bool live = machine.card && !machine.chosen.empty() && s.session.link() == Link::ready && s.session.choice().on.empty();
    DoorText learn{lesson ? "Start day " + std::to_string(lesson->day) : "No lesson could be read", lesson ? lesson_words(s.session, *lesson, live) : "The lessons lie in a folder beside the program. Install launchlab again, or name another folder with --lessons."};
    if (lesson && ui.tall < 400) learn.text.clear();             // the button stays in sight
    DoorText why{"Why does my program fail?", "Paste an error with Ctrl V, or drop a program, library or wheel anywhere: what it holds, what this card does with it, and the command that mends it."};
    float inset = door_inset(ui, w) * u;
    bool stacked = w - 2 * inset < 500 * u;                      // its two buttons below each other
    float h1 = door_height(ui, learn, w, with_art, lesson ? 1 : 0), h2 = door_height(ui, why, w, with_art, stacked ? 2 : 1);
    if (beside) h1 = h2 = std::max(h1, h2);
    Rect a{r.x0, r.y0, r.x0 + w, r.y0 + h1};
    Rect b = beside ? Rect{a.x1 + gap, r.y0, r.x1, r.y0 + h2} : Rect{r.x0, a.y1 + 20 * u, r.x1, a.y1 + 20 * u + h2};

    draw_door(ui, a, learn, with_art, draw_calls);
    if (lesson) {
        const Step& step = lesson->steps.front();
        float up = beside && stacked ? 60 * u : 0;           // level with the first of the other door's two
        Rect place{a.x0 + inset, a.y1 - 82 * u - up, a.x1 - inset, a.y1 - 34 * u - up};
        if (button(ui, place, fitting(ui, {"Step 1: " + step.title, "Step 1"}, "1", place.w()), "1")) enter(s, step.id);
    }
    draw_door(ui, b, why, with_art, draw_drop);
    float x0 = b.x0 + inset, x1 = b.x1 - inset, half = (x1 - x0 - 14 * u) / 2;
    Rect look{x0, b.y1 - 82 * u, stacked ? x1 : x0 + half, b.y1 - 34 * u}, open{stacked ? x0 : x1 - half, b.y1 - 82 * u, x1, b.y1 - 34 * u};
    if (stacked) look.y0 -= 60 * u, look.y1 -= 60 * u;
    if (button(ui, look, fitting(ui, {"Look up an error", "An error"}, "2", look.w()), "2")) open_hub(s);
    if (button(ui, open, fitting(ui, {"Open my program", "A file"}, "W", open.w()), "W")) ask_for_file(s);
    return b.y1;
}

float draw_continue(Scene& s, const Rect& r) {
    Leftoff left = left_off(s.session);
    if (left.step.empty()) return r.y0;
    Ui& ui = s.ui;
    float u = ui.u, bw = button_width(ui, "Continue", "enter"), x = r.x0 + 78 * u;
    bool below = r.w() < 560 * u;
    if (below) x = r.x0 + 24 * u;
    auto title = wrap(ui, Face::semibold, 0.96f, "Continue: " + left.title, r.x1 - x - (below ? 24 * u : bw + 48 * u));
    auto where = wrap(ui, Face::regular, 0.82f, left.where, r.x1 - x - (below ? 24 * u : bw + 48 * u));
    float h = std::max(84 * u, (32 + 26 * float(title.size()) + 25 * float(where.size())) * u) + (below ? 56 * u : 0);
    Rect box{r.x0, r.y0 + 24 * u, r.x1, r.y0 + 24 * u + h};
    panel(ui, box);
    float text_h = 26 * float(title.size()) + 25 * float(where.size()), y = box.y0 + (below ? 28 * u : (h - text_h * u) / 2 + 13 * u);
    if (!below) {
        const Lesson* lesson = lesson_of(s.session.course(), left.step);
        int done = 0;
        for (const Step& one : lesson->steps) {
            auto kept = s.session.progress().steps.find(one.id);
            done += kept != s.session.progress().steps.end() && kept->second.phase >= Phase::transfer;
        }
        draw_progress_ring(ui, r.x0 + 46 * u, box.cy(), 32 * u, float(done) / float(lesson->steps.size()));
    }
    for (const auto& line : title) text_at(ui, x, y, Face::semibold, 0.96f, Role::text, line), y += 26 * u;
    for (const auto& line : where) text_at(ui, x, y, Face::regular, 0.82f, Role::text2, line), y += 25 * u;
    Rect place = below ? Rect{x, box.y1 - 64 * u, x + bw, box.y1 - 18 * u} : Rect{box.x1 - 22 * u - bw, box.cy() - 23 * u, box.x1 - 22 * u, box.cy() + 23 * u};
    if (button(ui, place, "Continue", "enter")) enter(s, left.step);
    return box.y1;
}

Symbol way_symbol(Way way) { return way == Way::recorded ? Symbol::recorded : way == Way::by_rule ? Symbol::open : Symbol::lock; }

float draw_what_runs(Scene& s, const Rect& r) {
    const Session& session = s.session;
    if (session.link() == Link::starting || session.course().lessons.empty()) return r.y0;
    Machine machine = machine_of(session);
    Here here = here_of(session, machine);
    std::vector<RunsHere> all = runs_here(session.course(), here, session.recordings(), session.toolkits());
    if (all.empty()) return r.y0;
    std::vector<HereRow> rows = rows_of(all);
    Ui& ui = s.ui;
    float u = ui.u, y = r.y0 + 40 * u;
    std::string lead = all.size() == 1 ? "The step is open." : all.size() == 2 ? "Both steps are open." : "All " + std::to_string(all.size()) + " steps are open.";
    std::size_t shown = std::min<std::size_t>(3, rows.size());
    std::size_t not_run = 0;
    for (const HereRow& row : rows) not_run += row.steps.size();
    std::string parts = rows.empty() ? (all.size() == 1 ? "It runs on this card." : "They run on this card.")
                      : not_run == all.size() ? "None of them is launched here:"
                      : rows.size() == 1 ? "One part does not run here:"
                      : counted(rows.size()) + " parts do not run here" + (rows.size() > shown ? "; the first three:" : ":");
    bool one_remedy = !rows.empty() && !rows[0].remedy.empty() && std::all_of(rows.begin(), rows.end(), [&](const HereRow& row) { return row.remedy == rows[0].remedy; });
    float w = text_at(ui, r.x0, y, Face::semibold, 0.87f, Role::text, lead), room = r.w() - w - 10 * u;
    float said = text_width(ui, Face::regular, 0.87f, parts);
    bool same_line = said <= room;
    if (!same_line) y += 27 * u;
    for (const auto& line : wrap(ui, Face::regular, 0.87f, parts, same_line ? room : r.w()))
        text_at(ui, same_line ? r.x0 + w + 10 * u : r.x0, y, Face::regular, 0.87f, Role::text2, line), y += 27 * u;
    if (one_remedy) {
        bool beside = same_line && w + said + 60 * u + text_width(ui, Face::regular, 0.82f, rows[0].remedy) < r.w();
        if (beside) text_at(ui, r.x1, y - 27 * u, Face::regular, 0.82f, Role::text2, rows[0].remedy, Align::right);
        else
            for (const auto& line : wrap(ui, Face::regular, 0.82f, rows[0].remedy, r.w())) text_at(ui, r.x0, y, Face::regular, 0.82f, Role::text2, line), y += 25 * u;
    }
    y += 6 * u;
    float name_w = 0;
    for (std::size_t i = 0; i < shown; ++i) name_w = std::max(name_w, text_width(ui, Face::medium, 0.82f, steps_text(session.course(), rows[i].steps)));
    bool wide = r.w() > 760 * u && name_w < r.w() * 0.3f;
    for (std::size_t i = 0; i < shown; ++i) {
        const HereRow& row = rows[i];
        draw_symbol(ui, way_symbol(row.way), r.x0 + 10 * u, y, 19 * u, Role::text2);
        float x = r.x0 + 32 * u;
        auto name = wrap(ui, Face::medium, 0.82f, steps_text(session.course(), row.steps), wide ? name_w + 1 : r.x1 - x);
        float text_y = y;
        for (const auto& line : name) text_at(ui, x, text_y, Face::medium, 0.82f, Role::text, line), text_y += 25 * u;
        if (wide) x += std::max(136 * u, name_w + 24 * u), text_y = y;
        bool told = row.reason == here.why_not;              // by the card's line
        std::string words = (told ? "" : row.reason + " ") + row.instead + (one_remedy || row.remedy.empty() ? "" : " " + row.remedy);
        for (const auto& line : wrap(ui, Face::regular, 0.82f, words, r.x1 - x)) text_at(ui, x, text_y, Face::regular, 0.82f, Role::text2, line), text_y += 25 * u;
        y = text_y + 6 * u;
    }
    return y - 12 * u;
}

void draw_foot(Scene& s, const Rect& r, float side) {
    Ui& ui = s.ui;
    float u = ui.u, left = r.x0 + side, right = r.x1 - side;
    fill(ui, r, 0, ui.col(Role::rail));
    h_line(ui, r.x0, r.x1, r.y0, 1, ui.col(Role::line));
    const char* private_words = "Nothing leaves this machine";
    float w = text_width(ui, Face::regular, 0.82f, private_words), keys = text_width(ui, Face::medium, 0.87f, "All keys") + key_cap_width(ui, "?") + 12 * u;
    if (left + keys + 24 * u + w <= right) {
        if (link(ui, left + keys, r.cy(), "All keys", "?")) open_palette(s.screen.palette, Find::keys);
        text_at(ui, right, r.cy(), Face::regular, 0.82f, Role::text3, private_words, Align::right);
    } else if (w <= right - left) {
        text_at(ui, left, r.cy(), Face::regular, 0.82f, Role::text3, private_words);
    } else {
        text_at(ui, left, r.cy(), Face::regular, fit_factor(ui, Face::regular, 0.82f, 0.60f, private_words, right - left), Role::text3, private_words);
    }
}

}  // namespace

void draw_first_screen(Scene& s, const Rect& rect) {
    Ui& ui = s.ui;
    float u = ui.u, width = rect.w() / u;
    bool small = width < 900;
    float side = (small ? 16 : width < 1400 ? 36 : 72) * u, foot = (small ? 44 : foot_height) * u;
    begin_area(ui, "first", {rect.x0, rect.y0, rect.x1, rect.y1 - foot});
    float y = rect.y0 - ImGui::GetScrollY(), column = std::min(column_width * u, rect.w() - 2 * side);
    float spare = (rect.h() - foot) / u;
    const bool left = !left_off(s.session).step.empty(), tight = spare < 700;
    y = draw_top(s, {rect.x0 + side, y + (small ? 8 : tight ? 22 : 40) * u, rect.x1 - side, 0}) + (small ? 10 : tight ? 16 : spare < 860 ? 28 : 86) * u;
    Rect r{rect.cx() - column / 2, y, rect.cx() + column / 2, rect.y1 - foot};
    bool low = spare < 640 || (tight && left);                                            // no room for pictures: what can be done stays in sight
    r.y0 = draw_card_line(s, r, low) + (small ? 14 : tight ? 22 : 34) * u;
    if (float t = trouble_height(s, r.w()); t > 0 && s.session.link() != Link::lost) draw_troubles(s, {r.x0, r.y0, r.x1, r.y0 + t}), r.y0 += t + 20 * u;
    if (low && left) r.y0 = draw_continue(s, {r.x0, r.y0 - 24 * u, r.x1, r.y1}) + 20 * u;
    r.y0 = draw_doors(s, r, low);
    if (!low) r.y0 = draw_continue(s, r);
    r.y0 = draw_what_runs(s, {r.x0, r.y0 - (tight ? 14 : 0) * u, r.x1, r.y1});
    end_area(ui, r.y0 + (tight ? 2 : 28) * u);
    draw_foot(s, {rect.x0, rect.y1 - foot, rect.x1, rect.y1}, side);
}

void first_screen_keys(Scene& s) {
    ImGuiIO& io = ImGui::GetIO();
    auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
    if (io.KeyCtrl) return;
    if (io.KeyAlt) return;
    if (pressed(ImGuiKey_Escape)) io.NavVisible = false;
    if (pressed(ImGuiKey_1) || pressed(ImGuiKey_Keypad1))
        if (const Lesson* lesson = door_lesson(s.session)) enter(s, lesson->steps.front().id);
    if (pressed(ImGuiKey_2) || pressed(ImGuiKey_Keypad2)) open_hub(s);
    if (pressed(ImGuiKey_D)) open_palette(s.screen.palette, Find::cards);
    if ((pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter)) && !io.NavVisible) enter(s, left_off(s.session).step);
}

}  // namespace launchlab
