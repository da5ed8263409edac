// Watch: one file that the learner edits elsewhere. Owns noticing a save (also by an editor that puts a new file in its place)
// and reading it, on a thread that sleeps in libuv until the folder changes; leaves what a save means to Session.
// Invariants: nothing here waits for the file, and what cannot be a kernel (gone, empty, binary, too large, unreadable) comes
// as an error and never as a text.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/result.h"

namespace launchlab {

class Watch {
public:
    struct Options {
        std::string path;
        std::function<void()> wake;          // from the watch's thread, when something waits
        std::size_t limit = 1u << 20;        // bytes of a file that is still read
        int settle_ms = 40;                  // a save comes in several steps; it is read when they are over
    };
    explicit Watch(Options options);         // the file as it stands now is known and is not reported
    ~Watch();

    // The newest save: its text, or why it is none. Each once; saves that came between are left out.
    std::optional<Result<std::string>> take();

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

// A text that can be a kernel, or the reason why not.
Result<std::string> read_kernel_file(const std::string& path, std::size_t limit);

// Where a step's kernel lies for another editor: "<state>/edit/day-06-2-mark.cu".
std::string edit_path(const std::string& state_dir, const std::string& step, const std::string& kernel_file);

// Writes `text` there. A file with another text, which may be somebody's work, is first moved to a free name beside it.
Result<Done> put_for_editing(const std::string& path, const std::string& text);

}  // namespace launchlab
