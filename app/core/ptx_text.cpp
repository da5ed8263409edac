#include "core/ptx_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "core/bytes.h"

namespace launchlab {
namespace {

constexpr std::size_t most_kernels = 65536, longest_header = 65536, longest_inside = 512;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%'; }

// White space and both kinds of comment.
std::size_t pass_blanks(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        if (is_space(text[at])) {
            ++at;
        } else if (text.substr(at, 2) == "//") {
            at = std::min(text.find('\n', at), text.size());
        } else if (text.substr(at, 2) == "/*") {
            const std::size_t end = text.find("*/", at + 2);
            at = end == std::string_view::npos ? text.size() : end + 2;
        } else {
            break;
        }
    }
    return at;
}

std::optional<int> number(std::string_view text, std::size_t& at) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + std::min(text.size(), at + 3), value);
    if (error != std::errc() || value < 0) return std::nullopt;
    at = static_cast<std::size_t>(end - text.data());
    return value;
}

std::optional<PtxText> header_at(std::string_view text, std::size_t begin, std::size_t longest) {
    text = text.substr(0, begin + std::min(text.size() - begin, longest));
    std::size_t at = begin;
    if (text.substr(at, 9) != ".version " && text.substr(at, 9) != ".version\t") return std::nullopt;
    at = pass_blanks(text, at + 9);
    PtxText out;
    const std::optional<int> major = number(text, at);
    if (!major || at >= text.size() || text[at] != '.') return std::nullopt;
    const std::optional<int> minor = number(text, ++at);
    if (!minor) return std::nullopt;
    out.version = {*major, *minor};
    at = pass_blanks(text, at);
    if (text.substr(at, 7) != ".target" || at + 7 >= text.size() || !is_space(text[at + 7])) return std::nullopt;
    at = pass_blanks(text, at + 7);
    std::size_t end = at;
    while (end < text.size() && is_name(text[end])) ++end;
    std::string name(text.substr(at, std::min<std::size_t>(end - at, 16)));
    if (!name.starts_with("sm_") && !name.starts_with("compute_")) return std::nullopt;
    const Result<Target> target = parse_arch(Kind::ptx, name.substr(name.find('_') + 1));
    if (!target) return std::nullopt;
    out.target = *target;
    const std::size_t line = std::min(text.find('\n', end), text.size());
    out.debug = text.substr(end, line - end).find("debug") != std::string_view::npos;
    out.begin = begin;
    out.end = line;
    return out;
}

}  // namespace

std::optional<PtxText> read_ptx(std::string_view text) {
    return header_at(text, pass_blanks(text.substr(0, longest_header), 0), longest_header);
}

std::optional<PtxText> find_ptx(std::string_view data, std::uint64_t from) {
    const Bytes bytes(data);
    for (std::uint64_t at = bytes.find(".version", from); at < bytes.size(); at = bytes.find(".version", at + 8))
        if (std::optional<PtxText> found = header_at(data, at, longest_inside)) return found;
    return std::nullopt;
}

std::vector<std::string> ptx_kernels(std::string_view text) {
    std::vector<std::string> out;
    for (std::size_t at = text.find(".entry"); at != std::string_view::npos && out.size() < most_kernels; at = text.find(".entry", at + 6)) {
        const std::size_t begin = pass_blanks(text, at + 6);
        std::size_t end = begin;
        while (end < text.size() && is_name(text[end])) ++end;
        if (end > begin) out.emplace_back(text.substr(begin, end - begin));
    }
    return out;
}

std::string ptx_toolkit(std::string_view text) {
    const std::string_view head = text.substr(0, 4096);
    const std::size_t at = head.find("compilation tools, release ");
    if (at == std::string_view::npos) return {};
    const std::size_t begin = at + 27;
    return std::string(head.substr(begin, std::min<std::size_t>(head.find_first_not_of("0123456789.", begin) - begin, 8)));
}

}  // namespace launchlab
