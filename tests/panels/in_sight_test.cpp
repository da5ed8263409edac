// What has to be seen without scrolling, and what is kept from one frame to the next.
#include "panels/desk.h"

using namespace launchlab;

namespace {

const Drawn* text_of(const Desk& desk, const std::string& words) {
    for (const Drawn& drawn : desk.recorder.drawn)
        if (drawn.kind == Drawn::Kind::text && drawn.what == words) return &drawn;
    return nullptr;
}

bool in_sight(const Desk& desk, const std::string& words) {
    const Drawn* drawn = text_of(desk, words);
    return drawn && drawn->rect.y0 >= drawn->clip.y0 - 1 && drawn->rect.y1 <= drawn->clip.y1 + 1;
}

}  // namespace

TEST_CASE("the locked explanation is seen below the question of every step at 1920x1080, without scrolling") {
    World world({});
    Desk desk(*world);
    int seen = 0;
    for (const Recording& recording : world->recordings()) {
        if (!recording.name.starts_with("h200/") || !recording.name.ends_with("/A")) continue;
        const std::string step = recording.name.substr(5, recording.name.size() - 7);
        world.act([&](Actions& a) { a.open_step = step; });
        desk.settle();
        world.act([&](Actions& a) { a.recording = recording.name, a.skip = true; });
        world.act([](Actions& a) { a.run_step = true; });
        INFO(step);
        REQUIRE(world.wait([&] { return !world->running() && world->state().phase == Phase::observe; }));
        desk.screen.compare = false, desk.screen.both_shown = true;
        desk.settle();
        if (desk.find("next")) continue;         // taller than the window: the bar says what comes next
        ++seen;
        CHECK(in_sight(desk, "Why this happens"));
        CHECK(in_sight(desk, "Opens when you have answered."));
    }
    CHECK(seen > 12);
}

TEST_CASE("a hint comes into sight when it is asked for") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    Desk desk(*world, 1280, 720);
    for (int level = 1; level <= 3; ++level) {
        desk.key(ImGuiKey_H);
        desk.settle();
        REQUIRE(world->state().hints == level);
        INFO("hint " << level);
        const Drawn* below = desk.find(level < 3 ? "Next hint" : "Show the solution");      // right under it
        REQUIRE(below);
        CHECK(below->rect.y1 <= below->clip.y1 + 1);
        CHECK(below->rect.y0 >= below->clip.y0 - 1);
    }
}

TEST_CASE("at 400 % the launch, its check, the GPU and the sync stand in one view") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    Desk desk(*world);
    for (const char* theme : {"dark", "light"}) {
        desk.look(4, theme);
        for (const char* words : {"refused", "cudaPeekAtLastError", "GPU: nothing ran", "cudaDeviceSynchronize"}) {
            INFO(words);
            CHECK(in_sight(desk, words));
        }
    }
}

TEST_CASE("which step shows a code is found once, and again only for another card") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    Desk desk(*world);
    LiveCodes& live = desk.screen.live_codes;
    CHECK(live.all.empty());
    desk.key(ImGuiKey_K, ImGuiMod_Ctrl);
    REQUIRE_FALSE(live.all.empty());
    const std::size_t found = live.all.size();
    live.all.clear();                       // what is not looked for again stays away
    desk.settle();
    desk.key(ImGuiKey_Escape);
    desk.key(ImGuiKey_K, ImGuiMod_Ctrl);
    CHECK(live.all.empty());
    world.act([](Actions& a) { a.on = "7.5"; });
    desk.settle();
    CHECK_FALSE(live.all.empty());
    world.act([](Actions& a) { a.on = ""; });
    desk.settle();
    CHECK(live.all.size() == found);
}
