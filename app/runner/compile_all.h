// The images of one request, compiled on all cores at once: NVRTC works on different programs at the same time, as long as
// each stays on one thread (facts/cuda.md 9.1). Owns the threads; leaves what is told, and in which order, to runner/child.
// Invariant: take() gives what compile() alone would give, and no thread outlives this.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "runner/compile.h"

namespace launchlab {

struct CompileJob {
    const UnitRequest* unit = nullptr;
    ImageRequest image;
};

class CompileAll {
public:
    CompileAll(const Nvrtc& nvrtc, std::vector<CompileJob> jobs);
    ~CompileAll();  // what was not begun is left out
    CompileAll(const CompileAll&) = delete;

    Compilation take(std::size_t job);  // waits for it; each once

private:
    void work();
    const Nvrtc& nvrtc_;
    std::vector<CompileJob> jobs_;
    std::vector<std::optional<Compilation>> made_;
    std::size_t next_ = 0;
    std::mutex mutex_;
    std::condition_variable done_;
    std::vector<std::thread> threads_;
};

}  // namespace launchlab
