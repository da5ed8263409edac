#include "runner/endings.h"

#include <csignal>
#include <cstring>

namespace launchlab {
namespace {

bool crashed(int signal) { return signal == SIGSEGV || signal == SIGBUS || signal == SIGABRT || signal == SIGFPE || signal == SIGILL; }

}  // namespace

std::string signal_name(int signal) {
    const char* short_name = sigabbrev_np(signal);
    return short_name ? std::string("SIG") + short_name : "unknown";
}

Ended ended_by_limit(int limit_ms, bool undying, const std::string& stage) {
    Ended ended{"limit"};
    ended.text = "The run did not end within " + std::to_string(limit_ms) + " ms and was stopped. ";
    if (undying)
        ended.text += "Its process does not die: the driver holds it. Look at nvidia-smi, and restart the machine if the card stays busy.";
    else if (stage == "compile")
        ended.text += "NVRTC was still compiling. Allow more time, or compile fewer targets or a smaller source.";
    else
        ended.text += "Look for a loop without an end in the kernel, or allow more time.";
    return ended;
}

Ended ended_by_child(int exit, int signal, bool closed_early, const std::string& stage) {
    Ended ended;
    ended.exit = exit;
    ended.signal = signal;
    if (closed_early) {
        ended.how = "lost";
        ended.text = "The program closed its pipe before its run was over, and was stopped. Run again, and report it if it stays.";
    } else if (signal != 0 && stage == "compile" && crashed(signal)) {
        ended.how = "signal";
        ended.text = "NVRTC itself crashed while it compiled this source (signal " + std::to_string(signal) + ", " + signal_name(signal) +
                     "). Simplify the source; another toolkit may take it.";
    } else if (signal != 0) {
        ended.how = "signal";
        ended.text = "The program was ended by signal " + std::to_string(signal) + " (" + signal_name(signal) + "). ";
        if (signal == SIGKILL)
            ended.text += "Somebody or the system killed it; when memory ran out, close other programs and run again.";
        else if (signal == SIGTERM || signal == SIGINT || signal == SIGHUP)
            ended.text += "Somebody asked it to end. Run again.";
        else
            ended.text += "It crashed inside a library or the driver; run again, and try another toolkit if it stays.";
    } else if (exit != 0) {
        ended.how = "exit";
        ended.text =
            "The program left with exit code " + std::to_string(exit) + " before its run was over. Look at its log, and run again.";
    } else {
        ended.how = "lost";
        ended.text = "The program left before its run was over and gave no reason. Run again, and report it if it stays.";
    }
    return ended;
}

Ended ended_cancelled(bool was_running) {
    return Ended{"cancelled", was_running ? "The run was cancelled and its process stopped. Run again to see the rest."
                                          : "The run was cancelled before it began. Run again to start it."};
}

}  // namespace launchlab
