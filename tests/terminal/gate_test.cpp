// The gate of `launchlab inspect --require`, and `--diff`, on the shipped samples of device code.
#include "terminal/device_gate.h"

#include <nlohmann/json.hpp>

#include "../core/tables.h"
#include "core/fleet_file.h"
#include "terminal/arguments.h"
#include "terminal/device_report.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

DeviceFile sample(const std::string& name) {
    Result<DeviceFile> file = read_device_file(std::string(LAUNCHLAB_SOURCE) + "/tests/data/device_code/" + name, {});
    if (!file) FAIL(file.error().text());
    file->path = name;
    return *file;
}

Gate gate(const std::string& toml, const std::vector<std::string>& names) {
    std::vector<DeviceFile> files;
    for (const std::string& name : names) files.push_back(sample(name));
    const Result<CardList> fleet = parse_fleet(toml, "fleet.toml", gpus(), latest_driver(toolkits()));
    if (!fleet) FAIL(fleet.error().text());
    return make_gate("fleet.toml", *fleet, files, gpus(), toolkits());
}

const Style plain{80, false, false};

}  // namespace

TEST_CASE("a gate is open when every file serves every card of the fleet", "[gate]") {
    const Gate open = gate("cards = [\"A100\", \"RTX 4090\", \"9.0@580\", \"next\"]", {"four.fatbin", "plain.fatbin"});
    CHECK(open.open());
    CHECK(open.rows.size() == 8);
    CHECK(open.lines.empty());
    CHECK(join(gate_lines(open, plain)).find("Every card of fleet.toml is served.") != std::string::npos);
}

TEST_CASE("a shut gate names the card, why, and what mends it", "[gate]") {
    const Gate shut = gate("[[card]]\nname = \"T4\"\ndriver = \"535.104\"\n[[card]]\nname = \"A100\"\n", {"plain.fatbin"});
    CHECK_FALSE(shut.open());
    REQUIRE(shut.rows.size() == 2);
    CHECK(shut.rows[0].code == 209);
    CHECK(shut.rows[0].driver.version == "535.104");
    CHECK(shut.rows[0].mend.command == "nvcc -fatbin -arch=sm_75 -o plain.fatbin plain.cu");
    CHECK(shut.rows[1].served);
    const std::string text = join(gate_lines(shut, plain));
    CHECK(text.find("not served. 209. ") != std::string::npos);
    CHECK(text.find("1 of 2 cards of fleet.toml is not served.") != std::string::npos);
    CHECK(text.find("TORCH_CUDA_ARCH_LIST=\"7.5;8.0\"") != std::string::npos);
}

TEST_CASE("the driver of the fleet counts: the same file, another card's driver", "[gate]") {
    CHECK(gate("cards = [\"9.0@580\"]", {"plain.fatbin"}).open());
    const Gate old = gate("cards = [\"9.0@525\"]", {"plain.fatbin"});
    REQUIRE_FALSE(old.open());
    CHECK(old.rows[0].code == 222);
}

TEST_CASE("a file without PTX does not serve cards yet to come", "[gate]") {
    const Gate one = gate("cards = [\"next\"]", {"touch-90a.cubin"});
    REQUIRE(one.rows.size() == 1);
    CHECK_FALSE(one.open());
    CHECK(one.rows[0].capability == Capability{});
    CHECK(gate("cards = [\"next\"]", {"touch-80.ptx"}).open());
}

TEST_CASE("the gate stands in the JSON of inspect, and is null where none was asked for", "[gate]") {
    const DeviceFile file = sample("plain.fatbin");
    const InspectedFile one{.file = &file};
    CHECK(nlohmann::json::parse(to_json(std::vector{one}))["require"].is_null());
    const Gate shut = gate("cards = [\"T4\"]", {"plain.fatbin"});
    const nlohmann::json json = nlohmann::json::parse(to_json(std::vector{one}, &shut))["require"];
    CHECK(json["served"] == false);
    CHECK(json["cards"][0]["asked"] == "T4");
    CHECK(json["cards"][0]["code"] == 209);
    CHECK(json["lines"].size() == 3);
}

TEST_CASE("a diff counts images and bytes, and tells cards gained and lost", "[gate]") {
    const DeviceDiff more = diff_files(sample("plain.fatbin"), sample("four.fatbin"), gpus(), toolkits());
    CHECK(more.targets.at("sm_90a").first.images == 0);
    CHECK(more.targets.at("sm_90a").second.images == 1);
    CHECK(more.lost.empty());
    const DeviceDiff fewer = diff_files(sample("four.fatbin"), sample("touch-90a.cubin"), gpus(), toolkits());
    CHECK(std::find(fewer.lost.begin(), fewer.lost.end(), "8.0") != fewer.lost.end());
    CHECK(std::find(fewer.lost.begin(), fewer.lost.end(), "9.0") == fewer.lost.end());
    CHECK(join(diff_lines(fewer, plain)).find("Cards lost: ") != std::string::npos);
    const nlohmann::json json = nlohmann::json::parse(to_json(fewer));
    CHECK(json["cards"]["lost"].size() == fewer.lost.size());
    CHECK(json["targets"][0]["images"].size() == 2);
}

TEST_CASE("options that do not go with a gate or a diff are refused", "[gate]") {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"inspect", "--diff", "a"}, {"inspect", "--diff", "a", "b", "c"}, {"inspect", "--diff", "a", "b", "--on", "8.6"}, {"inspect", "a", "--require", "f.toml", "--list"},
          {"inspect", "--diff", "a", "b", "--require", "f.toml"}})
        CHECK(parse_arguments(words).exit == 2);
    const Parsed good = parse_arguments({"inspect", "a.whl", "--require", "fleet.toml", "--json"});
    REQUIRE(good.arguments);
    CHECK(std::get<InspectArguments>(*good.arguments).require == "fleet.toml");
}
