#include "catch.h"
#include "panels/theme.h"

using namespace launchlab;

namespace {
Colour of(const Palette& p, Role role) { return p.colours[int(role)]; }
const Role surfaces[] = {Role::page, Role::rail, Role::panel, Role::raised, Role::sunk};
}  // namespace

TEST_CASE("text reaches a contrast of 7 on every surface it is written on") {
    for (const Palette* p : {&dark_palette(), &light_palette()}) {
        for (Role surface : surfaces)
            for (Role ink : {Role::text, Role::text2, Role::text3, Role::accent, Role::ok, Role::error, Role::jit, Role::amber}) {
                INFO((p->dark ? "dark" : "light") << " ink " << int(ink) << " on " << int(surface));
                CHECK(contrast(of(*p, ink), of(*p, surface)) >= 7.0);
            }
        for (Role ink : {Role::text, Role::text2, Role::error}) {
            INFO((p->dark ? "dark" : "light") << " ink " << int(ink) << " on the failing pair");
            CHECK(contrast(of(*p, ink), of(*p, Role::pair)) >= 7.0);
            CHECK(contrast(of(*p, ink), of(*p, Role::tile)) >= 7.0);
        }
        CHECK(contrast(of(*p, Role::on_accent), of(*p, Role::accent)) >= 7.0);
        CHECK(contrast(of(*p, p->dark ? Role::page : Role::panel), of(*p, Role::text)) >= 7.0);     // the chosen segment
        for (Role ink : {Role::word, Role::number, Role::string, Role::text, Role::text3})
            CHECK(contrast(of(*p, ink), of(*p, Role::sunk)) >= 7.0);
    }
}

TEST_CASE("edges of controls and the hatch reach a contrast of 3") {
    for (const Palette* p : {&dark_palette(), &light_palette()}) {
        for (Role surface : surfaces) CHECK(contrast(of(*p, Role::control), of(*p, surface)) >= 3.0);
        CHECK(contrast(mix(of(*p, Role::sunk), of(*p, Role::error), 0.6f), of(*p, Role::sunk)) >= 3.0);
    }
}

TEST_CASE("words on tints are written in text and stay readable") {
    for (const Palette* p : {&dark_palette(), &light_palette()}) {
        Colour panel = of(*p, Role::panel), text = of(*p, Role::text);
        CHECK(contrast(text, mix(panel, of(*p, Role::accent), 0.22f)) >= 7.0);
        CHECK(contrast(text, mix(panel, of(*p, Role::text2), 0.22f)) >= 7.0);
        CHECK(contrast(text, mix(panel, of(*p, Role::ok), p->dark ? 0.34f : 0.30f)) >= 7.0);
        CHECK(contrast(text, mix(panel, of(*p, Role::jit), p->dark ? 0.34f : 0.30f)) >= 7.0);
        CHECK(contrast(of(*p, Role::text2), mix(panel, of(*p, Role::accent), 0.12f)) >= 7.0);
    }
}

TEST_CASE("a style is scaled from its unscaled copy, never twice") {
    ImGui::CreateContext();
    apply_style(dark_palette(), 2.0f);
    apply_style(dark_palette(), 2.0f);
    CHECK(ImGui::GetStyle().FrameRounding == 20.0f);
    CHECK(ImGui::GetStyle().FontScaleMain == 2.0f);
    apply_style(light_palette(), 1.0f);
    CHECK(ImGui::GetStyle().FrameRounding == 10.0f);
    ImGui::DestroyContext();
}

TEST_CASE("the system theme follows what the desktop says and is dark without a word") {
    unsetenv("GTK_THEME");
    unsetenv("COLORFGBG");
    CHECK(palette_for("system").dark);
    setenv("GTK_THEME", "Adwaita", 1);
    CHECK_FALSE(palette_for("system").dark);
    setenv("GTK_THEME", "Adwaita:dark", 1);
    CHECK(palette_for("system").dark);
    unsetenv("GTK_THEME");
    setenv("COLORFGBG", "0;15", 1);
    CHECK_FALSE(palette_for("system").dark);
    unsetenv("COLORFGBG");
    CHECK(palette_for("dark").dark);
    CHECK_FALSE(palette_for("light").dark);
}
