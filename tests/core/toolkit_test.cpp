#include <algorithm>

#include "tables.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {
const Toolkit& toolkit(const char* version) {
    const Toolkit* found = find_toolkit(toolkits(), version);
    INFO(version);
    REQUIRE(found);
    return *found;
}
}  // namespace

TEST_CASE("the driver's age chooses the toolkit", "[toolkit]") {
    const std::vector<std::pair<std::string, std::string>> rows{
        {"580", "13.0"}, {"595", "13.0"}, {"610", "13.0"}, {"575", "12.9"}, {"570", "12.8"}, {"565", "12.6"}, {"560", "12.6"}, {"550", "12.4"},
        {"545", "12.2"}, {"535", "12.2"}, {"530", "12.0"}, {"525", "12.0"}, {"520", "11.8"}, {"515", ""},     {"470", ""},     {"450", ""},
    };
    for (const auto& [branch, version] : rows) {
        INFO(branch);
        CHECK(wanted_toolkit(toolkits(), driver(branch), std::nullopt).value_or("") == version);
    }
    CHECK(wanted_toolkit(toolkits(), {}, std::nullopt) == "13.0");
}

TEST_CASE("only what is present is chosen", "[toolkit]") {
    CHECK(choose_toolkit(toolkits(), {"11.8", "13.0", "12.6"}, driver("580"), std::nullopt) == "13.0");
    CHECK(choose_toolkit(toolkits(), {"11.8", "13.0", "12.6"}, driver("570"), std::nullopt) == "12.6");
    CHECK(choose_toolkit(toolkits(), {"13.0", "12.9"}, driver("535"), std::nullopt) == std::nullopt);
    CHECK(choose_toolkit(toolkits(), {"13.1", "13.0"}, driver("580"), std::nullopt) == "13.0");
    CHECK(choose_toolkit(toolkits(), {"13.1", "13.0"}, {}, std::nullopt) == "13.1");
    CHECK(choose_toolkit(toolkits(), {"11.4"}, driver("470"), std::nullopt) == "11.4");
    CHECK(choose_toolkit(toolkits(), {"99.9"}, driver("580"), std::nullopt) == std::nullopt);
    CHECK(choose_toolkit(toolkits(), {}, driver("580"), std::nullopt) == std::nullopt);
}

TEST_CASE("an old card beside a new driver gets the last toolkit that builds for it", "[toolkit]") {
    const std::vector<std::tuple<Capability, std::string, std::string>> rows{
        {{5, 0}, "580", "12.9"}, {{6, 1}, "580", "12.9"}, {{7, 0}, "580", "12.9"}, {{7, 2}, "580", "12.9"}, {{7, 5}, "580", "13.0"},
        {{9, 0}, "580", "13.0"}, {{12, 1}, "580", "13.0"}, {{6, 1}, "570", "12.8"}, {{6, 1}, "535", "12.2"}, {{3, 7}, "580", "11.8"}, {{2, 0}, "580", "13.0"},
    };
    for (const auto& [card, branch, version] : rows) {
        INFO(to_text(card) << " " << branch);
        CHECK(wanted_toolkit(toolkits(), driver(branch), card).value_or("") == version);
    }
    CHECK(choose_toolkit(toolkits(), {"13.0", "12.6"}, driver("580"), Capability{6, 1}) == "12.6");
    CHECK(choose_toolkit(toolkits(), {"13.0"}, driver("580"), Capability{6, 1}) == "13.0");
    CHECK_FALSE(builds_for(toolkit("13.0"), {6, 1}));
    CHECK(builds_for(toolkit("13.0"), {8, 7}));
}

TEST_CASE("a driver reads PTX up to its own row", "[toolkit]") {
    const std::vector<std::pair<std::string, std::string>> rows{
        {"445", "7.0"}, {"455", "7.1"}, {"460", "7.2"}, {"465", "7.3"}, {"470", "7.4"}, {"495", "7.5"}, {"510", "7.6"}, {"515", "7.7"},
        {"520", "7.8"}, {"525", "8.0"}, {"530", "8.1"}, {"535", "8.2"}, {"545", "8.3"}, {"550", "8.4"}, {"555", "8.5"}, {"560", "8.5"},
        {"570", "8.7"}, {"575", "8.8"}, {"580", "9.0"}, {"590", "9.1"}, {"595", "9.2"}, {"610", "9.3"}, {"418", "6.4"}, {"340", "4.1"}, {"331", "0.0"},
    };
    for (const auto& [branch, ptx] : rows) {
        INFO(branch);
        CHECK(to_text(reads_ptx(toolkits(), driver(branch))) == ptx);
    }
    CHECK(reads_ptx(toolkits(), {}) == PtxVersion{});
    CHECK(PtxVersion{10, 0} > PtxVersion{9, 4});
    CHECK(reads_zstd(driver("550")));
    CHECK_FALSE(reads_zstd(driver("545")));
}

TEST_CASE("each toolkit builds the targets of its release", "[toolkit]") {
    auto can = [](const char* version, const char* target) { return builds(toolkit(version), *parse_target(target)); };
    struct Row {
        const char *target, *first, *last;  // the oldest and newest release in the table that build it
    };
    const Row rows[] = {
        {"sm_35", "6.5", "11.8"},  {"sm_52", "7.0", "12.9"},  {"sm_70", "9.0", "12.9"},  {"sm_72", "9.2", "12.9"},  {"sm_75", "10.0", "13.4"},
        {"sm_80", "11.0", "13.4"},  {"sm_86", "11.1", "13.4"},  {"sm_87", "11.4", "13.4"},  {"sm_89", "11.8", "13.4"},  {"sm_90", "11.8", "13.4"},
        {"sm_90a", "12.0", "13.4"}, {"sm_100", "12.8", "13.4"}, {"sm_120a", "12.8", "13.4"}, {"sm_101", "12.8", "12.9"}, {"sm_101f", "12.9", "12.9"},
        {"sm_103", "12.9", "13.4"}, {"sm_121f", "12.9", "13.4"}, {"sm_100f", "12.9", "13.4"}, {"sm_88", "13.0", "13.4"}, {"compute_110f", "13.0", "13.4"},
        {"sm_107", "13.4", "13.4"},
    };
    for (const Row& row : rows) {
        bool inside = false;
        for (const Toolkit& one : toolkits().toolkits) {
            inside = inside || one.version == row.first;
            INFO(row.target << " with " << one.version);
            CHECK(can(one.version.c_str(), row.target) == inside);
            if (one.version == row.last) inside = false;
        }
    }
    CHECK_FALSE(can("13.0", "sm_90f"));
    CHECK_FALSE(can("13.0", "sm_80a"));
    CHECK(toolkit("13.0").default_arch == "75");
    CHECK(toolkit("12.8").default_arch == "52");
    CHECK(toolkit("13.2").runtime_floor == 580);
    CHECK(toolkit("12.4").runtime_floor == 525);
    CHECK(toolkit("11.8").runtime_floor == 450);
    CHECK(toolkit("12.6").ptx == PtxVersion{8, 5});
    CHECK(find_toolkit(toolkits(), "12.7") == nullptr);
}

TEST_CASE("trouble in the table of toolkits names its place", "[toolkit]") {
    const std::string good = R"("version":"13.0","ptx":"9.0","driver_branch":580,"runtime_floor":580,"targets":["75","90","90a"],"default_arch":"75")";
    auto where = [](const std::string& body) {
        Result<ToolkitTable> parsed = parse_toolkits("{\"toolkits\":[{" + body + "}]}", "t.json");
        return parsed ? std::string("good") : parsed.error().where;
    };
    auto with = [&](const std::string& from, const std::string& to) {
        std::string out = good;
        REQUIRE(out.find(from) != std::string::npos);
        return out.replace(out.find(from), from.size(), to);
    };
    CHECK(where(good) == "good");
    CHECK(where(with("\"13.0\"", "\"13\"")) == "t.json /toolkits/0/version");
    CHECK(where(with("\"9.0\"", "9.0")) == "t.json /toolkits/0/ptx");
    CHECK(where(with("\"9.0\"", "\"nine\"")) == "t.json /toolkits/0/ptx");
    CHECK(where(with("driver_branch\":580", "driver_branch\":580.5")) == "t.json /toolkits/0/driver_branch");
    CHECK(where(with("\"90\",", "\"sm_90\",")) == "t.json /toolkits/0/targets/1");
    CHECK(where(with("\"90\",\"90a\"", "\"90a\",\"90\"")) == "t.json /toolkits/0/targets/2");
    CHECK(where(with("default_arch\":\"75\"", "default_arch\":\"52\"")) == "t.json /toolkits/0/default_arch");
    CHECK(where(good + ",\"shelf\":true") == "t.json /toolkits/0/shelf");
    CHECK(where(with("\"version\":\"13.0\",", "")) == "t.json /toolkits/0");
    CHECK(where(good + "},{" + good) == "t.json /toolkits/1/version");
}
