// Typed: what is typed on standard input, a line for each prompt. Owns reading, the prompt, and the echo that keeps a script of
// answers readable where the input is no terminal; leaves what the words mean to its caller. Invariant: it waits for the line and
// for nothing else, and Ctrl C or the end of the input ends it for good.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "terminal/output.h"

namespace launchlab {

class Typed {
public:
    // `idle`: called now and then while nothing is typed. `stop`: true ends the wait.
    Typed(Output& out, std::function<void()> idle, std::function<bool()> stop);
    std::optional<std::string> line(const std::string& prompt);   // unset: the input has ended
    bool ended() const { return ended_; }

private:
    std::optional<std::string> taken();
    Output& out_;
    std::function<void()> idle_;
    std::function<bool()> stop_;
    std::string bytes_;
    bool ended_ = false, terminal_ = false, closed_ = false;
};

}  // namespace launchlab
