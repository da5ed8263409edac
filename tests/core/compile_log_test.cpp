#include "catch.h"
#include "core/compile_log.h"

using namespace launchlab;
using Said = CompileMessage::Kind;

namespace {

// As NVRTC 13.0 writes it.
constexpr const char* three =
    "mark.cu(3): error: identifier \"MARC\" is undefined\n"
    "      out[0] = MARC;              // this image's own number\n"
    "               ^\n"
    "\n"
    "mark.cu(5): error: expected a \";\"\n"
    "  }\n"
    "  ^\n"
    "\n"
    "mark.cu(2): warning #177-D: variable \"unused\" was declared but never referenced\n"
    "      int unused = 3;\n"
    "          ^\n"
    "\n"
    "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"
    "\n"
    "2 errors detected in the compilation of \"mark.cu\".\n";

}  // namespace

TEST_CASE("each message of NVRTC has its kind, line, column and words") {
    auto messages = parse_compile_log(three);
    REQUIRE(messages.size() == 3);
    CHECK(messages[0] == CompileMessage{Said::error, "mark.cu", 3, 14, "identifier \"MARC\" is undefined"});
    CHECK(messages[1] == CompileMessage{Said::error, "mark.cu", 5, 1, "expected a \";\""});
    CHECK(messages[2] == CompileMessage{Said::warning, "mark.cu", 2, 9, "variable \"unused\" was declared but never referenced"});
}

TEST_CASE("a header that is missing is an error at the line that asks for it") {
    auto messages = parse_compile_log("mark.cu(1): catastrophic error: cannot open source file \"nowhere.h\"\n  #include \"nowhere.h\"\n                      ^\n\n"
                                      "1 catastrophic error detected in the compilation of \"mark.cu\".\nCompilation terminated.\n");
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].line == 1);
    CHECK(messages[0].column == 21);
    CHECK(to_text(messages[0]) == "Line 1: cannot open source file \"nowhere.h\"");
}

TEST_CASE("what ptxas says has no line of the kernel") {
    auto messages = parse_compile_log("ptxas application ptx input, line 36; error   : Not a name of any known instruction: 'bogus'\nptxas fatal   : Ptx assembly aborted due to errors\n");
    REQUIRE(messages.size() == 2);
    CHECK(messages[0].line == 0);
    CHECK(messages[0].text == "ptxas: Not a name of any known instruction: 'bogus'");
    CHECK(messages[1].text == "ptxas: Ptx assembly aborted due to errors");
}

TEST_CASE("parentheses and colons in a message or a path do not mislead") {
    auto messages = parse_compile_log("/a (b)/c(1).h(12): error: no instance of \"f(int): x\" matches (3): error\n");
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].file == "/a (b)/c(1).h");
    CHECK(messages[0].line == 12);
    CHECK(messages[0].text == "no instance of \"f(int): x\" matches (3): error");
}

TEST_CASE("text that is no log says nothing") {
    for (const char* text : {"", "\n\n", "error", "mark.cu(x): error: y", "mark.cu(3) error", "(3): error: no file", "mark.cu(99999999999): error: far", "mark.cu(3): note: n", "^", "mark.cu(0): error: z"}) {
        INFO(text);
        CHECK(parse_compile_log(text).empty());
    }
}

TEST_CASE("the same error for two images counts once, and errors come before warnings") {
    Compiled a, b, built;
    a.code = b.code = 6;
    a.log = b.log = three;
    built.log = "mark.cu(4): warning #1-D: last line ends without a newline\nmark.cu(1): error: tried without, and built then\n";
    auto all = compile_messages({a, b, built}, "mark.cu");
    REQUIRE(all.size() == 4);
    CHECK(all[0].line == 3);
    CHECK(all[1].line == 5);
    CHECK(all[2].line == 2);
    CHECK(all[3].kind == Said::warning);
    CHECK(all[3].line == 4);
}

TEST_CASE("an error in a header keeps its place in words and marks no line of the kernel") {
    Compiled one;
    one.code = 6;
    one.log = "helper.h(7): error: expected a \")\"\n";
    auto all = compile_messages({one}, "mark.cu");
    REQUIRE(all.size() == 1);
    CHECK(all[0].line == 0);
    CHECK(to_text(all[0]) == "in helper.h, line 7: expected a \")\"");
}

TEST_CASE("messages go with their lines while the text is edited, and a line that was changed loses its own") {
    const std::vector<CompileMessage> all = {{Said::error, "mark.cu", 1, 0, "a"}, {Said::error, "mark.cu", 3, 0, "b"}, {Said::error, "mark.cu", 4, 0, "c"}, {Said::error, "", 0, 0, "whole"}};
    auto lines = [&](const char* to) {
        std::vector<int> out;
        for (const CompileMessage& m : carried(all, "one\ntwo\nthree\nfour\n", to)) out.push_back(m.line);
        return out;
    };
    CHECK(lines("one\ntwo\nthree\nfour\n") == std::vector<int>{1, 3, 4, 0});
    CHECK(lines("one\ntwo\nthrEe\nfour\n") == std::vector<int>{1, 4, 0});
    CHECK(lines("one\ntwo\nnew\nthree\nfour\n") == std::vector<int>{1, 4, 5, 0});
    CHECK(lines("one\nthree\nfour\n") == std::vector<int>{1, 2, 3, 0});
    CHECK(lines("") == std::vector<int>{0});
}
