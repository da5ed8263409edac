// Build for: chips by number, without a verdict; what the build holds, and the flag for it.
#include <algorithm>

#include "panels/panels.h"

namespace launchlab {

namespace {

std::string holds(const std::vector<Target>& targets) {
    if (targets.empty()) return "Nothing is chosen. Choose at least one target.";
    bool ptx = false, sass = false;
    for (const Target& t : targets) (t.kind == Kind::ptx ? ptx : sass) = true;
    if (targets.size() == 1) return std::string("is the only image in this build. ") + (ptx ? "No machine code." : "No PTX.");
    std::string list;
    for (const Target& t : targets) list += (list.empty() ? "" : ", ") + to_name(t);
    return std::to_string(targets.size()) + " images in this order: " + list + (ptx && sass ? "." : ptx ? ". No machine code." : ". No PTX.");
}

std::string gencode(const Session& session) {
    std::string line = nvcc_line(session.request(), session.step()->kernel_file);
    if (line.starts_with("nvcc ")) line.erase(0, 5);
    std::string file = " " + session.step()->kernel_file;
    if (line.ends_with(file)) line.erase(line.size() - file.size());
    return line;
}

}  // namespace

namespace {

float lay_targets(Scene& s, const Rect& area, bool draw) {
    Ui& ui = s.ui;
    float u = ui.u, y = area.y0;
    const Toolkit* toolkit = s.session.toolkit();
    const auto& chosen = s.session.choice().targets;
    if (!toolkit) {
        for (const auto& line : wrap(ui, Face::regular, 0.92f, why_nothing_compiles(s.session), area.w())) {
            if (draw) text_at(ui, area.x0, y + 14 * u, Face::regular, 0.92f, Role::text2, line);
            y += 28 * u;
        }
        return y;
    }
    std::vector<Target> offered = offered_targets(*toolkit, s.screen.all_targets);
    for (const Target& t : chosen)
        if (std::find(offered.begin(), offered.end(), t) == offered.end()) offered.push_back(t);
    std::stable_sort(offered.begin(), offered.end(), rises);
    bool narrow = area.w() < 480 * u;
    for (Kind kind : {Kind::sass, Kind::ptx}) {
        if (draw) {
            text_at(ui, area.x0, y + (narrow ? 10 : 12) * u, Face::semibold, 0.92f, Role::text, to_label(kind));
            text_at(ui, narrow ? area.x0 + 58 * u : area.x0, y + (narrow ? 10 : 35) * u, Face::regular, 0.82f, Role::text3, kind == Kind::sass ? "machine code" : "translated");
        }
        if (narrow) y += 28 * u;
        float left = narrow ? area.x0 : area.x0 + 112 * u, x = left;
        for (const Target& t : offered) {
            if (t.kind != kind) continue;
            bool on = std::find(chosen.begin(), chosen.end(), t) != chosen.end();
            std::string name = to_name(t);
            float w = chip_width(ui, name, on);
            if (x + w > area.x1 && x > left) x = left, y += 52 * u;
            if (draw && chip(ui, {x, y, x + w, y + 42 * u}, name, on)) s.actions.toggle = t;
            x += w + 10 * u;
        }
        y += 56 * u;
    }
    return y - 12 * u;
}

}  // namespace

float draw_targets(Scene& s, const Rect& area) { return lay_targets(s, area, true); }

namespace {

// What the build holds, and the flag: on one line where both fit, else below each other.
float draw_build(Scene& s, const Rect& area, bool draw) {
    Ui& ui = s.ui;
    float u = ui.u;
    const auto& targets = s.session.choice().targets;
    std::string words = holds(targets), flag = targets.empty() ? "" : gencode(s.session);
    float lead = 0;
    bool one = targets.size() == 1;
    if (one) lead = badge_width(ui, to_label(targets[0].kind)) + 14 * u + text_width(ui, Face::mono_bold, 0.87f, to_name(targets[0])) + 12 * u;
    auto lines = wrap(ui, Face::regular, 0.87f, words, area.w() - lead);
    float flag_w = text_width(ui, Face::mono, 0.80f, flag);
    bool beside = lines.size() == 1 && lead + text_width(ui, Face::regular, 0.87f, words) + flag_w + 24 * u <= area.w();
    auto flags = beside ? std::vector<std::string>{flag} : wrap(ui, Face::mono, 0.80f, flag, area.w());
    float h = 26 * u * float(lines.size()) + (beside || flag.empty() ? 0 : 26 * u * float(flags.size()));
    if (!draw) return h;
    float y = area.y0 + 13 * u, x = area.x0;
    if (one) {
        float bw = badge_width(ui, to_label(targets[0].kind));
        badge(ui, x, y, bw, to_label(targets[0].kind), false);
        text_at(ui, x + bw + 14 * u, y, Face::mono_bold, 0.87f, Role::text, to_name(targets[0]));
    }
    for (const auto& line : lines) text_at(ui, x + lead, y, Face::regular, 0.87f, Role::text2, line), y += 26 * u;
    if (beside) text_at(ui, area.x1, area.y0 + 13 * u, Face::mono, 0.80f, Role::text2, flag, Align::right);
    else
        for (const auto& line : flags) text_at(ui, x, y, Face::mono, 0.80f, Role::text2, line), y += 26 * u;
    return h;
}

}  // namespace

float draw_targets_and_build(Scene& s, const Rect& area) {
    Ui& ui = s.ui;
    float u = ui.u, y = lay_targets(s, {area.x0, area.y0 + 4 * u, area.x1, area.y1}, true) + 8 * u;
    if (link(ui, area.x1, y + 16 * u, s.screen.all_targets ? "Fewer targets" : "All targets", "T")) s.screen.all_targets = !s.screen.all_targets;
    y += 40 * u;
    h_line(ui, area.x0, area.x1, y, 1, ui.col(Role::line));
    y += 12 * u;
    return y + draw_build(s, {area.x0, y, area.x1, area.y1}, true);
}

float targets_panel_height(Scene& s, float width) {
    float u = s.ui.u, foot = draw_build(s, {0, 0, width - 56 * u, 0}, false) + 30 * u;
    return 60 * u + lay_targets(s, {0, 0, width - 60 * u, 0}, false) + 24 * u + foot;
}

void draw_targets_panel(Scene& s, const Rect& rect) {
    Ui& ui = s.ui;
    float u = ui.u, y = rect.y0 + 34 * u, x = rect.x0 + 28 * u;
    panel(ui, rect);
    float title = x + text_at(ui, x, y, Face::semibold, 1.1f, Role::text, "Build for") + 16 * u;
    float left = 0;
    if (link(ui, rect.x1 - 28 * u, y, s.screen.all_targets ? "Fewer targets" : "All targets", "T", &left)) s.screen.all_targets = !s.screen.all_targets;
    const Toolkit* toolkit = s.session.toolkit();
    std::string offers = toolkit ? "what NVRTC " + toolkit->version + " offers" : "no NVRTC";
    if (title + text_width(ui, Face::regular, 0.87f, offers) < left - 12 * u) text_at(ui, title, same_baseline(ui, y, Face::regular, 0.87f, Face::semibold, 1.1f), Face::regular, 0.87f, Role::text3, offers);
    float foot = draw_build(s, {x, 0, rect.x1 - 28 * u, 0}, false) + 30 * u;
    draw_scrolling(s, "targets", {x - 8 * u, rect.y0 + 60 * u, rect.x1 - 20 * u, rect.y1 - foot - 4 * u}, draw_targets);
    h_line(ui, rect.x0 + 1, rect.x1 - 1, rect.y1 - foot, 1, ui.col(Role::line));
    draw_build(s, {x, rect.y1 - foot + 15 * u, rect.x1 - 28 * u, rect.y1}, true);
}

}  // namespace launchlab
