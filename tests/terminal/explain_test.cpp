// The views of a pasted text: lines, JSON, and the command line's options.
#include "terminal/explain.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

#include "catch.h"
#include "terminal/arguments.h"

using namespace launchlab;
using nlohmann::json;

namespace {

std::string read_text(const std::string& path) {
    std::ifstream in(std::string(LAUNCHLAB_SOURCE) + "/" + path, std::ios::binary);
    REQUIRE(in);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

const PasteBox& box() {
    static const PasteBox made(*parse_patterns(read_text("lessons/hub/patterns.json"), "patterns"), *parse_gpus(read_text("assets/gpus.json"), "gpus"),
                               *parse_toolkits(read_text("assets/toolkits.json"), "toolkits"));
    return made;
}

}  // namespace

TEST_CASE("explain prints code, cause, evidence and one whole command", "[explain]") {
    const std::string text = join(explain_lines(box().explain("GPU 0: Tesla T4\nnvcc -gencode arch=compute_86,code=sm_86 demo.cu\nCUDA error 209: no kernel image is available for execution on the device"),
                                                Style{60, false, true}));
    CHECK(text.find("209 cudaErrorNoKernelImageForDevice") != std::string::npos);
    CHECK(text.find("newer target") != std::string::npos);
    CHECK(text.find("Line 3") != std::string::npos);
    CHECK(text.find("nvcc -gencode arch=compute_75,code=[sm_75,compute_75] -o demo demo.cu\n") != std::string::npos);
    CHECK(join(explain_lines(box().explain("all is well"), Style{})).find("No CUDA code") != std::string::npos);
}

TEST_CASE("an escape in a pasted text never reaches the terminal", "[explain]") {
    const std::string text = join(explain_lines(box().explain("\x1b]0;x\x07 CUDA error 209 \x1b[2J\x9b no kernel image is available for execution on the device"), Style{}));
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find('\x07') == std::string::npos);
}

TEST_CASE("a line of the batch gives a line with every key", "[explain]") {
    const Result<std::string> line = explain_batch_line(box(), R"({"id":"a","input":"CUDA error: device kernel image is invalid"})", "line 1");
    REQUIRE(line);
    CHECK(std::count(line->begin(), line->end(), '\n') == 1);
    const json answer = json::parse(*line);
    CHECK(answer.at("id") == "a");
    CHECK(answer.at("code") == 200);
    CHECK(answer.at("symbol") == "cudaErrorInvalidKernelImage");
    CHECK(answer.at("sure") == false);
    CHECK(answer.at("alternatives") == json({"driver_too_old", 300}));
    CHECK(answer.at("evidence") == json({"CUDA error: device kernel image is invalid"}));
    CHECK(answer.at("marks").size() == 1);
    for (const char* key : {"cause", "facts", "next", "step", "announces", "why", "notes", "then", "ask"}) CHECK(answer.contains(key));
    const json none = json::parse(*explain_batch_line(box(), R"({"id":"b","input":"Segmentation fault"})", "line 2"));
    CHECK(none.at("code").is_null());
    CHECK(none.at("symbol").is_null());
    CHECK(none.at("step").is_null());
    CHECK(none.at("sure") == true);
}

TEST_CASE("bytes that are no letters give valid JSON", "[explain]") {
    CHECK_NOTHROW(json::parse(to_json(box().explain("\xff\xfe\x80 CUDA error 209 \xc3 no kernel image is available"), std::nullopt)));
}

TEST_CASE("a wrong batch line is refused with its place", "[explain]") {
    for (const char* line : {"nonsense", R"({"id":"a"})", R"({"id":"a","input":"x","more":1})", R"({"id":7,"input":"x"})"}) {
        const Result<std::string> answer = explain_batch_line(box(), line, "standard input line 3");
        REQUIRE_FALSE(answer);
        CHECK(answer.error().where.find("standard input line 3") == 0);
    }
}

TEST_CASE("explain takes a text, a dash, or nothing", "[explain][arguments]") {
    const auto parse = [](const std::vector<std::string>& words) { return parse_arguments(words); };
    const Parsed text = parse({"explain", "CUDA", "error 209"});
    REQUIRE(text.arguments);
    CHECK(std::get<ExplainArguments>(*text.arguments).text == std::vector<std::string>{"CUDA", "error 209"});
    CHECK(std::get<ExplainArguments>(*parse({"explain", "--batch"}).arguments).batch);
    CHECK(std::get<ExplainArguments>(*parse({"explain", "--json", "-"}).arguments).json);
    CHECK(parse({"explain", "--batch", "--json"}).exit == 2);
    CHECK(parse({"explain", "--batch", "text"}).exit == 2);
    CHECK(parse({"--on", "T4", "explain"}).exit == 2);
}
