#include "core/run.h"

#include "catch.h"

using namespace launchlab;

namespace {

Run six_calls(Kind kind = Kind::sass, std::string arch = "100") {
    Run run;
    run.request.id = 3;
    run.request.toolkit = "13.0";
    run.request.units.push_back({"source", {}, "mark", true, {{kind, arch, "", {}, ""}}});
    run.request.calls = {{.call = "cudaMalloc", .buffer = "out", .bytes = 8}, {.call = "cudaMemset", .buffer = "out", .bytes = 8, .value = 255},
                         {.call = "launch", .grid = {1}, .block = {1}, .args = {"out"}}, {.call = "cudaPeekAtLastError"}, {.call = "cudaDeviceSynchronize"},
                         {.call = "cudaMemcpy", .buffer = "out", .bytes = 8}};
    return run;
}

void play(Run& run, std::vector<int> codes, bool end = true) {
    int slot = 0;
    for (int i = 0; i < static_cast<int>(codes.size()); ++i) {
        const int before = slot;
        if (codes[i] && run.request.calls[i].call != "cudaPeekAtLastError") slot = codes[i];
        record(run, {3, Call{i, run.request.calls[i].call, codes[i], "", "", before, slot, i, 1, 0}});
    }
    if (end) record(run, {3, Ended{"finished"}});
}

}  // namespace

TEST_CASE("a refused launch has a lane where nothing ran, and the sync's 0 does not change that") {
    Run run = six_calls();
    play(run, {0, 0, 209, 209, 0, 0});
    CHECK(lane(run, 2) == Lane::refused);
    CHECK(lane(run, 1) == Lane::none);
    run.rule.code = 209;
    CHECK(agrees(run) == true);
    run.rule.code = 0;
    CHECK(agrees(run) == false);
}

TEST_CASE("a kernel ran only when something waited for it and found nothing wrong") {
    Run run = six_calls(Kind::sass, "90");
    run.rule.taken = 0;
    play(run, {0, 0, 0}, false);
    CHECK(lane(run, 2) == Lane::waiting);
    Run whole = six_calls(Kind::sass, "90");
    whole.rule.taken = 0;
    play(whole, {0, 0, 0, 0, 0, 0});
    CHECK(lane(whole, 2) == Lane::ran);
    Run cut = six_calls(Kind::sass, "90");
    play(cut, {0, 0, 0, 0}, false);
    record(cut, {3, Ended{"limit", "stopped"}});
    CHECK(lane(cut, 2) == Lane::open);
    Run fault = six_calls(Kind::sass, "90");
    play(fault, {0, 0, 0, 0, 700, 700});
    CHECK(lane(fault, 2) == Lane::faulted);
    CHECK(agrees(fault) == true);
    Run blocking = six_calls(Kind::sass, "90");
    play(blocking, {0, 0, 700, 700, 700, 700});
    CHECK(lane(blocking, 2) == Lane::faulted);
}

TEST_CASE("PTX that was taken shows as translated") {
    Run run = six_calls(Kind::ptx, "80");
    run.rule.taken = 0;
    play(run, {0, 0, 0, 0, 0, 0});
    CHECK(lane(run, 2) == Lane::jit);
}

TEST_CASE("an image other than the rule's is a disagreement even when the code agrees") {
    Run run = six_calls(Kind::sass, "90");
    run.request.units[0].images.push_back({Kind::sass, "90a", "", {}, ""});
    run.rule.taken = 1;
    play(run, {0, 0, 0, 0, 0, 0}, false);
    record(run, {3, Taken{0, 0, "marker", 90, 0}});
    CHECK(agrees(run) == false);
}

TEST_CASE("a launch refused for its shape is no business of the image rule") {
    Run run = six_calls(Kind::sass, "90");
    play(run, {0, 0, 1, 1, 0, 0});
    CHECK_FALSE(agrees(run));
    run.rule.code = 209;
    CHECK(agrees(run) == false);
}

TEST_CASE("events of another request and events after the end change nothing") {
    Run run = six_calls();
    record(run, {4, Call{0, "cudaMalloc"}});
    CHECK(run.calls.empty());
    play(run, {0, 0, 209, 209, 0, 0});
    record(run, {3, Call{0, "cudaMalloc"}});
    CHECK(run.calls.size() == 6);
}

TEST_CASE("logs past the limit are counted, not kept") {
    Run run = six_calls();
    const std::string line(100'000, 'x');
    for (int i = 0; i < 50; ++i) record(run, {3, Log{"output", line, 2}});
    std::size_t kept = 0;
    for (const Log& log : run.logs) kept += log.text.size();
    CHECK(kept <= log_limit);
    CHECK(kept + run.log_bytes_left_out == 5'000'000);
}

TEST_CASE("a recording gives back the run it was made from") {
    Run run = six_calls();
    run.origin = {Origin::Kind::measured, "NVIDIA H200", "580.159.04", "13.0", "13.0.88", {9, 0}, "2026-12-01", ""};
    std::vector<std::string> lines;
    for (int i = 0; i < 6; ++i) {
        const Event event{3, Call{i, run.request.calls[i].call, i == 2 ? 209 : 0, "n", "t", 0, 0, i, 1, 0}};
        lines.push_back(to_line(event));
        record(run, event);
    }
    const Event end{3, Ended{"finished"}};
    lines.push_back(to_line(end));
    record(run, end);
    const std::string text = to_recording(run, "day-06/2/A", lines);
    const ParsedRecordings back = parse_recordings(text + text, "h200.jsonl");
    INFO((back.errors.empty() ? "" : back.errors.front().text()));
    REQUIRE(back.errors.empty());
    REQUIRE(back.recordings.size() == 2);
    CHECK(back.recordings.front().run.calls == run.calls);
    CHECK(back.recordings.front().run.origin == run.origin);
    CHECK(back.recordings.front().hash == request_hash(run.request));
    CHECK(find_recording(back.recordings, request_hash(run.request), "NVIDIA H200") != nullptr);
    CHECK(find_recording(back.recordings, "0000000000000000", "") == nullptr);

    std::string changed = text;
    changed.replace(changed.find("\"arch\":\"100\""), 12, "\"arch\":\"101\"");
    auto only_error = [](const std::string& file) {
        const ParsedRecordings parsed = parse_recordings(file, "h200.jsonl");
        CHECK(parsed.recordings.empty());
        REQUIRE(parsed.errors.size() == 1);
        return parsed.errors.front().text();
    };
    const std::string cut = text.substr(0, text.rfind("{\"v\""));
    CHECK_THAT(only_error(changed), Catch::Contains("h200.jsonl line 2") && Catch::Contains("hash"));
    CHECK_THAT(only_error(cut), Catch::Contains("cut off"));
    CHECK_THAT(only_error("not a recording\n"), Catch::Contains("line 1"));

    // A broken one hides no other.
    std::string torn = text, odd_header = text, later = text;
    torn.replace(torn.find("\"event\":\"call\""), 4, "\"odd");
    odd_header.replace(odd_header.find("measured"), 8, "imagined");
    later.replace(later.find("day-06/2/A"), 10, "day-06/9/A");
    for (const std::string& broken : {changed, cut, torn, odd_header, text.substr(0, text.find('\n') + 1), std::string("{\"recording\":1,\n")}) {
        INFO(broken);
        const ParsedRecordings parsed = parse_recordings(text + broken + later, "h200.jsonl");
        CHECK(parsed.errors.size() == 1);
        REQUIRE(parsed.recordings.size() == 2);
        CHECK(parsed.recordings.front().run.calls == run.calls);
        CHECK(parsed.recordings.back().name == "day-06/9/A");
        CHECK(parsed.recordings.back().run.calls == run.calls);
    }
}

TEST_CASE("a recording without the launch row still tells the launch's code through the check under it") {
    Run run = six_calls();
    run.origin.kind = Origin::Kind::page;
    record(run, {3, Call{3, "cudaPeekAtLastError", 209}});
    record(run, {3, Ended{"finished"}});
    CHECK(launch_code(run, 2) == 209);
    CHECK(lane(run, 2) == Lane::refused);
}

TEST_CASE("of the driver's lines the one that tells most is named, without its clock") {
    Run run = six_calls();
    CHECK(telling_sentence(run) == "");
    for (const char* text : {"[11:16:49.183][139649792026432][CUDA][E] Error handling fatbinary, to get more information when using CUDA Driver APIs use the log buffer",
                             "[11:16:49.185][139649792026432][CUDA][E] No device code available for GPU ISA 90", "[11:16:49.185][139649792026432][CUDA][E] Returning 209 (CUDA_ERROR_NO_BINARY_FOR_GPU) from cuLibraryGetKernel"})
        record(run, {3, Log{"driver", text, 2}});
    record(run, {3, Log{"output", "hello", 2}});
    CHECK(telling_sentence(run) == "No device code available for GPU ISA 90");
    CHECK(driver_sentence(Log{"driver", "plain words", 0}) == "plain words");
}
