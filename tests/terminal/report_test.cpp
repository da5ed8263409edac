#include "terminal/report.h"

#include <nlohmann/json.hpp>
#include <set>

#include "runs.h"

using namespace launchlab;
using Json = nlohmann::json;

namespace {

// The keys that docs/json.md lists under a heading: "rule.images[].arch".
std::set<std::string> documented(const std::string& heading) {
    const std::string text = text_of(source_path("docs/json.md"));
    const std::size_t from = text.find("## " + heading);
    REQUIRE(from != std::string::npos);
    const std::string part = text.substr(from, text.find("\n## ", from + 1) - from);
    std::set<std::string> keys;
    for (std::size_t at = part.find("\n| `"); at != std::string::npos; at = part.find("\n| `", at + 1)) {
        std::string key = part.substr(at + 4, part.find('`', at + 4) - at - 4);
        keys.insert(key);
    }
    return keys;
}

void gather(const Json& json, const std::string& path, std::set<std::string>& keys) {
    if (json.is_object() && path != "request.env" && !path.ends_with(".define"))
        for (const auto& [key, value] : json.items()) {
            const std::string inner = path.empty() ? key : path + "." + key;
            const bool objects = value.is_array() && !value.empty() && value.front().is_object();
            keys.insert(objects ? inner + "[]" : inner);
            gather(value, objects ? inner + "[]" : inner, keys);
        }
    if (json.is_array())
        for (const Json& item : json)
            if (item.is_object()) gather(item, path, keys);
}

// Printed but not in the document. An empty list may stand for a list of objects.
std::set<std::string> undocumented(const std::string& text, const std::string& heading) {
    const Json json = Json::parse(text, nullptr, false);
    REQUIRE(json.is_object());
    const std::set<std::string> known = documented(heading);
    std::set<std::string> printed, out;
    gather(json, "", printed);
    for (const std::string& key : printed)
        if (!known.count(key) && !known.count(key + "[]")) out.insert(key);
    return out;
}

RunReport report_of(const Run& run) {
    static const Gpu gpu{"NVIDIA H200", {9, 0}, false, {580, "580.159.04"}};
    static const Toolkit toolkit{"13.0", {9, 0}, 580, 580, {"90"}, "75", true};
    RunReport report;
    report.step = "day-06/2";
    report.run = &run;
    report.card = &gpu;
    report.toolkit = &toolkit;
    return report;
}

}  // namespace

TEST_CASE("every key that run prints is in the document, and every top-level key of the document is printed") {
    Run refused = play(mark_request("100"), "refused-209"), ran = play(mark_request("90"), "ran"), page = page_run();
    std::set<std::string> printed;
    for (const Run* run : {&refused, &ran, &page}) {
        const std::string text = to_json(report_of(*run));
        CHECK(undocumented(text, "launchlab run --json") == std::set<std::string>{});
        const Json json = Json::parse(text);   // items() refers to it
        for (const auto& [key, value] : json.items()) printed.insert(key);
    }
    for (std::string key : documented("launchlab run --json")) {
        if (key.find('.') != std::string::npos) continue;
        if (key.ends_with("[]")) key.resize(key.size() - 2);
        INFO(key);
        CHECK(printed.count(key) == 1);
    }
}

TEST_CASE("the report says 209 at the launch, 0 at the sync, and that the rule agrees") {
    const Run run = play(mark_request("100"), "refused-209");
    const Json json = Json::parse(to_json(report_of(run)));
    CHECK(json["version"] == 1);
    CHECK(json["measured"]["launch"] == 209);
    CHECK(json["measured"]["sync"] == 0);
    CHECK(json["measured"]["lane"] == "refused");
    CHECK(json["rule"]["code"] == 209);
    CHECK(json["agrees"] == true);
    CHECK(json["values"][0]["meaning"] == "untouched");
}

TEST_CASE("what is only judged measures nothing") {
    Run run = play(mark_request("100"), "refused-209", 2);
    run.request.calls.clear();
    RunReport report = report_of(run);
    report.judged_only = true;
    const Json json = Json::parse(to_json(report));
    CHECK(json["origin"]["kind"] == "rule");
    CHECK(json["measured"].is_null());
    CHECK(json["agrees"].is_null());
    CHECK(undocumented(to_json(report), "launchlab run --json") == std::set<std::string>{});
}

TEST_CASE("a run that made no call is by rule, and one that made a call is live") {
    const Request request = mark_request("100");
    CHECK(Json::parse(to_json(report_of(play(request, "refused-209", 2))))["origin"]["kind"] == "rule");
    CHECK(Json::parse(to_json(report_of(play(request, "refused-209"))))["origin"]["kind"] == "live");
    CHECK(Json::parse(to_json(report_of(page_run())))["origin"]["kind"] == "page");
}

TEST_CASE("every key that doctor and lessons print is in the document") {
    Health health;
    health.answered = true;
    health.driver = {580, "580.159.04"};
    health.gpus = {{0, "NVIDIA H200", {9, 0}, 150'000'000'000, false}};
    health.toolkits = {{"13.0", "13.0.88", "13.0", "13.0", "/shelf/13.0", {"90"}, {}}};
    health.chosen = "13.0";
    health.recordings = {{"h200/day-06/2/A", "NVIDIA H200", "580.159.04", "13.0", "2026-12-01", {9, 0}, false}};
    health.troubles = {{"settings.json", "broken"}};
    CHECK(undocumented(to_json(health), "launchlab doctor --json") == std::set<std::string>{});
    CHECK(Json::parse(to_json(health))["live"] == true);

    Course course;
    Lesson lesson;
    lesson.id = "day-06";
    lesson.steps.resize(1);
    course.lessons = {lesson};
    CHECK(undocumented(to_json(course, Progress{}), "launchlab lessons --json") == std::set<std::string>{});
}

TEST_CASE("text that is no UTF-8 does not break the report") {
    Run run = play(mark_request("100"), "refused-209");
    run.logs.push_back({"output", "\xff\xfe", -1});
    CHECK(Json::parse(to_json(report_of(run)), nullptr, false).is_object());
}
