// The source: typed into through ImGuiIO, marked from a run's log, handed to another editor.
#include "panels/desk.h"
#include "panels/faults.h"

using namespace launchlab;

namespace {

struct Editor {
    World world;
    std::unique_ptr<Desk> desk;

    explicit Editor(float width = 1920, float height = 1080, std::vector<std::string> more = {}) : world(fake_runner("hello-h200", std::move(more))) {
        REQUIRE(world.ready());
        world.act([](Actions& a) { a.open_step = "day-06/2"; });
        desk = std::make_unique<Desk>(*world, width, height);
        desk->screen.predict_tab = PredictTab::source;
        desk->settle();
    }
    Editor& enter(int line = 1) {
        desk->screen.source.focus = true;
        desk->screen.source.go_to_line = line;
        desk->settle();
        REQUIRE(desk->screen.source.active);
        return *this;
    }
    void type(const std::string& text) {
        for (char c : text) {
            if (c == '\n') desk->key(ImGuiKey_Enter);
            else if (c == '\t') desk->key(ImGuiKey_Tab);
            else ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(c)), desk->frame(), desk->frame();
        }
    }
    void set(const std::string& text) {
        world.act([&](Actions& a) { a.source = text; });
        desk->settle();
    }
    const std::string& source() { return world->choice().source; }
    const std::string& kernel() { return world->step()->kernel; }
    std::string line(int n) {
        CodeLines lines;
        lines.take(source());
        return std::string(lines.line(n - 1));
    }
};

// A runner whose compiler answers with this log.
struct BrokenCompiler {
    Folder folder;
    std::string file = folder / "compile.jsonl";
    explicit BrokenCompiler(const std::string& log) {
        Compiled one;
        one.arch = "100", one.code = 6, one.name = "NVRTC_ERROR_COMPILATION", one.log = log;
        std::ofstream(file) << to_line(Event{1, one}) << "\n" << to_line(Event{1, Ended{.how = "compile", .text = "It did not compile."}}) << "\n";
    }
    std::vector<std::string> runner() const { return {"--run", file, "--fit-run", file}; }
};

constexpr const char* two_errors =
    "mark.cu(2): error: identifier \"MARC\" is undefined\n      out[0] = MARC;\n               ^\n\n"
    "mark.cu(4): error: expected a \";\"\n  }\n  ^\n\n"
    "mark.cu(3): warning #177-D: variable \"unused\" was declared but never referenced\n\n2 errors detected in the compilation of \"mark.cu\".\n";

int columns_of_blanks(const std::string& line) { return int(std::min(line.find_first_not_of(' '), line.size())); }

}  // namespace

TEST_CASE("what is typed reaches the kernel, and undo and redo go through it step by step") {
    Editor editor;
    editor.enter(2);
    editor.type("int a; ");
    CHECK(editor.line(2).starts_with("int a;     out[0] = MARK;"));
    editor.desk->key(ImGuiKey_Z, ImGuiMod_Ctrl);
    CHECK(editor.line(2).starts_with("int     out"));
    editor.desk->key(ImGuiKey_Z, ImGuiMod_Ctrl);
    CHECK(editor.source() == editor.kernel());
    editor.desk->key(ImGuiKey_Y, ImGuiMod_Ctrl);
    editor.desk->key(ImGuiKey_Y, ImGuiMod_Ctrl);
    CHECK(editor.line(2).starts_with("int a;     out[0]"));
    editor.type("b");
    CHECK(editor.line(2).find('b') != std::string::npos);
    CHECK(editor.desk->screen.source.active);
}

TEST_CASE("Escape leaves the field, keeps what was typed and does not leave the step") {
    Editor editor;
    editor.enter();
    editor.type("//x");
    editor.desk->key(ImGuiKey_Escape);
    CHECK_FALSE(editor.desk->screen.source.active);
    CHECK_FALSE(editor.desk->screen.first.open);
    CHECK(editor.line(1).starts_with("//xextern"));
    editor.desk->settle();
    CHECK(editor.line(1).starts_with("//xextern"));
    editor.desk->key(ImGuiKey_R);                                // letters are keys again
    CHECK(editor.desk->screen.ask_reset);
    editor.desk->key(ImGuiKey_Escape);
    editor.desk->key(ImGuiKey_Z, ImGuiMod_Ctrl);                 // and the undo is still there
    CHECK(editor.source() == editor.kernel());
}

TEST_CASE("Tab puts blanks up to the next stop and a new line begins under the one before") {
    Editor editor;
    editor.enter(2);
    editor.type("\t");
    CHECK(columns_of_blanks(editor.line(2)) == 8);
    CHECK(editor.source().find('\t') == std::string::npos);
    CHECK(editor.desk->screen.source.active);
    editor.desk->key(ImGuiKey_Z, ImGuiMod_Ctrl);
    editor.enter(1);
    editor.desk->key(ImGuiKey_End);
    editor.type("\nx");
    CHECK(editor.line(2) == "    x");                            // behind a brace: one step in
    editor.type("\ny");
    CHECK(editor.line(3) == "    y");
}

TEST_CASE("the way in by key: Tab to the source, Enter begins, Escape leaves") {
    Editor editor;
    bool there = false;
    for (int i = 0; i < 60 && !there; ++i) {
        editor.desk->key(ImGuiKey_Tab);
        const Drawn* door = editor.desk->find("kernel");
        there = door && door->focused;
    }
    REQUIRE(there);
    CHECK_FALSE(editor.desk->screen.source.active);
    editor.desk->key(ImGuiKey_Enter);
    editor.desk->settle();
    CHECK(editor.desk->screen.source.active);
    CHECK(editor.source() == editor.kernel());
    editor.desk->key(ImGuiKey_Escape);
    CHECK_FALSE(editor.desk->screen.source.active);
}

TEST_CASE("an edited kernel says so, and a reset asks, puts it back and can be undone") {
    Editor editor;
    CHECK_FALSE(editor.desk->says("edited"));
    editor.enter();
    editor.type("//");
    editor.desk->key(ImGuiKey_Escape);
    editor.desk->settle();
    CHECK(editor.desk->says("edited"));
    std::string mine = editor.source();
    editor.desk->key(ImGuiKey_R);
    editor.desk->settle();
    CHECK(editor.desk->says("Put back the step's kernel? Your text is kept: Ctrl Z."));
    CHECK(editor.source() == mine);
    editor.desk->key(ImGuiKey_Escape);                           // keeps it
    editor.desk->settle();
    CHECK_FALSE(editor.desk->says("Put back"));
    editor.desk->key(ImGuiKey_R);
    editor.desk->key(ImGuiKey_R);
    editor.desk->settle();
    CHECK(editor.source() == editor.kernel());
    CHECK_FALSE(editor.desk->says("edited"));
    editor.desk->key(ImGuiKey_Z, ImGuiMod_Ctrl);
    CHECK(editor.source() == mine);
}

TEST_CASE("the lines of the screen are the lines that are compiled") {
    Editor editor;
    std::string compiled = editor.world->request().units[0].source;
    CHECK(compiled.starts_with("extern \"C\" __global__ void mark"));   // the file's defaults for nvcc are not among them
    CHECK(editor.desk->screen.source.shown + "\n" == compiled);
    const Drawn *one = nullptr, *word = nullptr;
    for (const Drawn& drawn : editor.desk->recorder.drawn) {
        if (drawn.kind == Drawn::Kind::text && drawn.what == "extern" && !word) word = &drawn;
        if (drawn.kind == Drawn::Kind::text && drawn.what == "1" && !one) one = &drawn;
    }
    REQUIRE(one);
    REQUIRE(word);
    CHECK(std::abs(one->rect.cy() - word->rect.cy()) < 4);
    CHECK(one->rect.x1 < word->rect.x0);
}

TEST_CASE("Ctrl Enter runs from inside the field once the predictions are made") {
    Editor editor;
    editor.enter();
    editor.desk->key(ImGuiKey_Enter, ImGuiMod_Ctrl);
    CHECK_FALSE(editor.desk->kept.run);
    CHECK(editor.source() == editor.kernel());
    editor.world.act([](Actions& a) { a.skip = true; });
    editor.enter();
    editor.desk->key(ImGuiKey_Enter, ImGuiMod_Ctrl);
    CHECK(editor.desk->kept.run);
    CHECK(editor.source() == editor.kernel());
    REQUIRE(editor.world.idle());
}

TEST_CASE("after the run the source is a tab and can be typed into") {
    Editor editor;
    editor.world.act([](Actions& a) { a.skip = true; });
    editor.world.run();
    editor.desk->screen.lower = LowerTab::source;
    editor.enter();
    editor.type("//");
    CHECK(editor.line(1).starts_with("//extern"));
}

TEST_CASE("what the compiler says stands at its line and leads there, and the whole log is one key away") {
    BrokenCompiler compiler(two_errors);
    Editor editor(1920, 1080, compiler.runner());
    editor.world.act([](Actions& a) { a.skip = true; });
    editor.world.run();
    editor.desk->settle();
    editor.desk->screen.lower = LowerTab::source;
    editor.desk->settle();
    CHECK(editor.desk->says("Line 2: identifier \"MARC\" is undefined"));
    CHECK(editor.desk->find("message/0"));
    REQUIRE(editor.desk->click("message/0"));
    editor.desk->settle();
    CHECK(editor.desk->screen.source.active);
    CHECK(editor.desk->screen.source.cursor == int(editor.kernel().find('\n')) + 1);
    editor.desk->key(ImGuiKey_L, ImGuiMod_Alt);
    editor.desk->settle();
    CHECK(editor.desk->says("2 errors detected in the compilation"));
    editor.desk->key(ImGuiKey_L, ImGuiMod_Alt);
    editor.desk->settle();
    // A changed line loses its message, a line that moved keeps it.
    editor.enter(2);
    editor.type("//");
    editor.desk->settle();
    CHECK_FALSE(editor.desk->says("Line 2:"));
    editor.desk->key(ImGuiKey_Home, ImGuiMod_Ctrl);
    editor.type("\n");
    editor.desk->settle();
    CHECK(editor.desk->says("Line 5: expected a"));
    editor.desk->key(ImGuiKey_Escape);
    for (float zoom : {1.0f, 2.0f, 3.0f}) {
        editor.desk->look(zoom, "light");
        editor.desk->screen.result_tab = ResultTab::images;
        editor.desk->settle();
        INFO(zoom);
        CHECK(faults(editor.desk->recorder) == "");
    }
}

TEST_CASE("a recording's kernel is read-only and says why") {
    Editor editor;
    std::string name = editor.world->recordings_for_step().front()->name;
    editor.enter();
    editor.type("//");
    editor.desk->key(ImGuiKey_Escape);
    std::string mine = editor.source();
    editor.world.act([&](Actions& a) { a.recording = name; });
    editor.desk->settle();
    CHECK(editor.desk->says("Read-only: this is the kernel that the recording ran."));
    CHECK_FALSE(editor.desk->says("edited"));
    std::string shown = editor.source();
    editor.desk->screen.source.focus = true;
    editor.desk->settle();
    editor.type("x");
    editor.desk->key(ImGuiKey_Z, ImGuiMod_Ctrl);
    CHECK(editor.source() == shown);
    editor.desk->key(ImGuiKey_Escape);
    editor.world.act([](Actions& a) { a.recording = ""; });
    editor.desk->settle();
    CHECK(editor.source() == mine);
    editor.desk->key(ImGuiKey_Z, ImGuiMod_Ctrl);
    CHECK(editor.source() == editor.kernel());
}

TEST_CASE("Alt C copies the nvcc line and says so") {
    Editor editor;
    CHECK_FALSE(editor.desk->says("Copied"));
    editor.desk->key(ImGuiKey_C, ImGuiMod_Alt);
    editor.desk->settle();
    CHECK(std::string(ImGui::GetClipboardText()) == nvcc_line(editor.world->request(), "mark.cu"));
    CHECK(editor.desk->says("Copied"));
}

TEST_CASE("Alt E hands the kernel to another editor, a save comes back, and Alt E ends it") {
    Editor editor;
    editor.desk->key(ImGuiKey_E, ImGuiMod_Alt);
    editor.desk->settle();
    REQUIRE(editor.world->watched());
    CHECK(editor.desk->all_words().find("Your own editor has it") != std::string::npos);
    std::string path = editor.world->watched()->path;
    editor.desk->key(ImGuiKey_P, ImGuiMod_Alt);
    CHECK(std::string(ImGui::GetClipboardText()) == path);
    std::ofstream(path + "~") << "// theirs\n" << editor.kernel();
    std::filesystem::rename(path + "~", path);
    REQUIRE(editor.world.wait([&] { return editor.world->watched()->saves == 1; }));
    editor.desk->settle();
    CHECK(editor.desk->says("// theirs"));
    editor.desk->key(ImGuiKey_E, ImGuiMod_Alt);
    CHECK(editor.world->watched() == nullptr);
    editor.desk->settle();
    editor.desk->key(ImGuiKey_Z, ImGuiMod_Ctrl);                 // what the other editor saved can be taken back here
    CHECK(editor.source() == editor.kernel());
}

TEST_CASE("a source of thousands of lines draws only those in sight, and the cursor stays in sight") {
    Editor editor;
    std::string text = editor.kernel();
    for (int i = 0; i < 5000; ++i) text += "// line " + std::to_string(i) + " of many\n";
    editor.set(text);
    CHECK(editor.desk->recorder.drawn.size() < 700);
    editor.enter(4000);
    CHECK(editor.desk->says("// line 3990"));
    CHECK_FALSE(editor.desk->says("// line 0 of many"));
    editor.desk->key(ImGuiKey_PageDown);
    editor.desk->settle();
    CHECK_FALSE(editor.desk->says("// line 3990 "));
    editor.desk->key(ImGuiKey_Home, ImGuiMod_Ctrl);
    editor.desk->settle();
    CHECK(editor.desk->says("__global__"));
    CHECK(editor.desk->recorder.drawn.size() < 700);
}

TEST_CASE("words of the language, numbers, strings and comments are told apart, also over lines") {
    std::vector<Coloured> pieces;
    auto kinds = [&](std::string_view line, bool inside = false) {
        highlight_line(line, inside, pieces);
        std::string out;
        for (const Coloured& p : pieces) out += std::string(line.substr(p.from, p.to - p.from)) + (p.role == Role::word ? ":w " : p.role == Role::number ? ":n " : p.role == Role::string ? ":s " : p.role == Role::text3 ? ":c " : ":t ");
        return out;
    };
    CHECK(kinds("extern \"C\" __global__ void mark") == "extern:w \"C\":s __global__:w void:w mark:t ");
    CHECK(kinds("a = 0xFFu + 1e-3f; // b") == "a:t =:t 0xFFu:n +:t 1e-3f:n ;:t // b:c ");
    CHECK(kinds("s = \"a\\\"b\"; c = '\\'';") == "s:t =:t \"a\\\"b\":s ;:t c:t =:t '\\'':s ;:t ");
    CHECK(kinds("k<<<1, 2>>>(p);") == "k:t <<<:w 1:n ,:t 2:n >>>:w (:t p:t );:t ");
    CHECK(kinds("#include <x.h>") == "#include:w <:t x:t .:t h:t >:t ");
    CHECK(kinds("int /* a */ b /* c") == "int:w /* a */:c b:t /* c:c ");
    CHECK(highlight_line("int /* a */ b /* c", false, pieces));
    CHECK(kinds("still */ int", true) == "still */:c int:w ");
    CHECK_FALSE(highlight_line("still */ int", true, pieces));
    CHECK(kinds("\"open") == "\"open:s ");
    CHECK(kinds("#") == "#:w ");
    CodeLines lines;
    lines.take("/*\nint\n*/\nint\n");
    REQUIRE(lines.count() == 5);
    CHECK(lines.in_comment(1));
    CHECK_FALSE(lines.in_comment(3));
    CHECK(column_of("\tx\xC3\xA9y", 4) == 6);
}

TEST_CASE("no words are cut off and nothing overlaps in the source, whatever stands above it") {
    for (auto [width, height] : {std::pair{1920.0f, 1080.0f}, std::pair{1280.0f, 720.0f}, std::pair{640.0f, 360.0f}}) {
        Editor editor(width, height);
        editor.set("// edited\n" + editor.kernel());
        auto check = [&](const char* what) {
            for (float zoom : {1.0f, 2.0f, 3.0f}) {
                if (zoom > 1 && width < 700) continue;
                editor.desk->look(zoom, "dark");
                editor.desk->screen.predict_tab = PredictTab::source;
                editor.desk->settle();
                INFO(what << " at " << width << "x" << height << ", " << zoom * 100 << " %");
                CHECK(faults(editor.desk->recorder) == "");
            }
        };
        check("edited");
        editor.desk->screen.ask_reset = true;
        check("asked");
        editor.desk->screen.ask_reset = false;
        editor.world.act([](Actions& a) { a.watch = true; });
        check("watched");
        editor.world.act([](Actions& a) { a.watch = false; });
        std::string name = editor.world->recordings_for_step().front()->name;
        editor.world.act([&](Actions& a) { a.recording = name; });
        check("recorded");
    }
}
