// Keys, clicks, letters, zoom and sizes at random, from fixed seeds: whatever is pressed, the session stays one that can go on.
#include <cmath>
#include <random>

#include "panels/desk.h"

using namespace launchlab;

namespace {

class Monkey {
public:
    Monkey(World& world, Desk& desk, unsigned seed) : world_(world), desk_(desk), random_(seed) {}

    void act() {
        ImGuiIO& io = ImGui::GetIO();
        switch (below(12)) {
            case 0: case 1: click(); break;
            case 2: io.AddMouseWheelEvent(0, float(below(7)) - 3); break;
            case 3: io.AddInputCharacter(unsigned(' ' + below(95))); break;
            case 4: io.DisplaySize = {float(64 + below(2500)), float(64 + below(1600))}; break;
            case 5: return desk_.key(any(digits));
            case 6: return desk_.key(any(letters), any(modifiers));
            case 7: return desk_.key(any(digits), any(modifiers));
            default: return desk_.key(any(keys));
        }
        desk_.frame();
    }

    // The session as one that can go on; "" = it is.
    std::string trouble() const {
        const Session& s = *world_;
        const StepState& state = s.state();
        if (!s.step() || s.step()->id != s.choice().step) return "the step on show is not the chosen one";
        if (!(s.settings().zoom >= 0.5f && s.settings().zoom <= 4.0f)) return "zoom " + std::to_string(s.settings().zoom);
        if (state.phase == Phase::predict && !s.running() && s.why_locked().empty()) return "Run is open before the prediction";
        if (state.explained && state.phase < Phase::explain) return "explained before the observation";
        if (state.transfer_open && !state.explained) return "answered elsewhere before the explanation";
        if (state.observed && s.step()->observe && *state.observed >= int(s.step()->observe->choices.size())) return "an answer that there is not";
        if (s.run() && std::none_of(s.tried().begin(), s.tried().end(), [&](const Run& run) { return &run == s.run(); })) return "a run on show that was never tried";
        for (const Run& run : s.tried())
            if (run.calls.size() > run.request.calls.size()) return "more calls than were asked for";
        return "";
    }

private:
    template <typename T> T any(const std::vector<T>& of) { return of[below(of.size())]; }
    std::size_t below(std::size_t n) { return random_() % n; }

    void click() {
        ImGuiIO& io = ImGui::GetIO();
        const auto& drawn = desk_.recorder.drawn;
        float x = float(below(2000)), y = float(below(1200));
        if (!drawn.empty() && below(4)) {
            const Drawn& one = drawn[below(drawn.size())];
            x = one.rect.cx(), y = one.rect.cy();
        }
        io.AddMousePosEvent(x, y);
        desk_.frame();
        io.AddMouseButtonEvent(0, true);
        desk_.frame();
        io.AddMouseButtonEvent(0, false);
    }

    World& world_;
    Desk& desk_;
    std::mt19937 random_;
    const std::vector<ImGuiKey> digits{ImGuiKey_0, ImGuiKey_1, ImGuiKey_2, ImGuiKey_3, ImGuiKey_4, ImGuiKey_5, ImGuiKey_9};
    const std::vector<ImGuiKey> letters{ImGuiKey_A, ImGuiKey_B, ImGuiKey_C, ImGuiKey_D, ImGuiKey_E, ImGuiKey_H, ImGuiKey_K, ImGuiKey_L, ImGuiKey_N, ImGuiKey_P, ImGuiKey_R, ImGuiKey_S,
                                        ImGuiKey_T, ImGuiKey_V, ImGuiKey_X, ImGuiKey_Z, ImGuiKey_Equal, ImGuiKey_Minus, ImGuiKey_Home, ImGuiKey_Delete, ImGuiKey_Enter};
    const std::vector<ImGuiKey> modifiers{ImGuiMod_Ctrl, ImGuiMod_Alt, ImGuiMod_Shift};
    const std::vector<ImGuiKey> keys{ImGuiKey_F5, ImGuiKey_F5, ImGuiKey_F1, ImGuiKey_Enter, ImGuiKey_Enter, ImGuiKey_Escape, ImGuiKey_Tab, ImGuiKey_Space, ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_LeftArrow,
                                     ImGuiKey_RightArrow, ImGuiKey_PageUp, ImGuiKey_PageDown, ImGuiKey_Backspace, ImGuiKey_B, ImGuiKey_C, ImGuiKey_L, ImGuiKey_N, ImGuiKey_T, ImGuiKey_R, ImGuiKey_H, ImGuiKey_A};
};

void let_loose(World& world, unsigned seed, const char* step) {
    world.act([&](Actions& a) { a.open_step = step, a.motion = false; });
    Desk desk(*world);
    Monkey monkey(world, desk, seed);
    for (int i = 0; i < 500; ++i) {
        monkey.act();
        INFO("seed " << seed << ", act " << i);
        REQUIRE(monkey.trouble() == "");
    }
    // Escape leads out of everything, and what was learned is still there for the next start.
    for (int i = 0; i < 12; ++i) desk.key(ImGuiKey_Escape);
    CHECK(desk.screen.first.open);
    CHECK_FALSE(desk.screen.palette.open);
    REQUIRE(world.idle());
}

}  // namespace

TEST_CASE("random keys and clicks leave a session that goes on, live, recorded and without a runner") {
    struct Way { std::vector<std::string> runner; const char* step; };
    unsigned seed = 20261201;
    for (const Way& way : {Way{fake_runner("hello-h200"), "day-06/2"}, Way{fake_runner("hello-none"), "day-46/2"}, Way{fake_runner("hello-h200", {"--die-after", "6"}), "day-69/1"}, Way{{}, "day-06/1"}}) {
        Folder programs;
        World world(way.runner, [&](SessionOptions& o) { o.programs_dir = programs.path.string(); });
        if (!way.runner.empty()) REQUIRE(world.ready());
        let_loose(world, seed, way.step);
        const std::string step = world->choice().step;
        const Progress kept = world->progress();
        world.session.reset();
        world.session = std::make_unique<Session>(world.options);
        CHECK(world->progress().steps.size() == kept.steps.size());
        CHECK(world->choice().step == step);
        ++seed;
    }
}
