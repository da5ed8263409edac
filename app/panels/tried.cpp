#include "panels/tried.h"

#include <algorithm>

#include "core/codes.h"
#include "panels/compare.h"

namespace launchlab {

namespace {

constexpr float card_wide = 256, card_tall = 70, card_gap = 12;

std::string kinds_text(const Run& run) {
    bool sass = false, ptx = false, lto = false;
    for (const UnitRequest& unit : run.request.units)
        for (const ImageRequest& image : unit.images) (image.kind == Kind::sass ? sass : image.kind == Kind::ptx ? ptx : lto) = true;
    std::string text;
    for (auto [is, kind] : {std::pair{sass, Kind::sass}, std::pair{ptx, Kind::ptx}, std::pair{lto, Kind::lto}})
        if (is) text += (text.empty() ? "" : " + ") + std::string(to_label(kind));
    return text;
}

std::string outcome_text(const Run& run, Lane lane, int launch) {
    if (!run.done) return "running";
    if (by_rule(run)) return run.rule.code == 0 ? "by rule: starts" : "by rule: " + std::to_string(run.rule.code);
    if (run.done->how == "compile") return "did not compile";
    if (run.done->how == "cancelled") return "stopped";
    int first = 0;
    for (const Call& call : run.calls)
        if (call.code != 0 && !first) first = call.code;
    if (auto code = launch >= 0 ? launch_code(run, launch) : std::nullopt; code && *code != 0) return std::to_string(*code);
    if (run.done->how != "finished") return "ended early";
    if (first) return std::to_string(first);
    if (lane == Lane::jit) return "JIT, ran";
    return lane == Lane::ran ? "ran" : launch < 0 ? "no launch" : "open";
}

void draw_mark_of(Ui& ui, float x, float y, TriedMark mark) {
    float u = ui.u, half = 5 * u;
    Rect r{x - half, y - half, x + half, y + half};
    switch (mark) {
        case TriedMark::none: break;
        case TriedMark::plain: fill(ui, r, 2.5f * u, ui.col(Role::text3)); break;
        case TriedMark::good: fill(ui, r, 2.5f * u, ui.col(Role::ok)); break;
        case TriedMark::bad: draw_symbol(ui, Symbol::cross, x, y, 20 * u, Role::error); break;
        case TriedMark::untouched: frame(ui, r, 2.5f * u, 2, ui.col(Role::amber)); break;
        case TriedMark::unknown: ImGui::GetWindowDrawList()->AddCircle({x, y}, 3.5f * u, ui.col(Role::text2), 0, ui.stroke(1.4f)); break;
    }
}

void draw_bar(Ui& ui, const Rect& r, Lane lane) {
    float u = ui.u, part = ui.palette.dark ? 0.85f : 0.75f;
    switch (lane) {
        case Lane::none: dotted(ui, r.x0, r.x1, r.cy(), ui.col(Role::control)); break;
        case Lane::ran: fill(ui, r, 4 * u, ui.tint(Role::panel, Role::ok, part)); break;
        case Lane::jit:
            fill(ui, r, 4 * u, ui.tint(Role::panel, Role::ok, part));
            ImGui::GetWindowDrawList()->AddRectFilled(r.min(), {r.x0 + r.w() * 0.4f, r.y1}, ui.tint(Role::panel, Role::jit, part), 4 * u, ImDrawFlags_RoundCornersLeft);
            break;
        case Lane::refused:
            dashed_frame(ui, r, 3 * u, 1.6f, 5, 3, ui.col(Role::error));
            ImGui::GetWindowDrawList()->AddLine({r.cx() - 4 * u, r.y1 - 3 * u}, {r.cx() + 4 * u, r.y0 + 3 * u}, ui.col(Role::error), ui.stroke(1.6f));
            break;
        case Lane::faulted:
            fill(ui, {r.x0, r.y0, r.cx(), r.y1}, 4 * u, ui.col(Role::error));
            draw_symbol(ui, Symbol::fault, r.x1 - 10 * u, r.cy(), 14 * u, Role::error);
            break;
        case Lane::waiting: frame(ui, r, 4 * u, 1.6f, ui.col(Role::accent)); break;
        case Lane::not_recorded: case Lane::open: dashed_frame(ui, r, 3 * u, 1.4f, 2, 4, ui.col(Role::text2)); break;
    }
}

// Letter: 0 = A, 1 = B, -1 = neither.
bool draw_card(Ui& ui, const Rect& r, const std::string& id, const TriedCard& card, int letter, const std::string& key) {
    float u = ui.u;
    Press state = press(ui, id, r);
    bool on = letter >= 0;
    if (on) fill(ui, r, 12 * u, ui.tint(Role::panel, Role::accent, 0.12f));
    else if (state.hovered) fill(ui, r, 12 * u, ui.tint(Role::panel, Role::text2, 0.14f));
    frame(ui, r, 12 * u, on ? 2.2f : 1.3f, ui.col(on ? Role::accent : Role::control));
    float x = r.x0 + 21 * u, y = r.y0 + 24 * u;
    for (std::size_t i = 0; i < card.marks.size(); ++i) draw_mark_of(ui, x + float(i) * 15 * u, y, card.marks[i]);
    draw_bar(ui, {x + 10 * u, r.y0 + 38 * u, x + 52 * u, r.y0 + 53 * u}, card.lane);
    float tx = r.x0 + 104 * u, cap = key_cap_width(ui, key, 0.73f), end = r.x1 - 10 * u;
    float first = end - (on ? 32 * u : cap > 0 && !on ? cap + 6 * u : 0), second = end - (cap > 0 ? cap + 6 * u : 0);
    text_at(ui, tx, y, Face::mono_medium, fit_factor(ui, Face::mono_medium, 0.82f, 0.60f, card.target, first - tx), Role::text, card.target);
    float sx = tx;
    if (!card.date.empty()) draw_symbol(ui, Symbol::recorded, sx + 8 * u, r.y0 + 48 * u, 16 * u, Role::text2), sx += 22 * u;
    std::string line = card.date.empty() ? card.outcome : card.date;
    if (const std::size_t rest = line.find(", "); rest != std::string::npos && text_width(ui, Face::regular, 0.73f, line) > second - sx) line.erase(0, rest + 2);
    text_at(ui, sx, r.y0 + 48 * u, Face::regular, fit_factor(ui, Face::regular, 0.80f, 0.66f, line, second - sx), Role::text2, line);
    if (on) draw_letter(ui, end - 24 * u, r.y0 + 21 * u, 24 * u, letter);
    key_cap(ui, end, on ? r.y1 - 19 * u : r.cy(), key, Role::text, 0.73f);
    focus_ring(ui, r, 12 * u, state);
    return state.pressed;
}

std::string count_text(std::size_t runs, std::size_t recordings) {
    std::string text = std::to_string(runs) + (runs == 1 ? " run" : " runs");
    if (recordings) text += ", " + std::to_string(recordings) + (recordings == 1 ? " recording" : " recordings");
    return text;
}

// Those played as a run have their card already.
std::vector<const Recording*> recordings_left(const Session& session) {
    const auto& runs = session.tried();
    std::vector<const Recording*> left;
    for (const Recording* one : session.recordings_for_step())
        if (std::none_of(runs.begin(), runs.end(), [&](const Run& run) { return run.origin == one->run.origin && request_hash(run.request) == one->hash; })) left.push_back(one);
    return left;
}

float title_width(const Ui& ui, float width) { return width > 760 * ui.u ? 186 * ui.u : 0; }

}  // namespace

TriedCard tried_card(const Run& run) {
    TriedCard card;
    const auto& calls = run.request.calls;
    int launch = -1;
    for (int i = 0; i < int(calls.size()) && launch < 0; ++i)
        if (calls[i].call == "launch" || calls[i].call == "cudaLaunchCooperativeKernel") launch = i;
    auto judge = [](const Call* call, TriedMark fine) { return !call ? TriedMark::unknown : call->code == 0 ? fine : TriedMark::bad; };
    for (int i = 0; i < (launch < 0 ? int(calls.size()) : launch); ++i) {
        TriedMark one = judge(find_call(run, i), TriedMark::plain);
        if (card.marks[0] == TriedMark::none || one == TriedMark::bad || card.marks[0] == TriedMark::plain) card.marks[0] = one;
    }
    if (launch >= 0) {
        auto code = launch_code(run, launch);
        card.marks[1] = !code ? TriedMark::unknown : *code == 0 ? TriedMark::good : TriedMark::bad;
    }
    for (int i = std::max(0, launch + 1); i < int(calls.size()); ++i) {
        const std::string& name = calls[i].call;
        const Call* call = find_call(run, i);
        if (card.marks[2] == TriedMark::none && (name == "cudaPeekAtLastError" || name == "cudaGetLastError")) card.marks[2] = judge(call, TriedMark::good);
        if (card.marks[3] == TriedMark::none && name == "cudaDeviceSynchronize") card.marks[3] = judge(call, TriedMark::plain);
        if (name != "cudaMemcpy" || card.marks[4] != TriedMark::none) continue;
        const Value* value = find_value(run, i);
        card.marks[4] = !value ? TriedMark::unknown : !value->read || value->words.empty() ? TriedMark::bad : value->words[0] == 0xFFFFFFFFu ? TriedMark::untouched : TriedMark::good;
    }
    bool rule = by_rule(run);
    card.lane = launch < 0 ? Lane::none : rule ? Lane::open : lane(run, launch);
    card.target = images_text(run.request);
    std::string kinds = kinds_text(run);
    card.outcome = (kinds.empty() ? "" : kinds + ", ") + outcome_text(run, card.lane, launch);
    if (run.origin.kind != Origin::Kind::live) card.date = run.origin.date;
    return card;
}

float tried_height(Scene& s, float width) {
    float u = s.ui.u, cards = float(s.session.tried().size() + recordings_left(s.session).size()) * (card_wide + card_gap) * u;
    bool scrolls = cards > width - title_width(s.ui, width) - 38 * u;
    return 92 * u + (scrolls ? 16 * u : 0);               // room for the bar below the cards
}

void draw_tried(Scene& s, const Rect& rect) {
    Ui& ui = s.ui;
    float u = ui.u, left = rect.x0 + 28 * u, title = title_width(ui, rect.w());
    const auto& runs = s.session.tried();
    const auto recordings = recordings_left(s.session);
    panel(ui, rect);
    if (title > 0) {
        text_at(ui, left, rect.y0 + 36 * u, Face::semibold, 0.92f, Role::text, "What you tried");
        text_at(ui, left, rect.y0 + 61 * u, Face::regular, 0.80f, Role::text3, count_text(runs.size(), recordings.size()));
    }
    // Room for the focus ring around the cards; more than fit are scrolled to, and a new one comes into sight.
    Rect area{left + title - 7 * u, rect.y0 + 5 * u, rect.x1 - 10 * u, rect.y1 - 2 * u};
    begin_area(ui, "tried", area, true);
    float x = area.x0 + 7 * u - ImGui::GetScrollX(), y = rect.y0 + 12 * u;
    int shown = shown_index(s.session), other = other_index(s.session);
    auto place = [&] { Rect r{x, y, x + card_wide * u, y + card_tall * u}; x += (card_wide + card_gap) * u; return r; };
    for (int i = 0; i < int(runs.size()); ++i) {
        int letter = i == shown ? 0 : i == other ? 1 : -1;
        if (draw_card(ui, place(), "tried/" + std::to_string(i), tried_card(runs[i]), letter, i < 9 ? "Alt " + std::to_string(i + 1) : ""))
            (ImGui::GetIO().KeyShift ? s.actions.compare_with : s.actions.show_run) = i;
    }
    const Recording* next = recording_beside(s.session);
    for (const Recording* one : recordings) {
        bool beside = s.session.other() == &one->run;
        if (draw_card(ui, place(), "tried/" + one->name, tried_card(one->run), beside ? 1 : -1, beside || one == next ? "L" : ""))
            s.actions.compare_recording = beside ? "" : one->name;
    }
    int* seen = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("count"), 0);
    if (*seen != int(runs.size())) {
        if (shown >= 0) ImGui::SetScrollFromPosX(area.x0 + float(shown) * (card_wide + card_gap) * u - ImGui::GetScrollX() + card_wide / 2 * u - ImGui::GetWindowPos().x, 0.5f);
        *seen = int(runs.size());
    }
    end_area(ui, y + card_tall * u, x);
}

}  // namespace launchlab
