// Image choice: what the build offers, what the card takes, why each image was passed over, and the one button that mends it.
#include <algorithm>

#include "core/codes.h"
#include "panels/panels.h"

namespace launchlab {

namespace {

struct Fate { Symbol symbol; Role role; std::string word; };

Fate fate_of(const Run& run, int image, bool rule) {
    const Verdict& verdict = run.rule;
    int taken = verdict.taken;
    bool measured = false;
    for (const Taken& t : run.taken)
        if (t.unit == 0) taken = t.image, measured = true;
    bool is_taken = image == taken;
    bool fits = image < int(verdict.reasons.size()) && verdict.reasons[image].fits;
    if (is_taken) return {rule ? Symbol::tick : measured ? Symbol::ok : Symbol::tick, rule || !measured ? Role::text2 : Role::ok, measured && !rule ? "taken" : "taken, by rule"};
    if (fits) return {Symbol::empty, Role::text2, "fits, not needed"};
    if (rule) return {Symbol::cross, Role::text2, "does not fit"};
    return {Symbol::refused, Role::error, "rejected"};
}

std::string takes_sass(const Session& session, const Gpu& card) {
    std::string list;
    const Toolkit* toolkit = session.toolkit();
    if (toolkit)
        for (const std::string& arch : toolkit->targets)
            if (auto t = parse_arch(Kind::sass, arch); t && !t->suffix && fits(*t, card)) list += (list.empty() ? "" : ", ") + to_name(*t);
    return "SASS " + (list.empty() ? sm_text(card.capability) : list);
}

float row_height(Ui& ui, float width, const std::string& text) { return (54 + 24 * float(wrap(ui, Face::regular, 0.87f, text, width - 32 * ui.u).size())) * ui.u; }

float draw_row(Ui& ui, float x, float y, float width, Kind kind, const std::string& name, const Fate& fate, const std::string& reason, bool absent) {
    float u = ui.u;
    auto lines = wrap(ui, Face::regular, 0.87f, reason, width - 32 * u);
    Rect r{x, y, x + width, y + row_height(ui, width, reason) - 8 * u};
    card(ui, r);
    float bw = badge_width(ui, to_label(kind)), my = y + 27 * u;
    badge(ui, x + 16 * u, my, bw, to_label(kind), absent);
    float word = text_width(ui, Face::semibold, 0.92f, fate.word);
    float room = width - bw - word - 92 * u;
    Face face = absent ? Face::regular : Face::mono_bold;
    text_at(ui, x + bw + 30 * u, my, face, fit_factor(ui, face, 0.91f, 0.70f, name, room), absent ? Role::text2 : Role::text, name);
    text_at(ui, r.x1 - 16 * u, my, Face::semibold, 0.92f, fate.role, fate.word, Align::right);
    draw_symbol(ui, fate.symbol, r.x1 - 16 * u - word - 20 * u, my, symbol_size(ui, 1.0f), fate.role);
    float ty = y + 55 * u;
    for (const auto& line : lines) text_at(ui, x + 16 * u, ty, Face::regular, 0.87f, Role::text2, line), ty += 24 * u;
    return r.h() + 8 * u;
}

}  // namespace

float draw_images(Scene& s, const Rect& area) {
    Ui& ui = s.ui;
    float u = ui.u, x = area.x0, w = area.w(), y = area.y0;
    const Run* run = s.session.run();
    Gpu card_of_run;                                       // the verdict is about the run on show
    if (const Gpu* judged = s.session.judged_card()) card_of_run = *judged;
    if (run && !run->origin.gpu.empty()) card_of_run.name = run->origin.gpu, card_of_run.capability = run->origin.capability;
    const Gpu* card_now = card_of_run.name.empty() ? nullptr : &card_of_run;
    bool rule = shows_rule(s.session);
    if (!run || run->request.units.empty()) {
        for (const auto& line : wrap(ui, Face::regular, 0.92f, "Nothing was built yet. Run the step, then this shows which image the card took and why.", w))
            text_at(ui, x, y + 14 * u, Face::regular, 0.92f, Role::text2, line), y += 28 * u;
        return y;
    }
    const auto& images = run->request.units[0].images;
    bool sass = false, ptx = false;
    for (std::size_t i = 0; i < images.size(); ++i) {
        (images[i].kind == Kind::sass ? sass : ptx) = true;
        std::string reason = i < run->rule.reasons.size() ? run->rule.reasons[i].text : "";
        bool compiled = true;
        for (const Compiled& c : run->compiled)
            if (c.unit == 0 && c.image == int(i) && c.code != 0) compiled = false, reason = "NVRTC answered " + std::to_string(c.code) + ", " + c.name + ". No image was built.";
        auto target = parse_arch(images[i].kind, images[i].arch);
        std::string name = target ? to_name(*target) : images[i].arch;
        if (!images[i].edit.empty()) name += ", edited: " + images[i].edit;
        Fate fate = compiled ? fate_of(*run, int(i), rule) : Fate{Symbol::trouble, Role::amber, "not built"};
        y += draw_row(ui, x, y, w, images[i].kind, name, fate, reason, false);
    }
    if (!ptx) y += draw_row(ui, x, y, w, Kind::ptx, "none in this build", {Symbol::empty, Role::text2, "not offered"}, "Nothing the driver could translate.", true);
    if (!sass) y += draw_row(ui, x, y, w, Kind::sass, "none in this build", {Symbol::empty, Role::text2, "not offered"}, "No machine code: the driver has to translate PTX.", true);

    if (card_now) {
        y += 8 * u;
        std::string lead = "Card " + sm_text(card_now->capability) + " takes";
        float at = x + text_at(ui, x, y + 12 * u, Face::regular, 0.87f, Role::text2, lead) + 14 * u;
        for (const std::string& takes : {takes_sass(s.session, *card_now), "PTX up to compute_" + to_arch(Target{Kind::ptx, card_now->capability, 0})}) {
            auto parts = wrap(ui, Face::medium, 0.82f, takes, w - 28 * u);
            float pw = 0;
            for (const auto& part : parts) pw = std::max(pw, text_width(ui, Face::medium, 0.82f, part) + 26 * u);
            if (at + pw > x + w) at = x, y += 38 * u;
            float ph = (8 + 22 * float(parts.size())) * u;
            fill(ui, {at, y - 3 * u, at + pw, y - 3 * u + ph}, 15 * u, ui.col(Role::raised));
            float py = y + 12 * u;
            for (const auto& part : parts) text_at(ui, at + 13 * u, py, Face::medium, 0.82f, Role::text, part), py += 22 * u;
            at += pw + 10 * u;
            y += ph - 30 * u;
        }
        y += 38 * u;
    }
    float at = x;
    if (s.session.judged_card() && offers_fix(s.session)) {
        std::string text = "Build for this card (" + own_target_text(s.session) + "), run again";
        float bw = std::min(w, button_width(ui, text, "B"));
        if (button(ui, {x, y, x + bw, y + 46 * u}, text, "B")) s.actions.build_for_card = true;
        at = x + bw + 18 * u;
    }
    auto agreed = rule ? std::nullopt : agrees(*run);
    if (agreed && *agreed) {
        std::string text = "as by rule";
        if (at + 26 * u + text_width(ui, Face::regular, 0.87f, text) > x + w) at = x, y += 52 * u;
        draw_symbol(ui, Symbol::same, at + 8 * u, y + 23 * u, 16 * u, Role::text2);
        text_at(ui, at + 26 * u, y + 23 * u, Face::regular, 0.87f, Role::text2, text);
        at += 1;
    }
    return at > x ? y + 46 * u : y;
}

}  // namespace launchlab
