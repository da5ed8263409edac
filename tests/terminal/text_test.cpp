#include "terminal/text.h"

#include "catch.h"
#include "terminal/arguments.h"

using namespace launchlab;

TEST_CASE("long words break and short ones move to the next line") {
    const Style style{20, false, true};
    const Lines lines = wrap(style, "one two aVeryLongWordWithoutAnySpaceInside end", "> ", "  ");
    for (const std::string& line : lines) CHECK(cells(line) <= 20);
    CHECK(lines.front().starts_with("> one two"));
    std::string all;
    for (const std::string& line : lines) all += line.substr(2);
    CHECK(all.find("end") != std::string::npos);
}

TEST_CASE("outside text cannot send escapes to the terminal") {
    const Style style{80, false, true};
    CHECK(printable(style, "a\033[31mb\x07") == "a^[[31mb^G");
    CHECK(printable(style, "broken \xff\xfe") == "broken ??");
    CHECK(printable({80, false, false}, "caf\xc3\xa9") == "caf?");
}

TEST_CASE("durations take at most six cells") {
    const Style style{80, false, true};
    for (std::int64_t us : {0LL, 7LL, 999LL, 1000LL, 1500LL, 9'949LL, 9'950LL, 99'949LL, 196'000LL, 999'499LL, 999'500LL, 10'000'000LL,
                            99'950'000LL, 600'000'000LL}) {
        INFO(us << " " << to_duration(style, us));
        CHECK(cells(to_duration(style, us)) <= 6);
    }
    CHECK(to_duration(style, 1500) == "1.5 ms");
    CHECK(to_duration(style, 196'000) == "196 ms");
}

TEST_CASE("the nearest name comes first and a stranger has none") {
    CHECK(nearest("day-6/2", {"day-06/1", "day-06/2", "day-46/2"}).front() == "day-06/2");
    CHECK(nearest("xyz", {"run"}).empty());
}

TEST_CASE("a runner's command is split like a shell's words") {
    CHECK(*split_words("ssh lab-gpu launchlab-runner") == std::vector<std::string>{"ssh", "lab-gpu", "launchlab-runner"});
    CHECK(*split_words(" 'a b' \"c \\\"d\" e\\ f '' ") == std::vector<std::string>{"a b", "c \"d", "e f", ""});
    CHECK(split_words("")->empty());
    CHECK(!split_words("'unclosed"));
    CHECK(!split_words("ssh \"lab gpu"));
}

TEST_CASE("options that contradict each other are refused with words") {
    const auto refused = [](const std::vector<std::string>& words, const char* text) {
        const Parsed parsed = parse_arguments(words);
        INFO(parsed.err);
        return !parsed.arguments && parsed.exit == 2 && parsed.err.starts_with("launchlab: ") && parsed.err.find(text) != std::string::npos;
    };
    CHECK(refused({"run", "day-06/2", "--gpu", "0", "--on", "7.5"}, "--gpu runs on a card that is here"));
    CHECK(refused({"run", "day-06/2", "--gpu", "0", "--recorded", "x"}, "plays what was measured before"));
    CHECK(refused({"run", "day-06/2", "--recorded", "x", "--targets", "sm_90"}, "played as it was measured"));
    CHECK(refused({"run"}, "the step is missing"));
    CHECK(refused({"rnu"}, "Nearest: run."));
    CHECK(refused({"shot", "day-06/2", "x.png", "--size", "9"}, "--size 1920x1080"));
    CHECK(refused({"shot", "day-06/2", "x.png", "--zoom", "9"}, "50 to 400"));
    CHECK(refused({"doctor", "--yes"}, "--fetch"));
}

TEST_CASE("every command and option says what it does, with an example") {
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"--help"}, {"run", "--help"}, {"doctor", "--help"}, {"lessons", "--help"}, {"shot", "--help"}}) {
        const Parsed parsed = parse_arguments(words);
        CHECK(parsed.exit == 0);
        CHECK(parsed.out.find("Examples:") != std::string::npos);
        for (const std::string& line : wrap_help({80, false, false}, parsed.out)) CHECK(cells(line) <= 80);
    }
    CHECK(parse_arguments({"--version"}).out.starts_with("launchlab "));
}
