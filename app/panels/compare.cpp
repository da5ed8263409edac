#include "panels/compare.h"

#include <algorithm>
#include <cmath>

namespace launchlab {

namespace {

constexpr float names_tall = 70, run_tall = 189, between = 26, below = 14, foot_tall = 40, label_column = 186, gap = 12;

float head_tall(const Ui& ui) { return ui.tall < 460 ? 42 : 61; }

struct Grid {
    float x0, pitch, u;
    int count;
    Rect cell(int i, float y0, float y1) const { return {x0 + i * pitch, y0, x0 + (i + 1) * pitch - gap * u, y1}; }
    float end() const { return x0 + count * pitch - gap * u; }
};

Grid grid_of(const Ui& ui, const Comparison& c, float x0, float x1) {
    float u = ui.u, left = x0 + (28 + label_column) * u;
    int n = std::max(1, int(c.calls.size()));
    return {left, (x1 - 28 * u - left + gap * u) / float(n), u, n};
}

Symbol bare(Symbol symbol) {
    if (symbol == Symbol::ok) return Symbol::tick;
    if (symbol == Symbol::refused || symbol == Symbol::fault) return Symbol::cross;
    return symbol;
}

void draw_names(Ui& ui, const Grid& g, float x, float y, const Comparison& c) {
    float u = ui.u;
    text_at(ui, x, y + 22 * u, Face::regular, 0.82f, Role::text3, "Answers");
    text_at(ui, x, y + 47 * u, Face::semibold, 0.82f, Role::text, "Call");
    for (int i = 0; i < g.count; ++i) {
        const ComparedCall& call = c.calls[i];
        Rect r = g.cell(i, y, y + names_tall * u);
        draw_mark(ui, r.x0 + 16 * u, y + 22 * u, call.mark, true);
        std::string name = call.name();
        float factor = fit_factor(ui, Face::mono_medium, 0.82f, 0.73f, name, r.w() - 18 * u);
        text_at(ui, r.x0 + 16 * u, y + 47 * u, Face::mono_medium, factor, call.mark == Judged::same ? Role::text3 : Role::text, name);
    }
}

void draw_cpu(Ui& ui, const Grid& g, float y, const Comparison& c, int side) {
    float u = ui.u, bottom = y + 78 * u;
    for (int i = 0; i < g.count; ++i) {
        Rect r = g.cell(i, y, bottom);
        if (!in_pair_frame(c, i, side) || !c.calls[i].launch) {
            draw_answer(ui, r, c.calls[i], side, stands_out(c, i, side));
            continue;
        }
        Rect check = g.cell(i + 1, y, bottom), pair{r.x0 - 6 * u, r.y0 - 6 * u, check.x1 + 6 * u, r.y1 + 6 * u};
        fill(ui, pair, 16 * u, ui.col(Role::pair));
        fill(ui, check, 10 * u, ui.col(Role::tile));
        draw_answer(ui, r, c.calls[i], side, true);
        draw_answer(ui, check, c.calls[i + 1], side, true);
        frame(ui, pair, 16 * u, 2.2f, ui.col(Role::error));
        ++i;
    }
}

// The slot as a logic trace, low 0, high a code, without arrows: the words say who wrote and who read.
void draw_trace(Ui& ui, const Grid& g, float y, const Comparison& c, int side) {
    float u = ui.u, high = y + 9 * u, low = y + 35 * u, line = 2.4f, x = g.x0;
    bool rule = c.sides[side].tense == Tense::by_rule;
    int now = 0;
    ImU32 code_ink = ui.col(rule ? Role::text2 : Role::error);
    auto hold = [&](float to, bool guessed) {
        if (now && !rule) {
            ImGui::GetWindowDrawList()->AddRectFilled({std::round(x), std::round(high)}, {std::round(to), std::round(low)}, ui.col(Role::pair));
            dotted(ui, x, to, low, ui.col(Role::control));
        }
        float at_y = now ? high : low;
        ImU32 ink = now ? code_ink : ui.col(Role::text2);
        if (!guessed) h_line(ui, x, to, at_y, line, ink);
        else
            for (float at = x; at < to; at += 17 * u) h_line(ui, at, std::min(to, at + 10 * u), at_y, line, ink);
        x = to;
    };
    for (int i = 0; i < g.count; ++i) {
        const auto& column = c.calls[i].of(side);
        Rect r = g.cell(i, y, y);
        float next = i + 1 == g.count ? r.x1 : r.x1 + gap * u, mid = r.cx();
        if (!column) {                                       // the call is not made: the slot stays
            hold(next, false);
            continue;
        }
        if (!column->slot || c.sides[side].tense == Tense::not_run || column->slot_known == Known::open) {
            dotted(ui, x, next, low, ui.col(Role::control));
            if (c.sides[side].tense != Tense::not_run) text_at(ui, r.x0 + 16 * u, y + 20 * u, Face::regular, 0.78f, Role::text3, column->known == Known::open ? "open" : "not recorded");
            x = next;
            continue;
        }
        bool guessed = column->slot_known != Known::yes, moved = *column->slot != now;
        int before = now;
        if (moved) hold(mid, guessed), now = *column->slot;
        hold(next, guessed);
        if (moved) v_line(ui, mid, high - line / 2 * u, low + line / 2 * u, line, now || before ? code_ink : ui.col(Role::text2));
        if (now == 0 && i && !column->reads && !column->clears) continue;     // at rest: said once
        float tx = moved ? mid + 16 * u : r.x0 + 16 * u, ty = now ? (high + low) / 2 + 1 * u : low - 14 * u;
        tx += text_at(ui, tx, ty, Face::mono_bold, 0.80f, rule ? Role::text : now ? Role::error : Role::text2, std::to_string(now)) + 9 * u;
        std::string word = i == 0 && now == 0 ? "" : column->slot_word;
        if (text_width(ui, Face::regular, 0.73f, word) > r.x1 - tx) word = word.substr(0, word.find(','));
        text_at(ui, tx, ty, Face::regular, fit_factor(ui, Face::regular, 0.80f, 0.73f, word, r.x1 - tx), Role::text2, word);
    }
}

void draw_lane(Ui& ui, const Grid& g, float y, const Comparison& c, int side) {
    float u = ui.u, mid = y + 25 * u, from = g.x0;
    for (LaneBox box : c.sides[side].lanes) {
        Rect r{g.cell(box.first, 0, 0).x0, y, g.cell(box.last, 0, 0).x1, y + 50 * u};
        if (r.x0 - 6 * u > from) dotted(ui, from, r.x0 - 6 * u, mid, ui.col(Role::control));
        box.text.clear();
        if (box.form == Lane::none) {
            dotted(ui, r.x0, r.x1, mid, ui.col(Role::control));
            text_at(ui, r.x0 + 16 * u, mid - 14 * u, Face::regular, 0.80f, Role::text3, box.title);
        } else {
            draw_gpu_box(ui, r, box, false);
        }
        from = r.x1 + 8 * u;
    }
    if (g.end() > from) dotted(ui, from, g.end(), mid, ui.col(Role::control));
}

void draw_run(Ui& ui, const Grid& g, float x, float y, const Comparison& c, int side) {
    float u = ui.u, room = label_column * u - 50 * u - 10 * u;
    const ComparedSide& s = c.sides[side];
    draw_letter(ui, x, y + 26 * u, 36 * u, side);
    float factor = fit_factor(ui, Face::mono_medium, 0.92f, 0.73f, s.value, room);
    auto lines = wrap(ui, Face::mono_medium, factor, s.value, room);
    if (lines.size() > 2) lines.resize(2), lines[1] += " ...";
    float ty = y + 17 * u - (lines.size() > 1 ? 8 * u : 0);
    for (const auto& line : lines) text_at(ui, x + 50 * u, ty, Face::mono_medium, factor, Role::text, line), ty += 21 * u;
    float tx = x + 50 * u, ly = std::max(y + 41 * u, ty + 3 * u);
    if (s.tense == Tense::recorded || s.tense == Tense::by_rule || s.tense == Tense::not_run) {
        draw_symbol(ui, s.tense == Tense::recorded ? Symbol::recorded : Symbol::open, tx + 8 * u, ly, 17 * u, Role::text2);
        tx += 24 * u;
    }
    text_at(ui, tx, ly, Face::regular, fit_factor(ui, Face::regular, 0.80f, 0.73f, s.label, x + 50 * u + room - tx + 8 * u), Role::text3, s.label);
    draw_cpu(ui, g, y, c, side);
    auto lane_name = [&](float ly, Judged mark, const char* name) {
        draw_mark(ui, x + 10 * u, ly, mark, false);
        text_at(ui, x + 50 * u, ly, Face::semibold, 0.85f, Role::text, name);
    };
    lane_name(y + (78 + 9 + 21) * u, c.slot, "Slot");
    draw_trace(ui, g, y + 87 * u, c, side);
    lane_name(y + (78 + 9 + 42 + 10 + 25) * u, c.gpu, "GPU");
    draw_lane(ui, g, y + 139 * u, c, side);
}

float value_width(Ui& ui, const ComparedSide& side) {
    return 40 * ui.u + (side.kind.empty() ? 0 : badge_width(ui, side.kind) + 12 * ui.u) + text_width(ui, Face::mono_medium, 0.91f, side.value);
}

float draw_value(Ui& ui, float x, float y, const Comparison& c, int side) {
    const ComparedSide& s = c.sides[side];
    float u = ui.u, from = x;
    draw_letter(ui, x, y, 28 * u, side);
    x += 40 * u;
    if (!s.kind.empty()) badge(ui, x, y, badge_width(ui, s.kind), s.kind, false), x += badge_width(ui, s.kind) + 12 * u;
    x += text_at(ui, x, y, Face::mono_medium, 0.91f, Role::text, s.value);
    return x - from;
}

// What stands beside the lead: the values of the one field, or why this is not a pair. Returns its height below the first line.
float draw_head(Scene& s, const Rect& r, const Comparison& c, bool draw) {
    Ui& ui = s.ui;
    float u = ui.u, x = r.x0 + 28 * u, y = r.y0 + head_tall(ui) / 2 * u, end = r.x1 - 28 * u;
    if (const Gpu* card_now = s.session.judged_card(); card_now && offers_fix(s.session) && r.w() > 900 * u) {
        std::string text = "Build for this card (" + sm_text(card_now->capability) + "), run again";
        float w = button_width(ui, text, "B");
        if (draw && button(ui, {end - w, y - 21 * u, end, y + 21 * u}, text, "B")) fix_beside(s);
        end -= w + 20 * u;
    }
    bool none = c.differs.empty();
    float lead = text_width(ui, Face::regular, 1.1f, c.lead), room = end - x - 36 * u - lead - 10 * u;
    float factor = fit_factor(ui, Face::semibold, 1.1f, 0.87f, c.field, room);
    auto lines = wrap(ui, Face::semibold, factor, c.field, std::max(120 * u, room));
    float tx = x + 36 * u;
    if (draw) {
        draw_symbol(ui, none ? Symbol::same : Symbol::differs, x + 12 * u, y, 24 * u, none ? Role::text3 : Role::amber);
        text_at(ui, tx, y, Face::regular, 1.1f, Role::text2, c.lead);
    }
    tx += lead + 10 * u;
    float ly = y, widest = 0;
    for (const auto& line : lines) {
        float w = draw ? text_at(ui, tx, ly, Face::semibold, factor, Role::text, line) : text_width(ui, Face::semibold, factor, line);
        widest = std::max(widest, w), ly += 28 * u;
    }
    float more = float(lines.size() - 1) * 28 * u;
    tx += widest + 32 * u;
    // Values in the rest of the line, or in one of their own.
    auto below_line = [&](float w) {
        if (tx + w <= end) return;
        more += 36 * u, y += more, tx = x, end = r.x1 - 28 * u;
    };
    if (!c.remark.empty()) {
        below_line(badge_width(ui, c.remark));
        if (draw) badge(ui, tx, y, badge_width(ui, c.remark), c.remark, true);
        tx += badge_width(ui, c.remark) + 14 * u;
        std::string words = "more than one cause for what changes";
        if (draw && tx + text_width(ui, Face::regular, 0.82f, words) <= end) text_at(ui, tx, y, Face::regular, 0.82f, Role::text3, words);
    } else if (!none && r.w() > 900 * u) {                 // narrow: the heads of the columns say the values
        float a = value_width(ui, c.sides[0]), b = value_width(ui, c.sides[1]);
        float word = text_width(ui, Face::regular, 0.87f, "against") + 56 * u;
        below_line(a + b + word);
        if (tx + a + b + word > end) return more;            // the letters beside the runs say the values
        if (draw) {
            tx += draw_value(ui, tx, y, c, 0) + 28 * u;
            tx += text_at(ui, tx, y, Face::regular, 0.87f, Role::text3, "against") + 28 * u;
            draw_value(ui, tx, y, c, 1);
        }
    }
    return more;
}

struct Other { std::string text; Symbol symbol = Symbol::none; std::string key; };

Other other_of(const Session& session) {
    if (session.running()) return {"Stop", Symbol::cross, "Esc"};
    if (shows_recording_beside(session)) return {"Close the recording", Symbol::cross, "L"};
    if (const Recording* beside = recording_beside(session)) return {"A against the recording of " + beside->run.origin.date, Symbol::recorded, "L"};
    return {};
}

float other_width(const Ui& ui, const Other& other) {
    return other.text.empty() ? 0 : text_width(ui, Face::medium, 0.87f, other.text) + key_cap_width(ui, other.key) + 48 * ui.u;
}

// The foot: how both are known, and what they share. Returns its height.
float draw_foot(Scene& s, const Rect& r, const Comparison& c, bool draw) {
    Ui& ui = s.ui;
    float u = ui.u, x0 = r.x0 + 28 * u, x1 = r.x1 - 28 * u, y = r.y0 + foot_tall / 2 * u;
    Other other = other_of(s.session);
    float link_w = other_width(ui, other);
    bool link_below = link_w > (x1 - x0) * 0.5f;
    float end = link_below ? x1 : x1 - link_w, x = x0;
    if (draw) h_line(ui, r.x0 + 1, r.x1 - 1, r.y0, 1, ui.col(Role::line));
    if (draw && !other.text.empty()) {
        float left = 0, ly = link_below ? r.y1 - 22 * u : y;
        bool asked = link(ui, link_below ? x0 + link_w - 18 * u : x1, ly, other.text, other.key, &left);
        draw_symbol(ui, other.symbol, left - 18 * u, ly, symbol_size(ui, 0.87f), Role::text2);
        if (asked && other.key == "Esc") s.actions.cancel = true;
        else if (asked) toggle_recording_beside(s);
    }
    auto any = [&](Tense tense) { return c.sides[0].tense == tense || c.sides[1].tense == tense; };
    bool live = any(Tense::measured) || any(Tense::running), recorded = any(Tense::recorded);
    Symbol symbol = live ? Symbol::live : recorded ? Symbol::recorded : Symbol::open;
    if (draw) draw_symbol(ui, symbol, x + 9 * u, y, symbol_size(ui, 0.87f), live ? Role::accent : Role::text2);
    x += 30 * u;
    for (const auto& line : wrap(ui, Face::semibold, 0.82f, c.foot_lead, end - x)) {
        if (x > x0 + 30 * u) x = x0 + 30 * u, y += 26 * u;
        x += draw ? text_at(ui, x, y, Face::semibold, 0.82f, Role::text, line) : text_width(ui, Face::semibold, 0.82f, line);
    }
    for (const std::string& part : c.foot) {
        float w = text_width(ui, Face::regular, 0.82f, part);
        if (x + 24 * u + w > end && x > x0) x = x0, y += 26 * u;
        if (x > x0) {
            if (draw) v_line(ui, x + 12 * u, y - 9 * u, y + 9 * u, 1, ui.col(Role::line));
            x += 24 * u;
        }
        if (x + w > end) {
            for (const auto& line : wrap(ui, Face::regular, 0.82f, part, end - x0)) {
                if (draw) text_at(ui, x0, y, Face::regular, 0.82f, Role::text2, line);
                y += 26 * u;
            }
            y -= 26 * u, x = end;
        } else {
            x += draw ? text_at(ui, x, y, Face::regular, 0.82f, Role::text2, part) : w;
        }
    }
    return y - r.y0 + (foot_tall / 2 + (link_below ? 38 : 0)) * u;
}

}  // namespace

bool in_pair_frame(const Comparison& c, std::size_t i, int side) {
    auto refused = [&](std::size_t at) {
        const auto& launch = c.calls[at].of(side);
        return c.calls[at].launch && launch && launch->outcome == Outcome::refused_launch && launch->known != Known::by_rule && at + 1 < c.calls.size() &&
               c.calls[at + 1].check && c.calls[at + 1].of(side);
    };
    return refused(i) || (i > 0 && refused(i - 1));
}

bool stands_out(const Comparison& c, std::size_t i, int side) {
    const ComparedCall& call = c.calls[i];
    if (in_pair_frame(c, i, side)) return true;
    return call.of(side) && call.mark != Judged::same && !call.of(side)->code.empty();
}

void draw_letter(Ui& ui, float x, float y, float size, int side) {
    fill(ui, {x, y - size / 2, x + size, y + size / 2}, 7 * ui.u, ui.col(Role::text));
    float factor = size / ui.u > 30 ? 0.92f : 0.76f;
    text_at(ui, x + size / 2, y, Face::semibold, factor, ui.palette.dark ? Role::page : Role::panel, side == 0 ? "A" : "B", Align::centre);
}

float draw_mark(Ui& ui, float x, float y, Judged mark, bool with_word) {
    float u = ui.u, size = 16 * u;
    bool differs = mark == Judged::differs, same = mark == Judged::same;
    Role role = differs ? Role::amber : same ? Role::text3 : Role::text2;
    draw_symbol(ui, differs ? Symbol::differs : same ? Symbol::same : Symbol::open, x + size / 2, y, size, role);
    if (!with_word) return size;
    return size + 8 * u + text_at(ui, x + size + 8 * u, y, differs ? Face::semibold : Face::regular, 0.80f, role, word_of(mark));
}

void draw_answer(Ui& ui, const Rect& r, const ComparedCall& call, int side, bool loud) {
    float u = ui.u, radius = 12 * u, x = r.x0 + 16 * u, inner = r.w() - 26 * u;
    bool flat = r.h() < 70 * u;                            // a row: the word stands beside the code
    float y = flat ? r.cy() : r.y0 + 30 * u, foot = flat ? r.cy() : r.y1 - 19 * u;
    const auto& column = call.of(side);
    if (!column) {
        dashed_frame(ui, r, radius, 1.4f, 2, 5, ui.col(Role::control));
        text_at(ui, x, r.cy(), Face::regular, 0.82f, Role::text2, side == 0 ? "not in A" : "not in B");
        return;
    }
    const Column& c = *column;
    bool happened = c.known == Known::yes, fails = failing(c) && happened;
    bool framed = fails || (c.outcome == Outcome::refused_launch && happened);
    if (loud && happened && !framed) fill(ui, r, radius, ui.col(Role::raised));
    if (c.code.empty() || c.known == Known::inferred) dashed_frame(ui, r, radius, 1.4f, 2, 5, ui.col(Role::control));
    else if (loud && c.known == Known::by_rule) dashed_frame(ui, r, radius, 1.4f, 6, 5, ui.col(Role::control));
    if (c.code.empty()) {
        draw_symbol(ui, mark_of(c).symbol, x + 10 * u, r.cy(), 20 * u, mark_of(c).role);
        text_at(ui, x + 30 * u, r.cy(), Face::regular, fit_factor(ui, Face::regular, 0.82f, 0.73f, c.word, inner - 30 * u), Role::text2, c.word);
        return;
    }
    Mark mark = mark_of(c);
    Role ink = !loud ? Role::text2 : mark.role;
    bool text_code = c.launch || c.outcome == Outcome::unread;
    Face face = text_code ? Face::semibold : Face::mono_bold;
    float factor = text_code ? (loud ? 1.1f : 1.0f) : !loud ? 1.35f : c.code.size() >= 7 ? 1.15f : fails ? 2.05f : c.code.size() >= 4 ? 1.35f : 1.85f;
    float symbol = (loud ? (fails ? 34 : 27) : 18) * u, code_x = x + symbol + 11 * u;
    if (c.code.size() >= 7 && loud && !text_code) symbol = 20 * u, code_x = x + symbol + 9 * u;
    draw_symbol(ui, loud ? mark.symbol : bare(mark.symbol), x + symbol / 2, y, symbol, ink);
    float code_w = text_at(ui, code_x, y, face, fit_factor(ui, face, flat ? std::min(factor, 1.5f) : factor, 0.73f, c.code, r.x1 - 8 * u - code_x), ink, c.code);
    Role word = !loud ? Role::text3 : fails ? Role::error : c.outcome == Outcome::untouched && happened ? Role::amber : Role::text2;
    bool launch_line = c.word == c.name;
    Face word_face = launch_line ? Face::mono_medium : Face::regular;
    if (flat) x = code_x + code_w + 14 * u, inner = r.x1 - 8 * u - x;
    float word_factor = fit_factor(ui, word_face, launch_line ? 0.80f : 0.82f, 0.73f, c.word, inner);
    if (flat && text_width(ui, word_face, word_factor, c.word) > inner) return;       // symbol and code say it
    text_at(ui, x, foot, word_face, word_factor, word, c.word);
}

CompareForm compare_form(const Ui& ui, const Comparison& c, float width) {
    if (c.calls.empty()) return CompareForm::rows;
    Grid g = grid_of(ui, c, 0, width);
    float need = 172 * ui.u;
    for (const ComparedCall& call : c.calls) need = std::max(need, text_width(ui, Face::mono_medium, 0.73f, call.name()) + 30 * ui.u);
    if (g.pitch >= need) return CompareForm::columns;
    return ImGui::GetIO().DisplaySize.x / ui.u < 900 ? CompareForm::differing : CompareForm::rows;
}

float compare_height(Scene& s, float width) {
    const auto comparison = compare_runs(s.session);
    if (!comparison) return result_height(s, width);
    float u = s.ui.u;
    const Comparison& c = *comparison;
    Rect any{0, 0, width, 1000 * u};
    CompareForm form = compare_form(s.ui, c, width);
    float body = form == CompareForm::columns ? (names_tall + 2 * run_tall + between + below) * u : rows_height(s.ui, c, form, width);
    return head_tall(s.ui) * u + draw_head(s, any, c, false) + body + draw_foot(s, any, c, false);
}

void draw_compare(Scene& s, const Rect& rect) {
    const auto comparison = compare_runs(s.session);
    if (!comparison) return draw_result(s, rect);
    Ui& ui = s.ui;
    float u = ui.u, x = rect.x0 + 28 * u;
    const Comparison& c = *comparison;
    panel(ui, rect);
    float top = rect.y0 + head_tall(ui) * u + draw_head(s, rect, c, true);
    h_line(ui, rect.x0 + 1, rect.x1 - 1, top, 1, ui.col(Role::line));
    CompareForm form = compare_form(ui, c, rect.w());
    if (form == CompareForm::columns) {
        Grid g = grid_of(ui, c, rect.x0, rect.x1);
        draw_names(ui, g, x, top, c);
        float y = top + names_tall * u;
        draw_run(ui, g, x, y, c, 0);
        h_line(ui, x, rect.x1 - 28 * u, y + (run_tall + 11) * u, 1, ui.col(Role::line));
        draw_run(ui, g, x, y + (run_tall + between) * u, c, 1);
    } else {
        draw_compare_rows(ui, {rect.x0, top, rect.x1, top + rows_height(ui, c, form, rect.w())}, c, form);
    }
    Rect foot{rect.x0, 0, rect.x1, rect.y1};
    foot.y0 = rect.y1 - draw_foot(s, foot, c, false);
    draw_foot(s, foot, c, true);
}

}  // namespace launchlab
