// World: a Session with a fake runner and a state folder of its own, and waiting that ends.
#pragma once

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "catch.h"
#include "session/session.h"

namespace launchlab {

inline std::string source_path(const std::string& name) { return std::string(LAUNCHLAB_SOURCE) + "/" + name; }
inline std::string transcript(const std::string& name) { return source_path("tests/data/transcripts/" + name + ".jsonl"); }

inline std::string text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

struct Folder {
    std::filesystem::path path;
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "launchlab-test-XXXXXX").string();
        path = mkdtemp(name.data());
    }
    ~Folder() {
        std::error_code failed;
        std::filesystem::remove_all(path, failed);
    }
    std::string operator/(const std::string& name) const { return (path / name).string(); }
};

inline std::vector<std::string> fake_runner(const std::string& hello, std::vector<std::string> more = {}) {
    // The system's own python starts several times faster than a version manager's.
    std::string python = std::filesystem::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
    std::vector<std::string> words = {python, "-S", source_path("tests/session/fake_runner.py"), "--hello", transcript(hello),
                                      "--run", transcript("refused-209"), "--fit-run", transcript("ran"), "--fit", "90", "--idle-run", transcript("no-launch")};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

struct World {
    Folder state;
    SessionOptions options;
    std::unique_ptr<Session> session;

    explicit World(std::vector<std::string> runner, const std::function<void(SessionOptions&)>& change = {}) {
        options.data_dir = LAUNCHLAB_SOURCE;
        options.state_dir = state.path.string();
        options.runner = std::move(runner);
        options.live = !options.runner.empty();
        if (change) change(options);
        session = std::make_unique<Session>(options);
    }
    Session& operator*() { return *session; }
    Session* operator->() { return session.get(); }

    void act(const std::function<void(Actions&)>& fill) {
        Actions actions;
        fill(actions);
        session->carry_out(actions);
    }
    // Frames until `done`; a test that waits in vain fails and does not hang.
    bool wait(const std::function<bool()>& done, double seconds = 60) {
        for (int i = 0; i < seconds * 1000; ++i) {
            session->update();
            if (done()) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return false;
    }
    bool ready() {
        bool is = wait([&] { return session->link() != Link::starting; }) && session->link() == Link::ready;
        if (!is) UNSCOPED_INFO(all_troubles());
        return is;
    }
    bool idle() { return wait([&] { return !session->running(); }); }
    // The step of the main job, ready to run.
    void open_209() {
        act([](Actions& a) { a.open_step = "day-06/2"; a.skip = true; });
        REQUIRE(session->step());
    }
    void run() {
        act([](Actions& a) { a.run = true; });
        REQUIRE(idle());
    }
    std::string all_troubles() const {
        std::string out;
        for (const Error& trouble : session->troubles()) out += trouble.text() + "\n";
        return out;
    }
};

inline std::vector<int> codes_of(const Run& run) {
    std::vector<int> out;
    for (const Call& call : run.calls) out.push_back(call.code);
    return out;
}
inline std::vector<std::string> names_of(const std::vector<Target>& targets) {
    std::vector<std::string> out;
    for (const Target& target : targets) out.push_back(to_name(target));
    return out;
}

}  // namespace launchlab
