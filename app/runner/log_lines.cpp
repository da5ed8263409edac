#include "runner/log_lines.h"

#include <cstdlib>
#include <utility>

#include "runner/channel.h"
#include "runner/text.h"

namespace launchlab {
namespace {
constexpr std::size_t longest_line = 1u << 16;
}

bool is_driver_line(std::string_view line) {
    return !line.empty() && line[0] == '[' && line.substr(0, 200).find("[CUDA]") != std::string_view::npos;
}

void LogLines::add(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        const std::string_view piece = bytes.substr(0, end);
        part_.append(piece);
        if (end != std::string_view::npos || part_.size() >= longest_line) {
            whole_line(part_);
            part_.clear();
        }
        bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    }
}

// A mark may stand behind text that came without a line feed.
void LogLines::whole_line(std::string_view line) {
    const auto mark = line.find(log_mark);
    if (mark > 0 && !waiting_) add_line(line.substr(0, mark), index_);
    if (mark == std::string_view::npos) return;
    const std::string_view word = line.substr(mark + 1);
    if (word == "end")
        end_seen_ = true;
    else if (word == "begin")
        waiting_ = false;
    else
        index_ = std::atoi(std::string(word.substr(0, 8)).c_str());
}

void LogLines::add_line(std::string_view line, int index) {
    if (told_ + line.size() > text_limit || lines_ >= line_count_limit) {
        left_out_ += line.size() + 1;
        return;
    }
    told_ += line.size();
    ++lines_;
    tell_(Log{is_driver_line(line) ? "driver" : "output", clean_text(line), index});
}

void LogLines::flush() {
    if (!part_.empty()) whole_line(std::exchange(part_, ""));
}

std::string LogLines::left_out() const {
    return left_out_ == 0 ? "" : std::to_string(left_out_) + " bytes left out: a run shows at most 1 MB and 10000 lines of what it prints.";
}

}  // namespace launchlab
