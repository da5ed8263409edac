// Flags as people write them -> images. Rows marked nvcc, cmake or clang in their test's name were asked of nvcc 13.0.88,
// CMake 3.25.1 and clang 14.
#include "core/flags.h"

#include <algorithm>

#include "tables.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

struct Row {
    std::string syntax, toolkit, text, expected;  // "sm_80 compute_80", or "!kind word" of a refusal
    FlagsQuestion more = {};
};

std::string said(const FlagsAnswer& answer) {
    if (answer.error) return "!" + answer.error->kind + " " + answer.error->word;
    std::string out = answer.images ? "" : "list";
    for (const Target& one : answer.images ? *answer.images : answer.archs) out += (out.empty() ? "" : " ") + to_name(one);
    for (const Target& one : answer.ptx_archs) out += " " + to_name(one);
    return out;
}

FlagsAnswer ask(const Row& row) {
    FlagsQuestion question = row.more;
    question.syntax = row.syntax;
    question.toolkit = row.toolkit;
    question.text = row.text;
    return read_flags(question, toolkits());
}

void check(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        const FlagsAnswer answer = ask(row);
        INFO(row.syntax << " " << row.toolkit << ": " << row.text);
        if (answer.error) INFO(answer.error->what);
        CHECK(said(answer) == row.expected);
        if (!answer.error) continue;
        CHECK(std::find(flag_troubles().begin(), flag_troubles().end(), answer.error->kind) != flag_troubles().end());
        CHECK(answer.error->at <= row.text.size());
        CHECK(answer.error->what.back() == '.');
        if (!answer.error->word.empty()) CHECK(answer.error->at < row.text.size());
    }
}

}  // namespace

TEST_CASE("nvcc's options choose images as nvcc says itself") {
    check({
        {"nvcc", "13.0", "nvcc --gpu-architecture sm_86 app.cu", "sm_86 compute_86"},
        {"nvcc", "13.0", "nvcc --gpu-architecture=compute_80 --gpu-code=sm_80,sm_86,compute_80 app.cu", "sm_80 sm_86 compute_80"},
        {"nvcc", "13.0", "nvcc -arch=compute_75 -code=sm_75 -code=sm_86 app.cu", "sm_75 sm_86"},
        {"nvcc", "13.0", "nvcc --generate-code=arch=compute_80,code=sm_80 -O3 -std=c++17 -o app app.cu", "sm_80"},
        {"nvcc", "13.0", "nvcc --generate-code arch=compute_80,code=[sm_80] -gencode=arch=compute_80,code=[sm_80] app.cu", "sm_80"},
        {"nvcc", "13.0", R"(nvcc -gencode "arch=compute_80,code=\"sm_80,compute_80\"" app.cu)", "sm_80 compute_80"},
        {"nvcc", "13.0", R"(nvcc -gencode arch=compute_80,code=\"sm_80,sm_86\" app.cu)", "sm_80 sm_86"},
        {"nvcc", "13.0", "nvcc -gencode 'arch=compute_80,code=[sm_80,compute_80]' app.cu", "sm_80 compute_80"},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_75,code=sm_120a app.cu", "sm_120a"},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_100,code=sm_120 app.cu", "sm_120"},
        {"nvcc", "13.0", "nvcc -arch=compute_100f -code=sm_100,sm_103 app.cu", "sm_100f sm_103f"},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_100f,code=[sm_100,sm_103a,sm_103f,compute_100f] app.cu", "sm_100f sm_103a sm_103f compute_100f"},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_100,code=sm_103f app.cu", "sm_103f"},
        {"nvcc", "13.0", "nvcc -arch=compute_100f app.cu", "compute_100 compute_100f"},
        {"nvcc", "13.0", "nvcc -arch=all-major app.cu", "sm_75 sm_80 sm_90 sm_100 sm_110 sm_120 compute_120"},
        {"nvcc", "13.0", "nvcc -arch=all-major -gencode arch=compute_90a,code=sm_90a app.cu", "sm_75 sm_80 sm_90 sm_100 sm_110 sm_120 compute_120 sm_90a"},
        {"nvcc", "12.9", "nvcc -arch=all-major app.cu", "sm_50 sm_60 sm_70 sm_80 sm_90 sm_100 sm_120 compute_120"},
        {"nvcc", "12.4", "nvcc -arch=sm_90a app.cu", "sm_90a compute_90a"},
        {"nvcc", "13.0", "nvcc -arch=sm_86 -arch=compute_80 -code=sm_80 app.cu", "sm_80"},
        {"nvcc", "13.0", "nvcc -Xptxas -arch=sm_70 -arch=sm_80 app.cu", "sm_80 compute_80"},
        {"nvcc", "13.0", "nvcc -o -arch=sm_86 app.cu", "sm_75 compute_75"},
        {"nvcc", "13.0", "nvcc -Xcompiler \"-march=native -arch=x\" app.cu", "sm_75 compute_75"},
        {"nvcc", "13.0", "nvcc -ptx -arch=sm_90a app.cu", "compute_90a"},
        {"nvcc", "13.0", "nvcc -ptx app.cu", "compute_75"},
        {"nvcc", "13.0", "nvcc -cubin app.cu", "sm_75"},
        {"nvcc", "13.0", "nvcc -fatbin -arch=sm_80 app.cu", "sm_80 compute_80"},
        {"nvcc", "13.0", "nvcc -rdc=true -c -gencode arch=compute_80,code=[lto_80,sm_80] app.cu", "lto_80 sm_80"},
        {"nvcc", "13.0", "nvcc -dc -arch=sm_80 -dlto app.cu", "lto_80 compute_80"},
        {"nvcc", "12.6", "nvcc app.cu", "sm_52 compute_52"},
        {"nvcc", "9.1", "nvcc app.cu", "sm_30 compute_30"},
        {"nvcc", "", "nvcc -arch=sm_61 app.cu", "sm_61 compute_61"},
        {"nvcc", "12.4.1", "/usr/local/cuda-12.4/bin/nvcc -c -arch=sm_70 a.cu -o a.o && nvcc -arch=sm_90 a.o -o a", "sm_70 compute_70"},
        {"nvcc", "13.0", "nvcc -c \\\n  -gencode arch=compute_80,code=sm_80 \\\n  -gencode arch=compute_90,code=sm_90 k.cu", "sm_80 sm_90"},
        {"nvcc", "13.0", "export NVCC_PREPEND_FLAGS='-gencode arch=compute_75,code=compute_75'; nvcc -arch=sm_80 app.cu", "sm_80 compute_80 compute_75"},
        {"nvcc", "13.0", "nvcc -arch=native app.cu", "sm_86 sm_120", {.build_gpus = std::vector<Capability>{{8, 6}, {12, 0}}}},
    });
}

TEST_CASE("nvcc's refusals have the kind, the word and its place") {
    check({
        {"nvcc", "13.0", "nvcc --arch=sm_80 app.cu", "!unrecognized_option --arch=sm_80"},
        {"nvcc", "13.0", "nvcc --gencode arch=compute_80,code=sm_80 app.cu", "!unrecognized_option --gencode"},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_80,code=sm_80 -code=sm_86 app.cu", "!missing_arch sm_86"},
        {"nvcc", "13.0", "nvcc -gencode arch=sm_80,code=sm_80 app.cu", "!needs_virtual sm_80"},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_80,code=sm_80,code=sm_86 app.cu", "!bad_keyword code=sm_86"},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_80 app.cu", "!missing_code arch=compute_80"},
        {"nvcc", "13.0", "nvcc -gencode code=sm_80 app.cu", "!missing_arch code=sm_80"},
        {"nvcc", "13.0", "nvcc -gencode sm_80 app.cu", "!not_keyword_value sm_80"},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_80,code=[] app.cu", "!not_an_arch "},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_80,code=[sm_80, sm_86] app.cu", "!not_keyword_value [sm_80,"},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_80,code=\"sm_80,compute_80\" app.cu", "!not_keyword_value compute_80"},
        {"nvcc", "13.0", "nvcc -arch=compute_90 -code=sm_80 app.cu", "!incompatible_pair sm_80"},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_100a,code=[sm_100a,compute_100] app.cu", "!incompatible_pair compute_100"},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_103f,code=sm_100f app.cu", "!incompatible_pair sm_100f"},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_100a,code=sm_103a app.cu", "!ptxas_future_arch sm_103a"},
        {"nvcc", "13.0", "nvcc -arch=SM_80 app.cu", "!not_an_arch SM_80"},
        {"nvcc", "13.0", "nvcc -arch=80 app.cu", "!not_an_arch 80"},
        {"nvcc", "13.0", "nvcc -arch=sm_90f app.cu", "!not_an_arch sm_90f"},
        {"nvcc", "13.0", "nvcc -arch=ALL app.cu", "!not_an_arch ALL"},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_80,code=native app.cu", "!not_an_arch native"},
        {"nvcc", "13.0", "nvcc -arch=native -code=sm_80 app.cu", "!cannot_combine native", {.build_gpus = std::vector<Capability>{}}},
        {"nvcc", "13.0", "nvcc -ptx -arch=all app.cu", "!cannot_combine -ptx"},
        {"nvcc", "13.0", "nvcc -cubin -arch=compute_80 app.cu", "!no_cubin -cubin"},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_80,code=lto_80 -c app.cu", "!cannot_combine lto_80"},
        {"nvcc", "13.0", "nvcc -gencode arch=compute_80,code=sm_70 app.cu", "!dropped_arch sm_70"},
        {"nvcc", "12.0", "nvcc -arch=sm_37 app.cu", "!dropped_arch sm_37"},
        {"nvcc", "13.1", "nvcc -arch=sm_101a app.cu", "!renamed_arch sm_101a"},
        {"nvcc", "11.7", "nvcc -gencode arch=compute_90,code=sm_90 app.cu", "!too_new_for_tool compute_90"},
        {"nvcc", "12.8", "nvcc -arch=sm_120f app.cu", "!too_new_for_tool sm_120f"},
        {"nvcc", "11.4", "nvcc -arch=all app.cu", "!not_an_arch all"},
    });
    CHECK(ask({"nvcc", "13.0", "nvcc -gencode arch=compute_80, code=sm_80 app.cu", ""}).error->at == 14);
    CHECK(ask({"torch_env", "12.8", "TORCH_CUDA_ARCH_LIST=\"8.6\xEF\xBC\x9B" "8.9\"", ""}).error->at == 25);
    CHECK(ask({"nvcc", "13.0", "nvcc -arch=sm80 app.cu", ""}).error->what.find("sm_80") != std::string::npos);
}

TEST_CASE("CMake's values and scripts choose images as cmake hands them over") {
    const std::string head = "cmake_minimum_required(VERSION 3.20)\n", project = "project(app LANGUAGES CUDA)\n", target = "add_library(app STATIC k.cu)\n";
    const FlagsQuestion old{.tool = "CMake 3.25.1"};
    check({
        {"cmake", "13.0", "cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CUDA_ARCHITECTURES=80-real;90a", "sm_80 sm_90a compute_90a"},
        {"cmake", "13.0", "cmake -DCMAKE_CUDA_ARCHITECTURES:STRING='80;90' ..", "sm_80 compute_80 sm_90 compute_90"},
        {"cmake", "13.0", "CMAKE_ARGS=\"-DGGML_CUDA=on -DCMAKE_CUDA_ARCHITECTURES=86\" pip install llama-cpp-python", "sm_86 compute_86"},
        {"cmake", "13.0", "\"CMAKE_CUDA_ARCHITECTURES\": \"80;90-virtual\"", "sm_80 compute_80 compute_90"},
        {"cmake", "13.0", "cmake -DCMAKE_CUDA_ARCHITECTURES=all-major ..", "sm_75 sm_80 sm_90 sm_100 sm_110 sm_120 compute_120", old},
        {"cmake", "13.0", "cmake -DCMAKE_CUDA_ARCHITECTURES=off ..", "sm_75 compute_75", old},
        {"cmake", "13.0", "cmake -DCMAKE_CUDA_ARCHITECTURES=80; ..", "sm_80 compute_80", old},
        {"cmake", "13.0", "cmake -DCMAKE_CUDA_ARCHITECTURES=80 \"-DCMAKE_CUDA_FLAGS=-gencode arch=compute_90,code=sm_90\" ..", "sm_90 sm_80 compute_80", old},
        {"cmake", "13.0", "cmake \"-DCMAKE_CUDA_FLAGS=-gencode arch=compute_80,code=sm_86\" ..", "sm_86 sm_80 compute_80", old},
        {"cmake", "13.0", "cmake \"-DCMAKE_CUDA_ARCHITECTURES=75 80\" ..", "!not_an_arch 75 80", old},
        {"cmake", "13.0", "cmake \"-DCMAKE_CUDA_ARCHITECTURES=all;80\" ..", "!not_an_arch all", old},
        {"cmake", "13.0", "cmake -DCMAKE_CUDA_ARCHITECTURES=80-ptx ..", "!not_an_arch 80-ptx", old},
        {"cmake", "13.0", "cmake -DCMAKE_CUDA_ARCHITECTURES=80a ..", "!not_an_arch 80a", old},
        {"cmake", "13.0", "cmake -DCMAKE_CUDA_ARCHITECTURES=95 ..", "!not_an_arch 95", old},
        {"cmake", "12.6", "cmake -DCMAKE_CUDA_ARCHITECTURES=120 ..", "!too_new_for_tool 120"},
        {"cmake", "13.0", head + project + "list(APPEND CMAKE_CUDA_ARCHITECTURES 90)\n" + target, "sm_75 compute_75 sm_90 compute_90", old},
        {"cmake", "13.0", head + project + target + "set_target_properties(app PROPERTIES CUDA_ARCHITECTURES \"80;90-real\")\n", "sm_80 compute_80 sm_90", old},
        {"cmake", "13.0", head + project + target + "set_property(TARGET app PROPERTY CUDA_ARCHITECTURES 80 90)\n", "sm_80 compute_80 sm_90 compute_90", old},
        {"cmake", "13.0", head + project + target + "set_property(TARGET app PROPERTY CUDA_ARCHITECTURES OFF)\n", "sm_75 compute_75", old},
        {"cmake", "13.0", head + project + "set(CMAKE_CUDA_ARCHITECTURES 80 CACHE STRING \"\" FORCE)\n" + target, "sm_80 compute_80", old},
        {"cmake", "13.0", head + "set(CMAKE_CUDA_ARCHITECTURES \"80\" CACHE STRING \"\")\n" + project + target, "sm_80 compute_80", old},
        {"cmake", "13.0", head + "set(CMAKE_CUDA_FLAGS \"-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90\")\n" + project + target, "sm_80 sm_90 compute_80 compute_90", old},
        {"cmake", "13.0", head + project + "string(APPEND CMAKE_CUDA_FLAGS \" -gencode arch=compute_90,code=sm_90\")\n" + target, "sm_90 sm_75 compute_75", old},
        {"cmake", "13.0", head + project + target + "target_compile_options(app PRIVATE \"$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-gencode arch=compute_90,code=sm_90>\")\n", "sm_90 sm_75 compute_75", old},
        {"cmake", "13.0", head + project + "if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)\n  set(CMAKE_CUDA_ARCHITECTURES 80)\nendif()\n" + target, "sm_75 compute_75", old},
        {"cmake", "13.0", head + "if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)\n  set(CMAKE_CUDA_ARCHITECTURES 80)\nendif()\n" + project + target, "sm_80 compute_80", old},
        {"cmake", "13.0", head + "project(app LANGUAGES CXX)\nset(CMAKE_CUDA_ARCHITECTURES 80)\nenable_language(CUDA)\n" + target, "sm_80 compute_80", old},
        {"cmake", "13.0", head + project + "set(CMAKE_CUDA_ARCHITECTURES \"\")\n" + target, "!empty ", old},
        {"cmake", "13.0", "cmake_minimum_required(VERSION 3.17)\n" + project + target, "sm_75 compute_75", old},
        {"cmake", "12.4", head + "find_package(CUDA)\nset(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS};-gencode arch=compute_61,code=sm_61)\ncuda_add_executable(app k.cu)\n", "sm_61"},
        {"cmake", "13.0", head + "set(MY_ARCHS 80 90)\nset(CMAKE_CUDA_ARCHITECTURES ${MY_ARCHS}) # both\n" + project + target, "sm_80 compute_80 sm_90 compute_90", old},
    });
}

TEST_CASE("torch's list is read as torch reads it") {
    check({
        {"torch_env", "12.8", "TORCH_CUDA_ARCH_LIST='7.5;8.0+PTX' pip install .", "sm_75 sm_80 compute_80"},
        {"torch_env", "12.8", "ENV TORCH_CUDA_ARCH_LIST=\"8.0 8.6 9.0+PTX\"", "sm_80 sm_86 sm_90 compute_90"},
        {"torch_env", "12.8", "os.environ[\"TORCH_CUDA_ARCH_LIST\"] = \"8.6;12.0a\"", "sm_86 sm_120a"},
        {"torch_env", "12.8", "TORCH_CUDA_ARCH_LIST: \"Turing;Ada\"", "sm_75 compute_75 sm_89 compute_89"},
        {"torch_env", "12.8", "export TORCH_CUDA_ARCH_LIST=9.0a+PTX", "sm_90a compute_90a"},
        {"torch_env", "12.8", "TORCH_CUDA_ARCH_LIST=\"8.0; 9.0\"", "!unknown_item "},
        {"torch_env", "12.8", "TORCH_CUDA_ARCH_LIST=\"Ampere+PTX\"", "!unknown_item Ampere+PTX"},
        {"torch_env", "12.8", "TORCH_CUDA_ARCH_LIST=\"sm_86\"", "!unknown_item sm_86"},
        {"torch_env", "12.8", "TORCH_CUDA_ARCH_LIST=\"ampere\"", "!unknown_item ampere"},
        {"torch_env", "13.0", "TORCH_CUDA_ARCH_LIST=\"7.0;8.0\"", "!dropped_arch 7.0"},
        {"torch_env", "12.4", "TORCH_CUDA_ARCH_LIST=\"10.0\"", "!too_new_for_tool 10.0"},
        {"torch_env", "12.8", "TORCH_CUDA_ARCH_LIST=", "sm_80 sm_86 compute_86", {.build_gpus = std::vector<Capability>{{8, 6}, {8, 0}}}},
    });
}

TEST_CASE("NVRTC, clang, ptxas and SYCL compilers are read in their own way") {
    const FlagsQuestion cubin{.load = "cubin"}, ptx{.load = "ptx"};
    check({
        {"nvrtc", "13.0", "[\"-arch\", \"sm_80\", \"-std=c++17\"]", "sm_80", cubin},
        {"nvrtc", "13.0", "{\"--gpu-architecture=compute_90a\", \"--use_fast_math\"}", "compute_90a", ptx},
        {"nvrtc", "12.4", "--std=c++17 -default-device", "compute_52", ptx},
        {"nvrtc", "13.0", "-dlto -arch=sm_80", "lto_80"},
        {"nvrtc", "13.0", "-arch=compute_90", "!no_cubin compute_90", cubin},
        {"nvrtc", "13.0", "-arch=sm_90f", "!bad_suffix sm_90f", cubin},
        {"nvrtc", "13.0", "-arch=lto_80", "!not_an_arch lto_80"},
        {"nvrtc", "13.0", "-gencode=arch=compute_80,code=sm_80", "!unrecognized_option -gencode=arch=compute_80,code=sm_80"},
        {"nvrtc", "13.0", "-O3 -arch=sm_80", "!unrecognized_option -O3"},
        {"nvrtc", "13.0", "-arch=sm_80,sm_90", "!not_an_arch sm_80,sm_90"},
        {"clang", "clang 14", "clang++ -x cuda --offload-arch=sm_80 --no-cuda-include-ptx=all app.cu -lcudart", "sm_80"},
        {"clang", "clang 14", "clang++ --offload-arch=sm_80 --offload-arch=sm_86 --no-cuda-include-ptx=sm_80 app.cu", "sm_80 sm_86 compute_86"},
        {"clang", "clang 14", "clang++ --offload-arch=sm_80 --no-offload-arch=sm_80 --offload-arch=sm_86 app.cu", "sm_86 compute_86"},
        {"clang", "clang 14", "clang++ --offload-arch=sm_89 app.cu", "!too_new_for_tool sm_89"},
        {"clang", "clang 14", "clang++ --offload-arch=compute_80 app.cu", "!not_an_arch compute_80"},
        {"clang", "clang 14", "clang++ --offload-arch=sm_80,sm_86 app.cu", "!not_an_arch sm_80,sm_86"},
        {"clang", "clang 18", "clang++ --offload-arch=sm_80,sm_90 app.cu", "sm_80 compute_80 sm_90 compute_90"},
        {"ptxas", "12.4", "ptxas --gpu-name sm_70 -O3 k.ptx -o k.cubin", "sm_70"},
        {"ptxas", "13.0", "ptxas -arch=sm_80a k.ptx", "!not_an_arch sm_80a"},
        {"sycl", "", "icpx -fsycl -fsycl-targets=nvptx64-nvidia-cuda -Xsycl-target-backend --cuda-gpu-arch=sm_80 a.cpp", "sm_80 compute_80"},
    });
}

TEST_CASE("a makefile's variables are followed to the line that compiles") {
    check({
        {"makefile", "12.4", "SMS ?= 70 80 86\n$(foreach sm,$(SMS),$(eval GENCODE_FLAGS += -gencode arch=compute_$(sm),code=sm_$(sm)))\n"
                             "HIGHEST_SM := $(lastword $(sort $(SMS)))\nGENCODE_FLAGS += -gencode arch=compute_$(HIGHEST_SM),code=compute_$(HIGHEST_SM)\n"
                             "app: app.cu\n\t$(NVCC) $(GENCODE_FLAGS) -o $@ $<\n", "sm_70 sm_80 sm_86 compute_86"},
        {"makefile", "13.0", "CUDA_ARCH = sm_80\nNVCCFLAGS = -O3 -arch=$(CUDA_ARCH)\n%.o: %.cu\n\tnvcc $(NVCCFLAGS) -c $< -o $@\n", "sm_80 compute_80"},
        {"makefile", "13.0", "OLD := -arch=sm_75\nNEW := -arch=sm_90\nFLAGS = $(NEW)\nall:\n\t$(NVCC) $(FLAGS) a.cu\n", "sm_90 compute_90"},
        {"makefile", "13.0", "ARCHS = 80 90\nARCH = -arch=sm_89 # Ada\n", "sm_89 compute_89"},
        {"makefile", "13.0", "comma := ,\nARCHS := 80 90\nNVCCFLAGS := $(foreach a,$(ARCHS),-gencode arch=compute_$(a)$(comma)code=sm_$(a))\n", "sm_80 sm_90"},
        {"makefile", "13.0", "CODES := $(patsubst %,sm_%,80 90)\nNVCCFLAGS := $(addprefix -gencode=arch=compute_80$(comma),$(addprefix code=,$(CODES)))\ncomma := ,\n", "!missing_code arch=compute_80code=sm_80"},
        {"makefile", "13.0", "ifdef FAST\nARCH = -arch=sm_90\nelse\nARCH = -arch=sm_80\nendif\n", "sm_80 compute_80"},
        {"makefile", "13.0", "ifeq ($(MODE),old)\nARCH = -arch=sm_75\nendif\nARCH ?= -arch=sm_86\n", "sm_86 compute_86"},
        {"makefile", "12.4", "make -j8 NVCC_GENCODE=\"-gencode=arch=compute_70,code=sm_70 -gencode=arch=compute_80,code=sm_80\"", "sm_70 sm_80"},
        {"makefile", "13.0", "A = $(B)\nB = $(A)\nNVCCFLAGS = $(A) -arch=sm_80\n", "sm_80 compute_80"},
    });
}

TEST_CASE("rarer tools are read in their own way") {
    check({
        {"msbuild", "12.4", "<ItemGroup><CodeGeneration>compute_75,sm_75;compute_89,sm_89;%(CodeGeneration)</CodeGeneration></ItemGroup>", "sm_75 compute_75 sm_89 compute_89"},
        {"msbuild", "12.4", "compute_50,sm_50;compute_50,sm_52", "sm_50 compute_50 sm_52"},
        {"msbuild", "12.4", "<CodeGeneration>sm_75</CodeGeneration>", "!missing_arch sm_75"},
        {"msbuild", "12.4", "<CodeGeneration>compute_86,sm_75</CodeGeneration>", "!incompatible_pair sm_75"},
        {"opencv", "12.4", "cmake -D WITH_CUDA=ON -D CUDA_ARCH_BIN=7.5,8.6 -D CUDA_ARCH_PTX=8.6 ..", "sm_75 sm_86 compute_86"},
        {"opencv", "12.4", "-DCUDA_ARCH_BIN=\"8.6 8.9\"", "sm_86 sm_89"},
        {"opencv", "12.4", "-DCUDA_GENERATION=Turing", "sm_75"},
        {"bazel", "12.5", "build --repo_env=HERMETIC_CUDA_COMPUTE_CAPABILITIES=sm_80,compute_90", "sm_80 sm_90 compute_90"},
        {"bazel", "12.5", "export TF_CUDA_COMPUTE_CAPABILITIES=\"8.0\"", "sm_80 compute_80"},
        {"bazel", "13.0", "--@rules_cuda//cuda:archs=compute_80:sm_80;compute_90:compute_90,sm_90", "sm_80 compute_90 sm_90"},
        {"bazel", "12.5", "TF_CUDA_COMPUTE_CAPABILITIES=80", "!unknown_item 80"},
        {"xmake", "12.4", "add_cugencodes(\"sm_80\", \"compute_90\")", "sm_80 compute_90"},
        {"meson", "12.4", "cuda.nvcc_arch_flags(nvcc, 'Turing', '8.6+PTX')", "sm_75 sm_86 compute_86"},
        {"spack", "", "spack install kokkos +cuda cuda_arch=80,90", "sm_80 compute_80 sm_90 compute_90"},
        {"kokkos", "", "cmake -DKokkos_ENABLE_CUDA=ON -DKokkos_ARCH_AMPERE86=ON -DKokkos_ARCH_ZEN3=ON ..", "list sm_86"},
        {"nvhpc", "", "nvc++ -stdpar=gpu -gpu=cc80,cc90,lineinfo a.cpp", "list sm_80 sm_90"},
        {"configure", "", "./configure --with-cuda=/usr/local/cuda --with-cuda-arch=sm_80", "list sm_80"},
        {"configure", "13.0", "./configure CUDA_ARCH=\"-gencode arch=compute_80,code=sm_80\"", "sm_80"},
        {"package_env", "", "DS_ARCHS=\"sm_80;90\"", "list sm_80 sm_90"},
        {"package_env", "", "CUDA_COMPUTE_CAP=8.6", "compute_86", {.load = "ptx"}},
        {"paddle", "", "-DCUDA_ARCH_BIN=\"80\"", "list"},
        {"lightgbm", "", "70;80;90+PTX", "list sm_70 sm_80 sm_90 compute_90"},
        {"arch_list", "", "torch.cuda.get_arch_list() -> ['sm_80', 'sm_90', 'compute_90']", "sm_80 sm_90 compute_90"},
        {"arch_list", "", "80-real;90-virtual;12.0+PTX", "sm_80 compute_90 sm_120 compute_120"},
        {"cuobjdump", "", "ELF file    1: a.sm_100f.cubin\nPTX file    1: a.sm_100.ptx", "sm_100f compute_100"},
    });
    CHECK(ask({"paddle", "", "-DCUDA_ARCH_BIN=\"80\"", ""}).warning == "ignored_without_manual");
}

TEST_CASE("the spelling is found from the text alone") {
    const std::pair<const char*, const char*> rows[] = {
        {"nvcc -arch=sm_80 a.cu", "nvcc"},          {"-gencode arch=compute_80,code=sm_80", "nvcc"},       {"-DCMAKE_CUDA_ARCHITECTURES=80", "cmake"},
        {"TORCH_CUDA_ARCH_LIST=8.6", "torch_env"},  {"compute_75,sm_75;compute_86,sm_86", "msbuild"},      {"-D CUDA_ARCH_BIN=8.6", "opencv"},
        {"clang++ --offload-arch=sm_80 a.cu", "clang"}, {"8.0;8.6+PTX", "arch_list"},                      {"ARCH ?= 80\nF = -arch=sm_$(ARCH)", "makefile"},
        {"ptxas -arch=sm_90 k.ptx", "ptxas"},       {"TCNN_CUDA_ARCHITECTURES=86", "package_env"},         {"spack install x cuda_arch=80", "spack"},
    };
    for (const auto& [text, syntax] : rows) {
        INFO(text);
        CHECK(ask({"auto", "", text, ""}).syntax == syntax);
    }
}

TEST_CASE("odd text of any spelling is answered and never ends the program") {
    const std::vector<std::string> odd{"", " ", "\"", "'", "\\", "$(", "${A", "=", "-gencode", "-arch", "set(", "project(app CUDA", "TORCH_CUDA_ARCH_LIST=", "A=$(A)$(A)\nB=$(A) -arch=sm_80",
                                       std::string(5000, '['), std::string("\0sm_80\0", 7), "\xff\xfe-arch=sm_80", "CUDA_ARCH_BIN=", "add_cugencodes(\"", "nvcc_arch_flags('", "<CodeGeneration>",
                                       "Fatbin ptx code:\narch = sm_\ncode version = [", "-gpu=cc", "KOKKOS_ARCH=", "cuda:archs=:", "-arch=sm_99999999999999999999", "$(foreach a,$(foreach b,1 2,$(a)),-arch=sm_80)"};
    for (const std::string& syntax : flag_syntaxes())
        for (const std::string& text : odd) {
            INFO(syntax << ": " << text);
            const FlagsAnswer answer = ask({syntax, "13.0", text, ""});
            if (answer.error) CHECK(answer.error->at <= text.size());
        }
}
