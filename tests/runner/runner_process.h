// launchlab-runner as its user has it: lines in, events out. Nothing waits for ever: after 60 s a test fails instead.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "catch.h"
#include "core/protocol.h"

namespace launchlab {

inline auto contains(const std::string& text) { return Catch::Contains(text); }

using Environment = std::map<std::string, std::string>;

class RunnerProcess {
public:
    explicit RunnerProcess(const Environment& environment = {}, const std::vector<std::string>& arguments = {}) {
        int in[2], out[2];
        REQUIRE(pipe2(in, O_CLOEXEC) == 0);
        REQUIRE(pipe2(out, O_CLOEXEC) == 0);
        pid_ = fork();
        REQUIRE(pid_ >= 0);
        if (pid_ == 0) {
            dup2(in[0], 0);
            dup2(out[1], 1);
            for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
            std::vector<char*> words = {const_cast<char*>("launchlab-runner")};
            for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
            words.push_back(nullptr);
            execv(LAUNCHLAB_BIN "/launchlab-runner", words.data());
            _exit(127);
        }
        close(in[0]);
        close(out[1]);
        in_ = in[1];
        out_ = out[0];
        std::signal(SIGPIPE, SIG_IGN);
    }
    ~RunnerProcess() {
        close_input();
        if (pid_ > 0) {
            kill(pid_, SIGKILL);
            waitpid(pid_, nullptr, 0);
        }
        close(out_);
    }
    RunnerProcess(const RunnerProcess&) = delete;

    void send(std::string line) {
        line += '\n';
        for (std::size_t at = 0; at < line.size();) {
            const ssize_t wrote = write(in_, line.data() + at, line.size() - at);
            if (wrote <= 0) return;  // it is gone, which the next wait tells
            at += static_cast<std::size_t>(wrote);
        }
    }
    void send(const Command& command) { send(to_line(command)); }
    void close_input() {
        if (in_ >= 0) close(std::exchange(in_, -1));
    }
    void signal(int number) { kill(pid_, number); }

    // Events up to and with the first that fits; a line that is no event fails the test.
    std::vector<Event> until(const std::function<bool(const Event&)>& fits) {
        std::vector<Event> events;
        for (;;) {
            const std::string line = next_line();
            if (line.empty()) return events;
            auto event = parse_event(line);
            INFO(line);
            REQUIRE(event);
            events.push_back(*event);
            if (fits(*event)) return events;
        }
    }
    Hello hello() {
        const auto events = until([](const Event& e) { return std::holds_alternative<Hello>(e.body); });
        REQUIRE_FALSE(events.empty());
        REQUIRE(std::holds_alternative<Hello>(events.back().body));
        return std::get<Hello>(events.back().body);
    }
    std::vector<Event> run(const Request& request) {
        send(Command(request));
        return until_done(request.id);
    }
    std::vector<Event> until_done(int id) {
        return until([id](const Event& e) { return e.id == id && std::holds_alternative<Ended>(e.body); });
    }
    // The exit status after the end of its output; -signal when one ended it.
    int wait() {
        while (!next_line().empty()) {}
        int status = 0;
        waitpid(std::exchange(pid_, -1), &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }

private:
    std::string next_line() {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        for (;;) {
            const auto end = pending_.find('\n');
            if (end != std::string::npos) {
                std::string line = pending_.substr(0, end);
                pending_.erase(0, end + 1);
                return line;
            }
            pollfd ready{out_, POLLIN, 0};
            if (poll(&ready, 1, 1000) == 0) {
                if (std::chrono::steady_clock::now() > until) FAIL("the runner was silent for a minute");
                continue;
            }
            char buffer[65536];
            const ssize_t got = read(out_, buffer, sizeof buffer);
            if (got <= 0) return "";
            pending_.append(buffer, static_cast<std::size_t>(got));
        }
    }
    pid_t pid_ = -1;
    int in_ = -1, out_ = -1;
    std::string pending_;
};

template <class Body> std::vector<Body> all(const std::vector<Event>& events) {
    std::vector<Body> found;
    for (const auto& event : events)
        if (const auto* body = std::get_if<Body>(&event.body)) found.push_back(*body);
    return found;
}
inline Ended ended(const std::vector<Event>& events) {
    const auto found = all<Ended>(events);
    REQUIRE(found.size() == 1);
    return found.front();
}

inline Request make_request(int id, const std::vector<std::pair<Kind, std::string>>& images, bool with_calls = false) {
    Request request;
    request.id = id;
    request.toolkit = "13.0";
    request.limit_ms = 120000;  // a busy machine is no failure
    UnitRequest unit;
    unit.source = "extern \"C\" __global__ void mark(unsigned* out) { out[0] = MARK; out[1] = __CUDA_ARCH__; }\n";
    unit.entry = "mark";
    int mark = 100;
    for (const auto& [kind, arch] : images) {
        ImageRequest image;
        image.kind = kind;
        image.arch = arch;
        image.define["MARK"] = std::to_string(++mark);
        unit.images.push_back(image);
    }
    request.units.push_back(unit);
    if (with_calls) {
        CallRequest malloc{"cudaMalloc", "out", 8}, memset{"cudaMemset", "out", 8, 255}, launch{"launch"}, sync{"cudaDeviceSynchronize"},
            copy{"cudaMemcpy", "out", 8};
        launch.grid = launch.block = {1};
        launch.args = {"out"};
        request.calls = {malloc, memset, launch, sync, copy};
    }
    return request;
}

// A folder that goes with the test.
class TemporaryFolder {
public:
    TemporaryFolder() {
        char name[] = "/tmp/launchlab-test-XXXXXX";
        REQUIRE(mkdtemp(name));
        path = name;
    }
    ~TemporaryFolder() {
        std::error_code error;
        std::filesystem::remove_all(path, error);
    }
    std::filesystem::path path;
    std::filesystem::path file(const std::string& name, const std::string& text = "") const {
        std::filesystem::create_directories((path / name).parent_path());
        std::ofstream(path / name) << text;
        return path / name;
    }
};

// A child that is played by a script: it may read its first line with `read -r line`. $2 is hello, run or spare.
class StandIn {
public:
    explicit StandIn(const std::string& run, const std::string& spare = "exit 0", const std::string& hello = plain_hello) {
        const auto file = folder.file("child", "#!/bin/sh\nhere=" + folder.path.string() + "\necho $$ >> $here/pids\ncase $2 in\nhello)\n" +
                                                   hello + ";;\nspare)\n" + spare + ";;\nrun)\nread -r line\n" + run + ";;\nesac\n");
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        environment["LAUNCHLAB_RUNNER_CHILD"] = file.string();
    }
    // Children that are still there, after giving them two seconds to be gone.
    int living() const {
        int count = 0;
        for (int i = 0; i < 200; ++i) {
            count = 0;
            std::ifstream in(folder.path / "pids");
            for (pid_t pid; in >> pid;) count += kill(pid, 0) == 0;
            if (count == 0) break;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return count;
    }
    static constexpr const char* plain_hello = "echo '{\"v\":1,\"id\":0,\"event\":\"hello\",\"protocol\":1,\"gpus\":[],\"toolkits\":[]}'\n";
    TemporaryFolder folder;
    Environment environment;
};

}  // namespace launchlab
