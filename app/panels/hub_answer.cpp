// The answer: always the same sections in the same order, those that have something to say.
#include <algorithm>

#include "panels/hub.h"
#include "panels/panels.h"
#include "panels/rich.h"

namespace launchlab {

namespace {

constexpr float body = 0.92f, body_line = 1.45f, command_factor = 0.82f;

struct Flow {
    Scene& s;
    const HubPage& page;
    float x0, x1, y;

    Ui& ui() const { return s.ui; }
    float u() const { return s.ui.u; }
    float w() const { return x1 - x0; }

    void head() {
        const float u = this->u();
        const bool trouble = page.symbol == Symbol::trouble || page.symbol == Symbol::unsure;
        const Role role = trouble ? Role::amber : page.code ? Role::error : Role::text2;
        const bool large = w() > 420 * u;
        const float size = (page.code ? large ? 50 : 36 : 30) * u, factor = large ? 2.3f : 1.7f;
        float badge_w = page.sure.empty() ? 0 : badge_width_of();
        const bool below = badge_w > 0 && w() < 520 * u;
        float x = x0 + size + 14 * u, mid = y + size / 2 + 4 * u, right = x1 - (below ? 0 : badge_w + 12 * u);
        draw_symbol(ui(), page.symbol, x0 + size / 2, mid, size, role);
        if (page.code) x += text_at(ui(), x, mid, Face::mono_bold, factor, Role::error, std::to_string(page.code)) + 24 * u;
        // The runtime's long names are broken before a capital.
        const float title = page.code ? 0.92f : 1.2f;
        const bool beside = right - x > 150 * u;
        const auto lines = beside ? title_lines(title, right - x) : std::vector<std::string>{};
        float text_y = mid - 14 * u * float(int(lines.size()) - 1), bottom = std::max(mid + size / 2, text_y + 28 * u * float(lines.size()) - 14 * u);
        for (const auto& line : lines) text_at(ui(), x, text_y, Face::semibold, title, Role::text, line), text_y += 28 * u;
        if (badge_w > 0 && !below) draw_badge(x1 - badge_w, mid);
        y = bottom + 10 * u;
        if (!beside)
            for (const auto& line : title_lines(title, w())) text_at(ui(), x0, y + 14 * u, Face::semibold, title, Role::text, line), y += 28 * u;
        if (badge_w > 0 && below) draw_badge(x0, y + 18 * u), y += 40 * u;
        y += 4 * u;
    }

    std::vector<std::string> title_lines(float factor, float width) {
        if (!page.code || text_width(ui(), Face::semibold, factor, page.title) <= width) return wrap(ui(), Face::semibold, factor, page.title, width);
        std::vector<std::string> out{""};
        for (std::size_t at = 0; at < page.title.size();) {
            std::size_t end = at + 1;
            while (end < page.title.size() && !(page.title[end] >= 'A' && page.title[end] <= 'Z')) ++end;
            const std::string word = page.title.substr(at, end - at);
            if (!out.back().empty() && text_width(ui(), Face::semibold, factor, out.back() + word) > width) out.emplace_back();
            out.back() += word;
            at = end;
        }
        return out;
    }

    float badge_width_of() { return text_width(ui(), Face::semibold, 0.82f, page.sure) + 52 * u(); }
    void draw_badge(float x, float mid) {
        const float u = this->u(), w = badge_width_of();
        const bool certain = page.sure == "certain";
        fill(ui(), {x, mid - 18 * u, x + w, mid + 18 * u}, 18 * u, ui().col(Role::raised));
        draw_symbol(ui(), certain ? Symbol::tick : Symbol::unsure, x + 22 * u, mid, 16 * u, certain ? Role::text : Role::amber);
        text_at(ui(), x + 38 * u, mid, Face::semibold, 0.82f, Role::text, page.sure);
    }

    void section(const char* name, const std::string& text) {
        if (text.empty()) return;
        heading(name);
        y += rich_text(ui(), x0, y, w(), text, {body, Role::text2, body_line}) + 11 * u();
    }
    void heading(const char* name) {
        label(ui(), x0, y + 10 * u(), name);
        y += 25 * u();
    }

    void sentence() {
        if (page.sentence.empty()) return;
        const float u = this->u();
        for (const auto& line : wrap(ui(), Face::mono, 0.82f, page.sentence, w())) text_at(ui(), x0, y + 12 * u, Face::mono, 0.82f, Role::text, line), y += 26 * u;
        y += 12 * u;
    }

    void tiles() {
        if (page.where.empty()) return;
        heading("WHERE IT SHOWS");
        const float u = this->u(), gap = 12 * u;
        const bool beside = w() > 460 * u;
        const float width = beside ? (w() - gap * float(page.where.size() - 1)) / float(page.where.size()) : w();
        const auto lines_of = [&](const HubTile& tile) { return tile.text.empty() ? std::vector<std::string>{} : wrap(ui(), Face::regular, 0.84f, tile.text, width - 78 * u); };
        const auto height = [&](const HubTile& tile) { return (54 + 24 * float(lines_of(tile).size())) * u; };
        float tallest = 0, x = x0;
        for (const HubTile& tile : page.where) tallest = std::max(tallest, height(tile));
        for (const HubTile& tile : page.where) {
            const float h = beside ? tallest : height(tile);
            card(ui(), {x, y, x + width, y + h});
            draw_symbol(ui(), tile.symbol, x + 30 * u, y + 29 * u, 26 * u, role_of(tile.symbol));
            text_at(ui(), x + 60 * u, y + 28 * u, Face::semibold, 0.87f, Role::text, tile.title);
            float text_y = y + 52 * u;
            for (const auto& line : lines_of(tile)) text_at(ui(), x + 60 * u, text_y, Face::regular, 0.84f, Role::text2, line), text_y += 24 * u;
            if (beside) x += width + gap;
            else y += h + gap;
        }
        y += (beside ? tallest : -gap) + 16 * u;
    }

    // A row that leads to another code, or tells one without.
    void other(const HubOther& one, const char* what) {
        const float u = this->u(), text_x = x0 + 64 * u;
        const auto lines = wrap(ui(), Face::regular, 0.87f, one.text, x1 - text_x - 8 * u);
        const float h = (16 + 23 * float(std::max<std::size_t>(1, lines.size()))) * u;
        const Rect r{x0 - 8 * u, y, x1, y + h};
        Press state;
        if (one.code) state = press(ui(), std::string(what) + "/" + std::to_string(one.code), r);
        if (state.hovered) fill(ui(), r, 8 * u, ui().tint(Role::panel, Role::text2, 0.12f));
        float mid = y + 19 * u;
        if (one.code) text_at(ui(), x0, mid, Face::mono_bold, 0.84f, Role::text, std::to_string(one.code));
        else draw_symbol(ui(), Symbol::unsure, x0 + 12 * u, mid, 18 * u, Role::amber);
        for (const auto& line : lines) text_at(ui(), text_x, mid, Face::regular, 0.87f, Role::text2, line), mid += 23 * u;
        focus_ring(ui(), r.inset(3 * u, 3 * u), 6 * u, state);
        if (state.pressed) s.actions.look_up = one.code, s.screen.hub.copied = HubCopied::nothing, s.screen.hub.bring_code = true;
        y += h;
    }

    // As in a shell: a line that goes on ends with a backslash.
    std::vector<std::string> command_lines(float width) {
        std::vector<std::string> out = wrap(ui(), Face::mono, command_factor, page.command, width);
        std::size_t at = 0;
        for (std::size_t i = 0; i + 1 < out.size(); ++i) {
            at = page.command.find(out[i], at) + out[i].size();
            if (at < page.command.size() && page.command[at] == ' ') out[i] += " \\";
        }
        return out;
    }

    void command() {
        if (page.command.empty()) return;
        heading("NEXT COMMAND");
        const float u = this->u();
        const bool copied = s.screen.hub.copied == HubCopied::command;
        const char* word = copied ? "Copied" : "Copy";
        const float key = text_width(ui(), Face::medium, 0.87f, word) + key_cap_width(ui(), "Alt C") + 12 * u;
        const bool beside = w() - key > 330 * u;
        const auto lines = command_lines(w() - 40 * u - (beside ? key + 30 * u : 0) - text_width(ui(), Face::mono, command_factor, " \\"));
        const Rect box{x0, y, x1, y + (30 + 30 * float(lines.size()) + (beside ? 0 : 36)) * u};
        fill(ui(), box, 12 * u, ui().col(Role::sunk));
        frame(ui(), box, 12 * u, 1.4f, ui().col(Role::control));
        float mid = box.y0 + 30 * u, x = x0 + 20 * u;
        for (const auto& line : lines) text_at(ui(), x, mid, Face::mono, command_factor, Role::text, line), mid += 30 * u, x = x0 + 38 * u;
        if (link(ui(), beside ? box.x1 - 18 * u : x0 + 20 * u + key, beside ? box.y0 + 30 * u : box.y1 - 28 * u, word, "Alt C")) copy_hub_command(s, page);
        y = box.y1 + 10 * u;
        if (!page.then.empty()) y += rich_text(ui(), x0, y, w(), page.then, {0.87f, Role::text2, body_line});
        y += 14 * u;
    }
};

// The longest of the button's words that fit beside what was measured.
std::string step_words(Scene& s, const HubPage& page, float width) {
    if (page.step.empty()) return "";
    const Lesson* lesson = lesson_of(s.session.course(), page.step);
    const std::string title = "See it live: " + page.step_title, day = "See it live, day " + std::to_string(lesson ? lesson->day : 0);
    if (button_width(s.ui, title, "Ctrl enter") <= width - 170 * s.ui.u) return title;
    return lesson && button_width(s.ui, day, "Ctrl enter") <= width ? day : "See it live";
}

// In a low window the step stands at the end of the text, which has the room then.
bool step_in_text(const Ui& ui) { return ui.tall < 460; }

void draw_step(Scene& s, const HubPage& page, float x, float x1, float mid) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const std::string words = step_words(s, page, x1 - x);
    const float w = std::min(button_width(ui, words, "Ctrl enter"), x1 - x);
    if (button(ui, {x, mid - 23 * u, x + w, mid + 23 * u}, words, "Ctrl enter", Look::primary)) open_hub_step(s, page);
    const bool measured = page.measured.starts_with("Measured");
    const char* how = measured ? "Measured" : "Not measured";
    if (page.measured.empty() || x + w + 52 * u + text_width(ui, Face::regular, 0.82f, how) > x1) return;
    draw_symbol(ui, measured ? Symbol::recorded : Symbol::open, x + w + 34 * u, mid, symbol_size(ui, 0.82f), Role::text2);
    text_at(ui, x + w + 52 * u, mid, Face::regular, 0.82f, Role::text2, how);
}

float draw_content(Scene& s, const Rect& area) {
    scroll_hub_by_keys(s);
    const HubPage page = page_of(s.session);
    Flow flow{s, page, area.x0, area.x1, area.y0};
    const float u = s.ui.u;
    flow.head();
    flow.sentence();
    const bool told = page.code == 0 && page.kind != HubPage::Kind::text && page.kind != HubPage::Kind::unknown;
    if (told) {                                        // nothing to explain yet, or nothing that can be
        if (!page.cause.empty()) flow.y += rich_text(s.ui, flow.x0, flow.y, flow.w(), page.cause, {body, Role::text2, body_line}) + 16 * u;
    } else {
        flow.section("WORDS THAT MISLEAD", page.misleading);
        flow.tiles();
        flow.section("DOES IT STICK", page.sticky);
        flow.section("CAUSE", page.cause);
        flow.section("ON THIS MACHINE", page.here);
    }
    if (!page.alternatives.empty()) {
        flow.heading(page.kind == HubPage::Kind::unknown ? "THE NEAREST" : page.sure == "certain" ? "IT CAN ALSO BE" : "IT MAY BE");
        for (const HubOther& one : page.alternatives) flow.other(one, "may be");
        flow.y += 12 * u;
    }
    flow.section("PASTE NEXT", page.ask);
    flow.command();
    if (!page.look_alikes.empty()) {
        flow.heading("NOT THE SAME");
        for (const HubOther& one : page.look_alikes) flow.other(one, "not the same");
        if (!page.look_alikes_more.empty()) flow.y += 4 * u + rich_text(s.ui, flow.x0, flow.y + 4 * u, flow.w(), page.look_alikes_more, {0.87f, Role::text2, body_line});
    }
    if (!page.look_alikes.empty()) flow.y += 18 * u;
    if (step_in_text(s.ui) && !page.step.empty()) draw_step(s, page, flow.x0, flow.x1, flow.y + 28 * u), flow.y += 66 * u;
    flow.section("NO STEP SHOWS IT LIVE", page.step_more);
    flow.section("MEASURED", page.measured);
    return flow.y;
}

}  // namespace

void draw_hub_answer(Scene& s, const Rect& r) {
    Ui& ui = s.ui;
    const float u = ui.u, inset = (ui.tall < 460 || r.w() < 360 * u ? 14 : 32) * u;
    const HubPage page = page_of(s.session);
    const bool low = step_in_text(ui), at_foot = !low && !page.step.empty();
    const float foot = (at_foot ? 76 : 10) * u;
    draw_scrolling(s, "hub answer", {r.x0 + inset - 8 * u, r.y0 + (low ? 4 : 16) * u, r.x1 - inset + 12 * u, r.y1 - foot}, draw_content);
    if (!at_foot) return;
    h_line(ui, r.x0 + 1, r.x1 - 1, r.y1 - foot, 1, ui.col(Role::line));
    draw_step(s, page, r.x0 + inset, r.x1 - inset, r.y1 - foot / 2);
}

}  // namespace launchlab
