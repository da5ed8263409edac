#include "runner/compile_all.h"

#include <algorithm>
#include <utility>

namespace launchlab {

CompileAll::CompileAll(const Nvrtc& nvrtc, std::vector<CompileJob> jobs) : nvrtc_(nvrtc), jobs_(std::move(jobs)), made_(jobs_.size()) {
    // One image is compiled by whoever takes it: NVRTC's first call was paid on that thread.
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    if (jobs_.size() > 1)
        for (std::size_t i = 0; i < std::min(cores, jobs_.size()); ++i) threads_.emplace_back([this] { work(); });
}

CompileAll::~CompileAll() {
    {
        std::lock_guard lock(mutex_);
        next_ = jobs_.size();
    }
    for (std::thread& one : threads_) one.join();
}

void CompileAll::work() {
    for (;;) {
        std::size_t job = 0;
        {
            std::lock_guard lock(mutex_);
            if (next_ == jobs_.size()) return;
            job = next_++;
        }
        Compilation made = compile(nvrtc_, *jobs_[job].unit, jobs_[job].image);
        std::lock_guard lock(mutex_);
        made_[job] = std::move(made);
        done_.notify_all();
    }
}

Compilation CompileAll::take(std::size_t job) {
    if (threads_.empty()) return compile(nvrtc_, *jobs_[job].unit, jobs_[job].image);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [&] { return made_[job].has_value(); });
    return *std::exchange(made_[job], std::nullopt);
}

}  // namespace launchlab
