// WhyFile: the file about which "why does my program fail?" is asked, and the answer for one card. Owns the threads that read
// and judge, since gigabytes take longer than a frame; leaves reading to session/device_file and the answer to
// core/device_answer. Invariant: the newest file wins, each ends in an answer or an Error, and nobody ever waits for a thread:
// one that is wanted no more is told so and left to end by itself, even if its disk never answers.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/device_answer.h"
#include "session/device_file.h"

namespace launchlab {

class WhyFile {
public:
    enum class State { none, reading, answered, error };

    // `wake`: called from a thread when an answer waits.
    explicit WhyFile(std::function<void()> wake);
    ~WhyFile();

    void ask(std::string path);   // returns at once; "" = away with it
    // Each frame: takes what came, and judges anew where the card is another one.
    bool update(const Gpu* card, bool card_here, const GpuTable& gpus, const ToolkitTable& toolkits);

    State state() const { return state_; }
    const std::string& path() const { return path_; }
    const DeviceFile* file() const;                       // nullptr unless answered, as all below
    const DeviceAnswer* answer() const;
    const std::vector<OfferedRow>& rows() const;          // its images, also where no verdict is given
    const std::string& served() const;                    // "8.0 to 8.9, 9.0": where it runs by rule, with the newest drivers
    const Error* error() const;
    const std::optional<Gpu>& card() const { return card_; }   // unset: none at all
    bool card_here() const { return card_here_; }

private:
    struct Shared;
    struct Job;
    struct Done;
    void start();

    std::shared_ptr<Shared> shared_;
    std::shared_ptr<std::atomic<bool>> stop_;             // of the newest thread
    std::shared_ptr<const DeviceFile> read_;              // as it lies on disk, without what depends on a card
    std::shared_ptr<const Done> done_;
    std::shared_ptr<const GpuTable> gpus_;
    std::shared_ptr<const ToolkitTable> toolkits_;
    State state_ = State::none;
    std::string path_;
    std::optional<Gpu> card_;
    bool card_here_ = false, started_ = false;
};

// A path as people type or paste it: a quoted one, file:///a%20b of a file manager, ~/build/app, blanks and lines around it.
std::string path_of_text(const std::string& text);
std::map<std::string, std::string> cuda_environment();    // CUDA_* of this process

}  // namespace launchlab
