#include "terminal/patience.h"

#include <signal.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>

namespace launchlab {

namespace {

volatile std::sig_atomic_t pressed = 0;

extern "C" void on_interrupt(int) { pressed = 1; }

}  // namespace

Patience::Patience() : bell_(std::make_shared<Bell>()) {
    struct sigaction action {};
    action.sa_handler = on_interrupt;
    action.sa_flags = SA_RESETHAND;
    sigaction(SIGINT, &action, nullptr);
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
    std::string pattern = (std::filesystem::temp_directory_path(error) / "launchlab-XXXXXX").string();
    if (error) pattern = "/tmp/launchlab-XXXXXX";
    if (mkdtemp(pattern.data())) path_ = pattern;
}

ScratchDir::~ScratchDir() {
    std::error_code error;
    if (!path_.empty()) std::filesystem::remove_all(path_, error);
}

}  // namespace launchlab
