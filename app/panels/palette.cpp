#include "panels/palette.h"

#include <algorithm>
#include <cstring>

#include "core/codes.h"
#include "core/search.h"
#include "panels/palette_entries.h"
#include "panels/panels.h"

namespace launchlab {

namespace {

constexpr float width_wanted = 820;
constexpr std::size_t most_hits = 400;

const char* hint_of(Find find) {
    switch (find) {
        case Find::codes: return "Type or paste an error: 209, no kernel image, CUDA_ERROR_...";
        case Find::cards: return "Type a card: T4, RTX 4090, 9.0, or T4@535 for its driver";
        case Find::keys: return "Type what you want to do";
        case Find::all: break;
    }
    return "Find a step, target, run, code or action";
}

// Cut at the end of a letter, so that it fits.
std::string shortened(const Ui& ui, Face face, float factor, const std::string& text, float width) {
    if (text_width(ui, face, factor, text) <= width) return text;
    std::string out = text;
    while (!out.empty() && text_width(ui, face, factor, out + "\xE2\x80\xA6") > width) {
        do out.pop_back();
        while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xC0) == 0x80);
        if (!out.empty() && static_cast<unsigned char>(out.back()) >= 0xC0) out.pop_back();
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out.empty() ? "" : out + "\xE2\x80\xA6";
}

struct Found {
    std::vector<std::size_t> order;
    std::string note;                   // nothing fits: what is listed instead
};

// A number alone is a code too.
std::vector<int> codes_named(const std::string& query) {
    std::vector<int> codes = codes_in(query);
    const bool number = !query.empty() && query.size() < 5 && query.find_first_not_of("0123456789") == std::string::npos;
    if (number && find_code(std::stoi(query))) codes.insert(codes.begin(), std::stoi(query));
    return codes;
}

Found find_entries(const std::vector<Entry>& entries, Find find, const std::string& query) {
    std::vector<Searchable> words;
    for (const Entry& entry : entries) words.push_back({entry.title, entry.group + " " + entry.detail + " " + entry.more});
    Found found;
    if (find == Find::codes || find == Find::all)
        for (int code : codes_named(query)) {   // a pasted error: its codes come first, and the step that shows one
            auto take = [&](int Entry::*of) {
                for (std::size_t i = 0; i < entries.size(); ++i)
                    if (entries[i].*of == code) found.order.push_back(i);
            };
            if (find == Find::all) take(&Entry::shows), take(&Entry::code);
            else take(&Entry::code), take(&Entry::shows);
        }
    for (std::size_t i : search(words, query, most_hits))
        if (std::find(found.order.begin(), found.order.end(), i) == found.order.end()) found.order.push_back(i);
    if (found.order.empty() && !query.empty()) {
        found.order = nearest_to(words, query, 3);
        found.note = find == Find::codes ? "No CUDA code is named in this." : "Nothing is called that.";
        if (!found.order.empty()) found.note += " The nearest:";
    }
    return found;
}

struct Sizes { float row, field, inset, top; };      // in pixels
Sizes sizes_for(const Ui& ui, Find find, ImVec2 screen) {
    float u = ui.u;
    if (screen.y < 300 * u) return {38 * u, 36 * u, 9 * u, 3 * u};
    if (find == Find::keys) return {35 * u, 52 * u, 14 * u, 28 * u};           // all of them at once in a large window
    return {46 * u, 52 * u, (screen.x > 520 * u ? 14 : 8) * u, screen.y > 700 * u ? screen.y * 0.12f : 12 * u};
}

float text_indent(const Ui& ui, float width) { return (width > 330 * ui.u ? 48 : 14) * ui.u; }

float entry_height(const Ui& ui, const Entry& entry, bool open, float width, float row) {
    if (!open) return row;
    return row + (26 * float(wrap(ui, Face::regular, 0.87f, entry.text, width - text_indent(ui, width) - 20 * ui.u).size()) + 10) * ui.u;
}

bool draw_entry(Ui& ui, const Rect& r, float row, const Entry& entry, bool chosen, bool open, std::size_t index) {
    float u = ui.u, mid = r.y0 + row / 2, right = r.x1 - 16 * u;
    Press state = press(ui, "find/" + std::to_string(index) + "/" + entry.title, r);
    if (chosen) fill(ui, r, 10 * u, ui.tint(Role::panel, Role::accent, 0.12f)), frame(ui, r, 10 * u, 2.2f, ui.col(Role::accent));
    else if (state.hovered) fill(ui, r, 10 * u, ui.tint(Role::panel, Role::text2, 0.12f));
    float x = r.x0 + 14 * u;
    if (r.w() > 330 * u) draw_symbol(ui, entry.symbol, x + 10 * u, mid, 20 * u, chosen ? Role::text : Role::text2), x += 34 * u;
    if (!entry.key.empty()) key_cap(ui, right, mid, entry.key), right -= key_cap_width(ui, entry.key) + 16 * u;
    if (r.w() > 560 * u && !entry.group.empty()) right -= text_at(ui, right, mid, Face::regular, 0.80f, chosen ? Role::text2 : Role::text3, entry.group, Align::right) + 18 * u;
    Face face = entry.mono ? Face::mono_medium : chosen ? Face::semibold : Face::medium;
    float factor = entry.mono ? 0.87f : 0.92f;
    std::string title = shortened(ui, face, factor, entry.title, right - x);
    float w = text_at(ui, x, mid, face, factor, Role::text, title) + 16 * u;
    std::string detail = right - x - w > 60 * u ? shortened(ui, Face::regular, 0.82f, entry.detail, right - x - w) : "";
    if (!detail.empty()) text_at(ui, x + w, same_baseline(ui, mid, Face::regular, 0.82f, face, factor), Face::regular, 0.82f, Role::text2, detail);
    if (open) {
        float y = r.y0 + row + 8 * u, indent = text_indent(ui, r.w());
        for (const auto& line : wrap(ui, Face::regular, 0.87f, entry.text, r.w() - indent - 20 * u)) {
            if (y + 13 * u > r.y1 + 1) break;          // a window that holds less than one text: zoom out to read on
            text_at(ui, r.x0 + indent, y, Face::regular, 0.87f, Role::text, line), y += 26 * u;
        }
    }
    return state.pressed;
}

void draw_field(Scene& s, const Rect& r) {
    PaletteState& state = s.screen.palette;
    const char* hint = r.w() > 480 * s.ui.u ? hint_of(state.find) : "Type to find";
    if (text_field(s.ui, r, "find", hint, "Esc", state.query, state.focus)) state.at = state.top = 0, state.code = -1;
}

void choose_entry(Scene& s, const Entry& entry) {
    PaletteState& state = s.screen.palette;
    if (!entry.text.empty()) {
        state.code = state.code == entry.code ? -1 : entry.code;
        return;
    }
    if (!entry.act) return;
    state.open = false;
    entry.act(s);
}

}  // namespace

void open_palette(PaletteState& state, Find find, std::string text) {
    state = {};
    state.open = state.focus = true;
    state.find = find;
    std::replace_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    std::size_t size = std::min(text.size(), state.query.size() - 1);
    while (size > 0 && size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
    std::memcpy(state.query.data(), text.data(), size);
}

void draw_palette(Scene& s) {
    PaletteState& state = s.screen.palette;
    if (!state.open) return;
    Ui& ui = s.ui;
    float u = ui.u;
    ImVec2 screen = ImGui::GetIO().DisplaySize;
    const Sizes sizes = sizes_for(ui, state.find, screen);
    float w = std::min(width_wanted * u, screen.x - 2 * std::min(12 * u, sizes.top)), inset = sizes.inset, room = screen.y - 2 * sizes.top;

    const std::vector<Entry> entries = palette_entries(s, state.find, state.query.data());
    const Found found = find_entries(entries, state.find, state.query.data());
    int count = int(found.order.size());
    auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, true); };
    int page = std::max(1, int((room - sizes.field) / sizes.row) - 1);
    if (pressed(ImGuiKey_DownArrow)) ++state.at;
    if (pressed(ImGuiKey_UpArrow)) --state.at;
    if (pressed(ImGuiKey_PageDown)) state.at += page;
    if (pressed(ImGuiKey_PageUp)) state.at -= page;
    state.at = std::clamp(state.at, 0, std::max(0, count - 1));

    float list = room - sizes.field - 3 * inset, note = found.note.empty() ? 0 : 36 * u;
    auto height = [&](int i) { const Entry& e = entries[found.order[std::size_t(i)]]; return entry_height(ui, e, e.code >= 0 && e.code == state.code, w - 2 * inset, sizes.row); };
    auto from_to = [&](int from, int to) { float h = 0; for (int i = from; i <= to; ++i) h += height(i); return h; };
    state.top = std::clamp(state.top, 0, std::max(0, count - 1));
    if (state.at < state.top) state.top = state.at;
    while (state.top < state.at && from_to(state.top, state.at) > list - note) ++state.top;
    float all = note;
    int last = state.top;
    for (; last < count && all + height(last) <= std::max(list, note + sizes.row); ++last) all += height(last);
    if (last == state.top && count > 0) all += std::min(height(last), list), ++last;

    ImGui::SetNextWindowPos({(screen.x - w) / 2, sizes.top});
    ImGui::SetNextWindowSize({w, std::min(room, sizes.field + 2 * inset + (all > 0 ? all + inset : 0))});
    if (state.focus) ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::Begin("palette", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoDocking);
    ImGui::PopStyleVar();
    ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    Rect box{at.x, at.y, at.x + size.x, at.y + size.y};
    fill(ui, box, 14 * u, ui.col(Role::panel));
    frame(ui, box, 14 * u, 1.5f, ui.col(Role::control));
    draw_field(s, {box.x0 + inset, box.y0 + inset, box.x1 - inset, box.y0 + inset + sizes.field});
    float y = box.y0 + 2 * inset + sizes.field;
    if (note > 0) text_at(ui, box.x0 + inset + 14 * u, y + 14 * u, Face::regular, 0.87f, Role::text2, shortened(ui, Face::regular, 0.87f, found.note, w - 2 * inset - 28 * u)), y += note;
    int picked = -1;
    for (int i = state.top; i < last; ++i) {
        const Entry& entry = entries[found.order[std::size_t(i)]];
        bool open = entry.code >= 0 && entry.code == state.code;
        float h = std::min(height(i), list);
        if (draw_entry(ui, {box.x0 + inset, y, box.x1 - inset, y + h}, sizes.row, entry, i == state.at, open, found.order[std::size_t(i)])) picked = i;
        y += h;
    }
    if (count > last - state.top) {          // how far the list goes on
        float track0 = box.y0 + 2 * inset + sizes.field, track = y - track0, part = track / float(count);
        fill(ui, {box.x1 - 7 * u, track0 + part * float(state.top), box.x1 - 3 * u, track0 + part * float(last)}, 2 * u, ui.col(Role::control));
    }
    if (float wheel = ImGui::GetIO().MouseWheel; wheel != 0 && ImGui::IsWindowHovered()) state.at = std::clamp(state.at - int(wheel * 3), 0, std::max(0, count - 1));
    bool outside = ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    ImGui::End();

    if ((pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter)) && count > 0) picked = state.at;
    if (pressed(ImGuiKey_Escape) || outside) state.open = false;
    else if (picked >= 0) state.at = picked, choose_entry(s, entries[found.order[std::size_t(picked)]]);
}

}  // namespace launchlab
