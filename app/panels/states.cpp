// The result, or the state that stands in its place: not run yet, did not compile; and the troubles of the app itself.
#include <algorithm>
#include <cmath>

#include "core/codes.h"
#include "panels/panels.h"
#include "panels/rich.h"

namespace launchlab {

namespace {

std::string stage_text(const Run& run) {
    std::string target;
    for (const auto& unit : run.request.units)
        for (const auto& image : unit.images)
            if (auto t = parse_arch(image.kind, image.arch); t && target.size() < 30) target += (target.empty() ? "" : ", ") + to_name(*t);
    if (run.stage == "compile") return "Compiling for " + (run.stage_detail.empty() ? target : run.stage_detail);
    if (run.stage == "bundle") return "Packing the images";
    if (run.stage == "register") return "Registering the images";
    if (run.stage == "launch") return "Making the calls";
    if (run.stage == "wait") return "Waiting for the sync";
    return "Starting";
}

std::string built_for(const Run& run) {
    std::string list;
    for (const auto& unit : run.request.units)
        for (const auto& image : unit.images) {
            auto t = parse_arch(image.kind, image.arch);
            list += (list.empty() ? "" : ", ") + (t ? to_name(*t) : image.arch);
        }
    return list.empty() ? "built for nothing" : "built for " + list;
}

Foot foot_of(const Scene& s, const Run& run) {
    const Session& session = s.session;
    Foot foot;
    const Origin& o = run.origin;
    if (!run.done) {
        char text[64];
        double seconds = std::max(0.0, ImGui::GetTime() - s.screen.running_since);
        std::snprintf(text, sizeof text, "%.1f s of %.0f s", seconds, run.request.limit_ms / 1000.0);
        foot.symbol = Symbol::turning, foot.lead = stage_text(run), foot.parts = {text};
        foot.other = "Stop", foot.key = "Esc";
        return foot;
    }
    const Provenance from = provenance_of(session, run);
    foot.symbol = from.symbol, foot.lead = from.lead;
    if (!from.card.empty()) foot.parts.push_back(from.card);
    if (!o.driver.empty()) foot.parts.push_back("driver " + o.driver);
    std::string cuda = !o.runtime.empty() ? o.runtime : run.request.toolkit;
    if (!cuda.empty()) foot.parts.push_back("CUDA " + cuda);
    foot.parts.push_back(built_for(run));
    foot.note = o.note;
    if (!session.choice().recording.empty()) {
        foot.other = session.hello() && !session.hello()->gpus.empty() ? "Back to the live card" : "Close the recording";
    } else if (const Recording* offer = recording_to_offer(session)) {
        foot.other = o.gpu == offer->run.origin.gpu ? "See the recording of " + offer->run.origin.date : "See " + offer->run.origin.gpu + ", recorded " + offer->run.origin.date;
    }
    return foot;
}

std::string outcome_text(int code) { return code == 0 ? "`0`, the kernel starts" : "`" + std::to_string(code) + "`, " + std::string(word_of(code)); }

std::vector<Banner> banners_of(const Session& session, const Run& run) {
    std::vector<Banner> banners;
    if (!shows_rule(session)) {
        if (auto same = agrees(run); same && !*same) {
            int measured = 0;
            for (int i = 0; i < int(run.request.calls.size()); ++i)
                if (run.request.calls[i].call == "launch")
                    if (auto code = launch_code(run, i)) { measured = *code; break; }
            std::string more = run.rule.code == measured ? " Another image was taken than the rule says." : "";
            banners.push_back({Symbol::unsure, "Rule and card differ.", "By rule: " + outcome_text(run.rule.code) + ". Measured: " + outcome_text(measured) + "." + more});
        }
    }
    if (run.done && run.done->how != "finished" && run.done->how != "compile") {
        std::string title = run.done->how == "cancelled" ? "The run was stopped." : run.done->how == "refused" ? "The run could not start." : "The run ended early.";
        banners.push_back({Symbol::trouble, title, run.done->text + (run.calls.empty() ? "" : " The calls made so far are kept.")});
    }
    return banners;
}

bool did_not_compile(const Run& run) {
    return std::any_of(run.compiled.begin(), run.compiled.end(), [](const Compiled& c) { return c.code != 0; }) && run.calls.empty() && run.done;
}

void draw_log(Scene& s, const Rect& rect, const Run& run) {
    Ui& ui = s.ui;
    float u = ui.u;
    panel(ui, rect);
    float x = rect.x0 + 28 * u, y = rect.y0 + 34 * u;
    draw_symbol(ui, Symbol::trouble, x + 11 * u, y, 22 * u, Role::amber);
    text_at(ui, x + 36 * u, y, Face::semibold, 1.1f, Role::text, "It did not compile, so nothing was launched");
    y += 34 * u;
    for (const Compiled& c : run.compiled) {
        if (c.code == 0) continue;
        auto target = parse_arch(c.kind, c.arch);
        text_at(ui, x, y, Face::regular, 0.92f, Role::text2, "NVRTC for " + (target ? to_name(*target) : c.arch) + " answered " + std::to_string(c.code) + ", " + c.name + ".");
        break;
    }
    std::string log;
    for (const Compiled& c : run.compiled)
        if (c.code != 0) log += (c.log.empty() ? "No log came with it." : c.log) + "\n";
    Rect sheet{x, y + 24 * u, rect.x1 - 28 * u, rect.y1 - 20 * u};
    card(ui, sheet, Role::sunk, 10);
    begin_area(ui, "log", sheet.inset(4 * u));
    // Only the lines in sight are laid out: a log may be megabytes.
    float pitch = ui.size(0.82f) * 1.5f, top = sheet.y0 + 10 * u - ImGui::GetScrollY(), room = sheet.w() - 40 * u;
    std::size_t width = std::max<std::size_t>(8, std::size_t(room / text_width(ui, Face::mono, 0.82f, "0")));
    float ly = top;
    for (std::size_t at = 0; at < log.size();) {
        std::size_t end = std::min(log.find('\n', at), log.size());
        for (std::size_t from = at; from < end || from == at; from += width) {
            if (ly > sheet.y0 - pitch && ly < sheet.y1) {
                std::string_view line = std::string_view(log).substr(from, std::min(width, end - from));
                bool error = std::string_view(log).substr(at, end - at).find("error") != std::string_view::npos;
                text_at(ui, sheet.x0 + 14 * u, ly + pitch / 2, error ? Face::mono_bold : Face::mono, 0.82f, Role::text, line);
            }
            ly += pitch;
            if (from + width >= end) break;
        }
        at = end + 1;
    }
    end_area(ui, ly + 8 * u);
}

}  // namespace

bool draw_state(Ui& ui, const Rect& rect, Symbol symbol, const std::string& title, const std::string& sentence, const std::string& button_text, const std::string& key) {
    float u = ui.u, x = rect.x0 + 28 * u, w = rect.w() - 56 * u;
    panel(ui, rect);
    float body = rich_height(ui, std::min(w, 760 * u), sentence, {0.96f, Role::text2, 1.55f});
    float y = rect.y0 + std::max(28 * u, (rect.h() - body - 130 * u) / 2) + 14 * u;
    draw_symbol(ui, symbol, x + 15 * u, y, 30 * u, symbol == Symbol::empty ? Role::text2 : role_of(symbol));
    text_at(ui, x + 46 * u, y, Face::display, fit_factor(ui, Face::display, 1.5f, 1.0f, title, w - 46 * u), Role::text, title);
    y += 30 * u;
    y += rich_text(ui, x, y, std::min(w, 760 * u), sentence, {0.96f, Role::text2, 1.55f}) + 20 * u;
    if (button_text.empty()) return false;
    return button(ui, {x, y, x + std::min(w, button_width(ui, button_text, key)), y + 46 * u}, button_text, key);
}

float result_height(Scene& s, float width) {
    const Run* run = s.session.run();
    if (!run || did_not_compile(*run)) return std::max(300.0f, 420 * s.ui.u);
    Timeline t = timeline_of(s.session);
    Form form = form_for(s.ui, t, width);
    return timeline_height(s.ui, t, form, width, foot_of(s, *run), banners_of(s.session, *run));
}

void draw_result(Scene& s, const Rect& rect) {
    const Run* run = s.session.run();
    if (!run) {
        Absent absent = absent_of(s.session);
        if (draw_state(s.ui, rect, absent.symbol, absent.title, absent.sentence, absent.button, absent.key)) do_absent(s, absent.does);
        return;
    }
    if (!run->done && s.screen.running_id != run->request.id) s.screen.running_id = run->request.id, s.screen.running_since = ImGui::GetTime();
    if (did_not_compile(*run)) return draw_log(s, rect, *run);
    Timeline t = timeline_of(s.session);
    Form form = form_for(s.ui, t, rect.w());
    Foot foot = foot_of(s, *run);
    if (!draw_timeline(s.ui, rect, t, form, foot, banners_of(s.session, *run))) return;
    if (foot.key == "Esc") s.actions.cancel = true;
    else if (!s.session.choice().recording.empty()) s.actions.recording = "";
    else if (const Recording* offer = recording_to_offer(s.session)) s.actions.recording = offer->name;
}

namespace {
constexpr std::size_t shown_troubles = 2;

struct TroubleLines { std::vector<std::string> lines; bool restart = false, calm = false; };   // calm: only a change of the card
TroubleLines trouble_lines(Scene& s, float width) {
    TroubleLines out;
    std::vector<std::string> texts;
    std::string change = s.screen.first.open ? "" : card_change_text(s.session);
    if (!s.ui.fonts.trouble.empty()) texts.push_back(s.ui.fonts.trouble);
    for (const Error& error : s.session.troubles()) {
        texts.push_back(error.text());
        out.restart = out.restart || error.where == "runner";
    }
    out.calm = texts.empty();
    std::size_t more = texts.size() > shown_troubles ? texts.size() - shown_troubles : 0;
    if (more) texts.resize(shown_troubles);
    if (more) texts.back() += " (" + std::to_string(more) + " more: launchlab doctor lists them.)";
    if (!change.empty()) texts.insert(texts.begin(), change);
    float room = width - 84 * s.ui.u - (out.restart && s.session.link() == Link::lost ? 200 * s.ui.u : 0);
    for (const std::string& text : texts)
        for (const auto& line : wrap(s.ui, Face::regular, 0.87f, text, room))
            if (out.lines.size() < 6) out.lines.push_back(line);
    out.restart = out.restart && s.session.link() == Link::lost;
    return out;
}
}  // namespace

float trouble_height(Scene& s, float width) {
    auto t = trouble_lines(s, width);
    return t.lines.empty() ? 0 : (24 + 25 * float(t.lines.size())) * s.ui.u;
}

void draw_troubles(Scene& s, const Rect& rect) {
    Ui& ui = s.ui;
    float u = ui.u;
    auto t = trouble_lines(s, rect.w());
    fill(ui, rect, 12 * u, ui.col(Role::panel));
    frame(ui, rect, 12 * u, 1.6f, ui.col(t.calm ? Role::control : Role::amber));
    draw_symbol(ui, t.calm ? provenance_of(s).symbol : Symbol::trouble, rect.x0 + 28 * u, rect.y0 + 25 * u, 20 * u, t.calm ? Role::text2 : Role::amber);
    float y = rect.y0 + 25 * u;
    for (const auto& line : t.lines) text_at(ui, rect.x0 + 52 * u, y, Face::regular, 0.87f, Role::text, line), y += 25 * u;
    if (t.restart && link(ui, rect.x1 - 20 * u, rect.y0 + 25 * u, "Restart the runner", "")) s.actions.restart_runner = true;
}

}  // namespace launchlab
