// The views of a pasted text: lines, JSON, and the command line's options.
#include "terminal/explain.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

#include "catch.h"
#include "program.h"
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
                                                nullptr, Style{60, false, true}));
    CHECK(text.find("209 cudaErrorNoKernelImageForDevice") != std::string::npos);
    CHECK(text.find("newer target") != std::string::npos);
    CHECK(text.find("Line 3") != std::string::npos);
    CHECK(text.find("nvcc -gencode arch=compute_75,code=[sm_75,compute_75] -o demo demo.cu\n") != std::string::npos);
    CHECK(join(explain_lines(box().explain("all is well"), nullptr, Style{})).find("No CUDA code") != std::string::npos);
}

TEST_CASE("an escape in a pasted text never reaches the terminal", "[explain]") {
    const std::string text = join(explain_lines(box().explain("\x1b]0;x\x07 CUDA error 209 \x1b[2J\x9b no kernel image is available for execution on the device"), nullptr, Style{}));
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

TEST_CASE("a code or a name alone gives the hub's whole entry, in its fixed order", "[explain][cli]") {
    const Home home;
    const Ran ran = launch(home, "explain 209");
    CHECK(ran.code == 0);
    std::size_t last = 0;
    for (const char* part : {"209 cudaErrorNoKernelImageForDevice", "no kernel image is available for execution on the device", "Words ", "Where     At the launch.", "Not there ",
                             "Sticky    No.", "Cause ", "Next      cuobjdump", "Not these 98 ", "Step      day-06/2", "Measured  Measured on"}) {
        INFO(part << "\n" << ran.out);
        const std::size_t at = ran.out.find(part, last);
        REQUIRE(at != std::string::npos);
        last = at;
    }
    for (const char* words : {"explain cudaErrorNoKernelImageForDevice", "explain CUDA_ERROR_NO_BINARY_FOR_GPU", "explain NoKernelImageForDevice", "explain error 209", "explain 'code=209'"})
        CHECK(launch(home, words).out == ran.out);
    std::ofstream(home.path + "/asked") << "209\n";
    CHECK(launch(home, "explain", "LC_ALL=C.UTF-8", "< asked").out == ran.out);
}

TEST_CASE("an old number tells both numbers, and the other meaning where there are two", "[explain][cli]") {
    const Home home;
    const Ran old = launch(home, "explain 48");
    CHECK(holds(old.out, "209 cudaErrorNoKernelImageForDevice"));
    CHECK(holds(old.out, "48 is the number of 209 before CUDA 10.1"));
    const Ran two = launch(home, "explain 8");
    CHECK(holds(two.out, "Or "));
    CHECK(holds(two.out, "98 cudaErrorInvalidDeviceFunction"));
    CHECK(holds(launch(home, "explain 13").out, "cudaErrorInvalidSymbol"));
    CHECK(holds(launch(home, "explain 13").out, "There is no full entry"));
}

TEST_CASE("words find codes, and a text that only looks like words is not answered by them", "[explain][cli]") {
    const Home home;
    const Ran found = launch(home, "explain no kernel image");
    CHECK(found.code == 1);
    CHECK(holds(found.out, "209   cudaErrorNoKernelImageForDevice"));
    CHECK(holds(found.out, "launchlab explain 209"));
    CHECK(holds(launch(home, "explain misaligned").out, "716"));
    CHECK(holds(launch(home, "explain 'Segmentation fault (core dumped)'").out, "No CUDA code in this text"));
}

TEST_CASE("JSON of a code has the entry with every part", "[explain][cli]") {
    const Home home;
    const json answer = json::parse(launch(home, "explain --json 48").out);
    CHECK(answer.at("code") == 209);
    CHECK(answer.at("sure") == false);
    REQUIRE(answer.at("entries").size() == 1);
    const json& entry = answer.at("entries")[0];
    CHECK(entry.at("code") == 209);
    CHECK(entry.at("old_number") == 48);
    CHECK(entry.at("driver_symbol") == "CUDA_ERROR_NO_BINARY_FOR_GPU");
    CHECK(entry.at("sticky") == false);
    CHECK(entry.at("cause").get<std::string>().find('{') == std::string::npos);
    CHECK(entry.at("look_alikes").size() == 6);
    for (const char* key : {"symbol", "text", "misleading", "where", "not_there", "sticky_more", "next", "then", "step", "measured"}) CHECK(entry.contains(key));
    CHECK(json::parse(launch(home, "explain --json 'CUDA error: misaligned address'").out).at("entries")[0].at("code") == 716);
    CHECK(json::parse(launch(home, "explain --json no kernel image").out).at("entries").size() >= 1);
    CHECK(json::parse(launch(home, "explain --json all is well").out).at("cause") == "unknown");
}

TEST_CASE("bytes of a program are no text to be explained", "[explain][cli]") {
    const Home home;
    const Ran ran = launch(home, "explain -", "LC_ALL=C.UTF-8", "< " + quoted(std::string(LAUNCHLAB_BIN) + "/launchlab"));
    CHECK(ran.code == 2);
    CHECK(holds(ran.err, "launchlab inspect FILE"));
    CHECK(ran.out.empty());
}
