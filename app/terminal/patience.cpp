#include "terminal/patience.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>

namespace launchlab {

namespace {

volatile std::sig_atomic_t pressed = 0;

extern "C" void on_interrupt(int) { pressed = 1; }

char scratch_path[4096];  // of the folder to remove; a handler may not read a std::string

// Where nobody waits with Patience: what a Session may have written there goes, the folder too, and then the program.
extern "C" void remove_scratch(int signal) {
    const std::size_t length = std::strlen(scratch_path);
    for (const char* name : {"/progress.json", "/settings.json", "/driver.log"}) {
        std::strcpy(scratch_path + length, name);
        unlink(scratch_path);
    }
    scratch_path[length] = 0;
    rmdir(scratch_path);
    raise(signal);  // SA_RESETHAND: it now ends the program
}

}  // namespace

Patience::Patience() : bell_(std::make_shared<Bell>()) {
    struct sigaction action {};
    action.sa_handler = on_interrupt;
    action.sa_flags = SA_RESETHAND;
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        if (signal != SIGHUP || before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup stays what it is
    }
}

std::function<void()> Patience::wake() const {
    return [bell = bell_] {
        {
            const std::lock_guard lock(bell->mutex);
            bell->waiting = true;
        }
        bell->rung.notify_one();
    };
}

bool Patience::until(Session& session, const std::function<bool()>& done, double limit_s, const std::function<void()>& seen) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(limit_s);
    while (true) {
        const bool changed = session.update();
        if (changed && seen) seen();
        if (done()) return true;
        if ((interrupted() && !noticed_) || Clock::now() >= end) return false;
        if (changed) continue;
        // A signal handler may not ring the bell, so Ctrl C is looked for ten times a second.
        const double nap = std::min({0.1, session.next_wake_s(), std::chrono::duration<double>(end - Clock::now()).count()});
        std::unique_lock lock(bell_->mutex);
        bell_->rung.wait_for(lock, std::chrono::duration<double>(std::max(nap, 0.0)), [&] { return bell_->waiting; });
        bell_->waiting = false;
    }
}

bool Patience::interrupted() const { return pressed != 0; }

ScratchDir::ScratchDir() {
    std::error_code error;
    const std::filesystem::path wanted = std::filesystem::temp_directory_path(error);
    for (const std::filesystem::path& place : {error ? "/tmp" : wanted, std::filesystem::path("/tmp")}) {
        path_ = (place / "launchlab-XXXXXX").string();
        if (mkdtemp(path_.data())) break;
        path_ = (place / "launchlab-none").string();  // made by nobody, so nothing is read or kept: never the learner's own folder
    }
    if (path_.size() + 32 > sizeof scratch_path) return;
    std::copy_n(path_.c_str(), path_.size() + 1, scratch_path);
    struct sigaction action {}, before {};
    action.sa_handler = remove_scratch;
    action.sa_flags = SA_RESETHAND | SA_NODEFER;
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
        sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_DFL) sigaction(signal, &action, nullptr);
    }
}

ScratchDir::~ScratchDir() {
    std::error_code error;
    scratch_path[0] = '\0';
    std::filesystem::remove_all(path_, error);
}

}  // namespace launchlab
