// Runners that are missing, silent, dying, of another version, loud or stubborn.
#include <signal.h>

#include <atomic>

#include "session/pipe.h"
#include "session/world.h"

using namespace launchlab;

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A script that stands in for another program.
std::vector<std::string> script(const Folder& folder, const std::string& name, const std::string& body) {
    std::string path = folder / name;
    std::ofstream(path) << "#!/bin/sh\n" << body;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return {path};
}

bool is_lost(World& world) {
    return world.wait([&] { return world->link() == Link::lost; });
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a runner that is not there is named, with what to install") {
    World world({"/nowhere/launchlab-runner"});
    REQUIRE(is_lost(world));
    CHECK(holds(world.all_troubles(), "/nowhere/launchlab-runner"));
    CHECK(holds(world.all_troubles(), "Install launchlab-runner beside launchlab"));
    world.open_209();   // the rule still speaks, for the first recording's card
    world.run();
    CHECK(by_rule(*world->run()));
    CHECK(world->run()->compiled.empty());
    CHECK(world->run()->rule.code == 209);
}

TEST_CASE("a runner of another protocol version is refused with both numbers") {
    World world(fake_runner("hello-version-2"));
    REQUIRE(is_lost(world));
    CHECK(holds(world.all_troubles(), "This runner speaks protocol 2, this launchlab 1. Install the same version on both machines."));
}

TEST_CASE("a first message that cannot be read is told at once, with the place in it") {
    Folder folder;
    std::string hello = text_of(transcript("hello-h200"));
    hello.replace(hello.find("\"cc\":\"9.0\""), 10, "\"cc\":\"new\"");
    std::ofstream(folder / "hello") << hello;
    World world(script(folder, "odd", "cat " + (folder / "hello") + "\ncat >/dev/null\n"), [](SessionOptions& o) { o.hello_limit_ms = 3'600'000; });
    REQUIRE(is_lost(world));
    CHECK(holds(world.all_troubles(), "The runner's first message could not be read: hello /gpus/0/cc: this must be a compute capability"));
}

TEST_CASE("a login that is refused shows its last words") {
    Folder folder;
    World world(script(folder, "ssh", "echo 'Warning: added lab-gpu to the list of known hosts.' >&2\necho 'guest@lab-gpu: Permission denied (publickey).' >&2\nexit 255\n"));
    REQUIRE(is_lost(world));
    std::string troubles = world.all_troubles();
    CHECK(holds(troubles, "exit code 255"));
    CHECK(holds(troubles, "Permission denied (publickey)."));
    CHECK(holds(troubles, "without a password"));
}

TEST_CASE("a runner that says nothing is given up") {
    Folder folder;
    World world(script(folder, "silent", "echo 'waiting for an allocation' >&2\nexec sleep 60\n"), [](SessionOptions& o) { o.hello_limit_ms = 300; });
    REQUIRE(is_lost(world));
    CHECK(holds(world.all_troubles(), "said nothing that launchlab understands for 1 second."));
    CHECK(holds(world.all_troubles(), "waiting for an allocation"));
}

TEST_CASE("lines that are no protocol are left out and told, and the run still works") {
    World world(fake_runner("hello-h200", {"--banner"}));
    REQUIRE(world.ready());
    REQUIRE(world.wait([&] { return holds(world.all_troubles(), "3 lines"); }));
    CHECK(holds(world.all_troubles(), "Welcome to lab-gpu. Be kind to the cards."));
    world.open_209();
    world.run();
    CHECK(world->run()->calls.size() == 6);
}

TEST_CASE("a runner killed at any event ends the run as lost, and a new one runs again") {
    for (int signal : {SIGKILL, SIGSEGV})
        for (int after : {0, 1, 2, 4, 6, 8, 10, 12, 13}) {   // "done" is the thirteenth
            INFO("signal " << signal << " after " << after << " events");
            World world(fake_runner("hello-h200", {"--die-after", std::to_string(after), "--signal", std::to_string(signal)}));
            REQUIRE(world.ready());
            world.open_209();
            world.act([](Actions& a) { a.run = true; });
            REQUIRE(is_lost(world));
            REQUIRE_FALSE(world->running());
            const Run& run = *world->run();
            REQUIRE(run.done);
            if (run.done->how != "finished") {   // the last event was "done"
                CHECK(run.done->how == "lost");
                CHECK(holds(run.done->text, "signal " + std::to_string(signal)));
            } else {
                CHECK(after == 13);
            }
            CHECK(world->why_locked() != "");
            CHECK(world->hello());
            world.act([](Actions& a) { a.restart_runner = true; });
            REQUIRE(world.ready());
            CHECK(world->why_locked() == "");
            CHECK(world.all_troubles() == "");
        }
}

TEST_CASE("a restart during a run ends it and starts afresh") {
    World world(fake_runner("hello-h200", {"--stop-after", "7"}));
    REQUIRE(world.ready());
    world.open_209();
    world.act([](Actions& a) { a.run = true; });
    REQUIRE(world.wait([&] { return world->run()->calls.size() == 2; }));
    world.act([](Actions& a) { a.restart_runner = true; });
    CHECK(world->run()->done->how == "lost");
    REQUIRE(world.ready());
}

TEST_CASE("a runner that forgets a run is given up long after the run's limit") {
    double clock = 100;
    World world(fake_runner("hello-h200", {"--stop-after", "7"}), [&](SessionOptions& o) { o.now = [&] { return Moment{.s = clock, .clock = "09:00:00"}; }; });
    REQUIRE(world.ready());
    world.open_209();
    world.act([](Actions& a) { a.run = true; });
    CHECK(world->next_wake_s() <= 0.1);
    clock += 10.5;
    world->update();
    CHECK(world->running());
    clock += 20;
    world->update();
    CHECK_FALSE(world->running());
    CHECK(world->run()->done->how == "lost");
}

TEST_CASE("ten thousand events and five megabytes of log arrive whole, in slices") {
    Folder folder;
    std::string path = folder / "loud.jsonl";
    {
        std::ofstream out(path);
        for (int i = 0; i < 10000; ++i)
            out << to_line(Event{7, Log{.from = "output", .text = "line " + std::to_string(i) + " " + std::string(500, 'x')}}) << "\n";
        out << to_line(Event{7, Compiled{.arch = "100", .code = 6, .name = "NVRTC_ERROR_COMPILATION", .log = std::string(7 << 20, 'e')}}) << "\n";
        out << to_line(Event{7, Ended{.how = "finished"}}) << "\n";
    }
    double clock = 0;   // stands still: the count alone ends a slice
    World world(fake_runner("hello-h200", {"--run", path}), [&](SessionOptions& o) { o.now = [&] { return Moment{.s = clock, .clock = ""}; }; });
    REQUIRE(world.ready());
    world.open_209();
    world.act([](Actions& a) { a.run = true; });
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    std::size_t before = 0, most = 0;
    REQUIRE(world.wait([&] {
        const Run& run = *world->run();
        std::size_t bytes = run.log_bytes + run.log_bytes_left_out;
        most = std::max(most, bytes - before);
        before = bytes;
        return run.done.has_value();
    }));
    const Run& run = *world->run();
    CHECK(most <= 2000 * 520);
    CHECK(run.log_bytes <= log_limit);
    CHECK(run.log_bytes + run.log_bytes_left_out > 10000 * 500);
    CHECK(run.logs.at(1000).text.find("line 1000 ") == 0);
    CHECK(run.compiled.at(0).log.size() == 7u << 20);
    CHECK(world->next_wake_s() > 0);
}

TEST_CASE("a slice also ends after four milliseconds, and another frame is asked for") {
    double clock = 0;
    World world(fake_runner("hello-h200"), [&](SessionOptions& o) { o.now = [&] { return Moment{.s = clock += 0.003, .clock = ""}; }; });
    REQUIRE(world.ready());
    world.open_209();
    world.act([](Actions& a) { a.run = true; });
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    std::size_t frames = 0;
    while (!world->run()->done && frames < 100) {
        std::size_t calls = world->run()->calls.size();
        CHECK(world->update());
        CHECK(world->run()->calls.size() <= calls + 2);
        ++frames;
    }
    CHECK(world->run()->done);
    CHECK(frames > 3);
}

TEST_CASE("a line of more than eight megabytes is left out, and what follows is read") {
    Folder folder;
    std::string hello = text_of(transcript("hello-h200"));
    std::ofstream(folder / "hello") << hello;
    World world(script(folder, "wide", "head -c 9000000 /dev/zero | tr '\\0' x\necho\ncat " + (folder / "hello") + "\ncat >/dev/null\n"));
    REQUIRE(world.ready());
    REQUIRE(world.wait([&] { return holds(world.all_troubles(), "more than 8 MB"); }));
}

TEST_CASE("a runner that prints without end is held back and does not fill the memory") {
    Folder folder;
    std::ofstream(folder / "hello") << text_of(transcript("hello-h200"));
    std::ofstream(folder / "line") << to_line(Event{3, Log{.from = "output", .text = std::string(100000, 'x')}}) << "\n";
    std::atomic<int> wakes{0};
    Pipe pipe({.command = script(folder, "endless", "cat " + (folder / "hello") + "\nwhile cat " + (folder / "line") + " && echo >> " + (folder / "count") + "; do :; done\n"),
               .wake = [&] { ++wakes; },
               .queue_limit = 2u << 20});
    std::uintmax_t count = 0, before = 1;
    for (int i = 0; i < 200 && count != before; ++i) {   // until it is blocked
        before = count;
        std::this_thread::sleep_for(std::chrono::milliseconds(400));
        std::error_code none;
        count = std::filesystem::file_size(folder / "count", none);
    }
    CHECK(count < 40);   // 2 MB of lines and what the pipe holds
    CHECK(wakes == 1);
    for (int i = 0; i < 15; ++i) REQUIRE(pipe.take());
    bool more = false;
    for (int i = 0; i < 100 && !more; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        more = std::filesystem::file_size(folder / "count") > count;
    }
    CHECK(more);
}

TEST_CASE("a session ends its runner at exit, even one that ignores every request to end") {
    Folder folder;
    World world(fake_runner("hello-h200", {"--stubborn"}));
    REQUIRE(world.ready());
    auto start = std::chrono::steady_clock::now();
    world.session.reset();
    CHECK(seconds_since(start) < 5);   // one second by design; the rest is for a machine under load
}

TEST_CASE("what a killed runner leaves in its process group is ended too") {
    Folder folder;
    std::ofstream(folder / "hello") << text_of(transcript("hello-h200"));
    World world(script(folder, "parent", "sleep 300 &\necho $! > " + (folder / "pid") + "\ncat " + (folder / "hello") + "\nread line\nkill -9 $$\n"));
    REQUIRE(world.ready());   // the warm request is the line that it waits for
    REQUIRE(is_lost(world));
    pid_t left = std::stoi(text_of(folder / "pid"));
    bool gone = false;
    for (int i = 0; i < 500 && !gone; ++i) {
        gone = kill(left, 0) != 0 || text_of("/proc/" + std::to_string(left) + "/stat").find(" Z ") != std::string::npos;
        if (!gone) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    CHECK(gone);
}
