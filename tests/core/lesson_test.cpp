#include "core/lesson.h"

#include <set>

#include "catch.h"
#include "core/course_check.h"
#include "core/step.h"
#include "course.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

// Two steps of the shipped course and its misconceptions: what a broken folder is laid over.
std::map<std::string, std::string> small_course() {
    auto files = course_files();
    std::erase_if(files, [](const auto& file) {
        const std::string& path = file.first;
        return path.starts_with("lessons/day-") && !path.starts_with("lessons/day-06/01-") && !path.starts_with("lessons/day-06/02-");
    });
    files["lessons/day-06/lesson.json"] = R"({"day": 6, "title": "Error checking", "plans": {"10": ["day-06/1", "day-06/2"]}})";
    files["lessons/day-46/lesson.json"] = R"({"day": 46, "title": "PTX and SASS"})";
    files["lessons/day-69/lesson.json"] = R"({"day": 69, "title": "Gencode portability"})";
    return files;
}

}  // namespace

TEST_CASE("the shipped course is whole and in the order of its days") {
    std::vector<std::string> titles;
    for (const Lesson& lesson : course().lessons) titles.push_back(lesson.title);
    CHECK(titles == std::vector<std::string>{"Error checking", "PTX and SASS", "Gencode portability"});
    CHECK(course().misconceptions.size() == 45);
    CHECK(step("day-06/1").title == "Did the kernel run?");
    CHECK(step("day-06/2").title == "Which call will tell you?");
    CHECK(lesson_of(course(), "day-06/2")->day == 6);
    CHECK(find_step(course(), "day-06/99") == nullptr);
    CHECK(lesson_of(course(), "day-06/99") == nullptr);
    CHECK(step("day-06/2").kernel ==
          "extern \"C\" __global__ void mark(unsigned* out) {\n"
          "    out[0] = MARK;              // this image's own number\n"
          "    out[1] = __CUDA_ARCH__;\n"
          "}\n");
}

TEST_CASE("each kind of broken course is reported with file, address and remedy, all at once") {
    const std::filesystem::path root = std::filesystem::path(LAUNCHLAB_SOURCE) / "tests/data/courses";
    int kinds = 0;
    for (const auto& entry : std::filesystem::directory_iterator(root)) {
        const std::string kind = "tests/data/courses/" + entry.path().filename().string();
        auto files = small_course();
        read_into(files, kind, "lessons");
        read_into(files, kind, "kernels");
        std::vector<std::string> found, wanted;
        for (const Error& error : parse_course(files).errors) found.push_back(error.text());
        std::istringstream lines(read_text(kind + "/expect.txt"));
        for (std::string line; std::getline(lines, line);) wanted.push_back(line);
        INFO(kind);
        for (const std::string& line : found) UNSCOPED_INFO("found: " << line);
        REQUIRE_FALSE(wanted.empty());
        CHECK(found.size() == wanted.size());
        for (const std::string& line : wanted) {
            INFO("wanted: " << line);
            const auto hits = std::count_if(found.begin(), found.end(), [&](const std::string& text) { return text.starts_with(line); });
            CHECK(hits == 1);
        }
        for (const std::string& line : found) CHECK(line.back() == '.');
        ++kinds;
    }
    CHECK(kinds >= 30);
}

TEST_CASE("outside text never throws out of the course reader") {
    for (const char* text : {"", "[]", "null", "\"x\"", "{\"ask\":[[]]}", "{\"calls\":{}}", "{\"a\":3,\"b\":[]}", "\xff\xfe", "{\"ask\":[{\"choices\":[{\"because\":[3]}]}]}"}) {
        auto files = small_course();
        files["lessons/day-06/03-odd.json"] = text;
        files["lessons/day-06/03-odd.md"] = text;
        INFO(text);
        CHECK_FALSE(parse_course(files).errors.empty());
        files = small_course();
        files["lessons/misconceptions.json"] = text;
        CHECK_FALSE(parse_course(files).errors.empty());
    }
    CHECK_FALSE(parse_course({}).errors.empty());
    const auto whole = course_files();
    for (const char* path : {"lessons/day-06/02-which-call.json", "lessons/day-06/02-which-call.md", "lessons/day-06/lesson.json"})
        for (std::size_t length = 0; length + 2 < whole.at(path).size(); length += 61) {   // cut short anywhere
            auto files = whole;
            files[path].resize(length);
            INFO(path << " cut at " << length);
            if (std::string(path).ends_with(".json")) CHECK_FALSE(parse_course(files).errors.empty());
            else parse_course(files);
        }
}

TEST_CASE("the choice without a misconception is the computed answer on each card that can show the step") {
    for (const Lesson& lesson : course().lessons)
        for (const Step& of : lesson.steps)
            for (const char* cc : {"5.2", "6.1", "7.0", "7.5", "8.0", "8.6", "8.7", "8.9", "9.0", "10.0", "10.3", "11.0", "12.0", "12.1"})
                for (const char* version : {"11.8", "12.9", "13.0"}) {
                    const Gpu gpu = card(cc);
                    if (!resolve_all(of.a.images, gpu, toolkit(version)) || !resolve_all(of.b.images, gpu, toolkit(version))) continue;
                    for (const Ask& ask : of.ask) {
                        const Verdict verdict = judge(request_for(of, ask.run, gpu, version), 0, gpu, toolkits());
                        const std::string expected = expected_text(of, ask, verdict, version);
                        INFO(of.id << " " << ask.run << " call " << ask.call << " on " << cc << " with " << version << ": " << expected << ", " << verdict.why);
                        int right = 0;
                        for (const AskChoice& choice : ask.choices) {
                            right += choice.answer == expected;
                            if (choice.answer == expected) CHECK(is_right(choice));
                            else if (is_right(choice)) CHECK(((choice.answer == "1" && expected == "9") || (choice.answer == "9" && expected == "1")));   // by the runtime
                        }
                        CHECK(right == 1);
                    }
                }
}

TEST_CASE("a card that cannot show a step is told why and what to do, and every other card shows it") {
    // With toolkit 13.0. What is missing follows from the card: no older major, no higher number, no second minor.
    const std::map<std::string, std::set<std::string>> missing = {
        {"7.5", {"day-46/2", "day-46/3", "day-69/1", "day-69/2", "day-69/3", "day-69/4", "day-69/5", "day-69/7"}},
        {"8.0", {"day-46/3"}}, {"8.6", {}}, {"8.9", {"day-46/3"}}, {"9.0", {"day-46/3"}}, {"10.0", {"day-46/3"}}, {"10.3", {"day-46/3"}},
        {"12.0", {"day-46/3"}}, {"12.1", {"day-46/3", "day-46/4", "day-69/4", "day-69/5"}}};
    for (const char* cc : nine_cards) {
        std::set<std::string> found;
        for (const Lesson& lesson : course().lessons)
            for (const Step& of : lesson.steps)
                for (const Config* config : {&of.a, &of.b})
                    if (const auto targets = resolve_all(config->images, card(cc), toolkit("13.0")); !targets) {
                        found.insert(of.id);
                        INFO(of.id << " on " << cc << ": " << targets.error().what);
                        CHECK(targets.error().what.find("--") != std::string::npos);   // an option that shows it, with its value
                        CHECK(targets.error().what.back() == '.');
                    }
        INFO(cc);
        CHECK(found == missing.at(cc));
    }
}

TEST_CASE("older cards show with toolkit 12.9 what toolkit 13.0 cannot build for them") {
    for (const char* cc : {"5.2", "6.1", "7.0"})
        for (const char* id : {"day-06/1", "day-06/2", "day-06/3", "day-06/4", "day-06/5", "day-06/6", "day-06/7", "day-46/1", "day-46/4", "day-46/5", "day-46/7", "day-46/8", "day-46/9", "day-69/8", "day-69/9", "day-69/10"})
            for (const Config* config : {&step(id).a, &step(id).b}) {
                INFO(id << " on " << cc);
                CHECK(resolve_all(config->images, card(cc), toolkit("12.9")));
            }
}

TEST_CASE("no step gives its answers away") {
    for (const Lesson& lesson : course().lessons)
        for (const Step& of : lesson.steps) {
            INFO(of.id);
            std::set<std::vector<std::string>> code_sets;
            for (const Ask& ask : of.ask) {
                std::vector<std::string> answers;
                for (const AskChoice& choice : ask.choices) answers.push_back(choice.answer);
                if (!ask.value) code_sets.insert(answers);
                const auto opens = [](const AskChoice& choice) { return !choice.because.empty(); };
                const auto count = std::count_if(ask.choices.begin(), ask.choices.end(), opens);
                CHECK((count == 0 || count == static_cast<long>(ask.choices.size())));   // a row that opens only under some codes tells
            }
            CHECK(code_sets.size() <= 1);   // the same set of codes wherever two calls could carry the same fault
        }
}

TEST_CASE("placeholders are filled, unknown ones are kept and named, other braces stay") {
    const Step& of = step("day-06/2");
    const StepValues values = step_values(of, card("7.5", "595.84"), &toolkit("13.0"));
    CHECK(fill("{a.target} and {b.target} on {cc}, driver {driver}", values) == "sm_80 and sm_75 on 7.5, driver 595.84");
    CHECK(fill("{card}", step_values(of, card("T4"), &toolkit("13.0"))) == card("T4").name);
    CHECK(fill("void f() { g({}); } {gpu} {", values) == "void f() { g({}); } {gpu} {");
    CHECK(unknown_placeholders("{card} {gpu} {a.image} { x }") == std::vector<std::string>{"gpu", "a.image"});
    CHECK(fill("{card}, {a.target}", step_values(of, std::nullopt, nullptr)) == "no card, its target");
}

TEST_CASE("differences between two configs are named by their field") {
    const Config base{{"exact", "ptx-lowest"}, {{.call = "launch", .grid = {1}, .block = {64}}, {.call = "cudaGetLastError"}}, {}, ""};
    auto with = [&](auto change) { Config other = base; change(other); return differences(base, other); };
    using Words = std::vector<std::string>;
    CHECK(differences(base, base).empty());
    CHECK(with([](Config& c) { c.images[0] = "unfit"; }) == Words{"target"});
    CHECK(with([](Config& c) { c.images[0] = "ptx-exact"; }) == Words{"kind"});
    CHECK(with([](Config& c) { c.images.pop_back(); }) == Words{"image"});
    CHECK(with([](Config& c) { c.images[0] = "edited(exact, cut)"; }) == Words{"edit"});
    CHECK(with([](Config& c) { c.calls[0].block = {2048}; }) == Words{"block size"});
    CHECK(with([](Config& c) { c.calls[0].args = {"u32:1"}; }) == Words{"argument"});
    CHECK(with([](Config& c) { c.calls.erase(c.calls.begin()); }) == Words{"launch line"});
    CHECK(with([](Config& c) { c.calls.pop_back(); }) == Words{"check line"});
    CHECK(with([](Config& c) { c.calls[1].call = "cudaPeekAtLastError"; }) == Words{"call"});
    CHECK(with([](Config& c) { c.env["CUDA_LAUNCH_BLOCKING"] = "1"; }) == Words{"environment"});
    CHECK(with([](Config& c) { c.toolkit = "12.9"; }) == Words{"toolkit"});
    CHECK(with([](Config& c) { c.toolkit = "12.9"; c.images[0] = "unfit"; }) == Words{"target", "toolkit"});
}
