#include "catch.h"
#include "panels/timeline_model.h"

using namespace launchlab;

namespace {

// A request of the course's shape: malloc, memset, launch, check, sync, copy.
Run started(const char* check = "cudaPeekAtLastError") {
    Run run;
    run.request.id = 1;
    UnitRequest unit;
    unit.entry = "mark";
    unit.images.push_back({Kind::sass, "100", "", {}, ""});
    run.request.units.push_back(unit);
    auto call = [&](const char* name) { CallRequest c; c.call = name; c.buffer = "out"; c.bytes = 8; run.request.calls.push_back(c); };
    call("cudaMalloc");
    call("cudaMemset"), run.request.calls.back().value = 255;
    call("launch"), run.request.calls.back().grid = {1}, run.request.calls.back().block = {1}, run.request.calls.back().args = {"out"};
    call(check);
    call("cudaDeviceSynchronize");
    call("cudaMemcpy");
    return run;
}
void returned(Run& run, int index, int code, int before, int after, std::int64_t us = 12) {
    Call call;
    call.index = index, call.call = run.request.calls[index].call, call.code = code, call.slot_before = before, call.slot = after, call.us = us;
    record(run, Event{1, call});
}
void read_back(Run& run, std::uint32_t word, bool read = true) { record(run, Event{1, Value{5, "out", read, {word, word}}}); }
void ended(Run& run, const char* how = "finished") { record(run, Event{1, Ended{how, "", 0, 0, 1000, true}}); }
Run refused() {
    Run run = started();
    returned(run, 0, 0, 0, 0), returned(run, 1, 0, 0, 0), returned(run, 2, 209, 0, 209, 1500), returned(run, 3, 209, 209, 209), returned(run, 4, 0, 209, 209), returned(run, 5, 0, 209, 209);
    read_back(run, 0xFFFFFFFF);
    ended(run);
    return run;
}
Timeline of(const Run& run) {
    TimelineInput input;
    input.run = &run;
    return make_timeline(input);
}

}  // namespace

TEST_CASE("a refused launch says refused, the check says 209, the sync says 0 and nothing ran") {
    Timeline t = of(refused());
    REQUIRE(t.columns.size() == 7);
    CHECK(t.columns[2].name == "mark<<<1, 1>>>(out)");
    CHECK(t.columns[2].code == "refused");
    CHECK(t.columns[2].phase == "LAUNCH AND CHECK");
    CHECK(t.columns[3].code == "209");
    CHECK(t.columns[3].outcome == Outcome::refused);
    CHECK(t.columns[3].phase == "LAUNCH AND CHECK");
    CHECK(t.columns[4].code == "0");
    CHECK(t.columns[4].phase == "WAIT");
    CHECK(t.columns[6].code == "0xFFFFFFFF");
    CHECK(t.columns[6].outcome == Outcome::untouched);
    REQUIRE(t.lanes.size() == 1);
    CHECK(t.lanes[0].form == Lane::refused);
    CHECK(t.lanes[0].title == "Nothing ran");
    CHECK(t.lanes[0].first == 2);
    CHECK(t.lanes[0].last == 4);
}

TEST_CASE("the slot is written by the launch, read and kept by the peek, and not read by the sync") {
    Timeline t = of(refused());
    CHECK(t.columns[1].slot == 0);
    CHECK(t.columns[2].writes);
    CHECK(t.columns[2].slot_word == "written");
    CHECK(t.columns[3].reads);
    CHECK(t.columns[3].slot_word == "read, kept");
    CHECK(t.columns[4].slot_word == "not read");
    CHECK(t.columns[6].slot == 209);
}

TEST_CASE("a get reads the slot and clears it") {
    Run run = started("cudaGetLastError");
    returned(run, 0, 0, 0, 0), returned(run, 1, 0, 0, 0), returned(run, 2, 209, 0, 209), returned(run, 3, 209, 209, 0), returned(run, 4, 0, 0, 0);
    ended(run);
    Timeline t = of(run);
    CHECK(t.columns[3].clears);
    CHECK(t.columns[3].slot_word == "read, cleared");
    CHECK(t.columns[4].slot == 0);
}

TEST_CASE("a value is named by the image that writes it") {
    Run run = started();
    run.request.units[0].images[0].arch = "90";
    run.rule.taken = 0;
    for (int i = 0; i < 6; ++i) returned(run, i, 0, 0, 0);
    read_back(run, 100900);
    ended(run);
    Timeline t = of(run);
    CHECK(t.columns[6].word == "marker of sm_90");
    CHECK(t.columns[6].outcome == Outcome::value);
    CHECK(t.lanes[0].form == Lane::ran);
    CHECK(t.lanes[0].right == "wrote 100900");
}

TEST_CASE("a fault at the sync is a fault of the kernel, and its copy is not read") {
    Run run = started();
    for (int i = 0; i < 4; ++i) returned(run, i, 0, 0, 0);
    returned(run, 4, 700, 0, 700), returned(run, 5, 700, 700, 700);
    read_back(run, 7, false);
    ended(run);
    Timeline t = of(run);
    CHECK(t.columns[4].outcome == Outcome::fault);
    CHECK(t.lanes[0].form == Lane::faulted);
    CHECK(t.columns[6].outcome == Outcome::unread);
}

TEST_CASE("calls that are still to come are open, and the first after a lost run did not return") {
    Run run = started();
    returned(run, 0, 0, 0, 0);
    record(run, Event{1, Stage{"launch", "", 0}});
    Timeline t = of(run);
    CHECK(t.running);
    CHECK(t.columns[1].word == "under way");
    CHECK(t.columns[3].known == Known::open);
    ended(run, "limit");
    t = of(run);
    CHECK(t.columns[1].word == "did not return");
    CHECK(t.columns[2].word == "not reached");
    CHECK_FALSE(t.columns[4].slot);
}

TEST_CASE("a launch that did not return leaves an open GPU slot, not an idle one") {
    Run run = started();
    returned(run, 0, 0, 0, 0), returned(run, 1, 0, 0, 0);
    ended(run, "signal");
    Timeline t = of(run);
    CHECK(t.columns[2].word == "did not return");
    CHECK(t.lanes[0].form == Lane::open);
    CHECK(t.lanes[0].title == "Not recorded");
}

TEST_CASE("the driver's sentence is told without its clock and thread") {
    Run run = refused();
    run.done.reset();
    record(run, Event{1, Log{"driver", "[11:06:24.844][140009562687296][CUDA][E] No available relocatable PTX entries for GPU\nmore", 2}});
    Timeline t = of(run);
    REQUIRE(t.notes.size() == 2);
    CHECK(t.notes[1] == "The driver says: No available relocatable PTX entries for GPU.");
}

TEST_CASE("rows that a recording lacks are named, and what follows from others is marked inferred") {
    Run run = started();
    run.origin.kind = Origin::Kind::page;
    returned(run, 0, 0, -1, -1, -1), returned(run, 3, 209, -1, -1, -1), returned(run, 4, 0, -1, -1, -1);
    ended(run);
    Timeline t = of(run);
    CHECK(t.recorded);
    CHECK(t.columns[2].known == Known::inferred);
    CHECK(t.columns[2].code == "refused");
    CHECK(t.columns[5].known == Known::not_recorded);
    CHECK(t.columns[0].right.empty());
    CHECK(t.missing == "Not in this recording: cudaMemset, mark<<<1, 1>>>(out), cudaMemcpy, out[0].");
    CHECK(t.lanes[0].known == Known::inferred);
    CHECK(t.columns[3].slot == 209);
    CHECK(t.columns[3].slot_known == Known::inferred);
}

TEST_CASE("by rule nothing is measured: what follows is said, the rest needs a run") {
    Run run = started();
    Verdict verdict;
    verdict.code = 209;
    TimelineInput input;
    input.request = &run.request, input.rule = &verdict;
    Timeline t = make_timeline(input);
    CHECK(t.by_rule);
    for (const Column& c : t.columns) CHECK((c.known == Known::by_rule || c.known == Known::open));
    CHECK(t.lanes[0].title == "Nothing will run");
    CHECK(t.columns[3].code == "209");
    verdict.code = 0, verdict.how = How::sass;
    t = make_timeline(input);
    CHECK(t.lanes[0].title == "mark will start");
    CHECK(t.columns[4].known == Known::open);
    CHECK(t.columns[4].word == "needs a run");
}

TEST_CASE("equal calls before the launch fold into one column and the lanes move with them") {
    Timeline t = of(refused());
    fold(t);
    REQUIRE(t.columns.size() == 6);
    CHECK(t.columns[0].name == "cudaMalloc, cudaMemset");
    CHECK(t.columns[0].code == "0, 0");
    CHECK(t.lanes[0].first == 1);
    CHECK(t.lanes[0].last == 3);
}

TEST_CASE("a launch without a known kernel is written with dots") {
    Run run = started();
    run.request.units[0].entry.clear();
    CHECK(of(run).columns[2].name == "kernel<<<...>>>");
}

TEST_CASE("durations are written in the unit that people read") {
    CHECK(duration_text(3) == "<0.01 ms");
    CHECK(duration_text(14) == "0.01 ms");
    CHECK(duration_text(1500) == "1.5 ms");
    CHECK(duration_text(196000) == "196 ms");
    CHECK(duration_text(3200000) == "3.2 s");
}
