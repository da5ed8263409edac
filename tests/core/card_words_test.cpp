#include "core/card_words.h"

#include "tables.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

// "7.5@535 8.0" and " next" where cards to come are asked for.
std::string read(const std::string& list, const std::string& with = "580") {
    const Result<CardList> cards = read_cards(list, gpus(), driver(with));
    if (!cards) return "error at \"" + cards.error().where + "\"";
    std::string out;
    for (const AskedCard& one : cards->cards) out += (out.empty() ? "" : " ") + to_text(one.gpu.capability) + (one.driver_named ? "@" + one.gpu.driver.version : "");
    return out + (cards->next.empty() ? "" : " next");
}

}  // namespace

TEST_CASE("a list of cards is read by name, capability, driver and major", "[cards]") {
    CHECK(read("T4@535,A100,RTX 4090,5090") == "7.5@535 8.0 8.9 12.0");
    CHECK(read(" 8.6 , 9.0@580.95.05 ") == "8.6 9.0@580.95.05");
    CHECK(read("all 8.x") == "8.0 8.6 8.7 8.9");
    CHECK(read("8.x@550") == "8.0@550 8.6@550 8.7@550 8.9@550");
    CHECK(read("every 12.x card, T4") == "12.0 12.1 7.5");
    CHECK(read("Whatever comes next") == " next");
    CHECK(read("A100, next") == "8.0 next");
}

TEST_CASE("all means every capability of the table from 5.0 to 12.1", "[cards]") {
    std::string every;
    for (const std::string& one : all_capabilities(gpus())) every += (every.empty() ? "" : " ") + one;
    CHECK(read("all") == every);
    CHECK(every.starts_with("5.0 5.2 "));
    CHECK(every.ends_with(" 12.0 12.1"));
}

TEST_CASE("a card that is named twice counts once, with two drivers twice", "[cards]") {
    CHECK(read("T4,Tesla T4,T4@535,T4@535") == "7.5 7.5@535");
    CHECK(read("8.6,all 8.x") == "8.6 8.0 8.7 8.9");
}

TEST_CASE("a word of a list of cards that cannot be read is named", "[cards]") {
    CHECK(read("T4,RTX 9999") == "error at \"RTX 9999\"");
    CHECK(read("T4@new") == "error at \"T4@new\"");
    CHECK(read("T4,,A100") == "error at \"\"");
    CHECK(read("T4,") == "error at \"\"");
    CHECK(read("") == "error at \"\"");
    CHECK(read("all 4.x") == "error at \"all 4.x\"");
    CHECK(read("next@580") == "error at \"next@580\"");
    for (const char* list : {"T4,RTX 9999", "T4@new", "T4,", "", "all 4.x", "next@580"}) {
        const Result<CardList> cards = read_cards(list, gpus(), driver("580"));
        CHECK(cards.error().what.ends_with('.'));
    }
}

TEST_CASE("cards without a driver get the one that is assumed, or the nearest that drives them", "[cards]") {
    const Result<CardList> cards = read_cards("6.1,9.0,T4@535", gpus(), driver("595"));
    REQUIRE(cards);
    CHECK(cards->cards[0].gpu.driver.branch == 580);
    CHECK(cards->cards[1].gpu.driver.branch == 595);
    CHECK(cards->cards[2].gpu.driver.branch == 535);
    CHECK(cards->cards[0].asked == "6.1");
}
