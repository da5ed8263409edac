// What authors type: lessons check, lessons new, record; and the schema that editors complete from.
#include <nlohmann/json.hpp>

#include "core/lesson.h"
#include "program.h"
#include "session/course_files.h"

using namespace launchlab;

namespace {

namespace fs = std::filesystem;

fs::path pack_of(const Home& home) {   // the shipped lessons and recordings, to be broken
    const fs::path pack = home.path + "/pack";
    fs::create_directories(pack / "assets");
    fs::copy(source_path("lessons"), pack / "lessons", fs::copy_options::recursive);
    fs::copy(source_path("kernels"), pack / "kernels", fs::copy_options::recursive);
    return pack;
}

// Without the line ends of the terminal's width.
std::string flat(const std::string& text) {
    std::string out;
    for (const char c : text)
        if (c == '\n' || c == ' ') out += out.empty() || out.back() == ' ' ? "" : " ";
        else out += c;
    return out;
}

void replace_in(const fs::path& file, const std::string& from, const std::string& to) {
    std::string text = text_of(file.string());
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
}

}  // namespace

TEST_CASE("lessons check passes on the shipped course, and --publish does not on a draft") {
    const Home home;
    Ran ran = launch(home, "lessons check");
    INFO(ran.out << ran.err);
    CHECK(ran.code == 0);
    CHECK(holds(ran.out, "Nothing is wrong: 3 lessons, "));
    ran = launch(home, "lessons check --json");
    const auto json = nlohmann::json::parse(ran.out);
    CHECK(json["findings"].empty());
    CHECK(json["recordings"].get<int>() >= 38);
    ran = launch(home, "lessons check --publish");
    CHECK(ran.code == 1);
    CHECK(holds(flat(ran.out), "not named, so this lesson is a draft"));
}

TEST_CASE("lessons check finds what a pack of another folder has wrong, each with its remedy") {
    const Home home;
    const fs::path pack = pack_of(home);
    CHECK(launch(home, "lessons check --lessons pack").code == 0);
    replace_in(pack / "lessons/day-06/02-which-call.json", "\"bytes\": 8}", "\"bytes\": 16}");
    Ran ran = launch(home, "lessons check --lessons pack");
    INFO(ran.out);
    CHECK(ran.code == 1);
    CHECK(holds(flat(ran.out), "recording h200/day-06/2/A: the step makes another request"));
    replace_in(pack / "lessons/day-06/02-which-call.json", "\"bytes\": 16}", "\"bytes\": 8}");
    replace_in(pack / "lessons/day-06/02-which-call.json", "\"mark.cu\"", "\"../mark.cu\"");
    ran = launch(home, "lessons check --lessons pack");
    CHECK(ran.code == 1);
    CHECK(holds(flat(ran.out), "leaves the folder kernels/"));
}

TEST_CASE("a new step of a new pack passes the check, and is not written over one that is there") {
    const Home home;
    Ran ran = launch(home, "lessons new day-07/1 my-step --lessons mine");
    INFO(ran.out << ran.err);
    REQUIRE(ran.code == 0);
    ran = launch(home, "lessons check --lessons mine");
    INFO(ran.out << ran.err);
    CHECK(ran.code == 0);
    CHECK(holds(ran.out, "1 lessons, 1 steps"));
    ran = launch(home, "lessons new day-07/1 other --lessons mine");
    CHECK(ran.code == 2);
    CHECK(holds(ran.err, "there already"));
    CHECK(launch(home, "lessons new day-07/2 other --lessons mine").code == 0);
    CHECK(launch(home, "lessons new day-7/2 other --lessons mine").code == 2);
    CHECK(launch(home, "lessons new day-07/3 ../out --lessons mine").code == 2);
    CHECK(launch(home, "lessons new seven other --lessons mine").code == 2);
}

TEST_CASE("record keeps each run of the card with the runner's own lines, and tells where the rule and the card differ") {
    const Home home;
    Ran ran = launch(home, "record day-06/2 " + fake("hello-h200"));
    INFO(ran.out << ran.err);
    CHECK(ran.code == 0);
    const ParsedRecordings kept = parse_recordings(text_of(home.path + "/h200.jsonl"), "h200.jsonl");
    REQUIRE(kept.errors.empty());
    REQUIRE(kept.recordings.size() == 2);
    CHECK(kept.recordings[0].name == "h200/day-06/2/A");
    CHECK(kept.recordings[0].sealed);
    CHECK(kept.recordings[0].run.origin.gpu == "NVIDIA H200");
    CHECK(kept.recordings[1].name == "h200/day-06/2/B");
    ran = launch(home, "record day-06/2 " + fake("hello-h200"));
    CHECK(ran.code == 2);   // the file is there
    ran = launch(home, "record day-46/2 --out other.jsonl " + fake("hello-h200"));   // the transcripts know no PTX
    INFO(ran.out << ran.err);
    CHECK(ran.code == 1);
    CHECK(holds(ran.out, "Measured otherwise:"));
    ran = launch(home, "record --out none.jsonl " + fake("hello-none"));
    CHECK(ran.code == 2);
    CHECK(holds(ran.err, "no card here"));
    CHECK(launch(home, "record day-06/99 " + fake("hello-h200")).code == 2);
}

TEST_CASE("the schema for editors has the very keys that the course's reader knows") {
    const auto schema = nlohmann::json::parse(text_of(source_path("assets/step.schema.json")));
    auto files = read_course_files(LAUNCHLAB_SOURCE).files;
    const std::string path = "lessons/day-06/02-which-call.json";
    const auto step = nlohmann::json::parse(files[path]);
    const auto errors_with = [&](const nlohmann::json& changed) {
        files[path] = changed.dump();
        std::string out;
        for (const Error& error : parse_course(files).errors) out += error.text() + "\n";
        return out;
    };
    for (const auto& [key, value] : schema["properties"].items()) {
        nlohmann::json changed = step;
        if (!changed.contains(key)) changed[key] = nullptr;
        INFO(key);
        CHECK_FALSE(holds(errors_with(changed), "unknown key"));
    }
    for (const auto& [key, value] : schema["definitions"]["call"]["properties"].items()) {
        nlohmann::json changed = step;
        if (!changed["calls"][0].contains(key)) changed["calls"][0][key] = nullptr;
        INFO(key);
        CHECK_FALSE(holds(errors_with(changed), "unknown key"));
    }
    nlohmann::json odd = step;
    odd["no-such-key"] = 1;
    CHECK(holds(errors_with(odd), "unknown key"));
    const auto shipped = read_course_files(LAUNCHLAB_SOURCE).files;
    for (const auto& [file, text] : shipped) {   // and each key that a step uses
        if (!file.starts_with("lessons/day-") || !file.ends_with(".json") || file.ends_with("lesson.json")) continue;
        const auto own = nlohmann::json::parse(text);
        for (const auto& [key, value] : own.items()) {
            INFO(file << " " << key);
            CHECK(schema["properties"].contains(key));
        }
    }
}
