// Pipe: the runner's process and its two streams, on the one thread that runs libuv. Owns starting and ending the process
// group, cutting the stream into whole lines, and words for a runner that is missing, silent, of another version or gone.
// Leaves what events mean to Session. Invariants: no function here waits for the runner (the destructor waits at most a
// second), and after Gone nothing more is heard.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/protocol.h"

namespace launchlab {

// The last thing heard: why there is no runner any more, with the remedy.
struct Gone {
    std::string what;
};
using Heard = std::variant<Event, Gone>;

// Lines that are no protocol: a login banner, a library that prints. Counted, and the last of them kept.
struct Strays {
    std::size_t count = 0;
    std::vector<std::string> last;   // at most 20 lines of at most 200 bytes
};

class Pipe {
public:
    struct Options {
        std::vector<std::string> command;
        std::function<void()> wake;      // from the pipe's thread, when something waits and nothing did before
        int hello_limit_ms = 15000;      // no hello by then: Gone
        std::size_t queue_limit = 64u << 20;   // bytes of lines that wait; above it the runner is not read on
    };
    explicit Pipe(Options options);
    ~Pipe();                             // closes the input; TERM after 0.4 s, KILL after 0.7 s

    void send(const Command& command);   // queues and returns
    std::optional<Heard> take();         // the next thing heard, parsed already; unset = nothing waits
    bool waiting() const;
    Strays strays() const;
    std::size_t stray_count() const;     // cheap: to see whether strays() changed
    void end();                          // starts the ending and returns; nothing but Gone is heard after it

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace launchlab
