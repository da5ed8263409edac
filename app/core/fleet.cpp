#include "core/fleet.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "core/fit.h"
#include "core/fleet_solve.h"

namespace launchlab {
namespace {

bool holds(const std::vector<Target>& images, const Target& one) { return std::find(images.begin(), images.end(), one) != images.end(); }

Verdict verdict_of(const std::vector<Target>& images, const Toolkit& toolkit, const Gpu& gpu, const ToolkitTable& toolkits) {
    std::vector<OfferedImage> offered;
    for (const Target& one : images) offered.push_back({.target = one, .ptx = one.kind == Kind::ptx ? toolkit.ptx : PtxVersion{}});
    return choose(offered, gpu, toolkits, {.runtime = toolkit.version});
}
bool serves(const Verdict& verdict) { return verdict.code == 0 && verdict.settled; }

// What one toolkit can do for the cards.
struct Plan {
    const Toolkit* toolkit = nullptr;
    std::vector<Target> images;
    std::vector<bool> served;
    int count = 0, sass = 0;
    std::int64_t cost = 0;
    bool next = false;
};

class Planner {
public:
    Planner(const FleetWish& wish, const ToolkitTable& toolkits) : wish_(wish), toolkits_(toolkits), fits_(wish.cards.cards.size()) {
        for (const auto& [name, size] : wish.sizes) largest_ = std::max(largest_, size.bytes);
    }

    // Unset: no toolkit builds all that was asked for. `equals`: the plans of all toolkits that do the same as the best.
    std::optional<Plan> best(bool next, std::vector<Plan>& equals) const {
        std::optional<Plan> best;
        std::vector<Plan> all;
        for (const Toolkit& toolkit : toolkits_.toolkits) {
            if (!wish_.toolkit.empty() && toolkit.version != wish_.toolkit) continue;
            if (!std::all_of(wish_.also.begin(), wish_.also.end(), [&](const Target& one) { return builds(toolkit, one); })) continue;
            all.push_back(plan(toolkit, next));
            if (!best || better(all.back(), *best)) best = all.back();
        }
        for (Plan& one : all)
            if (one.images == best->images && one.served == best->served && one.next == best->next) equals.push_back(std::move(one));
        return best;
    }

    std::int64_t bytes(const Target& target) const {
        const auto found = wish_.sizes.find(to_name(target));
        return static_cast<std::int64_t>(found == wish_.sizes.end() ? largest_ : found->second.bytes);
    }

private:
    // Of toolkits that do the same the newest, of those whose driver is known.
    static bool better(const Plan& a, const Plan& b) {
        const auto rank = [](const Plan& one) { return std::tuple(one.count, one.sass, -one.cost, one.toolkit->driver_branch > 0); };
        return rank(a) >= rank(b);
    }

    bool surely_fits(const Target& target, std::size_t card) const {
        const auto [found, is_new] = fits_[card].try_emplace(marker(target), false);
        if (is_new) {
            const Fit one = fit(target, wish_.cards.cards[card].gpu);
            found->second = one.fits && !one.likely;
        }
        return found->second;
    }

    // PTX that every card newer than these can take.
    std::vector<int> for_next(const std::vector<Target>& choices) const {
        Capability top{};
        for (const AskedCard& one : wish_.cards.cards) top = std::max(top, one.gpu.capability);
        std::vector<int> out;
        for (std::size_t i = 0; i < choices.size(); ++i)
            if (choices[i].kind == Kind::ptx && choices[i].suffix == 0 && (top == Capability{} || choices[i].number <= top)) out.push_back(static_cast<int>(i));
        return out;
    }

    Plan plan(const Toolkit& toolkit, bool next) const {
        Plan out{.toolkit = &toolkit, .served = std::vector<bool>(wish_.cards.cards.size(), false)};
        std::vector<Target> choices = wish_.also;
        for (const Target& one : plain_images(toolkit))
            if (!holds(choices, one)) choices.push_back(one);
        std::vector<CoverCost> cost;
        for (std::size_t i = 0; i < choices.size(); ++i) {
            const Target& one = choices[i];
            if (i < wish_.also.size()) cost.push_back({0, 0, 0});
            else cost.push_back({bytes(one), one.kind == Kind::ptx, 10000 - one.number.major * 100 - one.number.minor});  // the nearest to the cards
        }
        std::vector<std::vector<int>> accepts;
        for (std::size_t card = 0; card < wish_.cards.cards.size(); ++card) {
            std::vector<int> sass, any;
            std::optional<bool> taken[2];  // machine code, PTX: whether driver and toolkit go together, alike for all that fit
            for (std::size_t i = 0; i < choices.size(); ++i) {
                if (!surely_fits(choices[i], card)) continue;
                std::optional<bool>& runs = taken[choices[i].kind == Kind::ptx];
                if (!runs) runs = serves(verdict_of({choices[i]}, toolkit, wish_.cards.cards[card].gpu, toolkits_));
                if (!*runs) continue;
                any.push_back(static_cast<int>(i));
                if (choices[i].kind == Kind::sass) sass.push_back(static_cast<int>(i));
            }
            if (any.empty()) continue;
            out.served[card] = true;
            ++out.count;
            const bool native = wish_.care != Care::size && !sass.empty();
            out.sass += native;
            accepts.push_back(native ? std::move(sass) : std::move(any));
        }
        if (next)
            if (std::vector<int> ptx = for_next(choices); !ptx.empty()) {
                out.next = true;
                ++out.count;
                accepts.push_back(std::move(ptx));
            }
        std::set<int> taken;
        for (std::size_t i = 0; i < wish_.also.size(); ++i) taken.insert(static_cast<int>(i));
        std::erase_if(accepts, [&](const std::vector<int>& row) { return std::any_of(row.begin(), row.end(), [&](int i) { return taken.count(i) != 0; }); });
        for (int i : smallest_cover(std::move(accepts), cost)) taken.insert(i);
        for (int i : taken) {
            out.images.push_back(choices[static_cast<std::size_t>(i)]);
            out.cost += bytes(out.images.back());
        }
        std::sort(out.images.begin(), out.images.end(), rises);
        return out;
    }

    const FleetWish& wish_;
    const ToolkitTable& toolkits_;
    mutable std::vector<std::map<unsigned, bool>> fits_;  // of a card, by marker
    std::uint64_t largest_ = 1;  // what an image counts of which no size is told
};

std::vector<int> known_branches(const ToolkitTable& toolkits) {
    std::set<int> out;
    for (const Toolkit& one : toolkits.toolkits) {
        if (one.driver_branch > 0) out.insert(one.driver_branch);
        out.insert(one.runtime_floor);
    }
    return {out.begin(), out.end()};
}

int lowest_driver(const std::vector<Target>& images, const Toolkit& toolkit, Gpu gpu, const ToolkitTable& toolkits) {
    for (int branch : known_branches(toolkits)) {
        gpu.driver = {branch, std::to_string(branch)};
        if (has_own_branches(gpu)) continue;
        if (serves(verdict_of(images, toolkit, gpu, toolkits))) return branch;
    }
    return 0;
}

std::string releases(const ToolkitTable& toolkits, Capability capability, bool last) {
    std::string out;
    for (const Toolkit& one : toolkits.toolkits)
        if (builds(one, {Kind::sass, capability, 0}) && (last || out.empty())) out = one.version;
    return out;
}

// Of code for this very card, whatever builds it: refused only by the driver.
Verdict any_build(const Gpu& gpu, const ToolkitTable& toolkits) { return choose({{.target = {Kind::sass, gpu.capability, 0}}}, gpu, toolkits, {}); }

// Why a toolkit has nothing for a card: it builds nothing that fits, or the driver does not take what it builds.
std::string why_not(const Toolkit& toolkit, const Gpu& gpu, const ToolkitTable& toolkits) {
    const std::vector<Target> all = plain_images(toolkit);
    const std::string cc = to_text(gpu.capability);
    if (std::none_of(all.begin(), all.end(), [&](const Target& one) { return fits(one, gpu); })) {
        const std::string first = releases(toolkits, gpu.capability, false), last = releases(toolkits, gpu.capability, true);
        std::string out = "CUDA " + toolkit.version + " builds nothing that a " + cc + " card could take";
        if (first.empty()) return out + ", and neither does any other toolkit that launchlab knows.";
        return out + (find_toolkit(toolkits, first) > &toolkit ? "; CUDA " + first + " is the first that does." : "; CUDA " + last + " was the last that did.");
    }
    Verdict verdict = any_build(gpu, toolkits);
    if (verdict.code == 0) verdict = verdict_of(all, toolkit, gpu, toolkits);
    if (verdict.code != 0) return verdict.why;
    return "What CUDA " + toolkit.version + " builds for it is only likely to run: " + verdict.why;
}

// The oldest branch after the card's own with which some toolkit would serve it; 0 = none.
int rescuing_driver(Gpu gpu, const ToolkitTable& toolkits) {
    const int own = gpu.driver.branch;
    for (int branch : known_branches(toolkits)) {
        gpu.driver = {branch, std::to_string(branch)};
        if (branch <= own || has_own_branches(gpu)) continue;
        for (const Toolkit& one : toolkits.toolkits)
            if (serves(verdict_of(plain_images(one), one, gpu, toolkits))) return branch;
    }
    return 0;
}

std::string no_code_of_its_own(const Toolkit& toolkit, const Gpu& gpu, const ToolkitTable& toolkits) {
    const std::string first = releases(toolkits, gpu.capability, false), cc = to_text(gpu.capability);
    std::string out = "CUDA " + toolkit.version + " builds no machine code for " + cc;
    return out + (!first.empty() && find_toolkit(toolkits, first) > &toolkit ? "; " + first + " is the first that does, in a build of its own." : ".");
}

std::string names_of(const std::vector<Target>& targets) {
    std::string out;
    for (std::size_t i = 0; i < targets.size(); ++i) out += (i == 0 ? "" : i + 1 == targets.size() ? " and " : ", ") + to_name(targets[i]);
    return out;
}

FleetBuild to_build(const Plan& plan, const std::vector<Plan>& equals, const FleetWish& wish) {
    FleetBuild out{.toolkit = plan.toolkit->version, .images = plan.images};
    for (const Plan& one : equals) out.toolkits.push_back(one.toolkit->version);
    Capability top{};
    for (const AskedCard& one : wish.cards.cards) top = std::max(top, one.gpu.capability);
    if (plan.next)
        for (const Target& one : plan.images)
            if (one.kind == Kind::ptx && one.suffix == 0 && (top == Capability{} || one.number <= top)) out.next = one;
    return out;
}

void add_notes(FleetAdvice& out, const FleetWish& wish, const ToolkitTable& toolkits) {
    const FleetBuild& build = *out.build;
    const Toolkit& toolkit = *find_toolkit(toolkits, build.toolkit);
    const bool ptx = std::any_of(build.images.begin(), build.images.end(), [](const Target& one) { return one.kind == Kind::ptx; });
    for (const FleetCard& one : out.cards) {
        const Driver& driver = one.card.gpu.driver;
        if (one.served && wish.care != Care::size && one.verdict.how == How::jit)
            out.notes.push_back(one.card.asked + " waits for the driver's translation at its first start: " + no_code_of_its_own(toolkit, one.card.gpu, toolkits));
        if (!one.served || !one.card.driver_named || !ptx || has_own_branches(one.card.gpu) || toolkit.ptx <= reads_ptx(toolkits, driver)) continue;
        out.notes.push_back(one.card.asked + " could not use the PTX: driver " + driver.version + " reads up to " + to_text(reads_ptx(toolkits, driver)) + ", and CUDA " + toolkit.version + " writes " +
                            to_text(toolkit.ptx) + ". " + to_name(one.takes) + " serves it as machine code.");
    }
    // Why not the next newer toolkit.
    const Toolkit* newer = &toolkit + 1;
    if (!wish.toolkit.empty() || newer == toolkits.toolkits.data() + toolkits.toolkits.size()) return;
    for (const FleetCard& one : out.cards)
        if (one.served && !serves(verdict_of(plain_images(*newer), *newer, one.card.gpu, toolkits))) {
            out.notes.push_back("CUDA " + newer->version + " would not serve " + one.card.asked + ": " + why_not(*newer, one.card.gpu, toolkits));
            break;
        }
}

}  // namespace

std::optional<Care> parse_care(std::string_view word) {
    for (Care one : {Care::size, Care::start, Care::future})
        if (to_word(one) == word) return one;
    return std::nullopt;
}

std::string_view to_word(Care care) { return care == Care::size ? "size" : care == Care::start ? "start" : "future"; }

std::vector<Target> plain_images(const Toolkit& toolkit) {
    std::vector<Target> out;
    for (Kind kind : {Kind::sass, Kind::ptx})
        for (const std::string& arch : toolkit.targets)
            if (const Result<Target> target = parse_arch(kind, arch); target && target->suffix == 0) out.push_back(*target);
    return out;
}

Result<FleetAdvice> advise(const FleetWish& wish, const ToolkitTable& toolkits) {
    if (!wish.toolkit.empty() && !find_toolkit(toolkits, wish.toolkit))
        return Error{"toolkit " + wish.toolkit, "launchlab knows no such release. The newest that it knows is " + toolkits.toolkits.back().version + "."};
    std::vector<Plan> equals;
    const std::optional<Plan> plan = Planner(wish, toolkits).best(wish.care == Care::future || !wish.cards.next.empty(), equals);
    if (!plan) {
        const std::string together = names_of(wish.also) + (wish.also.size() > 1 ? " together" : "");
        return Error{names_of(wish.also), (wish.toolkit.empty() ? "no toolkit that launchlab knows builds " : "CUDA " + wish.toolkit + " does not build ") + together +
                                              ". Leave one out, or name another toolkit."};
    }
    FleetAdvice out;
    for (const AskedCard& one : wish.cards.cards) out.cards.push_back({.card = one});
    if (plan->count > 0 || !wish.also.empty()) out.build = to_build(*plan, equals, wish);
    const std::vector<Target> images = out.build ? out.build->images : plain_images(*plan->toolkit);
    for (std::size_t i = 0; i < out.cards.size(); ++i) {
        FleetCard& one = out.cards[i];
        const Gpu& gpu = one.card.gpu;
        one.served = plan->served[i];
        one.verdict = verdict_of(images, *plan->toolkit, gpu, toolkits);
        if (one.served) {
            one.takes = images[static_cast<std::size_t>(one.verdict.taken)];
            one.lowest_driver = lowest_driver({one.takes}, *plan->toolkit, gpu, toolkits);
            out.build->driver = std::max(out.build->driver, one.lowest_driver);
        } else {
            one.why = why_not(*plan->toolkit, gpu, toolkits);
            if (const Verdict any = any_build(gpu, toolkits); any.code != 0) one.verdict = any;
            if (const int branch = rescuing_driver(gpu, toolkits)) one.why += " Driver " + std::to_string(branch) + " or newer would do.";
        }
    }
    if (out.build) add_notes(out, wish, toolkits);
    return out;
}

}  // namespace launchlab
