// Which steps run on a card, which are shown otherwise, why, and what would open them.
#include "core/runs_here.h"
#include "course.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

// Two steps of one lesson: both runs everywhere, and one whose run B asks for a neighbour that not every card has.
Course two_steps(const std::string& b_of_second = "newer-minor") {
    Course made;
    Lesson lesson{.id = "day-46", .day = 46, .title = "PTX and SASS"};
    Step first{.id = "day-46/1", .title = "One"}, second{.id = "day-46/2", .title = "Two"};
    first.a.images = {"unfit"}, first.b.images = {"exact"};
    second.a.images = {"exact"}, second.b.images = {b_of_second};
    lesson.steps = {first, second};
    made.lessons = {lesson};
    return made;
}

Recording recording(const std::string& name, const std::string& gpu, Origin::Kind kind = Origin::Kind::measured) {
    Recording out{.name = name};
    out.run.origin = {.kind = kind, .gpu = gpu, .capability = {9, 0}};
    return out;
}

}  // namespace

TEST_CASE("a step whose both runs have their targets on the card is live, and needs no row") {
    const Gpu own = card("8.0");
    const Toolkit& with = toolkit("13.0");
    const auto all = runs_here(two_steps(), {.card = &own, .live = true, .toolkit = &with, .present = {"13.0"}}, {}, toolkits());
    REQUIRE(all.size() == 2);
    CHECK(all[0].way == Way::live);
    CHECK(all[1].way == Way::live);
    CHECK(all[1].reason.empty());
    CHECK(rows_of(all).empty());
}

TEST_CASE("a step without its target on this card says which run lacks it, and is shown from a recording where one exists") {
    const Gpu own = card("9.0");
    const Toolkit& with = toolkit("13.0");
    const Here here{.card = &own, .live = true, .toolkit = &with, .present = {"13.0"}};
    auto all = runs_here(two_steps(), here, {}, toolkits());
    CHECK(all[0].way == Way::live);
    CHECK(all[1].way == Way::none);
    CHECK(all[1].reason.rfind("Run B: CUDA 13.0 has no such target for a 9.0 card", 0) == 0);
    CHECK(all[1].remedy.empty());

    all = runs_here(two_steps(), here, {recording("page-t4/day-46/2/A", "Tesla T4", Origin::Kind::page), recording("h200/day-46/2/A", "NVIDIA H200")}, toolkits());
    CHECK(all[1].way == Way::recorded);
    CHECK(all[1].instead == "Recorded on an NVIDIA H200.");
}

TEST_CASE("an older toolkit that has the target is the remedy, fetched or named") {
    const Gpu own = card("7.5");
    const Toolkit& with = toolkit("13.0");
    const Course course_now = two_steps("older-major-sass");
    auto all = runs_here(course_now, {.card = &own, .live = true, .toolkit = &with, .present = {"13.0"}}, {}, toolkits());
    REQUIRE(all[1].way != Way::live);
    CHECK(all[1].remedy.find("launchlab doctor --fetch 12.9") != std::string::npos);
    all = runs_here(course_now, {.card = &own, .live = true, .toolkit = &with, .present = {"13.0", "12.9"}}, {}, toolkits());
    CHECK(all[1].remedy == "Start with --toolkit 12.9 to run it.");
}

TEST_CASE("where only a newer driver would do, the remedy names its branch") {
    const Gpu own = card("9.0", "535.183.01");
    const Toolkit& with = toolkit("12.2");
    const auto all = runs_here(two_steps("family-other"), {.card = &own, .live = true, .toolkit = &with, .present = {"12.2"}}, {}, toolkits());
    REQUIRE(all[1].way != Way::live);
    CHECK(all[1].remedy.find("Driver 575 or newer") == 0);
}

TEST_CASE("without a card every step says so once, with what is shown instead") {
    const Gpu borrowed = card("9.0");
    const Toolkit& with = toolkit("13.0");
    const Here here{.card = &borrowed, .live = false, .toolkit = &with, .present = {"13.0"}, .why_not = "No GPU found.", .remedy = "Install a driver."};
    auto rows = rows_of(runs_here(two_steps("exact"), here, {}, toolkits()));
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].way == Way::by_rule);
    CHECK(rows[0].steps == std::vector<std::string>{"day-46/1", "day-46/2"});
    CHECK(rows[0].reason == "No GPU found.");
    CHECK(rows[0].remedy == "Install a driver.");

    rows = rows_of(runs_here(two_steps("exact"), here, {recording("h200/day-46/1/A", "NVIDIA H200")}, toolkits()));
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].way == Way::recorded);
    CHECK(rows[1].way == Way::by_rule);
}

TEST_CASE("for a card that was chosen to be judged the rule speaks, not a recording of another card") {
    const Gpu chosen = card("7.5");
    const Toolkit& with = toolkit("13.0");
    const std::vector<Recording> some{recording("h200/day-46/1/A", "NVIDIA H200")};
    Here here{.card = &chosen, .live = false, .toolkit = &with, .by_rule = true, .why_not = "Chosen."};
    CHECK(runs_here(two_steps("exact"), here, some, toolkits())[0].way == Way::by_rule);
    here.by_rule = false;
    CHECK(runs_here(two_steps("exact"), here, some, toolkits())[0].way == Way::recorded);
}

TEST_CASE("a recording of another step with a longer number is not taken for this one") {
    const auto all = runs_here(two_steps("exact"), {}, {recording("h200/day-46/11/A", "NVIDIA H200")}, toolkits());
    CHECK(all[0].way == Way::none);
}

TEST_CASE("a step that names its toolkit runs only where that toolkit is complete") {
    Course made = two_steps("exact");
    made.lessons[0].steps[1].a.toolkit = made.lessons[0].steps[1].b.toolkit = "12.9";
    const Gpu own = card("9.0");
    const Toolkit& with = toolkit("13.0");
    const auto all = runs_here(made, {.card = &own, .live = true, .toolkit = &with, .present = {"13.0"}}, {}, toolkits());
    CHECK(all[0].way == Way::live);
    CHECK(all[1].reason == "It is built with CUDA 12.9, which is not complete here.");
    CHECK(all[1].remedy.find("--fetch 12.9") != std::string::npos);
}

TEST_CASE("the shipped course is told on all nine cards: each step live, or with a reason and what is shown") {
    for (const char* text : nine_cards) {
        const Gpu own = card(text);
        const Toolkit& with = toolkit("13.0");
        for (const RunsHere& one : runs_here(course(), {.card = &own, .live = true, .toolkit = &with, .present = {"13.0"}}, {}, toolkits())) {
            INFO(text << " " << one.step);
            CHECK((one.way == Way::live) == one.reason.empty());
            CHECK((one.way == Way::live) == one.instead.empty());
        }
    }
}

TEST_CASE("steps are listed in words, by day") {
    Course made = two_steps();
    Lesson other{.id = "day-69", .day = 69};
    other.steps = {Step{.id = "day-69/1"}, Step{.id = "day-69/2"}, Step{.id = "day-69/3"}};
    made.lessons.push_back(other);
    CHECK(steps_text(made, {"day-46/1"}) == "Day 46, step 1");
    CHECK(steps_text(made, {"day-69/1", "day-69/3"}) == "Day 69, steps 1 and 3");
    CHECK(steps_text(made, {"day-46/1", "day-46/2"}) == "Day 46");
    CHECK(steps_text(made, {"day-46/1", "day-46/2", "day-69/2"}) == "Day 46 and day 69, step 2");
    CHECK(steps_text(made, {"day-46/1", "day-46/2", "day-69/1", "day-69/2", "day-69/3"}) == "Every step");
}

TEST_CASE("a card is spoken of with its article") {
    CHECK(with_article("NVIDIA H200") == "an NVIDIA H200");
    CHECK(with_article("Tesla T4") == "a Tesla T4");
    CHECK(with_article("RTX 4090") == "an RTX 4090");
    CHECK(with_article("GeForce GTX 1650") == "a GeForce GTX 1650");
    CHECK(with_article("a 7.5 card") == "a 7.5 card");
}
