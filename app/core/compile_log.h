// What a compiler's log says about which line: NVRTC's "mark.cu(3): error: ..." and ptxas' lines as values. Owns the log's
// shape; leaves the log itself to whoever shows the whole of it. Invariant: pure, and any text is a log, at worst one that
// says nothing. Line numbers are those of the text that was compiled, which is the text on screen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/protocol.h"

namespace launchlab {

struct CompileMessage {
    enum class Kind { error, warning } kind = Kind::error;
    std::string file;     // "mark.cu", or a header's path; "" = it names none
    int line = 0;         // 1-based; 0 = it names none
    int column = 0;       // 1-based, counted in characters; 0 = not said
    std::string text;     // "identifier \"MARC\" is undefined"
    bool operator==(const CompileMessage&) const = default;
};

// In the log's order. Remarks, source lines and counts are left out.
std::vector<CompileMessage> parse_compile_log(std::string_view log);

// What all images of a run say, errors first, then by line; the same message for several images counts once. A message that
// names another file than `file` keeps its place in the words and has no line.
std::vector<CompileMessage> compile_messages(const std::vector<Compiled>& compiled, std::string_view file);

// The same messages after the text was changed: those of lines that moved go with them, those of changed lines are left out.
std::vector<CompileMessage> carried(const std::vector<CompileMessage>& messages, std::string_view from, std::string_view to);

// "Line 3: identifier ..." or the text alone; at most its first sentence.
std::string to_text(const CompileMessage& message);

}  // namespace launchlab
