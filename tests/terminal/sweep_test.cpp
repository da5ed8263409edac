// launchlab sweep against a stand-in for a runner with a 9.0 card, which judges by a model of its own (sweep_card.py).
#include <nlohmann/json.hpp>

#include <set>

#include "core/sweep.h"
#include "program.h"

using namespace launchlab;
using Json = nlohmann::json;

namespace {

std::string sweep(const std::string& more, const std::string& card = "") {
    return "sweep --runner \"python3 " + source_path("tests/terminal/sweep_card.py") + " " + card + "\" " + more;
}

const ToolkitTable& table() {
    static const ToolkitTable parsed = *parse_toolkits(text_of(source_path("assets/toolkits.json")), "assets/toolkits.json");
    return parsed;
}

std::vector<Json> lines_of(const std::string& text) {
    std::vector<Json> out;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) out.push_back(Json::parse(line));
    return out;
}

// The row of a set in what --json printed.
Json row_of(const Json& report, const std::string& set) {
    for (const Json& row : report["rows"])
        if (row["set"] == set) return row;
    FAIL("no row for " << set);
    return {};
}

}  // namespace

TEST_CASE("a sweep of a card that follows the rule runs 300 sets and more, ten of each class, and ends with 0") {
    const Home home;
    const Ran ran = launch(home, sweep("--json"));
    INFO(ran.err << ran.out.substr(0, 2000));
    REQUIRE(ran.code == 0);
    const Json report = Json::parse(ran.out);
    CHECK(report["sets"] >= 300);
    CHECK(report["differ"] == 0);
    CHECK(report["rows"].size() == report["sets"]);
    for (const std::string& name : verdict_classes()) {
        INFO(name);
        CHECK(report["classes"][name]["sets"] >= 10);
    }
    const Json tie = row_of(report, "compute_90, compute_90");
    CHECK(tie["measured"]["takes"] == 1);
    CHECK(row_of(report, "compute_80, compute_80")["measured"]["takes"] == 0);
    CHECK(row_of(report, "sm_90, sm_90")["measured"]["takes"] == 0);
    CHECK(row_of(report, "compute_80, CUDA_DISABLE_JIT=1")["measured"]["code"] == 223);
    CHECK(report["card"]["driver"] == "580.159.04");
}

TEST_CASE("the sets go to few children: one a kind of environment, broken images apart, each set in a unit of its own") {
    const Home home;
    REQUIRE(launch(home, sweep("", "--heard heard")).code == 0);
    const std::vector<Json> requests = lines_of(text_of(home.path + "/heard"));
    REQUIRE(requests.size() >= 3);
    CHECK(requests.front()["calls"] == 0);  // compiled first, once each
    std::set<std::string> compiled;
    std::size_t sets = 0;
    for (std::size_t i = 1; i < requests.size(); ++i) {
        sets += requests[i]["sets"].size();
        CHECK(requests[i]["sets"].size() <= 128);
        CHECK(requests[i]["calls"] == 1 + 5 * requests[i]["sets"].size());
    }
    CHECK(sets >= 300);
    CHECK(requests.size() - 1 < sets / 20);
}

TEST_CASE("a set that differs from the rule is said first, is asked again alone, and the sweep ends with 1") {
    const Home home;
    const Ran ran = launch(home, sweep("--targets 80,90,100", "--lie 80+p90"));
    INFO(ran.out);
    CHECK(ran.code == 1);
    CHECK_THAT(ran.out, Catch::Contains("differ from the rule"));
    CHECK(ran.out.find("sm_80, compute_90") < ran.out.find("class"));
    CHECK_THAT(ran.out, Catch::Contains("JIT of compute_90"));
    CHECK_THAT(ran.out, Catch::Contains("209"));
    CHECK_THAT(ran.out, Catch::Contains("In a child of its own it gave the same."));
}

TEST_CASE("after a fault the sweep goes on in a new child and loses no other set") {
    const Home home;
    const Ran ran = launch(home, sweep("--targets 80,90 --json", "--fault 80+p90"));
    INFO(ran.err << ran.out.substr(0, 1500));
    CHECK(ran.code == 1);
    const Json report = Json::parse(ran.out);
    CHECK(row_of(report, "sm_80, compute_90")["measured"]["sync"] == 700);
    int faulted = 0;
    for (const Json& one : report["rows"]) faulted += one["measured"]["sync"] == 700;
    CHECK(report["differ"] == faulted);  // the same images stand in other environments and broken too
    CHECK(faulted < report["sets"].get<int>() / 10);
    for (const Json& one : report["rows"]) CHECK(one["measured"].is_object());
}

TEST_CASE("a set that ends the child is named with the reason, and the sets after it are measured") {
    const Home home;
    const Ran ran = launch(home, sweep("--targets 80,90 --json", "--die 90+p80"));
    INFO(ran.err);
    CHECK(ran.code == 1);
    const Json report = Json::parse(ran.out);
    int missing = 0;
    for (const Json& one : report["rows"]) missing += one["measured"].is_null();
    CHECK(missing == report["differ"]);
    CHECK(missing >= 1);
    const Json row = row_of(report, "sm_90, compute_80");
    CHECK_THAT(row["why"].get<std::string>(), Catch::Contains("signal"));
    CHECK_THAT(row["alone"].get<std::string>(), Catch::Contains("not measured either"));
}

TEST_CASE("what a sweep keeps is a table and lines that are read back as the same outcomes") {
    const Home home;
    REQUIRE(launch(home, sweep("--targets 75,80,90,90a --out kept.md --out kept.jsonl")).code == 0);
    const std::string table_text = text_of(home.path + "/kept.md");
    CHECK_THAT(table_text, Catch::Contains("# Sweep of NVIDIA H200"));
    CHECK_THAT(table_text, Catch::Contains("| sm_90, sm_90a |"));
    const std::string lines = text_of(home.path + "/kept.jsonl");
    const auto read = parse_sweep(lines, "kept.jsonl", table());
    REQUIRE(read);
    CHECK(read->head.gpu == "NVIDIA H200");
    CHECK(read->head.capability == Capability{9, 0});
    CHECK(read->rows.size() == lines_of(lines).size() - 1);
    for (const SweepRow& row : read->rows) REQUIRE(row.measured);
    CHECK_FALSE(parse_sweep("{\"sweep\":2}", "x", table()));
    CHECK_FALSE(parse_sweep("", "x", table()));
    const auto odd = parse_sweep(lines.substr(0, lines.find('\n')) + "\n{\"set\":\"sm_90\",\"odd\":1}\n", "x", table());
    REQUIRE_FALSE(odd);
    CHECK_THAT(odd.error().where, Catch::Contains("x line 2"));
}

TEST_CASE("a file of sets is run as it stands, and its mistakes are named with their line") {
    const Home home;
    std::ofstream(home.path + "/mine.txt") << "sm_80, compute_80\nedited(sm_90, cut), compute_75 # broken\nbare(compute_100)\n";
    const Ran ran = launch(home, sweep("--sets mine.txt --json"));
    INFO(ran.err);
    CHECK(ran.code == 0);
    CHECK(Json::parse(ran.out)["sets"] == 3);
    std::ofstream(home.path + "/mine.txt") << "sm_80\nsm_70\n";
    const Ran wrong = launch(home, sweep("--sets mine.txt"));
    CHECK(wrong.code == 2);
    CHECK_THAT(wrong.err, Catch::Contains("mine.txt line 2"));
    CHECK(launch(home, sweep("--sets nowhere.txt")).code == 2);
}

TEST_CASE("without a card, with an unknown toolkit or target, a sweep says what to do and ends with 2") {
    const Home home;
    const Ran none = launch(home, sweep("", "--no-card"));
    CHECK(none.code == 2);
    CHECK_THAT(none.err, Catch::Contains("--runner"));
    CHECK(launch(home, sweep("--gpu 3")).code == 2);
    CHECK_THAT(launch(home, sweep("--toolkit 12.2")).err, Catch::Contains("doctor --fetch"));
    CHECK_THAT(launch(home, sweep("--targets 70")).err, Catch::Contains("does not build"));
    CHECK_THAT(launch(home, sweep("--targets 90 --sets x")).err, Catch::Contains("--sets"));
    CHECK_THAT(launch(home, sweep("--out sweep.txt")).err, Catch::Contains(".jsonl"));
    CHECK_THAT(launch(home, sweep("", "--refuse 88")).err, Catch::Contains("did not compile"));
    CHECK(launch(home, "sweep --help").code == 0);
}
