// Your predictions beside what was measured, and the reply to each: by answer and by confidence, naming its row. The replies
// wait for the observation, since they explain.
#include <algorithm>

#include "panels/compare.h"
#include "panels/panels.h"
#include "panels/rich.h"

namespace launchlab {

namespace {

// The runs on screen: the one on show and, in a comparison, the one beside it.
std::vector<Compared> compared(const Scene& s) {
    const Session& session = s.session;
    const Run* run = session.run();
    if (!run || !session.step() || session.state().skipped) return {};
    std::vector<Compared> out = compare(session.state(), *session.step(), *run);
    if (!s.screen.compare || !session.other()) return out;
    std::vector<Compared> beside = compare(session.state(), *session.step(), *session.other());
    for (std::size_t i = 0; i < out.size(); ++i)
        if (out[i].measured.empty()) out[i] = beside[i];
    return out;
}

struct Count { int same = 0, told = 0, open = 0; };
Count count_of(const std::vector<Compared>& all) {
    Count out;
    for (const Compared& c : all) out.same += c.match == Match::same, out.told += c.match != Match::open, out.open += c.match == Match::open && !c.predicted.empty();
    return out;
}

// Why nothing is compared; "" where something is.
std::string why_open(const Scene& s, const Count& count) {
    const Session& session = s.session;
    const Step& step = *session.step();
    if (session.state().skipped) return "Skipped for presenting, and kept as skipped.";
    if (step.ask.empty()) return "This step asked for none.";
    const Run* run = session.run();
    if (!run) return "They are kept. Run the step to set them beside the measurement.";
    if (!run->done) return "They are compared when the run has ended.";
    if (run->done->how != "finished") return "They are kept. This run ended before it could be compared.";
    if (count.told > 0) return "";
    std::string asked(1, asked_config(step));
    if (shows_changed_build(session)) return "You predicted run " + asked + " as shipped. The build or the kernel on show is changed, so nothing is compared.";
    if (shows_rule(session)) return "They stay open: the rule was asked, nothing was measured.";
    if (!s.screen.compare && shipped_config_of(step, *run) != asked_config(step)) return "They are about run " + asked + ". Compare shows it beside this one.";
    return "This run shows none of the rows that you predicted.";
}

// The answers stay with the card that they were given for.
std::string other_card(const Session& session) {
    const std::string card = session.predicted_for();
    const Run* run = session.run();
    return card.empty() || !run || run->origin.gpu.empty() || run->origin.gpu == card ? "" : "You predicted for " + card + "; this run is of " + run->origin.gpu + ". ";
}

std::string open_words(const Count& count) { return std::to_string(count.open) + (count.open == 1 ? " stays open: this run does not show it." : " stay open: this run does not show them."); }

// A prediction that differs: name, what was said, what came.
float draw_differing(Ui& ui, float x, float y, float w, const std::string& name, const Compared& c) {
    float u = ui.u;
    float values = text_width(ui, Face::mono_bold, 0.80f, c.predicted) + text_width(ui, Face::mono_bold, 0.80f, c.measured) + 44 * u;
    bool two = text_width(ui, Face::mono_medium, 0.80f, name) + values + 68 * u > w;
    Rect r{x, y, x + w, y + (two ? 76 : 48) * u};
    card(ui, r, Role::raised, 10);
    float cy = y + 24 * u;
    draw_symbol(ui, Symbol::differs, x + 20 * u, cy, 17 * u, Role::amber);
    text_at(ui, x + 40 * u, cy, Face::mono_medium, fit_factor(ui, Face::mono_medium, 0.80f, 0.65f, name, w - 54 * u), Role::text, name);
    if (two) cy += 28 * u;
    float vx = r.x1 - 16 * u;
    vx -= text_at(ui, vx, cy, Face::mono_bold, 0.80f, Role::text, c.measured, Align::right) + 14 * u;
    draw_symbol(ui, Symbol::chevron_right, vx, cy, 14 * u, Role::text2);
    vx -= 14 * u;
    float pw = text_at(ui, vx, cy, Face::mono_bold, 0.80f, Role::text2, c.predicted, Align::right);
    if (c.predicted.size() > 1) h_line(ui, vx - pw - 2 * u, vx + 2 * u, cy, 1.5f, ui.col(Role::text2));     // one digit would be lost below it
    return r.h() + 10 * u;
}

// One reply a row; rows with the same reply share it.
float draw_replies(Scene& s, float x, float y0, float w, const std::vector<Compared>& all) {
    Ui& ui = s.ui;
    float u = ui.u, y = y0;
    const Step& step = *s.session.step();
    const StepState& state = s.session.state();
    if (state.phase < Phase::explain) return rich_text(ui, x, y, w, "What to make of them comes when you have said what you saw.", {0.87f, Role::text2, 1.5f});
    bool offer_twin = false;
    std::vector<std::pair<std::string, std::string>> said;       // rows, words
    for (const Compared& c : all) {
        std::string words = reply(state, step, s.session.course(), c), name = ask_name(step, step.ask[c.ask]);
        offer_twin = offer_twin || (state.confidence == Confidence::sure && missed(state, step, c));
        if (words.empty()) continue;
        auto known = std::find_if(said.begin(), said.end(), [&](const auto& one) { return one.second == words; });
        if (known == said.end()) said.push_back({name, words});
        else known->first += ", " + name;
    }
    for (const auto& [rows, words] : said) {
        bool names_itself = words.rfind(rows, 0) == 0;
        y += rich_text(ui, x, y, w, (names_itself ? "" : "`" + rows + "`: ") + filled(s.session, words), {0.92f, Role::text2, 1.5f}) + 12 * u;
    }
    if (offer_twin && !s.screen.compare) {
        y += 4 * u;
        std::string text = "See A and B beside each other";
        if (button_width(ui, text, "C") > w) text = "Compare A and B";
        if (button(ui, {x, y, x + std::min(w, button_width(ui, text, "C")), y + 46 * u}, text, "C")) enter_compare(s);
        y += 56 * u;
    }
    return y - y0;
}

}  // namespace

float draw_your_predictions(Scene& s, const Rect& area) {
    Ui& ui = s.ui;
    float u = ui.u, y = area.y0 + 12 * u, x = area.x0, w = area.w();
    const Step& step = *s.session.step();
    text_at(ui, x, y, Face::semibold, 1.1f, Role::text, "Your predictions");
    y += 24 * u;
    auto all = compared(s);
    Count count = count_of(all);
    if (std::string why = why_open(s, count); !why.empty()) return y + rich_text(ui, x, y, w, why, {0.92f, Role::text2, 1.5f});
    y += 34 * u;
    float nw = text_at(ui, x, y, Face::display, 2.7f, Role::text, std::to_string(count.same));
    text_at(ui, x + nw + 16 * u, y + 8 * u, Face::regular, 0.96f, Role::text2, "of " + std::to_string(count.told) + " as measured");
    y += 44 * u;
    if (std::string words = other_card(s.session); !words.empty()) y += rich_text(ui, x, y, w, words, {0.92f, Role::text, 1.5f}) + 8 * u;
    for (const Compared& c : all)
        if (c.match == Match::differs) y += draw_differing(ui, x, y, w, ask_name(step, step.ask[c.ask]), c);
    if (count.open) y += rich_text(ui, x, y, w, open_words(count), {0.87f, Role::text2, 1.5f}) + 6 * u;
    y += 6 * u;
    return y + draw_replies(s, x, y, w, all);
}

// The same in a few lines, for a panel that holds more than this.
float draw_predictions_line(Scene& s, float x, float y0, float w) {
    Ui& ui = s.ui;
    float u = ui.u, y = y0;
    auto all = compared(s);
    Count count = count_of(all);
    std::string why = why_open(s, count);
    if (s.session.step()->ask.empty()) return 0;
    std::string line = why.empty() ? other_card(s.session) + std::to_string(count.same) + " of " + std::to_string(count.told) + " as measured." : why;
    if (why.empty() && count.open) line += " " + open_words(count);
    y += rich_text(ui, x, y, w, "**Your predictions.** " + line, {0.92f, Role::text2, 1.5f}) + 10 * u;
    if (why.empty()) y += draw_replies(s, x, y, w, all);
    return y - y0;
}

}  // namespace launchlab
