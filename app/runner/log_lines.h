// A child's stderr -> log events: whole lines, each tied to the call that was under way, the driver's own told from the rest.
// Owns the marks that the child writes between calls and the limit on what one run may print; what is over it is counted,
// not kept, and the child is never made to wait.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/protocol.h"

namespace launchlab {

// A line that the driver wrote because of CUDA_LOG_FILE, not the program.
bool is_driver_line(std::string_view line);

class LogLines {
public:
    // `after_mark`: what comes before the child's begin mark is of no run and is dropped.
    explicit LogLines(std::function<void(const Log&)> tell, bool after_mark = false) : tell_(std::move(tell)), waiting_(after_mark) {}
    void add(std::string_view bytes);
    void add_line(std::string_view line, int index);  // one that came another way
    void flush();                                     // the last line, though no line feed came
    bool end_seen() const { return end_seen_; }       // the child said that nothing more belongs to its run
    std::string left_out() const;                     // "1234 bytes left out ..."; "" = nothing was

    static constexpr std::size_t text_limit = 1u << 20;
    static constexpr int line_count_limit = 10000;

private:
    void whole_line(std::string_view line);
    std::function<void(const Log&)> tell_;
    std::string part_;
    int index_ = -1, lines_ = 0;
    std::size_t told_ = 0, left_out_ = 0;
    bool end_seen_ = false, waiting_;
};

}  // namespace launchlab
