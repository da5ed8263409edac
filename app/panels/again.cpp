// The question that comes back: one that was missed though sure, asked again at the start of a later step. Quiet, and gone when
// it is closed or the step is run; nothing waits for it.
#include <algorithm>

#include "panels/panels.h"
#include "panels/rich.h"

namespace launchlab {

namespace {

// "It returned 0: nothing was queued." and the reply to what was believed then.
std::string answer_text(const Session& session, const Again& again) {
    const Ask& ask = again.of->ask[std::size_t(again.ask)];
    const AskChoice* right = right_choice(ask);
    if (!right) return "";
    std::string out = std::string(ask.value ? "It reads **" : "It returns **") + right->answer + "**";
    for (const auto& because : right->because)
        if (because.misconception.empty()) { out += ": " + because.text; break; }
    out += ".";
    auto kept = session.progress().steps.find(again.of->id);
    if (kept == session.progress().steps.end() || std::size_t(again.ask) >= kept->second.answers.size()) return out;
    const Answer& given = kept->second.answers[std::size_t(again.ask)];
    if (given.choice < 0 || given.choice >= int(ask.choices.size())) return out;
    const AskChoice& chosen = ask.choices[std::size_t(given.choice)];
    std::string id = chosen.misconception;
    if (given.because >= 0 && given.because < int(chosen.because.size())) id = chosen.because[std::size_t(given.because)].misconception;
    auto known = session.course().misconceptions.find(id);
    return known == session.course().misconceptions.end() ? out : out + " " + known->second.reply;
}

}  // namespace

float draw_again(Scene& s, float x0, float x1, float y0) {
    const auto again = s.session.again();
    if (!again) return 0;
    Ui& ui = s.ui;
    ScreenState& screen = s.screen;
    const Ask& ask = again->of->ask[std::size_t(again->ask)];
    float u = ui.u, x = x0 + 20 * u, room = x1 - x0 - 40 * u;
    if (screen.bring_question) ImGui::SetScrollY(0);
    bool names_run = ask.words.find(std::string("in ") + ask.run) != std::string::npos;
    std::string question = "From \"" + again->of->title + "\"" + (names_run ? "" : std::string(", run ") + ask.run) + ": `" + ask_name(*again->of, ask) + "` " + ask.words + " ...";
    std::string answer = screen.again_open ? answer_text(s.session, *again) : "";
    std::vector<std::string> texts;
    for (const auto& choice : ask.choices) texts.push_back(choice.answer);
    bool one_line = segments_width(ui, texts, true) <= room;
    RichStyle asked{0.87f, Role::text2, 1.45f}, told{0.87f, Role::text2, 1.5f};
    float codes = (one_line ? 48 : 54 * float(texts.size()) - 6) * u;
    float h = 50 * u + rich_height(ui, room, question, asked) + 10 * u + codes + 12 * u + (answer.empty() ? 0 : rich_height(ui, room, answer, told) + 8 * u) + 44 * u;
    Rect box{x0, y0, x1, y0 + h};
    frame(ui, box, 12 * u, 1, ui.col(Role::line));
    float y = y0 + 28 * u;
    draw_symbol(ui, Symbol::question, x + 11 * u, y, 20 * u, Role::text2);
    text_at(ui, x + 32 * u, y, Face::semibold, 0.82f, Role::text, wrap(ui, Face::semibold, 0.82f, "Asked again, because you were sure", room - 32 * u).size() > 1 ? "Asked again" : "Asked again, because you were sure");
    y += 22 * u;
    y += rich_text(ui, x, y, room, question, asked) + 10 * u;
    if (one_line) {
        int picked = segments(ui, "again", {x, y, x + segments_width(ui, texts, true), y + 48 * u}, texts, screen.again_choice, true);
        if (picked >= 0) screen.again_choice = picked;
    } else {
        for (std::size_t i = 0; i < texts.size(); ++i) {
            Rect r{x, y + 54 * u * float(i), x + room, y + 54 * u * float(i) + 48 * u};
            if (segments(ui, "again" + std::to_string(i), r, {texts[i]}, screen.again_choice == int(i) ? 0 : -1, true) >= 0) screen.again_choice = int(i);
        }
    }
    y += codes + 12 * u;
    if (!answer.empty()) y += rich_text(ui, x, y, room, answer, told) + 8 * u;
    std::string text = screen.again_open ? "Close" : "Show the answer";
    float w = text_width(ui, Face::medium, 0.87f, text) + key_cap_width(ui, "A") + 12 * u;
    if (link(ui, x + w + 4 * u, y + 14 * u, text, "A")) turn_again(s);
    return h + 20 * u;
}

void turn_again(Scene& s) {
    if (!s.session.again()) return;
    s.screen.bring_question = !s.screen.again_open;
    if (s.screen.again_open) s.actions.asked_again = true, s.screen.again_open = false, s.screen.again_choice = -1;
    else s.screen.again_open = true;
}

}  // namespace launchlab
