// Pictures drawn offscreen. They are skipped only where this machine has no EGL at all.
#include "panels/desk.h"
#include "window/shot.h"

using namespace launchlab;

namespace {

int pixels_near(const Image& image, Colour colour, int slack = 12) {
    int count = 0;
    for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4)
        count += std::abs(image.rgba[i] - colour.r) <= slack && std::abs(image.rgba[i + 1] - colour.g) <= slack && std::abs(image.rgba[i + 2] - colour.b) <= slack;
    return count;
}

bool no_egl() {
    auto opened = Offscreen::open(16, 16);
    if (opened) return false;
    if (opened.error().what.find("EGL could not be opened") == std::string::npos) FAIL(opened.error().text());
    WARN("skipped: " << opened.error().text());
    return true;
}

}  // namespace

TEST_CASE("the picture of a refused launch carries the error colour, that of a run the ok colour") {
    if (no_egl()) return;
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    for (const char* theme : {"dark", "light"}) {
        const Palette& palette = palette_for(theme);
        auto image = render(*world, 1920, 1080, 1.0f, theme);
        REQUIRE(image);
        CHECK(image->rgba.size() == 1920u * 1080u * 4u);
        CHECK(pixels_near(*image, palette.colours[int(Role::error)]) > 5000);
        CHECK(pixels_near(*image, palette.colours[int(Role::pair)], 2) > 20000);
    }
    world.act([](Actions& a) { a.config = 'B'; });
    REQUIRE(world.idle());
    auto image = render(*world, 1920, 1080, 1.0f, "dark");
    REQUIRE(image);
    CHECK(pixels_near(*image, dark_palette().colours[int(Role::error)], 6) < 200);
    CHECK(pixels_near(*image, dark_palette().colours[int(Role::ok)]) > 2000);
}

TEST_CASE("a picture that cannot be written says where and what") {
    auto written = write_png("/nowhere/at/all.png", Image{1, 1, {0, 0, 0, 255}});
    REQUIRE_FALSE(written);
    CHECK(written.error().where == "/nowhere/at/all.png");
}
