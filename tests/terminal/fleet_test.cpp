#include "terminal/fleet_report.h"

#include <nlohmann/json.hpp>

#include "../core/tables.h"
#include "core/device_verdict.h"
#include "core/fleet_sizes.h"
#include "terminal/arguments.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

FleetReport report(const std::string& cards, Care care = Care::start) {
    FleetReport out{.wish = {.cards = *read_cards(cards, gpus(), latest_driver(toolkits())), .care = care}};
    out.advice = *advise(out.wish, toolkits());
    if (out.advice.build) out.lines = fleet_lines(out.advice.build->images, *find_toolkit(toolkits(), out.advice.build->toolkit), toolkits());
    return out;
}

}  // namespace

TEST_CASE("the words of advise are read, and what may not stand together is said", "[advise]") {
    const Parsed good = parse_arguments({"advise", "--cards", "T4@535,A100", "--care", "size", "--with", "sm_90a", "--json"});
    REQUIRE(good.arguments);
    const AdviseArguments advise = std::get<AdviseArguments>(*good.arguments);
    CHECK(advise.cards == "T4@535,A100");
    CHECK(advise.care == Care::size);
    CHECK(advise.with == "sm_90a");
    CHECK(advise.json);
    for (const std::vector<std::string>& words : {std::vector<std::string>{"advise"}, {"advise", "--cards", "8.0", "--care", "speed"}, {"advise", "--cards", "8.0", "--kernel", "a.cu", "--like", "b.so"},
                                                  {"advise", "--cards", "8.0", "--runner", "x"}}) {
        const Parsed wrong = parse_arguments(words);
        CHECK(wrong.exit == 2);
        CHECK(wrong.err.find("launchlab advise --help") != std::string::npos);
    }
}

TEST_CASE("the JSON of advise holds the set, the cards and lines that nvcc would read", "[advise]") {
    const nlohmann::json json = nlohmann::json::parse(to_json(report("T4@535,A100,RTX 4090,5090")));
    CHECK(json["served"] == true);
    CHECK(json["build"]["toolkit"] == "12.9");
    CHECK(json["build"]["driver"] == 570);
    CHECK(json["build"]["bytes"].is_null());
    REQUIRE(json["build"]["images"].size() == 3);
    CHECK(json["build"]["images"][2]["name"] == "sm_120");
    CHECK(json["build"]["lines"][0]["lines"][0] ==
          "nvcc -gencode arch=compute_75,code=sm_75 -gencode arch=compute_80,code=sm_80 -gencode arch=compute_120,code=sm_120 -o app app.cu");
    CHECK(json["cards"][2]["picks"] == "sm_80");
    CHECK(json["cards"][0]["driver_named"] == true);
    CHECK(json["next"].is_null());
    const nlohmann::json none = nlohmann::json::parse(to_json(report("5090@550")));
    CHECK(none["served"] == false);
    CHECK(none["build"].is_null());
    CHECK(none["cards"][0]["code"] == 100);
}

TEST_CASE("the text of advise says the set first, and what is left out", "[advise]") {
    const Style style{80, false, false};
    const std::string text = join(fleet_lines_of(report("A100,8.0@440,next"), style));
    CHECK(text.starts_with("sm_80 and compute_80, built by CUDA 13.3, serve 1 of 2 cards."));
    CHECK(text.find("not served. Driver 440 does not know") != std::string::npos);
    CHECK(text.find("later") != std::string::npos);
    CHECK(text.find("TORCH_CUDA_ARCH_LIST=\"8.0+PTX\"") != std::string::npos);
    CHECK(text.find("CMAKE_CUDA_ARCHITECTURES=\"80\"") != std::string::npos);
}

TEST_CASE("sizes are measured where an image is there, and scaled from the nearest where it is not", "[advise]") {
    const ImageSizes sizes = with_scaled({{"sm_80", {1000, true}}, {"sm_90", {3000, true}}}, toolkits());
    CHECK(sizes.at("sm_80").measured);
    CHECK(sizes.at("sm_86").bytes == 3000);
    CHECK(sizes.at("sm_75").bytes == 1000);
    CHECK_FALSE(sizes.at("sm_75").measured);
    CHECK(sizes.at("compute_80").bytes == 1000);
    CHECK(with_scaled({}, toolkits()).empty());
}
