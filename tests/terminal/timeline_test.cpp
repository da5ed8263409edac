#include "terminal/timeline.h"

#include <algorithm>

#include "runs.h"
#include "terminal/findings.h"

using namespace launchlab;

namespace {
const Style plain{80, false, true};
const Style ascii{80, false, false};

bool holds(const std::string& line, std::initializer_list<const char*> texts) {
    return std::all_of(texts.begin(), texts.end(), [&](const char* text) { return line.find(text) != std::string::npos; });
}
const std::string& line_with(const Lines& lines, const std::string& text) {
    static const std::string none;
    for (const std::string& line : lines)
        if (line.find(text) != std::string::npos) return line;
    return none;
}
}  // namespace

TEST_CASE("the 209 story reads from top to bottom: refused, 209 under the launch, nothing ran, sync 0") {
    const Run run = play(mark_request("100"), "refused-209");
    const Lines lines = timeline_lines(run, plain);
    CHECK(in_order(lines, {"cudaMalloc", "mark<<<1, 1>>>(out)", "cudaPeekAtLastError", "Nothing ran", "cudaDeviceSynchronize", "cudaMemcpy",
                           "untouched"}));
    CHECK(holds(line_with(lines, "mark<<<"), {"refused", "209 written"}));
    CHECK(holds(line_with(lines, "cudaPeek"), {"209 no kernel image", "209 read, kept"}));
    CHECK(holds(line_with(lines, "cudaDeviceSynchronize"), {"  0 success", "209 not read"}));
    CHECK(holds(line_with(lines, "out ="), {"0xFFFFFFFF", "untouched"}));
    CHECK(line_with(outcome_lines(run, plain), "Nothing ran").find("The check under the launch says 209.") != std::string::npos);
}

TEST_CASE("a kernel that ran is proved by its marker") {
    const Run run = play(mark_request("90"), "ran");
    const Lines lines = timeline_lines(run, plain);
    CHECK(holds(line_with(lines, "mark<<<"), {"accepted"}));
    CHECK(in_order(lines, {"cudaDeviceSynchronize", "mark ran: image sm_90 (SASS), known by its marker", "out = 100900, 900"}));
    CHECK(line_with(lines, "out =").find("marker of sm_90") != std::string::npos);
}

TEST_CASE("no line is wider than the terminal, from 32 to 110 columns") {
    for (int width : {32, 40, 79, 80, 110})
        for (bool utf8 : {true, false}) {
            const Style style{width, false, utf8};
            for (const Run& run : {play(mark_request("100"), "refused-209"), play(mark_request("90"), "ran"), page_run()}) {
                Lines lines = run_lines(run, style);
                append(lines, provenance_lines(run, style));
                for (const std::string& line : lines) {
                    INFO(width << ": " << line);
                    CHECK(cells(line) <= width);
                }
            }
        }
}

TEST_CASE("without UTF-8 every character is ASCII") {
    for (const Run& run : {play(mark_request("100"), "refused-209"), play(mark_request("90"), "ran"), page_run()})
        for (const std::string& line : run_lines(run, ascii))
            CHECK(std::all_of(line.begin(), line.end(), [](unsigned char c) { return c >= 0x20 && c < 0x7F; }));
}

TEST_CASE("colour adds escapes and takes no word away") {
    const Run run = play(mark_request("100"), "refused-209");
    const std::string coloured = join(run_lines(run, {80, true, true}));
    std::string bare;
    for (std::size_t i = 0; i < coloured.size(); ++i) {
        if (coloured[i] == '\033')
            i = coloured.find('m', i);
        else
            bare += coloured[i];
    }
    CHECK(coloured.find('\033') != std::string::npos);
    CHECK(bare.find("209 no kernel image") != std::string::npos);
    CHECK(bare.find("Nothing ran: the launch was refused") != std::string::npos);
}

TEST_CASE("while a run is under way the lines only grow") {
    for (const char* name : {"refused-209", "ran"}) {
        const Request request = mark_request(std::string(name) == "ran" ? "90" : "100");
        Lines before;
        for (std::size_t events = 0; events <= 20; ++events) {
            const Lines now = timeline_lines(play(request, name, events), plain);
            INFO(name << " after " << events << " events");
            REQUIRE(now.size() >= before.size());
            CHECK(std::equal(before.begin(), before.end(), now.begin()));
            before = now;
        }
    }
}

TEST_CASE("a published page shows its three calls, and the rest as not recorded or inferred") {
    const Run run = page_run();
    const Lines lines = timeline_lines(run, plain);
    CHECK(holds(line_with(lines, "cudaMalloc"), {"0 success"}));
    CHECK(holds(line_with(lines, "cudaMemset"), {"not recorded"}));
    CHECK(holds(line_with(lines, "<<<"), {"refused (inferred)"}));
    CHECK(holds(line_with(lines, "cudaPeek"), {"209 no kernel image", "209 read, kept"}));
    CHECK(holds(line_with(lines, "cudaDeviceSynchronize"), {"0 success"}));
    CHECK(line_with(lines, "cudaDeviceSynchronize").find("not read") == std::string::npos);
    CHECK(holds(join(provenance_lines(run, {200, false, true})), {"Recorded 2026-09-01", "published page", "Tesla T4", "595.84", "12.6"}));
}

TEST_CASE("a run that its time limit stops shows the call that did not return") {
    Run run = play(mark_request("90"), "ran", 10);
    record(run, {7, Ended{.how = "limit", .text = "Stopped after 10 seconds."}});
    const Lines lines = timeline_lines(run, plain);
    CHECK(holds(line_with(lines, "cudaDeviceSynchronize"), {"did not return"}));
    CHECK(holds(line_with(lines, "cudaMemcpy"), {"not made"}));
    CHECK(holds(join(ending_lines(run, plain)), {"stopped by its time limit", "Stopped after 10 seconds."}));
}

TEST_CASE("rule and measurement that differ are said loudly") {
    Run run = play(mark_request("100"), "refused-209");
    CHECK(holds(join(rule_lines(run, plain)), {"rule 209 = measured 209"}));
    run.rule.code = 0;
    CHECK(holds(join(rule_lines(run, plain)), {"RULE AND MEASUREMENT DIFFER: rule 0", "measured 209"}));
}

TEST_CASE("a kernel that does not compile shows NVRTC's whole log and no call") {
    Run run;
    run.request = mark_request("77");
    record(run, {7, Compiled{.kind = Kind::sass,
                             .arch = "77",
                             .code = 5,
                             .name = "NVRTC_ERROR_INVALID_OPTION",
                             .log = "nvrtc: error: invalid value\nsecond line"}});
    record(run, {7, Ended{.how = "compile", .text = "sm_77 did not compile."}});
    const std::string text = join(run_lines(run, plain));
    CHECK(holds(text, {"sm_77 refused by NVRTC: NVRTC_ERROR_INVALID_OPTION (5)", "    nvrtc: error: invalid value\n    second line",
                       "did not compile, so nothing was launched", "No call was made"}));
}

TEST_CASE("the slot's word tells written, kept, cleared and not read apart") {
    const auto word = [](const char* call, int before, int after) {
        return slot_word(Call{.call = call, .slot_before = before, .slot = after});
    };
    CHECK(word("launch", 0, 209) == "written");
    CHECK(word("cudaPeekAtLastError", 209, 209) == "read, kept");
    CHECK(word("cudaGetLastError", 209, 0) == "read, cleared");
    CHECK(word("cudaDeviceSynchronize", 209, 209) == "not read");
    CHECK(word("cudaMalloc", 0, 0) == "");
}

TEST_CASE("a program without a launch is idle, and there is nothing to compare") {
    Run run = play(mark_request("90"), "ran", 6);
    run.request.calls.erase(run.request.calls.begin() + 2);
    record(run, {7, Ended{.how = "finished"}});
    CHECK(holds(join(timeline_lines(run, plain)), {"Idle: this program launches nothing."}));
    CHECK(holds(join(rule_lines(run, {200, false, true})), {"this program launches nothing, so there is nothing to compare"}));
    CHECK(holds(join(rule_only_lines(run.rule, {"a 9.0 card", {9, 0}}, false, {200, false, true})), {"a launch would be accepted"}));
}
