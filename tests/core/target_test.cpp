#include <algorithm>

#include "catch.h"
#include "core/target.h"

using namespace launchlab;

TEST_CASE("a target is read and written in one spelling", "[target]") {
    for (const char* name : {"sm_75", "sm_90", "sm_90a", "sm_100f", "sm_121a", "compute_80", "compute_90a", "lto_90"}) {
        Result<Target> target = parse_target(name);
        REQUIRE(target);
        CHECK(to_name(*target) == name);
    }
    CHECK(*parse_target("sm_103f") == Target{Kind::sass, {10, 3}, 'f'});
    CHECK(*parse_arch(Kind::ptx, "120") == Target{Kind::ptx, {12, 0}, 0});
    CHECK(to_arch(*parse_target("compute_100f")) == "100f");
    CHECK(to_word(Kind::sass) == "sass");
    CHECK(to_word(Kind::lto) == "lto");
    CHECK(to_label(Kind::ptx) == "PTX");
    CHECK(to_label(Kind::lto) == "LTO-IR");
}

TEST_CASE("a wrong target is an error that says how to write it", "[target]") {
    for (const char* name : {"", "sm", "sm_", "sm_9", "sm_9x", "sm_90b", "sm_90aa", "sm_0900", "sm_1000", "sm_05", "sm_-90", "sm_ 90", "SM_90",
                             "90", "compute_", "compute_8.0", "gfx_90", "sm_90 ", "sm_999", "sm_a"}) {
        Result<Target> target = parse_target(name);
        INFO(name);
        REQUIRE_FALSE(target);
        CHECK(target.error().what.find("Write") != std::string::npos);
        CHECK(target.error().where == name);
    }
}

TEST_CASE("a list of targets has no empty entries", "[target]") {
    Result<std::vector<Target>> list = parse_targets("sm_100, compute_80,sm_90a");
    REQUIRE(list);
    REQUIRE(list->size() == 3);
    CHECK(to_name((*list)[1]) == "compute_80");
    for (const char* bad : {"", ",", "sm_90,", ",sm_90", "sm_90,,sm_80", "sm_90;sm_80", "sm_90, "}) {
        INFO(bad);
        CHECK_FALSE(parse_targets(bad));
    }
}

TEST_CASE("a capability compares as two numbers", "[target]") {
    for (const char* text : {"9.0", "90", "sm_90", "compute_90"}) {
        Result<Capability> capability = parse_capability(text);
        INFO(text);
        REQUIRE(capability);
        CHECK(*capability == Capability{9, 0});
    }
    CHECK(*parse_capability("12.1") == Capability{12, 1});
    CHECK(*parse_capability("121") == Capability{12, 1});
    CHECK(Capability{10, 0} > Capability{9, 0});
    CHECK(Capability{8, 9} < Capability{9, 0});
    CHECK(to_text(Capability{12, 1}) == "12.1");
    for (const char* bad : {"", "9", "9.", ".9", "9.0.1", "a.b", "980", "4090", "0.9", "90a", "sm_9.0", "9 0", "-9.0", "20.0", "99.9"}) {
        INFO(bad);
        CHECK_FALSE(parse_capability(bad));
    }
}

TEST_CASE("each image writes its own marker", "[target]") {
    CHECK(marker(*parse_target("sm_90")) == 100900);
    CHECK(marker(*parse_target("sm_90a")) == 100901);
    CHECK(marker(*parse_target("compute_80")) == 200800);
    CHECK(marker(*parse_target("sm_100f")) == 101002);
    CHECK(marker(*parse_target("sm_121a")) == 101211);
}

TEST_CASE("targets sort by kind, number and suffix", "[target]") {
    std::vector<Target> targets = *parse_targets("compute_80,sm_100a,sm_90a,sm_100,sm_100f,sm_90,compute_75,sm_80,lto_75");
    std::sort(targets.begin(), targets.end(), rises);
    std::string sorted;
    for (const Target& target : targets) sorted += to_name(target) + " ";
    CHECK(sorted == "sm_80 sm_90 sm_90a sm_100 sm_100f sm_100a compute_75 compute_80 lto_75 ");
    CHECK_FALSE(rises(targets[0], targets[0]));
}
