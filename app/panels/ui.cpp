#include "panels/ui.h"

#include <algorithm>
#include <cmath>

#include "imgui_internal.h"

namespace launchlab {

float Ui::size(float factor) const { return std::max(4.0f, std::round(40 * factor * u) / 2); }
float Ui::stroke(float width) const { return std::max(1.0f, width * u); }

bool is_mono(Face face) { return face >= Face::mono; }

namespace {

// Capital height and baseline as parts of the font size (ascent + descent).
float capital(Face face) { return is_mono(face) ? 0.55f : 0.60f; }
float baseline(Face face) { return is_mono(face) ? 0.77f : 0.80f; }

void record(Ui& ui, Drawn::Kind kind, const Rect& rect, std::string_view what) {
    if (!ui.recorder) return;
    ImGuiWindow* window = ImGui::GetCurrentWindow();
    const ImVec4& clip = ImGui::GetWindowDrawList()->_CmdHeader.ClipRect;
    bool x = false, y = false;
    for (ImGuiWindow* w = window; w; w = w->ParentWindow) {
        x = x || w->ScrollMax.x > 0 || (w->Flags & ImGuiWindowFlags_HorizontalScrollbar);
        y = y || !(w->Flags & ImGuiWindowFlags_NoScrollbar);
        if (w == w->RootWindow) break;
    }
    ui.recorder->drawn.push_back({kind, rect, {clip.x, clip.y, clip.z, clip.w}, std::string(what), window->ID, x, y});
}

}  // namespace

float text_width(const Ui& ui, Face face, float factor, std::string_view text) {
    return ui.font(face)->CalcTextSizeA(ui.size(factor), FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

float text_at(Ui& ui, float x, float y, Face face, float factor, ImU32 colour, std::string_view text, Align align) {
    float size = ui.size(factor), width = text_width(ui, face, factor, text);
    if (align == Align::centre) x -= width / 2;
    if (align == Align::right) x -= width;
    float top = y - (baseline(face) - capital(face) / 2) * size;
    x = std::round(x), top = std::round(top);
    ImGui::GetWindowDrawList()->AddText(ui.font(face), size, {x, top}, colour, text.data(), text.data() + text.size());
    float base = top + baseline(face) * size;
    record(ui, Drawn::Kind::text, {x, base - capital(face) * size, x + width, base + 0.12f * size}, text);
    return width;
}

float text_at(Ui& ui, float x, float y, Face face, float factor, Role role, std::string_view text, Align align) {
    return text_at(ui, x, y, face, factor, ui.col(role), text, align);
}

float same_baseline(const Ui& ui, float y, Face face, float factor, Face other, float other_factor) {
    return y + (capital(other) * ui.size(other_factor) - capital(face) * ui.size(factor)) / 2;
}

std::vector<std::string> wrap(const Ui& ui, Face face, float factor, std::string_view text, float width) {
    std::vector<std::string> lines;
    std::string line;
    auto put = [&](std::string word) {
        while (text_width(ui, face, factor, word) > width && word.size() > 1) {
            std::size_t keep = word.size();
            while (keep > 1 && text_width(ui, face, factor, std::string_view(word).substr(0, keep)) > width) {
                --keep;
                while (keep > 1 && (word[keep] & 0xC0) == 0x80) --keep;
            }
            if (!line.empty()) lines.push_back(line), line.clear();
            lines.push_back(word.substr(0, keep));
            word.erase(0, keep);
        }
        std::string longer = line.empty() ? word : line + " " + word;
        if (!line.empty() && text_width(ui, face, factor, longer) > width) {
            lines.push_back(line);
            line = word;
        } else {
            line = longer;
        }
    };
    std::size_t at = 0;
    while (at <= text.size()) {
        std::size_t end = text.find_first_of(" \n", at);
        if (end == text.npos) end = text.size();
        if (end > at) put(std::string(text.substr(at, end - at)));
        if (end < text.size() && text[end] == '\n') lines.push_back(line), line.clear();
        at = end + 1;
    }
    if (!line.empty()) lines.push_back(line);
    return lines;
}

float fit_factor(const Ui& ui, Face face, float from, float least, std::string_view text, float width) {
    float factor = from;
    while (factor > least && text_width(ui, face, factor, text) > width) factor = std::max(least, factor * 0.95f);
    return factor;
}

void record_widget(Ui& ui, const Rect& rect, std::string_view what, bool focused) {
    record(ui, Drawn::Kind::widget, rect, what);
    if (ui.recorder) ui.recorder->drawn.back().focused = focused;
}

void h_line(Ui& ui, float x0, float x1, float y, float thick, ImU32 colour) {
    float t = std::max(1.0f, std::round(thick * ui.u)), top = std::round(y - t / 2);
    ImGui::GetWindowDrawList()->AddRectFilled({std::round(x0), top}, {std::round(x1), top + t}, colour);
}

void v_line(Ui& ui, float x, float y0, float y1, float thick, ImU32 colour) {
    float t = std::max(1.0f, std::round(thick * ui.u)), left = std::round(x - t / 2);
    ImGui::GetWindowDrawList()->AddRectFilled({left, std::round(y0)}, {left + t, std::round(y1)}, colour);
}

void dotted(Ui& ui, float x0, float x1, float y, ImU32 colour) {
    float t = std::max(1.0f, std::round(2 * ui.u)), top = std::round(y - t / 2);
    for (float x = x0; x + t <= x1; x += 8 * ui.u)
        ImGui::GetWindowDrawList()->AddRectFilled({std::round(x), top}, {std::round(x) + t, top + t}, colour);
}

void dotted_down(Ui& ui, float x, float y0, float y1, ImU32 colour) {
    float t = std::max(1.0f, std::round(2 * ui.u)), left = std::round(x - t / 2);
    for (float y = y0; y + t <= y1; y += 8 * ui.u)
        ImGui::GetWindowDrawList()->AddRectFilled({left, std::round(y)}, {left + t, std::round(y) + t}, colour);
}

void fill(Ui& ui, const Rect& r, float radius, ImU32 colour) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low{std::round(r.x0), std::round(r.y0)}, high{std::round(r.x1), std::round(r.y1)};
    // Blending a large area costs a software renderer most of its frame; what is opaque needs none.
    constexpr float worth_it = 3 * 1000;   // pixels
    const float edge = std::ceil(radius);
    const bool opaque = colour >> IM_COL32_A_SHIFT == 0xFF, large = (high.x - low.x) * (high.y - low.y) > worth_it && high.y - low.y > 2 * edge;
    if (!ui.solid || !opaque || !large) {
        list.AddRectFilled(low, high, colour, radius);
        return;
    }
    if (edge > 0) list.AddRectFilled(low, {high.x, low.y + edge}, colour, radius, ImDrawFlags_RoundCornersTop);
    SolidFill middle{low.x, low.y + edge, high.x, high.y - edge, colour};
    list.AddCallback(ui.solid, &middle, sizeof middle);
    if (edge > 0) list.AddRectFilled({low.x, high.y - edge}, high, colour, radius, ImDrawFlags_RoundCornersBottom);
}

void frame(Ui& ui, const Rect& r, float radius, float thick, ImU32 colour) {
    float t = ui.stroke(thick);
    // The stroke lies inside the rectangle.
    ImGui::GetWindowDrawList()->AddRect({std::round(r.x0) + t / 2 - 0.5f, std::round(r.y0) + t / 2 - 0.5f},
                                        {std::round(r.x1) - t / 2 + 0.5f, std::round(r.y1) - t / 2 + 0.5f}, colour, radius, 0, t);
}

void dashed_frame(Ui& ui, const Rect& r, float radius, float thick, float on, float off, ImU32 colour) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float t = ui.stroke(thick);
    list.PathClear();
    list.PathRect({r.x0 + t / 2, r.y0 + t / 2}, {r.x1 - t / 2, r.y1 - t / 2}, radius);
    std::vector<ImVec2> points(list._Path.begin(), list._Path.end());
    list.PathClear();
    if (points.size() < 2) return;
    points.push_back(points.front());
    on *= ui.u, off *= ui.u;
    std::vector<ImVec2> dash{points[0]};
    float left = on;
    bool drawing = true;
    for (std::size_t i = 1; i < points.size(); ++i) {
        ImVec2 a = points[i - 1], b = points[i];
        float length = std::hypot(b.x - a.x, b.y - a.y), done = 0;
        while (length - done > left) {
            done += left;
            ImVec2 p{a.x + (b.x - a.x) * done / length, a.y + (b.y - a.y) * done / length};
            if (drawing) {
                dash.push_back(p);
                list.AddPolyline(dash.data(), int(dash.size()), colour, 0, t);
            }
            dash.assign(1, p);
            drawing = !drawing;
            left = drawing ? on : off;
        }
        left -= length - done;
        if (drawing) dash.push_back(b);
    }
    if (drawing && dash.size() > 1) list.AddPolyline(dash.data(), int(dash.size()), colour, 0, t);
}

void hatch(Ui& ui, const Rect& r, ImU32 colour) {
    float step = 15 * ui.u * std::sqrt(2.0f), height = r.h();
    for (float x = r.x0 - height + step / 2; x < r.x1; x += step) {
        // From (x, bottom) to (x + height, top), cut to the rectangle.
        float x0 = x, y0 = r.y1, x1 = x + height, y1 = r.y0;
        if (x0 < r.x0) y0 -= r.x0 - x0, x0 = r.x0;
        if (x1 > r.x1) y1 += x1 - r.x1, x1 = r.x1;
        if (x1 > x0) ImGui::GetWindowDrawList()->AddLine({x0, y0}, {x1, y1}, colour, ui.stroke(1.5f));
    }
}

}  // namespace launchlab
