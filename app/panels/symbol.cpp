#include "panels/symbol.h"

#include <cmath>

namespace launchlab {

namespace {

constexpr float pi = 3.14159265f;

struct Pen {
    ImDrawList& list;
    float x, y, s;      // centre, size
    ImU32 colour, hole; // hole: the surface that shows through a filled shape
    float thick;

    ImVec2 at(float px, float py) const { return {x + px * s, y + py * s}; }   // -0.5 to 0.5
    void lines(std::initializer_list<ImVec2> points, ImU32 c, float t, bool closed = false) const {
        list.PathClear();
        for (ImVec2 p : points) list.PathLineTo(at(p.x, p.y));
        list.PathStroke(c, closed ? ImDrawFlags_Closed : 0, t);
    }
    void shape(std::initializer_list<ImVec2> points, ImU32 c) const {
        list.PathClear();
        for (ImVec2 p : points) list.PathLineTo(at(p.x, p.y));
        list.PathFillConvex(c);
    }
    void arc(float radius, float from, float to, float t, ImU32 c) const {
        list.PathClear();
        list.PathArcTo({x, y}, radius * s, from, to, 0);
        list.PathStroke(c, 0, t);
    }
    void tick(ImU32 c, float t, float k = 1) const { lines({{-0.22f * k, 0.02f * k}, {-0.06f * k, 0.18f * k}, {0.24f * k, -0.16f * k}}, c, t); }
    void cross(ImU32 c, float t, float k = 1) const {
        lines({{-0.18f * k, -0.18f * k}, {0.18f * k, 0.18f * k}}, c, t);
        lines({{-0.18f * k, 0.18f * k}, {0.18f * k, -0.18f * k}}, c, t);
    }
    void mark(ImU32 c, float top, float bottom, float dot) const {
        float w = 0.055f;
        list.AddRectFilled(at(-w, top), at(w, bottom), c, w * s);
        list.AddCircleFilled(at(0, dot), 0.072f * s, c);
    }
};

void clock(const Pen& p) {
    float t = p.thick;
    p.arc(0.40f, -0.80f * pi, 0.72f * pi, t, p.colour);
    // The arrow head goes back in time, at the upper left end of the arc.
    float ax = std::cos(-0.80f * pi) * 0.40f, ay = std::sin(-0.80f * pi) * 0.40f;
    p.shape({{ax - 0.20f, ay - 0.08f}, {ax + 0.12f, ay - 0.16f}, {ax + 0.02f, ay + 0.18f}}, p.colour);
    p.lines({{0, -0.20f}, {0, 0.03f}, {0.15f, 0.12f}}, p.colour, t);
}

void question_sign(Ui& ui, const Pen& p, ImU32 colour, float k) {
    float size = p.s * k;
    ImFont* font = ui.font(Face::semibold);
    float w = font->CalcTextSizeA(size, FLT_MAX, 0, "?").x;
    p.list.AddText(font, size, {std::round(p.x - w / 2), std::round(p.y - 0.5f * size)}, colour, "?");
}

}  // namespace

Role role_of(Symbol symbol) {
    switch (symbol) {
        case Symbol::ok: return Role::ok;
        case Symbol::refused: case Symbol::empty: case Symbol::fault: return Role::error;
        case Symbol::jit: return Role::jit;
        case Symbol::differs: case Symbol::unsure: case Symbol::trouble: return Role::amber;
        case Symbol::live: case Symbol::question: case Symbol::current: case Symbol::turning: return Role::accent;
        default: return Role::text2;
    }
}

float symbol_size(const Ui& ui, float factor) { return ui.size(factor) * 0.60f * 1.6f; }

void draw_symbol(Ui& ui, Symbol symbol, float x, float y, float size, Role role) { draw_symbol(ui, symbol, x, y, size, ui.col(role)); }

void draw_symbol(Ui& ui, Symbol symbol, float x, float y, float size, ImU32 colour) {
    x = std::round(x * 2) / 2, y = std::round(y * 2) / 2;
    Pen p{*ImGui::GetWindowDrawList(), x, y, size, colour, ui.col(ui.palette.dark ? Role::page : Role::panel), std::max(1.2f, size * 0.085f)};
    float t = p.thick, bold = std::max(1.4f, size * 0.115f);
    switch (symbol) {
        case Symbol::none: break;
        case Symbol::ok:
            p.list.AddCircleFilled({x, y}, size * 0.5f, colour);
            p.tick(p.hole, bold);
            break;
        case Symbol::refused: {
            p.list.PathClear();
            for (int i = 0; i < 8; ++i) {
                float a = pi / 8 + i * pi / 4;
                p.list.PathLineTo(p.at(0.54f * std::cos(a), 0.54f * std::sin(a)));
            }
            p.list.PathFillConvex(colour);
            p.cross(p.hole, bold, 0.85f);
            break;
        }
        case Symbol::empty:
            p.list.AddCircle({x, y}, size * 0.38f, colour, 0, t);
            p.lines({{-0.48f, 0.48f}, {0.48f, -0.48f}}, colour, t);
            break;
        case Symbol::fault:
            p.shape({{0, -0.48f}, {0.54f, 0.46f}, {-0.54f, 0.46f}}, colour);
            p.mark(p.hole, -0.18f, 0.16f, 0.30f);
            break;
        case Symbol::jit:
            p.list.AddRectFilled(p.at(-0.46f, -0.46f), p.at(0.46f, 0.46f), colour, size * 0.14f);
            p.lines({{-0.22f, -0.19f}, {-0.03f, 0}, {-0.22f, 0.19f}}, p.hole, bold);
            p.lines({{0.03f, -0.19f}, {0.22f, 0}, {0.03f, 0.19f}}, p.hole, bold);
            break;
        case Symbol::chevrons:
            p.lines({{-0.26f, -0.24f}, {-0.02f, 0}, {-0.26f, 0.24f}}, colour, bold);
            p.lines({{0.06f, -0.24f}, {0.30f, 0}, {0.06f, 0.24f}}, colour, bold);
            break;
        case Symbol::differs:
            p.lines({{0.22f, -0.46f}, {-0.22f, 0.46f}}, colour, t);
            [[fallthrough]];
        case Symbol::same:
            h_line(ui, x - 0.38f * size, x + 0.38f * size, y - 0.15f * size, bold / ui.u, colour);
            h_line(ui, x - 0.38f * size, x + 0.38f * size, y + 0.15f * size, bold / ui.u, colour);
            break;
        case Symbol::live:
            p.list.AddCircleFilled({x, y}, size * 0.20f, colour);
            p.arc(0.44f, -0.30f * pi, 0.30f * pi, t, colour);
            p.arc(0.44f, 0.70f * pi, 1.30f * pi, t, colour);
            break;
        case Symbol::recorded: clock(p); break;
        case Symbol::open:
            for (int i = 0; i < 8; ++i) p.arc(0.42f, (i + 0.22f) * pi / 4, (i + 0.78f) * pi / 4, t, colour);
            break;
        case Symbol::unsure:
            p.lines({{0, -0.52f}, {0.52f, 0}, {0, 0.52f}, {-0.52f, 0}}, colour, t, true);
            question_sign(ui, p, colour, 0.72f);
            break;
        case Symbol::lock:
            p.list.AddRectFilled(p.at(-0.34f, -0.06f), p.at(0.34f, 0.44f), colour, size * 0.08f);
            p.list.PathClear();
            p.list.PathLineTo(p.at(-0.21f, -0.04f));
            p.list.PathArcTo(p.at(0, -0.22f), 0.21f * size, pi, 2 * pi);
            p.list.PathLineTo(p.at(0.21f, -0.04f));
            p.list.PathStroke(colour, 0, t);
            break;
        case Symbol::tick: p.tick(colour, bold, 1.3f); break;
        case Symbol::cross: p.cross(colour, bold, 1.3f); break;
        case Symbol::trouble:
            p.list.AddRect(p.at(-0.44f, -0.44f), p.at(0.44f, 0.44f), colour, size * 0.12f, 0, t);
            p.mark(colour, -0.26f, 0.08f, 0.24f);
            break;
        case Symbol::turning: {
            float from = ui.motion ? float(std::fmod(ImGui::GetTime(), 1.0)) * 2 * pi : -0.5f * pi;
            p.arc(0.40f, from, from + 1.25f * pi, t * 1.2f, colour);
            ui.moved = true;
            break;
        }
        case Symbol::question:
            p.list.AddCircleFilled({x, y}, size * 0.5f, colour);
            question_sign(ui, p, ui.col(Role::on_accent), 0.72f);
            break;
        case Symbol::chevron_right: p.lines({{-0.12f, -0.26f}, {0.14f, 0}, {-0.12f, 0.26f}}, colour, t * 1.1f); break;
        case Symbol::chevron_down: p.lines({{-0.26f, -0.12f}, {0, 0.14f}, {0.26f, -0.12f}}, colour, t * 1.1f); break;
        case Symbol::menu:
            for (float dy : {-0.30f, 0.0f, 0.30f}) h_line(ui, x - 0.42f * size, x + 0.42f * size, y + dy * size, t / ui.u, colour);
            break;
        case Symbol::current:
            p.list.AddCircleFilled({x, y}, size * 0.22f, colour);
            p.list.AddCircle({x, y}, size * 0.42f, colour, 0, t);
            break;
        case Symbol::ahead: p.list.AddCircle({x, y}, size * 0.20f, colour, 0, t); break;
        case Symbol::plus: v_line(ui, x, y - 0.28f * size, y + 0.28f * size, t / ui.u, colour); [[fallthrough]];
        case Symbol::minus: h_line(ui, x - 0.28f * size, x + 0.28f * size, y, t / ui.u, colour); break;
        case Symbol::matrix:
            for (int i = 0; i < 9; ++i) p.list.AddRectFilled(p.at(-0.42f + i % 3 * 0.32f, -0.42f + i / 3 * 0.32f), p.at(-0.22f + i % 3 * 0.32f, -0.22f + i / 3 * 0.32f), colour, size * 0.03f);
            break;
        case Symbol::bubble:
            p.lines({{-0.42f, -0.36f}, {0.42f, -0.36f}, {0.42f, 0.20f}, {-0.02f, 0.20f}, {-0.22f, 0.42f}, {-0.22f, 0.20f}, {-0.42f, 0.20f}}, colour, t, true);
            break;
        case Symbol::angle:
            p.lines({{-0.18f, -0.28f}, {-0.46f, 0}, {-0.18f, 0.28f}}, colour, t);
            p.lines({{0.18f, -0.28f}, {0.46f, 0}, {0.18f, 0.28f}}, colour, t);
            break;
        case Symbol::file:
            p.lines({{-0.30f, -0.46f}, {0.10f, -0.46f}, {0.32f, -0.22f}, {0.32f, 0.46f}, {-0.30f, 0.46f}}, colour, t, true);
            break;
        case Symbol::enter:
            p.lines({{0.36f, -0.24f}, {0.36f, 0.08f}, {-0.32f, 0.08f}}, colour, t);
            p.lines({{-0.10f, -0.14f}, {-0.34f, 0.08f}, {-0.10f, 0.30f}}, colour, t);
            break;
    }
}

void draw_progress_ring(Ui& ui, float x, float y, float size, float part) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float t = std::max(2.0f, size * 0.18f), r = size / 2 - t / 2;
    list.AddCircle({x, y}, r, ui.col(Role::line), 0, t);
    if (part <= 0) return;
    list.PathClear();
    list.PathArcTo({x, y}, r, -pi / 2, -pi / 2 + 2 * pi * std::min(part, 1.0f));
    list.PathStroke(ui.col(Role::accent), 0, t);
}

void draw_logo(Ui& ui, float x, float y, float size) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float h = size * 0.30f, w = size;
    list.AddRectFilled({x, y - h - size * 0.05f}, {x + w, y - size * 0.05f}, ui.col(Role::text), h * 0.35f);
    list.AddCircleFilled({x + h * 0.5f, y + size * 0.05f + h * 0.5f + size * 0.06f}, h * 0.5f, ui.col(Role::text));
    list.AddRect({x + w * 0.46f, y + size * 0.10f}, {x + w, y + size * 0.10f + h}, ui.col(Role::accent), h * 0.35f, 0, ui.stroke(2.4f));
}

}  // namespace launchlab
