#include "session/keeper.h"

namespace launchlab {

Keeper::Keeper(std::function<void()> wake) : wake_(std::move(wake)) {}

Keeper::~Keeper() {
    {
        std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Keeper::keep(const std::string& path, std::function<Result<Done>()> write) {
    std::lock_guard lock(mutex_);
    waiting_[path] = std::move(write);
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    changed_.notify_all();
}

std::optional<Error> Keeper::trouble() const {
    std::lock_guard lock(mutex_);
    if (troubles_.empty()) return std::nullopt;
    return troubles_.begin()->second;
}

void Keeper::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.empty() && !writing_; });
}

void Keeper::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return !waiting_.empty() || ending_; });
        if (waiting_.empty()) return;
        auto next = waiting_.extract(waiting_.begin());
        writing_ = true;
        lock.unlock();
        const Result<Done> written = next.mapped()();
        lock.lock();
        writing_ = false;
        const bool was = troubles_.count(next.key()) > 0;
        if (written) troubles_.erase(next.key());
        else troubles_.insert_or_assign(next.key(), written.error());
        changed_.notify_all();
        if ((was || !written) && wake_ && !ending_) {
            lock.unlock();
            wake_();
            lock.lock();
        }
    }
}

}  // namespace launchlab
