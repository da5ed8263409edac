// The bar at the foot of a narrow or low window: how what is on show is known, and the one next thing, whatever is open above.
#include <algorithm>

#include "panels/panels.h"

namespace launchlab {

namespace {

struct BarPlan {
    Provenance from;
    std::string lead, card;      // as much of the provenance as fits; what kind it is always does
    Next next;
    bool two_lines = false;
};

float next_width(const Ui& ui, const Next& next) {
    return next.text.empty() ? 0 : text_width(ui, Face::semibold, 0.92f, next.text) + key_cap_width(ui, next.key) + 28 * ui.u;
}

BarPlan plan_bar(Scene& s, float width) {
    Ui& ui = s.ui;
    const float u = ui.u, mark = symbol_size(ui, 0.90f) + 26 * u;
    BarPlan plan{.from = provenance_of(s), .next = next_of(s)};
    const Provenance& from = plan.from;
    const std::string name = from.card.substr(0, from.card.find(','));
    const std::pair<std::string, std::string> ways[] = {{from.lead, from.card}, {from.short_lead, from.card}, {from.short_lead, name}, {from.short_lead, ""}};
    for (float room : {width - mark - next_width(ui, plan.next) - 20 * u, width - mark - 16 * u}) {
        for (const auto& [lead, card] : ways) {
            if (lead.empty() && card.empty()) continue;
            plan.lead = lead, plan.card = card;
            float w = text_width(ui, Face::semibold, 0.82f, lead) + (card.empty() ? 0 : (lead.empty() ? 0 : 14 * u) + text_width(ui, Face::regular, 0.82f, card));
            if (w <= room) return plan;
        }
        plan.two_lines = true;
    }
    return plan;
}

float line_height(const Ui& ui) { return (ui.tall < 300 ? 32 : ui.tall < 460 ? 38 : 48) * ui.u; }

}  // namespace

float bar_height(Scene& s, float width) {
    BarPlan plan = plan_bar(s, width);
    return line_height(s.ui) + (plan.two_lines && !plan.next.text.empty() ? 28 * s.ui.u : 0);
}

void draw_bar(Scene& s, const Rect& rect) {
    Ui& ui = s.ui;
    const float u = ui.u, line = line_height(ui);
    BarPlan plan = plan_bar(s, rect.w());
    fill(ui, rect, 0, ui.col(Role::rail));
    h_line(ui, rect.x0, rect.x1, rect.y0, 1, ui.col(Role::line));
    const bool two = plan.two_lines && !plan.next.text.empty();
    float y = two ? rect.y0 + 18 * u : rect.cy(), x = rect.x0 + 16 * u;
    draw_symbol(ui, plan.from.symbol, x + 9 * u, y, symbol_size(ui, 0.90f), plan.from.symbol == Symbol::empty ? Role::text2 : role_of(plan.from.symbol));
    x += symbol_size(ui, 0.90f) + 10 * u;
    const float room = rect.x1 - 8 * u - x;
    if (!plan.lead.empty()) x += text_at(ui, x, y, Face::semibold, fit_factor(ui, Face::semibold, 0.82f, 0.40f, plan.lead, room), Role::text, plan.lead) + 14 * u;
    if (!plan.card.empty()) text_at(ui, x, y, Face::regular, fit_factor(ui, Face::regular, 0.82f, 0.40f, plan.card, rect.x1 - 8 * u - x), Role::text2, plan.card);
    if (plan.next.text.empty()) return;
    y = rect.y1 - line / 2;
    const float cap = key_cap_width(ui, plan.next.key), end = rect.x1 - 16 * u - cap - 12 * u;
    const float factor = fit_factor(ui, Face::semibold, 0.92f, 0.40f, plan.next.text, end - rect.x0 - 8 * u);
    const float left = end - text_width(ui, Face::semibold, factor, plan.next.text);
    Rect area{left - 6 * u, y - line / 2 + 5 * u, rect.x1 - 10 * u, y + line / 2 - 5 * u};
    Press state = press(ui, "next", area);
    text_at(ui, left, y, Face::semibold, factor, Role::accent, plan.next.text);
    key_cap(ui, rect.x1 - 16 * u, y, plan.next.key);
    focus_ring(ui, area.inset(5 * u), 6 * u, state);
    if (state.pressed) do_next(s, plan.next);
}

}  // namespace launchlab
