#include "terminal/logged_run.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "terminal/patience.h"

extern char** environ;

namespace launchlab {

namespace {

constexpr std::size_t longest_log = 64 << 20, lines_before = 5, longest_line = 512;

struct Refused {
    int code = 0;
    std::string call;
};

// "[...][CUDA][E] Returning 209 (CUDA_ERROR_NO_BINARY_FOR_GPU) from cuLibraryGetKernel"
Refused refused_in(std::string_view line) {
    constexpr std::string_view begin = "Returning ", from = ") from ";
    const std::size_t at = line.find(begin), call = line.find(from);
    Refused out;
    if (at == std::string_view::npos || call == std::string_view::npos || call < at) return out;
    std::from_chars(line.data() + at + begin.size(), line.data() + line.size(), out.code);
    const std::string_view name = line.substr(call + from.size());
    out.call = name.substr(0, std::min(name.find_first_of(" \r\t"), longest_line));
    return out;
}

// Calls that bring an image or a kernel to the card; a program may ask for much else on purpose and be refused.
bool is_about_launch(const Refused& one) {
    static constexpr std::array calls{"cuLaunch", "cuLibrary", "cuModule", "cuKernel", "cuLink", "cuFunc", "cuGraphLaunch", "cuGraphInstantiate", "cuGraphAddKernel"};
    static constexpr std::array codes{35, 98, 200, 209, 218, 221, 222, 223, 300};
    return std::any_of(calls.begin(), calls.end(), [&](const char* call) { return one.call.starts_with(call); }) || std::find(codes.begin(), codes.end(), one.code) != codes.end();
}

std::string read_log(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text(longest_log, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    return text;
}

}  // namespace

void find_refused(std::string_view log, RunFound& found) {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < log.size();) {
        const std::size_t end = std::min(log.find('\n', at), log.size());
        if (end > at) lines.push_back(log.substr(at, std::min(end - at, longest_line)));
        at = end + 1;
    }
    std::size_t chosen = lines.size();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Refused one = refused_in(lines[i]);
        if (one.code == 0) continue;
        if (chosen == lines.size()) chosen = i;
        if (!is_about_launch(one)) continue;
        chosen = i;
        break;
    }
    if (chosen == lines.size()) return;
    const Refused one = refused_in(lines[chosen]);
    found.code = one.code;
    found.call = one.call;
    for (std::size_t i = chosen - std::min(chosen, lines_before); i <= chosen; ++i) found.lines.emplace_back(lines[i]);
}

std::string find_program(const std::string& name) {
    if (name.find('/') != std::string::npos) return access(name.c_str(), R_OK) == 0 ? name : "";
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "/usr/bin:/bin");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (const std::string full = (folder.empty() ? "." : folder) + "/" + name; access(full.c_str(), X_OK) == 0) return full;
    return {};
}

Result<RunFound> run_logged(const std::vector<std::string>& command, bool own_output) {
    const ScratchDir scratch;
    const std::string log = scratch.path() + "/driver.log", variable = "CUDA_LOG_FILE=" + log;
    std::vector<char*> words, environment;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    for (char** at = environ; *at; ++at)
        if (std::strncmp(*at, "CUDA_LOG_FILE=", 14) != 0) environment.push_back(*at);
    environment.push_back(const_cast<char*>(variable.c_str()));
    words.push_back(nullptr);
    environment.push_back(nullptr);

    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t files;
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_init(&files);
    sigset_t defaults;
    sigemptyset(&defaults);
    for (const int one : {SIGPIPE, SIGINT, SIGQUIT}) sigaddset(&defaults, one);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    if (own_output) posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
    // Ctrl C is the program's: it reaches both, and we stay for its end.
    struct sigaction ignore {}, before_int {}, before_quit {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGINT, &ignore, &before_int);
    sigaction(SIGQUIT, &ignore, &before_quit);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, words[0], &files, &attributes, words.data(), environment.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    int status = 0;
    if (failed == 0)
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    sigaction(SIGINT, &before_int, nullptr);
    sigaction(SIGQUIT, &before_quit, nullptr);
    if (failed != 0) return Error{command[0], std::string("the program did not start: ") + std::strerror(failed) + ". Check its name and that it may be executed."};
    RunFound out{.command = command};
    if (WIFSIGNALED(status)) out.signal = WTERMSIG(status);
    else out.exit = WEXITSTATUS(status);
    find_refused(read_log(log), out);
    return out;
}

}  // namespace launchlab
