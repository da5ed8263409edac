#include "catch.h"
#include "core/build_words.h"
#include "core/flags.h"
#include "core/launch_shape.h"
#include "core/step.h"
#include "course.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

using Words = std::vector<std::string>;

// The codes of every call of a config, and what its copy reads, on a 9.0 card.
Words expected(const std::string& id, char run, const std::string& version = "13.0") {
    Step of = step(id);
    const Config& config = run == 'B' ? of.b : of.a;
    const Gpu gpu = card("9.0");
    const Verdict verdict = judge(request_for(of, run, gpu, version), 0, gpu, toolkits());
    Words out;
    for (int i = 0; i < static_cast<int>(config.calls.size()); ++i) {
        out.push_back(expected_text(of, Ask{.run = run, .call = i}, verdict, version));
        if (config.calls[i].call == "cudaMemcpy") out.push_back(expected_text(of, Ask{.run = run, .call = i, .value = true}, verdict, version));
    }
    return out;
}

CallRequest launch(std::vector<unsigned> grid, std::vector<unsigned> block, std::uint64_t smem = 0) {
    return {.call = "launch", .grid = std::move(grid), .block = std::move(block), .smem = smem};
}

int shape_code(const CallRequest& call, const std::string& runtime) {
    const auto refused = refused_shape(call, runtime);
    return refused ? refused->code : 0;
}

}  // namespace

TEST_CASE("a fault shows at the sync, stays after a get, and a reset leaves 46") {
    // malloc memset launch peek sync get memcpy value reset malloc
    CHECK(expected("day-06/6", 'A') == Words{"0", "0", "0", "0", "700", "700", "700", "cannot be read", "0", "46"});
    CHECK(expected("day-06/6", 'B') == Words{"0", "0", "0", "0", "0", "0", "0", "MARK", "0", "0"});
}

TEST_CASE("with launch blocking a fault shows at the launch, and a refusal stays where it was") {
    Step of = step("day-06/6");
    of.a.env["CUDA_LAUNCH_BLOCKING"] = "1";
    const Verdict runs = judge(request_for(of, 'A', card("9.0")), 0, card("9.0"), toolkits());
    CHECK(expected_text(of, Ask{.run = 'A', .call = 2}, runs) == "700");
    CHECK(expected_text(of, Ask{.run = 'A', .call = 3}, runs) == "700");
    CHECK(expected("day-06/7", 'A') == Words{"0", "0", "209", "209", "0", "0", "0xFFFFFFFF"});
    CHECK(expected("day-06/7", 'A') == expected("day-06/7", 'B'));
}

TEST_CASE("the slot keeps a code through good calls until a get") {
    // malloc memset launch sync peek memset peek get get memcpy value
    CHECK(expected("day-06/3", 'A') == Words{"0", "0", "209", "0", "209", "0", "209", "209", "0", "0", "0xFFFFFFFF"});
    CHECK(expected("day-06/3", 'B') == Words{"0", "0", "209", "0", "209", "0", "0", "0", "0", "0", "0xFFFFFFFF"});
}

TEST_CASE("of two launches the first is refused for its shape and the second runs") {
    CHECK(expected("day-06/4", 'A') == Words{"0", "0", "1", "0", "1", "0", "0", "MARK"});
    CHECK(expected("day-06/4", 'B') == Words{"0", "0", "1", "1", "0", "0", "0", "0", "MARK"});
}

TEST_CASE("a block of 2048 has the code of the runtime, and without an image it is 209") {
    CHECK(expected("day-06/5", 'A', "13.0")[3] == "1");
    CHECK(expected("day-06/5", 'A', "12.9")[3] == "9");
    CHECK(expected("day-06/5", 'A', "11.8")[3] == "9");
    CHECK(expected("day-06/5", 'B', "12.9")[3] == "0");
    const Step& of = step("day-06/5");
    const Gpu gpu = card("9.0");
    const Request unfit = make_request(of, of.a, {*parse_target("sm_100")}, of.kernel, "13.0", 0);
    CHECK(judge(unfit, 0, gpu, toolkits()).code == 209);
    const Verdict refused = judge(request_for(of, 'A', gpu), 0, gpu, toolkits());
    CHECK(refused.code == 1);
    CHECK(refused.taken == 0);
    CHECK(refused.why == "An image fits, but the launch's shape is refused. A block holds at most 1024 threads; this launch asks for 2048.");
}

TEST_CASE("shapes at their limits pass, and one more is refused") {
    CHECK(shape_code(launch({2147483647}, {1024}), "13.0") == 0);
    CHECK(shape_code(launch({2147483648u}, {1}), "13.0") == 1);
    CHECK(shape_code(launch({1, 65535, 65535}, {1024, 1, 1}), "13.0") == 0);
    CHECK(shape_code(launch({1, 65536}, {1}), "12.6") == 9);
    CHECK(shape_code(launch({1, 1, 65536}, {1}), "13.1") == 1);
    CHECK(shape_code(launch({1}, {32, 32}), "13.0") == 0);
    CHECK(shape_code(launch({1}, {32, 33}), "13.0") == 1);
    CHECK(shape_code(launch({1}, {1, 1, 64}), "13.0") == 0);
    CHECK(shape_code(launch({1}, {1, 1, 65}), "13.0") == 1);
    CHECK(shape_code(launch({0}, {1}), "11.8") == 9);
    CHECK(shape_code(launch({1}, {0}), "13.0") == 1);
    CHECK(shape_code(launch({1}, {4294967295u, 4294967295u, 4294967295u}), "13.0") == 1);
    CHECK(shape_code(launch({1}, {1}, 49152), "13.0") == 0);
    CHECK(shape_code(launch({1}, {1}, 49153), "11.8") == 1);   // shared memory is 1 with every runtime
    CHECK(shape_code({.call = "cudaMemset", .smem = 99999}, "13.0") == 0);
    CHECK(shape_code(launch({1}, {2048}), "") == 1);
}

TEST_CASE("a question that tells kinds apart reads the marker's kind, others read any marker as MARK") {
    const Step& of = step("day-46/5");
    CHECK(expected("day-46/5", 'A').back() == "MARK");
    const Gpu gpu = card("9.0");
    for (char which : {'A', 'B'}) {
        Run run;
        run.request = request_for(of, which, gpu);
        run.request.id = 1;
        const unsigned word = which == 'A' ? 100900u : 200800u;
        record(run, Event{1, Value{.index = 5, .buffer = "out", .read = true, .words = {word}}});
        for (const Ask& ask : of.ask)
            if (ask.value && ask.run == which) CHECK(measured_text(of, ask, run) == (which == 'A' ? "SASS MARK" : "PTX MARK"));
        CHECK(measured_text(of, Ask{.run = which, .call = 5, .value = true}, run) == "MARK");
    }
}

TEST_CASE("the build that each step ships is known again as its A or its B") {
    for (const Lesson& lesson : course().lessons)
        for (const Step& of : lesson.steps)
            for (const char* cc : {"7.5", "8.6", "9.0", "10.0", "10.3", "12.0", "12.1"})
                for (char which : {'A', 'B'}) {
                    const Gpu gpu = card(cc);
                    if (!resolve_all(of.a.images, gpu, toolkit("13.0")) || !resolve_all(of.b.images, gpu, toolkit("13.0"))) continue;
                    Run run;
                    run.request = request_for(of, which, gpu);
                    run.origin.capability = gpu.capability;
                    run.rule = judge(run.request, 0, gpu, toolkits());
                    INFO(of.id << " " << which << " on " << cc);
                    CHECK(shipped_config_of(of, run) == which);
                }
}

TEST_CASE("a list is spelled for three build systems and read back as the same images") {
    auto targets = [](std::initializer_list<const char*> names) {
        std::vector<Target> out;
        for (const char* name : names) out.push_back(*parse_target(name));
        return out;
    };
    CHECK(to_nvcc(targets({"sm_80", "compute_80"})) == "-gencode arch=compute_80,code=[sm_80,compute_80]");
    CHECK(to_cmake(targets({"sm_75", "sm_80", "compute_80"})) == "75-real;80");
    CHECK(to_cmake(targets({"compute_90"})) == "90-virtual");
    CHECK(to_torch(targets({"sm_75", "sm_80", "compute_80"})) == "7.5;8.0+PTX");
    CHECK(to_torch(targets({"sm_90a"})) == "9.0a");
    CHECK(to_torch(targets({"sm_75", "compute_90"})).empty());
    auto sorted = [](std::vector<Target> list) {
        std::sort(list.begin(), list.end(), rises);
        return list;
    };
    for (const auto& list : {targets({"sm_75"}), targets({"compute_120"}), targets({"sm_75", "sm_80", "compute_80", "sm_90a"})})
        for (const auto& [syntax, text] : {std::pair<std::string, std::string>{"nvcc", to_nvcc(list)}, {"cmake", to_cmake(list)}, {"torch_env", to_torch(list)}}) {
            if (text.empty()) continue;
            const FlagsAnswer read = read_flags({.text = text, .syntax = syntax, .toolkit = "13.0"}, toolkits());
            INFO(syntax << ": " << text);
            REQUIRE(read.images);
            CHECK(sorted(*read.images) == sorted(list));
        }
}
