#include <set>

#include "tables.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

std::string capability_of(const std::string& text) {
    Result<Gpu> found = find_gpu(gpus(), text, driver("580"));
    INFO(text << ": " << (found ? "" : found.error().text()));
    REQUIRE(found);
    return to_text(found->capability);
}

std::string refusal(const std::string& text) {
    Result<Gpu> found = find_gpu(gpus(), text, driver("580"));
    INFO(text);
    REQUIRE_FALSE(found);
    return found.error().text();
}

}  // namespace

TEST_CASE("well-known cards are found in many spellings", "[gpu]") {
    const std::vector<std::pair<std::string, std::string>> rows{
        {"T4", "7.5"},        {"tesla t4", "7.5"},           {"Tesla T4", "7.5"},          {"L4", "8.9"},
        {"A100", "8.0"},      {"NVIDIA A100-SXM4-80GB", "8.0"}, {"a100-pcie-40gb", "8.0"}, {"A10", "8.6"},
        {"A10G", "8.6"},      {"A40", "8.6"},                {"L40S", "8.9"},              {"NVIDIA H200", "9.0"},
        {"h100", "9.0"},      {"NVIDIA H100 80GB HBM3", "9.0"}, {"GH200", "9.0"},          {"B200", "10.0"},
        {"GB200", "10.0"},    {"B300", "10.3"},              {"RTX 4090", "8.9"},          {"NVIDIA GeForce RTX 4090", "8.9"},
        {"rtx4090", "8.9"},   {"rtx-4090", "8.9"},           {"4090", "8.9"},              {"RTX 3060 Laptop GPU", "8.6"},
        {"RTX 4070 Super", "8.9"}, {"4070 ti super", "8.9"}, {"rtx 5090", "12.0"},         {"5070 Ti", "12.0"},
        {"GTX 1660 SUPER", "7.5"}, {"GTX 1080 Ti", "6.1"},   {"V100", "7.0"},              {"Tesla V100-SXM2-16GB", "7.0"},
        {"P100", "6.0"},      {"orin", "8.7"},               {"Jetson AGX Orin", "8.7"},   {"Jetson Orin Nano", "8.7"},
        {"thor", "11.0"},     {"GB10", "12.1"},              {"DGX Spark", "12.1"},        {"NVIDIA GB10", "12.1"},
        {"Quadro RTX 6000", "7.5"}, {"RTX 6000 Ada", "8.9"}, {"NVIDIA RTX 6000 Ada Generation", "8.9"},
        {"RTX PRO 6000 Blackwell", "12.0"}, {"NVIDIA RTX PRO 6000 Blackwell Server Edition", "12.0"}, {"RTX PRO 6000", "12.0"},
        {"RTX A4000", "8.6"}, {"RTX 4000 Ada", "8.9"},       {"RTX PRO 4000", "12.0"},     {"Quadro RTX 4000", "7.5"},
        {"GTX TITAN X", "5.2"}, {"TITAN X (Pascal)", "6.1"}, {"TITAN RTX", "7.5"},         {"TITAN V", "7.0"},
        {"Jetson Nano", "5.3"}, {"GTX 750 Ti", "5.0"},       {"K620", "5.0"},              {"hopper", "9.0"},
        {"7.5", "7.5"},       {"90", "9.0"},                 {"sm_120", "12.0"},           {"980", "5.2"},
    };
    for (const auto& [text, capability] : rows) {
        INFO(text);
        CHECK(capability_of(text) == capability);
    }
}

TEST_CASE("every name in the table is found by itself", "[gpu]") {
    std::set<std::string> capabilities;
    for (const NamedGpu& gpu : gpus().gpus) {
        Result<Gpu> found = find_gpu(gpus(), gpu.name, {});
        INFO(gpu.name << (found ? "" : " " + found.error().what));
        REQUIRE(found);
        CHECK(found->name == gpu.name);
        CHECK(found->capability == gpu.capability);
        capabilities.insert(to_text(gpu.capability));
    }
    for (const char* c : {"5.0", "5.2", "5.3", "6.0", "6.1", "6.2", "7.0", "7.2", "7.5", "8.0", "8.6", "8.7", "8.9", "9.0", "10.0", "10.3", "11.0", "12.0", "12.1"})
        CHECK(capabilities.count(c) == 1);
}

TEST_CASE("an ambiguous name is refused with the cards it may mean", "[gpu]") {
    std::string text = refusal("RTX 6000");
    for (const char* part : {"3 cards", "Quadro RTX 6000 (7.5)", "RTX 6000 Ada (8.9)", "RTX PRO 6000 Blackwell (12.0)", "Write one"})
        CHECK(text.find(part) != std::string::npos);
    CHECK(refusal("TITAN X").find("GTX TITAN X (5.2)") != std::string::npos);
    CHECK(refusal("rtx 4000").find("3 cards") != std::string::npos);
    CHECK(refusal("blackwell").find("B200 (10.0)") != std::string::npos);
    CHECK(refusal("ampere").find("A100 (8.0)") != std::string::npos);
}

TEST_CASE("an unknown name is refused with the nearest ones", "[gpu]") {
    CHECK(refusal("RTX 4091").find("RTX 4090 (8.9)") != std::string::npos);
    CHECK(refusal("H20O").find("H20") != std::string::npos);
    for (const char* bad : {"", " ", "@535", "nvidia", "foo", "-", "9.0@", "9.0@x", "9.0@53", "T4@12.2"}) refusal(bad);
}

TEST_CASE("a card may name its own driver", "[gpu]") {
    Gpu gpu = card("rtx 4090@535", "580.95.05");
    CHECK(gpu.driver == Driver{535, "535"});
    CHECK(gpu.name == "RTX 4090");
    CHECK(card("9.0@r550.54.15").driver == Driver{550, "550.54.15"});
    CHECK(card("9.0", "580.95.05").driver.version == "580.95.05");
    CHECK(card("6.1", "595.45.04").driver == Driver{580, "580"});
    CHECK(card("RTX 5090", "535").driver == Driver{570, "570"});
    CHECK(card("RTX 5090@535", "580").driver == Driver{535, "535"});
    CHECK(card("6.1", "580.95.05").driver.version == "580.95.05");
    CHECK(card("6.1", "").driver == Driver{});
    CHECK(card("9.0").name == "a 9.0 card");
    CHECK(card("8.0").name == "an 8.0 card");
    CHECK(card("8.7").tegra);
    CHECK(card("Thor").tegra);
    CHECK_FALSE(card("12.1").tegra);
    CHECK_FALSE(card("9.0").tegra);
}

TEST_CASE("a driver's version is strict", "[gpu]") {
    CHECK(*parse_driver("580.159.04") == Driver{580, "580.159.04"});
    CHECK(*parse_driver("r535") == Driver{535, "535"});
    CHECK(*parse_driver("597.06") == Driver{597, "597.06"});
    for (const char* bad : {"", "r", "12.2", "5800", "535.", "535..1", "535.x", "-535", "five", "R39.2", "035", "535 1", ".535", "535.1.2.3.4.5.6.7.8.9.10.11"}) {
        INFO(bad);
        CHECK_FALSE(parse_driver(bad));
    }
}

TEST_CASE("trouble in the table of cards names its place", "[gpu]") {
    auto where = [](const char* json) {
        Result<GpuTable> parsed = parse_gpus(json, "assets/gpus.json");
        INFO(json);
        REQUIRE_FALSE(parsed);
        CHECK_FALSE(parsed.error().what.empty());
        return parsed.error().where;
    };
    CHECK(where(R"({"gpus":[{"name":1,"capability":"9.0"}]})") == "assets/gpus.json /gpus/0/name");
    CHECK(where(R"({"gpus":[{"name":"A","capability":"9.0"},{"name":"B","capability":"9"}]})") == "assets/gpus.json /gpus/1/capability");
    CHECK(where(R"({"gpus":[{"name":"A","capability":"9.0","cc":1}]})") == "assets/gpus.json /gpus/0/cc");
    CHECK(where(R"({"gpus":[{"name":"A"}]})") == "assets/gpus.json /gpus/0");
    CHECK(where(R"({"gpus":[{"name":"A","capability":"9.0","also":["X"]}]})") == "assets/gpus.json /gpus/0/also/0");
    CHECK(where(R"({"gpus":[{"name":"A","capability":"9.0"},{"name":"A","capability":"9.0"}]})") == "assets/gpus.json /gpus/1/name");
    CHECK(where(R"({"gpus":{}})") == "assets/gpus.json /gpus");
    CHECK(where(R"({"gpus":[3]})") == "assets/gpus.json /gpus/0");
    CHECK(where("[]") == "assets/gpus.json");
    CHECK(where("{\"gpus\":\n [,]}") == "assets/gpus.json");
}

TEST_CASE("a number with a point is a capability and never a card's name", "[gpu]") {
    CHECK(refusal("7.50").find("no compute capability") != std::string::npos);   // not the GTX 750
    CHECK(refusal("7.5.1@535").find("no compute capability") != std::string::npos);
}
