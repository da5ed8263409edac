#include "terminal/other_card.h"

#include <algorithm>
#include <set>
#include <vector>

#include "core/device_answer.h"
#include "terminal/text.h"

namespace launchlab {

bool names_driver(const std::string& on) { return on.find('@') != std::string::npos; }

std::string assumed_driver(const std::string& on, const Gpu& card, const Driver& here, const ToolkitTable& toolkits) {
    if (names_driver(on) || card.driver.branch == 0) return {};
    const Branches drives = branches_for(card.capability);
    const std::string other = " Name another with --on " + in_shell(on + "@" + std::to_string(std::max(drives.first, 535))) + ".";
    if (card.driver == here) return "No driver is named: this machine's, " + to_words(toolkits, here) + ", is assumed." + other;
    const std::string driver = "driver " + std::to_string(card.driver.branch);
    std::string why = "the newest that launchlab knows";
    if (card.driver.branch == drives.last) why = "the last for such a card";
    if (here.branch != 0 && card.driver.branch == drives.first) why = "the first for such a card, since this machine's is older";
    return "No driver is named: " + driver + ", " + why + ", is assumed." + other;
}

std::string unknown_capability(Capability capability, const GpuTable& gpus, const ToolkitTable& toolkits) {
    std::set<Capability> known;
    for (const NamedGpu& gpu : gpus.gpus) known.insert(gpu.capability);
    for (const Toolkit& toolkit : toolkits.toolkits)
        for (const std::string& arch : toolkit.targets)
            if (const Result<Target> target = parse_arch(Kind::sass, arch)) known.insert(target->number);
    if (known.count(capability) || known.empty()) return {};
    std::vector<std::string> near;
    const auto above = known.upper_bound(capability);
    if (above != known.begin()) near.push_back(to_text(*std::prev(above)));
    if (above != known.end()) near.push_back(to_text(*above));
    return to_text(capability) + " is no compute capability that launchlab knows. Nearest: " + to_list(near, "and") +
           ". The rule is applied as if there were such a card.";
}

}  // namespace launchlab
