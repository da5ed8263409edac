#include "runner/host_threads.h"

namespace launchlab {

HostThreads::~HostThreads() {
    for (auto& [number, worker] : workers_) {
        {
            std::lock_guard lock(worker->mutex);
            worker->over = true;
        }
        worker->changed.notify_all();
        worker->thread.join();
    }
}

void HostThreads::run(int thread, const std::function<void()>& work) {
    if (thread == 0) return work();
    auto& slot = workers_[thread];
    if (!slot) {
        slot = std::make_unique<Worker>();
        Worker& w = *slot;
        w.thread = std::thread([this, &w] {
            at_start_();
            std::unique_lock lock(w.mutex);
            for (;;) {
                w.changed.wait(lock, [&] { return w.work || w.over; });
                if (!w.work) return;
                (*w.work)();
                w.work = nullptr;
                w.changed.notify_all();
            }
        });
    }
    std::unique_lock lock(slot->mutex);
    slot->work = &work;
    slot->changed.notify_all();
    slot->changed.wait(lock, [&] { return !slot->work; });
}

}  // namespace launchlab
