// The first screen: its words for each machine, its keys, and that everything fits.
#include <set>

#include "panels/desk.h"
#include "panels/faults.h"
#include "session/lookup.h"

using namespace launchlab;

namespace {

struct FirstDesk : Desk {
    explicit FirstDesk(Session& session, float width = 1920, float height = 1080) : Desk(session, width, height) {
        screen.first.open = true;
        settle();
    }
};

void check_fits(Session& session, const std::string& what) {
    for (auto [width, height] : {std::pair{1920.0f, 1080.0f}, std::pair{1280.0f, 720.0f}, std::pair{640.0f, 360.0f}}) {
        FirstDesk desk(session, width, height);
        for (const char* theme : {"dark", "light"})
            for (float zoom : {1.0f, 2.0f, 3.0f}) {
                desk.look(zoom, theme);
                INFO(what << " at " << width << "x" << height << ", " << zoom * 100 << " %, " << theme);
                CHECK(faults(desk.recorder) == "");
            }
    }
}

StepState state_in(Phase phase) {
    StepState state;
    state.phase = phase;
    return state;
}

}  // namespace

TEST_CASE("the first screen says which card is ready and why this toolkit, with two doors and no rail") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    FirstDesk desk(*world);
    CHECK(desk.says("NVIDIA H200, sm_90. Ready."));
    CHECK(desk.says("Driver 580 reads PTX up to 9.0, so launchlab builds with NVRTC 13.0."));
    CHECK(desk.says("Start day 6"));
    CHECK(desk.says("Why does my program fail?"));
    CHECK(desk.says("Nothing leaves this machine"));
    CHECK_FALSE(desk.says("LESSONS"));
    CHECK_FALSE(desk.find("Continue"));
    CHECK(left_off(*world).step.empty());
}

TEST_CASE("an older driver is told with the toolkit that it reads") {
    World world(fake_runner("hello-535"));
    REQUIRE(world.ready());
    FirstDesk desk(*world);
    CHECK(desk.says("Tesla T4, sm_75. Ready."));
    CHECK(desk.says("Driver 535 reads PTX up to 8.2, so launchlab builds with NVRTC 12.2."));
}

TEST_CASE("a driver that reads nothing of what is here makes recordings of the steps, with the remedy") {
    World world(fake_runner("hello-535-only-13"));
    REQUIRE(world.ready());
    FirstDesk desk(*world);
    CHECK(desk.says("Recordings only."));
    CHECK(desk.says("None of them is launched here:"));
    CHECK(desk.says("doctor --fetch"));
}

TEST_CASE("for a card by rule whose driver reads less than is built here, the line says just that") {
    World world(fake_runner("hello-h200"), [](SessionOptions& o) { o.on = "T4@535"; });
    REQUIRE(world.ready());
    CHECK(card_line(*world).title == "Tesla T4, sm_75. By rule, not run.");
    CHECK(card_line(*world).why == "Driver 535 reads PTX up to 8.2; NVRTC 13.0, which builds here, writes PTX 9.0.");
    world.act([](Actions& a) { a.on = "T4"; });
    CHECK(card_line(*world).why.find("so launchlab builds with NVRTC 13.0.") != std::string::npos);
}

TEST_CASE("without a card the same screen says so first, and each step has a recording or the rule") {
    World world(fake_runner("hello-none"));
    REQUIRE(world.ready());
    FirstDesk desk(*world);
    CHECK(desk.says("No GPU found"));
    CHECK(desk.says("NVRTC 13.0 compiles for real."));
    CHECK(desk.says("Recorded on an NVIDIA H200."));
    CHECK(desk.says("Start day 6"));
}

TEST_CASE("a runner that is gone is told, and can be restarted from here") {
    World world(fake_runner("hello-h200", {"--no-such-option"}));
    REQUIRE(world.wait([&] { return world->link() == Link::lost; }));
    FirstDesk desk(*world);
    CHECK(desk.says("The runner is gone."));
    REQUIRE(desk.click("Restart the runner"));
    CHECK(desk.asked.restart_runner);
}

TEST_CASE("while the runner starts, the doors are open already") {
    World world(fake_runner("hello-h200"));
    FirstDesk desk(*world);
    if (world->link() == Link::starting) CHECK(desk.says("Looking for the card."));
    CHECK(desk.find("1") == nullptr);
    CHECK(desk.says("Start day 6"));
    REQUIRE(world.ready());
}

TEST_CASE("1 opens the first step, Escape there leads back, and Escape on the first screen stays") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    FirstDesk desk(*world);
    desk.key(ImGuiKey_Escape);
    CHECK(desk.screen.first.open);
    desk.key(ImGuiKey_1);
    CHECK_FALSE(desk.screen.first.open);
    CHECK(world->step()->id == "day-06/1");
    CHECK(world->state().answers.at(0).choice == -1);     // the digit answered nothing
    desk.settle();
    CHECK(desk.says("LESSONS"));
    desk.key(ImGuiKey_Escape);
    CHECK(desk.screen.first.open);
    desk.key(ImGuiKey_1);
    desk.key(ImGuiKey_Home, ImGuiMod_Ctrl);
    CHECK(desk.screen.first.open);
    desk.key(ImGuiKey_F5);
    CHECK_FALSE(desk.kept.run);
}

TEST_CASE("Escape in a step stops the run first, and only then leads back") {
    World world(fake_runner("hello-h200", {"--stop-after", "7"}));
    REQUIRE(world.ready());
    world.open_209();
    world.act([](Actions& a) { a.run = true; });
    REQUIRE(world.wait([&] { return world->running(); }));
    Desk desk(*world);
    desk.screen.first.open = false;
    desk.frame();
    REQUIRE(world->running());
    desk.key(ImGuiKey_Escape);
    CHECK(desk.kept.cancel);
    CHECK_FALSE(desk.screen.first.open);
}

TEST_CASE("Continue says where you left off and when, and Enter takes it") {
    World world(fake_runner("hello-h200"), [](SessionOptions& o) { o.now = [] { static double s = 0; return Moment{.s = s += 0.001, .clock = "17:40:00", .date = "2026-12-01"}; }; });
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    world.act([](Actions& a) { a.predict = Actions::Predicted{0, 0}; });
    FirstDesk desk(*world);
    REQUIRE(desk.find("Continue"));
    CHECK(desk.says("Continue: " + world->step()->title));
    CHECK(desk.says("Day 6, step 2 of"));
    CHECK(desk.says("Today, 17:40"));
    desk.key(ImGuiKey_Enter);
    CHECK_FALSE(desk.screen.first.open);
    CHECK(world->step()->id == "day-06/2");
}

TEST_CASE("Enter with nothing to continue does nothing") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    FirstDesk desk(*world);
    desk.key(ImGuiKey_Enter);
    CHECK(desk.screen.first.open);
}

TEST_CASE("a finished step is continued with the one after it") {
    Folder state;
    Progress progress;
    progress.last_step = "day-06/1";
    progress.steps["day-06/1"] = state_in(Phase::done);
    progress.steps["day-06/1"].skipped = true;
    World probe({});
    progress.steps["day-06/1"].answers.resize(find_step(probe->course(), "day-06/1")->ask.size());
    REQUIRE(write_file_safely(state / "progress.json", to_json(progress)));
    World world({}, [&](SessionOptions& o) { o.state_dir = state.path.string(); });
    CHECK(left_off(*world).step == "day-06/2");
    CHECK(left_off(*world).where.find("step 2 of") != std::string::npos);
}

TEST_CASE("when you left off is told by the day") {
    CHECK(day_words("2026-12-01 17:40", "2026-12-01") == "Today, 17:40");
    CHECK(day_words("2026-11-30 09:05", "2026-12-01") == "Yesterday, 09:05");
    CHECK(day_words("2025-12-31 23:59", "2026-01-01") == "Yesterday, 23:59");
    CHECK(day_words("2026-11-28 09:05", "2026-12-01") == "3 days ago, 09:05");
    CHECK(day_words("2026-02-01 09:05", "2026-12-01") == "2026-02-01, 09:05");
    CHECK(day_words("2026-12-05 09:05", "2026-12-01") == "2026-12-05, 09:05");
    CHECK(day_words("2026-12-01 17:40", "") == "2026-12-01, 17:40");
    CHECK(day_words("", "2026-12-01") == "");
    CHECK(day_words("long ago, you know", "2026-12-01") == "");
}

TEST_CASE("the second door has no dead button: a code is looked up, a file is opened") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    FirstDesk desk(*world);
    REQUIRE(desk.click("Open my program"));
    CHECK(desk.screen.why.open);
    desk.settle();
    desk.key(ImGuiKey_Escape);
    desk.settle();
    CHECK_FALSE(desk.screen.why.open);
    CHECK(desk.screen.first.open);
    desk.key(ImGuiKey_2);
    CHECK(desk.screen.hub.open);
    REQUIRE(world.wait([&] { return world->lookup().hub() != nullptr; }));
    desk.settle();
    CHECK(desk.says("no kernel image"));
    desk.key(ImGuiKey_Escape);
    CHECK_FALSE(desk.screen.hub.open);
    CHECK(desk.screen.first.open);
    ImGui::SetClipboardText("CUDA error: no kernel image is available\nfor execution on the device");
    desk.key(ImGuiKey_V, ImGuiMod_Ctrl);
    REQUIRE(desk.screen.hub.open);
    REQUIRE(world.wait([&] { return world->lookup().looked() != nullptr; }));
    desk.settle();
    CHECK(desk.says("cudaErrorNoKernelImage"));
}

TEST_CASE("nothing on the first screen has the focus before a key, and Tab reaches every door") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    FirstDesk desk(*world);
    auto focused = [&]() -> std::string {
        for (const Drawn& drawn : desk.recorder.drawn)
            if (drawn.focused) return drawn.what;
        return "";
    };
    CHECK(focused() == "");
    std::set<std::string> reached;
    for (int i = 0; i < 12; ++i) {
        desk.key(ImGuiKey_Tab);
        desk.frame();
        reached.insert(focused());
    }
    CHECK(reached.count("Look up an error"));
    CHECK(reached.count("Open my program"));
    CHECK(reached.count("Another card or driver"));
    CHECK(reached.count("Find anything"));
    CHECK(reached.count("Step 1: " + world->course().lessons.front().steps.front().title));
}

TEST_CASE("before any run the first screen tells no verdict") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    FirstDesk desk(*world);
    std::string words = desk.all_words();
    for (const char* telling : {"209", "refused", "Nothing ran", "no kernel image"}) {
        INFO(telling);
        CHECK(words.find(telling) == std::string::npos);
    }
}

TEST_CASE("no words are cut off and nothing overlaps on the first screen") {
    World ready(fake_runner("hello-h200"));
    REQUIRE(ready.ready());
    check_fits(*ready, "ready");
    ready.act([](Actions& a) { a.open_step = "day-06/2"; a.skip = true; });
    check_fits(*ready, "continue");
    ready.act([](Actions& a) { a.on = "T4@535"; });
    check_fits(*ready, "by rule");
    World none(fake_runner("hello-none"));
    REQUIRE(none.ready());
    check_fits(*none, "no card");
    World old(fake_runner("hello-535-only-13"));
    REQUIRE(old.ready());
    check_fits(*old, "no toolkit");
    World lost(fake_runner("hello-h200", {"--no-such-option"}));
    REQUIRE(lost.wait([&] { return lost->link() == Link::lost; }));
    check_fits(*lost, "runner gone");
}
