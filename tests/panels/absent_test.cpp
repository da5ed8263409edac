// What is drawn where something is missing: it names the thing, says what was tried, and offers one way on.
#include "panels/desk.h"
#include "panels/faults.h"

using namespace launchlab;

namespace {

// A hello that has no complete toolkit, written beside the shipped ones.
std::string hello_without_nvrtc(const Folder& folder) {
    std::string path = folder / "hello.jsonl";
    std::ofstream(path) << R"({"v":1,"id":0,"event":"hello","protocol":1,"runner":"0.1.0","host":"lab-gpu","driver":"580.159.04","driver_cuda":13000,)"
                        << R"("gpus":[{"index":0,"name":"NVIDIA H200","cc":"9.0","memory":150121545728}],)"
                        << R"("toolkits":[{"version":"13.0","nvrtc":"","runtime":"13.0","fatbin":"13.0","from":"/shelf/13.0","targets":[],"missing":["libnvrtc.so.13: cannot open shared object file. Run launchlab doctor --fetch 13.0."]}],"missing":[]})"
                        << "\n";
    return path;
}

std::vector<std::string> with_hello(const std::string& path) {
    auto words = fake_runner("hello-h200");
    for (auto& word : words)
        if (word == transcript("hello-h200")) word = path;
    return words;
}

// Progress of somebody who ran day-06/2 in an earlier session.
std::string earlier_run(const Folder& folder) {
    World before(fake_runner("hello-h200"));
    REQUIRE(before.ready());
    before.open_209();
    before.run();
    Progress kept = before->progress();
    REQUIRE(write_file_safely(folder / "progress.json", to_json(kept)));
    return folder.path.string();
}

}  // namespace

TEST_CASE("without NVRTC the missing file is named, with what still works and the recording as the way on") {
    Folder folder, state;
    std::string dir = earlier_run(state);
    World world(with_hello(hello_without_nvrtc(folder)), [&](SessionOptions& o) { o.state_dir = dir; });
    REQUIRE(world.ready());
    REQUIRE(world->step());
    CHECK(why_nothing_compiles(*world).find("libnvrtc.so.13") != std::string::npos);
    CHECK(why_nothing_compiles(*world).find("Recordings still play") != std::string::npos);
    Absent absent = absent_of(*world);
    CHECK(absent.title == "Nothing can be compiled here");
    CHECK(absent.does == Absent::Does::recording);
    Desk desk(*world);
    desk.screen.first.open = false;
    desk.settle();
    CHECK(desk.says("Nothing can be compiled here"));
    CHECK(faults(desk.recorder) == "");
    REQUIRE(desk.click(absent.button));
    CHECK(desk.asked.recording);
}

TEST_CASE("after a start the result says that it was not run since, and F5 runs it") {
    Folder state;
    std::string dir = earlier_run(state);
    World world(fake_runner("hello-h200"), [&](SessionOptions& o) { o.state_dir = dir; });
    REQUIRE(world.ready());
    CHECK(absent_of(*world).title == "Not run since the start");
    CHECK(absent_of(*world).does == Absent::Does::run);
}

TEST_CASE("a runner that is gone is named where the result would stand, and can be restarted there") {
    Folder state;
    std::string dir = earlier_run(state);
    World world(fake_runner("hello-h200", {"--no-such-option"}), [&](SessionOptions& o) { o.state_dir = dir; });
    REQUIRE(world.wait([&] { return world->link() == Link::lost; }));
    if (!world->why_locked().empty()) {
        CHECK(absent_of(*world).does == Absent::Does::restart);
        CHECK(absent_of(*world).sentence.size() > 10);
    } else {
        CHECK(world->by_rule());     // the rule goes on without it
    }
}

TEST_CASE("no card and no recording at all offers another card, by rule") {
    Folder data;
    std::filesystem::create_directories(data / "assets/recordings");
    for (const char* folder : {"lessons", "kernels"}) std::filesystem::create_directory_symlink(source_path(folder), data / folder);
    for (const char* file : {"assets/gpus.json", "assets/toolkits.json"}) std::filesystem::create_symlink(source_path(file), data / file);
    World world(fake_runner("hello-none"), [&](SessionOptions& o) { o.data_dir = data.path.string(); });
    REQUIRE(world.ready());
    REQUIRE(world->step());
    world.act([](Actions& a) { a.skip = true; });
    REQUIRE(world->judged_card() == nullptr);
    Absent absent = absent_of(*world);
    CHECK(absent.does == Absent::Does::card);
    CHECK(absent.title == "No GPU found");
    CHECK(absent.sentence.find("No NVIDIA driver answered") != std::string::npos);
    world.act([](Actions& a) { a.on = "T4"; });
    CHECK(absent_of(*world).does == Absent::Does::run);
}

TEST_CASE("where the rule cannot answer the step's question the recording is offered, and L plays both of its runs") {
    World world(fake_runner("hello-none"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/1"; });
    world.act([](Actions& a) { a.skip = true; });
    Desk desk(*world);
    desk.key(ImGuiKey_F5);
    REQUIRE(world.wait([&] { desk.frame(); return world->tried().size() == 2 && !world->running(); }));
    desk.settle();
    REQUIRE(world->state().phase == Phase::observe);
    CHECK(desk.find("See it on the NVIDIA H200"));
    CHECK_FALSE(desk.find("answer/1"));
    CHECK(faults(desk.recorder) == "");
    desk.key(ImGuiKey_1);
    CHECK_FALSE(world->state().observed);            // nothing can be answered unseen
    desk.key(ImGuiKey_L);
    REQUIRE(world.wait([&] { desk.frame(); return world->tried().size() == 4 && !world->running(); }));
    desk.settle();
    CHECK(world->run()->origin.gpu == "NVIDIA H200");
    CHECK(world->run()->origin.kind != Origin::Kind::live);
    REQUIRE(world->other());
    CHECK(world->other()->origin.kind != Origin::Kind::live);
    CHECK(desk.screen.compare);
    CHECK(desk.find("answer/1"));
    desk.key(ImGuiKey_4);
    CHECK(world->state().phase == Phase::explain);
}
