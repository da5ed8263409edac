#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "core/codes.h"
#include "tables.h"

using namespace launchlab;

namespace {

struct Kept {
    int number;
    std::string name, text, driver_name;
};

// What cudaGetErrorName, cudaGetErrorString and cuda.h of CUDA 13.0 say: number, name, text, driver name, with tabs between.
std::vector<Kept> kept_table() {
    std::vector<Kept> out;
    std::istringstream in(test::read_text("tests/data/cuda-13.0-errors.tsv"));
    for (std::string line; std::getline(in, line);) {
        std::istringstream fields(line);
        Kept row;
        std::string number;
        std::getline(fields, number, '\t');
        std::getline(fields, row.name, '\t');
        std::getline(fields, row.text, '\t');
        std::getline(fields, row.driver_name, '\t');
        row.number = std::stoi(number);
        out.push_back(row);
    }
    return out;
}

}  // namespace

TEST_CASE("every runtime code has the name and text of CUDA 13.0", "[codes]") {
    auto kept = kept_table();
    REQUIRE(kept.size() == all_codes().size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const Code& code = all_codes()[i];
        CHECK(code.number == kept[i].number);
        CHECK(code.name == kept[i].name);
        CHECK(code.text == kept[i].text);
        CHECK(find_code(code.number) == &code);
        CHECK(find_code(code.name) == &code);
        if (!kept[i].driver_name.empty()) CHECK(find_code(kept[i].driver_name) == &code);
    }
}

TEST_CASE("the runtime on the shelf agrees with the codes", "[codes]") {
    const char* data = std::getenv("XDG_DATA_HOME");
    const char* home = std::getenv("HOME");
    std::string base = data && *data ? data : std::string(home ? home : "") + "/.local/share";
    void* library = dlopen((base + "/launchlab/toolkits/13.0/lib/libcudart.so.13").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        WARN("no runtime 13.0 on the shelf; the kept table alone was checked");
        return;
    }
    auto name = reinterpret_cast<const char* (*)(int)>(dlsym(library, "cudaGetErrorName"));
    auto text = reinterpret_cast<const char* (*)(int)>(dlsym(library, "cudaGetErrorString"));
    REQUIRE(name);
    REQUIRE(text);
    const std::string unknown = name(12345);
    for (int number = 0; number < 1100; ++number) {
        const Code* code = find_code(number);
        INFO(number);
        CHECK((code ? std::string(code->name) : unknown) == name(number));
        if (code) CHECK(code->text == text(number));
    }
}

TEST_CASE("a tile's word is short", "[codes]") {
    for (const Code& code : all_codes()) {
        std::string word(code.word);
        INFO(code.number << " " << word);
        auto blanks = std::count(word.begin(), word.end(), ' ');
        CHECK_FALSE(word.empty());
        CHECK(blanks <= (code.number == 218 ? 3 : 2));
        CHECK(word.size() <= 25);
    }
    CHECK(word_of(0) == "success");
    CHECK(word_of(209) == "no kernel image");
    CHECK(word_of(35) == "driver too old");
    CHECK(word_of(222) == "PTX too new");
    CHECK(word_of(218) == "PTX does not compile");
    CHECK(word_of(716) == "misaligned");
    CHECK(word_of(48) == "code");
    CHECK(word_of(-1) == "code");
}

TEST_CASE("numbers from before CUDA 10.1 lead to today's", "[codes]") {
    const std::vector<std::pair<int, int>> rows{{48, 209}, {47, 200}, {8, 98}, {78, 218}, {77, 700}, {4, 719}, {11, 1}, {38, 100}, {30, 999}, {9, 9}, {35, 35}, {2, 2}, {46, 46}};
    for (auto [old_number, number] : rows) CHECK(from_old_number(old_number) == number);
    std::set<int> reached;
    for (int old_number = 0; old_number < 128; ++old_number)
        if (auto number = from_old_number(old_number)) {
            INFO(old_number);
            CHECK(find_code(*number));
            CHECK(reached.insert(*number).second);
        }
    CHECK(from_old_number(209) == std::nullopt);
    CHECK(from_old_number(-1) == std::nullopt);
}

TEST_CASE("a lost context is told from a refusal", "[codes]") {
    for (int number : {226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721, 911, 999}) CHECK(find_code(number)->sticky);
    for (int number : {0, 1, 2, 9, 35, 98, 100, 200, 209, 218, 222, 223, 300, 400, 500, 701, 720}) CHECK_FALSE(find_code(number)->sticky);
    CHECK(find_code("CUDA_ERROR_NO_BINARY_FOR_GPU")->number == 209);
    CHECK(find_code("CUDA_ERROR_INVALID_IMAGE")->number == 200);
    CHECK(find_code("cudaErrorNoKernelImageForDevice")->number == 209);
    CHECK(find_code("") == nullptr);
    CHECK(find_code("hipErrorNoBinaryForGpu") == nullptr);
}
