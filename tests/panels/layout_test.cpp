#include <set>

#include "panels/desk.h"
#include "panels/faults.h"

using namespace launchlab;

namespace {

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
