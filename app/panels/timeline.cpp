#include "panels/timeline.h"

#include <algorithm>
#include <cmath>

#include "panels/rich.h"

namespace launchlab {

namespace {

constexpr float label_column = 146, gap = 12, least_column = 190, full_name = 0.91f, least_name = 0.79f;

float needed_tile(const Ui& ui, const Timeline& timeline, float name) {
    float need = (least_column - gap) * ui.u;
    for (const Column& c : timeline.columns)
        need = std::max(need, text_width(ui, Face::mono_medium, c.folded > 1 ? 0.80f : name, c.name) + 32 * ui.u);
    return need;
}

// Quiet lines below the GPU lane: what is missing, a published page's own words, notes.
std::vector<std::string> lines_below(const Timeline& timeline, const Foot& foot) {
    std::vector<std::string> lines;
    if (!timeline.missing.empty()) lines.push_back(timeline.missing);
    if (!foot.note.empty()) lines.push_back(foot.note);
    std::string quiet;
    for (std::size_t i = 0; i < timeline.notes.size() && i < 3; ++i) quiet += (i ? "  " : "") + timeline.notes[i];
    if (!quiet.empty()) lines.push_back(quiet);
    return lines;
}

RichStyle banner_style() { return {0.92f, Role::text, 1.4f}; }
RichStyle quiet_style() { return {0.82f, Role::text3, 1.5f}; }
std::string banner_words(const Banner& banner) { return "**" + banner.title + "** " + banner.text; }

float banner_height(Ui& ui, float width, const Banner& banner) { return rich_height(ui, width - (56 + 64) * ui.u, banner_words(banner), banner_style()) + 14 * ui.u; }

float below_height(Ui& ui, const Timeline& timeline, float width, const Foot& foot, const std::vector<Banner>& banners) {
    float h = 0;
    for (const Banner& banner : banners) h += banner_height(ui, width, banner) + 10 * ui.u;
    for (const std::string& line : lines_below(timeline, foot)) h += rich_height(ui, width - 56 * ui.u, line, quiet_style()) + 4 * ui.u;
    return h;
}

std::vector<std::vector<std::size_t>> foot_lines(Ui& ui, float width, const Foot& foot) {
    std::vector<std::vector<std::size_t>> lines(1);
    float x = 30 * ui.u + text_width(ui, Face::semibold, 0.82f, foot.lead);
    for (std::size_t i = 0; i < foot.parts.size(); ++i) {
        float w = text_width(ui, Face::regular, 0.82f, foot.parts[i]) + 24 * ui.u;
        if (x + w > width) lines.emplace_back(), x = 0;
        lines.back().push_back(i);
        x += w;
    }
    return lines;
}

float other_width(const Ui& ui, const Foot& foot) {
    return foot.other.empty() ? 0 : text_width(ui, Face::medium, 0.87f, foot.other) + key_cap_width(ui, foot.key) + 48 * ui.u;
}

// Room for the parts beside the other run's link, or the whole width with the link below.
float foot_room(const Ui& ui, const Foot& foot, float width) {
    float room = width - 56 * ui.u, other = other_width(ui, foot);
    return other > 0 && other < room * 0.5f ? room - other : room;
}

float foot_height(Ui& ui, const Foot& foot, float width) {
    float room = width - 56 * ui.u;
    bool below = other_width(ui, foot) >= room * 0.5f;
    float lines = float(foot_lines(ui, foot_room(ui, foot, width), foot).size());
    return (22 + 26 * lines + (below ? 36 : 0)) * ui.u;
}

}  // namespace

float row_pitch(const Ui& ui, float width) { return (ui.tall < 300 ? 31 : ui.tall < 460 ? 37 : ui.tall < 620 ? 43 : width / ui.u < 900 || ui.tall < 1000 ? 46 : 52) * ui.u; }
float rows_top(const Ui& ui, float width) { return (width / ui.u < 900 || ui.tall < 1000 ? 40 : 58) * ui.u; }
float band_pitch(const Ui& ui) { return (ui.tall < 300 ? 40 : ui.tall < 460 ? 52 : 66) * ui.u; }
float list_top(const Ui& ui) { return (ui.tall < 300 ? 4 : ui.tall < 460 ? 7 : 14) * ui.u; }

bool failing(const Column& c) { return c.outcome == Outcome::refused || c.outcome == Outcome::fault; }

Mark mark_of(const Column& c) {
    bool bare = c.known == Known::by_rule;
    if (c.known == Known::inferred) return {Symbol::open, Role::text2};
    switch (c.outcome) {
        case Outcome::ok: case Outcome::value: return bare ? Mark{Symbol::tick, Role::text2} : Mark{Symbol::ok, Role::ok};
        case Outcome::refused_launch: return {Symbol::empty, bare ? Role::text2 : Role::error};
        case Outcome::refused: return bare ? Mark{Symbol::cross, Role::text2} : Mark{Symbol::refused, Role::error};
        case Outcome::fault: return bare ? Mark{Symbol::cross, Role::text2} : Mark{Symbol::fault, Role::error};
        case Outcome::untouched: return {Symbol::differs, bare ? Role::text2 : Role::amber};
        case Outcome::unread: return {Symbol::trouble, Role::amber};
        case Outcome::none: break;
    }
    if (c.known == Known::not_recorded) return {Symbol::recorded, Role::text2};
    if (c.known == Known::not_reached && c.word == "did not return") return {Symbol::trouble, Role::amber};
    if (c.known == Known::open && c.word == "under way") return {Symbol::turning, Role::accent};
    return {Symbol::open, Role::text2};
}

float code_factor(const Column& c, float plain, float loud) {
    if (c.code.size() >= 7) return 1.4f * plain / 2.3f;
    return failing(c) ? loud : plain;
}

Form form_for(const Ui& ui, Timeline& timeline, float width) {
    float room = width - (56 + label_column) * ui.u;
    auto fits = [&](const Timeline& t, float name) { return !t.columns.empty() && room / float(t.columns.size()) - gap * ui.u >= needed_tile(ui, t, name); };
    if (fits(timeline, full_name)) return Form::columns;
    Timeline folded = timeline;
    fold(folded);
    if (!fits(folded, full_name) && fits(timeline, least_name)) return Form::columns;
    std::swap(folded, timeline);
    if (fits(timeline, least_name)) return Form::columns;
    // Rows stay folded where there are many, so that the whole picture stands in one view.
    if (width / ui.u >= 560 && rows_fit(ui, timeline, width)) {
        if (folded.columns.size() <= 6 && rows_fit(ui, folded, width)) std::swap(folded, timeline);
        return Form::rows;
    }
    if (ui.tall < 460) return Form::list;            // low: folded, so that the launch and its answer stand in one view
    std::swap(folded, timeline);
    return width / ui.u >= 560 && rows_fit(ui, timeline, width) ? Form::rows : Form::list;
}

float timeline_height(Ui& ui, const Timeline& timeline, Form form, float width, const Foot& foot,
                      const std::vector<Banner>& banners) {
    float u = ui.u, below = below_height(ui, timeline, width, foot, banners), feet = foot_height(ui, foot, width);
    if (form == Form::columns) return 474 * u + std::max(32 * u, below + 18 * u) + std::max(48 * u, feet);
    std::size_t bands = form == Form::list ? timeline.lanes.size() : 0;
    float head = form == Form::list ? list_top(ui) + 6 * u : rows_top(ui, width) + 4 * u;
    return head + float(timeline.columns.size()) * row_pitch(ui, width) + float(bands) * band_pitch(ui) + (ui.tall < 1000 ? 8 : 20) * u + below + (below > 0 ? 14 * u : 0) + feet;
}

bool draw_timeline(Ui& ui, const Rect& rect, const Timeline& timeline, Form form, const Foot& foot,
                   const std::vector<Banner>& banners) {
    float u = ui.u;
    panel(ui, rect);
    float feet = std::max(48 * u, foot_height(ui, foot, rect.w()));
    float below = below_height(ui, timeline, rect.w(), foot, banners);
    if (form == Form::columns) draw_columns(ui, rect, timeline);
    else if (form == Form::rows) draw_rows(ui, rect, timeline);
    else draw_list(ui, rect, timeline);

    float y = rect.y1 - feet - below - (below > 0 ? 6 * u : 0), x = rect.x0 + 28 * u;
    for (const Banner& banner : banners) {
        Rect band{x, y, rect.x1 - 28 * u, y + banner_height(ui, rect.w(), banner)};
        frame(ui, band, 10 * u, 2.2f, ui.col(Role::amber));
        draw_symbol(ui, banner.symbol, x + 24 * u, band.cy(), 22 * u, Role::amber);
        rich_text(ui, x + 48 * u, y + 7 * u, rect.w() - (56 + 64) * u, banner_words(banner), banner_style());
        y = band.y1 + 10 * u;
    }
    for (const std::string& line : lines_below(timeline, foot)) y += rich_text(ui, x, y, rect.w() - 56 * u, line, quiet_style()) + 4 * u;

    float top = rect.y1 - feet;
    h_line(ui, rect.x0 + 1, rect.x1 - 1, top, 1, ui.col(Role::line));
    float room = foot_room(ui, foot, rect.w());
    auto lines = foot_lines(ui, room, foot);
    bool link_below = other_width(ui, foot) > 0 && room > rect.w() - 60 * u;
    float ly = lines.size() == 1 && !link_below ? (top + rect.y1) / 2 : top + 24 * u;
    float first_y = ly;
    draw_symbol(ui, foot.symbol, x + 9 * u, ly, symbol_size(ui, 0.90f), role_of(foot.symbol));
    float fx = x + 30 * u;
    fx += text_at(ui, fx, ly, Face::semibold, fit_factor(ui, Face::semibold, 0.82f, 0.40f, foot.lead, rect.x1 - 16 * u - fx), Role::text, foot.lead);
    for (std::size_t l = 0; l < lines.size(); ++l) {
        if (l) ly += 26 * u, fx = x;
        for (std::size_t i : lines[l]) {
            if (fx > x) v_line(ui, fx + 12 * u, ly - 9 * u, ly + 9 * u, 1, ui.col(Role::line)), fx += 24 * u;
            fx += text_at(ui, fx, ly, Face::regular, 0.82f, Role::text2, foot.parts[i]);
        }
    }
    if (foot.other.empty()) return false;
    float left = 0, oy = link_below ? ly + 32 * u : first_y;
    float right = link_below ? x + other_width(ui, foot) - 18 * u : rect.x1 - 28 * u;
    bool asked = link(ui, right, oy, foot.other, foot.key, &left);
    draw_symbol(ui, foot.key == "Esc" ? Symbol::cross : foot.symbol == Symbol::recorded ? Symbol::live : Symbol::recorded, left - 18 * u, oy, symbol_size(ui, 0.87f), Role::text2);
    return asked;
}

}  // namespace launchlab
