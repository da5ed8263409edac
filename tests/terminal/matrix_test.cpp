// launchlab matrix as text, JSON and HTML.
#include <nlohmann/json.hpp>

#include "program.h"

using namespace launchlab;
using Json = nlohmann::json;

namespace {

Json json_of(const Home& home, const std::string& words, int code = 0) {
    const Ran ran = launch(home, "matrix --json --card none " + words);
    INFO(ran.err << ran.out.substr(0, 800));
    REQUIRE(ran.code == code);
    return Json::parse(ran.out);
}

Json cell(const Json& report, std::size_t row, const std::string& gpu) {
    for (const Json& one : report["rows"][row]["cells"])
        if (one["gpu"] == gpu) return one;
    FAIL("no cell " << gpu);
    return {};
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

}  // namespace

TEST_CASE("a matrix of two builds is a row each, with every card's verdict and reasons") {
    const Home home;
    const Json report = json_of(home, "-- -gencode arch=compute_80,code=sm_80 -- -arch=sm_90a");
    CHECK(report["version"] == 1);
    REQUIRE(report["rows"].size() == 2);
    CHECK(report["cards"].size() == report["rows"][0]["cells"].size());
    CHECK(cell(report, 0, "8.6")["how"] == "sass");
    CHECK(cell(report, 0, "9.0")["code"] == 209);
    CHECK(cell(report, 0, "8.7")["sure"] == false);
    CHECK(cell(report, 1, "9.0")["how"] == "sass");
    CHECK(cell(report, 1, "12.0")["how"] == "jit");
    CHECK(cell(report, 0, "9.0")["reasons"][0]["rule"] == "sass-major");
    CHECK(cell(report, 0, "9.0")["measured"]["gpu"] == "NVIDIA H200");  // the shipped recordings
}

TEST_CASE("the driver, the cards and the spelling are as asked") {
    const Home home;
    const Json old = json_of(home, "--driver 535 --toolkit 13.0 --on T4,12.0 -- -arch=compute_75");
    CHECK(cell(old, 0, "7.5")["code"] == 35);  // runtime 13 needs 580
    CHECK(old["cards"].size() == 2);
    const Json cmake = json_of(home, "--syntax cmake --on 8.6,9.0 -- '75;80-real'");
    CHECK(cmake["rows"][0]["images"].size() == 3);
    CHECK(cell(cmake, 0, "8.6")["how"] == "sass");
    const Json rdc = json_of(home, "--rdc --on 9.0 -- -gencode arch=compute_80,code=sm_80");
    CHECK(cell(rdc, 0, "9.0")["code"] == 500);
}

TEST_CASE("what the toolkit does not build shows, without a verdict") {
    const Home home;
    const Json report = json_of(home, "--toolkit 13.0 -- -arch=sm_70 -- -arch=sm_75");
    CHECK(report["rows"][0]["cells"].empty());
    CHECK(report["rows"][0]["cannot"][0] == "sm_70");
    CHECK_THAT(report["rows"][0]["trouble"].get<std::string>(), Catch::Contains("The build stops"));
    CHECK(report["rows"][1]["trouble"].is_null());
    const Ran text = launch(home, "matrix --card none --toolkit 13.0 -- -arch=sm_70");
    CHECK_THAT(text.out, Catch::Contains("no verdict"));
}

TEST_CASE("folded columns name their cards, and the own card stays alone") {
    const Home home;
    const Json wide = json_of(home, "-- -arch=sm_80"), folded = json_of(home, "--fold -- -arch=sm_80");
    CHECK(folded["columns"].size() < wide["columns"].size());
    CHECK(folded["cards"] == wide["cards"]);
    const Ran mine = launch(home, "matrix --json --fold --card V100 -- -arch=sm_80");
    REQUIRE(mine.code == 0);
    const Json report = Json::parse(mine.out);
    bool alone = false;
    for (const Json& column : report["columns"]) alone = alone || column == Json::array({"7.0"});
    CHECK(alone);
}

TEST_CASE("the text of a matrix keeps to 80 columns and says what its signs mean") {
    const Home home;
    const Ran ran = launch(home, "matrix --card T4", "LC_ALL=C COLUMNS=80");
    INFO(ran.err << ran.out);
    REQUIRE(ran.code == 0);
    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
    CHECK_THAT(ran.out, Catch::Contains("[7.5]"));
    CHECK_THAT(ran.out, Catch::Contains("yours"));
    CHECK_THAT(ran.out, Catch::Contains("209*"));
    CHECK_THAT(ran.out, Catch::Contains("* measured"));
    CHECK_THAT(ran.out, Catch::Contains("5.0 to 7.5"));
    CHECK_THAT(ran.out, Catch::Contains("these cards"));
}

TEST_CASE("the page stands alone, names its heads and rows, and escapes what was typed") {
    const Home home;
    const Ran ran = launch(home, "matrix --card H200 --html page.html -- '-arch=sm_80 -DX=<b>&\"' -- -arch=sm_90");
    INFO(ran.err << ran.out);
    REQUIRE(ran.code == 0);
    const std::string page = text_of(home.path + "/page.html");
    CHECK(page.starts_with("<!DOCTYPE html>"));
    CHECK_THAT(page, Catch::Contains("&lt;b&gt;&amp;&quot;"));
    CHECK_THAT(page, !Catch::Contains("<b>&"));
    for (const char* part : {"http://", "https://", "<script", "<link", "src="}) CHECK_THAT(page, !Catch::Contains(part));
    CHECK(count(page, "<table") == count(page, "<caption>"));
    CHECK(count(page, "<th") - count(page, "<thead>") == count(page, "<th scope="));
    CHECK_THAT(page, Catch::Contains("prefers-color-scheme:dark"));
    CHECK_THAT(page, Catch::Contains("@media print"));
    CHECK_THAT(page, Catch::Contains("H200 yours"));
    CHECK_THAT(page, Catch::Contains("measured: NVIDIA H200, driver 580"));
    CHECK(launch(home, "matrix --card none --html - -- -arch=sm_80").out.starts_with("<!DOCTYPE html>"));
}

TEST_CASE("a sweep that is named gives measured cells, and one that differs from the rule ends with 1") {
    const Home home;
    const std::string head = "{\"sweep\":1,\"gpu\":\"NVIDIA L4\",\"cc\":\"8.9\",\"driver\":\"580.95\",\"runtime\":\"13.0\",\"nvrtc\":\"13.0.88\",\"toolkit\":\"13.0\",\"date\":\"2026-12-01\"}\n";
    const auto row = [](int code) {
        return "{\"set\":\"sm_90\",\"group\":\"single\",\"rule\":{},\"measured\":{\"code\":" + std::to_string(code) + ",\"how\":\"none\",\"takes\":null,\"sync\":0,\"value\":\"untouched\",\"us\":5},\"same\":true}\n";
    };
    std::ofstream(home.path + "/l4.jsonl") << head << row(209);
    const Json good = json_of(home, "--measured l4.jsonl -- -gencode arch=compute_90,code=sm_90");
    CHECK(cell(good, 0, "8.9")["measured"]["gpu"] == "NVIDIA L4");
    std::ofstream(home.path + "/l4.jsonl") << head << row(218);
    const Json odd = json_of(home, "--measured l4.jsonl -- -gencode arch=compute_90,code=sm_90", 1);
    CHECK(cell(odd, 0, "8.9")["differs"] == true);
    std::ofstream(home.path + "/l4.jsonl") << "no sweep\n";
    CHECK(launch(home, "matrix --card none --measured l4.jsonl").code == 2);
}

TEST_CASE("a matrix says what is wrong with its words, and ends with 2") {
    const Home home;
    CHECK_THAT(launch(home, "matrix --card none nowhere.so").err, Catch::Contains("nowhere.so"));
    CHECK_THAT(launch(home, "matrix --driver fast").err, Catch::Contains("--driver"));
    CHECK_THAT(launch(home, "matrix --card none --on moon -- -arch=sm_80").err, Catch::Contains("moon"));
    CHECK_THAT(launch(home, "matrix --card moon -- -arch=sm_80").err, Catch::Contains("--card"));
    CHECK_THAT(launch(home, "matrix --card none -- -arch=sm_80 --").err, Catch::Contains("missing behind"));
    CHECK(launch(home, "matrix --json --html x").code == 2);
    CHECK(launch(home, "matrix --card none --toolkit 99.9").code == 2);
}
