// Where a result comes from, which card it speaks of and which run it is: in sight at every size, and never two things at once.
#include "panels/compare.h"
#include "panels/desk.h"

using namespace launchlab;

namespace {

// Words that lie wholly inside what the window shows.
bool in_sight(const Desk& desk, const std::string& words) {
    for (const Drawn& d : desk.recorder.drawn)
        if (d.kind == Drawn::Kind::text && d.what.find(words) != std::string::npos && d.rect.x0 >= d.clip.x0 - 1 && d.rect.x1 <= d.clip.x1 + 1 && d.rect.y0 >= d.clip.y0 - 1 && d.rect.y1 <= d.clip.y1 + 1) return true;
    return false;
}

void check_in_sight(World& world, const std::string& words) {
    for (auto [width, height] : {std::pair{1920.0f, 1080.0f}, std::pair{1440.0f, 900.0f}, std::pair{1280.0f, 720.0f}, std::pair{900.0f, 600.0f}, std::pair{640.0f, 360.0f}})
        for (float zoom : {1.0f, 2.0f, 3.0f, 4.0f}) {
            if (width / zoom < 300) continue;
            Desk desk(*world, width, height);
            desk.look(zoom, "dark");
            for (bool compare : {false, true})
                for (int tab = 0; tab < 4; ++tab) {
                    if (tab && has_rail(desk.screen.ui)) break;
                    desk.screen.compare = compare, desk.screen.result_tab = ResultTab(tab);
                    desk.settle();
                    INFO(words << " at " << width << "x" << height << ", " << zoom * 100 << " %, tab " << tab << (compare ? ", compare" : ""));
                    CHECK((in_sight(desk, words) || (compare && (in_sight(desk, "Both ") || in_sight(desk, "A ")))));
                }
        }
}

}  // namespace

TEST_CASE("how a result is known stands in sight at every size and zoom, whatever tab is open") {
    {
        World world(fake_runner("hello-h200"));
        REQUIRE(world.ready());
        world.open_209();
        world.run();
        check_in_sight(world, "Measured now");
    }
    World none(fake_runner("hello-none"));
    REQUIRE(none.ready());
    none.open_209();
    none.run();
    check_in_sight(none, "By rule, not run");
    none.act([](Actions& a) { a.recording = "page-t4/day-06/2/A"; });
    REQUIRE(none.idle());
    check_in_sight(none, "Recorded");
}

TEST_CASE("a change of the card is told on the screen, with the card in question") {
    World world({});
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    world.act([](Actions& a) { a.recording = "page-t4/day-06/2/A"; });
    world.act([](Actions& a) { a.open_step = "day-06/1"; });
    for (auto [width, height] : {std::pair{1920.0f, 1080.0f}, std::pair{1280.0f, 720.0f}, std::pair{640.0f, 700.0f}}) {
        Desk desk(*world, width, height);
        INFO(width << "x" << height << ": " << desk.all_words());
        CHECK(desk.says("NVIDIA H200"));
        CHECK(desk.says("Before it was Tesla T4") + desk.says("was Tesla T4") > 0);
    }
}

TEST_CASE("the run on show is named: the fixed build is run B, another is one's own") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    Desk desk(*world);
    CHECK(desk.says("Run A: sm_100"));
    desk.key(ImGuiKey_B);
    REQUIRE(world.idle());
    desk.settle();
    CHECK(desk.says("Run B: sm_90"));
    CHECK_FALSE(desk.says("Run A: "));
    world.act([](Actions& a) { a.toggle = *parse_target("compute_80"); });
    REQUIRE(world.idle());
    desk.settle();
    CHECK(desk.says("Your own build: sm_90, compute_80"));
}

TEST_CASE("a narrow comparison keeps its question one key away, and stays the comparison") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    for (auto [width, height] : {std::pair{640.0f, 360.0f}, std::pair{900.0f, 600.0f}}) {
        Desk desk(*world, width, height);
        desk.key(ImGuiKey_C);
        desk.settle();
        REQUIRE(desk.screen.compare);
        CHECK(desk.says("Differs in:"));
        desk.key(ImGuiKey_2, ImGuiMod_Ctrl);
        desk.settle();
        CHECK(desk.screen.compare);
        CHECK(desk.says("Say what you saw"));
        CHECK(desk.find("answer/1"));
        desk.key(ImGuiKey_C);              // back to the picture, not out of it
        desk.settle();
        CHECK(desk.says("Differs in:"));
        desk.key(ImGuiKey_C);
        desk.settle();
        CHECK_FALSE(desk.screen.compare);
    }
}

TEST_CASE("a question about both runs waits in the comparison") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/1"; a.skip = true; });
    world.act([](Actions& a) { a.run_step = true; });
    REQUIRE(world.wait([&] { return world->tried().size() == 2 && !world->running(); }));
    REQUIRE(world->state().phase == Phase::observe);
    Desk desk(*world);
    desk.screen.compare = false;
    desk.settle();
    CHECK_FALSE(desk.find("answer/1"));
    CHECK(next_of({*world, desk.asked, desk.screen, desk.screen.ui}).key == "C");
    REQUIRE(desk.click("Compare A and B"));
    desk.settle();
    CHECK(desk.screen.compare);
    CHECK(desk.find("answer/1"));
}

TEST_CASE("Ctrl S saves the step as a program and says where and how to build it; over another text it asks") {
    Folder folder;
    World world(fake_runner("hello-h200"), [&](SessionOptions& o) { o.programs_dir = folder.path.string(); });
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    Desk desk(*world);
    desk.key(ImGuiKey_S, ImGuiMod_Ctrl);
    desk.settle();
    CHECK(text_of(folder / "day-06-2-mark.cu").find("int main()") != std::string::npos);
    CHECK(desk.all_words().find("Build it with: nvcc") != std::string::npos);
    std::ofstream(folder / "day-06-2-mark.cu") << "mine";
    desk.key(ImGuiKey_S, ImGuiMod_Ctrl);
    desk.settle();
    CHECK(desk.find("Write over it"));
    CHECK(text_of(folder / "day-06-2-mark.cu") == "mine");
    desk.key(ImGuiKey_Escape);
    desk.settle();
    CHECK_FALSE(desk.find("Write over it"));
    CHECK_FALSE(desk.screen.first.open);
    desk.key(ImGuiKey_S, ImGuiMod_Ctrl);
    desk.key(ImGuiKey_S, ImGuiMod_Ctrl);
    CHECK(text_of(folder / "day-06-2-mark.cu") == "mine");
    CHECK(text_of(folder / "day-06-2-mark-2.cu").find("int main()") != std::string::npos);
}
