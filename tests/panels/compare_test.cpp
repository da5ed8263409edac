// Two runs in one picture: the model from the shipped recordings, keys and clicks, and what fits at every size.
#include <algorithm>

#include "panels/compare.h"
#include "panels/desk.h"
#include "panels/faults.h"
#include "panels/tried.h"

using namespace launchlab;

namespace {

Run recorded(const std::string& name) {
    for (const char* file : {"assets/recordings/h200.jsonl", "assets/recordings/page-t4.jsonl"}) {
        auto all = parse_recordings(text_of(source_path(file)), file);
        REQUIRE(all.errors.empty());
        for (const Recording& one : all.recordings)
            if (one.name == name) return one.run;
    }
    FAIL("no recording " << name);
    return {};
}

Comparison compared(const Run& a, const Run& b) { return make_comparison({&a}, {&b}); }

// "cudaMalloc, cudaMemset: 0, 0 | 0, 0 same"
std::string told(const ComparedCall& call) {
    auto side = [](const std::optional<Column>& c) { return !c ? "-" : c->code.empty() ? c->word : c->code; };
    return call.name() + ": " + side(call.a) + " | " + side(call.b) + " " + word_of(call.mark);
}
std::vector<std::string> told(const Comparison& c) {
    std::vector<std::string> all;
    for (const ComparedCall& call : c.calls) all.push_back(told(call));
    return all;
}
using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a refused run beside one that ran: equal calls fold, and each call is judged by its answer") {
    Comparison c = compared(recorded("h200/day-06/2/A"), recorded("h200/day-06/2/B"));
    CHECK(told(c) == Lines{"cudaMalloc, cudaMemset: 0, 0 | 0, 0 same", "mark<<<1, 1>>>(out): refused | accepted differs", "cudaPeekAtLastError: 209 | 0 differs",
                           "cudaDeviceSynchronize: 0 | 0 same", "cudaMemcpy: 0 | 0 same", "out[0]: 0xFFFFFFFF | 100900 differs"});
    CHECK(c.slot == Judged::differs);
    CHECK(c.gpu == Judged::differs);
    CHECK(c.lead + " " + c.field == "Differs in: target");
    CHECK(c.remark == "");
    CHECK(c.sides[0].value == "sm_100");
    CHECK(c.sides[1].value == "sm_90");
    CHECK(c.sides[0].kind == "SASS");
    CHECK(c.same == 4);
    REQUIRE(c.sides[0].lanes.size() == 1);
    CHECK(c.sides[0].lanes[0].first == 1);
    CHECK(c.sides[0].lanes[0].last == 3);
    CHECK(c.sides[0].lanes[0].form == Lane::refused);
    CHECK(c.sides[1].lanes[0].form == Lane::ran);
    CHECK(c.sides[0].slot_words == "0, then 209");
    CHECK(c.foot_lead == "Both recorded");
    CHECK(c.foot.back() == "same source, same calls");
}

TEST_CASE("a call that B lacks is there in A alone, and is judged by nobody") {
    Comparison c = compared(recorded("h200/day-06/1/A"), recorded("h200/day-06/1/B"));
    CHECK(told(c)[1] == "mark<<<1, 1>>>(out): accepted | - only in A");
    CHECK(told(c)[2] == "cudaPeekAtLastError: 0 | 0 same");
    CHECK(c.field == "launch line");
    CHECK(c.gpu == Judged::differs);
    CHECK(c.slot == Judged::same);
    CHECK(c.sides[1].lanes.empty());
    CHECK(c.sides[1].value == "no launch");
    Comparison turned = compared(recorded("h200/day-06/1/B"), recorded("h200/day-06/1/A"));
    CHECK(told(turned)[1] == "mark<<<1, 1>>>(out): - | accepted only in B");
}

TEST_CASE("against a published page all that differs is named, it is not a pair, and what it lacks stays open") {
    Comparison c = compared(recorded("h200/day-06/2/A"), recorded("page-t4/day-06/2/A"));
    CHECK(c.field == "target, toolkit, card, driver");
    CHECK(c.remark == "not a pair");
    CHECK(told(c)[0] == "cudaMalloc: 0 | 0 same");
    CHECK(told(c)[1] == "cudaMemset: 0 | not recorded open");
    CHECK(told(c)[3] == "cudaPeekAtLastError: 209 | 209 same");
    CHECK(c.sides[1].lanes[0].title == "Nothing ran, inferred");
}

TEST_CASE("the same request twice says so, live against recorded too") {
    Run run = recorded("h200/day-06/2/A"), live = run;
    CHECK(compared(run, run).field == "run twice");
    live.origin.kind = Origin::Kind::live, live.origin.date = "14:02:31";
    Comparison c = compared(live, run);
    CHECK(c.lead + " " + c.field == "The same request, live against recorded");
    CHECK(c.foot_lead == "A measured now, B recorded");
    CHECK(c.foot[0] == "A 14:02:31, B " + run.origin.date);
    for (const ComparedCall& call : c.calls) CHECK(call.mark == Judged::same);
}

TEST_CASE("a half that was not run is an outline with the same columns") {
    Run a = recorded("h200/day-06/2/A"), b = recorded("h200/day-06/2/B"), planned;
    planned.request = b.request, planned.origin = b.origin;
    Comparison c = make_comparison({&a}, {&planned, "not run yet", true});
    CHECK(c.calls.size() == compared(a, b).calls.size());
    CHECK(told(c)[1] == "mark<<<1, 1>>>(out): refused | not run yet open");
    CHECK(c.gpu == Judged::open);
    CHECK(c.slot == Judged::open);
    CHECK(c.sides[1].lanes[0].title == "Not run yet");
    CHECK(c.field == "target");
    CHECK(c.foot_lead == "A recorded, B not run yet");
}

TEST_CASE("a card tells target, kind and outcome, and five marks") {
    using M = TriedMark;
    TriedCard refused = tried_card(recorded("h200/day-06/2/A")), ran = tried_card(recorded("h200/day-06/2/B")), page = tried_card(recorded("page-t4/day-06/2/A"));
    CHECK(refused.marks == std::array{M::plain, M::bad, M::bad, M::plain, M::untouched});
    CHECK(refused.target == "sm_100");
    CHECK(refused.outcome == "SASS, 209");
    CHECK(refused.lane == Lane::refused);
    CHECK(ran.marks == std::array{M::plain, M::good, M::good, M::plain, M::good});
    CHECK(ran.outcome == "SASS, ran");
    CHECK(page.marks == std::array{M::unknown, M::bad, M::bad, M::plain, M::unknown});
    CHECK(page.date == "2026-09-01");
    CHECK(tried_card(recorded("h200/day-06/1/B")).marks[1] == M::none);
}

TEST_CASE("C opens the comparison with the half that was not run, and F5 runs both") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    predict_and_run(world);
    Desk desk(*world);
    desk.key(ImGuiKey_C);
    desk.settle();
    CHECK(desk.says("Differs in:"));
    CHECK(desk.says("Not run yet"));
    CHECK(desk.says("Nothing ran"));
    CHECK(desk.find("Run both"));
    desk.key(ImGuiKey_F5);
    CHECK(desk.kept.run_both);
    REQUIRE(world.wait([&] { return world->tried().size() == 3 && !world->running(); }));
    desk.settle();
    CHECK_FALSE(desk.says("Not run yet"));
    CHECK(desk.says("mark ran"));
    CHECK(desk.says("Both measured now"));
    CHECK(shown_index(*world) == 1);
    CHECK(other_index(*world) == 2);
    CHECK(desk.find("Run both again"));
    desk.key(ImGuiKey_C);
    desk.settle();
    CHECK(desk.says("You predicted"));
    CHECK_FALSE(desk.says("What you tried"));
}

TEST_CASE("entering with both runs there puts A before B, whichever is on show") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    world.act([](Actions& a) { a.config = 'B'; });
    REQUIRE(world.idle());
    Desk desk(*world);
    REQUIRE(shown_index(*world) == 1);
    REQUIRE(desk.click("pair/Compare/2"));
    desk.settle();
    CHECK(shown_index(*world) == 0);
    CHECK(other_index(*world) == 1);
    desk.key(ImGuiKey_Escape);
    CHECK_FALSE(desk.screen.compare);
}

TEST_CASE("Alt and a digit goes back to a run, with Shift it stands as B, and a card does the same") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    world.act([](Actions& a) { a.config = 'B'; });
    REQUIRE(world.idle());
    world.act([](Actions& a) { a.toggle = *parse_target("sm_100"); });
    REQUIRE(world.idle());
    REQUIRE(world->tried().size() == 3);
    Desk desk(*world);
    desk.key(ImGuiKey_1, ImGuiMod_Alt);
    CHECK(shown_index(*world) == 0);
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
    desk.key(ImGuiKey_3, ImGuiMod_Alt);
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
    CHECK(other_index(*world) == 2);
    desk.key(ImGuiKey_C);
    desk.settle();
    CHECK(desk.says("Differs in:"));
    REQUIRE(desk.click("tried/2"));             // B asked for as A: they change places
    CHECK(shown_index(*world) == 2);
    CHECK(other_index(*world) == 0);
}

TEST_CASE("L sets the recording of the same request beside the live run, and takes it away again") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    Desk desk(*world);
    desk.key(ImGuiKey_C);
    desk.settle();
    REQUIRE(recording_beside(*world));
    CHECK(recording_beside(*world)->hash == request_hash(world->run()->request));
    desk.key(ImGuiKey_L);
    desk.settle();
    CHECK(shows_recording_beside(*world));
    CHECK(desk.says("live against recorded"));
    CHECK(desk.says("A measured now, B recorded"));
    CHECK(world->tried().size() == 1);
    CHECK(world->choice().recording == "");
    desk.key(ImGuiKey_L);
    desk.settle();
    CHECK_FALSE(shows_recording_beside(*world));
    CHECK(desk.says("Not run yet"));
}

TEST_CASE("B in the comparison builds for this card and shows it beside the run on show") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    Desk desk(*world);
    desk.key(ImGuiKey_C);
    desk.key(ImGuiKey_B);
    REQUIRE(world.idle());
    desk.settle();
    CHECK(shown_index(*world) == 0);
    CHECK(other_index(*world) == 1);
    CHECK(desk.says("mark ran"));
}

TEST_CASE("a narrow window shows the calls as rows, a very narrow one only those that differ") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.open_209();
    world.run();
    world.act([](Actions& a) { a.config = 'B'; });
    REQUIRE(world.idle());
    Desk rows(*world, 1000, 900);
    rows.key(ImGuiKey_C);
    rows.settle();
    CHECK(rows.says("cudaDeviceSynchronize"));
    CHECK_FALSE(rows.says("the same"));
    Desk few(*world, 640, 900);
    few.screen.compare = true, few.screen.step = world->choice().step;
    few.settle();
    CHECK_FALSE(few.says("cudaDeviceSynchronize"));
    CHECK(few.says("cudaPeekAtLastError"));
    CHECK(few.says("4 the same"));
}

TEST_CASE("no words are cut off and nothing overlaps in the comparison") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    auto check = [&](const std::string& what) {
        for (auto [width, height] : {std::pair{1920.0f, 1080.0f}, std::pair{1280.0f, 720.0f}, std::pair{640.0f, 360.0f}}) {
            Desk desk(*world, width, height);
            desk.screen.compare = true, desk.screen.step = world->choice().step;
            for (float zoom : {1.0f, 2.0f, 3.0f}) {
                if (zoom > 1 && width < 700) continue;
                desk.look(zoom, zoom == 2 ? "light" : "dark");
                INFO(what << " at " << width << "x" << height << ", " << zoom * 100 << " %");
                CHECK(desk.says("Differs in:"));
                CHECK(faults(desk.recorder) == "");
            }
        }
    };
    world.open_209();
    world.run();
    check("half");
    world.act([](Actions& a) { a.run_both = true; });
    REQUIRE(world.wait([&] { return world->tried().size() == 3 && !world->running(); }));
    check("both");
    world.act([](Actions& a) { a.compare_recording = "page-t4/day-06/2/A"; });
    check("page");
}
