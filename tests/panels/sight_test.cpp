// Colour is never alone: every state has a shape of its own, and the colours of results stay apart for every kind of sight.
#include <cmath>

#include "catch.h"
#include "panels/screen.h"
#include "window/sight.h"

using namespace launchlab;

namespace {

struct State { const char* what; Symbol symbol; Role role; };
const State states[] = {{"success", Symbol::ok, Role::ok}, {"refused", Symbol::refused, Role::error}, {"nothing ran", Symbol::empty, Role::error}, {"fault", Symbol::fault, Role::error},
                        {"translated", Symbol::jit, Role::jit}, {"differs", Symbol::differs, Role::amber}, {"same", Symbol::same, Role::text2}, {"measured now", Symbol::live, Role::accent},
                        {"recorded", Symbol::recorded, Role::text2}, {"by rule", Symbol::open, Role::text2}, {"unsure", Symbol::unsure, Role::amber}, {"locked", Symbol::lock, Role::text2},
                        {"trouble", Symbol::trouble, Role::amber}};

Colour seen(Colour c, const std::string& sight) {
    Image one = seen_as(Image{1, 1, {static_cast<unsigned char>(c.r), static_cast<unsigned char>(c.g), static_cast<unsigned char>(c.b), 255}}, sight);
    c.r = one.rgba[0], c.g = one.rgba[1], c.b = one.rgba[2];
    return c;
}

struct Lab { double l, a, b; };
Lab lab(Colour c) {
    auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    const double r = linear(c.r / 255.0), g = linear(c.g / 255.0), b = linear(c.b / 255.0);
    auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047), y = f(0.2126 * r + 0.7152 * g + 0.0722 * b), z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}
double apart(Colour a, Colour b) {
    const Lab p = lab(a), q = lab(b);
    return std::hypot(p.l - q.l, std::hypot(p.a - q.a, p.b - q.b));
}

// A symbol in white on black, 48 pixels wide, drawn by the program's own code.
std::vector<unsigned char> shape_of(Symbol symbol) {
    auto opened = Offscreen::open(64, 64);
    REQUIRE(opened);
    ScreenState screen;
    set_up_screen(screen, "");
    Ui& ui = screen.ui;
    for (Colour& c : ui.palette.colours) c = {};
    ui.palette.colours[int(Role::text)].r = ui.palette.colours[int(Role::text)].g = ui.palette.colours[int(Role::text)].b = 255;
    for (int i = 0; i < 2; ++i)
        (*opened)->frame([] {}, [&] {
            ImGui::SetNextWindowPos({0, 0});
            ImGui::SetNextWindowSize({64, 64});
            ImGui::Begin("one", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground);
            fill(ui, {0, 0, 64, 64}, 0, IM_COL32(0, 0, 0, 255));
            draw_symbol(ui, symbol, 32, 32, 48, Role::text);
            ImGui::End();
        });
    Image picture = (*opened)->picture();
    std::vector<unsigned char> light;
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) light.push_back(picture.rgba[i]);
    return light;
}

}  // namespace

TEST_CASE("every state has a shape of its own, also where all colours are one") {
    if (auto opened = Offscreen::open(16, 16); !opened) {
        WARN("skipped: " << opened.error().text());
        return;
    }
    std::vector<std::vector<unsigned char>> shapes;
    for (const State& state : states) shapes.push_back(shape_of(state.symbol));
    for (std::size_t i = 0; i < shapes.size(); ++i)
        for (std::size_t j = i + 1; j < shapes.size(); ++j) {
            int differ = 0;
            for (std::size_t p = 0; p < shapes[i].size(); ++p) differ += std::abs(shapes[i][p] - shapes[j][p]) > 100;
            INFO(states[i].what << " against " << states[j].what);
            CHECK(differ > 120);
        }
}

TEST_CASE("success, error and translation stay apart for every kind of sight") {
    for (const Palette* p : {&dark_palette(), &light_palette()})
        for (const std::string& sight : sights()) {
            if (sight == "grey") continue;           // there the shapes tell, as the test above says
            const Colour ok = seen(p->colours[int(Role::ok)], sight), error = seen(p->colours[int(Role::error)], sight), jit = seen(p->colours[int(Role::jit)], sight);
            INFO(sight << (p->dark ? ", dark" : ", light"));
            CHECK(apart(ok, error) >= 26);
            CHECK(apart(ok, jit) >= 26);
            CHECK(apart(error, jit) >= 26);
        }
}

TEST_CASE("every ink stays readable in grey and for every kind of sight") {
    for (const Palette* p : {&dark_palette(), &light_palette()})
        for (const std::string& sight : sights())
            for (Role surface : {Role::page, Role::panel, Role::raised, Role::sunk})
                for (Role ink : {Role::text, Role::text2, Role::accent, Role::ok, Role::error, Role::jit, Role::amber}) {
                    INFO(sight << (p->dark ? ", dark" : ", light") << ", ink " << int(ink) << " on " << int(surface));
                    CHECK(contrast(seen(p->colours[int(ink)], sight), seen(p->colours[int(surface)], sight)) >= 4.5);
                }
}

TEST_CASE("a grey picture is grey, and white and black are seen alike by all") {
    Image image{3, 1, {255, 255, 255, 255, 0, 0, 0, 255, 200, 40, 90, 255}};
    for (const std::string& sight : sights()) {
        Image out = seen_as(image, sight);
        INFO(sight);
        CHECK(int(out.rgba[0]) >= 254);
        CHECK(int(out.rgba[4]) <= 1);
        if (sight == "grey") CHECK((out.rgba[8] == out.rgba[9] && out.rgba[9] == out.rgba[10]));
    }
    CHECK(seen_as(image, "").rgba == image.rgba);
}
