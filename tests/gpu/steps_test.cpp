// Every step of the course, runs A and B, on this card: rule == measured, and the recording is kept. Then the ends that a
// run can come to: faults, an endless kernel, a kernel that does not compile.
#include <csignal>

#include "catch.h"
#include "core/step.h"
#include "gpu/runner_client.h"

using namespace launchlab;
using namespace launchlab::gpu_tests;

TEST_CASE("every step's runs A and B give on this card what the rule says, and are recorded") {
    Machine& here = machine();
    const Toolkit* toolkit = find_toolkit(here.toolkits, here.toolkit);
    REQUIRE(toolkit);
    int steps = 0;
    const std::string part = "Steps";
    keep_row(part, {"step", "run", "images", "rule", "measured", "recording"});
    for (const Lesson& lesson : here.course.lessons)
        for (const Step& step : lesson.steps)
            for (char which : {'A', 'B'}) {
                const Config& config = which == 'A' ? step.a : step.b;
                INFO(step.id << " run " << which);
                const auto targets = resolve_all(config.images, here.card, *toolkit);
                if (!targets) {  // this card cannot show it, and the step says why
                    keep_row(part, {step.id, std::string(1, which), "-", "-", targets.error().what, "-"});
                    continue;
                }
                ++steps;
                const Request request = make_request(step, config, *targets, step.kernel, here.toolkit, 0);
                RunnerAnswer answer = here.runner.run(request);
                answer.run.rule = judge(request, 0, here.card, here.toolkits);
                INFO(answer.run.done->how << " " << answer.run.done->text);
                CHECK(answer.run.done->how == "finished");
                CHECK(agrees(answer.run) != false);
                for (const Ask& ask : step.ask) {
                    if (ask.run != which) continue;
                    INFO(ask_name(step, ask) << " " << ask.words);
                    CHECK(measured_text(step, ask, answer.run) == expected_text(step, ask, answer.run.rule, request.toolkit));
                }
                std::string codes;
                for (std::size_t i = 0; i < request.calls.size(); ++i) {
                    const Call* call = find_call(answer.run, static_cast<int>(i));
                    codes += request.calls[i].call + "=" + (call ? std::to_string(call->code) : "none") + " ";
                }
                if (!answer.run.values.empty() && answer.run.values[0].words.size()) codes += "value=" + std::to_string(answer.run.values[0].words[0]);
                answer.run.origin = here.origin;
                keep_recording(answer.run, step.id + "/" + which, answer.lines);
                std::string images;
                for (const Target& target : *targets) images += to_name(target) + " ";
                keep_row(part, {step.id, std::string(1, which), images, std::to_string(answer.run.rule.code), codes, request_hash(request)});
            }
    CHECK(steps >= 4);
}

TEST_CASE("the step without its launch line is nvcc's program without it") {
    if (!has_nvcc()) return;
    std::string trouble;
    Request request = mark_request(image_set("90"));
    request.calls.erase(request.calls.begin() + 2);
    const RunnerAnswer answer = machine().runner.run(request);
    const auto said = twin("mark.cu", {"-DWITHOUT_LAUNCH", "-arch=sm_90"}, trouble);
    INFO(trouble);
    REQUIRE(said);
    CHECK(as_twin(answer.run) == *said);
}

TEST_CASE("a kernel that starts and then fails shows at the sync, as in nvcc's own program") {
    const std::vector<std::pair<std::string, std::string>> faults = {{"out[1ull << 40] = 1;", "1"}, {"asm volatile(\"trap;\");", "2"}};
    const std::string part = "Faults: ours against nvcc's";
    keep_row(part, {"fault", "ours", "nvcc twin"});
    for (const auto& [body, number] : faults) {
        Request request = mark_request({Target{Kind::sass, machine().card.capability, 0}});
        request.units[0].source = "extern \"C\" __global__ void mark(unsigned* out) { out[0] = MARK; " + body + " }\n";
        const RunnerAnswer answer = machine().runner.run(request);
        INFO(body << " " << answer.run.done->how << " " << answer.run.done->text);
        CHECK(lane(answer.run, 2) == Lane::faulted);
        const std::string ours = as_twin(answer.run);
        CHECK(ours.substr(0, 6) == "0 0 0 ");
        std::string built = "no nvcc on this machine", trouble;
        if (has_nvcc()) {
            const auto said = twin("fault.cu", {"-DFAULT=" + number, "-gencode", "arch=compute_90,code=sm_90"}, trouble);
            INFO(trouble);
            REQUIRE(said);
            built = *said;
            CHECK(built == ours);
        }
        keep_row(part, {body, ours, built});
    }
}

TEST_CASE("an endless kernel ends by the limit with its calls kept, and the next run is fine") {
    Request request = mark_request({Target{Kind::sass, machine().card.capability, 0}});
    request.units[0].source = "extern \"C\" __global__ void mark(unsigned* out) { while (*(volatile unsigned*)out != 5) { } }\n";
    request.limit_ms = 1500;
    for (bool warm : {false, true}) {
        if (warm) REQUIRE(machine().runner.warm(machine().toolkit));
        else request.env["CUDA_CACHE_DISABLE"] = "1";  // an environment of its own: a cold child
        const RunnerAnswer answer = machine().runner.run(request);
        request.env.clear();
        INFO(answer.run.done->text);
        CHECK(answer.run.done->how == "limit");
        CHECK(answer.run.done->warm == warm);
        CHECK(find_call(answer.run, 3));
        CHECK_FALSE(find_call(answer.run, 4));
        CHECK(lane(answer.run, 2) == Lane::open);
        CHECK(as_twin(machine().runner.run(mark_request({Target{Kind::sass, machine().card.capability, 0}})).run) == "0 0 0 0 0 0 written");
    }
}

TEST_CASE("a launch bound to another thread has a slot of its own") {
    Request request = mark_request(image_set("100"));
    request.calls[2].thread = 1;
    const RunnerAnswer answer = machine().runner.run(request);
    CHECK(as_twin(answer.run) == "0 0 0 0 0 0 untouched");
    const Call *launch = find_call(answer.run, 2), *peek = find_call(answer.run, 3);
    REQUIRE(launch);
    REQUIRE(peek);
    CHECK(launch->slot == 209);
    CHECK(peek->slot == 0);
}

TEST_CASE("the driver's own sentence about the missing image comes with the run") {
    const RunnerAnswer answer = machine().runner.run(mark_request(image_set("100")));
    std::string sentences;
    for (const Log& log : answer.run.logs) sentences += log.from + ": " + log.text + "\n";
    INFO(sentences);
    bool driver = false;
    for (const Log& log : answer.run.logs) driver = driver || (log.from == "driver" && log.index == 2);
    CHECK(driver);
    keep_row("The driver's sentences for 209", {"from", "call", "text"});
    for (const Log& log : answer.run.logs) keep_row("The driver's sentences for 209", {log.from, std::to_string(log.index), log.text});
}
