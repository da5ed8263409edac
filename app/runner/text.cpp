#include "runner/text.h"

#include <cctype>

namespace launchlab {
namespace {

// Length of the valid UTF-8 sequence at the start; 0 = none.
std::size_t sequence(std::string_view s) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
    const unsigned char first = at(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xC2 && first < 0xE0   ? 2
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xF0 && first < 0xF5 ? 4
                                                               : 0;
    if (length == 0 || s.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((at(i) & 0xC0) != 0x80) return 0;
    if ((first == 0xE0 && at(1) < 0xA0) || (first == 0xED && at(1) > 0x9F) || (first == 0xF0 && at(1) < 0x90) ||
        (first == 0xF4 && at(1) > 0x8F))
        return 0;
    return length;
}

}  // namespace

std::string clean_text(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size());
    while (!bytes.empty()) {
        const std::size_t length = sequence(bytes);
        const auto first = static_cast<unsigned char>(bytes[0]);
        if (length == 0) {
            out += "\xEF\xBF\xBD";
            bytes.remove_prefix(1);
            continue;
        }
        if (first >= 0x20 ? first != 0x7F : first == '\t' || first == '\n') out.append(bytes.substr(0, length));
        bytes.remove_prefix(length);
    }
    return out;
}

int readable_id(std::string_view line) {
    line = line.substr(0, 4096);
    for (const std::string_view key : {"\"id\"", "\"cancel\""}) {
        auto at = line.find(key);
        if (at == std::string_view::npos) continue;
        at += key.size();
        while (at < line.size() && (line[at] == ' ' || line[at] == ':')) ++at;
        int id = 0, count = 0;
        while (at < line.size() && std::isdigit(static_cast<unsigned char>(line[at])) && ++count < 10) id = id * 10 + (line[at++] - '0');
        if (count > 0) return id;
    }
    return 0;
}

}  // namespace launchlab
