#include "core/build_words.h"

#include <algorithm>

namespace launchlab {
namespace {

struct Entry {   // the images of one number
    Target target;
    bool sass = false, ptx = false;
};

std::vector<Entry> by_number(const std::vector<Target>& targets) {
    std::vector<Entry> out;
    for (const Target& target : targets) {
        auto found = std::find_if(out.begin(), out.end(), [&](const Entry& e) { return e.target.number == target.number && e.target.suffix == target.suffix; });
        if (found == out.end()) found = out.insert(out.end(), {target, false, false});
        (target.kind == Kind::ptx ? found->ptx : found->sass) = true;
    }
    return out;
}

template <class Word>
std::string joined(const std::vector<Target>& targets, char between, Word word) {
    std::string out;
    for (const Entry& entry : by_number(targets)) out += (out.empty() ? "" : std::string(1, between)) + word(entry);
    return out;
}

}  // namespace

std::string to_nvcc(const std::vector<Target>& targets) {
    return joined(targets, ' ', [](const Entry& entry) {
        const std::string arch = to_arch(entry.target), sass = "sm_" + arch, ptx = "compute_" + arch;
        return "-gencode arch=" + ptx + ",code=" + (entry.sass && entry.ptx ? "[" + sass + "," + ptx + "]" : entry.sass ? sass : ptx);
    });
}

std::string to_cmake(const std::vector<Target>& targets) {
    return joined(targets, ';', [](const Entry& entry) { return to_arch(entry.target) + (entry.sass && entry.ptx ? "" : entry.sass ? "-real" : "-virtual"); });
}

std::string to_torch(const std::vector<Target>& targets) {
    const auto entries = by_number(targets);
    if (std::any_of(entries.begin(), entries.end(), [](const Entry& entry) { return !entry.sass; })) return "";
    return joined(targets, ';', [](const Entry& entry) {
        const std::string suffix = entry.target.suffix ? std::string(1, entry.target.suffix) : "";
        return to_text(entry.target.number) + suffix + (entry.ptx ? "+PTX" : "");
    });
}

}  // namespace launchlab
