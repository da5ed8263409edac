#include "catch.h"
#include "core/step.h"
#include "course.h"

using namespace launchlab;
using namespace launchlab::test;

TEST_CASE("a request carries the step's calls and each image its own marker") {
    const Step& of = step("day-06/2");
    const std::vector<Target> targets = {*parse_target("sm_100"), *parse_target("compute_80"), *parse_target("sm_90a")};
    const Request request = make_request(of, of.a, targets, "// edited\n" + of.kernel, "12.9", 1);
    CHECK(request.toolkit == "12.9");
    CHECK(request.gpu == 1);
    CHECK(request.door == "registration");
    REQUIRE(request.units.size() == 1);
    const UnitRequest& unit = request.units[0];
    CHECK(unit.source == "// edited\n" + of.kernel);
    CHECK(unit.entry == "mark");
    CHECK(unit.packed);
    REQUIRE(unit.images.size() == 3);
    CHECK((unit.images[0].kind == Kind::sass && unit.images[0].arch == "100"));
    CHECK((unit.images[1].kind == Kind::ptx && unit.images[1].arch == "80"));
    CHECK(unit.images[0].define == std::map<std::string, std::string>{{"MARK", "101000"}});
    CHECK(unit.images[1].define == std::map<std::string, std::string>{{"MARK", "200800"}});
    CHECK(unit.images[2].define == std::map<std::string, std::string>{{"MARK", "100901"}});
    std::vector<std::string> calls;
    for (const CallRequest& call : request.calls) calls.push_back(call.call);
    CHECK(calls == std::vector<std::string>{"cudaMalloc", "cudaMemset", "launch", "cudaPeekAtLastError", "cudaDeviceSynchronize", "cudaMemcpy"});
}

TEST_CASE("a config's own environment, toolkit, edits, packing and kernel name reach the request") {
    Step of = step("day-06/2");
    of.a = {{"bare(edited(ptx-newer, syntax))"}, of.a.calls, {{"CUDA_FORCE_PTX_JIT", "1"}}, "12.6"};
    Request request = make_request(of, of.a, {*parse_target("compute_100")}, of.kernel, "13.0", 0);
    CHECK(request.toolkit == "12.6");
    CHECK(request.env.at("CUDA_FORCE_PTX_JIT") == "1");
    CHECK_FALSE(request.units[0].packed);
    CHECK(request.units[0].images[0].edit == "syntax");
    of.a = {{"missing-name"}, of.a.calls, {}, ""};
    request = make_request(of, of.a, {*parse_target("sm_90")}, of.kernel, "13.0", 0);
    CHECK(request.units[0].entry != "mark");
    CHECK(judge(request, 0, card("9.0"), toolkits()).code == 500);
}

TEST_CASE("the rule judges a request: what does not fit is 209, and the card's own target runs") {
    const Step& of = step("day-06/2");
    for (const char* cc : nine_cards) {
        INFO(cc);
        const Gpu gpu = card(cc);
        CHECK(judge(request_for(of, 'A', gpu), 0, gpu, toolkits()).code == 209);
        const Verdict fits = judge(request_for(of, 'B', gpu), 0, gpu, toolkits());
        CHECK(fits.code == 0);
        CHECK(fits.how == How::sass);
        CHECK(fits.taken == 0);
    }
}

TEST_CASE("the rule knows the PTX version that the request's toolkit writes") {
    const Step& of = step("day-06/2");
    const Gpu old_driver = card("8.6", "535.54.03");
    const std::vector<Target> ptx = {*parse_target("compute_75")};
    CHECK(judge(make_request(of, of.b, ptx, of.kernel, "12.2", 0), 0, old_driver, toolkits()).code == 0);
    CHECK(judge(make_request(of, of.b, ptx, of.kernel, "12.6", 0), 0, old_driver, toolkits()).code == 222);
}

TEST_CASE("a target or unit that does not exist gives a verdict in words, not a code") {
    const Step& of = step("day-06/2");
    Request request = request_for(of, 'A', card("9.0"));
    request.units[0].images[0].arch = "9x";
    const Verdict verdict = judge(request, 0, card("9.0"), toolkits());
    CHECK(verdict.taken == -1);
    CHECK(verdict.how == How::none);
    CHECK(verdict.why.find("9x") != std::string::npos);
    CHECK_FALSE(judge(request, 3, card("9.0"), toolkits()).why.empty());
}

TEST_CASE("the host part is written from the calls") {
    const Step& of = step("day-06/2");
    CHECK(host_part(request_for(of, 'A', card("7.5")), of.entry) ==
          "unsigned *out, host[2];\n"
          "cudaMalloc(&out, 8);\n"
          "cudaMemset(out, 0xFF, 8);          // reads as 0xFFFFFFFF\n"
          "\n"
          "mark<<<1, 1>>>(out);               // returns nothing\n"
          "cudaError_t launch = cudaPeekAtLastError();\n"
          "cudaError_t done = cudaDeviceSynchronize();\n"
          "\n"
          "cudaMemcpy(host, out, 8, cudaMemcpyDeviceToHost);\n"
          "printf(\"%d %d 0x%X\\n\", launch, done, host[0]);\n");
    CHECK(host_part(request_for(step("day-06/1"), 'B', card("7.5")), of.entry) ==
          "unsigned *out, host[2];\n"
          "cudaMalloc(&out, 8);\n"
          "cudaMemset(out, 0xFF, 8);          // reads as 0xFFFFFFFF\n"
          "cudaError_t peek = cudaPeekAtLastError();\n"
          "cudaError_t done = cudaDeviceSynchronize();\n"
          "\n"
          "cudaMemcpy(host, out, 8, cudaMemcpyDeviceToHost);\n"
          "printf(\"%d %d 0x%X\\n\", peek, done, host[0]);\n");
}

TEST_CASE("the host part spells shapes, shared memory, numbers and repeated checks") {
    Request request;
    request.calls = {{.call = "cudaMalloc", .buffer = "y", .bytes = 64},
                     {.call = "launch", .grid = {2, 3}, .block = {32}, .smem = 128, .args = {"y", "u64:1099511627776", "f32:2", "i32:-1"}},
                     {.call = "cudaGetLastError"},
                     {.call = "cudaGetLastError"},
                     {.call = "cudaPeekAtLastError", .thread = 1},
                     {.call = "cudaDeviceReset"}};
    CHECK(host_part(request, "reach") ==
          "unsigned *y;\n"
          "cudaMalloc(&y, 64);\n"
          "\n"
          "reach<<<dim3(2, 3), 32, 128>>>(y, 1099511627776ull, 2.0f, -1);  // returns nothing\n"
          "cudaError_t launch = cudaGetLastError();\n"
          "cudaError_t get = cudaGetLastError();\n"
          "cudaError_t peek = cudaPeekAtLastError();  // on host thread 1\n"
          "cudaError_t reset = cudaDeviceReset();\n"
          "\n"
          "printf(\"%d %d %d %d\\n\", launch, get, peek, reset);\n");
}

TEST_CASE("the host part keeps the answer of an allocation after a reset") {
    const std::string text = host_part(request_for(step("day-06/6"), 'A', card("9.0")), "reach");
    CHECK(text.find("reach<<<1, 1>>>(out, 1099511627776ull);") != std::string::npos);
    CHECK(text.find("cudaError_t reset = cudaDeviceReset();\ncudaError_t again = cudaMalloc(&fresh, 8);\n") != std::string::npos);
}

TEST_CASE("a saved program is the kernel file and the host part in a main") {
    const Step& of = step("day-06/2");
    const std::string text = program(request_for(of, 'A', card("7.5")), of.entry);
    const std::string file = read_text("kernels/mark.cu");
    const std::string defaults = file.substr(file.find('\n') + 1);   // below its comment: the defaults for nvcc, then the kernel
    CHECK(text.starts_with("#include <cstdio>\n\n" + defaults + "\nint main() {\n    unsigned *out, host[2];\n"));
    CHECK(text.ends_with("    printf(\"%d %d 0x%X\\n\", launch, done, host[0]);\n}\n"));
}

TEST_CASE("the build line spells each image as nvcc wants it") {
    auto line = [](std::vector<std::string> names) {
        const Step& of = step("day-06/2");
        std::vector<Target> targets;
        for (const std::string& name : names) targets.push_back(*parse_target(name));
        return nvcc_line(make_request(of, of.a, targets, of.kernel, "13.0", 0), "mark.cu");
    };
    CHECK(line({"sm_80"}) == "nvcc -gencode arch=compute_80,code=sm_80 mark.cu");
    CHECK(line({"sm_90a"}) == "nvcc -gencode arch=compute_90a,code=sm_90a mark.cu");
    CHECK(line({"compute_80"}) == "nvcc -gencode arch=compute_80,code=compute_80 mark.cu");
    CHECK(line({"sm_75", "compute_100f"}) == "nvcc -gencode arch=compute_75,code=sm_75 -gencode arch=compute_100f,code=compute_100f mark.cu");
    CHECK(line({}) == "nvcc mark.cu");
}
