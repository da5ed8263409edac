// Which card, toolkit and targets: no card, old drivers, another card by rule, recordings.
#include <algorithm>

#include "session/world.h"

using namespace launchlab;

namespace {
using Codes = std::vector<int>;
using Names = std::vector<std::string>;
const char* page = "page-t4/day-06/2/A";
}  // namespace

TEST_CASE("without a card Run compiles for real and the rule judges, for the first recording's card") {
    Folder heard;
    World world(fake_runner("hello-none", {"--heard", heard / "lines"}), [](SessionOptions& o) { o.data_dir = LAUNCHLAB_SOURCE; });
    REQUIRE(world.ready());
    world.open_209();
    CHECK_FALSE(world->card().has_value());
    CHECK_FALSE(world->live_card());
    CHECK(world->by_rule());
    REQUIRE(world->judged_card());
    CHECK(world->judged_card()->name == world->recordings_for_step().at(0)->run.origin.gpu);
    CHECK_FALSE(world->choice().targets.empty());
    world.run();
    const Run& run = *world->run();
    CHECK(run.calls.empty());
    CHECK(run.compiled.size() == 1);
    CHECK(run.done->how == "finished");
    CHECK(run.origin.kind == Origin::Kind::live);
    CHECK(run.rule.code == 209);
    CHECK(by_rule(run));
    CHECK_FALSE(agrees(run).has_value());
    std::string lines = text_of(heard / "lines");
    CHECK(lines.find("\"calls\":[]") != std::string::npos);
    CHECK(lines.find("\"units\":[]") == std::string::npos);
    CHECK(world->state().phase == Phase::observe);
}

TEST_CASE("another card is judged by rule even where a card is present") {
    World world(fake_runner("hello-h200"), [](SessionOptions& o) { o.on = "7.5"; });
    REQUIRE(world.ready());
    world.open_209();
    CHECK(world->by_rule());
    CHECK_FALSE(world->live_card());
    CHECK(world->card()->capability == Capability{7, 5});
    CHECK(names_of(world->choice().targets) == Names{"sm_80"});
    world.run();
    CHECK(by_rule(*world->run()));
    CHECK(world->run()->rule.code == 209);
    world.act([](Actions& a) { a.gpu = 0; });
    CHECK(world->live_card());
    CHECK(names_of(world->choice().targets) == Names{"sm_100"});
}

TEST_CASE("a card that nobody knows is a trouble, and the course works on") {
    World world(fake_runner("hello-h200"), [](SessionOptions& o) { o.on = "GTX nine"; });
    REQUIRE(world.ready());
    CHECK(world.all_troubles().find("GTX nine") != std::string::npos);
    CHECK_FALSE(world->course().lessons.empty());
}

TEST_CASE("a driver of branch 535 gets toolkit 12.2, whose PTX it reads") {
    World world(fake_runner("hello-535"));
    REQUIRE(world.ready());
    world.open_209();
    CHECK(world->choice().toolkit == "12.2");
    REQUIRE(world->toolkit());
    CHECK(to_text(world->toolkit()->ptx) == "8.2");
    CHECK(world->card()->driver.branch == 535);
    CHECK(names_of(world->choice().targets) == Names{"sm_80"});
    CHECK(world.all_troubles() == "");
    world.run();
    CHECK(world->run()->request.toolkit == "12.2");
    CHECK(world->run()->origin.nvrtc == "12.2.140");
}

TEST_CASE("where no complete toolkit fits the driver, the set to fetch is named and Run stays locked") {
    World world(fake_runner("hello-535-only-13"));
    REQUIRE(world.ready());
    world.open_209();
    CHECK(world->toolkit() == nullptr);
    std::string troubles = world.all_troubles();
    CHECK(troubles.find("launchlab doctor --fetch") != std::string::npos);
    CHECK(troubles.find("12.2") != std::string::npos);
    CHECK(world->why_locked().find("launchlab doctor --fetch") != std::string::npos);
    world.act([](Actions& a) { a.run = true; });
    CHECK(world->tried().empty());
    world.act([](Actions& a) { a.recording = page; });   // a recording needs no toolkit
    CHECK(world->why_locked() == "");
}

TEST_CASE("a driver older than every toolkit is told to update") {
    World world(fake_runner("hello-470"));
    REQUIRE(world.ready());
    world.open_209();
    CHECK(world->toolkit() == nullptr);
    CHECK(world.all_troubles().find("470.256.02") != std::string::npos);
    CHECK(world.all_troubles().find("Update the driver") != std::string::npos);
}

TEST_CASE("a toolkit that was named is used, or said to be missing") {
    World there(fake_runner("hello-535"), [](SessionOptions& o) { o.toolkit = "11.8"; });
    REQUIRE(there.ready());
    CHECK(there->choice().toolkit == "11.8");
    World missing(fake_runner("hello-535"), [](SessionOptions& o) { o.toolkit = "12.4"; });
    REQUIRE(missing.ready());
    CHECK(missing->toolkit() == nullptr);
    CHECK(missing.all_troubles().find("12.4") != std::string::npos);
}

TEST_CASE("a recording changes card, driver, toolkit and targets at once, and replays as it was recorded") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.act([](Actions& a) { a.recording = page; });
    CHECK(world->card()->name == "Tesla T4");
    CHECK(world->card()->driver.version == "595.84");
    CHECK(world->choice().toolkit == "12.6");
    CHECK(names_of(world->choice().targets) == Names{"sm_80"});
    CHECK_FALSE(world->live_card());
    CHECK_FALSE(world->by_rule());
    CHECK(world->run() == nullptr);
    world.run();
    const Recording* recorded = nullptr;
    for (const Recording& one : world->recordings())
        if (one.name == page) recorded = &one;
    REQUIRE(recorded);
    const Run& run = *world->run();
    CHECK(run.calls == recorded->run.calls);
    CHECK(run.values == recorded->run.values);
    CHECK(run.done == recorded->run.done);
    CHECK(run.origin == recorded->run.origin);
    CHECK(run.rule.code == 209);
    CHECK(request_hash(run.request) == recorded->hash);
    CHECK(request_hash(world->request()) == recorded->hash);
    world.act([](Actions& a) { a.recording = ""; });
    CHECK(world->card()->name == "NVIDIA H200");
    CHECK(names_of(world->choice().targets) == Names{"sm_100"});
    CHECK(world->live_card());
}

TEST_CASE("a toggle on a recording leaves it for the rule, on the same card") {
    World world({});
    world.open_209();
    world.act([](Actions& a) { a.recording = page; });
    world.run();
    world.act([](Actions& a) { a.toggle = *parse_target("compute_75"); });
    REQUIRE(world.idle());
    CHECK(world->choice().recording.empty());
    CHECK(world->by_rule());
    CHECK(world->card()->name == "Tesla T4");
    REQUIRE(world->tried().size() == 2);
    CHECK(by_rule(*world->run()));
    CHECK(world->run()->rule.how == How::jit);
    world.act([](Actions& a) { a.toggle = *parse_target("compute_75"); });   // as recorded again
    REQUIRE(world.idle());
    CHECK(names_of(world->choice().targets) == Names{"sm_80"});
}

TEST_CASE("a recording that nobody made is a trouble") {
    World world({});
    world.act([](Actions& a) { a.open_step = "day-06/2"; a.recording = "moon/day-06/2/A"; });
    CHECK(world.all_troubles().find("moon/day-06/2/A") != std::string::npos);
    CHECK(world->choice().recording.empty());
}

TEST_CASE("broken recordings, tables and lessons are troubles, and the rest works") {
    Folder data;
    for (const char* part : {"assets", "kernels", "lessons"})
        std::filesystem::copy(source_path(part), data / part, std::filesystem::copy_options::recursive);
    std::ofstream(data / "assets/recordings/broken.jsonl") << "{\"recording\":1,\"name\":\n";
    std::ofstream(data / "lessons/day-06/09-broken.json") << "{\"title\": 7, \"moon\": 1}";
    std::filesystem::remove(data / "assets/gpus.json");
    World world({}, [&](SessionOptions& o) { o.data_dir = data.path.string(); });
    std::string troubles = world.all_troubles();
    CHECK(troubles.find("assets/recordings/broken.jsonl") != std::string::npos);
    CHECK(troubles.find("lessons/day-06/09-broken.json") != std::string::npos);
    CHECK(troubles.find("assets/gpus.json") != std::string::npos);
    world.open_209();
    CHECK_FALSE(world->recordings_for_step().empty());
}

TEST_CASE("an empty data folder gives troubles and no crash") {
    Folder empty;
    World world({}, [&](SessionOptions& o) { o.data_dir = empty.path.string(); });
    CHECK(world->step() == nullptr);
    CHECK(world->why_locked() == "No step is open. Choose one from the list.");
    CHECK_FALSE(world->troubles().empty());
    world.act([](Actions& a) { a.run = true; a.toggle = *parse_target("sm_90"); a.config = 'B'; a.hint = true; a.build_for_card = true; });
    CHECK(world->verdict().reasons.empty());
    CHECK(world->request().units.empty());
}

TEST_CASE("another card can be chosen by rule while the window is open, and the one that is here taken back") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    REQUIRE(world->live_card());
    world.act([](Actions& a) { a.on = "T4@535"; });
    CHECK(world->by_rule());
    CHECK_FALSE(world->live_card());
    CHECK(world->choice().on == "T4@535");
    CHECK(world->card()->capability == Capability{7, 5});
    CHECK(world->card()->driver.branch == 535);
    CHECK(names_of(world->choice().targets) == Names{"sm_80"});
    world.run();
    CHECK(by_rule(*world->run()));
    world.act([](Actions& a) { a.open_step = "day-06/1"; });
    CHECK(world->by_rule());
    world.act([](Actions& a) { a.on = ""; });
    CHECK(world->live_card());
    CHECK_FALSE(world->by_rule());
    world.act([](Actions& a) { a.on = "no such card"; });
    CHECK(world.all_troubles().find("no such card") != std::string::npos);
    world.act([](Actions& a) { a.on = ""; });
    CHECK(world.all_troubles().find("no such card") == std::string::npos);
    CHECK(world->live_card());
}

TEST_CASE("a driver whose version is not told or cannot be read is known by the CUDA release that it serves") {
    for (const char* told : {"", "-580", "abc"}) {
        INFO(told);
        Folder folder;
        std::string hello = text_of(transcript("hello-h200"));
        hello.replace(hello.find("580.159.04"), 10, told);
        std::ofstream(folder / "hello") << hello;
        std::vector<std::string> runner = fake_runner("hello-h200");
        std::replace(runner.begin(), runner.end(), transcript("hello-h200"), folder / "hello");
        World world(runner);
        REQUIRE(world.ready());
        world.open_209();
        CHECK(world->live_card());
        REQUIRE(world->card());
        CHECK(world->card()->driver == Driver{580, ""});
        CHECK(to_words(world->toolkits(), world->card()->driver) == "driver for CUDA 13.0");
        world.run();
        CHECK(world->run()->calls.size() == 6);
    }
}

TEST_CASE("a list of toolkits or cards that cannot be read is named, not the driver") {
    Folder data;
    for (const char* folder : {"lessons", "kernels", "assets"})
        std::filesystem::copy(source_path(folder), data.path / folder, std::filesystem::copy_options::recursive);
    std::ofstream(data / "assets/toolkits.json") << "{\"toolkits\": [";
    std::ofstream(data / "assets/gpus.json") << "{\"gpus\": 7}";
    World world(fake_runner("hello-h200"), [&](SessionOptions& o) { o.data_dir = data.path.string(); });
    REQUIRE(world.ready());
    world.open_209();
    CHECK(world->why_locked().find("assets/toolkits.json: line 1, column ") != std::string::npos);
    CHECK(world.all_troubles().find("Update the driver") == std::string::npos);
    world.act([](Actions& a) { a.on = "T4"; });
    CHECK(world.all_troubles().find("T4: no card can be looked up: assets/gpus.json /gpus") != std::string::npos);
}

TEST_CASE("a toolkit that launchlab knows but has no set of is not one to fetch") {
    World world(fake_runner("hello-none"), [](SessionOptions& options) { options.toolkit = "13.1"; });
    REQUIRE(world.wait([&] { return world->hello() != nullptr; }));
    const std::string why = world.all_troubles();
    INFO(why);
    CHECK(why.find("toolkit 13.1 is not complete on this machine, and launchlab has no set of it to fetch") != std::string::npos);
    CHECK(why.find("doctor --fetch") == std::string::npos);
}

TEST_CASE("a first look at the machine that crashed is told as such, and nothing is to be fetched for it") {
    Folder folder;
    const std::string hello = folder / "hello.jsonl";
    std::ofstream(hello) << R"({"v":1,"id":0,"event":"hello","protocol":1,"runner":"0.1.0","host":"lab","gpus":[],"toolkits":[],"missing":["This machine could not be looked at. The program was ended by signal 11 (SIGSEGV)."]})"
                         << '\n';
    std::vector<std::string> runner = fake_runner("hello-none");
    *(std::find(runner.begin(), runner.end(), "--hello") + 1) = hello;
    World world(runner);
    REQUIRE(world.wait([&] { return world->hello() != nullptr; }));
    const std::string why = world.all_troubles();
    INFO(why);
    CHECK(why.find("could not be looked at") != std::string::npos);
    CHECK(why.find("doctor --fetch") == std::string::npos);
}
