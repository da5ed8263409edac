// The palette: typing finds, keys choose, Escape closes, and what lies under it hears nothing meanwhile.
#include "panels/desk.h"
#include "panels/faults.h"
#include "panels/palette_entries.h"

using namespace launchlab;

namespace {

struct Finder : Desk {
    explicit Finder(Session& session, Find find, float width = 1920, float height = 1080) : Desk(session, width, height) {
        screen.first.open = false;
        settle();
        open_palette(screen.palette, find);
        settle();
    }
    void type(const char* text) {
        ImGui::GetIO().AddInputCharactersUTF8(text);
        settle();
    }
    // What was drawn of the palette alone.
    Recorder own() const {
        Recorder out;
        const Drawn* field = find("find");
        for (const Drawn& drawn : recorder.drawn)
            if (field && drawn.window == field->window) out.drawn.push_back(drawn);
        return out;
    }
    // The titles in sight, from the top.
    std::vector<std::string> rows() const {
        std::vector<std::string> out;
        for (const Drawn& drawn : recorder.drawn)
            if (drawn.kind == Drawn::Kind::widget && drawn.what.rfind("find/", 0) == 0) out.push_back(drawn.what.substr(drawn.what.find('/', 5) + 1));
        return out;
    }
};

bool has(const std::vector<std::string>& rows, const std::string& title) { return std::find(rows.begin(), rows.end(), title) != rows.end(); }

}  // namespace

TEST_CASE("Ctrl K opens the palette, typing finds a step, Enter opens it") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/1"; });
    Desk desk(*world);
    desk.screen.first.open = false;
    desk.settle();
    desk.key(ImGuiKey_K, ImGuiMod_Ctrl);
    REQUIRE(desk.screen.palette.open);
    desk.settle();
    ImGui::GetIO().AddInputCharactersUTF8("which call");
    desk.settle();
    CHECK(std::string(desk.screen.palette.query.data()) == "which call");
    desk.key(ImGuiKey_Enter);
    CHECK(desk.kept.open_step == "day-06/2");
    CHECK_FALSE(desk.screen.palette.open);
    CHECK(world->step()->id == "day-06/2");
}

TEST_CASE("single letters and digits go into the field and to nothing below it") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    Finder desk(*world, Find::all);
    for (ImGuiKey key : {ImGuiKey_1, ImGuiKey_B, ImGuiKey_H, ImGuiKey_L, ImGuiKey_F5}) {
        desk.key(key);
        CHECK_FALSE(desk.kept.predict);
        CHECK_FALSE(desk.kept.hint);
        CHECK_FALSE(desk.kept.run);
        CHECK_FALSE(desk.kept.recording);
    }
    CHECK(desk.screen.palette.open);
    CHECK(world->state().answers.at(0).choice == -1);
}

TEST_CASE("Escape closes the palette and nothing more") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    Finder desk(*world, Find::all);
    desk.type("zoom");
    desk.key(ImGuiKey_Escape);
    CHECK_FALSE(desk.screen.palette.open);
    CHECK_FALSE(desk.screen.first.open);
    CHECK_FALSE(desk.kept.cancel);
}

TEST_CASE("a target is toggled by its name, a theme and a zoom are chosen") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    Finder desk(*world, Find::all);
    desk.type("sm_80");
    desk.key(ImGuiKey_Enter);
    REQUIRE(desk.kept.toggle);
    CHECK(to_name(*desk.kept.toggle) == "sm_80");
    open_palette(desk.screen.palette, Find::all);
    desk.settle();
    desk.type("zoom 200");
    desk.key(ImGuiKey_Enter);
    CHECK(desk.kept.zoom == 2.0f);
    open_palette(desk.screen.palette, Find::all);
    desk.settle();
    desk.type("light theme");
    desk.key(ImGuiKey_Enter);
    CHECK(desk.kept.theme == "light");
}

TEST_CASE("a code is found by number, name and text, and Enter tells it in place") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    for (const char* query : {"209", "NoKernelImage", "no kernel image is available for execution on the device", "error 209", "CUDA_ERROR_NO_BINARY_FOR_GPU"}) {
        INFO(query);
        Finder desk(*world, Find::codes);
        desk.type(query);
        REQUIRE_FALSE(desk.rows().empty());
        CHECK(desk.rows().front() == "209  cudaErrorNoKernelImageForDevice");
        CHECK_FALSE(desk.says("The context lives on."));
        desk.key(ImGuiKey_Enter);
        desk.settle();
        CHECK(desk.screen.palette.open);
        CHECK(desk.says("The context lives on."));
        desk.key(ImGuiKey_Enter);
        desk.settle();
        CHECK_FALSE(desk.says("The context lives on."));
    }
}

TEST_CASE("a text that names no code is told so, with the nearest") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    Finder desk(*world, Find::codes);
    desk.type("the kernel image banana");
    CHECK(desk.says("No CUDA code is named in this. The nearest:"));
    CHECK(desk.rows().size() == 3);
    CHECK(has(desk.rows(), "209  cudaErrorNoKernelImageForDevice"));
}

TEST_CASE("D chooses another card by rule, and the card that is here again") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    Desk desk(*world);
    desk.screen.first.open = false;
    desk.settle();
    desk.key(ImGuiKey_D);
    REQUIRE(desk.screen.palette.open);
    CHECK(desk.screen.palette.find == Find::cards);
    desk.settle();
    CHECK(desk.says("NVIDIA H200, sm_90"));
    ImGui::GetIO().AddInputCharactersUTF8("4090");
    desk.settle();
    desk.key(ImGuiKey_Enter);
    REQUIRE(desk.kept.on);
    CHECK(world->by_rule());
    CHECK(world->card()->capability == Capability{8, 9});
    desk.settle();
    CHECK(desk.says("By rule, not run"));
    open_palette(desk.screen.palette, Find::cards);
    desk.settle();
    ImGui::GetIO().AddInputCharactersUTF8("back to");
    desk.settle();
    desk.key(ImGuiKey_Enter);
    CHECK(desk.kept.on == "");
    CHECK(world->live_card());
}

TEST_CASE("a card with its driver, or a bare capability, is a choice too") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    for (auto [query, branch] : {std::pair{"T4@535", 535}, std::pair{"8.6", 580}}) {
        Finder desk(*world, Find::cards);
        desk.type(query);
        INFO(query);
        desk.key(ImGuiKey_Enter);
        REQUIRE(desk.kept.on);
        CHECK(*desk.kept.on == query);
        CHECK(world->card()->driver.branch == branch);
    }
}

TEST_CASE("a question mark lists all keys, but not while text is typed") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    Desk desk(*world);
    desk.screen.first.open = false;
    desk.settle();
    ImGui::GetIO().AddInputCharacter('?');
    desk.frame();
    REQUIRE(desk.screen.palette.open);
    CHECK(desk.screen.palette.find == Find::keys);
    desk.settle();
    CHECK(desk.says("F5"));
    CHECK(desk.says("Find anything"));
    CHECK(std::string(desk.screen.palette.query.data()) == "");
    ImGui::GetIO().AddInputCharacter('?');
    desk.settle();
    CHECK(std::string(desk.screen.palette.query.data()) == "?");
}

TEST_CASE("every run of this step and every recording can be found") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    predict_and_run(world);
    Finder desk(*world, Find::all);
    desk.type("run 1");
    CHECK(has(desk.rows(), "Run 1: sm_100"));
    desk.key(ImGuiKey_Escape);
    open_palette(desk.screen.palette, Find::all);
    desk.settle();
    desk.type("recording page");
    desk.key(ImGuiKey_Enter);
    CHECK(desk.kept.recording == "page-t4/day-06/2/A");
}

TEST_CASE("a typed code leads to the step that answers with it, and tells its text below") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/1"; });
    for (const char* query : {"209", "cudaErrorNoKernelImageForDevice"}) {
        Finder desk(*world, Find::all);
        desk.type(query);
        INFO(query);
        REQUIRE(desk.rows().size() >= 2);
        CHECK(desk.rows()[0] == "See 209 in a step: Which call will tell you?");
        CHECK(desk.rows()[1] == "209  cudaErrorNoKernelImageForDevice");
        desk.key(ImGuiKey_Enter);
        CHECK(desk.kept.open_step == "day-06/2");
        world.act([](Actions& a) { a.open_step = "day-06/1"; });
    }
    Finder codes(*world, Find::codes);
    codes.type("error 209");
    CHECK(has(codes.rows(), "See 209 in a step: Which call will tell you?"));
}

TEST_CASE("what is offered does something: no hint before the run, compare under C, and every key is listed") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    {
        Finder before(*world, Find::all);
        before.type("give a hint");
        CHECK_FALSE(has(before.rows(), "Give a hint"));
    }
    predict_and_run(world);
    {
        Finder after(*world, Find::all);
        after.type("give a hint");
        REQUIRE(has(after.rows(), "Give a hint"));
        after.key(ImGuiKey_Enter);
        CHECK(world->state().hints == 1);
    }
    {
        Finder compare(*world, Find::all);
        compare.type("compare runs");
        compare.key(ImGuiKey_Enter);
        CHECK(compare.screen.compare);
    }
    Finder keys(*world, Find::keys);
    for (const char* words : {"The next step", "Answer of the question asked again", "Compare A and B, or back to one run", "Save as a program"}) {
        INFO(words);
        CHECK(keys.says(words));
    }
    CHECK_FALSE(keys.says("Run A or run B"));
}

TEST_CASE("the arrows move through a long list and keep the chosen row in sight") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    Finder desk(*world, Find::codes, 1280, 720);
    std::string first = desk.rows().front();
    desk.key(ImGuiKey_UpArrow);
    CHECK(desk.screen.palette.at == 0);
    for (int i = 0; i < 40; ++i) desk.key(ImGuiKey_DownArrow);
    CHECK(desk.screen.palette.at == 40);
    CHECK(desk.rows().front() != first);
    for (int i = 0; i < 40; ++i) desk.key(ImGuiKey_PageDown);
    CHECK(has(desk.rows(), "999  cudaErrorUnknown"));
}

TEST_CASE("no words are cut off and nothing overlaps in the palette") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    for (auto [width, height] : {std::pair{1920.0f, 1080.0f}, std::pair{1280.0f, 720.0f}, std::pair{640.0f, 360.0f}})
        for (Find find : {Find::all, Find::codes, Find::cards, Find::keys})
            for (float zoom : {1.0f, 2.0f, 3.0f}) {
                Finder desk(*world, find, width, height);
                desk.look(zoom, zoom > 1 ? "light" : "dark");
                INFO(int(find) << " at " << width << "x" << height << ", " << zoom * 100 << " %");
                CHECK(faults(desk.own()) == "");
                CHECK_FALSE(desk.rows().empty());
                if (find == Find::codes) {
                    desk.key(ImGuiKey_Enter);
                    desk.settle();
                    CHECK(faults(desk.own()) == "");
                }
            }
}
