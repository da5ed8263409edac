// One card at a time: what is on show, what is judged and what was predicted speak of the same one, or the change is told.
#include "session/world.h"

using namespace launchlab;

namespace {
const char* page = "page-t4/day-06/2/A";
const char* h200 = "h200/day-06/2/A";
}  // namespace

TEST_CASE("from a step on a T4 recording to one that has none, the change of the card is told") {
    World world({});
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    world.act([](Actions& a) { a.recording = page; });
    REQUIRE(world->judged_card()->name == "Tesla T4");
    world.act([](Actions& a) { a.open_step = "day-06/1"; });
    REQUIRE(world->judged_card()->name == "NVIDIA H200");
    REQUIRE(world->card_change());
    CHECK(world->card_change()->from == "Tesla T4");
    CHECK(world->card_change()->to == "NVIDIA H200");
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    if (world->judged_card()->name == "NVIDIA H200") CHECK(world->card_change() == nullptr);
}

TEST_CASE("a recording of another card tells the change, and going back takes the words away") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    CHECK(world->card_change() == nullptr);
    world.act([](Actions& a) { a.recording = page; });
    REQUIRE(world->card_change());
    CHECK(world->card_change()->to == "Tesla T4");
    world.act([](Actions& a) { a.recording = ""; });
    CHECK(world->card_change() == nullptr);
    world.act([](Actions& a) { a.recording = h200; });
    CHECK(world->card_change() == nullptr);                 // the same card as the one that is here
}

TEST_CASE("the card that predictions were made for is known") {
    World world({});
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    CHECK(world->predicted_for() == "");
    world.act([](Actions& a) { a.recording = page; });
    world.act([](Actions& a) { a.predict = Actions::Predicted{0, 0}; });
    CHECK(world->predicted_for() == "Tesla T4");
}

TEST_CASE("run B of a T4 recording without one is judged for the T4, also when both are run at once") {
    for (bool live : {false, true}) {
        INFO(live);
        World world(live ? fake_runner("hello-h200") : std::vector<std::string>{});
        if (live) REQUIRE(world.ready());
        world.open_209();
        world.act([](Actions& a) { a.recording = page; });
        world.run();
        world.act([](Actions& a) { a.run_both = true; });
        REQUIRE(world.wait([&] { return world->tried().size() == 3 && !world->running(); }));
        REQUIRE(world->other());
        CHECK(world->run()->origin.gpu == "Tesla T4");
        CHECK(world->other()->origin.gpu == "Tesla T4");
        CHECK(by_rule(*world->other()));
        CHECK(world->choice().recording == page);
        CHECK(world->judged_card()->name == "Tesla T4");
    }
}

TEST_CASE("going back to an earlier run takes its card with it") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    world.act([](Actions& a) { a.recording = page; });
    REQUIRE(world.idle());
    REQUIRE(world->tried().size() == 2);
    REQUIRE(world->judged_card()->name == "Tesla T4");
    world.act([](Actions& a) { a.show_run = 0; });
    CHECK(world->judged_card()->name == "NVIDIA H200");
    CHECK(world->live_card());
    CHECK(world->choice().recording == "");
    world.act([](Actions& a) { a.show_run = 1; });
    CHECK(world->judged_card()->name == "Tesla T4");
    CHECK(world->choice().recording == page);
    CHECK(world->tried().size() == 2);                      // nothing was run for it
}

TEST_CASE("going back to a run by rule takes its card with it, and a card that is here is live again") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    world.act([](Actions& a) { a.on = "T4"; });
    world.run();
    REQUIRE(world->tried().size() == 2);
    world.act([](Actions& a) { a.show_run = 0; });
    CHECK(world->live_card());
    world.act([](Actions& a) { a.show_run = 1; });
    CHECK(world->by_rule());
    CHECK(world->judged_card()->name == world->run()->origin.gpu);
}
