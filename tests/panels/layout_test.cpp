#include <set>

#include "panels/desk.h"

using namespace launchlab;

namespace {

bool apart(const Rect& a, const Rect& b) {
    constexpr float slack = 1.5f;      // rounding to whole pixels
    return a.x1 - slack <= b.x0 || b.x1 - slack <= a.x0 || a.y1 - slack <= b.y0 || b.y1 - slack <= a.y0;
}

std::string place(const Drawn& d) {
    char text[64];
    std::snprintf(text, sizeof text, " [%.0f %.0f %.0f %.0f]", d.rect.x0, d.rect.y0, d.rect.x1, d.rect.y1);
    return "\"" + d.what + "\"" + text;
}

std::string faults(const Recorder& recorder) {
    std::string out;
    for (std::size_t i = 0; i < recorder.drawn.size(); ++i) {
        const Drawn& a = recorder.drawn[i];
        bool text = a.kind == Drawn::Kind::text;
        if (text && !a.scrolls_x && (a.rect.x0 < a.clip.x0 - 1 || a.rect.x1 > a.clip.x1 + 1)) out += "cut off at a side: " + place(a) + "\n";
        if (text && !a.scrolls_y && (a.rect.y0 < a.clip.y0 - 1 || a.rect.y1 > a.clip.y1 + 1)) out += "cut off above or below: " + place(a) + "\n";
        for (std::size_t j = i + 1; j < recorder.drawn.size(); ++j) {
            const Drawn& b = recorder.drawn[j];
            if (a.window != b.window || a.kind != b.kind || apart(a.rect, b.rect)) continue;
            out += std::string(text ? "words" : "widgets") + " overlap: " + place(a) + " and " + place(b) + "\n";
        }
    }
    return out;
}

void check_all(Session& session, const std::string& what) {
    for (auto [width, height] : {std::pair{1920.0f, 1080.0f}, std::pair{1280.0f, 720.0f}, std::pair{640.0f, 360.0f}}) {
        Desk desk(session, width, height);
        for (const char* theme : {"dark", "light"})
            for (float zoom : {1.0f, 2.0f, 3.0f}) {
                if (zoom > 1 && width < 700) continue;
                desk.look(zoom, theme);
                for (int tab = 0; tab < 4; ++tab) {
                    desk.screen.predict_tab = PredictTab(std::min(tab, 2));
                    desk.screen.lower = LowerTab(std::min(tab, 2));
                    desk.screen.result_tab = ResultTab(tab);
                    desk.settle();
                    INFO(what << " at " << width << "x" << height << ", " << zoom * 100 << " %, " << theme << ", tab " << tab);
                    CHECK(faults(desk.recorder) == "");
                }
            }
    }
}

}  // namespace

TEST_CASE("no words are cut off and nothing overlaps on the predict screen") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    check_all(*world, "open");
    world.act([](Actions& a) { a.predict = Actions::Predicted{0, 0}; });
    world.act([](Actions& a) { a.hint = true; });
    check_all(*world, "answered in part");
}

TEST_CASE("no words are cut off and nothing overlaps on the result screen") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    predict_and_run(world);
    check_all(*world, "refused");
    world.act([](Actions& a) { a.observe = 0; });
    world.act([](Actions& a) { a.explain = true; });
    check_all(*world, "explained");
    world.act([](Actions& a) { a.config = 'B'; });
    REQUIRE(world.idle());
    check_all(*world, "ran");
}

TEST_CASE("no words are cut off and nothing overlaps where nothing can be run") {
    World world(fake_runner("hello-none"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; a.skip = true; });
    check_all(*world, "no card");
    world.run();
    check_all(*world, "by rule");
    const Recording* offer = recording_to_offer(*world);
    REQUIRE(offer);
    world.act([&](Actions& a) { a.recording = offer->name; });
    REQUIRE(world.idle());
    check_all(*world, "recorded");
}

TEST_CASE("a run that ends early keeps its calls and says so in words that fit") {
    World world(fake_runner("hello-h200", {"--die-after", "6"}));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    Desk desk(*world);
    CHECK(desk.says("did not return"));
    check_all(*world, "ended early");
}
