// Rule == measured == the program that nvcc builds, for image sets of every kind a 9.0 card can show; and the warm path gives
// what a cold child gives, also where an image that fits is followed by one that does not.
#include <algorithm>
#include <random>
#include <sstream>

#include "catch.h"
#include "gpu/runner_client.h"

using namespace launchlab;
using namespace launchlab::gpu_tests;

namespace {

const std::vector<std::string>& sets() {
    static const std::vector<std::string> all = {
        "100", "90", "p80", "p100", "75", "80", "86", "89", "90a", "100a", "100f", "120", "p75", "p89", "p90", "p90a", "p100f", "p120",
        "75+80+90+p90", "80+86+89", "89+p75", "120+p120", "90+p90", "90a+p80", "90+90a", "90a+90", "p90+p90a", "p90a+p90", "p80+p90", "p90+p80", "p75+p89+p100", "75+80+100+p80"};
    return all;
}

std::string image_name(const Request& request, int image) {
    if (image < 0) return "none";
    const ImageRequest& taken = request.units[0].images[image];
    return to_name(*parse_arch(taken.kind, taken.arch));
}

// An environment of its own makes the supervisor take a cold child; the value is the one that every child has.
Request cold(Request request) {
    request.env["CUDA_CACHE_DISABLE"] = "1";
    return request;
}

std::string milliseconds(std::int64_t us) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", us / 1000.0);
    return text;
}

}  // namespace

TEST_CASE("rule, measurement and nvcc's own program agree for every image set") {
    const std::string part = "Image sets: rule, cold child, nvcc twin";
    keep_row(part, {"images", "rule", "measured launch", "malloc memset peek sync get memcpy, value", "nvcc twin", "rule takes", "taken", "seen by", "NVRTC ms", "launch ms", "total ms"});
    for (const std::string& set : sets()) {
        INFO("image set " << set);
        const std::vector<Target> targets = image_set(set);
        const Request request = cold(mark_request(targets));
        const Verdict rule = rule_for(request);
        RunnerAnswer answer = machine().runner.run(request);
        answer.run.rule = rule;
        INFO(answer.run.done->text);
        REQUIRE(answer.run.done->how == "finished");
        const Call* launch = find_call(answer.run, 2);
        REQUIRE(launch);
        CHECK(launch->code == rule.code);
        CHECK(agrees(answer.run) == true);
        const std::string codes = as_twin(answer.run);
        std::string built = "no nvcc on this machine";
        if (has_nvcc()) {
            std::string trouble;
            const auto said = twin("mark.cu", gencode(targets), trouble);
            INFO(trouble);
            REQUIRE(said);
            CHECK(*said == codes);
            built = *said;
        }
        std::int64_t nvrtc = 0;
        for (const Compiled& compiled : answer.run.compiled) nvrtc += compiled.cached ? 0 : compiled.us;
        const Taken* taken = answer.run.taken.empty() ? nullptr : &answer.run.taken.front();
        if (rule.code == 0) {
            REQUIRE(taken);
            CHECK(taken->image == rule.taken);
        }
        keep_row(part, {set, std::to_string(rule.code), std::to_string(launch->code), codes, built, image_name(request, rule.taken), taken ? image_name(request, taken->image) : "none",
                        taken ? taken->from : "-", milliseconds(nvrtc), milliseconds(launch->us), milliseconds(answer.run.done->us)});
    }
}

TEST_CASE("200 toggles through the warm path equal cold children") {
    std::map<std::string, std::string> cold_codes;
    for (const std::string& set : sets()) cold_codes[set] = as_twin(machine().runner.run(cold(mark_request(image_set(set)))).run);
    INFO(machine().runner.spare().text);
    REQUIRE(machine().runner.warm(machine().toolkit));
    std::mt19937 dice(209);
    int fits_then_not = 0, warm = 0, differs = 0;
    std::string before;
    const std::vector<std::string> fitting = {"90", "90a", "p80", "p90", "90+p90", "90a+p80", "75+80+90+p90"};
    for (int i = 0; i < 200; ++i) {
        // Every other toggle goes from an image that fits to one that may not: the order in which a remembered key would lie.
        std::string set = i % 2 == 0 ? fitting[dice() % fitting.size()] : sets()[dice() % sets().size()];
        if (i % 4 == 1 && rule_for(mark_request(image_set(set))).code == 0) set = "100";
        RunnerAnswer answer = machine().runner.run(mark_request(image_set(set)));
        const std::string codes = as_twin(answer.run);
        INFO("toggle " << i << ": " << before << " -> " << set << " " << answer.run.done->how << " " << answer.run.done->text);
        CHECK(codes == cold_codes[set]);
        differs += codes != cold_codes[set];
        warm += answer.run.done->warm;
        fits_then_not += !before.empty() && cold_codes[before].substr(0, 6) == "0 0 0 " && cold_codes[set].substr(0, 6) != "0 0 0 ";
        before = set;
        CHECK(machine().runner.wait_for_spare());
    }
    CHECK(warm == 200);
    CHECK(fits_then_not >= 50);
    keep_row("Warm path against cold children", {"toggles", "in the warm spare", "fits followed by does not fit", "differ from the cold child"});
    keep_row("Warm path against cold children", {"200", std::to_string(warm), std::to_string(fits_then_not), std::to_string(differs)});
}

TEST_CASE("a host key that is used twice runs the old kernel, which is why every run has a fresh one") {
    if (!has_nvcc()) return;
    std::string trouble;
    const auto said = twin("key_reuse.cu", {"-std=c++17", "-cudart", "shared", "-arch=sm_90"}, trouble);
    INFO(trouble);
    REQUIRE(said);
    const std::string part = "run-071: one host key for two images";
    keep_row(part, {"first launch, second launch, sync, value after each"});
    std::stringstream lines(*said);
    for (std::string line; std::getline(lines, line);) keep_row(part, {line});
    // The second image does not fit, yet its launch under the same key gives 0 and writes the first image's number.
    CHECK_THAT(*said, Catch::Contains(": 0 0 0 90 90"));
}
