// From a click to a timeline, over a pipe to a runner that plays transcripts.
#include "session/world.h"

using namespace launchlab;

namespace {

using Codes = std::vector<int>;
using Names = std::vector<std::string>;

Target target(const char* name) { return *parse_target(name); }

}  // namespace

TEST_CASE("a click on Run ends in 209 at the launch and 0 at the sync") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    CHECK(world->live_card());
    CHECK_FALSE(world->by_rule());
    CHECK(world->card()->name == "NVIDIA H200");
    CHECK(world->choice().toolkit == "13.0");
    CHECK(names_of(world->choice().targets) == Names{"sm_100"});
    CHECK(world->run() == nullptr);
    world.run();
    const Run& run = *world->run();
    CHECK(codes_of(run) == Codes{0, 0, 209, 209, 0, 0});
    CHECK(run.values.at(0).words.at(0) == 0xFFFFFFFFu);
    CHECK(run.done->how == "finished");
    CHECK(run.rule.code == 209);
    CHECK(agrees(run) == true);
    CHECK(run.origin.gpu == "NVIDIA H200");
    CHECK(run.origin.driver == "580.159.04");
    CHECK(run.origin.nvrtc == "13.0.88");
    CHECK(run.origin.kind == Origin::Kind::live);
    CHECK(world->state().phase == Phase::observe);
    CHECK(world->spare().state == "ready");
    CHECK(world.all_troubles() == "");
}

TEST_CASE("the time of day of a run comes in through the one clock") {
    World world(fake_runner("hello-h200"), [](SessionOptions& o) { o.now = [] { return Moment{.s = 5, .clock = "14:02:31"}; }; });
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    CHECK(world->run()->origin.date == "14:02:31");
}

TEST_CASE("Run waits for the predictions and says which are open") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    CHECK(world->why_locked().find("Predict first: ") == 0);
    world.act([](Actions& a) { a.run = true; });
    CHECK(world->tried().empty());
    for (int ask = 0; ask < static_cast<int>(world->step()->ask.size()); ++ask)
        world.act([&](Actions& a) { a.predict = {ask, 0}; a.because = {ask, 0}; });
    world.act([](Actions& a) { a.confidence = Confidence::sure; });
    CHECK(world->why_locked() == "");
    world.run();
    CHECK(world->tried().size() == 1);
    CHECK_FALSE(world->progress().to_ask_again.empty());
}

TEST_CASE("before the first run a toggle only changes the build, after it every toggle runs") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.act([](Actions& a) { a.toggle = target("sm_90"); });
    CHECK(names_of(world->choice().targets) == Names{"sm_100", "sm_90"});
    CHECK(world->tried().empty());
    world.act([](Actions& a) { a.toggle = target("sm_90"); });
    world.run();
    REQUIRE(world->tried().size() == 1);
    world.act([](Actions& a) { a.toggle = target("sm_90"); });
    CHECK(world->running());
    REQUIRE(world.idle());
    REQUIRE(world->tried().size() == 2);
    CHECK(codes_of(*world->run()) == Codes{0, 0, 0, 0, 0, 0});
    CHECK(world->run()->taken.at(0).from == "marker");
    CHECK(world->run()->request.units.at(0).images.size() == 2);
}

TEST_CASE("a toggle during a run cancels it, and both keep their own end") {
    World world(fake_runner("hello-h200", {"--stop-after", "7"}));
    REQUIRE(world.ready());
    world.open_209();
    world.act([](Actions& a) { a.run = true; });
    REQUIRE(world.wait([&] { return world->run()->calls.size() == 2; }));
    world.act([](Actions& a) { a.toggle = target("sm_90"); });
    REQUIRE(world.wait([&] { return world->tried().at(0).done.has_value(); }));
    CHECK(world->tried().at(0).done->how == "cancelled");
    CHECK(world->tried().size() == 2);
    CHECK(world->running());
    world.act([](Actions& a) { a.cancel = true; });
    REQUIRE(world.idle());
    CHECK(world->tried().at(1).done->how == "cancelled");
    CHECK(world->state().phase == Phase::run);
}

TEST_CASE("without a target Run stays locked and says why") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    world.act([](Actions& a) { a.toggle = target("sm_100"); });
    CHECK(world->choice().targets.empty());
    CHECK(world->why_locked() == "No target is chosen. Choose at least one.");
    world.act([](Actions& a) { a.run = true; });
    CHECK(world->tried().size() == 1);
    world.act([](Actions& a) { a.reset = true; });
    CHECK(names_of(world->choice().targets) == Names{"sm_100"});
    CHECK(world->why_locked() == "");
}

TEST_CASE("the fix button builds this card's own machine code and runs it") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    world.act([](Actions& a) { a.build_for_card = true; });
    REQUIRE(world.idle());
    CHECK(names_of(world->choice().targets) == Names{"sm_90"});
    CHECK(world->run()->rule.code == 0);
    CHECK(agrees(*world->run()) == true);
}

TEST_CASE("the fix button falls back to PTX that the driver reads, or says that there is none") {
    World world(fake_runner("hello-none"), [](SessionOptions& o) { o.on = "13.1"; });   // no toolkit of today knows such a card
    REQUIRE(world.ready());
    world.open_209();
    world.act([](Actions& a) { a.build_for_card = true; });
    REQUIRE(world->choice().targets.size() == 1);
    CHECK(world->choice().targets[0].kind == Kind::ptx);
    CHECK(world->verdict().how == How::jit);
    World old(fake_runner("hello-none"), [](SessionOptions& o) { o.on = "6.1"; });
    REQUIRE(old.ready());
    old.open_209();
    std::vector<Target> before = old->choice().targets;
    old.act([](Actions& a) { a.build_for_card = true; });
    CHECK(old->choice().targets == before);
    CHECK(old.all_troubles().find("builds no machine code for a 6.1 card") != std::string::npos);
}

TEST_CASE("the twin B runs at once after A, and going back shows A again without a run") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    world.act([](Actions& a) { a.config = 'B'; });
    REQUIRE(world.idle());
    CHECK(names_of(world->choice().targets) == Names{"sm_90"});
    REQUIRE(world->tried().size() == 2);
    world.act([](Actions& a) { a.config = 'A'; a.compare_with = 1; });
    CHECK(world->tried().size() == 2);
    CHECK(world->run() == &world->tried()[0]);
    CHECK(world->other() == &world->tried()[1]);
    world.act([](Actions& a) { a.compare_with = -1; });
    CHECK(world->other() == nullptr);
}

TEST_CASE("the editor's text is what gets compiled, until a reset") {
    Folder heard;
    World world(fake_runner("hello-h200", {"--heard", heard / "lines"}));
    REQUIRE(world.ready());
    world.open_209();
    world.act([](Actions& a) { a.source = "extern \"C\" __global__ void mark(unsigned* out) { out[0] = 1; }"; });
    world.run();
    std::string lines = text_of(heard / "lines");
    CHECK(lines.find("out[0] = 1;") != std::string::npos);
    CHECK(lines.find("\"warm\"") != std::string::npos);
    world.act([](Actions& a) { a.open_step = "day-06/1"; });
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    CHECK(world->choice().source.find("out[0] = 1;") != std::string::npos);
    world.act([](Actions& a) { a.reset = true; });
    CHECK(world->choice().source == world->step()->kernel);
}
