#include "catch.h"
#include "core/json_reader.h"

using namespace launchlab;

namespace {

std::string syntax(const std::string& text) {
    Result<nlohmann::json> parsed = parse_json(text, "f.json");
    INFO(text);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().where == "f.json");
    return parsed.error().what;
}

std::vector<std::string> texts(const JsonReader& reader) {
    std::vector<std::string> out;
    for (const Error& error : reader.errors()) out.push_back(error.text());
    return out;
}

}  // namespace

TEST_CASE("a syntax error names line and column", "[json]") {
    CHECK(syntax("{\"a\": 1,\n \"b\" 2}").starts_with("line 2, column 6:"));
    CHECK(syntax("").starts_with("line 1, column 1:"));
    CHECK(syntax("{\"a\":1} x").starts_with("line 1, column 9:"));
    CHECK(syntax("\n\n[1,]").starts_with("line 3, column 4:"));
    for (const char* bad : {"{", "[", "\"", "nul", "[1e999]", "\"\xff\"", "{1:2}", "\"a\nb\"", "//x", "{\"a\":1,}", "[-]", "\x01"}) syntax(bad);
    CHECK(syntax(std::string(100000, '[')).find("nested") != std::string::npos);
    CHECK(syntax("{\"a\":1,\"b\":{\"a\":1},\"a\":2}").find("\"a\" is written twice") != std::string::npos);
    CHECK(parse_json("{\"a\":{\"a\":1},\"b\":[{\"a\":2},{\"a\":3}]}", "f.json"));
}

TEST_CASE("an object of twenty thousand keys is read, and one of them written twice is found", "[json]") {
    std::string keys;
    for (int i = 0; i < 20'000; ++i) keys += "\"key " + std::to_string(i) + "\":1,";
    auto whole = parse_json("{" + keys + "\"last\":1}", "f.json");
    REQUIRE(whole);
    CHECK(whole->size() == 20'001);
    CHECK(syntax("{" + keys + "\"key 7\":1}").find("\"key 7\" is written twice") != std::string::npos);
}

TEST_CASE("an unknown key is an error with the known ones", "[json]") {
    auto document = parse_json(R"({"a":1,"x/y":2})", "f.json");
    REQUIRE(document);
    JsonReader reader("f.json");
    reader.object(*document, "", {"a", "b", "c"});
    CHECK(texts(reader) == std::vector<std::string>{
                               "f.json /x~1y: unknown key \"x/y\"; known keys are a, b, c. Remove it or mend its spelling."});
}

TEST_CASE("values have the type that is asked for", "[json]") {
    auto document = parse_json(R"({"text":"t","number":-7,"real":2.5,"flag":true,"texts":["a",1],"word":"up","map":{"A":"1","B":2},
                                   "object":{"deep":null},"list":{},"big":18446744073709551615})", "f.json");
    REQUIRE(document);
    JsonReader reader("f.json");
    auto top = reader.object(*document, "", {"text", "number", "real", "flag", "texts", "word", "map", "object", "list", "big", "absent"});
    CHECK(top.text("text") == "t");
    CHECK(top.number("number") == -7);
    CHECK(top.real("real") == 2.5);
    CHECK(top.real("number") == -7.0);
    CHECK(top.flag("flag"));
    CHECK(top.one_of("word", {"up", "down"}) == "up");
    CHECK(top.text("absent", "else") == "else");
    CHECK(top.number("absent", 3) == 3);
    CHECK(top.flag("absent", true));
    CHECK(top.one_of("absent", {"up"}, "up") == "up");
    CHECK(top.list("absent", false).empty());
    CHECK(top.object("absent", {"x"}, false).text("x").empty());
    CHECK(top.at("absent").json == nullptr);
    REQUIRE(reader.errors().empty());
    CHECK(top.texts("texts") == std::vector<std::string>{"a", ""});
    CHECK(top.words("map").at("A") == "1");
    top.object("object", {"deep"}).text("deep");
    top.list("list");
    top.number("big");
    top.number("real");
    top.one_of("word", {"left", "right"});
    top.text("absent");
    CHECK(texts(reader) == std::vector<std::string>{
                               "f.json /texts/1: this is a number. Write text in quotes here.",
                               "f.json /map/B: this is a number. Write text in quotes here.",
                               "f.json /object/deep: this is null. Write text in quotes here.",
                               "f.json /list: this is an object. Write a list [ ] here.",
                               "f.json /big: this number is not a whole number of 64 bits. Write a whole number here.",
                               "f.json /real: this number is not a whole number of 64 bits. Write a whole number here.",
                               "f.json /word: unknown word \"up\"; known words are left, right. Use one of them.",
                               "f.json: the key \"absent\" is missing. Add it.",
                           });
    CHECK(reader.error()->text() == texts(reader).front());
}

TEST_CASE("a wrong object is reported once and read as empty", "[json]") {
    auto document = parse_json(R"({"object":3})", "f.json");
    REQUIRE(document);
    JsonReader reader("f.json");
    auto inner = reader.object(*document, "", {"object"}).object("object", {"x"});
    CHECK(inner.text("x").empty());
    CHECK(inner.number("x") == 0);
    CHECK(inner.list("x").empty());
    CHECK(texts(reader) == std::vector<std::string>{"f.json /object: this is a number. Write an object { } here."});
}
