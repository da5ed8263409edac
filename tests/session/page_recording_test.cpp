// The published transcript that ships as a recording: three calls on a Tesla T4, for the step's own request.
#include <algorithm>

#include "session/course_files.h"
#include "session/world.h"

using namespace launchlab;

namespace {

const char* page_file = "assets/recordings/page-t4.jsonl";

// What day-06/2 A is today for the page's card and toolkit.
Request request_of_today() {
    CourseFiles read = read_course_files(LAUNCHLAB_SOURCE);
    ParsedCourse parsed = parse_course(read.files);
    const Step* step = find_step(parsed.course, "day-06/2");
    REQUIRE(step);
    Result<ToolkitTable> toolkits = parse_toolkits(read.files["assets/toolkits.json"], "assets/toolkits.json");
    REQUIRE(toolkits);
    Gpu t4{.name = "Tesla T4", .capability = {7, 5}, .driver = *parse_driver("595.84")};
    Result<std::vector<Target>> targets = resolve_all(step->a.images, t4, *find_toolkit(*toolkits, "12.6"));
    REQUIRE(targets);
    CHECK(names_of(*targets) == std::vector<std::string>{"sm_80"});   // what the page compiled for
    Request request = make_request(*step, step->a, *targets, step->kernel, "12.6", 0);
    request.id = 1;
    return request;
}

int index_of(const Request& request, const std::string& call) {
    for (std::size_t i = 0; i < request.calls.size(); ++i)
        if (request.calls[i].call == call) return static_cast<int>(i);
    return -1;
}

// The page's three lines, word for word; -1 = it says nothing of slots and times.
Event page_call(const Request& request, const char* call, int code, const char* name, const char* text) {
    return {request.id, Call{.index = index_of(request, call), .call = call, .code = code, .name = name, .text = text, .slot_before = -1, .slot = -1, .start_us = -1, .us = -1}};
}

}  // namespace

// After a change of the step: test-session "[write-page]"
TEST_CASE("the page's recording is written anew for the step of today", "[.write-page]") {
    Run run;
    run.request = request_of_today();
    run.origin = {.kind = Origin::Kind::page, .gpu = "Tesla T4", .driver = "595.84", .runtime = "12.6", .nvrtc = "12.6.85", .capability = {7, 5}, .date = "2026-09-01",
                  .note = "A published transcript: a one-line kernel, built with nvcc 12.6 (V12.6.85) -arch=sm_80, run on a Tesla T4. It holds three calls: "
                          "cudaMalloc, the peek after the launch, and cudaDeviceSynchronize. Everything else was not captured: the other calls, slots and times."};
    const char* ok = "cudaSuccess";
    std::vector<std::string> lines = {
        to_line(page_call(run.request, "cudaMalloc", 0, ok, "no error")),
        to_line(page_call(run.request, "cudaPeekAtLastError", 209, "cudaErrorNoKernelImageForDevice", "no kernel image is available for execution on the device")),
        to_line(page_call(run.request, "cudaDeviceSynchronize", 0, ok, "no error")),
        to_line(Event{run.request.id, Ended{.how = "finished", .us = -1}})};
    Result<Done> written = write_file_safely(source_path(page_file), to_recording(run, "page-t4/day-06/2/A", lines));
    REQUIRE(written);
}

TEST_CASE("the page's recording holds the step's request of today, and three calls and no more") {
    const ParsedRecordings all = parse_recordings(text_of(source_path(page_file)), page_file);
    if (!all.errors.empty()) FAIL(all.errors.front().text());
    REQUIRE(all.recordings.size() == 1);
    const Recording& page = all.recordings.front();
    const std::string today = request_hash(request_of_today());
    INFO("day-06/2 has changed: its hash for this card is now " << today << ". Write the recording anew: test-session \"[write-page]\"");
    CHECK(page.hash == today);
    CHECK(page.name == "page-t4/day-06/2/A");
    CHECK(page.run.origin.kind == Origin::Kind::page);
    CHECK(page.lines.size() == 4);
    REQUIRE(codes_of(page.run) == std::vector<int>{0, 209, 0});
    CHECK(page.run.calls[0].call == "cudaMalloc");
    CHECK(page.run.calls[1].call == "cudaPeekAtLastError");
    CHECK(page.run.calls[2].call == "cudaDeviceSynchronize");
    for (const Call& call : page.run.calls) CHECK((call.slot == -1 && call.slot_before == -1 && call.us == -1 && call.start_us == -1));
    CHECK(page.run.values.empty());
    CHECK(page.run.compiled.empty());
}
