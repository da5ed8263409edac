// What is kept on disk: formats, broken files, crashes while saving.
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "session/world.h"

using namespace launchlab;

namespace {

Progress some_progress() {
    Progress progress;
    progress.last_step = "day-06/2";
    progress.last_at = "2026-12-01 17:40";
    StepState state;
    state.phase = Phase::observe;
    state.answers = {{1, 0}, {0, -1}, {-1, -1}};
    state.confidence = Confidence::fairly;
    state.hints = 2;
    state.observed = 1;
    progress.steps["day-06/2"] = state;
    StepState other;
    other.phase = Phase::done;
    other.skipped = other.explained = other.transfer_open = true;
    progress.steps["day-06/1"] = other;
    progress.to_ask_again = {"day-06/2#1"};
    return progress;
}

}  // namespace

TEST_CASE("settings and progress read back as they were written") {
    Settings settings{.zoom = 2.5f, .theme = "light", .motion = false, .width = 800, .height = 600};
    Result<Settings> read = parse_settings(to_json(settings), "settings.json");
    REQUIRE(read);
    CHECK(read->zoom == 2.5f);
    CHECK(read->theme == "light");
    CHECK_FALSE(read->motion);
    CHECK(read->width == 800);
    CHECK(read->height == 600);

    Progress progress = some_progress();
    Result<Progress> back = parse_progress(to_json(progress), "progress.json");
    if (!back) FAIL(back.error().text());
    CHECK(to_json(*back) == to_json(progress));
    CHECK(back->steps.at("day-06/2").answers.at(0).choice == 1);
    CHECK(back->steps.at("day-06/2").confidence == Confidence::fairly);
    CHECK(back->steps.at("day-06/2").observed == 1);
    CHECK(back->steps.at("day-06/1").phase == Phase::done);
}

TEST_CASE("a wrong word, type, key or range in a kept file is named with its place") {
    auto settings = [](const char* json) { return parse_settings(json, "s.json"); };
    CHECK(settings("{\"v\":1,\"zoom\":9}").error().where == "s.json /zoom");
    CHECK(settings("{\"v\":1,\"zoom\":\"big\"}").error().where == "s.json /zoom");
    CHECK(settings("{\"v\":1,\"theme\":\"pink\"}").error().where == "s.json /theme");
    CHECK(settings("{\"v\":1,\"moon\":1}").error().where == "s.json /moon");
    CHECK(settings("{\"v\":2}").error().where == "s.json /v");
    CHECK_FALSE(settings(""));
    CHECK_FALSE(settings("[]"));
    CHECK_FALSE(parse_progress("{\"v\":1,\"steps\":{\"a\":{\"phase\":\"asleep\",\"answers\":[]}}}", "p.json"));
    CHECK_FALSE(parse_progress("{\"v\":1,\"steps\":[]}", "p.json"));
    CHECK_FALSE(parse_progress("{\"v\":1,\"steps\":{\"a\":7}}", "p.json"));
}

TEST_CASE("a broken file is kept aside under a free number and named, and the default serves") {
    Folder state;
    for (int round = 1; round <= 2; ++round) {
        std::ofstream(state / "progress.json") << "{ broken " << round;
        std::ofstream(state / "settings.json") << "\xff\xfe";
        World world({}, [&](SessionOptions& o) { o.state_dir = state.path.string(); });
        std::string number = std::to_string(round);
        CHECK(text_of(state / ("progress.json.broken-" + number)) == "{ broken " + number);
        CHECK(text_of(state / ("settings.json.broken-" + number)) == "\xff\xfe");
        CHECK(world.all_troubles().find("progress.json.broken-" + number) != std::string::npos);
        CHECK(world.all_troubles().find("settings.json.broken-" + number) != std::string::npos);
        CHECK(world->settings().zoom == 1.0f);
    }
}

TEST_CASE("a file of a newer launchlab stays as it is, is not written over, and the default serves") {
    const char* newer[] = {"{\"v\":2,\"glory\":[]}", "{\"v\":1,\"moon\":1}", "{\"v\":1,\"steps\":{\"day-06/2\":{\"phase\":\"reflect\",\"answers\":[]}}}"};
    for (const char* text : newer) {
        INFO(text);
        Folder state;
        std::ofstream(state / "progress.json") << text;
        std::ofstream(state / "settings.json") << "{\"v\":2}";
        {
            World world({}, [&](SessionOptions& o) { o.state_dir = state.path.string(); });
            CHECK(world.all_troubles().find("written by a newer launchlab") != std::string::npos);
            CHECK(world.all_troubles().find("Nothing is saved here until the file is moved away.") != std::string::npos);
            world.act([](Actions& a) { a.open_step = "day-06/2"; a.hint = true; a.zoom = 2.0f; });
            CHECK(world->settings().zoom == 2.0f);
        }   // would be saved here
        CHECK(text_of(state / "progress.json") == text);
        CHECK(text_of(state / "settings.json") == "{\"v\":2}");
        CHECK(std::distance(std::filesystem::directory_iterator(state.path), {}) == 2);
    }
}

TEST_CASE("a reader that saves nothing leaves a broken file where it is") {
    Folder state;
    std::ofstream(state / "progress.json") << "{ broken";
    std::vector<Error> troubles;
    CHECK(read_progress(state.path.string(), troubles, Reader::looks).value.steps.empty());
    REQUIRE(troubles.size() == 1);
    CHECK(troubles.front().where == state / "progress.json");
    CHECK(text_of(state / "progress.json") == "{ broken");
    CHECK_FALSE(std::filesystem::exists(state / "progress.json.broken-1"));
}

TEST_CASE("a broken file that cannot be renamed is not written over") {
    Folder state;
    std::ofstream(state / "progress.json") << "{ broken";
    if (geteuid() == 0)   // root renames anywhere: take every free name instead
        for (int n = 1; n < 10000; ++n) std::filesystem::create_symlink("nowhere", state / ("progress.json.broken-" + std::to_string(n)));
    else
        std::filesystem::permissions(state.path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    {
        World world({}, [&](SessionOptions& o) { o.state_dir = state.path.string(); });
        CHECK(world.all_troubles().find("could not be renamed") != std::string::npos);
        world.act([](Actions& a) { a.open_step = "day-06/2"; a.hint = true; });
    }
    CHECK(text_of(state / "progress.json") == "{ broken");
    std::filesystem::permissions(state.path, std::filesystem::perms::owner_all);
}

TEST_CASE("what the learner did and chose is there again at the next start") {
    Folder state;
    auto here = [&](SessionOptions& o) { o.state_dir = state.path.string(); };
    {
        World world({}, here);
        world.act([](Actions& a) { a.open_step = "day-06/2"; a.predict = {0, 1}; a.confidence = Confidence::guess; });
        world.act([](Actions& a) { a.zoom = 2.0f; a.theme = "dark"; a.motion = false; a.size = {900, 700}; });
    }   // saved before exit
    World world({}, here);
    REQUIRE(world->step());
    CHECK(world->step()->id == "day-06/2");
    CHECK(world->state().answers.at(0).choice == 1);
    CHECK(world->state().confidence == Confidence::guess);
    CHECK(world->settings().zoom == 2.0f);
    CHECK(world->settings().theme == "dark");
    CHECK(world->settings().width == 900);
    CHECK(world.all_troubles() == "");
}

TEST_CASE("saving waits a moment for more changes, and asks for the frame in which it happens") {
    double clock = 10;
    World world({}, [&](SessionOptions& o) { o.now = [&] { return Moment{.s = clock, .clock = ""}; }; });
    world.act([](Actions& a) { a.zoom = 3.0f; });
    double wait = world->next_wake_s();
    CHECK(wait > 0);
    CHECK(wait < 5);
    world->update();
    CHECK(text_of(world.state / "settings.json") == "");
    clock += wait;
    world->update();
    CHECK(world->next_wake_s() > 1e9);   // idle: it is written beside the window
    CHECK(world.wait([&] { return text_of(world.state / "settings.json").find("\"zoom\": 3.0") != std::string::npos; }));
}

TEST_CASE("progress that does not fit the step any more starts afresh instead of breaking") {
    Folder state;
    Progress progress = some_progress();
    progress.steps["day-06/2"].answers = {{99, 0}};
    progress.steps["day-06/2"].observed = 77;
    REQUIRE(write_file_safely(state / "progress.json", to_json(progress)));
    World world({}, [&](SessionOptions& o) { o.state_dir = state.path.string(); });
    CHECK(world->state().answers.size() == world->step()->ask.size());
    CHECK(world->state().phase == Phase::predict);
}

TEST_CASE("a process killed while it saves leaves the old file or the new one, whole") {
    Folder state;
    std::string path = state / "progress.json";
    std::string old_text(300000, 'a'), new_text(300000, 'b');
    REQUIRE(write_file_safely(path, old_text));
    for (int i = 0; i < 40; ++i) {
        pid_t child = fork();
        if (child == 0) {
            for (;;) {
                (void)!write_file_safely(path, new_text);
                (void)!write_file_safely(path, old_text);
            }
        }
        usleep(static_cast<useconds_t>(500 + 377 * i));
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        std::string found = text_of(path);
        REQUIRE((found == old_text || found == new_text));
    }
    REQUIRE(write_file_safely(path, new_text));   // and clears what the killed ones left
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(state.path)) files += entry.is_regular_file();
    CHECK(files == 1);
}

TEST_CASE("a folder that cannot be written to is a trouble, and the session goes on") {
    Folder state;
    std::ofstream(state / "file") << "in the way";
    World world({}, [&](SessionOptions& o) { o.state_dir = state / "file"; });
    world.act([](Actions& a) { a.zoom = 2.0f; });
    REQUIRE(world.wait([&] { return world.all_troubles().find("Until then nothing that you do here is kept.") != std::string::npos; }));
    CHECK(world->settings().zoom == 2.0f);
}

TEST_CASE("a link to a settings file elsewhere stays a link") {
    Folder state, elsewhere;
    std::ofstream(elsewhere / "mine.json") << to_json(Settings{});
    std::filesystem::create_symlink(elsewhere / "mine.json", state / "settings.json");
    REQUIRE(write_file_safely(state / "settings.json", to_json(Settings{.zoom = 3.0f})));
    CHECK(std::filesystem::is_symlink(state / "settings.json"));
    CHECK(text_of(elsewhere / "mine.json").find("3.0") != std::string::npos);
}

TEST_CASE("progress knows when you left off, and a file from before it did is read") {
    Result<Progress> old = parse_progress("{\"v\":1,\"last_step\":\"day-06/1\",\"steps\":{},\"to_ask_again\":[]}", "p.json");
    REQUIRE(old);
    CHECK(old->last_at.empty());
    World world({}, [](SessionOptions& o) { o.now = [] { return Moment{.s = 1, .clock = "17:40:05", .date = "2026-12-01"}; }; });
    world.act([](Actions& a) { a.open_step = "day-06/2"; });
    CHECK(world->progress().last_at == "2026-12-01 17:40");
    CHECK(world->today() == "2026-12-01");
    world.act([](Actions& a) { a.zoom = 2.0f; });
    CHECK(world->progress().last_at == "2026-12-01 17:40");
}

TEST_CASE("without HOME progress lies where the system keeps this user's home, and never in the folder one stands in") {
    const char* home = std::getenv("HOME");
    const char* state = std::getenv("XDG_STATE_HOME");
    const std::string home_before = home ? home : "", state_before = state ? state : "";
    unsetenv("HOME"), unsetenv("XDG_STATE_HOME");
    const std::string without = state_dir();
    setenv("HOME", "", 1);
    const std::string with_empty = state_dir();
    home ? setenv("HOME", home_before.c_str(), 1) : unsetenv("HOME");
    if (state) setenv("XDG_STATE_HOME", state_before.c_str(), 1);
    CHECK(without.front() == '/');
    CHECK(with_empty == without);
}
