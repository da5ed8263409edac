#include "session/watch.h"

#include <sys/stat.h>

#include <atomic>

#include "session/world.h"

using namespace launchlab;

namespace {

constexpr const char* kernel = "extern \"C\" __global__ void mark(unsigned* out) {\n    out[0] = MARK;\n}\n";

void write_in_place(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary | std::ios::trunc) << text; }

// As vim and most editors save: another file takes the name.
void save_by_rename(const std::string& path, const std::string& text) {
    write_in_place(path + "~new", text);
    std::filesystem::rename(path + "~new", path);
}

struct Watched209 {
    World world{fake_runner("hello-h200")};
    Watched209() {
        REQUIRE(world.ready());
        world.act([](Actions& a) { a.open_step = "day-06/2"; });
    }
    std::string start() {
        world.act([](Actions& a) { a.watch = true; });
        INFO(world.all_troubles());
        REQUIRE(world->watched());
        return world->watched()->path;
    }
    bool saved(int count) { return world.wait([&] { return world->watched() && world->watched()->saves >= count; }); }
    bool trouble() { return world.wait([&] { return world->watched() && world->watched()->trouble; }); }
};

}  // namespace

TEST_CASE("a save is told once, whether the file is written in place or another takes its name") {
    Folder folder;
    std::string path = folder / "mark.cu";
    write_in_place(path, kernel);
    std::atomic<int> woken = 0;
    Watch watch({.path = path, .wake = [&] { ++woken; }});
    auto next = [&]() -> std::optional<Result<std::string>> {
        for (int i = 0; i < 20000; ++i) {
            if (auto got = watch.take()) return got;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return std::nullopt;
    };
    save_by_rename(path, std::string(kernel) + "// 1\n");
    auto got = next();
    REQUIRE(got);
    REQUIRE(*got);
    CHECK(**got == std::string(kernel) + "// 1\n");
    write_in_place(path, std::string(kernel) + "// two\n");
    do got = next();
    while (got && !*got);                    // between cutting and writing it may be seen empty
    REQUIRE(got);
    CHECK(**got == std::string(kernel) + "// two\n");
    CHECK(woken >= 2);
    write_in_place(folder / "other.cu", "another file\n");
    save_by_rename(path, "last\n");
    got = next();
    REQUIRE(got);
    REQUIRE(*got);
    CHECK(**got == "last\n");
}

TEST_CASE("what cannot be a kernel says why and that the text before it stays") {
    Folder folder;
    std::string path = folder / "mark.cu";
    auto why = [&] {
        Result<std::string> text = read_kernel_file(path, 1u << 20);
        REQUIRE_FALSE(text);
        CHECK(text.error().what.find("The last text that could be read stays in use.") != std::string::npos);
        return text.error().what;
    };
    CHECK(why().find("cannot be read") != std::string::npos);
    write_in_place(path, " \n\n");
    CHECK(why().find("empty") != std::string::npos);
    write_in_place(path, std::string("a\0b", 3));
    CHECK(why().find("no UTF-8 text") != std::string::npos);
    write_in_place(path, "caf\xE9");
    CHECK(why().find("no UTF-8 text") != std::string::npos);
    write_in_place(path, std::string((1u << 20) + 1, 'x'));
    CHECK(why().find("larger than 1 MB") != std::string::npos);
    std::filesystem::remove(path);
    std::filesystem::create_directory(path);
    CHECK(why().find("no plain file") != std::string::npos);
}

TEST_CASE("line ends of other systems become those of the editor") {
    Folder folder;
    std::string path = folder / "mark.cu";
    write_in_place(path, "one\r\ntwo\r\n\xC3\xA9\n");
    Result<std::string> text = read_kernel_file(path, 1000);
    REQUIRE(text);
    CHECK(*text == "one\ntwo\n\xC3\xA9\n");
}

TEST_CASE("before the step's first run a save only changes the build") {
    Watched209 own;
    std::string path = own.start();
    CHECK(path == own.world.state / "edit/day-06-2-mark.cu");
    CHECK(text_of(path) == own.world->step()->kernel);
    save_by_rename(path, std::string(kernel) + "// mine\n");
    REQUIRE(own.saved(1));
    CHECK(own.world->choice().source == std::string(kernel) + "// mine\n");
    CHECK_FALSE(own.world->watched()->saved_at.empty());
    CHECK(own.world->run() == nullptr);
    CHECK_FALSE(own.world->why_locked().empty());
}

TEST_CASE("after the first run every save runs again with its text") {
    Watched209 own;
    own.world.open_209();
    own.world.run();
    std::string path = own.start();
    std::size_t before = own.world->tried().size();
    save_by_rename(path, std::string(kernel) + "// mine\n");
    REQUIRE(own.saved(1));
    REQUIRE(own.world.idle());
    REQUIRE(own.world->tried().size() == before + 1);
    CHECK(own.world->tried().back().request.units[0].source == std::string(kernel) + "// mine\n");
}

TEST_CASE("a broken save is a calm trouble, keeps the text, starts nothing and is over with the next good one") {
    Watched209 own;
    own.world.open_209();
    own.world.run();
    std::string path = own.start(), before = own.world->choice().source;
    std::size_t runs = own.world->tried().size();
    save_by_rename(path, std::string("\x7F""ELF\0\0", 6));
    REQUIRE(own.trouble());
    CHECK(own.world->choice().source == before);
    CHECK(own.world->tried().size() == runs);
    CHECK(own.world.all_troubles().find("no UTF-8 text") != std::string::npos);
    std::filesystem::remove(path);
    REQUIRE(own.world.wait([&] { return own.world->watched()->trouble && own.world->watched()->trouble->what.find("cannot be read") != std::string::npos; }));
    CHECK(own.world->choice().source == before);
    save_by_rename(path, kernel);
    REQUIRE(own.saved(1));
    CHECK_FALSE(own.world->watched()->trouble);
    CHECK(own.world.all_troubles() == "");
    CHECK(own.world->choice().source == kernel);
}

TEST_CASE("watching ends on request, on leaving the step and with a reset, and the file stays") {
    Watched209 own;
    std::string path = own.start();
    own.world.act([](Actions& a) { a.watch = false; });
    CHECK(own.world->watched() == nullptr);
    own.start();
    own.world.act([](Actions& a) { a.open_step = "day-06/1"; });
    CHECK(own.world->watched() == nullptr);
    own.world.act([](Actions& a) { a.open_step = "day-06/2"; });
    CHECK(own.world->watched() == nullptr);
    own.start();
    save_by_rename(path, std::string(kernel) + "// mine\n");
    REQUIRE(own.saved(1));
    own.world.act([](Actions& a) { a.reset = true; });
    CHECK(own.world->watched() == nullptr);
    CHECK(own.world->choice().source == own.world->step()->kernel);
    CHECK(text_of(path) == std::string(kernel) + "// mine\n");
}

TEST_CASE("a text that lies there already is put aside, never overwritten") {
    Watched209 own;
    std::string path = own.start();
    own.world.act([](Actions& a) { a.watch = false; });
    write_in_place(path, "somebody's work\n");
    own.start();
    CHECK(text_of(path) == own.world->step()->kernel);
    CHECK(text_of(path + ".before-1") == "somebody's work\n");
}

TEST_CASE("a recording on show is not handed to another editor, and a save waits until the live card is back") {
    Watched209 own;
    const std::string name = own.world->recordings_for_step().front()->name;
    own.world.act([&](Actions& a) { a.recording = name; });
    own.world.act([](Actions& a) { a.watch = true; });
    CHECK(own.world->watched() == nullptr);
    own.world.act([](Actions& a) { a.recording = ""; });
    std::string path = own.start();
    own.world.act([&](Actions& a) { a.recording = name; });
    std::string recorded = own.world->choice().source;
    save_by_rename(path, std::string(kernel) + "// mine\n");
    REQUIRE(own.saved(1));
    CHECK(own.world->choice().source == recorded);
    own.world.act([](Actions& a) { a.recording = ""; });
    CHECK(own.world->choice().source == std::string(kernel) + "// mine\n");
}

TEST_CASE("a folder that cannot be written is said in words and nothing is watched") {
    Watched209 own;
    write_in_place(own.world.state / "edit", "a file where the folder should be");
    own.world.act([](Actions& a) { a.watch = true; });
    CHECK(own.world->watched() == nullptr);
    CHECK(own.world.all_troubles().find("edit") != std::string::npos);
}
