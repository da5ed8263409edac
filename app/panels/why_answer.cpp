// The panels of an answered file: what will happen, its images against the card, the one command, and how sure all that is.
#include <algorithm>
#include <cstdio>

#include "core/codes.h"
#include "core/selection.h"
#include "panels/panels.h"
#include "session/why_file.h"

namespace launchlab {

namespace {

constexpr std::size_t few_rows = 8, most_rows = 200;

// A panel that is as tall as what is written on it: the ground is drawn below what came before it.
struct Sheet {
    Scene& s;
    float x0, x1, y0, y = 0;
    float pad() const { return (x1 - x0 < 420 * s.ui.u ? 14 : 26) * s.ui.u; }
    float left() const { return x0 + pad(); }
    float width() const { return x1 - x0 - 2 * pad(); }

    Sheet(Scene& scene, float from, float to, float top) : s(scene), x0(from), x1(to), y0(top), y(top + 32 * scene.ui.u) {
        ImGui::GetWindowDrawList()->ChannelsSplit(2);
        ImGui::GetWindowDrawList()->ChannelsSetCurrent(1);
    }
    float close(float least) {
        const float bottom = std::max(y + 8 * s.ui.u, least);
        ImGui::GetWindowDrawList()->ChannelsSetCurrent(0);
        panel(s.ui, {x0, y0, x1, bottom});
        ImGui::GetWindowDrawList()->ChannelsMerge();
        return bottom;
    }
    void lines(float x, Face face, float factor, Role role, const std::string& text) {
        for (const std::string& line : wrap(s.ui, face, factor, text, left() + width() - x)) text_at(s.ui, x, y, face, factor, role, line), y += 28 * factor * s.ui.u;
    }
    // With a symbol and words at the right, or below where they do not fit.
    void title(const char* text, Symbol symbol = Symbol::none, const std::string& right = "") {
        Ui& ui = s.ui;
        const float u = ui.u, w = text_at(ui, left(), y, Face::semibold, 0.96f, Role::text, text), needs = text_width(ui, Face::regular, 0.80f, right) + 28 * u;
        if (!right.empty()) {
            const bool beside = w + 20 * u + needs <= width();
            if (!beside) y += 28 * u;
            const float x = beside ? left() + width() - needs : left();
            draw_symbol(ui, symbol, x + 9 * u, y, 18 * u, Role::text2);
            text_at(ui, x + 28 * u, y, Face::regular, fit_factor(ui, Face::regular, 0.80f, 0.60f, right, width() - 28 * u), Role::text2, right);
        }
        y += 40 * u;
    }
};

Role role_of_head(const WhyHead& head) {
    return !head.code.empty() ? Role::error : head.symbol == Symbol::tick ? Role::ok : head.symbol == Symbol::chevrons ? Role::jit : Role::amber;
}

float draw_happens(Scene& s, float x0, float x1, float y0, float least) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const DeviceAnswer& answer = *s.session.why().answer();
    const WhyHead head = why_head(s.session);
    const Role role = role_of_head(head);
    Sheet sheet(s, x0, x1, y0);
    sheet.title("What will happen", Symbol::open, "by rule, not run");
    // Dashes: nothing of it was run.
    const bool code = !head.code.empty();
    const float x = sheet.left(), inner = sheet.width() - 36 * u, size = (code ? 44 : 34) * u, factor = code ? 2.3f : 1.2f;
    const float first = size + 16 * u + (code ? text_width(ui, Face::mono_bold, factor, head.code) + 22 * u : 0);
    const bool beside = inner - first > 130 * u;
    const float text_x = beside ? x + 18 * u + first : x + 18 * u, text_w = beside ? inner - first : inner;
    const auto words = wrap(ui, Face::semibold, code ? 0.96f : 1.2f, head.title, text_w);
    const auto how = head.how.empty() ? std::vector<std::string>{} : wrap(ui, Face::regular, 0.82f, head.how, text_w);
    const float pitch = (code ? 27 : 33) * u, text_h = pitch * float(words.size()) + 25 * u * float(how.size());
    const float h = beside ? std::max(size + 28 * u, text_h + 30 * u) : size + 34 * u + text_h;
    const Rect tile{x, sheet.y - 10 * u, x + sheet.width(), sheet.y - 10 * u + h};
    fill(ui, tile, 12 * u, ui.tint(Role::panel, role, 0.12f));
    dashed_frame(ui, tile, 12 * u, 1.6f, 6, 4, ui.col(role));
    const float mid = beside ? tile.cy() : tile.y0 + 12 * u + size / 2;
    draw_symbol(ui, head.symbol, x + 18 * u + size / 2, mid, size, role);
    if (code) text_at(ui, x + 18 * u + size + 16 * u, mid, Face::mono_bold, factor, role, head.code);
    float y = beside ? tile.cy() - text_h / 2 + pitch / 2 : mid + size / 2 + 8 * u + pitch / 2;
    for (const auto& line : words) text_at(ui, text_x, y, Face::semibold, code ? 0.96f : 1.2f, Role::text, line), y += pitch;
    for (const auto& line : how) text_at(ui, text_x, y, Face::regular, 0.82f, Role::text2, line), y += 25 * u;
    sheet.y = tile.y1 + 30 * u;
    sheet.lines(x, Face::regular, 0.92f, Role::text2, answer.happens);
    sheet.y += 4 * u;
    return sheet.close(least);
}

void draw_row(Sheet& sheet, const OfferedRow& row, const Reason* reason, bool runs) {
    Ui& ui = sheet.s.ui;
    const float u = ui.u, x = sheet.left();
    const bool taken = reason && reason->taken;
    const Symbol symbol = !reason ? Symbol::open : taken && runs ? (row.target.kind == Kind::ptx ? Symbol::chevrons : Symbol::tick) : reason->fits && !taken ? Symbol::same : Symbol::cross;
    draw_symbol(ui, symbol, x + 11 * u, sheet.y, 20 * u, taken && runs ? (row.target.kind == Kind::ptx ? Role::jit : Role::ok) : !reason || (reason->fits && !taken) ? Role::text2 : Role::error);
    badge(ui, x + 32 * u, sheet.y, 64 * u, to_label(row.target.kind), row.target.kind != Kind::sass);
    const float name = x + 110 * u, facts_w = text_width(ui, Face::regular, 0.80f, facts_of(row)), name_w = text_at(ui, name, sheet.y, taken ? Face::mono_bold : Face::mono_medium, 0.87f, Role::text, to_name(row.target));
    float column = name + std::max(150 * u, name_w + 18 * u);
    const bool wide = sheet.width() > 760 * u;
    if (column + facts_w > x + sheet.width()) column = name, sheet.y += 26 * u;
    text_at(ui, column, sheet.y, Face::regular, fit_factor(ui, Face::regular, 0.80f, 0.6f, facts_of(row), x + sheet.width() - column), Role::text3, facts_of(row));
    if (reason && wide) {
        sheet.lines(std::max(x + 480 * u, column + facts_w + 20 * u), Face::regular, 0.87f, Role::text2, reason->text);
    } else if (reason) {
        sheet.y += 26 * u;
        sheet.lines(sheet.width() > 360 * u ? name : x, Face::regular, 0.87f, Role::text2, reason->text);
    } else {
        sheet.y += 26 * u;
    }
    sheet.y += 10 * u;
}

float draw_images(Scene& s, float x0, float x1, float y0, float least) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const WhyFile& why = s.session.why();
    const DeviceAnswer& answer = *why.answer();
    WhyState& state = s.screen.why;
    Sheet sheet(s, x0, x1, y0);
    sheet.title(answer.verdict ? "Images against the card" : "What it holds");
    const std::vector<OfferedRow>& rows = answer.verdict ? answer.verdict->rows : why.rows();
    std::vector<std::size_t> shown;
    if (answer.verdict) shown = told_rows(*answer.verdict, state.all_rows ? most_rows : few_rows);
    else for (std::size_t i = 0; i < std::min(rows.size(), state.all_rows ? most_rows : few_rows); ++i) shown.push_back(i);
    bool ptx = false;
    for (const OfferedRow& row : rows) ptx = ptx || row.target.kind == Kind::ptx;
    for (const std::size_t i : shown) draw_row(sheet, rows[i], answer.verdict ? &answer.verdict->verdict.reasons[i] : nullptr, answer.runs);
    if (answer.verdict && !ptx && !answer.runs) {
        draw_symbol(ui, Symbol::empty, sheet.left() + 11 * u, sheet.y, 20 * u, Role::text2);
        badge(ui, sheet.left() + 32 * u, sheet.y, 64 * u, "PTX", true);
        sheet.lines(sheet.left() + 110 * u, Face::regular, 0.87f, Role::text2, "none: nothing that the driver could translate");
        sheet.y += 10 * u;
    }
    if (rows.empty()) sheet.lines(sheet.left(), Face::regular, 0.92f, Role::text2, "No image that a card could be given.");
    if (rows.size() > few_rows) {
        const std::string count = std::to_string(rows.size() - shown.size());
        const std::string text = state.all_rows ? "Fewer" : count == "0" ? "All" : count + " more";
        const float w = text_width(ui, Face::medium, 0.87f, text) + key_cap_width(ui, "I") + 12 * u;
        if (link(ui, sheet.left() + w, sheet.y + 4 * u, text, "I")) state.all_rows = !state.all_rows;
        sheet.y += 32 * u;
    }
    for (const std::string& word : why.file()->code.warn)
        if (word != "no_ptx" && word != "no_device_code") {
            draw_symbol(ui, Symbol::trouble, sheet.left() + 11 * u, sheet.y, 18 * u, Role::amber);
            sheet.lines(sheet.left() + 32 * u, Face::regular, 0.82f, Role::text2, sentence_of(word));
            sheet.y += 4 * u;
        }
    return sheet.close(least);
}

float draw_mend(Scene& s, float x0, float x1, float y0, float least) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const Mend& mend = s.session.why().answer()->mend;
    if (mend.command.empty() && mend.why.empty()) return y0 - 18 * u;
    Sheet sheet(s, x0, x1, y0);
    sheet.title(s.session.why().answer()->verdict ? "Mend it" : "Next");
    if (!mend.command.empty()) {
        const bool copied = s.screen.why.copied == mend.command;
        const char* word = copied ? "Copied" : "Copy";
        const float key = text_width(ui, Face::medium, 0.87f, word) + key_cap_width(ui, "Alt C") + 12 * u;
        const bool beside = sheet.width() - key > 330 * u;
        const auto lines = wrap(ui, Face::mono_medium, 0.87f, shown_path(mend.command), sheet.width() - 40 * u - (beside ? key + 30 * u : 0));
        const Rect box{sheet.left(), sheet.y - 12 * u, sheet.left() + sheet.width(), sheet.y - 12 * u + (30 + 30 * float(lines.size()) + (beside ? 0 : 36)) * u};
        fill(ui, box, 12 * u, ui.col(Role::sunk));
        frame(ui, box, 12 * u, 1.4f, ui.col(Role::control));
        float mid = box.y0 + 30 * u;
        for (const auto& line : lines) text_at(ui, box.x0 + 20 * u, mid, Face::mono_medium, 0.87f, Role::text, line), mid += 30 * u;
        if (link(ui, beside ? box.x1 - 18 * u : box.x0 + 20 * u + key, beside ? box.y0 + 30 * u : box.y1 - 28 * u, word, "Alt C")) ImGui::SetClipboardText((s.screen.why.copied = mend.command).c_str());
        sheet.y = box.y1 + 26 * u;
    }
    sheet.lines(sheet.left(), Face::regular, 0.87f, Role::text2, mend.why);
    if (!mend.toolkit.empty() && mend.why.find(mend.toolkit) == std::string::npos) sheet.lines(sheet.left(), Face::regular, 0.87f, Role::text2, "With the nvcc of CUDA " + mend.toolkit + ".");
    sheet.y += 4 * u;
    return sheet.close(least);
}

float draw_how_sure(Scene& s, float x0, float x1, float y0, float least) {
    Ui& ui = s.ui;
    const float u = ui.u;
    const WhyFile& why = s.session.why();
    const DeviceAnswer& answer = *why.answer();
    Sheet sheet(s, x0, x1, y0);
    sheet.title("How sure");
    const bool wide = sheet.width() > 330 * u;
    const auto row = [&](const char* name, const std::string& text, const std::string& below) {
        text_at(ui, sheet.left(), sheet.y, Face::regular, 0.87f, Role::text3, name);
        if (!wide) sheet.y += 26 * u;
        const float x = sheet.left() + (wide ? 84 * u : 0);
        sheet.lines(x, Face::regular, 0.87f, Role::text, text);
        if (!below.empty()) sheet.lines(x, Face::regular, 0.80f, Role::text2, below);
        sheet.y += 12 * u;
    };
    row("File", "headers and small images", "read, not run");
    if (why.card()) row("Card", why_card_text(s.session), why.card_here() ? "asked from the driver now" : "by rule: it is not in this machine; D names another");
    else row("Card", "none", "D names one, and its driver");
    if (answer.verdict) {
        const Verdict& verdict = answer.verdict->verdict;
        const std::size_t at = verdict.taken >= 0 ? static_cast<std::size_t>(verdict.taken) : 0;
        const std::string source = at < verdict.reasons.size() ? std::string(source_of_rule(verdict.reasons[at].rule)) : "";
        row("Rule", verdict.sure == Sure::measured ? "measured on such a card" : verdict.sure == Sure::documented ? "documented" : "likely, not proved", source);
    }
    if (why.card()) row("Runs on", why.served().empty() ? "no card that launchlab knows" : why.served(), "by rule, each with its newest driver");
    if (!answer.could_differ.empty()) {
        h_line(ui, sheet.left(), sheet.left() + sheet.width(), sheet.y - 6 * u, 1, ui.col(Role::line));
        sheet.y += 14 * u;
        text_at(ui, sheet.left(), sheet.y, Face::semibold, 0.87f, Role::text, "What could differ");
        sheet.y += 28 * u;
        for (const std::string& sentence : answer.could_differ) sheet.lines(sheet.left(), Face::regular, 0.82f, Role::text2, shown_path(sentence)), sheet.y += 6 * u;
    }
    return sheet.close(least);
}

std::string size_text(std::uint64_t bytes) {
    char text[32];
    if (bytes < 1000) return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
    const char* units[] = {"kB", "MB", "GB", "TB"};
    double size = double(bytes) / 1000;
    std::size_t unit = 0;
    for (; size >= 999.5 && unit < 3; size /= 1000) ++unit;
    std::snprintf(text, sizeof text, size < 9.95 ? "%.1f %s" : "%.0f %s", size, units[unit]);
    return text;
}

}  // namespace

WhyHead why_head(const Session& session) {
    const WhyFile& why = session.why();
    const DeviceAnswer* answer = why.answer();
    if (!answer) return {};
    if (answer->verdict && answer->code != 0) {
        const Code* known = find_code(answer->code);
        return {Symbol::cross, std::to_string(answer->code), known ? std::string(known->word) : "refused", known ? std::string(known->name) : ""};
    }
    if (answer->verdict) {
        if (answer->in_part) return {Symbol::differs, "", "It runs in part", std::to_string(answer->verdict->served) + " of " + std::to_string(answer->verdict->modules) + " modules have something for this card"};
        const bool jit = answer->verdict->verdict.how == How::jit;
        return {jit ? Symbol::chevrons : Symbol::tick, "", "It runs", jit ? "PTX, translated at the first launch" : "machine code, as built"};
    }
    if (!why.card()) return {Symbol::unsure, "", "No card to judge for", "D names one"};
    return {Symbol::unsure, "", "Nothing to launch in it", why.answer()->holds};
}

std::string why_card_text(const Session& session) {
    const WhyFile& why = session.why();
    if (!why.card()) return "none";
    const Gpu& card = *why.card();
    return card_text(card.name, card.capability) + ", " + (card.driver.branch == 0 ? "no driver" : to_words(session.toolkits(), card.driver));
}

std::string why_file_text(const Session& session) {
    const DeviceFile* file = session.why().file();
    if (!file) return "";
    std::string kind(to_word(file->code.format));
    std::replace(kind.begin(), kind.end(), '_', ' ');
    std::string out = (file->code.format == Format::none ? "" : kind + ", ") + size_text(file->size) + ", read in " + std::to_string((file->read_us + 999) / 1000) + " ms";
    if (!file->members.empty()) out += ", " + std::to_string(file->members.size()) + (file->members.size() == 1 ? " file in it" : " files in it");
    if (!file->code.toolkit.empty()) out += ", made by CUDA " + file->code.toolkit;
    return out;
}

std::string shown_path(const std::string& path) {
    std::string out;
    for (const char c : path) out += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? "\xEF\xBF\xBD" : std::string(1, c);
    return out;
}

float draw_why_answer(Scene& s, float x0, float x1, float y) {
    const float u = s.ui.u, gap = 18 * u;
    if (x1 - x0 > 960 * u) {
        const float split = x0 + (x1 - x0) * 0.63f;
        float left = draw_images(s, x0, split - gap / 2, y, 0), right = draw_happens(s, split + gap / 2, x1, y, 0);
        left = draw_mend(s, x0, split - gap / 2, left + gap, 0);
        right = draw_how_sure(s, split + gap / 2, x1, right + gap, 0);
        return std::max(left, right);
    }
    y = draw_happens(s, x0, x1, y, 0);
    y = draw_mend(s, x0, x1, y + gap, 0);
    y = draw_images(s, x0, x1, y + gap, 0);
    return draw_how_sure(s, x0, x1, y + gap, 0);
}

}  // namespace launchlab
