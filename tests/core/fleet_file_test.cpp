#include "core/fleet_file.h"

#include "tables.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

std::string read(const std::string& toml) {
    const Result<CardList> cards = parse_fleet(toml, "fleet.toml", gpus(), driver("595"));
    if (!cards) return cards.error().where + ": " + cards.error().what;
    std::string out;
    for (const AskedCard& one : cards->cards) out += (out.empty() ? "" : " ") + to_text(one.gpu.capability) + (one.driver_named ? "@" + one.gpu.driver.version : "");
    return out + (cards->next.empty() ? "" : " next");
}

}  // namespace

TEST_CASE("a fleet is read from a list of words and from tables", "[fleet]") {
    CHECK(read("cards = [\"T4@535\", \"A100\"]\n") == "7.5@535 8.0");
    CHECK(read("# ours\n[[card]]\nname = \"T4\"\ndriver = \"535.104\"\n\n[[card]]\nname = \"12.0\"\n") == "7.5@535.104 12.0");
    CHECK(read("cards = [\"all 12.x\", \"next\"]\n[[card]]\nname = \"RTX 4090\"\n") == "12.0 12.1 8.9 next");
    CHECK(read("cards = [\n  'L4',\n  'L4',\n]\n") == "8.9");
}

TEST_CASE("a mistake in a fleet file is told with its line", "[fleet]") {
    CHECK(read("cards = [\"T4\",\n  \"RTX 9999\"]\n").starts_with("fleet.toml line 2: \"RTX 9999\": no card of this name is known."));
    CHECK(read("\n\ngpus = [\"T4\"]\n").starts_with("fleet.toml line 3: \"gpus\" is no key of a fleet."));
    CHECK(read("cards = \"T4\"\n").starts_with("fleet.toml line 1: cards is a list of texts"));
    CHECK(read("cards = [8.6]\n").starts_with("fleet.toml line 1: a card is a text here"));
    CHECK(read("[[card]]\ndriver = \"535\"\n").find("this card has no name") != std::string::npos);
    CHECK(read("[[card]]\nname = \"T4\"\nvbios = \"1\"\n").starts_with("fleet.toml line 3: \"vbios\" is no key of a card."));
    CHECK(read("[[card]]\nname = \"T4\"\ndriver = 535\n").starts_with("fleet.toml line 3: driver is a text"));
    CHECK(read("[[card]]\nname = \"T4\"\ndriver = \"new\"\n").find("is not a driver's version") != std::string::npos);
    CHECK(read("cards = [\"T4\"\nname\n").find("this is no TOML") != std::string::npos);
    CHECK(read("cards = [\"T4\"\nname\n").starts_with("fleet.toml line "));
    CHECK(read("").starts_with("fleet.toml: it names no card"));
    CHECK(read("cards = []").starts_with("fleet.toml: it names no card"));
    CHECK(read("\xff\xfe = 1").find("this is no TOML") != std::string::npos);
}
