#include <set>

#include "panels/desk.h"

using namespace launchlab;

namespace {
bool holds(const std::vector<Target>& targets, const std::string& name) {
    auto names = names_of(targets);
    return std::find(names.begin(), names.end(), name) != names.end();
}
}  // namespace

TEST_CASE("a click on a chip toggles its target and a second one takes it back") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    Desk desk(*world);
    REQUIRE(desk.click("sm_80"));
    REQUIRE(desk.asked.toggle);
    CHECK(to_name(*desk.asked.toggle) == "sm_80");
    CHECK(holds(world->choice().targets, "sm_80"));
    desk.settle();
    REQUIRE(desk.click("sm_80"));
    CHECK_FALSE(holds(world->choice().targets, "sm_80"));
}

TEST_CASE("Run is locked and says why until every card is answered") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    Desk desk(*world);
    CHECK(desk.find("Run locked"));
    CHECK(desk.says("Still open:"));
    desk.key(ImGuiKey_F5);
    CHECK_FALSE(desk.kept.run);
    CHECK(world->run() == nullptr);
    // Digits answer the card whose turn it is.
    for (int i = 0; i < 12 && world->state().phase == Phase::predict; ++i) desk.key(ImGuiKey_1);
    CHECK(world->state().phase == Phase::run);
    desk.settle();
    CHECK(desk.find("Run"));
    desk.key(ImGuiKey_F5);
    CHECK(desk.kept.run);
    REQUIRE(world.idle());
    desk.settle();
    CHECK(desk.says("Nothing ran"));
    CHECK(desk.says("209"));
}

TEST_CASE("before the run nothing on the screen tells the verdict") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    Desk desk(*world);
    std::string words = desk.all_words();
    for (const char* telling : {"Nothing ran", "refused", "rejected", "no kernel image", "Build for this card", "does not fit", "will"}) {
        INFO(telling);
        bool asked = telling == std::string("will") || words.find(telling) == std::string::npos;
        CHECK(asked);
    }
}

TEST_CASE("skipping is kept as skipped and opens Run") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    Desk desk(*world);
    desk.key(ImGuiKey_S, ImGuiMod_Alt);
    CHECK(desk.kept.skip);
    CHECK(world->state().skipped);
    CHECK(world->state().phase == Phase::run);
}

TEST_CASE("the question opens after the run, an answer opens the explanation, and nothing advances by itself") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    predict_and_run(world);
    Desk desk(*world);
    REQUIRE(world->state().phase == Phase::observe);
    desk.settle();
    CHECK(world->state().phase == Phase::observe);
    CHECK(desk.all_words().find("Opens when you have answered.") != std::string::npos);
    REQUIRE(desk.click("answer/2"));
    CHECK(desk.asked.observe == 1);
    CHECK(world->state().observed == 1);
    desk.settle();
    REQUIRE(desk.find("Why this happens"));
    CHECK_FALSE(world->state().explained);
    desk.key(ImGuiKey_Enter);
    CHECK(world->state().explained);
}

TEST_CASE("the fix button builds this card's own code and runs again") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    predict_and_run(world);
    Desk desk(*world);
    REQUIRE(desk.find("Build for this card (sm_90), run again"));
    desk.key(ImGuiKey_B);
    CHECK(desk.kept.build_for_card);
    REQUIRE(world.idle());
    desk.settle();
    CHECK(names_of(world->choice().targets) == std::vector<std::string>{"sm_90"});
    CHECK(desk.says("mark ran"));
    CHECK_FALSE(desk.find("Build for this card (sm_90), run again"));
}

TEST_CASE("zoom and theme answer to their keys at once") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    Desk desk(*world);
    desk.key(ImGuiKey_Equal, ImGuiMod_Ctrl);
    CHECK(world->settings().zoom == Approx(1.1f));
    CHECK(desk.screen.ui.u == Approx(1.1f));
    desk.key(ImGuiKey_0, ImGuiMod_Ctrl);
    CHECK(world->settings().zoom == Approx(1.0f));
    bool dark = desk.screen.ui.palette.dark;
    desk.key(ImGuiKey_T, ImGuiMod_Ctrl);
    CHECK(desk.screen.ui.palette.dark != dark);
}

TEST_CASE("Tab reaches every control of the predict screen and Enter presses the one with the ring") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    Desk desk(*world);
    std::set<std::string> reached;
    bool on_chip = false;
    for (int i = 0; i < 90; ++i) {
        desk.key(ImGuiKey_Tab);
        for (const Drawn& drawn : desk.recorder.drawn) {
            if (!drawn.focused) continue;
            reached.insert(drawn.what);
            if (drawn.what != "sm_80" || on_chip) continue;
            on_chip = true;
            desk.key(ImGuiKey_Enter);
            CHECK(holds(world->choice().targets, "sm_80"));
            break;
        }
    }
    CHECK(on_chip);
    for (const Drawn& drawn : desk.recorder.drawn)
        if (drawn.kind == Drawn::Kind::widget && drawn.what != "Run locked") {
            INFO(drawn.what);
            CHECK(reached.count(drawn.what) == 1);
        }
}

TEST_CASE("without a card the screen says so and offers the recording") {
    World world(fake_runner("hello-none"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    Desk desk(*world);
    CHECK(desk.says("No GPU found"));
    REQUIRE_FALSE(world->recordings_for_step().empty());
    desk.key(ImGuiKey_L);
    CHECK_FALSE(world->choice().recording.empty());
    desk.settle();
    CHECK(desk.says("Recorded"));
}

TEST_CASE("letters are text while the editor has the keyboard") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    Desk desk(*world);
    desk.screen.source.focus = true;
    desk.settle();
    REQUIRE(desk.screen.source.active);
    desk.key(ImGuiKey_H);
    CHECK_FALSE(desk.kept.hint);
    CHECK(desk.screen.ui.typing);
    std::string before = world->choice().source;
    desk.key(ImGuiKey_End, ImGuiMod_Ctrl);       // behind the last brace: a line that is not the learner's
    ImGui::GetIO().AddInputCharactersUTF8("x");
    desk.settle();
    CHECK(world->choice().source.size() >= before.size());
}
