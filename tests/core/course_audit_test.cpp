#include "core/course_audit.h"

#include <algorithm>

#include "catch.h"
#include "course.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

std::vector<Recording> recorded(std::string text = read_text("assets/recordings/h200.jsonl")) {
    std::vector<Recording> all = parse_recordings(text, "h200.jsonl").recordings;
    for (Recording& page : parse_recordings(read_text("assets/recordings/page-t4.jsonl"), "page-t4.jsonl").recordings) all.push_back(std::move(page));
    return all;
}

Step& change(Course& course, const std::string& id) {
    Step* found = const_cast<Step*>(find_step(course, id));
    REQUIRE(found);
    return *found;
}

std::string only(const std::vector<Error>& errors) {
    for (const Error& error : errors) UNSCOPED_INFO(error.text());
    CHECK(errors.size() == 1);
    return errors.empty() ? "" : errors.front().text();
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the shipped course keeps its recordings, its rule cards and its computed answers") {
    const std::vector<Error> found = audit_course(course(), recorded(), toolkits(), gpus());
    for (const Error& error : found) UNSCOPED_INFO(error.text());
    CHECK(found.empty());
}

TEST_CASE("a step that nothing shows is found, and so is a recording that it names in vain") {
    std::vector<Recording> all = recorded();
    std::erase_if(all, [](const Recording& one) { return one.name == "h200/day-06/3/B"; });
    Course own = course();
    change(own, "day-06/3").recordings.clear();
    CHECK(holds(only(audit_course(own, all, toolkits(), gpus())), "/03-how-long-the-code-stays.json: nothing shows run B where its card is not"));
    change(own, "day-06/3").rule_card = "8.6";
    CHECK(audit_course(own, all, toolkits(), gpus()).empty());
    change(own, "day-06/3").recordings = {"h200/day-06/3/B"};
    CHECK(holds(only(audit_course(own, all, toolkits(), gpus())), "/recordings: there is no recording \"h200/day-06/3/B\""));
}

TEST_CASE("a rule card must have the step's images") {
    Course own = course();
    change(own, "day-46/3").rule_card = "9.0";   // no second minor below it
    CHECK(holds(audit_course(own, recorded(), toolkits(), gpus()).front().text(), "/rule_card: no toolkit builds run A"));
    change(own, "day-46/3").rule_card = "no card";
    CHECK(holds(only(audit_course(own, recorded(), toolkits(), gpus())), "/rule_card: "));
}

TEST_CASE("a step that changed since it was recorded is found") {
    Course own = course();
    Step& step = change(own, "day-06/6");
    step.kernel += "// one more line\n";
    const std::vector<Error> found = audit_course(own, recorded(), toolkits(), gpus());
    REQUIRE(found.size() == 2);   // runs A and B
    CHECK(holds(found.front().text(), "recording h200/day-06/6/A: the step makes another request than this one"));
}

TEST_CASE("a recording that the rule contradicts is found, though its hashes fit") {
    std::vector<Recording> all = recorded();
    for (Recording& one : all)
        if (one.name == "h200/day-06/2/A")
            for (Call& call : one.run.calls)
                if (call.call == "cudaDeviceSynchronize") call.code = 209;
    CHECK(holds(only(audit_course(course(), all, toolkits(), gpus())), "recording h200/day-06/2/A: call 4, cudaDeviceSynchronize, returned 209; by rule it is 0."));
    all = recorded();
    for (Recording& one : all)
        if (one.name == "h200/day-06/2/B") one.run.values[0].words[0] = 7;
    CHECK(audit_course(course(), all, toolkits(), gpus()).empty());   // the step asks nothing of B's value
    for (Recording& one : all)
        if (one.name == "h200/day-06/2/A") one.run.values[0].words[0] = 7;
    CHECK(holds(only(audit_course(course(), all, toolkits(), gpus())), "out[0] is \"0x7\" in it; by rule it is \"0xFFFFFFFF\"."));
}

TEST_CASE("lines that were edited are refused when the file is read, and a recording without their hash is found") {
    std::string text = read_text("assets/recordings/h200.jsonl");
    const std::size_t at = text.find("\"us\":", text.find("\"event\":\"call\""));
    text.insert(at + 5, "1");
    const ParsedRecordings edited = parse_recordings(text, "h200.jsonl");
    CHECK(holds(only(edited.errors), "h200.jsonl h200/day-06/1/A: its lines were changed"));
    text = read_text("assets/recordings/h200.jsonl");
    const std::size_t seal = text.find(",\"lines_hash\"");
    text.erase(seal, text.find(',', seal + 1) == std::string::npos ? 0 : text.find('}', seal) - seal);
    CHECK(holds(only(audit_course(course(), recorded(text), toolkits(), gpus())), "has no \"lines_hash\""));
}

TEST_CASE("an answer that is not the computed one is found with the card that shows it") {
    Course own = course();
    for (AskChoice& choice : change(own, "day-06/2").ask[1].choices)
        for (auto& because : choice.because) because.misconception = choice.answer == "209" ? "" : "M01";
    CHECK(holds(only(audit_course(own, recorded(), toolkits(), gpus())), "/ask/1: by rule the answer on a card "));
}

TEST_CASE("a lesson without an author or a reviewer is not published") {
    Course own = course();
    for (Lesson& lesson : own.lessons) lesson.author = lesson.reviewer = "A. Name";
    CHECK(not_published(own).empty());
    own.lessons[1].reviewer.clear();
    CHECK(holds(only(not_published(own)), "lessons/day-46/lesson.json: its reviewer is not named"));
    own.lessons[1].author.clear();
    CHECK(holds(only(not_published(own)), "author and reviewer are not named"));
}
