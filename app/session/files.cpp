#include "session/files.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "session/progress.h"

namespace launchlab {

namespace fs = std::filesystem;

namespace {

Error system_error(const std::string& where, const std::string& what, int number, const char* remedy) {
    return {where, what + ": " + strerror(number) + ". " + remedy};
}

// What a program that was killed while it wrote has left behind.
void remove_leftovers(const fs::path& target) {
    std::string start = target.filename().string() + ".new-";
    std::error_code failed;
    for (fs::directory_iterator entry(target.parent_path(), failed), end; !failed && entry != end; entry.increment(failed)) {
        std::string name = entry->path().filename().string();
        if (name.compare(0, start.size(), start) != 0) continue;
        long pid = strtol(name.c_str() + start.size(), nullptr, 10);
        if (pid > 0 && kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH) fs::remove(entry->path(), failed);
    }
}

bool write_all(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        ssize_t n = write(file, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return fsync(file) == 0;
}

}  // namespace

std::string home_dir() {
    if (const char* home = std::getenv("HOME"); home && *home) return home;
    const passwd* user = getpwuid(getuid());
    return user && user->pw_dir ? user->pw_dir : "";
}

Result<std::string> read_file(const std::string& path, std::size_t limit) {
    int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return system_error(path, "the file cannot be read", errno, "Check that it is there and readable.");
    struct stat found {};
    std::string text;
    std::optional<Error> error;
    if (fstat(file, &found) != 0 || !S_ISREG(found.st_mode)) {
        error = Error{path, "this is no plain file. Put one in its place."};
    } else if (static_cast<std::size_t>(found.st_size) > limit) {
        error = Error{path, "the file is larger than " + std::to_string(limit >> 20) + " MB. Make it smaller."};
    } else {
        char buffer[65536];
        for (;;) {
            ssize_t n = read(file, buffer, sizeof buffer);
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) error = system_error(path, "the file cannot be read", errno, "Check the disk.");
            if (n <= 0 || text.size() > limit) break;
            text.append(buffer, static_cast<std::size_t>(n));
        }
    }
    close(file);
    if (error) return *error;
    return text;
}

Result<Done> write_new_file(const std::string& path, std::string_view bytes) {
    const char* remedy = "Start launchlab in a folder that can be written to.";
    int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) return system_error(path, "the file cannot be written", errno, remedy);
    bool written = write_all(file, bytes);
    int number = errno;
    close(file);
    if (written) return Done{};
    unlink(path.c_str());
    return system_error(path, "the file cannot be written", number, remedy);
}

Result<Done> write_file_safely(const std::string& path, std::string_view bytes) {
    const char* remedy = "Make room, or let this folder be written to.";
    std::error_code failed;
    fs::path target = path;
    if (fs::is_symlink(target, failed)) target = fs::weakly_canonical(target, failed);
    fs::create_directories(target.parent_path(), failed);
    if (failed) return system_error(target.parent_path().string(), "the folder cannot be made", failed.value(), remedy);
    remove_leftovers(target);

    std::string fresh = target.string() + ".new-" + std::to_string(getpid());
    int file = open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return system_error(path, "the file cannot be written", errno, remedy);
    bool written = write_all(file, bytes);
    int number = errno;
    close(file);
    if (written && rename(fresh.c_str(), target.c_str()) != 0) {
        written = false;
        number = errno;
    }
    if (!written) {
        unlink(fresh.c_str());
        return system_error(path, "the file cannot be written", number, remedy);
    }
    if (int folder = open(target.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); folder >= 0) {
        fsync(folder);   // so that the new name survives a power cut too
        close(folder);
    }
    return Done{};
}

}  // namespace launchlab
