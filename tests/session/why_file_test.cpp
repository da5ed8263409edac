// The file that is asked about: an answer for the card in question, anew when that changes, and an Error with its remedy for
// what is no file; the newest file wins and nobody waits.
#include <fcntl.h>
#include <sys/stat.h>

#include "core/device_files.h"
#include "session/why_file.h"
#include "session/world.h"

using namespace launchlab;

namespace {

bool answered(World& world) {
    return world.wait([&] { return world->why().state() == WhyFile::State::answered || world->why().state() == WhyFile::State::error; });
}

void ask(World& world, const std::string& path) {
    world.act([&](Actions& a) { a.why_file = path; });
}

std::string write(const Folder& folder, const std::string& name, const std::string& bytes) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
    return folder / name;
}

}  // namespace

TEST_CASE("a file is answered for the live card, and judged anew for another one") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    CHECK(world->why().state() == WhyFile::State::none);
    const Folder folder;
    ask(world, write(folder, "app", elf_with({{".nv_fatbin", sample("four.fatbin")}})));
    CHECK(world->why().state() == WhyFile::State::reading);
    REQUIRE(answered(world));
    REQUIRE(world->why().answer());
    CHECK(world->why().card_here());
    CHECK(world->why().answer()->runs);
    CHECK(world->why().answer()->title.find("Your card is sm_90.") != std::string::npos);
    world.act([](Actions& a) { a.on = "T4@580"; });
    REQUIRE(world.wait([&] { return world->why().answer() && world->why().card()->name == "Tesla T4"; }));
    CHECK_FALSE(world->why().card_here());
    CHECK(world->why().answer()->code == 209);
    CHECK(world->why().answer()->mend.command.find("-arch=sm_75") != std::string::npos);
    CHECK(world->why().served().find("8.0") != std::string::npos);
    ask(world, "");
    CHECK(world->why().state() == WhyFile::State::none);
    CHECK(world->why().answer() == nullptr);
}

TEST_CASE("what is no file is told with what to do, and never waited for") {
    World world({});
    const Folder folder;
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    for (const auto& [path, words] : {std::pair{folder / "pipe", "Write it to a file first"}, std::pair{folder.path.string(), "Name a file in it"}, std::pair{folder / "none", "Check the path"}}) {
        INFO(path);
        ask(world, path);
        REQUIRE(answered(world));
        REQUIRE(world->why().error());
        CHECK(world->why().error()->what.find(words) != std::string::npos);
        CHECK(world->why().file() == nullptr);
    }
}

TEST_CASE("an empty file and one of four sparse gigabytes hold no device code") {
    World world({});
    const Folder folder;
    const std::string empty = write(folder, "empty", ""), sparse = folder / "sparse";
    const int fd = open(sparse.c_str(), O_CREAT | O_WRONLY, 0600);
    REQUIRE(fd >= 0);
    const bool made = ftruncate(fd, off_t{4} << 30) == 0;
    close(fd);
    for (const std::string& path : {empty, sparse}) {
        if (path == sparse && !made) continue;
        INFO(path);
        ask(world, path);
        REQUIRE(answered(world));
        REQUIRE(world->why().answer());
        CHECK(world->why().answer()->holds == "no device code");
        CHECK_FALSE(world->why().answer()->verdict);
    }
}

TEST_CASE("the newest of two files is the one that is answered, and a session ends while one is read") {
    World world({});
    const Folder folder;
    const std::string sparse = folder / "sparse", app = write(folder, "app.fatbin", sample("plain.fatbin"));
    const int fd = open(sparse.c_str(), O_CREAT | O_WRONLY, 0600);
    REQUIRE(fd >= 0);
    const bool made = ftruncate(fd, off_t{4} << 30) == 0;
    close(fd);
    REQUIRE(made);
    ask(world, sparse);
    world->update();
    ask(world, app);
    REQUIRE(answered(world));
    CHECK(world->why().path() == app);
    REQUIRE(world->why().file());
    CHECK(world->why().file()->path == app);
    ask(world, sparse);
    world->update();
    CHECK(world->why().state() == WhyFile::State::reading);
    world.session.reset();
}

TEST_CASE("a path is taken as people type or paste it") {
    CHECK(path_of_text("  /a/b c \n") == "/a/b c");
    CHECK(path_of_text("\n'/a/b'\n/c") == "/a/b");
    CHECK(path_of_text("file:///home/me/a%20b.whl\r\n") == "/home/me/a b.whl");
    CHECK(path_of_text("file:///odd%2") == "/odd%2");
    CHECK(path_of_text(" \n") == "");
    CHECK(path_of_text("build/app") == "build/app");
}
