#include "core/paste_archs.h"

#include <algorithm>
#include <array>

namespace launchlab {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || c == '_'; }

// Every number that a CUDA toolkit ever knew.
constexpr std::array<int, 33> numbers = {10, 11, 12, 13, 20, 21, 30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70,
                                         72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 107, 110, 120, 121, 130};
bool is_known(int number) { return number < 130 && std::find(numbers.begin(), numbers.end(), number) != numbers.end(); }

Capability to_capability(int number) { return {number / 10, number % 10}; }

// "86", "120", "750" and "1200" (ten times the number).
std::optional<int> number_of(std::string_view digits) {
    if (digits.empty() || digits.size() > 4) return std::nullopt;
    int value = 0;
    for (char c : digits) value = value * 10 + (c - '0');
    if (is_known(value) && value >= 20) return value;
    if (digits.size() >= 3 && value % 10 == 0 && is_known(value / 10)) return value / 10;
    if (is_known(value)) return value;
    return std::nullopt;
}

std::size_t skip(std::string_view low, std::size_t at, std::string_view signs) {
    while (at < low.size() && signs.find(low[at]) != signs.npos) ++at;
    return at;
}

// How the value of a key is meant.
enum class Way { both, sass, ptx, unknown };
struct Key {
    std::string_view name;
    Way way;
    std::string_view tool;
};
constexpr Key keys[] = {
    {"cmake_cuda_architectures", Way::both, "cmake"}, {"cuda_architectures", Way::both, "cmake"}, {"cudaarchs", Way::both, "cmake"},
    {"torch_cuda_arch_list", Way::sass, "torch"}, {"cuda_arch_bin", Way::sass, "opencv"}, {"cuda_arch_ptx", Way::ptx, "opencv"},
    {"tf_cuda_compute_capabilities", Way::both, "bazel"}, {"cuda_compute_capabilities", Way::unknown, "make"},
    {"cuda_arch_list", Way::unknown, "make"}, {"cuda_archs", Way::unknown, "make"}, {"cuda_arch", Way::unknown, "make"},
    {"gpu_archs", Way::unknown, "make"}, {"gpu_arch", Way::unknown, "make"}, {"gpu_targets", Way::unknown, "make"}, {"cuda_sm", Way::unknown, "make"},
    {"gmx_cuda_target_sm", Way::both, "cmake"}, {"gmx_cuda_target_compute", Way::ptx, "cmake"}, {"sms", Way::unknown, "make"},
    {"nvcc_arch", Way::unknown, "make"}, {"flash_attn_cuda_archs", Way::sass, "torch"}, {"cuda_arch_flags", Way::unknown, "make"},
    {"cuda_arch_name", Way::unknown, "make"}, {"cuda-arch", Way::unknown, "make"}, {"compute_capability", Way::unknown, "make"}, {"gencode_archs", Way::unknown, "make"},
};

void add(std::vector<Target>& list, Target target, Kind kind) {
    target.kind = kind;
    if (std::find(list.begin(), list.end(), target) == list.end()) list.push_back(target);
}

void spread(FlagsSeen& flags, std::size_t begin, std::size_t end) {
    if (flags.end == 0) flags.begin = begin;
    flags.begin = std::min(flags.begin, begin);
    flags.end = std::max(flags.end, end);
}

// The values behind code=: "sm_80", "[sm_80,compute_80]", "\"sm_80,sm_86\"".
std::size_t read_code(FlagsSeen& flags, std::string_view low, std::size_t at) {
    at = skip(low, at, "[\\\"'");
    while (true) {
        const std::string_view rest = low.substr(at);
        if (!rest.starts_with("sm_") && !rest.starts_with("compute_") && !rest.starts_with("lto_")) return at;
        const auto one = read_arch(low, at);
        if (!one) return at;
        if (one->target.kind == Kind::ptx) add(flags.ptx, one->target, Kind::ptx);
        if (one->target.kind == Kind::sass) add(flags.sass, one->target, Kind::sass);
        at = one->end;
        if (at >= low.size() || low[at] != ',') return at;
        ++at;
    }
}

// nvcc's own options. An -arch=sm_NN without -code keeps PTX of the same number, and of the plain number for a suffix.
void read_nvcc(FlagsSeen& flags, std::string_view low) {
    for (std::size_t at = low.find("arch="); at != low.npos; at = low.find("arch=", at + 5)) {
        const std::size_t value = at + 5;
        const bool pair = at > 0 && (low.substr(0, at).ends_with("gencode ") || low.substr(0, at).ends_with("gencode=") ||
                                     low.substr(0, at).ends_with("generate-code ") || low.substr(0, at).ends_with("generate-code=") ||
                                     low.substr(0, at).ends_with("gencode;") || low.substr(0, at).ends_with("gencode\" \"") ||
                                     low.substr(0, at).ends_with("gencode=\"") || low.substr(0, at).ends_with("gencode \""));
        const auto arch = read_arch(low, value);
        if (!arch || (at > 0 && is_word(low[at - 1]))) continue;
        if (pair || low.substr(arch->end).starts_with(",code=")) {
            const std::size_t code = low.find("code=", arch->end);
            if (code == low.npos || code > arch->end + 3) continue;
            spread(flags, at, read_code(flags, low, code + 5));
            flags.ptx_known = true;
            flags.tool = "nvcc";
        } else if (at > 0 && low[at - 1] == '-' && (at == 1 || !is_word(low[at - 2])) && arch->named) {
            const std::size_t code = low.find("-code=", arch->end);
            spread(flags, at - 1, arch->end);
            flags.tool = "nvcc";
            flags.ptx_known = true;
            if (code != low.npos && code < arch->end + 40) {
                spread(flags, at, read_code(flags, low, code + 6));
            } else if (arch->target.kind == Kind::ptx) {
                add(flags.ptx, arch->target, Kind::ptx);
            } else {
                add(flags.sass, arch->target, Kind::sass);
                Target plain = arch->target;
                plain.suffix = 0;
                if (arch->target.suffix != 0) add(flags.ptx, plain, Kind::ptx);
                add(flags.ptx, arch->target, Kind::ptx);
            }
        }
    }
    for (std::string_view option : {"-arch ", "--gpu-architecture=", "--gpu-architecture ", "gpu-architecture="}) {
        const std::size_t at = low.find(option);
        if (at == low.npos) continue;
        const auto arch = read_arch(low, at + option.size());
        if (!arch || !arch->named) continue;
        spread(flags, at, arch->end);
        flags.tool = flags.tool.empty() ? "nvcc" : flags.tool;
        flags.ptx_known = true;
        if (arch->target.kind == Kind::sass) add(flags.sass, arch->target, Kind::sass);
        add(flags.ptx, arch->target, Kind::ptx);
    }
    if (flags.any() && (low.find(" -ptx") != low.npos || low.find("--ptx") != low.npos)) {
        flags.bare_ptx = true;
        if (flags.ptx.empty())
            for (const Target& target : flags.sass) add(flags.ptx, target, Kind::ptx);
        flags.sass.clear();
    }
}

void read_keys(FlagsSeen& flags, std::string_view low) {
    for (const Key& key : keys) {
        const std::size_t at = low.find(key.name);
        if (at == low.npos) continue;
        if (at > 0 && is_word(low[at - 1]) && low[at - 1] != 'd' && low[at - 1] != '_' && low[at - 1] != '-') continue;  // -DCUDA_ARCH=50
        std::size_t value = at + key.name.size();
        if (value < low.size() && is_word(low[value])) continue;
        if (low.substr(value, 8).starts_with(":string")) value += 7;
        value = skip(low, value, " =:\"'\\([{>-");
        const std::vector<ArchSeen> list = read_arch_list(low, value);
        if (list.empty()) continue;
        flags.tool = std::string(key.tool);
        spread(flags, at, list.back().end);
        for (const ArchSeen& one : list) {
            const bool dotted = key.tool == "torch" || key.tool == "opencv";
            const bool ptx = key.way == Way::ptx || one.virtual_only || (one.named && one.target.kind == Kind::ptx);
            if (!ptx) add(flags.sass, one.target, Kind::sass);
            if (ptx || one.ptx_too || (key.way == Way::both && !one.real_only && !one.named)) add(flags.ptx, one.target, Kind::ptx);
            if (dotted || key.way == Way::both) flags.ptx_known = true;
        }
        if (key.way != Way::sass && key.way != Way::ptx) break;  // CUDA_ARCH_BIN and CUDA_ARCH_PTX stand together
    }
    const std::size_t kokkos = low.find("kokkos_arch_");
    if (kokkos != low.npos) {
        std::size_t digits = kokkos + 12;
        while (digits < low.size() && low[digits] >= 'a' && low[digits] <= 'z') ++digits;
        if (const auto one = read_arch(low, digits); one && digits < low.size() && is_digit(low[digits])) {
            add(flags.sass, one->target, Kind::sass);
            flags.tool = "cmake";
            spread(flags, kokkos, one->end);
        }
    }
    for (std::size_t at = low.find("-gpu=cc"); at != low.npos; at = low.find("-gpu=cc", at + 5)) {
        for (const ArchSeen& one : read_arch_list(low, at + 5)) {
            add(flags.sass, one.target, Kind::sass);
            spread(flags, at, one.end);
        }
        flags.tool = "nvfortran";
    }
}

// cuobjdump --list-elf, --list-ptx and its long form.
void read_cuobjdump(FlagsSeen& flags, std::string_view low) {
    const bool elf = low.starts_with("elf file"), ptx = low.starts_with("ptx file");
    if (!elf && !ptx) return;
    const std::size_t at = low.find(".sm_");
    if (at == low.npos) return;
    if (const auto one = read_arch(low, at + 1)) {
        add(elf ? flags.sass : flags.ptx, one->target, elf ? Kind::sass : Kind::ptx);
        flags.tool = "cuobjdump";
        spread(flags, at + 1, one->end);
    }
}

}  // namespace

std::string to_dotted(const Target& target) {
    return to_text(target.number) + (target.suffix ? std::string(1, target.suffix) : "");
}

std::optional<ArchSeen> read_arch(std::string_view low, std::size_t from) {
    ArchSeen out;
    std::size_t at = skip(low, from, " '\"`");
    const bool bracket = at < low.size() && (low[at] == '(' || low[at] == '[');
    if (bracket) at = skip(low, at + 1, " '\"");
    out.begin = at;
    for (auto [word, kind] : {std::pair{std::string_view("sm_"), Kind::sass}, {"compute_", Kind::ptx}, {"lto_", Kind::lto}, {"sm", Kind::sass}, {"cc", Kind::sass}}) {
        if (!low.substr(at).starts_with(word)) continue;
        at += word.size();
        out.target.kind = kind;
        out.named = true;
        at = skip(low, at, word.size() == 2 ? " =:" : "");
        break;
    }
    const std::size_t digits = at;
    while (at < low.size() && is_digit(low[at])) ++at;
    if (at == digits || at - digits > 4) return std::nullopt;
    const std::string_view first = low.substr(digits, at - digits);
    std::size_t pair = at;
    if (bracket && !out.named) {  // "(12, 0)"
        pair = skip(low, at, " ");
        if (pair < low.size() && low[pair] == ',') pair = skip(low, pair + 1, " ");
        else pair = at < low.size() && low[at] == '.' ? at + 1 : at;
    } else if (at < low.size() && low[at] == '.') {
        pair = at + 1;
    }
    std::optional<int> number;
    if (pair > at && pair < low.size() && is_digit(low[pair]) && first.size() <= 2 && (pair + 1 >= low.size() || !is_digit(low[pair + 1])) ) {
        const int major = first.size() == 1 ? first[0] - '0' : (first[0] - '0') * 10 + first[1] - '0';
        number = major * 10 + (low[pair] - '0');
        if (!is_known(*number)) return std::nullopt;
        at = pair + 1;
    } else {
        number = number_of(first);
        if (!number) return std::nullopt;
    }
    out.target.number = to_capability(*number);
    if (at < low.size() && (low[at] == 'a' || low[at] == 'f') && (at + 1 >= low.size() || !is_word(low[at + 1])) && *number >= 90)
        out.target.suffix = low[at++];
    if (at < low.size() && is_word(low[at])) return std::nullopt;
    if (at + 1 < low.size() && low[at] == '.' && (is_digit(low[at + 1]) || low[at + 1] == 'a' || low[at + 1] == 'f')) return std::nullopt;
    const std::string_view rest = low.substr(at);
    if (rest.starts_with("+ptx")) { out.ptx_too = true; at += 4; }
    else if (rest.starts_with("-real")) { out.real_only = true; at += 5; }
    else if (rest.starts_with("-virtual")) { out.virtual_only = true; at += 8; }
    if (bracket && at < low.size() && low[at] == ')') ++at;
    out.end = at;
    return out;
}

std::vector<ArchSeen> read_arch_list(std::string_view low, std::size_t from) {
    std::vector<ArchSeen> out;
    std::size_t at = from;
    while (out.size() < 64) {
        at = skip(low, at, " ,;|'\"[]{}<>\\");
        for (std::string_view word : {"and ", "-acc=gpu ", "-gpu=", "& ", "- "})
            if (low.substr(at).starts_with(word)) at = skip(low, at + word.size(), " ");
        if (low.substr(at).starts_with("-sm_") || low.substr(at).starts_with("-compute_")) ++at;  // "sm_70-sm_90": both ends
        const auto one = read_arch(low, at);
        if (!one) break;
        // A bare number before a word is a count: "built for 80 columns".
        std::size_t next = skip(low, one->end, " ");
        if (!one->named && low.substr(one->begin, one->end - one->begin).find('.') == low.npos && next > one->end && next < low.size() &&
            low[next] >= 'a' && low[next] <= 'z') {
            bool goes_on = false;
            for (std::string_view word : {"and", "but", "only", "or", "with", "on ", "cards", "gpu", "for", "while", "sm_", "compute_", "cc", "than"})
                goes_on = goes_on || low.substr(next).starts_with(word);
            if (!goes_on) break;
        }
        out.push_back(*one);
        at = one->end;
    }
    return out;
}

FlagsSeen read_flags(std::string_view low) {
    FlagsSeen flags;
    read_keys(flags, low);
    read_nvcc(flags, low);
    read_cuobjdump(flags, low);
    return flags;
}

}  // namespace launchlab
