#include "bench/gpu_part.h"

#include <optional>

#include "core/selection.h"
#include "gpu/runner_client.h"

namespace launchlab::bench {

namespace {

using namespace launchlab::gpu_tests;

struct Timed {
    double total_ms = 0, nvrtc_ms = 0, launch_ms = 0;
    std::string trouble;                         // why it does not count
};

// The same kernel each time but for one constant, so that NVRTC, the runner's cache and the driver see new source.
Request with_constant(Request request, int constant) {
    request.units[0].source = "extern \"C\" __global__ void mark(unsigned* out) {\n    out[0] = MARK;\n    out[1] = " + std::to_string(constant) + "u;\n}\n";
    return request;
}

Timed time_one(const Request& request) {
    Timed timed;
    RunnerClient& runner = machine().runner;
    if (!runner.warm(machine().toolkit)) {
        timed.trouble = "no spare became ready: " + runner.spare().text;
        return timed;
    }
    const gpu_tests::RunnerAnswer answer = runner.run(request);
    timed.total_ms = answer.seconds * 1e3;
    for (const Compiled& compiled : answer.run.compiled)
        if (!compiled.cached) timed.nvrtc_ms += compiled.us / 1e3;
    if (const Call* launch = find_call(answer.run, 2)) timed.launch_ms = launch->us / 1e3;
    if (answer.run.done->how != "finished") timed.trouble = answer.run.done->how + ": " + answer.run.done->text;
    else if (as_twin(answer.run) != "0 0 0 0 0 0 written") timed.trouble = "the kernel did not run: " + as_twin(answer.run);
    else if (!answer.run.done->warm) timed.trouble = "it did not run in the spare";
    return timed;
}

struct Series {
    std::vector<double> beyond_nvrtc, beyond_jit, total, nvrtc, launch;
    std::string trouble;
};

Series time_many(const Request& request, bool new_source) {
    static int constant = 0;
    Series series;
    for (int i = 0; i < 50 && series.trouble.empty(); ++i) {
        const Timed timed = time_one(new_source ? with_constant(request, ++constant) : request);
        series.trouble = timed.trouble;
        series.total.push_back(timed.total_ms);
        series.nvrtc.push_back(timed.nvrtc_ms);
        series.launch.push_back(timed.launch_ms);
        series.beyond_nvrtc.push_back(timed.total_ms - timed.nvrtc_ms);
        series.beyond_jit.push_back(timed.total_ms - timed.nvrtc_ms - timed.launch_ms);
    }
    return series;
}

std::string tenths(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

// A fresh runner each time: the spare of the one that is there would answer at once.
std::optional<double> time_to_spare() {
    RunnerClient runner;
    if (runner.hello().gpus.empty()) return std::nullopt;
    const double start = now();
    if (!runner.warm(machine().toolkit)) return std::nullopt;
    return (now() - start) * 1e3;
}

void measure_nvcc(Table& table, const Target& target, double ours_ms) {
    const std::string name = "nvcc -arch=" + to_name(target) + " mark.cu && ./a.out, against ours";
    if (!has_nvcc()) {
        table.note("no nvcc: the comparison with it was not measured");
        return;
    }
    std::vector<double> theirs;
    for (int i = 0; i < 5; ++i) {
        std::string trouble;
        const double start = now();
        const auto said = twin("mark.cu", {"-arch=" + to_name(target)}, trouble);
        theirs.push_back((now() - start) * 1e3);
        if (!said || *said != "0 0 0 0 0 0 written") return table.fail(name, "nvcc's program did not run: " + (said ? *said : trouble));
    }
    table.at_least(name, median(theirs) / ours_ms, 30, "times", tenths(median(theirs)) + " ms against " + tenths(ours_ms) + " ms");
}

}  // namespace

void measure_gpu(Table& table, bool required) {
    if (!machine().skip.empty()) {
        const std::string line = "no card: GPU figures not measured";
        if (required) table.fail("GPU figures", line + " (" + machine().skip + ")");
        else table.note(line);
        return;
    }
    const Target sass{Kind::sass, machine().card.capability, 0}, ptx{Kind::ptx, machine().card.capability, 0};
    table.note("card: " + machine().card.name + ", driver " + machine().origin.driver + ", CUDA " + machine().toolkit + ", NVRTC " + machine().origin.nvrtc);

    std::vector<double> spares;
    for (int i = 0; i < 10; ++i)
        if (const auto ms = time_to_spare()) spares.push_back(*ms);
    if (spares.size() < 10) table.fail("spare ready after asking", std::to_string(10 - spares.size()) + " of 10 never became ready");
    else table.at_most("spare ready after asking", median(spares), 600, "ms");

    const std::string click = "click to timeline, new source, " + to_name(sass) + ", without NVRTC";
    const Series fresh = time_many(mark_request({sass}), true);
    if (!fresh.trouble.empty()) return table.fail(click, fresh.trouble);
    table.at_most(click, median(fresh.beyond_nvrtc), 10, "ms", tenths(median(fresh.total)) + " ms with NVRTC's " + tenths(median(fresh.nvrtc)));

    const std::string jit = "click to timeline, new source, " + to_name(ptx) + ", without NVRTC and JIT";
    const Series jitted = time_many(mark_request({ptx}), true);
    if (!jitted.trouble.empty()) return table.fail(jit, jitted.trouble);
    table.at_most(jit, median(jitted.beyond_jit), 10, "ms",
                  tenths(median(jitted.total)) + " ms with NVRTC's " + tenths(median(jitted.nvrtc)) + " and the launch call's " + tenths(median(jitted.launch)) + ", taken as JIT time");

    const std::string again = "click to timeline, same source and target again";
    time_one(mark_request({sass}));              // fills the runner's cache
    const Series same = time_many(mark_request({sass}), false);
    if (!same.trouble.empty()) return table.fail(again, same.trouble);
    table.at_most(again, median(same.total), 5, "ms");

    measure_nvcc(table, sass, median(fresh.total));
}

}  // namespace launchlab::bench
