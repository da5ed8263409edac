#include "core/paste_windows.h"

#include <algorithm>
#include <array>

#include "core/paste_archs.h"

namespace launchlab {
namespace {

struct Old {
    int number;
    std::string_view first, last;
};
constexpr std::array<Old, 18> old_targets = {{{10, "1.0", "6.5"}, {11, "1.0", "6.5"}, {12, "1.0", "6.5"}, {13, "1.0", "6.5"}, {20, "3.0", "8.0"}, {21, "3.2", "8.0"},
                                              {30, "4.2", "10.2"}, {32, "6.0", "10.2"}, {35, "5.0", "11.8"}, {37, "6.5", "11.8"}, {50, "6.0", "12.9"}, {52, "7.0", "12.9"},
                                              {53, "7.5", "12.9"}, {60, "8.0", "12.9"}, {61, "8.0", "12.9"}, {62, "8.0", "12.9"}, {70, "9.0", "12.9"}, {72, "9.2", "12.9"}}};
struct OldPtx {
    std::string_view ptx, toolkit;
};
constexpr std::array<OldPtx, 12> old_ptx = {{{"4.0", "6.0"}, {"4.1", "6.5"}, {"4.2", "7.0"}, {"4.3", "7.5"}, {"5.0", "8.0"}, {"6.0", "9.0"}, {"6.1", "9.1"},
                                             {"6.2", "9.2"}, {"6.3", "10.0"}, {"6.4", "10.1"}, {"6.5", "10.2"}, {"8.6", "12.7"}}};

}  // namespace

int compare_versions(std::string_view a, std::string_view b) {
    if (a.empty() || b.empty()) return 0;
    while (!a.empty() || !b.empty()) {
        const auto take = [](std::string_view& text) {
            int value = 0;
            while (!text.empty() && text.front() != '.') {
                if (text.front() >= '0' && text.front() <= '9' && value < 100000) value = value * 10 + (text.front() - '0');
                text.remove_prefix(1);
            }
            if (!text.empty()) text.remove_prefix(1);
            return value;
        };
        const int x = take(a), y = take(b);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

Window window_of(const ToolkitTable& table, const Target& target) {
    Window out;
    const int number = target.number.major * 10 + target.number.minor;
    const std::string arch = to_arch(target);
    for (const Toolkit& toolkit : table.toolkits) {
        if (std::find(toolkit.targets.begin(), toolkit.targets.end(), arch) == toolkit.targets.end()) continue;
        if (!out.known) out.first = toolkit.version;
        out.known = true;
        out.last = toolkit.version;
    }
    if (out.known && out.last == table.toolkits.back().version) out.last.clear();
    if (target.suffix == 0) {
        for (const Old& old : old_targets)
            if (old.number == number) {
                out.first = old.first;
                out.last = old.last;
                out.known = true;
            }
        if (number == 75) out.first = "10.0";
    }
    if (number == 101 && out.known) out.renamed_to = "11.0";
    return out;
}

std::string toolkit_of_ptx(const ToolkitTable& table, std::string_view ptx) {
    for (const Toolkit& toolkit : table.toolkits)
        if (to_text(toolkit.ptx) == ptx) return toolkit.version;
    for (const OldPtx& old : old_ptx)
        if (old.ptx == ptx) return std::string(old.toolkit);
    return "";
}

int floor_of_runtime(const ToolkitTable& table, std::string_view version) {
    const std::string major = std::string(version.substr(0, version.find('.'))) + ".";
    for (const Toolkit& toolkit : table.toolkits)
        if (toolkit.version.starts_with(major)) return toolkit.runtime_floor;
    return 0;
}

}  // namespace launchlab
