#include "core/fit.h"

#include <algorithm>
#include <initializer_list>

namespace launchlab {
namespace {

constexpr int first_unified_tegra_branch = 580;
constexpr int first_orin_branch_with_minors = 595;  // JetPack 7.2: reports say that sm_80 runs on an Orin

bool is_one_of(Capability c, std::initializer_list<Capability> list) { return std::find(list.begin(), list.end(), c) != list.end(); }

// Integrated chips whose machine code is promised to nobody but themselves. Thor (11.0) has a major of its own.
bool integrated(Capability c) { return is_one_of(c, {{5, 3}, {6, 2}, {7, 2}, {8, 7}}); }
bool tegra_card(const Gpu& gpu) { return gpu.tegra || integrated(gpu.capability) || is_one_of(gpu.capability, {{10, 1}, {11, 0}}); }

// Thor was 10.1 before CUDA 13 and is 11.0 since; code built under the old number is for the same chip.
bool thor_twins(Capability target, Capability card) { return target == Capability{10, 1} && card == Capability{11, 0}; }
bool families(int major) { return major == 10 || major == 11 || major == 12; }

Fit no(std::string rule, std::string text, bool likely = false) { return {false, likely, std::move(rule), std::move(text)}; }
Fit yes(std::string rule, std::string text, bool likely = false) { return {true, likely, std::move(rule), std::move(text)}; }

Fit fit_suffix(const Target& t, Capability card, const std::string& noun) {
    const std::string own = to_text(t.number), here = " This card is " + to_text(card) + ".";
    if (t.suffix == 'a') {
        std::string alone = noun + " for " + own + " alone, as the suffix a says.";
        return t.number == card ? yes("suffix-a", alone) : no("suffix-a", alone + here);
    }
    if (!families(t.number.major)) return no("suffix-f", "There is no " + to_name(t) + ": families begin with 10.0.");
    std::string family = noun + " for the " + std::to_string(t.number.major) + ".x family from " + own + " up.";
    bool inside = t.number.major == card.major && t.number.minor <= card.minor && t.number != Capability{10, 1} && card != Capability{10, 1};
    return inside || t.number == card ? yes("suffix-f", family) : no("suffix-f", family + here);
}

Fit fit_sass(const Target& t, const Gpu& gpu) {
    const Capability card = gpu.capability;
    const std::string own = to_text(t.number), here = " This card is " + to_text(card) + ".";
    const std::string majors = std::to_string(t.number.major) + ".x";
    if (t.suffix) return fit_suffix(t, card, "Machine code");
    if (t.number == card) return yes("sass-minor", "Machine code for " + own + ", this card's own number.");
    if (t.number.major != card.major) return no("sass-major", "Machine code for " + majors + " cards." + here);
    if (integrated(t.number) || t.number == Capability{10, 1})
        return no("tegra", "Machine code for the integrated " + own + " alone." + here, t.number.minor < card.minor);
    if (t.number.minor > card.minor) return no("sass-minor", "Machine code for " + own + " and up within " + majors + "." + here);
    if (card == Capability{8, 7} && gpu.driver.branch >= first_orin_branch_with_minors)
        return yes("tegra", "Machine code for " + own + " and up; reports say that drivers from 595 accept it on 8.7.", true);
    if (integrated(card) || card == Capability{10, 1})
        return no("tegra", "Machine code for " + own + "; the integrated " + to_text(card) + " is promised its own machine code alone.", true);
    bool likely = gpu.tegra || is_one_of({8, 8}, {t.number, card});
    return yes("sass-minor", "Machine code for " + own + " and up within " + majors + ".", likely);
}

Fit fit_ptx(const Target& t, const Gpu& gpu) {
    if (t.suffix) return fit_suffix(t, gpu.capability, "PTX");
    std::string up = "PTX for " + to_text(t.number) + " and up.";
    if (t.number <= gpu.capability) return yes("ptx-up", up);
    return no("ptx-up", up + " This card is " + to_text(gpu.capability) + ".");
}

}  // namespace

Fit fit(const Target& t, const Gpu& gpu) {
    if (t.kind == Kind::lto) return no("lto", "LTO-IR is not code yet: a link step has to turn it into machine code first.", true);
    if (thor_twins(t.number, gpu.capability) && (t.suffix || t.kind == Kind::sass)) {
        const char* noun = t.kind == Kind::sass ? "Machine code" : "PTX";
        return yes("thor", std::string(noun) + " for 10.1, which is this card's number before CUDA 13.", true);
    }
    return t.kind == Kind::sass ? fit_sass(t, gpu) : fit_ptx(t, gpu);
}

bool has_own_branches(const Gpu& gpu) { return tegra_card(gpu) && gpu.driver.branch < first_unified_tegra_branch; }

}  // namespace launchlab
