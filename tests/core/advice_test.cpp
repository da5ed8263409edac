#include "core/advice.h"

#include "core/fit.h"
#include "core/selection.h"
#include "tables.h"

using namespace launchlab;
using namespace launchlab::test;

TEST_CASE("what is advised runs by the rule, on every card with every driver and toolkit that go together") {
    int advised = 0;
    for (const NamedGpu& named : gpus().gpus)
        for (const char* with : {"535", "550", "570", "580", "595"}) {
            const Gpu gpu{named.name, named.capability, named.tegra, driver(with)};
            const Branches drives = branches_for(gpu.capability);
            if (has_own_branches(gpu) || gpu.driver.branch < drives.first || (drives.last && gpu.driver.branch > drives.last)) continue;
            for (const Toolkit& toolkit : toolkits().toolkits) {
                if (toolkit.runtime_floor > gpu.driver.branch) continue;
                const auto list = targets_for_card(gpu, toolkit, toolkits());
                if (!list) continue;
                std::vector<OfferedImage> offered;
                for (const Target& target : *list) offered.push_back({.target = target, .ptx = toolkit.ptx});
                INFO(named.name << " with " << with << " and CUDA " << toolkit.version << ": " << to_name(list->front()));
                CHECK(list->size() == 1);
                CHECK(choose(offered, gpu, toolkits(), {.runtime = toolkit.version}).code == 0);
                ++advised;
            }
        }
    CHECK(advised > 100);
}

TEST_CASE("PTX is advised only where the driver reads it, and else another toolkit is named") {
    const Toolkit& newest = *find_toolkit(toolkits(), "13.0");
    CHECK(to_name(targets_for_card(card("9.0"), newest, toolkits())->front()) == "sm_90");
    const Gpu old = card("6.1", "580");
    const auto none = targets_for_card(old, newest, toolkits());
    REQUIRE(!none);
    CHECK(none.error().what.find("builds no machine code for a 6.1 card") != std::string::npos);
    const Toolkit* other = toolkit_for_card(old, toolkits());
    REQUIRE(other);
    CHECK(to_name(targets_for_card(old, *other, toolkits())->front()) == "sm_61");

    const Toolkit& before = *find_toolkit(toolkits(), "12.6");   // it does not know 12.0
    CHECK(to_name(targets_for_card(card("12.0", "580"), before, toolkits())->front()) == "compute_90");
    const auto unread = targets_for_card({"", {12, 0}, false, driver("535")}, before, toolkits());
    REQUIRE(!unread);
    CHECK(unread.error().what.find("does not read the PTX") != std::string::npos);
    CHECK(toolkit_for_card({"", {2, 0}, false, driver("580")}, toolkits()) == nullptr);
}
