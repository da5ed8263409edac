#include "core/advice.h"

#include <optional>

namespace launchlab {

Result<std::vector<Target>> targets_for_card(const Gpu& gpu, const Toolkit& toolkit, const ToolkitTable& toolkits) {
    Target own{.kind = Kind::sass, .number = gpu.capability};
    if (builds(toolkit, own)) return std::vector{own};
    std::optional<Target> best;
    for (const std::string& arch : toolkit.targets) {
        Result<Target> ptx = parse_arch(Kind::ptx, arch);
        if (ptx && ptx->suffix == 0 && ptx->number <= gpu.capability && (!best || best->number < ptx->number)) best = *ptx;
    }
    std::string cc = to_text(gpu.capability);
    if (best && toolkit.ptx <= reads_ptx(toolkits, gpu.driver)) return std::vector{*best};
    std::string why = best ? "and " + to_words(toolkits, gpu.driver) + " does not read the PTX that it writes" : "and no PTX that a " + cc + " card could take";
    return Error{"toolkit " + toolkit.version, "toolkit " + toolkit.version + " builds no machine code for a " + cc + " card, " + why +
                                                   ". Use another toolkit: \"launchlab doctor\" names the one for this card and driver."};
}

const Toolkit* toolkit_for_card(const Gpu& gpu, const ToolkitTable& toolkits) {
    if (const int last = branches_for(gpu.capability).last; last && gpu.driver.branch > last) return nullptr;
    for (auto one = toolkits.toolkits.rbegin(); one != toolkits.toolkits.rend(); ++one)
        if (one->ptx <= reads_ptx(toolkits, gpu.driver) && one->runtime_floor <= gpu.driver.branch && targets_for_card(gpu, *one, toolkits))
            return &*one;
    return nullptr;
}

}  // namespace launchlab
