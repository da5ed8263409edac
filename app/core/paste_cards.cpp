// Cards, lists of targets and versions that a text tells in its own way.
#include <algorithm>

#include "core/paste_read.h"

namespace launchlab {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || c == '_'; }

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return text.find(word) != text.npos; });
}

std::string_view left_of(std::string_view low, std::size_t at, std::size_t letters) { return low.substr(at > letters ? at - letters : 0, std::min(at, letters)); }

// "GPU 0:", "device 1:", "GPU0 ": which card of several is meant.
int index_in(std::string_view low, std::size_t before) {
    const std::string_view left = low.substr(0, before);
    for (std::string_view word : {"gpu #", "gpu ", "gpu", "device ", "device #"}) {
        const std::size_t at = left.rfind(word);
        if (at == left.npos || (at > 0 && is_word(left[at - 1]))) continue;
        const std::size_t digit = at + word.size();
        if (digit < left.size() && is_digit(left[digit]) && (digit + 1 >= left.size() || !is_digit(left[digit + 1]))) return left[digit] - '0';
    }
    return -1;
}

// A capability on the line, for a card that stands in it or on its own.
std::optional<ArchSeen> told_on(std::string_view low, std::size_t from) {
    for (std::string_view word : {"compute capability", "capability", " cc", "(cc", "compute_cap", "compute", "sm version"}) {
        for (std::size_t at = low.find(word, from); at != low.npos; at = low.find(word, at + word.size())) {
            if (has_any(left_of(low, at, 40), {"minimum", "require", "compiled", "built", "support", "at least", "lower", ">="})) continue;
            std::size_t value = at + word.size();
            for (std::string_view skip : {" (cc)", " major/minor version number", " of", " is", "="})
                if (low.substr(value).starts_with(skip)) value += skip.size();
            while (value < low.size() && std::string_view(" :=").find(low[value]) != std::string_view::npos) ++value;
            const auto one = read_arch(low, value);
            if (!one) continue;
            const std::string_view after = low.substr(one->end, 12);  // "7.0) or newer", "7.0+": a floor, not a card's number
            if (!after.starts_with('+') && !after.starts_with(" or ") && !after.starts_with(") or ")) return one;
        }
    }
    const std::size_t major = low.find("major", from), minor = low.find("minor", from);  // "major=3, minor=5"
    if (major != low.npos && minor != low.npos && major < minor && minor - major < 24) {
        const auto digit_after = [&](std::size_t at) {
            while (at < low.size() && std::string_view(" :='\"").find(low[at]) != std::string_view::npos) ++at;
            return at;
        };
        const std::size_t a = digit_after(major + 5), b = digit_after(minor + 5);
        if (a < low.size() && b < low.size() && is_digit(low[a]) && is_digit(low[b])) {
            std::size_t end = a;
            while (end < low.size() && is_digit(low[end])) ++end;
            const std::string number = std::string(low.substr(a, end - a)) + "." + low[b];
            if (auto one = read_arch(number, 0)) {
                one->begin = major;
                one->end = b + 1;
                return one;
            }
        }
    }
    return std::nullopt;
}

// "(6.1)", "(sm_90)", ", 8.9" right behind a card's name.
std::optional<ArchSeen> told_behind(std::string_view low, std::size_t end) {
    const std::string_view rest = low.substr(end, 60);
    for (std::size_t at = 0; at < rest.size(); ++at) {
        if (rest[at] == '(' || (rest[at] == ',' && at < 12) || rest[at] == '[') {
            const auto one = read_arch(low, end + at + (rest[at] == ',' ? 1 : 0));
            if (one && (one->named || low.substr(one->begin, one->end - one->begin).find('.') != low.npos)) return one;
        }
    }
    const std::size_t sm = rest.find("sm_");
    if (sm != rest.npos) return read_arch(low, end + sm);
    return std::nullopt;
}

void add_version(PasteReading& reading, std::string what, std::size_t line, std::size_t at, bool dotted = true) {
    const std::string_view low = reading.lines[line].low;
    while (at < low.size() && std::string_view(" :=(v").find(low[at]) != std::string_view::npos) ++at;
    std::size_t end = at;
    while (end < low.size() && (is_digit(low[end]) || (low[end] == '.' && end + 1 < low.size() && is_digit(low[end + 1])))) ++end;
    if (end == at) return;
    const std::string version(low.substr(at, end - at));
    if (dotted && version.find('.') == version.npos) return;
    reading.versions.push_back({std::move(what), version, {line, at, end}});
}

}  // namespace

void read_gpus(PasteReading& reading) {
    std::vector<CardRead> named, told;
    for (CardRead& gpu : reading.gpus) (gpu.name.empty() ? told : named).push_back(gpu);
    std::sort(named.begin(), named.end(), [](const CardRead& a, const CardRead& b) {
        return a.place.line != b.place.line ? a.place.line < b.place.line
               : a.place.begin != b.place.begin ? a.place.begin < b.place.begin
                                                : a.place.end > b.place.end;
    });
    std::vector<CardRead> out;
    for (CardRead& gpu : named) {
        const bool inside = !out.empty() && out.back().place.line == gpu.place.line && gpu.place.begin < out.back().place.end;
        if (inside) continue;
        const std::string_view low = reading.lines[gpu.place.line].low;
        auto own = told_behind(low, gpu.place.end);
        if (!own) own = told_on(low, gpu.place.end);
        if (own) {
            gpu.capability = own->target.number;
            gpu.told = true;
        }
        gpu.index = index_in(low, gpu.place.begin);
        if (gpu.capability == Capability{}) continue;  // a name that several cards share
        out.push_back(gpu);
    }
    for (CardRead& gpu : told) {
        const auto same = std::find_if(out.begin(), out.end(), [&](const CardRead& one) { return one.capability == gpu.capability; });
        if (same != out.end()) {
            same->told = true;
            continue;
        }
        // "RTX 5090 with CUDA capability sm_120": the number belongs to the name on this line or the one before.
        const auto beside = std::find_if(out.begin(), out.end(), [&](const CardRead& one) {
            return one.place.line == gpu.place.line || (one.place.line + 1 == gpu.place.line && !one.told);
        });
        if (beside != out.end() && !beside->told) {
            beside->capability = gpu.capability;
            beside->told = true;
        } else {
            out.push_back(gpu);
        }
    }
    // A capability of its own, where no pattern and no name told one.
    for (std::size_t i = 0; i < reading.lines.size(); ++i) {
        const std::string_view low = reading.lines[i].low;
        if (low.find("capab") == low.npos && low.find("major") == low.npos && low.find("compute_cap") == low.npos && low.find(" cc ") == low.npos &&
            low.find("(cc ") == low.npos && !has_any(low, {"geforce", "quadro", "tesla", "nvidia", "gpu"}))
            continue;
        if (std::any_of(out.begin(), out.end(), [&](const CardRead& one) { return one.place.line == i; })) continue;
        if (has_any(low, {"capabilities", "minimum", "supports hardware", "which supports", "was built", "compiled for"})) continue;
        auto one = told_on(low, 0);
        if (!one)  // "GPU GeForce GT 9999 (3.5)": a card that no table has
            for (std::string_view word : {"geforce", "quadro", "tesla", "nvidia", "gpu"})
                if (const std::size_t at = low.find(word); !one && at != low.npos)
                    if (const std::size_t open = low.find('(', at); open != low.npos && low.find(')', open) != low.npos && low.find(')', open) - open < 7) {
                        one = read_arch(low, open);
                        if (one && !one->named && low.substr(open, one->end - open).find('.') == low.npos) one.reset();
                    }
        if (!one) continue;
        if (std::any_of(out.begin(), out.end(), [&](const CardRead& seen) { return seen.capability == one->target.number; })) continue;
        out.push_back({one->target.number, "", false, true, index_in(low, one->begin), {i, one->begin, one->end}});
    }
    for (CardRead& gpu : out) {
        const bool board = gpu.capability == Capability{8, 7} || gpu.capability == Capability{7, 2} || gpu.capability == Capability{6, 2} ||
                           gpu.capability == Capability{5, 3} || gpu.capability == Capability{11, 0} || gpu.capability == Capability{10, 1};
        gpu.tegra = gpu.tegra || board;
    }
    std::stable_sort(out.begin(), out.end(), [](const CardRead& a, const CardRead& b) { return a.place < b.place; });
    std::vector<CardRead> once;
    for (CardRead& gpu : out)
        if (std::none_of(once.begin(), once.end(), [&](const CardRead& one) { return one.capability == gpu.capability && (one.name == gpu.name || gpu.name.empty()); }))
            once.push_back(gpu);
    reading.gpus = std::move(once);
}

void read_lists(PasteReading& reading) {
    ListSeen flags;
    for (std::size_t i = 0; i < reading.lines.size(); ++i) {
        const std::string_view low = reading.lines[i].low;
        const FlagsSeen seen = read_flags(low);
        if (seen.any()) {
            if (flags.whose.empty()) flags = {seen.tool == "cuobjdump" ? "binary" : "flags", {}, {}, seen.ptx_known, seen.bare_ptx, seen.tool, {i, seen.begin, std::min(seen.end, low.size())}};
            for (const Target& target : seen.sass)
                if (std::find(flags.sass.begin(), flags.sass.end(), target) == flags.sass.end()) flags.sass.push_back(target);
            for (const Target& target : seen.ptx)
                if (std::find(flags.ptx.begin(), flags.ptx.end(), target) == flags.ptx.end()) flags.ptx.push_back(target);
            flags.ptx_known = flags.ptx_known || seen.ptx_known || seen.tool == "cuobjdump";
        }
        // Rows of PyTorch's table: "- 8.0 which supports hardware CC >=8.0,<9.0 except {8.7}".
        const std::size_t row = low.find(" which supports hardware cc");
        if (row != low.npos && low.starts_with("- ")) {
            if (const auto one = read_arch(low, 2)) {
                const bool goes_on = !reading.lists.empty() && reading.lists.back().whose == "rows";
                if (!goes_on) reading.lists.push_back({"rows", {}, {}, false, false, "pip", {i, one->begin, one->end}});
                reading.lists.back().sass.push_back(one->target);
            }
        }
    }
    if (!flags.whose.empty()) reading.lists.push_back(std::move(flags));
}

void read_versions(PasteReading& reading) {
    struct Word {
        std::string_view word;
        const char* what;
        bool dotted;
    };
    static constexpr Word words[] = {
        {"driver version:", "driver", true}, {"driver version ", "driver", true}, {"nvidia driver ", "driver", false}, {"kernel module ", "driver", true},
        {"driver: ", "driver", true}, {"driver ", "driver", true}, {"driver=", "driver", true}, {"nvidia-smi ", "driver", true},
        {"cuda version: ", "driver_cuda", true}, {"nvcc ", "nvcc", true}, {"nvcc version ", "nvcc", true}, {"cuda compilation tools, release ", "nvcc", true},
        {"nvcc: release ", "nvcc", true}, {"cuda toolkit ", "nvcc", true}, {"cudatoolkit ", "nvcc", true}, {"cudatoolkit=", "nvcc", true},
        {"nvrtc version ", "nvrtc", true}, {"nvrtc ", "nvrtc", true}, {"nvrtc: ", "nvrtc", true}, {"libnvrtc.so.", "nvrtc", true},
        {"built with cuda ", "library", true}, {"compiled with cuda ", "library", true}, {"built against cuda ", "library", true}, {"built for cuda ", "library", true},
        {"cuda runtime version ", "library", true}, {"cuda runtime ", "library", true}, {"compiled using cuda ", "library", true}, {"nvidia/cuda:", "image", true},
        {"cuda-python ", "needs_runtime", true}, {"cuda-bindings ", "needs_runtime", true}, {"found version ", "driver_found", false},
        {"release ", "nvcc", true}, {"cuda-", "path", true}, {"nvcc from cuda ", "nvcc", true}, {"nvcc of cuda ", "nvcc", true}, {"cuda ", "cuda", true}, {"torch==", "torch", true},
        {"pytorch version: ", "torch", true}, {"torch ", "torch", true}, {"pytorch ", "torch", true}, {"torch: ", "torch", true},
    };
    for (std::size_t i = 0; i < reading.lines.size(); ++i) {
        const std::string& low = reading.lines[i].low;
        if (low.find_first_of("0123456789") == low.npos || low.find('.') == low.npos) continue;
        if (!has_any(low, {"driver", "cuda", "nvcc", "nvrtc", "torch", "nvidia", "kernel module", "found version"})) continue;
        for (const Word& word : words)
            for (std::size_t at = low.find(word.word); at != low.npos; at = low.find(word.word, at + word.word.size())) {
                if (at > 0 && is_word(low[at - 1]) && word.word[0] != '/') continue;
                if (word.word == "cuda " && has_any(left_of(low, at, 16), {"built with", "compiled with", "built against", "built for", "using"})) continue;
                if (word.word == "release " && low.find("cuda") == low.npos && low.find("nvcc") == low.npos) continue;
                add_version(reading, word.what, i, at + word.word.size(), word.dotted);
            }
        // The CUDA release of a wheel: "+cu126", "cupy-cuda11x", "cu118".
        for (std::size_t at = low.find("+cu"); at != low.npos; at = low.find("+cu", at + 3)) {
            std::size_t end = at + 3;
            while (end < low.size() && is_digit(low[end])) ++end;
            if (end - at < 6) continue;
            const std::string digits = low.substr(at + 3, end - at - 3);
            reading.versions.push_back({"wheel", digits.substr(0, digits.size() - 1) + "." + digits.back(), {i, at + 1, end}});
        }
    }
}

}  // namespace launchlab
