#include "core/relative_target.h"

#include "catch.h"
#include "course.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

// As in the table of curriculum 1.2: "90a", "p75", "75 80 86", "-".
std::string resolved(const std::string& choice, const std::string& cc, const std::string& version = "13.0") {
    const auto targets = resolve(choice, card(cc), toolkit(version));
    if (!targets) return "-";
    std::string out;
    for (const Target& target : *targets) out += (out.empty() ? "" : " ") + std::string(target.kind == Kind::ptx ? "p" : "") + to_arch(target);
    return out;
}

struct Row {
    std::string choice;
    std::vector<std::string> cells;
};

}  // namespace

TEST_CASE("every relative target resolves on the nine cards as the curriculum's table says") {
    const Row rows[] = {
        {"exact", {"75", "80", "86", "89", "90", "100", "103", "120", "121"}},
        {"ptx-exact", {"p75", "p80", "p86", "p89", "p90", "p100", "p103", "p120", "p121"}},
        {"same-major-older", {"-", "-", "80", "86", "-", "-", "100", "-", "120"}},
        {"newer-minor", {"-", "86", "89", "-", "-", "103", "-", "121", "-"}},
        {"newer", {"80", "90", "90", "90", "100", "120", "120", "121", "-"}},
        {"older-major-sass", {"-", "75", "75", "75", "80", "90", "90", "100", "100"}},
        {"unfit", {"80", "90", "90", "90", "100", "120", "120", "121", "100"}},
        {"ptx-older", {"-", "p75", "p75", "p75", "p80", "p90", "p90", "p100", "p100"}},
        {"ptx-fitting", {"p75", "p75", "p75", "p75", "p80", "p90", "p90", "p100", "p100"}},
        {"ptx-newer", {"p80", "p90", "p90", "p90", "p100", "p120", "p120", "p121", "-"}},
        {"ptx-newer-minor", {"-", "p86", "p89", "-", "-", "p103", "-", "p121", "-"}},
        {"ptx-lowest", {"p75", "p75", "p75", "p75", "p75", "p75", "p75", "p75", "p75"}},
        {"default-sass", {"-", "75", "75", "75", "75", "75", "75", "75", "75"}},
        {"default-ptx", {"p75", "p75", "p75", "p75", "p75", "p75", "p75", "p75", "p75"}},
        {"suffix-misfit", {"90a", "90a", "90a", "90a", "100a", "p90a", "100a", "p90a", "120a"}},
        {"suffix-fit", {"75", "80", "86", "89", "90a", "p90", "100", "p90", "120"}},
        {"arch-specific-own", {"-", "-", "-", "-", "90a", "100a", "103a", "120a", "121a"}},
        {"arch-specific-other", {"90a", "90a", "90a", "90a", "100a", "90a", "100a", "90a", "120a"}},
        {"family", {"-", "-", "-", "-", "-", "100f", "100f", "120f", "120f"}},
        {"family-other", {"100f", "100f", "100f", "100f", "100f", "103f", "120f", "121f", "100f"}},
        {"older-wheel", {"-", "75", "75", "75", "75 80 86", "75 80 86 90", "75 80 86 90", "75 80 86 90", "75 80 86 90"}},
    };
    for (const Row& row : rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            INFO(row.choice << " on " << nine_cards[i]);
            CHECK(resolved(row.choice, nine_cards[i]) == row.cells[i]);
        }
}

TEST_CASE("a 7.5 card finds its older targets in a 12.x toolkit of the shelf") {
    CHECK(resolved("same-major-older", "7.5", "12.9") == "70");
    CHECK(resolved("older-major-sass", "7.5", "12.9") == "60");
    CHECK(resolved("ptx-older", "7.5", "12.9") == "p60");
    CHECK(resolved("older-major-sass", "7.5", "11.8") == "60");
    CHECK(resolved("older-wheel", "7.5", "12.9") == "50 60");
    CHECK(resolved("default-sass", "7.5", "12.9") == "52");
    CHECK(resolved("default-ptx", "7.5", "12.9") == "p52");
    CHECK(resolved("default-sass", "5.2", "12.9") == "-");   // the default is its own number
    CHECK(resolved("default-sass", "6.1", "12.9") == "52");
}

TEST_CASE("an Orin withholds older code of its major and keeps its own number") {
    CHECK(resolved("exact", "8.7") == "87");
    CHECK(resolved("newer", "8.7") == "90");
    CHECK(resolved("older-major-sass", "8.7") == "75");
    CHECK(resolved("ptx-older", "8.7") == "p75");
    CHECK(resolved("same-major-older", "8.7") == "-");
}

TEST_CASE("a Thor has its own number, suffixes and neighbours") {
    CHECK(resolved("exact", "11.0") == "110");
    CHECK(resolved("newer", "11.0") == "120");
    CHECK(resolved("older-major-sass", "11.0") == "100");
    CHECK(resolved("ptx-older", "11.0") == "p100");
    CHECK(resolved("arch-specific-own", "11.0") == "110a");
    CHECK(resolved("family", "11.0") == "110f");
}

TEST_CASE("cards below 7.5 keep only what does not fit with toolkit 13.0, and the rest comes from 12.9") {
    const std::pair<const char*, const char*> cards[] = {{"7.0", "80"}, {"6.1", "75"}, {"5.2", "75"}};
    for (const auto& [cc, unfit] : cards) {
        INFO(cc);
        CHECK(resolved("unfit", cc) == unfit);
        for (const char* choice : {"exact", "ptx-exact", "same-major-older", "ptx-older", "ptx-lowest", "arch-specific-own", "family"}) {
            INFO(choice);
            CHECK(resolved(choice, cc) == "-");
        }
    }
    CHECK(resolved("exact", "7.0", "12.9") == "70");
    CHECK(resolved("exact", "6.1", "12.9") == "61");
    CHECK(resolved("ptx-lowest", "5.2", "12.9") == "p50");
}

TEST_CASE("a choice that does not exist says why and what to do instead") {
    const auto own = resolve("exact", card("6.1"), toolkit("13.0"));
    REQUIRE_FALSE(own);
    CHECK(own.error().where == "exact");
    CHECK(own.error().what ==
          "CUDA 13.0 has no such target for a 6.1 card: it would be the card's own number. Take toolkit 12.9, which builds 5.0 to 7.2 "
          "(launchlab doctor --fetch 12.9, then --toolkit 12.9), or show a recording of another card.");
    const auto newest = resolve("ptx-newer", card("12.1"), toolkit("13.0"));
    REQUIRE_FALSE(newest);
    CHECK(newest.error().what.find("This card stands at the top of the toolkit's list.") != std::string::npos);
    const auto minor = resolve("newer-minor", card("9.0"), toolkit("13.0"));
    REQUIRE_FALSE(minor);
    CHECK(minor.error().what.find("Judge by rule a card that has one, such as --on 8.6.") != std::string::npos);
    CHECK_FALSE(resolve_all({"exact", "newer-minor"}, card("9.0"), toolkit("13.0")));
}

TEST_CASE("fixed, edited, bare and renamed images resolve to what they are made from") {
    CHECK(resolved("sm_86", "9.0") == "86");
    CHECK(resolved("compute_100f", "9.0") == "p100f");
    CHECK(resolved("sm_70", "9.0") == "-");
    CHECK(resolved("edited(ptx-exact, syntax)", "9.0") == "p90");
    CHECK(resolved("bare(ptx-newer)", "9.0") == "p100");
    CHECK(resolved("missing-name", "9.0") == "90");
    const auto edited = parse_relative("bare(edited(exact, cut))");
    REQUIRE(edited);
    CHECK((edited->bare && edited->edit == "cut" && edited->choice == "exact"));
    for (const char* bad : {"", "oldest", "edited(exact)", "edited(exact, burn)", "bare(", "sm_", "bare(oldest)"}) {
        INFO(bad);
        CHECK_FALSE(parse_relative(bad));
    }
}

TEST_CASE("the short row of chips leaves out integrated parts and suffixes, the long one has all") {
    auto names = [](bool all) {
        std::string out;
        for (const Target& target : offered_targets(toolkit("13.0"), all)) out += (out.empty() ? "" : " ") + std::string(target.kind == Kind::ptx ? "p" : "") + to_arch(target);
        return out;
    };
    CHECK(names(false) == "75 80 86 89 90 100 103 120 121 p75 p80 p90 p100 p120");
    CHECK(names(true) ==
          "75 80 86 87 88 89 90 90a 100 100f 100a 103 103f 103a 110 110f 110a 120 120f 120a 121 121f 121a "
          "p75 p80 p86 p87 p88 p89 p90 p90a p100 p100f p100a p103 p103f p103a p110 p110f p110a p120 p120f p120a p121 p121f p121a");
}
