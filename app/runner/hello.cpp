#include "runner/hello.h"

#include <unistd.h>

#include <algorithm>

#include "runner/cards.h"
#include "runner/libraries.h"
#include "runner/text.h"
#include "runner/toolkit_choice.h"
#include "runner/toolkit_look.h"

namespace launchlab {
namespace {

// Both below the ten seconds that the supervisor waits; several cards may take the driver some of them.
constexpr int driver_ms = 9000, toolkits_ms = 8000;

// The best look at each version, newest first. What crashed or hung is told even where another folder serves.
std::vector<ToolkitLook> best_of_each(const std::vector<ToolkitLook>& looks, std::vector<std::string>& missing) {
    std::vector<ToolkitLook> best;
    for (const auto& look : looks) {
        if (look.seen.version.empty()) {  // not even a number: nothing to list it under
            missing.insert(missing.end(), look.seen.missing.begin(), look.seen.missing.end());
            continue;
        }
        const auto same = std::find_if(best.begin(), best.end(), [&](const auto& b) { return b.seen.version == look.seen.version; });
        if (same == best.end())
            best.push_back(look);
        else if (look.seen.missing.size() < same->seen.missing.size())
            *same = look;
    }
    std::stable_sort(best.begin(), best.end(), [](const auto& a, const auto& b) { return newer(a.seen.version, b.seen.version); });
    for (const auto& look : looks)
        for (const auto& sentence : look.broken) {
            const auto tells = [&](const auto& sentences) { return std::find(sentences.begin(), sentences.end(), sentence) != sentences.end(); };
            if (!tells(missing) && std::none_of(best.begin(), best.end(), [&](const auto& b) { return tells(b.seen.missing); }))
                missing.push_back(sentence);
        }
    return best;
}

}  // namespace

Hello empty_hello() {
    Hello hello;
    hello.runner = LAUNCHLAB_VERSION;
    char host[256] = "";
    if (gethostname(host, sizeof host - 1) == 0) hello.host = clean_text(host);
    return hello;
}

Around look_around() {
    Around around{empty_hello(), {}};
    Hello& hello = around.hello;
    Probe driver(look_at_cards);
    const auto looks = look_at_toolkits(find_toolkits(), toolkits_ms);
    take_cards(hello, driver.finish(driver_ms));
    for (const auto& look : best_of_each(looks, hello.missing)) {
        hello.toolkits.push_back(look.seen);
        around.sets.push_back(to_set_line(look.seen.version, look.files));
    }
    if (hello.toolkits.empty())
        hello.missing.push_back(
            std::string("No CUDA toolkit was found: NVRTC, which compiles the kernels, is in none of the folders searched. ") +
            fetch_remedy);
    return around;
}

}  // namespace launchlab
