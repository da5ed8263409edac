// The why screen: opened by key, palette, first screen and a dropped file; what it says, its command on the clipboard, what is
// no file, and that everything fits.
#include "core/device_files.h"
#include "panels/desk.h"
#include "panels/faults.h"
#include "panels/why.h"
#include "session/why_file.h"

using namespace launchlab;

namespace {

std::string write(const Folder& folder, const std::string& name, const std::string& bytes) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
    return folder / name;
}

void wait_for_answer(World& world, Desk& desk) {
    desk.settle();
    REQUIRE(world.wait([&] { return world->why().state() == WhyFile::State::answered || world->why().state() == WhyFile::State::error; }));
    desk.settle();
}

void check_fits(World& world, const std::string& what) {
    for (auto [width, height] : {std::pair{1920.0f, 1080.0f}, std::pair{1280.0f, 720.0f}, std::pair{640.0f, 360.0f}}) {
        Desk desk(*world, width, height);
        desk.screen.why.open = true;
        for (const char* theme : {"dark", "light"})
            for (float zoom : {1.0f, 2.0f, 4.0f}) {
                if (zoom > 2 && width < 700) continue;
                desk.look(zoom, theme);
                INFO(what << " at " << width << "x" << height << ", " << zoom * 100 << " %, " << theme);
                CHECK(faults(desk.recorder) == "");
            }
    }
}

}  // namespace

TEST_CASE("W opens the question with a field for a path, and Escape goes back") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    Desk desk(*world);
    for (bool first : {true, false}) {
        desk.screen.first.open = first;
        desk.settle();
        desk.key(ImGuiKey_W);
        desk.settle();
        CHECK(desk.screen.why.open);
        CHECK(desk.says("Why does my program fail?"));
        CHECK(desk.find("file"));
        desk.key(ImGuiKey_Escape);
        desk.settle();
        CHECK_FALSE(desk.screen.why.open);
        CHECK(desk.screen.first.open == first);
    }
}

TEST_CASE("a path that is typed is answered with its code, a reason for each image and one command") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.on = "T4@580"; });
    const Folder folder;
    const std::string path = write(folder, "repro", elf_with({{".nv_fatbin", sample("four.fatbin")}}));
    Desk desk(*world);
    desk.key(ImGuiKey_W);
    desk.settle();
    ImGui::GetIO().AddInputCharactersUTF8(path.c_str());
    desk.settle();
    desk.key(ImGuiKey_Enter);
    wait_for_answer(world, desk);
    REQUIRE(world->why().path() == path);
    CHECK(desk.says("209"));
    CHECK(desk.says("by rule, not run"));
    CHECK(desk.says("Tesla T4, sm_75"));
    REQUIRE(world->why().answer());
    const DeviceAnswer& answer = *world->why().answer();
    REQUIRE(answer.verdict);
    for (const OfferedRow& row : answer.verdict->rows) CHECK(desk.says(to_name(row.target)));
    for (const Reason& reason : answer.verdict->verdict.reasons) CHECK(desk.says(reason.text.substr(0, 12)));
    desk.key(ImGuiKey_C, ImGuiMod_Alt);
    CHECK(std::string(ImGui::GetClipboardText()) == answer.mend.command);
    CHECK(answer.mend.command.find("-arch=sm_75") != std::string::npos);
    desk.settle();
    CHECK(desk.says("Copied"));
    CHECK(why_head(*world).code == "209");
}

TEST_CASE("a dropped file opens the screen wherever one is, and runs on the card that is here") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    Desk desk(*world);
    desk.screen.hub.open = true;
    desk.screen.palette.open = true;
    desk.screen.why.dropped = source_path("tests/data/device_code/four.fatbin");
    wait_for_answer(world, desk);
    CHECK(desk.screen.why.open);
    CHECK_FALSE(desk.screen.hub.open);
    CHECK_FALSE(desk.screen.palette.open);
    CHECK(desk.says("It runs"));
    CHECK(desk.says("Your card is sm_90."));
    CHECK(desk.says("asked from the driver now"));
}

TEST_CASE("a pasted path is asked about, and what is no file is told with what to do") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    const Folder folder;
    Desk desk(*world);
    desk.screen.why.open = true;
    desk.settle();
    ImGui::SetClipboardText(("file://" + folder.path.string() + "\n").c_str());
    desk.key(ImGuiKey_V, ImGuiMod_Ctrl);
    wait_for_answer(world, desk);
    REQUIRE(world->why().error());
    CHECK(desk.says("could not be read"));
    CHECK(desk.says("This is a folder"));
    desk.key(ImGuiKey_O, ImGuiMod_Ctrl);
    desk.settle();
    CHECK(desk.find("file"));
}

TEST_CASE("images of one target stand on one line with their number") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    const Folder folder;
    std::string many;
    for (int i = 0; i < 3; ++i) many += sample("four.fatbin");
    world.act([&](Actions& a) { a.why_file = write(folder, "lib.so", elf_with({{".nv_fatbin", many}}, 3)); });
    Desk desk(*world);
    desk.screen.why.open = true;
    wait_for_answer(world, desk);
    REQUIRE(world->why().answer());
    const std::size_t rows = world->why().rows().size();
    CHECK(rows == 4);
    CHECK(desk.says("3 images"));
}

TEST_CASE("no words are cut off and nothing overlaps on the why screen") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    check_fits(world, "nothing yet");
    const Folder folder;
    const auto read = [&](const std::string& path) {
        world.act([&](Actions& a) { a.why_file = path; });
        REQUIRE(world.wait([&] { return world->why().state() != WhyFile::State::reading; }));
    };
    read(write(folder, "a-rather-long-name-of-a-library-cp312-manylinux_2_28_x86_64.so", elf_with({{".nv_fatbin", sample("four.fatbin")}}, 3)));
    check_fits(world, "it runs");
    world.act([](Actions& a) { a.on = "T4@580"; });
    REQUIRE(world.wait([&] { return world->why().answer() && world->why().answer()->code == 209; }));
    check_fits(world, "209");
    read(folder / "none");
    check_fits(world, "no such file");
    read(write(folder, "empty", ""));
    check_fits(world, "empty");
}
