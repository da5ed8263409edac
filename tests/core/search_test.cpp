// Fuzzy search over titles, and the codes that a pasted text names.
#include "catch.h"
#include "core/search.h"

using namespace launchlab;

namespace {

const std::vector<Searchable> things{
    {"Did the kernel run?", "day-06/1 step"},
    {"Which call will tell you?", "day-06/2 step"},
    {"209 cudaErrorNoKernelImageForDevice", "no kernel image is available for execution on the device"},
    {"sm_100", "target machine code"},
    {"sm_90", "target machine code"},
    {"Light theme", "Ctrl T"},
};
std::string first(const char* query) {
    const auto hits = search(things, query);
    return hits.empty() ? "" : things[hits.front()].title;
}

}  // namespace

TEST_CASE("a whole word beats a beginning, that a middle, that scattered letters") {
    CHECK(match("the sync waits", "sync") > match("the synchronize call", "sync"));
    CHECK(match("the synchronize call", "sync") > match("resynchronize", "sync"));
    CHECK(match("resynchronize", "sync") > match("some young cat", "syc"));
    CHECK(match("some young cat", "syc") > 0);
    CHECK(match("some young cat", "dog") == 0);
    CHECK(match("", "a") == 0);
    CHECK(match("a", "") == 0);
}

TEST_CASE("letters at the beginnings of words find a name") {
    CHECK(match("cudaErrorNoKernelImageForDevice", "nki") > 0);
    CHECK(first("nokern") == "209 cudaErrorNoKernelImageForDevice");
    CHECK(first("lgt") == "Light theme");
}

TEST_CASE("every word of the query must be found, in any order and case") {
    CHECK(first("TELL which") == "Which call will tell you?");
    CHECK(first("06/2") == "Which call will tell you?");
    CHECK(search(things, "which banana").empty());
    CHECK(first("209") == "209 cudaErrorNoKernelImageForDevice");
}

TEST_CASE("a title beats the words beside it, equal hits keep their order, and the limit holds") {
    CHECK(first("kernel") == "Did the kernel run?");
    const auto targets = search(things, "target");
    REQUIRE(targets.size() == 2);
    CHECK(things[targets[0]].title == "sm_100");
    CHECK(search(things, "").size() == things.size());
    CHECK(search(things, "", 3) == std::vector<std::size_t>{0, 1, 2});
}

TEST_CASE("where nothing has every word, the nearest share most of them") {
    CHECK(search(things, "kernel banana").empty());
    const auto near = nearest_to(things, "kernel banana image", 2);
    REQUIRE(near.size() == 2);
    CHECK(things[near[0]].title == "209 cudaErrorNoKernelImageForDevice");
    CHECK(nearest_to(things, "", 3).empty());
}

TEST_CASE("text that is no text finds nothing and breaks nothing") {
    CHECK(search(things, std::string_view("\xff\xfe\0x", 4)).empty());
    CHECK(search(things, std::string(5000, 'q')).empty());
    CHECK(search({}, "a").empty());
}

TEST_CASE("a pasted text tells its codes by name, by sentence and by number") {
    CHECK(codes_in("CUDA error: no kernel image is available for execution on the device") == std::vector<int>{209});
    CHECK(codes_in("main.cu:12 cudaErrorNoKernelImageForDevice") == std::vector<int>{209});
    CHECK(codes_in("RuntimeError: CUDA_ERROR_NO_BINARY_FOR_GPU") == std::vector<int>{209});
    CHECK(codes_in("failed with error code 700\nand then error 209.") == std::vector<int>{209, 700});
    CHECK(codes_in("line 209 of main.cu").empty());
    CHECK(codes_in("error 20900").empty());
    CHECK(codes_in("").empty());
}
