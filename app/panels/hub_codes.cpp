// The codes around the one that is looked at, by where they show; or what a search finds.
#include <algorithm>
#include <cctype>

#include "core/codes.h"
#include "panels/hub.h"
#include "panels/panels.h"
#include "session/lookup.h"

namespace launchlab {

namespace {

constexpr float row_height = 44, group_gap = 18;

std::string upper(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

float draw_hit(Scene& s, const Rect& area, float y, const HubHit& hit, int index) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const Lookup& lookup = s.session.lookup();
    const Code* code = find_code(hit.code);
    const bool current = hit.old == 0 && lookup.code() == hit.code;
    const float text_x = area.x0 + 66 * u;
    const std::string words = hit.old ? "is " + std::to_string(hit.code) + " since 10.1" : code ? std::string(code->word) : "";
    const Face face = current ? Face::semibold : Face::regular;
    const auto lines = wrap(ui, face, 0.87f, words, area.x1 - text_x - 10 * u);
    const Rect r{area.x0, y, area.x1, y + row_height * u + 22 * u * (std::max<float>(1, float(lines.size())) - 1)};
    const Press state = press(ui, "code/" + std::to_string(index) + "/" + std::to_string(hit.old ? hit.old : hit.code), r);
    if (current) {
        fill(ui, r, 10 * u, ui.col(Role::raised));
        fill(ui, {r.x0, r.y0 + 8 * u, r.x0 + 3.5f * u, r.y1 - 8 * u}, 2 * u, ui.col(Role::accent));
        if (s.screen.hub.bring_code) ImGui::SetScrollFromPosY(r.cy() - ImGui::GetWindowPos().y, 0.4f);
    } else if (state.hovered) {
        fill(ui, r, 10 * u, ui.tint(Role::panel, Role::text2, 0.12f));
    }
    float mid = y + row_height / 2 * u;
    text_at(ui, area.x0 + 14 * u, mid, Face::mono_bold, 0.84f, current ? Role::text : Role::text2, std::to_string(hit.old ? hit.old : hit.code));
    for (const auto& line : lines) text_at(ui, text_x, mid, face, 0.87f, current ? Role::text : Role::text2, line), mid += 22 * u;
    focus_ring(ui, r.inset(5 * u, 5 * u), 6 * u, state);
    if (state.pressed) s.actions.look_up = hit.code, s.screen.hub.tab = HubTab::answer, s.screen.hub.copied = HubCopied::nothing;
    return r.h();
}

float draw_list(Scene& s, const Rect& area) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const Hub* hub = s.session.lookup().hub();
    if (!hub) return area.y0;
    float y = area.y0;
    int index = 0;
    const std::string query = s.screen.hub.query.data();
    if (!query.empty()) {
        const std::vector<HubHit> hits = search_hub(*hub, query);
        label(ui, area.x0 + 14 * u, y + 10 * u, hits.empty() ? "NOTHING IS CALLED THAT" : "FOUND");
        y += 28 * u;
        for (const HubHit& hit : hits) y += draw_hit(s, area, y, hit, index++);
        if (hits.empty())
            for (const auto& line : wrap(ui, Face::regular, 0.82f, "Type a number, a name, or a word of the text. A whole message is pasted: Ctrl V.", area.w() - 28 * u))
                text_at(ui, area.x0 + 14 * u, y + 12 * u, Face::regular, 0.82f, Role::text2, line), y += 25 * u;
        return y;
    }
    for (const HubGroup& group : neighbours(*hub)) {
        label(ui, area.x0 + 14 * u, y + 10 * u, upper(group.title));
        y += 28 * u;
        for (const HubHit& hit : group.rows) y += draw_hit(s, area, y, hit, index++);
        y += group_gap * u;
    }
    return y;
}

}  // namespace

void draw_hub_codes(Scene& s, const Rect& r) {
    Ui& ui = s.ui;
    HubState& state = s.screen.hub;
    const float u = ui.u;
    const bool low = ui.tall < 460;
    const float inset = (low ? 12 : 20) * u;
    Rect field{r.x0 + inset, r.y0 + (low ? 10 : 20) * u, r.x1 - inset, r.y0 + (low ? 46 : 66) * u};
    const bool changed = text_field(ui, field, "hub search", field.w() > 260 * u ? "Number, name or word" : "Search", "Ctrl F", state.query, state.focus);
    if (changed) state.bring_code = false;
    // Enter takes the first that was found.
    const bool entered = s.ui.typing && !s.screen.palette.open && (ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false));
    if (const Hub* hub = s.session.lookup().hub(); hub && entered && state.query[0])
        if (const auto hits = search_hub(*hub, state.query.data(), 1); !hits.empty()) s.actions.look_up = hits.front().code, state.tab = HubTab::answer, state.copied = HubCopied::nothing;
    draw_scrolling(s, "hub codes", {r.x0 + inset - 8 * u, field.y1 + 12 * u, r.x1 - 4 * u, r.y1 - 10 * u}, draw_list);
    if (s.session.lookup().hub()) state.bring_code = false;
}

}  // namespace launchlab
