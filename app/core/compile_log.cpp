#include "core/compile_log.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace launchlab {
namespace {

using Said = CompileMessage::Kind;

std::string_view trimmed(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \t\r");
    if (from == text.npos) return {};
    return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

// "error: ...", "warning #177-D: ...", "catastrophic error: ...", "fatal   : ..." -> kind and the text behind the colon.
std::optional<CompileMessage> worded(std::string_view rest) {
    const std::size_t colon = rest.find(':');
    if (colon == rest.npos) return std::nullopt;
    std::string_view word = rest.substr(0, colon);
    if (const std::size_t number = word.find(" #"); number != word.npos) word = word.substr(0, number);
    word = trimmed(word);
    CompileMessage message;
    message.text = trimmed(rest.substr(colon + 1));
    if (message.text.empty()) return std::nullopt;
    if (word == "warning") message.kind = Said::warning;
    else if (word != "error" && word != "catastrophic error" && word != "fatal error" && word != "internal error" && word != "fatal") return std::nullopt;
    return message;
}

// "mark.cu(3): error: ..."
std::optional<CompileMessage> at_a_line(std::string_view line) {
    for (std::size_t close = line.find("): "); close != line.npos; close = line.find("): ", close + 1)) {
        const std::size_t open = line.rfind('(', close);
        if (open == line.npos || open == 0) continue;
        int number = 0;
        const char *from = line.data() + open + 1, *to = line.data() + close;
        const auto read = std::from_chars(from, to, number);
        if (read.ec != std::errc() || read.ptr != to || number < 1) continue;
        std::optional<CompileMessage> message = worded(line.substr(close + 3));
        if (!message) continue;
        message->file = line.substr(0, open);
        message->line = number;
        return message;
    }
    return std::nullopt;
}

// "ptxas fatal   : ...", "ptxas application ptx input, line 36; error   : ...", "nvrtc: error: ..."
std::optional<CompileMessage> of_a_tool(std::string_view line) {
    if (line.starts_with("nvrtc: ")) return worded(line.substr(7));
    if (!line.starts_with("ptxas ")) return std::nullopt;
    const std::size_t semicolon = line.find("; ");
    std::optional<CompileMessage> message = worded(line.substr(semicolon == line.npos ? 6 : semicolon + 2));
    if (message) message->text = "ptxas: " + message->text;
    return message;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n')) {
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    lines.push_back(text);
    return lines;
}

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

std::vector<CompileMessage> parse_compile_log(std::string_view log) {
    std::vector<CompileMessage> messages;
    bool marks = false;    // a caret below belongs to the last message
    while (!log.empty()) {
        const std::size_t end = log.find('\n');
        const std::string_view line = log.substr(0, end);
        log = end == log.npos ? std::string_view() : log.substr(end + 1);
        std::optional<CompileMessage> message = at_a_line(line);
        if (!message) message = of_a_tool(line);
        if (message) {
            marks = message->line > 0;
            messages.push_back(std::move(*message));
        } else if (marks && trimmed(line) == "^") {
            // The source line stands two characters further right than in the file.
            const std::size_t at = characters(line.substr(0, line.find('^')));
            if (at >= 2) messages.back().column = static_cast<int>(at) - 1;
            marks = false;
        }
    }
    return messages;
}

std::vector<CompileMessage> compile_messages(const std::vector<Compiled>& compiled, std::string_view file) {
    std::vector<CompileMessage> all;
    for (const Compiled& one : compiled)
        for (CompileMessage& message : parse_compile_log(one.log)) {
            if (one.code == 0 && message.kind == Said::error) continue;   // it was built after all
            if (message.line > 0 && message.file != file) {
                message.text = "in " + message.file + ", line " + std::to_string(message.line) + ": " + message.text;
                message.line = message.column = 0;
            }
            if (std::find(all.begin(), all.end(), message) == all.end()) all.push_back(std::move(message));
        }
    // Without a line it is about the whole, often only a count of what stands above: last of its kind.
    std::stable_sort(all.begin(), all.end(), [](const CompileMessage& a, const CompileMessage& b) {
        auto rank = [](const CompileMessage& m) { return std::pair(m.kind == Said::warning, m.line > 0 ? m.line : 1 << 30); };
        return rank(a) < rank(b);
    });
    return all;
}

std::vector<CompileMessage> carried(const std::vector<CompileMessage>& messages, std::string_view from, std::string_view to) {
    if (from == to) return messages;
    const std::vector<std::string_view> before = lines_of(from), after = lines_of(to);
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t head = 0, tail = 0;
    while (head < shorter && before[head] == after[head]) ++head;
    while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
    const int first = static_cast<int>(head) + 1, last = static_cast<int>(before.size() - tail), by = static_cast<int>(after.size()) - static_cast<int>(before.size());
    std::vector<CompileMessage> out;
    for (CompileMessage message : messages) {
        if (message.line >= first && message.line <= last) continue;
        if (message.line > last) message.line += by;
        out.push_back(std::move(message));
    }
    return out;
}

std::string to_text(const CompileMessage& message) {
    std::string text = message.text;
    if (const std::size_t stop = text.find(". "); stop != text.npos) text.resize(stop + 1);
    return message.line > 0 ? "Line " + std::to_string(message.line) + ": " + text : text;
}

}  // namespace launchlab
