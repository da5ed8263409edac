// Two windows on one folder: what one did is not lost when the other saves.
#include <thread>

#include "session/world.h"

using namespace launchlab;

namespace {

Progress kept_in(const Folder& folder) {
    Result<Progress> read = parse_progress(text_of(folder / "progress.json"), "progress.json");
    REQUIRE(read);
    return *read;
}

StepState at(Phase phase) {
    StepState state;
    state.phase = phase;
    return state;
}

}  // namespace

TEST_CASE("two windows that save in turn keep what each did") {
    Folder state;
    auto here = [&](SessionOptions& o) { o.state_dir = state.path.string(); };
    {
        World first({}, here), second({}, here);        // both read the empty folder
        first.act([](Actions& a) { a.open_step = "day-06/1"; a.skip = true; });
        second.act([](Actions& a) { a.open_step = "day-06/2"; a.skip = true; });
    }
    Progress kept = kept_in(state);
    CHECK(kept.steps["day-06/1"].skipped);
    CHECK(kept.steps["day-06/2"].skipped);
}

TEST_CASE("a window that opened early does not set a step back that another has finished") {
    Folder state;
    auto here = [&](SessionOptions& o) { o.state_dir = state.path.string(); };
    {
        World early({}, here);
        Progress other;
        other.steps["day-06/2"] = at(Phase::done), other.steps["day-06/2"].answers.resize(3);
        other.asked_again = {"day-06/2#1"};
        REQUIRE(write_progress(state.path.string(), other, {"day-06/2"}));
        early.act([](Actions& a) { a.open_step = "day-06/1"; });
        early.act([](Actions& a) { a.open_step = "day-06/2"; a.predict = Actions::Predicted{0, 0}; });
    }
    Progress kept = kept_in(state);
    CHECK(kept.steps["day-06/2"].phase == Phase::done);
    CHECK(kept.asked_again == std::vector<std::string>{"day-06/2#1"});
}

TEST_CASE("of a step that moved here the further state counts, of any other the one on disk") {
    Progress disk, own;
    disk.steps["a"] = at(Phase::observe), disk.steps["b"] = at(Phase::predict), disk.steps["c"] = at(Phase::predict);
    own.steps["a"] = at(Phase::explain), own.steps["b"] = at(Phase::done), own.steps["d"] = at(Phase::run);
    disk.last_step = "c", disk.last_at = "2026-12-01 09:00", own.last_step = "a", own.last_at = "2026-12-01 10:00";
    disk.to_ask_again = {"x#0", "y#0"}, own.to_ask_again = {"z#0"}, own.asked_again = {"y#0"};
    Progress both = merge(disk, own, {"a"});
    CHECK(both.steps["a"].phase == Phase::explain);
    CHECK(both.steps["b"].phase == Phase::predict);
    CHECK(both.steps.count("c") == 1);
    CHECK(both.steps["d"].phase == Phase::run);
    CHECK(both.last_step == "a");
    CHECK(both.to_ask_again == std::vector<std::string>{"x#0", "z#0"});
    CHECK(merge(own, disk, {"b"}).last_step == "a");
}

TEST_CASE("answers to questions that have changed since do not win over new ones") {
    Progress disk, own;
    disk.steps["a"] = at(Phase::done), disk.steps["a"].answers.resize(5);
    own.steps["a"] = at(Phase::run), own.steps["a"].answers.resize(3);
    CHECK(merge(disk, own, {"a"}).steps["a"].answers.size() == 3);
}

TEST_CASE("many windows that write at once lose no step") {
    Folder state;
    std::vector<std::thread> writers;
    for (int i = 0; i < 8; ++i)
        writers.emplace_back([&, i] {
            for (int n = 0; n < 5; ++n) {
                Progress own;
                std::string id = "step-" + std::to_string(i) + "-" + std::to_string(n);
                own.steps[id] = at(Phase::done);
                if (!write_progress(state.path.string(), own, {id})) std::abort();
            }
        });
    for (std::thread& one : writers) one.join();
    CHECK(kept_in(state).steps.size() == 40);
}

TEST_CASE("a file that a newer launchlab wrote meanwhile is not written over") {
    Folder state;
    std::ofstream(state / "progress.json") << "{\"v\":2}";
    Progress own;
    own.steps["a"] = at(Phase::done);
    auto written = write_progress(state.path.string(), own, {"a"});
    REQUIRE_FALSE(written);
    CHECK(written.error().what.find("newer launchlab") != std::string::npos);
    CHECK(text_of(state / "progress.json") == "{\"v\":2}");
}
