#include "bench/compile_part.h"

#include <algorithm>
#include <cstdio>
#include <thread>

#include "core/image_sets.h"
#include "gpu/runner_client.h"

namespace launchlab::bench {

namespace {

constexpr int rounds = 5;
constexpr std::size_t targets = 12;

// One image a unit, none of which was compiled before.
Request twelve(const ToolkitSeen& toolkit, int round) {
    Request request{.toolkit = toolkit.version, .limit_ms = 120000};
    for (std::size_t i = 0; i < std::min(targets, toolkit.targets.size()); ++i) {
        UnitRequest unit = to_unit({.images = {{.target = *parse_arch(Kind::sass, toolkit.targets[i])}}});
        unit.images[0].define["ROUND"] = std::to_string(round);
        request.units.push_back(std::move(unit));
    }
    return request;
}

}  // namespace

void measure_compile(Table& table) {
    const std::string name = "twelve targets compiled in one request";
    gpu_tests::RunnerClient runner;
    const auto& toolkits = runner.hello().toolkits;
    const auto whole = std::find_if(toolkits.begin(), toolkits.end(), [](const ToolkitSeen& one) { return one.missing.empty() && one.targets.size() >= targets; });
    if (whole == toolkits.end()) return table.fail(name, "no complete toolkit with twelve targets is on this machine");
    std::vector<double> walls, limits;
    double sum_ms = 0;
    const double cores = std::max(1u, std::thread::hardware_concurrency());
    for (int round = 0; round < rounds; ++round) {
        const gpu_tests::RunnerAnswer answer = runner.run(twelve(*whole, round), 120);
        if (answer.run.done->how != "finished") return table.fail(name, answer.run.done->text);
        double nvrtc_ms = 0;
        for (const Compiled& one : answer.run.compiled) nvrtc_ms += static_cast<double>(one.us) / 1e3;
        walls.push_back(answer.seconds * 1e3);
        limits.push_back(1.2 * nvrtc_ms / cores + 100);
        sum_ms = nvrtc_ms;
    }
    char beside[96];
    std::snprintf(beside, sizeof beside, "NVRTC's own times add up to %.0f ms, %.0f cores; limit 1.2 x that / cores + 100 ms", sum_ms, cores);
    table.at_most(name, median(walls), median(limits), "ms", beside);
}

}  // namespace launchlab::bench
