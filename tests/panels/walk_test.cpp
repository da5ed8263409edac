// The way through a step as a learner walks it: predict, run, observe, explain, try, transfer, done; by keys, with what each
// screen says. Live through the fake runner, from recordings, and by rule.
#include "panels/desk.h"
#include "panels/faults.h"

using namespace launchlab;

namespace {

// Digits answer the card whose turn it is: 1-based choices, then the reasons, then the confidence.
void press_digits(Desk& desk, std::initializer_list<int> digits) {
    for (int digit : digits) desk.key(ImGuiKey(ImGuiKey_0 + digit));
}

void fits(Desk& desk, const std::string& what) {
    desk.settle();
    INFO(what);
    CHECK(faults(desk.recorder) == "");
}

// Sentences are drawn in lines and pieces: they are looked for without their spaces.
bool shown_in(const Desk& desk, const std::string& text) {
    auto packed = [](const std::string& from) {
        std::string out;
        for (char c : from) if (c != ' ') out += c;
        return out;
    };
    return packed(desk.all_words()).find(packed(text)) != std::string::npos;
}

bool in_view(const Desk& desk, const std::string& widget) {
    const Drawn* drawn = desk.find(widget);
    return drawn && drawn->rect.y0 >= drawn->clip.y0 - 1 && drawn->rect.y1 <= drawn->clip.y1 + 1;
}

struct Walk {
    World world;
    Desk desk;
    explicit Walk(std::vector<std::string> runner, const char* step = "day-06/2", float width = 1920, float height = 1080,
                  const std::function<void(SessionOptions&)>& change = {})
        : world(std::move(runner), change), desk((opened(world, step), *world.session), width, height) {}
    static void opened(World& world, const char* step) {
        if (world.options.live) REQUIRE(world.ready());
        world.act([&](Actions& a) { a.open_step = step; });
    }
    Session* operator->() { return world.session.get(); }
    bool says(const std::string& text) const { return shown_in(desk, text); }
    Phase phase() { return world->state().phase; }
    bool run(ImGuiKey key = ImGuiKey_F5) {
        desk.key(key);
        const bool ended = world.idle();
        desk.settle();
        return ended;
    }
};

constexpr const char* right_replies[] = {"cudaPeekAtLastError returned 209, as you said.", "cudaDeviceSynchronize returned 0, as you said."};

}  // namespace

TEST_CASE("day-06/2 is walked by keys to its end, and nothing moves without one") {
    Walk w(fake_runner("hello-h200"));
    CHECK(w.desk.find("Run locked"));
    press_digits(w.desk, {2, 1, 1, 1, 2, 3});
    REQUIRE(w.phase() == Phase::run);
    w.desk.settle();
    CHECK(w.phase() == Phase::run);
    REQUIRE(w.run());
    CHECK(w.phase() == Phase::observe);
    CHECK(w.says("What to make of them comes when you have said what you saw."));
    for (const char* reply : right_replies) CHECK_FALSE(w.says(reply));
    fits(w.desk, "observe");
    w.desk.key(ImGuiKey_Enter);
    CHECK(w.phase() == Phase::observe);
    w.desk.key(ImGuiKey_2);
    w.desk.settle();
    CHECK(w.phase() == Phase::explain);
    CHECK(w.says("as the run shows"));
    for (const char* reply : right_replies) CHECK(w.says(reply));
    CHECK_FALSE(w.says("Elsewhere."));
    fits(w.desk, "explain");
    w.desk.key(ImGuiKey_Enter);
    w.desk.settle();
    CHECK(w.phase() == Phase::transfer);
    CHECK(w.says("Try it."));
    CHECK(w.says("Elsewhere."));
    CHECK(w.desk.find("Show the answer"));
    CHECK_FALSE(w.says("refused launch is reported there"));
    fits(w.desk, "transfer");
    CHECK_FALSE(in_view(w.desk, "Show the answer"));
    CHECK(w.says("Next: the same thing elsewhere"));
    w.desk.key(ImGuiKey_Enter);          // first the question, and only then its answer
    w.desk.settle();
    CHECK(w.phase() == Phase::transfer);
    CHECK(in_view(w.desk, "Show the answer"));
    CHECK(w.says("Elsewhere: show the answer"));
    fits(w.desk, "transfer, brought into view");
    w.desk.key(ImGuiKey_Enter);
    w.desk.settle();
    CHECK(w.phase() == Phase::done);
    CHECK_FALSE(w.desk.find("Show the answer"));
    fits(w.desk, "done");
    w.desk.key(ImGuiKey_Enter);
    CHECK(w->step()->id == "day-06/3");
    CHECK_FALSE(w.desk.screen.first.open);
}

TEST_CASE("from the explanation on N opens the next step, and the rail ticks the one before") {
    Walk w({}, "day-06/1");
    w.world.act([](Actions& a) { a.recording = "h200/day-06/1/A"; });
    w.desk.key(ImGuiKey_N);
    CHECK(w->step()->id == "day-06/1");
    press_digits(w.desk, {1, 1, 2, 1});
    REQUIRE(w.run());
    REQUIRE(w.world.wait([&] { w.desk.frame(); return w.phase() == Phase::observe && !w->running(); }));
    w.desk.key(ImGuiKey_N);
    CHECK(w->step()->id == "day-06/1");
    w.desk.settle();
    w.desk.key(ImGuiKey_4);
    w.desk.key(ImGuiKey_Enter);
    REQUIRE(w.phase() == Phase::transfer);
    w.desk.settle();
    CHECK(w.says("1 of " + std::to_string(w->course().lessons.front().steps.size())));
    w.desk.key(ImGuiKey_N);
    CHECK(w->step()->id == "day-06/2");
    w.desk.settle();
    press_digits(w.desk, {2, 1, 1, 1, 2, 2});
    REQUIRE(w.run());
    const Drawn* first = w.desk.find("answer/1");        // the panel does not stay scrolled where the step before left it
    REQUIRE(first);
    CHECK(first->rect.y0 >= first->clip.y0);
    CHECK(first->rect.y1 <= first->clip.y1);
}

TEST_CASE("a step that asks about B runs A and B with one key and shows them beside each other") {
    for (bool live : {true, false}) {
        INFO((live ? "live" : "recorded"));
        Walk w(live ? fake_runner("hello-h200") : std::vector<std::string>{}, "day-06/1");
        if (!live) w.world.act([](Actions& a) { a.recording = "h200/day-06/1/A"; });
        press_digits(w.desk, {1, 1, 1, 3});          // the value is missed, and sure
        REQUIRE(w.phase() == Phase::run);
        w.desk.settle();
        REQUIRE(w.run());
        REQUIRE(w.world.wait([&] { w.desk.frame(); return w->tried().size() == 2 && !w->running(); }));
        w.desk.settle();
        CHECK(config_of(*w->step(), *w->run()) == 'A');
        REQUIRE(w->other());
        CHECK(config_of(*w->step(), *w->other()) == 'B');
        CHECK(w.desk.screen.compare);
        CHECK(w.phase() == Phase::observe);
        CHECK(w->progress().to_ask_again == std::vector<std::string>{"day-06/1#2"});
        fits(w.desk, "both");
        w.desk.key(ImGuiKey_4);
        w.desk.settle();
        CHECK(w.phase() == Phase::explain);
        CHECK(w.says("2 of 3 as measured."));
        CHECK(w.says("A 0 says that a call was accepted"));
        fits(w.desk, "both, answered");
        w.desk.key(ImGuiKey_Enter);
        w.desk.settle();
        CHECK(w.phase() == Phase::transfer);
        CHECK(w.desk.screen.compare);
        CHECK(w.desk.find("Next: Which call will tell you?"));
        fits(w.desk, "both, explained");
        w.desk.key(ImGuiKey_C);
        w.desk.settle();
        CHECK_FALSE(w.desk.screen.compare);
        CHECK(w.says("They are about run B."));
    }
}

TEST_CASE("the replies follow answer and confidence") {
    struct Row { int confidence; std::initializer_list<int> answers; std::vector<std::string> said, not_said; bool twin; };
    const Row rows[] = {
        {3, {2, 1, 1, 1, 2}, {"returned 209, as you said.", "reads 0xFFFFFFFF, as you said."}, {"The driver found nothing it can load"}, false},
        {1, {2, 1, 1, 1, 2}, {"The driver found nothing it can load"}, {"as you said"}, false},
        {2, {2, 1, 2, 1, 2}, {"The sync reports faults of work that was queued."}, {"as you said"}, false},
        {3, {2, 1, 2, 1, 2}, {"The sync reports faults of work that was queued.", "returned 209, as you said."}, {}, true},
        {3, {2, 2, 1, 1, 2}, {"A refused launch never reached the GPU"}, {}, true},     // right for a wrong reason
    };
    for (const Row& row : rows) {
        Walk w(fake_runner("hello-h200"));
        press_digits(w.desk, row.answers);
        w.desk.key(ImGuiKey(ImGuiKey_0 + row.confidence));
        REQUIRE(w.phase() == Phase::run);
        REQUIRE(w.run());
        w.desk.key(ImGuiKey_2);
        w.desk.settle();
        for (const std::string& text : row.said) { INFO(text); CHECK(w.says(text)); }
        for (const std::string& text : row.not_said) { INFO(text); CHECK_FALSE(w.says(text)); }
        CHECK((w.desk.find("See A and B beside each other") != nullptr) == row.twin);
        CHECK(w->progress().to_ask_again.empty() != row.twin);
        fits(w.desk, "replies");
        if (!row.twin) continue;
        w.desk.key(ImGuiKey_C);
        CHECK(w.desk.screen.compare);
    }
}

TEST_CASE("a miss that was sure comes back in the next step once, quietly, and over a restart") {
    Folder state;
    auto in_folder = [&](SessionOptions& o) { o.state_dir = state.path.string(); };
    {
        Walk w(fake_runner("hello-h200"), "day-06/2", 1920, 1080, in_folder);
        press_digits(w.desk, {2, 1, 2, 1, 2, 3});
        REQUIRE(w.run());
        REQUIRE(w->progress().to_ask_again == std::vector<std::string>{"day-06/2#1"});
        CHECK_FALSE(w->again());                     // not in the step itself
    }
    {
        Walk w(fake_runner("hello-h200"), "day-06/1", 1920, 1080, in_folder);
        REQUIRE(w->again());
        CHECK(w.says("Asked again, because you were sure"));
        CHECK(w.says("Run locked"));
        CHECK_FALSE(w.says("nothing was queued"));
        fits(w.desk, "asked again");
        w.desk.key(ImGuiKey_1);                      // digits still answer the card whose turn it is
        CHECK(w->state().answers[0].choice == 0);
        w.desk.key(ImGuiKey_A);
        w.desk.settle();
        CHECK(w.says("nothing was queued"));
        fits(w.desk, "answered again");
        w.desk.key(ImGuiKey_A);
        w.desk.settle();
        CHECK_FALSE(w.says("Asked again"));
        CHECK(w->progress().to_ask_again.empty());
    }
    Walk w(fake_runner("hello-h200"), "day-06/1", 1920, 1080, in_folder);
    CHECK_FALSE(w->again());
    // The step it came from is run again: it does not come back a second time.
    w.world.act([](Actions& a) { a.open_step = "day-06/2"; });
    w.world.run();
    CHECK(w->progress().to_ask_again.empty());
}

TEST_CASE("a question that came back and was left alone is gone with the step's run, and never blocks it") {
    Folder state;
    Progress progress;
    progress.to_ask_again = {"day-06/1#0", "nonsense", "day-06/9#1", "day-06/1#7"};
    REQUIRE(write_file_safely(state / "progress.json", to_json(progress)));
    Walk w(fake_runner("hello-h200"), "day-06/2", 1920, 1080, [&](SessionOptions& o) { o.state_dir = state.path.string(); });
    REQUIRE(w->again());
    CHECK(w->again()->ask == 0);
    press_digits(w.desk, {2, 1, 1, 1, 2, 2});
    REQUIRE(w.phase() == Phase::run);
    REQUIRE(w.run());
    CHECK_FALSE(w->again());
    CHECK(w->progress().asked_again == std::vector<std::string>{"day-06/1#0"});
}

TEST_CASE("rows that a recording does not hold stay open, and are no miss") {
    Walk w({});
    w.world.act([](Actions& a) { a.recording = "page-t4/day-06/2/A"; });
    press_digits(w.desk, {2, 1, 1, 1, 1, 3});        // the value is wrong, but not recorded
    REQUIRE(w.run());
    CHECK(w.phase() == Phase::observe);
    const auto all = compare(w->state(), *w->step(), *w->run());
    CHECK(all[0].match == Match::same);
    CHECK(all[1].match == Match::same);
    CHECK(all[2].match == Match::open);
    CHECK(w->progress().to_ask_again.empty());
    w.desk.key(ImGuiKey_2);
    w.desk.settle();
    CHECK(w.says("1 stays open"));
    CHECK_FALSE(w.says("differs"));
    fits(w.desk, "page recording");
}

TEST_CASE("by rule the predictions stay open until a recording measures them") {
    Walk w(fake_runner("hello-none"));
    press_digits(w.desk, {2, 1, 2, 1, 2, 3});
    REQUIRE(w.run());
    CHECK(shows_rule(*w.world));
    CHECK(w.phase() == Phase::observe);
    CHECK(w.says("the rule was asked"));
    CHECK(w->progress().to_ask_again.empty());
    REQUIRE(w.run(ImGuiKey_L));
    CHECK_FALSE(shows_rule(*w.world));
    CHECK(w->progress().to_ask_again == std::vector<std::string>{"day-06/2#1"});
}

TEST_CASE("skipped for presenting: Run opens, and what was chosen before is not shown as a prediction") {
    Walk w(fake_runner("hello-h200"));
    press_digits(w.desk, {2, 1, 2});
    w.desk.key(ImGuiKey_S, ImGuiMod_Alt);
    REQUIRE(w->state().skipped);
    w.desk.settle();
    CHECK(w.says("kept as skipped"));
    REQUIRE(w.run());
    CHECK(w.phase() == Phase::observe);
    CHECK(w.says("Skipped for presenting, and kept as skipped."));
    CHECK_FALSE(w.says("differs"));
    CHECK_FALSE(w.says("as said"));
    CHECK(w->progress().to_ask_again.empty());
    fits(w.desk, "skipped");
}

TEST_CASE("a build that was changed before the first run is run, not compared, and the predicted one is a key away") {
    for (bool kernel : {false, true}) {
        INFO((kernel ? "kernel" : "targets"));
        Walk w(fake_runner("hello-h200"));
        if (kernel) w.world.act([&](Actions& a) { a.source = w->choice().source + "\n"; });
        else w.world.act([](Actions& a) { a.toggle = *parse_target("compute_80"); });
        press_digits(w.desk, {2, 1, 2, 1, 2, 3});
        REQUIRE(w.phase() == Phase::run);
        w.desk.settle();
        CHECK(w->changed());
        CHECK(w.says("You predict run A as shipped"));
        fits(w.desk, "changed, before the run");
        REQUIRE(w.run());
        CHECK(w.phase() == Phase::run);
        CHECK(w->progress().to_ask_again.empty());
        CHECK(w.says("You predicted run A as shipped."));
        CHECK_FALSE(w.says("differs"));
        CHECK(w.desk.find("Run run A as predicted") == nullptr);
        REQUIRE(w.desk.find("Run A as predicted"));
        fits(w.desk, "changed, after the run");
        REQUIRE(w.run(ImGuiKey_Enter));
        CHECK(w.phase() == Phase::observe);
        CHECK(shipped_config_of(*w->step(), *w->run()) == 'A');
        CHECK(w->progress().to_ask_again.size() == 1);
        CHECK(w->changed());                          // the change comes back
    }
}

TEST_CASE("hints come after the run: point, reason, show, then the solution; and anew for what is to be tried") {
    Walk w(fake_runner("hello-h200"));
    const Step& step = *w->step();
    w.desk.key(ImGuiKey_H);
    w.desk.settle();
    CHECK(w->state().hints == 0);
    CHECK(w.says("Hints come with the run."));
    CHECK_FALSE(w.says("Hint 1."));
    press_digits(w.desk, {2, 1, 1, 1, 2, 2});
    REQUIRE(w.run());
    for (const char* name : {"Hint", "Next hint", "Next hint", "Show the solution"}) {
        INFO(name);
        CHECK(w.desk.find(name));
        w.desk.key(ImGuiKey_H);
        fits(w.desk, name);
    }
    CHECK(w.says("Hint 3."));
    CHECK(w.says("Solution."));
    CHECK_FALSE(w.desk.find("Show the solution"));
    w.desk.key(ImGuiKey_2);
    w.desk.key(ImGuiKey_Enter);
    w.desk.settle();
    REQUIRE_FALSE(step.solution.empty());
    CHECK(w->state().hints == 0);
    CHECK_FALSE(w.says("Solution."));
    for (int i = 0; i < 4; ++i) w.desk.key(ImGuiKey_H);
    fits(w.desk, "try, with everything shown");
    CHECK(w.says("Solution."));
}

TEST_CASE("each phase survives a restart, and the screen then says the one thing to do") {
    const char* keys[] = {"predict", "run", "observe", "explain", "transfer", "done"};
    for (int until = 0; until < 6; ++until) {
        INFO(keys[until]);
        Folder state;
        auto in_folder = [&](SessionOptions& o) { o.state_dir = state.path.string(); };
        StepState before;
        {
            Walk w(fake_runner("hello-h200"), "day-06/2", 1920, 1080, in_folder);
            press_digits(w.desk, {2, 1});
            if (until > 0) press_digits(w.desk, {1, 1, 2, 2});
            if (until > 1) REQUIRE(w.run());
            if (until > 2) w.desk.key(ImGuiKey_2);
            if (until > 3) w.desk.key(ImGuiKey_Enter);
            if (until > 4) w.desk.settle(), w.desk.key(ImGuiKey_Enter), w.desk.settle(), w.desk.key(ImGuiKey_Enter);
            before = w->state();
            CHECK(int(before.phase) == until);
        }
        World world(fake_runner("hello-h200"), in_folder);
        REQUIRE(world.ready());
        Desk desk(*world);
        REQUIRE(world->step()->id == "day-06/2");
        CHECK(world->state().phase == before.phase);
        CHECK(world->state().observed == before.observed);
        CHECK(world->state().explained == before.explained);
        CHECK(world->state().answers[1].choice == before.answers[1].choice);
        const Leftoff left = left_off(*world);
        INFO(left.where);
        CHECK(left.step == (until < 4 ? "day-06/2" : "day-06/3"));   // understood: the next step
        if (until < 4) CHECK(left.where.find(until == 0 ? "in part" : until == 1 ? "not yet run" : until == 2 ? "still to say" : "still to read") != std::string::npos);
        fits(desk, "after a restart");
        if (until < 1) continue;
        if (until == 2) {                             // blind answers are not taken
            desk.key(ImGuiKey_1);
            CHECK(world->state().phase == Phase::observe);
            CHECK(shown_in(desk, "Run it again first"));
        }
        desk.key(ImGuiKey_F5);
        REQUIRE(world.idle());
        desk.settle();
        CHECK(desk.says("Nothing ran"));
        CHECK(world->state().phase == (until == 1 ? Phase::observe : before.phase));
    }
}

TEST_CASE("in a low window the next thing stands at the foot in each phase") {
    for (auto [width, height] : {std::pair{1280.0f, 720.0f}, std::pair{640.0f, 480.0f}}) {
        Walk w(fake_runner("hello-h200"), "day-06/2", width, height);
        INFO(width << "x" << height);
        press_digits(w.desk, {2, 1, 1, 1, 2, 2});
        REQUIRE(w.run());
        CHECK(w.says("Next: say what you saw"));
        w.desk.key(ImGuiKey_2, ImGuiMod_Ctrl);
        w.desk.settle();
        w.desk.key(ImGuiKey_2);
        CHECK(w.phase() == Phase::explain);
        for (const char* words : {"Why this happens", "Next: the same thing elsewhere", "Elsewhere: show the answer", "Next: How long does the code stay?"}) {
            w.desk.settle();
            REQUIRE(w.desk.find("next"));
            CHECK(next_of({*w.world, w.desk.asked, w.desk.screen, w.desk.screen.ui}).text == words);
            fits(w.desk, words);
            w.desk.key(ImGuiKey_Enter);
        }
    }
}

TEST_CASE("no words are cut off and nothing overlaps in any phase, at any size") {
    for (auto [width, height] : {std::pair{1920.0f, 1080.0f}, std::pair{1280.0f, 720.0f}, std::pair{640.0f, 360.0f}}) {
        Walk w(fake_runner("hello-h200"), "day-06/2", width, height);
        auto look = [&](const std::string& what) {
            for (float zoom : {1.0f, 1.5f, 2.0f, 3.0f}) {
                if (zoom > 1 && width < 700) continue;
                w.desk.look(zoom, zoom == 2.0f ? "light" : "dark");
                for (ResultTab tab : {ResultTab::question, ResultTab::predictions}) {
                    w.desk.screen.result_tab = tab;
                    INFO(width << "x" << height << " at " << zoom);
                    fits(w.desk, what);
                }
            }
            w.desk.look(1, "dark");
        };
        press_digits(w.desk, {2, 2, 2, 1, 1, 3});
        REQUIRE(w.run());
        look("observe");
        w.world.act([](Actions& a) { a.observe = 0; });
        look("explain");
        w.world.act([](Actions& a) { a.explain = true; });
        look("transfer");
        w.world.act([](Actions& a) { a.transfer = true, a.hint = true; });
        look("done");
        w.world.act([](Actions& a) { a.open_step = "day-06/1"; });
        w.desk.screen.again_open = true;
        look("asked again");
    }
}
