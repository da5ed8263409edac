#include "bench/session_part.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>

#include <glad/gl.h>

#include "bench/frames.h"
#include "bench/process.h"
#include "session/course_files.h"
#include "panels/screen.h"
#include "session/session.h"
#include "window/offscreen.h"
#include "window/solid.h"

namespace launchlab::bench {

namespace {

constexpr double patience_s = 60;

// A session as the window holds one: it sleeps until the runner or a timer wakes it.
class Desk {
public:
    explicit Desk(const std::string& flood, const std::string& data_dir) {
        SessionOptions options;
        options.data_dir = data_dir;
        options.runner = {std::filesystem::read_symlink("/proc/self/exe").string(), "--flood", flood};
        options.state_dir = new_folder();
        options.wake = [this] {
            std::lock_guard lock(mutex_);
            ring_ = true;
            woken_.notify_all();
        };
        session_ = std::make_unique<Session>(options);
        frames_ = std::make_unique<Frames>(data_dir);
    }

    Session& session() { return *session_; }
    Frames& frames() { return *frames_; }
    double longest_update_ms = 0, longest_frame_ms = 0, longest_cpu_ms = 0;
    int vertices = 0;

    // One turn of the window's loop.
    void turn(Actions asked = {}) {
        const double start = now(), cpu = thread_cpu_ms();
        session_->update();
        const double updated = now();
        vertices = frames_->draw(*session_, asked);
        const double drawn = now();
        session_->carry_out(asked);
        const double end = now();
        longest_update_ms = std::max(longest_update_ms, (updated - start + end - drawn) * 1e3);
        longest_frame_ms = std::max(longest_frame_ms, (end - start) * 1e3);
        longest_cpu_ms = std::max(longest_cpu_ms, thread_cpu_ms() - cpu);
    }
    void forget() { longest_update_ms = longest_frame_ms = longest_cpu_ms = 0; }
    // Turns until `there` holds; false when it never did.
    template <class There>
    bool turn_until(There there) {
        for (const double until = now() + patience_s; !there();) {
            if (now() > until) return false;
            turn();
            std::unique_lock lock(mutex_);
            woken_.wait_for(lock, std::chrono::milliseconds(4), [this] { return ring_; });
            ring_ = false;
        }
        return true;
    }

private:
    std::mutex mutex_;
    std::condition_variable woken_;
    bool ring_ = false;
    std::unique_ptr<Session> session_;
    std::unique_ptr<Frames> frames_;
};

std::string open_desk(Desk& desk) {
    if (!desk.turn_until([&] { return desk.session().link() != Link::starting; })) return "the runner never spoke";
    if (!desk.session().step()) return "the course has no step: " + (desk.session().troubles().empty() ? "" : desk.session().troubles()[0].text());
    Actions open;
    if (find_step(desk.session().course(), "day-06/2")) open.open_step = "day-06/2";
    open.skip = true;
    desk.turn(open);
    return desk.session().why_locked();
}

bool run_whole(Desk& desk) {
    const std::size_t before = desk.session().tried().size();
    Actions run;
    run.run = true;
    desk.turn(run);
    return desk.turn_until([&] {
        const std::vector<Run>& runs = desk.session().tried();
        return runs.size() > before && runs.back().done;
    });
}

void measure_flood(Table& table, const std::string& kind, const std::string& words, const std::string& data_dir) {
    Desk desk(kind, data_dir);
    const std::string name = "never blocked by " + words;
    if (const std::string trouble = open_desk(desk); !trouble.empty()) return table.fail(name, trouble);
    std::vector<double> updates, frames, cpu;
    for (int i = 0; i < 50; ++i) {
        desk.forget();
        if (!run_whole(desk)) return table.fail(name, "a run never ended");
        updates.push_back(desk.longest_update_ms);
        frames.push_back(desk.longest_frame_ms);
        cpu.push_back(desk.longest_cpu_ms);
    }
    const auto most = [](const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); };
    char in_update[64], in_frame[64];
    std::snprintf(in_update, sizeof in_update, "longest of 50 runs %.1f ms", most(updates));
    std::snprintf(in_frame, sizeof in_frame, "longest of 50 runs %.1f ms, CPU %.1f ms", most(frames), median(cpu));
    table.at_most(name + ": longest update", median(updates), 16, "ms", in_update);
    table.at_most(name + ": longest frame", median(frames), 16, "ms", in_frame);
}

template <class Turn>
double frame_cpu_ms(Turn turn) {
    for (int i = 0; i < 20; ++i) turn();
    std::vector<double> used;
    for (int i = 0; i < 50; ++i) {
        const double start = process_cpu_ms();
        turn();
        used.push_back(process_cpu_ms() - start);
    }
    return median(used);
}

void measure_frame(Table& table, const std::string& data_dir) {
    Desk desk("none", data_dir);
    const std::string name = "CPU of a result frame, 1920x1080";
    if (const std::string trouble = open_desk(desk); !trouble.empty()) return table.fail(name, trouble);
    if (!run_whole(desk)) return table.fail(name, "a run never ended");
    if (desk.turn(); desk.vertices < 1000) return table.fail(name, "nothing was drawn");
    table.tell(name + ", without GL", frame_cpu_ms([&] { desk.turn(); }), "ms");

    auto offscreen = Offscreen::open(1920, 1080);
    if (!offscreen) return table.note(offscreen.error().text());
    ScreenState screen;
    set_up_screen(screen, data_dir);
    screen.ui.solid = draw_solid;
    screen.first.open = false;
    Actions ignored;
    const auto frame = [&] {
        (*offscreen)->frame([&] { apply_look(screen, desk.session().settings()); }, [&] { draw_screen(desk.session(), ignored, screen); });
        glFinish();
    };
    const char* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    // The pointer goes to and fro over the screen, so that every frame has something to change.
    int step = 0;
    table.at_most(name + ", with GL", frame_cpu_ms([&] {
                   ImGui::GetIO().AddMousePosEvent(300.0f + step * 97 % 1500, 60.0f + step * 53 % 900);
                   ++step;
                   frame();
               }),
               8, "ms", renderer);
    table.tell(name + ", with GL, everything new", frame_cpu_ms([&] {
                   (*offscreen)->forget();
                   frame();
               }),
               "ms", renderer);
}

}  // namespace

void measure_session(Table& table) {
    const Result<std::string> data_dir = find_data_dir();
    if (!data_dir) return table.fail("never blocked", data_dir.error().text());
    measure_flood(table, "events", "10,000 events", *data_dir);
    measure_flood(table, "log", "a log of 5 MB", *data_dir);
    measure_flood(table, "lines", "a log of 5 MB in lines", *data_dir);
    measure_frame(table, *data_dir);
}

}  // namespace launchlab::bench
