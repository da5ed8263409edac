// Two runs beside each other: made one after the other, shown as they stood, and a recording in the place of one.
#include "session/world.h"

using namespace launchlab;

namespace {
int index_of(const World& world, const Run* run) {
    const auto& runs = world.session->tried();
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (&runs[i] == run) return static_cast<int>(i);
    return -1;
}
bool ended(World& world, std::size_t count) {
    return world.wait([&] { return world->tried().size() == count && !world->running(); });
}
}  // namespace

TEST_CASE("running both makes A and then B, and leaves the choice as it was") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.act([](Actions& a) { a.run_both = true; });
    REQUIRE(ended(world, 2));
    CHECK(index_of(world, world->run()) == 0);
    CHECK(index_of(world, world->other()) == 1);
    CHECK(codes_of(*world->run()) == std::vector<int>{0, 0, 209, 209, 0, 0});
    CHECK(codes_of(*world->other()) == std::vector<int>{0, 0, 0, 0, 0, 0});
    CHECK(world->choice().config == 'A');
    CHECK(names_of(world->choice().targets) == std::vector<std::string>{"sm_100"});
}

TEST_CASE("running both again repeats the two on show, a variation too") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    world.act([](Actions& a) { a.toggle = *parse_target("compute_80"); });
    REQUIRE(ended(world, 2));
    world.act([](Actions& a) { a.show_run = 0; a.compare_with = 1; });
    world.act([](Actions& a) { a.run_both = true; });
    REQUIRE(ended(world, 4));
    CHECK(index_of(world, world->run()) == 2);
    CHECK(index_of(world, world->other()) == 3);
    CHECK(request_hash(world->tried()[2].request) == request_hash(world->tried()[0].request));
    CHECK(request_hash(world->tried()[3].request) == request_hash(world->tried()[1].request));
    CHECK(names_of(world->choice().targets) == std::vector<std::string>{"sm_100", "compute_80"});
}

TEST_CASE("both run from recordings where one is on show") {
    World world({});
    world.open_209();
    world.act([](Actions& a) { a.recording = "h200/day-06/2/A"; });
    world.act([](Actions& a) { a.run_both = true; });
    REQUIRE(ended(world, 2));
    CHECK(world->run()->origin.kind == Origin::Kind::measured);
    CHECK(names_of({*parse_arch(Kind::sass, world->other()->request.units.at(0).images.at(0).arch)}) == std::vector<std::string>{"sm_90"});
    CHECK(world->choice().recording == "h200/day-06/2/A");
}

TEST_CASE("stopping the first of two leaves the second unmade") {
    World world(fake_runner("hello-h200", {"--stop-after", "7"}));
    REQUIRE(world.ready());
    world.open_209();
    world.act([](Actions& a) { a.run_both = true; });
    REQUIRE(world.wait([&] { return world->run() && world->run()->calls.size() == 2; }));
    world.act([](Actions& a) { a.cancel = true; });
    REQUIRE(world.idle());
    for (int i = 0; i < 20; ++i) world->update();
    CHECK(world->tried().size() == 1);
    CHECK(world->tried()[0].done->how == "cancelled");
}

TEST_CASE("a recording stands as B without becoming a run, and gives the place back") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    world.act([](Actions& a) { a.compare_recording = "page-t4/day-06/2/A"; });
    REQUIRE(world->other());
    CHECK(world->other()->origin.gpu == "Tesla T4");
    CHECK(world->tried().size() == 1);
    world.act([](Actions& a) { a.run_both = true; });          // the recording stays, the live one runs again
    REQUIRE(ended(world, 2));
    CHECK(world->other()->origin.gpu == "Tesla T4");
    world.act([](Actions& a) { a.compare_with = 0; });
    CHECK(index_of(world, world->other()) == 0);
    world.act([](Actions& a) { a.compare_recording = "no such"; });
    CHECK(index_of(world, world->other()) == 0);
}

TEST_CASE("a run never stands beside itself: asked for twice, the two change places") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.act([](Actions& a) { a.run_both = true; });
    REQUIRE(ended(world, 2));
    world.act([](Actions& a) { a.show_run = 1; });
    CHECK(index_of(world, world->run()) == 1);
    CHECK(index_of(world, world->other()) == 0);
    world.act([](Actions& a) { a.compare_with = 1; });
    CHECK(index_of(world, world->run()) == 0);
    CHECK(index_of(world, world->other()) == 1);
}
