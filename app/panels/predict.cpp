// The cards of the prediction: at most three calls and one confidence. Nothing here tells which answer is right.
#include <algorithm>

#include "panels/panels.h"
#include "panels/rich.h"

namespace launchlab {

namespace {

const Config& config_asked(const Step& step, const Ask& ask) { return ask.run == 'B' ? step.b : step.a; }

std::string row_name(const Step& step, const Ask& ask) {
    const auto& calls = config_asked(step, ask).calls;
    if (ask.call < 0 || ask.call >= int(calls.size())) return "the call";
    const CallRequest& call = calls[ask.call];
    return ask.value ? call.buffer + "[0]" : call.call == "launch" ? "the launch" : call.call;
}

// A row of choices: side by side where they fit, below each other where not. Returns the pressed one or -1.
int choices(Ui& ui, std::string_view id, float x, float y, float room, const std::vector<std::string>& texts, int chosen, bool mono, float* height) {
    float w = segments_width(ui, texts, mono);
    *height = 48 * ui.u;
    if (w <= room) return segments(ui, id, {x, y, x + w, y + 48 * ui.u}, texts, chosen, mono);
    int answer = -1;
    float widest = 0;
    for (const auto& text : texts) widest = std::max(widest, segments_width(ui, {text}, mono));
    widest = std::min(widest, room);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        Rect r{x, y + 54 * ui.u * float(i), x + widest, y + 54 * ui.u * float(i) + 48 * ui.u};
        if (segments(ui, std::string(id) + std::to_string(i), r, {texts[i]}, int(i) == chosen ? 0 : -1, mono) >= 0) answer = int(i);
    }
    *height = 54 * ui.u * float(texts.size()) - 6 * ui.u;
    return answer;
}

}  // namespace

int first_open(const StepState& state, const Step& step) {
    for (std::size_t i = 0; i < step.ask.size(); ++i) {
        const Answer& a = state.answers[i];
        if (a.choice < 0 || (!step.ask[i].choices[a.choice].because.empty() && a.because < 0)) return int(i);
    }
    return state.confidence ? -1 : int(step.ask.size());
}

namespace {

bool dense(const Ui& ui) { return ui.tall < 920; }

void card_frame(Ui& ui, const Rect& r, bool current) {
    if (current) {
        fill(ui, r, 12 * ui.u, ui.tint(Role::panel, Role::accent, 0.12f));
        frame(ui, {r.x0 - 2 * ui.u, r.y0 - 2 * ui.u, r.x1 + 2 * ui.u, r.y1 + 2 * ui.u}, 14 * ui.u, 2.2f, ui.col(Role::accent));
    } else {
        card(ui, r);
    }
}

float draw_ask(Scene& s, float x0, float x1, float y0, int index, bool current) {
    Ui& ui = s.ui;
    float u = ui.u, x = x0 + 20 * u, room = x1 - x0 - 40 * u;
    const Step& step = *s.session.step();
    const Ask& ask = step.ask[index];
    Answer answer = s.session.state().answers[index];
    const AskChoice* chosen = answer.choice >= 0 && answer.choice < int(ask.choices.size()) ? &ask.choices[answer.choice] : nullptr;
    std::vector<std::string> texts, reasons;
    for (const auto& c : ask.choices) texts.push_back(c.answer);
    if (chosen)
        for (const auto& b : chosen->because) reasons.push_back(b.text);
    // Measured first, so that the card's frame lies under its content.
    std::string name = row_name(step, ask), words = ask.words + (ask.run == 'B' && ask.words.find(" B") == std::string::npos ? " (run B)" : "");
    float name_w = text_width(ui, Face::mono_bold, 0.87f, name), turn = current ? text_width(ui, Face::medium, 0.82f, "your turn") + 16 * u : 0;
    if (name_w + 40 * u + turn > room) turn = 0;          // the frame says it
    bool words_below = name_w + text_width(ui, Face::regular, 0.82f, words) + 46 * u + turn > room;
    bool fits = segments_width(ui, texts, true) <= room;
    float codes_h = (fits ? 48 : 54 * float(texts.size()) - 6) * u;
    float because_x = x + 122 * u - 20 * u, because_room = x1 - 20 * u - because_x;
    bool reasons_below = segments_width(ui, reasons, false) > because_room;
    float reasons_h = reasons.empty() ? 0 : (reasons_below ? (36 + (segments_width(ui, reasons, false) <= room ? 48 : 54 * float(reasons.size()) - 6)) : 48) * u + 24 * u;
    float top = (dense(ui) ? 24 : 32) * u, under_head = (dense(ui) ? 26 : 30) * u, edge = (dense(ui) ? 14 : 22) * u, hook_gap = (dense(ui) ? 16 : 24) * u;
    float h = top + under_head + (words_below ? 24 * u : 0) + edge + codes_h + (reasons_h > 0 ? reasons_h - 24 * u + hook_gap : 0);
    Rect box{x0, y0, x1, y0 + h};
    card_frame(ui, box, current);

    float y = y0 + top;
    bool complete = chosen && (chosen->because.empty() || answer.because >= 0);
    draw_symbol(ui, complete ? Symbol::tick : current ? Symbol::current : Symbol::open, x + 13 * u, y, 19 * u, complete ? Role::text : current ? Role::accent : Role::text2);
    text_at(ui, x + 36 * u, y, Face::mono_bold, fit_factor(ui, Face::mono_bold, 0.87f, 0.70f, name, room - 40 * u - turn), Role::text, name);
    if (turn > 0) text_at(ui, x1 - 20 * u, y, Face::medium, 0.82f, Role::text, "your turn", Align::right);
    float wx = words_below ? x + 36 * u : x + 48 * u + name_w;
    if (words_below) y += 24 * u;
    text_at(ui, wx, y, Face::regular, fit_factor(ui, Face::regular, 0.82f, 0.73f, words, x1 - 20 * u - wx), current ? Role::text : Role::text2, words);
    y += under_head;
    float used = 0;
    int picked = choices(ui, "ask" + std::to_string(index), x, y, room, texts, answer.choice, true, &used);
    bool by_digit = current && s.screen.digit > 0;
    if (by_digit && !chosen && s.screen.digit <= int(texts.size())) picked = s.screen.digit - 1;
    if (picked >= 0) s.actions.predict = Actions::Predicted{index, picked};
    float under = y + used;
    if (!reasons.empty()) {
        float ry = under + hook_gap, bx = because_x;
        float hook = x + 30 * u;
        if (fits && answer.choice >= 0) hook = x + 30 * u;
        v_line(ui, hook, under + 6 * u, ry + (reasons_below ? 12 : 24) * u, 1.5f, ui.col(Role::control));
        h_line(ui, hook, hook + 18 * u, ry + (reasons_below ? 12 : 24) * u, 1.5f, ui.col(Role::control));
        text_at(ui, hook + 28 * u, ry + (reasons_below ? 12 : 24) * u, Face::semibold, 0.82f, Role::text, "because");
        if (reasons_below) bx = x, ry += 36 * u;
        else bx = hook + 28 * u + text_width(ui, Face::semibold, 0.82f, "because") + 16 * u;
        int why = choices(ui, "because" + std::to_string(index), bx, ry, reasons_below ? room : x1 - 16 * u - bx, reasons, answer.because, false, &used);
        if (by_digit && chosen && answer.because < 0 && s.screen.digit <= int(reasons.size())) why = s.screen.digit - 1;
        if (why >= 0) s.actions.because = Actions::Reasoned{index, why};
    }
    return h;
}

float draw_confidence(Scene& s, float x0, float x1, float y0, bool current) {
    Ui& ui = s.ui;
    float u = ui.u, x = x0 + 20 * u;
    std::vector<std::string> words{"guess", "fairly", "sure"};
    const auto& confidence = s.session.state().confidence;
    float room = x1 - x0 - 40 * u, w = std::min(room, std::max(segments_width(ui, words, false), 280 * u));
    bool below = w + text_width(ui, Face::semibold, 0.92f, "How sure?") + 60 * u > room;
    Rect box{x0, y0, x1, y0 + (below ? 120 : dense(ui) ? 72 : 84) * u};
    card_frame(ui, box, current);
    float y = below ? y0 + 30 * u : box.cy();
    draw_symbol(ui, confidence ? Symbol::tick : current ? Symbol::current : Symbol::open, x + 13 * u, y, 19 * u, confidence ? Role::text : current ? Role::accent : Role::text2);
    text_at(ui, x + 36 * u, y, Face::semibold, 0.92f, Role::text, "How sure?");
    float sx = below ? x : x1 - 20 * u - w, sw = w, sy = below ? y0 + 54 * u : box.cy() - 24 * u;
    int picked = segments(ui, "sure", {sx, sy, sx + sw, sy + 48 * u}, words, confidence ? int(*confidence) : -1, false);
    if (current && s.screen.digit > 0 && s.screen.digit <= 3) picked = s.screen.digit - 1;
    if (picked >= 0) s.actions.confidence = Confidence(picked);
    return box.h();
}

// Calls before the launch tell nothing and are given; the rest is seen in the run.
float draw_others(Scene& s, float x0, float x1, float y) {
    Ui& ui = s.ui;
    float u = ui.u;
    const Step& step = *s.session.step();
    char which = asked_config(step);
    const auto& calls = (which == 'B' ? step.b : step.a).calls;
    std::vector<std::string> given, later;
    bool launched = false;
    for (int i = 0; i < int(calls.size()); ++i) {
        launched = launched || calls[i].call == "launch";
        bool asked = std::any_of(step.ask.begin(), step.ask.end(), [&](const Ask& a) { return a.call == i && !a.value; });
        if (asked || calls[i].call == "launch") continue;
        (launched ? later : given).push_back(calls[i].call);
    }
    auto row = [&](const char* head, const std::vector<std::string>& names, const char* code, const char* after) {
        if (names.empty()) return;
        label(ui, x0, y, head);
        float x = x0 + 84 * u;
        for (const std::string& name : names) {
            float w = text_width(ui, Face::mono, 0.78f, name) + (*code ? 24 * u : 0) + 22 * u;
            if (x + w > x1 && x > x0 + 84 * u) x = x0 + 84 * u, y += 28 * u;
            float at = x + text_at(ui, x, y, Face::mono, 0.78f, Role::text2, name);
            if (*code) text_at(ui, at + 10 * u, y, Face::mono_bold, 0.78f, Role::text, code);
            x += w;
        }
        if (*after && x + text_width(ui, Face::regular, 0.78f, after) <= x1) text_at(ui, x, y, Face::regular, 0.78f, Role::text2, after);
        y += 36 * u;
    };
    row("GIVEN", given, "0", "");
    row("LATER", later, "", "not asked; you see it in the run");
    return y;
}

}  // namespace

float draw_predict_cards(Scene& s, const Rect& area) {
    float u = s.ui.u, y = area.y0 + draw_again(s, area.x0, area.x1, area.y0);
    const Step& step = *s.session.step();
    int open = first_open(s.session.state(), step);
    if (s.screen.to_top) ImGui::SetScrollY(0);
    // Wide and low: two cards side by side.
    int cards = int(step.ask.size()) + (step.ask.empty() ? 0 : 1), across = area.w() >= 780 * u ? 2 : 1;
    float gap = 14 * u, w = (area.w() - gap * float(across - 1)) / float(across);
    for (int i = 0; i < cards; i += across) {
        float tallest = 0, row = y;
        for (int j = i; j < std::min(cards, i + across); ++j) {
            float x = area.x0 + float(j - i) * (w + gap);
            float h = j < int(step.ask.size()) ? draw_ask(s, x, x + w, row, j, j == open) : draw_confidence(s, x, x + w, row, j == open);
            tallest = std::max(tallest, h);
            // The one whose turn it is comes into view once.
            if (j == open && s.screen.turn_shown != open) {
                ImVec2 top = ImGui::GetWindowPos();
                float bottom = top.y + ImGui::GetWindowHeight();
                if (open < across && (row < top.y || row + h > bottom)) ImGui::SetScrollFromPosY(area.y0 - 48 * u - top.y, 0);       // with the title above it
                else if (row < top.y || row + h > bottom) ImGui::SetScrollFromPosY(row - top.y, 0.1f);
                s.screen.turn_shown = open;
            }
        }
        y += tallest + gap;
    }
    y = draw_others(s, area.x0, area.x1, y + (dense(s.ui) ? 8 : 20) * u) - 24 * u;
    if (s.screen.hint_early) y += rich_text(s.ui, area.x0, y + 8 * u, area.w(), "Hints come with the run. Here a guess is as good as knowing.", {0.87f, Role::text2, 1.5f}) + 8 * u;
    return y;
}

}  // namespace launchlab
