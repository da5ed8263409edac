#include "bench/window_part.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "bench/process.h"

namespace launchlab::bench {

namespace {

std::string beside(const std::string& program) { return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / program).string(); }

Words environment(const Display& display, const std::string& ends = "") {
    const std::string state = new_folder();
    return {{"LAUNCHLAB_EXIT_AFTER_FIRST_FRAME", ends}, {"DISPLAY", display.name()}, {"WAYLAND_DISPLAY", ""}, {"XDG_STATE_HOME", state}, {"XDG_CONFIG_HOME", state}};
}

// Milliseconds from the start of the program to its end, which follows its first frame; below 0: it failed.
double time_first_frame(const std::string& program, const Display& display) {
    const Words words = environment(display, "1");
    const double start = now();
    Child child({beside(program)}, words);
    return child.wait(60) == 0 ? (now() - start) * 1e3 : -1;
}

void measure_start(Table& table, const Display& display) {
    const std::string name = "start to first frame, against an empty window";
    std::vector<double> ours, empty;
    for (int i = 0; i < 21; ++i) {               // the first pair fills the page cache and does not count
        const double a = time_first_frame("launchlab-empty-window", display), b = time_first_frame("launchlab", display);
        if (a < 0 || b < 0) return table.fail(name, std::string(a < 0 ? "the empty window" : "launchlab") + " did not show a first frame and end");
        if (i == 0) continue;
        empty.push_back(a);
        ours.push_back(b);
    }
    char words[64];
    std::snprintf(words, sizeof words, "%.0f ms against %.0f ms", median(ours), median(empty));
    table.at_most(name, median(ours) / median(empty), 1.5, "times", words);
}

// Ticks of all these together; one that ended meanwhile counts nothing.
long sum_ticks(const std::vector<pid_t>& pids) {
    long sum = 0;
    for (pid_t pid : pids) sum += std::max(0L, ticks(pid));
    return sum;
}

void measure_idle(Table& table, const Display& display) {
    const std::string name = "CPU of the idle window in 10 s";
    Child window({beside("launchlab")}, environment(display));
    // The first frames, the runner's hello and the warming of its spare are past when it has rested for five seconds. One that
    // never rests is measured after a minute as it is.
    for (long last = -1, rested = 0, waited = 0; rested < 5 && waited < 60; ++waited) {
        sleep(1);
        const long used = ticks(window.pid());
        rested = used == last && waited > 5 ? rested + 1 : 0;
        last = used;
    }
    const std::vector<pid_t> runner = descendants(window.pid());
    const long before = ticks(window.pid()), runner_before = sum_ticks(runner);
    sleep(10);
    const long after = ticks(window.pid()), runner_after = sum_ticks(runner);
    if (!window.running()) return table.fail(name, "launchlab ended with " + std::to_string(window.wait(0)));
    table.at_most(name, double(after - before), 1, "ticks");
    table.tell("CPU of its runner in the same 10 s", double(runner_after - runner_before), "ticks", std::to_string(runner.size()) + " processes");
}

}  // namespace

void measure_window(Table& table) {
    const Display display;
    if (display.name().empty()) return table.note("no display and no Xvfb: window figures not measured");
    measure_start(table, display);
    measure_idle(table, display);
}

}  // namespace launchlab::bench
