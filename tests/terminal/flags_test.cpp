// `launchlab flags`: its options, a question's verdicts as JSON, and the text.
#include "terminal/flags_command.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "runs.h"
#include "terminal/arguments.h"

using namespace launchlab;
using nlohmann::json;

namespace {

const Tables& tables() {
    static const Tables read = [] {
        auto gpus = parse_gpus(text_of(source_path("assets/gpus.json")), "gpus");
        auto toolkits = parse_toolkits(text_of(source_path("assets/toolkits.json")), "toolkits");
        REQUIRE(gpus);
        REQUIRE(toolkits);
        return Tables{*gpus, *toolkits};
    }();
    return read;
}

json batch(const json& question, bool wanted_good = true) {
    bool good = false;
    const json answer = json::parse(answer_batch_line(question.dump(), tables().gpus, tables().toolkits, good));
    CHECK(good == wanted_good);
    return answer;
}

FlagsArguments arguments(const std::vector<std::string>& words) {
    const Parsed parsed = parse_arguments(words);
    INFO(parsed.err);
    REQUIRE(parsed.arguments);
    REQUIRE(std::holds_alternative<FlagsArguments>(*parsed.arguments));
    return std::get<FlagsArguments>(*parsed.arguments);
}

}  // namespace

TEST_CASE("the flags stand behind two dashes and keep their own", "[flags]") {
    const FlagsArguments one = arguments({"flags", "--toolkit", "12.6", "--on", "8.6,T4@535", "--rdc", "--", "nvcc", "-arch=sm_80", "a b.cu", "--json"});
    CHECK(one.text == "nvcc -arch=sm_80 'a b.cu' --json");
    CHECK(one.toolkit == "12.6");
    CHECK(one.on == "8.6,T4@535");
    CHECK(one.rdc);
    CHECK_FALSE(one.json);
    CHECK(arguments({"flags", "--", "TORCH_CUDA_ARCH_LIST=\"8.0;8.6\""}).text == "TORCH_CUDA_ARCH_LIST=\"8.0;8.6\"");
    CHECK(arguments({"flags", "--build-gpus", "none", "--", "-arch=native"}).build_gpus->empty());
    CHECK(arguments({"flags", "--batch"}).batch);
    CHECK(parse_arguments({"flags"}).exit == 2);
    CHECK(parse_arguments({"flags", "--batch", "--", "-arch=sm_80"}).exit == 2);
    CHECK(parse_arguments({"flags", "--syntax", "ninja", "--", "x"}).err.find("--syntax") != std::string::npos);
    CHECK(parse_arguments({"flags", "--help"}).out.find("--batch") != std::string::npos);
    CHECK(parse_arguments({"--help"}).out.find("flags") != std::string::npos);
}

TEST_CASE("a batch line is answered with images and a verdict a card", "[flags]") {
    const json answer = batch({{"id", "a"}, {"input", "nvcc -arch=sm_86 app.cu"}, {"toolkit", "13.0"}, {"on", {"8.0", "8.9", "9.0"}}});
    CHECK(answer["id"] == "a");
    CHECK(answer["images"] == json::parse(R"([{"kind":"sass","arch":"86"},{"kind":"ptx","arch":"86"}])"));
    CHECK(answer["archs"] == json{"86"});
    CHECK(answer["error"].is_null());
    CHECK(answer["warning"].is_null());
    const json& rows = answer["verdicts"];
    REQUIRE(rows.size() == 3);
    CHECK(rows[0]["code"] == 209);
    CHECK(rows[0]["runs"] == false);
    CHECK(rows[0]["picks"].is_null());
    CHECK(rows[1]["how"] == "sass");
    CHECK(rows[1]["picks"] == "sm_86");
    CHECK(rows[2]["how"] == "jit");
    CHECK(rows[2]["sure"] == true);
    REQUIRE(rows[2]["reasons"].size() == 2);
    for (const json& reason : rows[2]["reasons"]) {
        CHECK_FALSE(reason["text"].get<std::string>().empty());
        CHECK_FALSE(reason["source"].get<std::string>().empty());
        CHECK(reason["mark"] == "measured");
    }
}

TEST_CASE("driver, load, rdc and the board's software change the code", "[flags]") {
    auto code = [](json question) {
        question["id"] = 1;
        return batch(question)["verdicts"][0]["code"].get<int>();
    };
    CHECK(code({{"input", "nvcc app.cu"}, {"toolkit", "12.5"}, {"driver", "550.54.15"}, {"on", {"8.6"}}}) == 222);
    CHECK(code({{"input", "nvcc app.cu"}, {"toolkit", "12.5"}, {"driver", "555"}, {"on", {"8.6"}}}) == 0);
    CHECK(code({{"input", "nvcc -arch=sm_75 app.cu"}, {"toolkit", "13.0"}, {"driver", "570.133.20"}, {"on", {"7.5"}}}) == 35);
    CHECK(code({{"input", "nvcc -arch=sm_75 app.cu"}, {"toolkit", "13.0"}, {"on", {"T4@535"}}}) == 35);
    CHECK(code({{"input", "nvcc -arch=sm_35 app.cu"}, {"toolkit", "11.8"}, {"driver", "580"}, {"on", {"3.5"}}}) == 100);
    CHECK(code({{"input", "nvcc -arch=sm_35 app.cu"}, {"toolkit", "11.8"}, {"on", {"3.5"}}}) == 0);
    CHECK(code({{"input", "-arch=compute_90"}, {"syntax", "nvrtc"}, {"load", "ptx"}, {"toolkit", "13.0"}, {"on", {"8.0"}}}) == 218);
    CHECK(code({{"input", "-gencode arch=compute_80,code=sm_80"}, {"rdc", true}, {"toolkit", "13.0"}, {"on", {"9.0"}}}) == 500);
    CHECK(code({{"input", "-arch=sm_90"}, {"toolkit", "12.9"}, {"driver", "580"}, {"on", {"10.0"}}}) == 0);
    const json orin = batch({{"id", 2}, {"input", "-gencode arch=compute_80,code=sm_80"}, {"toolkit", "12.6"}, {"device_software", "JetPack 6"}, {"on", {"8.7", "8.6"}}});
    CHECK(orin["verdicts"][0]["code"] == 209);
    CHECK(orin["verdicts"][0]["sure"] == false);
    CHECK(orin["verdicts"][1]["sure"] == true);
    CHECK(batch({{"id", 3}, {"input", "-gencode arch=compute_80,code=sm_80"}, {"device_software", "JetPack 7.2"}, {"on", {"8.7"}}})["verdicts"][0]["code"] == 0);
}

TEST_CASE("a list alone leaves newer cards open", "[flags]") {
    const json answer = batch({{"id", 1}, {"input", "FLASH_ATTN_CUDA_ARCHS=\"80;90\""}, {"on", {"8.6", "7.5", "12.0"}}});
    CHECK(answer["images"].is_null());
    CHECK(answer["archs"] == json{"80", "90"});
    CHECK(answer["verdicts"][0]["sure"] == true);
    CHECK(answer["verdicts"][1]["sure"] == true);
    CHECK(answer["verdicts"][2]["code"] == 209);
    CHECK(answer["verdicts"][2]["sure"] == false);
    const json native = batch({{"id", 2}, {"input", "nvcc -arch=native app.cu"}, {"on", {"8.6"}}});
    CHECK(native["images"].is_null());
    CHECK(native["verdicts"][0]["sure"] == false);
}

TEST_CASE("a refusal has kind, place and words, and no verdicts", "[flags]") {
    const json answer = batch({{"id", 1}, {"input", "nvcc -arch=sm80 app.cu"}, {"toolkit", "13.0"}, {"on", {"8.0"}}});
    CHECK(answer["error"]["kind"] == "not_an_arch");
    CHECK(answer["error"]["at"] == 11);
    CHECK(answer["error"]["word"] == "sm80");
    CHECK(answer["error"]["what"].get<std::string>().find("sm_80") != std::string::npos);
    CHECK(answer["images"].empty());
    CHECK(answer["verdicts"].empty());
}

TEST_CASE("a batch line that cannot be read is answered in words, with its id", "[flags]") {
    for (const json& question : {json{{"id", "x"}}, json{{"id", "x"}, {"input", "a"}, {"colour", 1}}, json{{"id", "x"}, {"input", "a"}, {"on", {"RTX 1"}}},
                                 json{{"id", "x"}, {"input", "a"}, {"driver", "new"}, {"on", {"8.0"}}}, json{{"id", "x"}, {"input", "a"}, {"load", "tape"}},
                                 json{{"id", "x"}, {"input", "a"}, {"syntax", "ninja"}}, json{{"id", "x"}, {"input", "a"}, {"build_gpus", {"Z"}}}}) {
        const json answer = batch(question, false);
        INFO(question.dump() << answer.dump());
        CHECK(answer["id"] == "x");
        CHECK(answer["error"]["kind"] == "bad_request");
        CHECK(answer["error"]["what"].get<std::string>().back() == '.');
    }
    for (const char* line : {"", "nonsense", "[1]", "7", "{\"id\":1,\"id\":2}"}) {
        bool good = true;
        CHECK(json::parse(answer_batch_line(line, tables().gpus, tables().toolkits, good))["error"]["kind"] == "bad_request");
        CHECK_FALSE(good);
    }
}

TEST_CASE("the text shows images, verdicts and where a refusal stands, within the width", "[flags]") {
    auto lines = [](const std::string& text, const std::string& toolkit) {
        FlagsRequest request;
        request.question.text = text;
        request.question.toolkit = toolkit;
        request.on = {"7.5", "8.6", "9.0"};
        const auto judged = judge_flags(request, tables().gpus, tables().toolkits);
        REQUIRE(judged);
        return flags_lines(*judged, text, toolkit, Style{60, false, false});
    };
    const Lines good = lines("nvcc -gencode arch=compute_80,code=[sm_80,compute_80] app.cu", "13.0");
    CHECK(in_order(good, {"Images: sm_80, compute_80", "Read as nvcc, CUDA 13.0", "7.5   code 209", "8.6   runs", "9.0   runs, JIT"}));
    const Lines bad = lines("nvcc -gencode arch=compute_80, code=sm_80 app.cu", "13.0");
    CHECK(in_order(bad, {"missing_code, at byte 14", "nvcc -gencode arch=compute_80,", "                ^", "blank"}));
    for (const Lines& all : {good, bad, lines(std::string(3000, 'x') + " -arch=sm80", "13.0"), lines("a\x1b[31m\n-arch=sm80", "")})
        for (const std::string& line : all) {
            CHECK(cells(line) <= 60);
            CHECK(line.find('\x1b') == std::string::npos);
        }
}

TEST_CASE("all means every capability from 5.0 to 12.1", "[flags]") {
    const auto all = all_capabilities(tables().gpus);
    CHECK(all.front() == "5.0");
    CHECK(all.back() == "12.1");
    CHECK(std::is_sorted(all.begin(), all.end(), [](const std::string& a, const std::string& b) { return *parse_capability(a) < *parse_capability(b); }));
    CHECK(all.size() >= 15);
}
