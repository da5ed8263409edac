// What the GPU tests share: a runner to talk to, requests to ask it, and the table that is kept. Owns nothing of the product.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/gpu.h"
#include "core/lesson.h"
#include "core/run.h"
#include "core/selection.h"
#include "core/toolkit.h"
#include "session/pipe.h"

namespace launchlab::gpu_tests {

std::string program_folder();                    // of this test program: the runner lies beside it
std::string source_folder();                     // the repository: LAUNCHLAB_SOURCE in the environment, or above the programs
std::string output_folder();                     // LAUNCHLAB_GPU_OUT, or build/gpu in the repository
std::string today();                             // "2026-12-01"

struct RunnerAnswer {
    Run run;
    std::vector<std::string> lines;              // the runner's own events
    double seconds = 0;                          // from sending to done
};

class RunnerClient {
public:
    RunnerClient();
    const Hello& hello();                        // waits at most 30 s; an empty one when there is no answer
    RunnerAnswer run(Request request, int wait_s = 60);   // gives it the next id
    bool warm(const std::string& toolkit, int wait_s = 30);   // true when a spare is ready
    bool wait_for_spare(int wait_s = 30);
    const Spare& spare() const { return spare_; }
    Pipe& pipe() { return *pipe_; }

private:
    bool listen(double until, int id, RunnerAnswer* into);
    std::mutex mutex_;
    std::condition_variable woken_;
    bool ring_ = false;
    std::unique_ptr<Pipe> pipe_;
    Hello hello_;
    bool heard_hello_ = false;
    Spare spare_;
    int next_id_ = 1;
};

// Started once a test program. `card` and `toolkit` are what this machine has.
struct Machine {
    RunnerClient runner;
    GpuTable gpus;
    ToolkitTable toolkits;
    Course course;
    Gpu card;
    std::string toolkit;                         // in use: "13.0"
    Origin origin;                               // for recordings
    std::string skip;                            // why there is nothing to test: no driver or no device; "" = there is a card
};
Machine& machine();

// "75+80+p90" -> targets in that order; p = PTX.
std::vector<Target> image_set(const std::string& text);
// cudaMalloc, cudaMemset 0xFF, launch, peek, sync, get, cudaMemcpy over the kernel `mark`, built for these targets.
Request mark_request(const std::vector<Target>& targets, bool packed = true);
Verdict rule_for(const Request& request);
// malloc memset peek sync get memcpy, and written, untouched or unread: as the twins print them.
std::string as_twin(const Run& run);

bool has_nvcc();
// Builds tests/twins/<file> with these words and runs it; unset when it does not build (with nvcc's words in `trouble`).
std::optional<std::string> twin(const std::string& file, const std::vector<std::string>& words, std::string& trouble);
std::string run_words(const std::vector<std::string>& words, int& status);
std::vector<std::string> gencode(const std::vector<Target>& targets);

// One row of the dated table; written to output_folder() when the program ends.
void keep_row(const std::string& part, const std::vector<std::string>& cells);
void keep_recording(const Run& run, const std::string& step_run, const std::vector<std::string>& lines);   // "day-06/2/A"

}  // namespace launchlab::gpu_tests
