#include "core/target.h"

namespace launchlab {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

Error bad_target(std::string_view text, std::string why) {
    return {std::string(text), std::move(why) + " Write for example sm_90, sm_90a or compute_80."};
}

// "90" -> 9.0, "121" -> 12.1: the last digit is the minor number. Three digits begin with 1, so that "980" stays a card's name.
bool read_number(std::string_view digits, Capability& out) {
    if (digits.size() < 2 || digits.size() > 3 || digits[0] == '0' || (digits.size() == 3 && digits[0] != '1')) return false;
    int number = 0;
    for (char c : digits) {
        if (!is_digit(c)) return false;
        number = number * 10 + (c - '0');
    }
    out = {number / 10, number % 10};
    return true;
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

int kind_rank(Kind kind) { return kind == Kind::sass ? 1 : kind == Kind::ptx ? 2 : 3; }
int suffix_rank(char suffix) { return suffix == 'a' ? 2 : suffix == 'f' ? 1 : 0; }

}  // namespace

Result<Capability> parse_capability(std::string_view text) {
    Capability out;
    std::string_view rest = text;
    if (rest.starts_with("sm_")) rest.remove_prefix(3);
    else if (rest.starts_with("compute_")) rest.remove_prefix(8);
    if (read_number(rest, out)) return out;
    std::size_t dot = rest.find('.');
    bool dotted = rest.size() == text.size() && (dot == 1 || (dot == 2 && rest[0] == '1')) && rest.size() == dot + 2 && rest[0] != '0';
    if (dotted && is_digit(rest[0]) && is_digit(rest[dot - 1]) && is_digit(rest[dot + 1])) {
        out.major = dot == 1 ? rest[0] - '0' : (rest[0] - '0') * 10 + (rest[1] - '0');
        out.minor = rest[dot + 1] - '0';
        return out;
    }
    return Error{std::string(text), "this is not a compute capability. Write it as 9.0, 90 or sm_90."};
}

Result<Target> parse_arch(Kind kind, std::string_view digits) {
    Target out{kind, {}, 0};
    std::string_view number = digits;
    if (!number.empty() && (number.back() == 'a' || number.back() == 'f')) {
        out.suffix = number.back();
        number.remove_suffix(1);
    }
    if (!read_number(number, out.number))
        return Error{std::string(digits), "this is not a target's number. Write two or three digits and perhaps a or f: 80, 90a, 120f."};
    return out;
}

Result<Target> parse_target(std::string_view text) {
    struct Prefix {
        std::string_view word;
        Kind kind;
    };
    for (Prefix prefix : {Prefix{"sm_", Kind::sass}, Prefix{"compute_", Kind::ptx}, Prefix{"lto_", Kind::lto}})
        if (text.starts_with(prefix.word)) {
            Result<Target> parsed = parse_arch(prefix.kind, text.substr(prefix.word.size()));
            if (parsed) return parsed;
            return bad_target(text, "the number of this target cannot be read.");
        }
    return bad_target(text, "a target begins with sm_, compute_ or lto_.");
}

Result<std::vector<Target>> parse_targets(std::string_view list) {
    std::vector<Target> out;
    for (std::string_view rest = list;;) {
        std::size_t comma = rest.find(',');
        std::string_view one = trim(rest.substr(0, comma));
        if (one.empty()) return bad_target(list, "an entry of this list is empty.");
        Result<Target> target = parse_target(one);
        if (!target) return target.error();
        out.push_back(*target);
        if (comma == std::string_view::npos) return out;
        rest.remove_prefix(comma + 1);
    }
}

std::string to_text(Capability c) { return std::to_string(c.major) + "." + std::to_string(c.minor); }

std::string to_arch(const Target& t) {
    std::string out = std::to_string(t.number.major * 10 + t.number.minor);
    if (t.suffix) out += t.suffix;
    return out;
}

std::string to_name(const Target& t) {
    const char* prefix = t.kind == Kind::sass ? "sm_" : t.kind == Kind::ptx ? "compute_" : "lto_";
    return prefix + to_arch(t);
}

std::string_view to_word(Kind kind) { return kind == Kind::sass ? "sass" : kind == Kind::ptx ? "ptx" : "lto"; }
std::string_view to_label(Kind kind) { return kind == Kind::sass ? "SASS" : kind == Kind::ptx ? "PTX" : "LTO-IR"; }

unsigned marker(const Target& t) {
    unsigned suffix = t.suffix == 'a' ? 1 : t.suffix == 'f' ? 2 : 0;
    unsigned number = static_cast<unsigned>(t.number.major * 10 + t.number.minor);
    return static_cast<unsigned>(kind_rank(t.kind)) * 100000 + number * 10 + suffix;
}

bool rises(const Target& a, const Target& b) {
    if (a.kind != b.kind) return kind_rank(a.kind) < kind_rank(b.kind);
    if (a.number != b.number) return a.number < b.number;
    return suffix_rank(a.suffix) < suffix_rank(b.suffix);
}

}  // namespace launchlab
