// Processes that the bench starts: launchlab, the empty window, a display of its own. Owns their end: nothing that was
// started here is left when its Child is gone.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

namespace launchlab::bench {

using Words = std::map<std::string, std::string>;    // added to the environment; "" takes a name away

class Child {
public:
    // Standard output and error go to /dev/null.
    Child(const std::vector<std::string>& command, const Words& environment);
    ~Child();                                    // TERM, and KILL after five seconds
    Child(const Child&) = delete;
    pid_t pid() const { return pid_; }
    int wait(double limit_s);                    // exit code; 128 + signal; -1 when it still runs
    bool running() { return wait(0) == -1; }

private:
    pid_t pid_ = -1;
    int status_ = -1;
};

// DISPLAY where it is set, else an Xvfb started here. name() is "" where there is neither.
class Display {
public:
    Display();
    const std::string& name() const { return name_; }

private:
    std::string name_;
    std::unique_ptr<Child> server_;
};

long ticks(pid_t pid);                           // CPU ticks used so far (user and system); -1 when it is gone
std::vector<pid_t> descendants(pid_t pid);
std::string new_folder();                        // an empty one, for a state of its own; taken away at the end

}  // namespace launchlab::bench
