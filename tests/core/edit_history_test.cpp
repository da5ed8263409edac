#include "catch.h"
#include "core/edit_history.h"

using namespace launchlab;

TEST_CASE("undo and redo give back each text to the byte, many steps back") {
    EditHistory history;
    const std::vector<std::string> texts = {"", "a\nb\n", "a\nb\nc\n", "", "entirely other \xC3\xA9\n", "entirely other\n", "aaaa", "aaa"};
    for (std::size_t i = 1; i < texts.size(); ++i) history.note(texts[i - 1], texts[i]);
    std::string now = texts.back();
    for (std::size_t i = texts.size() - 1; i > 0; --i) {
        auto back = history.undo(now);
        REQUIRE(back);
        CHECK(back->text == texts[i - 1]);
        CHECK(back->cursor <= back->text.size());
        now = back->text;
    }
    CHECK_FALSE(history.undo(now));
    for (std::size_t i = 1; i < texts.size(); ++i) {
        auto again = history.redo(now);
        REQUIRE(again);
        CHECK(again->text == texts[i]);
        now = again->text;
    }
    CHECK_FALSE(history.redo(now));
}

TEST_CASE("a word typed letter by letter is one step, the next word another") {
    EditHistory history;
    std::string text;
    for (char c : std::string("out mark")) {
        std::string next = text + c;
        history.note(text, next, next.size());
        text = next;
    }
    auto back = history.undo(text);
    REQUIRE(back);
    CHECK(back->text == "out ");
    back = history.undo(back->text);
    REQUIRE(back);
    CHECK(back->text == "");
}

TEST_CASE("letters rubbed out one by one come back together") {
    EditHistory history;
    history.note("mark", "mar", 3);
    history.note("mar", "ma", 2);
    history.note("ma", "m", 1);
    auto back = history.undo("m");
    REQUIRE(back);
    CHECK(back->text == "mark");
}

TEST_CASE("a change after an undo drops what could have been redone") {
    EditHistory history;
    history.note("a", "ab");
    REQUIRE(history.undo("ab"));
    CHECK(history.can_redo());
    history.note("a", "ac");
    CHECK_FALSE(history.can_redo());
    auto back = history.undo("ac");
    REQUIRE(back);
    CHECK(back->text == "a");
}

TEST_CASE("a reset after typing is a step of its own") {
    EditHistory history;
    history.note("k", "k1", 2);
    history.note("k1", "k12", 3);
    history.note("k12", "k");
    CHECK(history.undo("k")->text == "k12");
    CHECK(history.undo("k12")->text == "k");
}

TEST_CASE("a text that is not the one noted last is left alone") {
    EditHistory history;
    history.note("one", "two");
    CHECK_FALSE(history.undo("t"));
    CHECK(history.can_undo());
}

TEST_CASE("a blank typed among blanks is found where the cursor is") {
    TextDifference found = text_difference("a    b", "a     b", 2);
    CHECK(found.at == 1);
    CHECK(found.in == 1);
    CHECK(found.out == 0);
    CHECK(text_difference("a    b", "a     b").at == 5);
    CHECK(text_difference("a\n\nb", "a\nb", 1).at == 1);
}
