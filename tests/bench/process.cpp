#include "bench/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "bench/figure.h"

extern char** environ;

namespace launchlab::bench {

namespace {

std::vector<std::string> environment_with(const Words& words) {
    std::vector<std::string> all;
    for (char** entry = environ; *entry; ++entry) {
        const std::string name(*entry, std::strcspn(*entry, "="));
        if (!words.count(name)) all.push_back(*entry);
    }
    for (const auto& [name, value] : words)
        if (!value.empty()) all.push_back(name + "=" + value);
    return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

// The fields of /proc/PID/stat after the program's name, which may hold anything.
std::vector<std::string> stat_fields(pid_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t end = text.rfind(')');
    std::vector<std::string> fields;
    if (end == std::string::npos) return fields;
    std::size_t at = end + 2;
    while (at < text.size()) {
        const std::size_t next = std::min(text.find(' ', at), text.size());
        fields.push_back(text.substr(at, next - at));
        at = next + 1;
    }
    return fields;
}

}  // namespace

Child::Child(const std::vector<std::string>& command, const Words& environment) {
    std::vector<std::string> words = command, names = environment_with(environment);
    std::vector<char*> arguments = pointers(words), variables = pointers(names);
    pid_ = fork();
    if (pid_ != 0) return;
    const int nowhere = open("/dev/null", O_RDWR);
    for (int stream : {0, 1, 2}) dup2(nowhere, stream);
    execvpe(arguments[0], arguments.data(), variables.data());
    _exit(127);
}

int Child::wait(double limit_s) {
    if (pid_ <= 0) return 127;
    const double until = now() + limit_s;
    while (status_ == -1) {
        int status = 0;
        const pid_t ended = waitpid(pid_, &status, WNOHANG);
        if (ended == pid_) status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        else if (now() >= until) return -1;
        else usleep(200);
    }
    return status_;
}

Child::~Child() {
    if (!running()) return;
    kill(pid_, SIGTERM);
    if (wait(5) == -1) kill(pid_, SIGKILL);
    wait(5);
}

Display::Display() {
    if (const char* set = std::getenv("DISPLAY"); set && *set) {
        name_ = set;
        return;
    }
    int ends[2];
    if (pipe(ends) != 0) return;
    server_ = std::make_unique<Child>(std::vector<std::string>{"Xvfb", "-displayfd", std::to_string(ends[1]), "-screen", "0", "1920x1080x24", "-noreset", "-nolisten", "tcp"}, Words{});
    close(ends[1]);
    std::string number;
    pollfd waits{ends[0], POLLIN, 0};
    char byte = 0;
    while (poll(&waits, 1, 20000) == 1 && read(ends[0], &byte, 1) == 1 && byte != '\n') number += byte;
    close(ends[0]);
    if (byte == '\n') name_ = ":" + number;
    else server_.reset();
}

long ticks(pid_t pid) {
    const std::vector<std::string> fields = stat_fields(pid);
    return fields.size() > 12 ? std::atol(fields[11].c_str()) + std::atol(fields[12].c_str()) : -1;
}

std::vector<pid_t> descendants(pid_t pid) {
    std::vector<pid_t> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const pid_t other = std::atoi(entry.path().filename().c_str());
        if (other <= 0) continue;
        const std::vector<std::string> fields = stat_fields(other);
        if (fields.size() < 2 || std::atoi(fields[1].c_str()) != pid) continue;
        found.push_back(other);
        for (pid_t below : descendants(other)) found.push_back(below);
    }
    return found;
}

std::string new_folder() {
    struct Made {
        std::vector<std::string> folders;
        ~Made() {
            std::error_code trouble;
            for (const std::string& folder : folders) std::filesystem::remove_all(folder, trouble);
        }
    };
    static Made made;
    std::string name = std::filesystem::temp_directory_path().string() + "/launchlab-bench-XXXXXX";
    if (mkdtemp(name.data())) made.folders.push_back(name);
    return name;
}

}  // namespace launchlab::bench
