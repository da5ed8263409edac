// Two runs beside each other: the fields in which they differ, and which call is which.
#include "core/pair.h"

#include "catch.h"

using namespace launchlab;

namespace {

Run sample(const std::string& arch = "100") {
    Run run;
    run.request.toolkit = "13.0";
    run.request.units = {{"source", {}, "mark", true, {{Kind::sass, arch, "", {{"MARK", arch}}, ""}}}};
    run.request.calls = {{.call = "cudaMalloc", .buffer = "out", .bytes = 8}, {.call = "cudaMemset", .buffer = "out", .bytes = 8, .value = 255},
                         {.call = "launch", .grid = {1}, .block = {1}, .args = {"out"}}, {.call = "cudaPeekAtLastError"}, {.call = "cudaDeviceSynchronize"}};
    run.origin = {Origin::Kind::live, "NVIDIA H200", "580.159.04", "13.0", "13.0.88", {9, 0}, "14:02:31", ""};
    return run;
}

using Found = std::vector<Difference>;

}  // namespace

TEST_CASE("two runs of the same request do not differ, whenever and however they are known") {
    Run a = sample(), b = sample();
    a.request.id = 4, b.request.id = 9, b.request.limit_ms = 500;
    b.origin.kind = Origin::Kind::measured, b.origin.date = "2026-12-01", b.origin.nvrtc = "13.0";
    CHECK(differences(a, b).empty());
}

TEST_CASE("another target is one difference, with both values, and its marker is none of its own") {
    CHECK(differences(sample("100"), sample("90")) == Found{{"target", "sm_100", "sm_90"}});
    Run more = sample("90");
    more.request.units[0].images.push_back({Kind::ptx, "80", "", {}, ""});
    CHECK(differences(sample("90"), more) == Found{{"target", "sm_90", "sm_90, compute_80"}});
    Run swapped = more;
    std::swap(swapped.request.units[0].images[0], swapped.request.units[0].images[1]);
    CHECK(differences(more, swapped) == Found{{"order of images", "sm_90, compute_80", "compute_80, sm_90"}});
}

TEST_CASE("an image is another by kind, by edit or by definition") {
    Run ptx = sample("90");
    ptx.request.units[0].images[0].kind = Kind::ptx;
    CHECK(differences(sample("90"), ptx) == Found{{"kind", "sm_90", "compute_90"}});
    Run cut = sample("90");
    cut.request.units[0].images[0].edit = "cut";
    CHECK(differences(sample("90"), cut) == Found{{"edit", "sm_90", "sm_90 (cut)"}});
    Run defined = sample("90");
    defined.request.units[0].images[0].define["N"] = "1";
    REQUIRE(differences(sample("90"), defined).size() == 1);
    CHECK(differences(sample("90"), defined)[0].field == "definition");
}

TEST_CASE("calls differ in the words of the lessons") {
    Run wide = sample();
    wide.request.calls[2].block = {2048};
    CHECK(differences(sample(), wide) == Found{{"block size", "1", "2048"}});
    Run unlaunched = sample();
    unlaunched.request.calls.erase(unlaunched.request.calls.begin() + 2);
    CHECK(differences(sample(), unlaunched) == Found{{"launch line", "launch", "no launch"}});
    Run checked = sample();
    checked.request.calls.push_back({.call = "cudaGetLastError"});
    CHECK(differences(sample(), checked) == Found{{"check line", "no cudaGetLastError", "cudaGetLastError"}});
    Run get = sample();
    get.request.calls[3].call = "cudaGetLastError";
    CHECK(differences(sample(), get) == Found{{"call", "cudaPeekAtLastError", "cudaGetLastError"}});
    Run moved = sample();
    std::swap(moved.request.calls[3], moved.request.calls[4]);
    REQUIRE(differences(sample(), moved).size() == 1);
    CHECK(differences(sample(), moved)[0].field == "order of calls");
}

TEST_CASE("another card, driver and toolkit are all named") {
    Run t4 = sample();
    t4.origin = {Origin::Kind::page, "Tesla T4", "595.84", "12.6", "12.6.85", {7, 5}, "2026-09-01", ""};
    t4.request.toolkit = "12.6";
    CHECK(differences(sample(), t4) == Found{{"toolkit", "13.0", "12.6"}, {"card", "NVIDIA H200", "Tesla T4"}, {"driver", "580.159.04", "595.84"}});
    Run unnamed = sample();
    unnamed.origin = {};
    CHECK(differences(sample(), unnamed).empty());
    Run newer = sample();
    newer.origin.nvrtc = "13.0.91";
    CHECK(differences(sample(), newer) == Found{{"toolkit", "NVRTC 13.0.88", "NVRTC 13.0.91"}});
}

TEST_CASE("source, environment, door and packing are fields of their own") {
    Run other = sample();
    other.request.units[0].source += " ";
    other.request.units[0].packed = false;
    other.request.env["CUDA_LAUNCH_BLOCKING"] = "1";
    other.request.door = "library";
    std::vector<std::string> fields;
    for (const Difference& one : differences(sample(), other)) fields.push_back(one.field);
    CHECK(fields == std::vector<std::string>{"source", "packing", "environment", "door"});
    CHECK(differences(sample(), other)[2].b == "CUDA_LAUNCH_BLOCKING=1");
    CHECK(differences(sample(), other)[2].a == "CUDA_LAUNCH_BLOCKING unset");
}

TEST_CASE("a call that one run lacks stands alone, and the others keep their partner") {
    Run a = sample(), b = sample();
    b.request.calls.erase(b.request.calls.begin() + 2);
    CHECK(align(a.request, b.request) == std::vector<Beside>{{0, 0}, {1, 1}, {2, -1}, {3, 2}, {4, 3}});
    CHECK(align(b.request, a.request) == std::vector<Beside>{{0, 0}, {1, 1}, {-1, 2}, {2, 3}, {3, 4}});
    Run get = sample();
    get.request.calls[3].call = "cudaGetLastError";
    CHECK(align(a.request, get.request) == std::vector<Beside>{{0, 0}, {1, 1}, {2, 2}, {3, -1}, {-1, 3}, {4, 4}});
}
