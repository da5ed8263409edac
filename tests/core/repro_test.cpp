#include "core/repro.h"

#include "catch.h"
#include "core/step.h"
#include "course.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

const std::vector<Recording>& recorded() {
    static const std::vector<Recording> all = parse_recordings(read_text("assets/recordings/h200.jsonl"), "h200.jsonl").recordings;
    return all;
}

Run recording_of(const std::string& name) {
    for (const Recording& one : recorded())
        if (one.name == "h200/" + name) {
            Run run = one.run;
            run.rule = judge(run.request, 0, card("9.0"), toolkits());
            return run;
        }
    FAIL(name);
    return {};
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a repro is the program on screen with its build line, the recorded codes and a check of its own") {
    const Step& of = step("day-06/2");
    const Run run = recording_of("day-06/2/A");
    const auto made = make_repro({of, 'A', run});
    REQUIRE(made);
    auto files = *made;
    CHECK(files.size() == 4);
    const std::string& text = files.at("day-06-2-a.cu");
    CHECK(holds(text, "// Build: nvcc -gencode arch=compute_100,code=sm_100 day-06-2-a.cu -o day-06-2-a\n"));
    CHECK(holds(text, "//     launch 209 cudaErrorNoKernelImageForDevice\n//     done 0 cudaSuccess\n//     host[0] 0xFFFFFFFF\n"));
    CHECK(holds(text, "as recorded on NVIDIA H200, driver 580.159.04"));
    CHECK(holds(text, "    if (launch != 209) same = false"));
    CHECK(holds(text, "    if (host[0] != 0xFFFFFFFFu) same = false"));
    CHECK(holds(text, "    if (major != 9 || minor != 0) {"));
    std::istringstream lines(host_part(run.request, of.entry));
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) CHECK(holds(text, "    " + line + "\n"));
    CHECK(holds(files.at("expected.txt"), "\nlaunch 209 cudaErrorNoKernelImageForDevice\n"));
    CHECK(holds(files.at("check.sh"), "\nCUDA_CACHE_DISABLE=1 CUDA_MODULE_LOADING=LAZY ./day-06-2-a\n"));
    CHECK(holds(files.at("CMakeLists.txt"), "PRIVATE \"SHELL:-gencode arch=compute_100,code=sm_100\")"));
}

TEST_CASE("a repro brings the run's own environment, and the markers that nvcc writes") {
    const Run run = recording_of("day-46/7/A");
    const auto made = make_repro({step("day-46/7"), 'A', run});
    REQUIRE(made);
    CHECK(holds(made->at("check.sh"), "CUDA_FORCE_PTX_JIT=1"));
    CHECK(holds(made->at("CMakeLists.txt"), "CUDA_FORCE_PTX_JIT=1"));
    CHECK(holds(made->at("expected.txt"), "host[0] 0x18A24\n"));   // 100900: of 9.0, without the kind, which nvcc's macro does not tell
}

TEST_CASE("a code that hangs on the runtime's version is expected by that version") {
    const auto made = make_repro({step("day-06/5"), 'A', recording_of("day-06/5/A")});
    REQUIRE(made);
    CHECK(holds(made->at("day-06-5-a.cu"), "if (launch != (CUDART_VERSION >= 13000 ? 1 : 9)) same = false"));
}

TEST_CASE("what cannot be read is not compared") {
    const auto made = make_repro({step("day-06/6"), 'A', recording_of("day-06/6/A")});
    REQUIRE(made);
    CHECK(holds(made->at("expected.txt"), "done 700 cudaErrorIllegalAddress\n"));
    CHECK_FALSE(holds(made->at("expected.txt"), "host"));
}

TEST_CASE("a repro by rule says that it is, and expects what the rule says") {
    const Step& of = step("day-46/3");
    Run run;
    run.request = request_for(of, 'B', card("8.6"));
    run.rule = judge(run.request, 0, card("8.6"), toolkits());
    run.origin.capability = {8, 6};
    const auto made = make_repro({of, 'B', run, true});
    REQUIRE(made);
    CHECK(holds(made->at("day-46-3-b.cu"), "// Expected on compute capability 8.6, by rule, not run:\n//     launch 209 "));
    run.request = request_for(of, 'A', card("8.6"));
    run.rule = judge(run.request, 0, card("8.6"), toolkits());
    CHECK(holds(make_repro({of, 'A', run, true})->at("expected.txt"), "host[0] 0x189C0\n"));   // 100800
}

TEST_CASE("a run that nvcc cannot make is refused with the reason") {
    const auto damaged = make_repro({step("day-46/8"), 'B', recording_of("day-46/8/B")});
    REQUIRE_FALSE(damaged);
    CHECK(damaged.error().where == "day-46/8 run B");
    CHECK(holds(damaged.error().what, "damaged after it is built"));
    Run run = recording_of("day-06/2/A");
    run.request.units[0].packed = false;
    CHECK_FALSE(make_repro({step("day-06/2"), 'A', run}));
    run = recording_of("day-06/2/A");
    run.request.units[0].entry = "mark_missing";
    CHECK_FALSE(make_repro({step("day-06/2"), 'A', run}));
    run = recording_of("day-06/2/A");
    run.request.calls[2].thread = 1;
    CHECK_FALSE(make_repro({step("day-06/2"), 'A', run}));
}
