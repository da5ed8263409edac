// Nothing that a lesson, a recording or the runner says may move the cursor, turn the direction of writing, or hide.
#include <nlohmann/json.hpp>

#include "program.h"
#include "terminal/findings.h"
#include "terminal/report.h"
#include "terminal/timeline.h"

using namespace launchlab;

namespace {

// Clears the screen, sets a title, hides, turns the writing, is not seen, and forges a line.
const std::string hostile = "a\033[2Jb\033]0;t\007c\033[8md\u202Ee\u2066f\u200Bg\xC2\x9Bh\u2028i\nok\r";

bool safe(const std::string& text) {
    const std::string bytes[] = {"\033", "\007", "\r", "\u202E", "\u2066", "\u200B", "\xC2\x9B", "\u2028"};
    return std::none_of(std::begin(bytes), std::end(bytes), [&](const std::string& one) { return text.find(one) != std::string::npos; });
}

Run hostile_run() {
    Run run = play(mark_request("100"), "refused-209");
    UnitRequest& unit = run.request.units[0];
    unit.entry = hostile;
    run.request.units.push_back(unit);
    for (CallRequest& call : run.request.calls) {
        if (!call.buffer.empty()) call.buffer = hostile;
        if (!call.args.empty()) call.args = {hostile};
    }
    for (Value& value : run.values) value.buffer = hostile;
    for (Compiled& compiled : run.compiled) compiled.log = compiled.name = hostile;
    run.origin.gpu = run.origin.driver = run.origin.note = hostile;
    run.logs = {{"driver", hostile, -1}, {"output", hostile, -1}, {"runner", hostile, -1}};
    run.done->how = "refused";
    run.done->text = hostile;
    return run;
}

}  // namespace

TEST_CASE("hostile names, logs and words of a run are printed so that they can only be read") {
    for (int width : {30, 80, 110})
        for (const Run& run : {hostile_run(), [] { Run page = hostile_run(); page.origin.kind = Origin::Kind::page; return page; }()}) {
            Lines lines = run_lines(run, {width, false, true});
            append(lines, provenance_lines(run, {width, false, true}));
            for (const std::string& line : lines) {
                INFO(line);
                CHECK(safe(line));
                CHECK(line.find('\n') == std::string::npos);
            }
        }
}

TEST_CASE("printing keeps the escapes of paint and no other, and twice is the same as once") {
    const Style style{80, true, true};
    const std::string painted = paint(style, Ink::error, "refused") + "\n";
    CHECK(printable_painted(style, painted) == painted);
    CHECK(printable_painted({80, false, true}, painted).find('\033') == std::string::npos);
    const std::string once = printable_painted(style, hostile);
    CHECK(safe(once));
    CHECK(printable(style, printable(style, hostile)) == printable(style, hostile));
    CHECK(printable(style, "a\u202Eb") == "a<U+202E>b");
    CHECK(printable(style, "H\u00E4ns\u2026 \u2713") == "H\u00E4ns\u2026 \u2713");
}

TEST_CASE("JSON holds the same text, and none of it acts on a terminal") {
    const Run run = hostile_run();
    RunReport report;
    report.run = &run;
    const std::string text = to_json(report);
    CHECK(safe(text));
    const auto json = nlohmann::json::parse(text, nullptr, false);
    REQUIRE(json.is_object());
    CHECK(json["done"]["text"] == hostile);
}

TEST_CASE("what the runner says as it goes is shown safely by the program") {
    const Home home;
    std::ofstream(home.path + "/run.jsonl") << "{\"v\":1,\"id\":7,\"event\":\"log\",\"from\":\"output\",\"text\":\"x\\u001b[2Jy\\u202ez\",\"index\":-1}\n"
                                               "{\"v\":1,\"id\":7,\"event\":\"done\",\"how\":\"refused\",\"text\":\"no\\u001b]0;t\\u0007\\u2066\",\"us\":5}\n";
    for (const char* json : {"", " --json"}) {
        const Ran ran = launch(home, std::string("run day-06/2") + json + " --runner \"python3 " + source_path("tests/session/fake_runner.py") + " --hello " +
                                         source_path("tests/data/transcripts/hello-h200.jsonl") + " --run run.jsonl\"");
        INFO(ran.out);
        CHECK(safe(ran.out));
        CHECK(ran.out.find("[2Jy") != std::string::npos);
    }
}
