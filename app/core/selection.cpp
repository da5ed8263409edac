#include "core/selection.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "core/fit.h"

// Facts behind the ids in Reason::rule, with their section in facts/cuda.md:
//   sass-major, sass-minor, suffix-a, suffix-f, ptx-up, lto        1.1, 1.2
//   tegra, thor                                                    1.3 (likely: not promised, reports differ by driver)
//   sass-first, highest, suffix-first, same-first, same-last       1.4, 11
//   bare, bare-ptx, bare-one                                       0.9, 1.5
//   env-force, env-disable, env-hidden, cache                      6, 11
//   ptx-version, syntax, cut, label, zstd                          2.1, 2.2, 11
//   no-driver, runtime-floor, old-card, new-card                   2.1, 4.2
//   name, rdc                                                      0.6, 7.1, 11
namespace launchlab {
namespace {

constexpr PtxVersion edited_version{9, 9};  // what the edit "version" writes

std::string branch_name(const Driver& driver) { return "driver " + std::to_string(driver.branch); }

// A switch that has two names: the one that says PTX wins when both are set.
struct Switch {
    bool on = false;
    std::string text;  // "CUDA_FORCE_PTX_JIT=1"
};
bool is_on(const std::string& value) { return !value.empty() && value != "0"; }
Switch read_switch(const std::map<std::string, std::string>& env, const char* with_ptx, const char* newer) {
    for (const char* name : {with_ptx, newer})
        if (auto found = env.find(name); found != env.end()) return {is_on(found->second), std::string(name) + "=" + found->second};
    return {};
}

// The list is cut at its first bad entry, so only the first one decides whether any card is left.
bool hides_every_card(const std::map<std::string, std::string>& env) {
    auto found = env.find("CUDA_VISIBLE_DEVICES");
    if (found == env.end()) return false;
    std::string first = found->second.substr(0, found->second.find(','));
    if (first.starts_with("GPU-") || first.starts_with("MIG-")) return false;
    return first.empty() || !std::all_of(first.begin(), first.end(), [](char c) { return c >= '0' && c <= '9'; });
}

struct Stop {
    int code;
    std::string rule, why;
    bool likely = false;
};

int runtime_floor(const ToolkitTable& toolkits, const std::string& runtime) {
    if (const Toolkit* own = find_toolkit(toolkits, runtime)) return own->runtime_floor;
    std::string major = runtime.substr(0, runtime.find('.')) + ".";
    for (const Toolkit& toolkit : toolkits.toolkits)
        if (toolkit.version.starts_with(major)) return toolkit.runtime_floor;
    return 0;
}

// What stops every call of the program, whatever its images are.
std::optional<Stop> stopped(const Gpu& gpu, const ToolkitTable& toolkits, const Surroundings& around) {
    const std::string card = to_text(gpu.capability);
    if (gpu.driver.branch == 0) return Stop{35, "no-driver", "There is no driver, so every call returns 35."};
    if (!has_own_branches(gpu)) {
        const std::string name = "Driver " + std::to_string(gpu.driver.branch);
        int floor = runtime_floor(toolkits, around.runtime);
        if (gpu.driver.branch < floor)
            return Stop{35, "runtime-floor", name + " is older than " + std::to_string(floor) + ", which runtime " + around.runtime +
                                                 " needs, so every call returns 35."};
        const Branches branches = branches_for(gpu.capability);
        if (branches.last && gpu.driver.branch > branches.last)
            return Stop{100, "old-card", name + " no longer drives " + card + " cards (" + std::to_string(branches.last) +
                                             " was the last), so every call returns 100.", true};
        if (gpu.driver.branch < branches.first)
            return Stop{100, "new-card", name + " does not know " + card + " cards yet (" + std::to_string(branches.first) +
                                             " is the first), so every call returns 100.", true};
    }
    if (hides_every_card(around.env))
        return Stop{100, "env-hidden", "CUDA_VISIBLE_DEVICES leaves no card visible, so every call returns 100."};
    return std::nullopt;
}

// "PTX for 8.0 and up." + "the driver translates it." -> one sentence.
std::string joined(const std::string& fact, const std::string& consequence) { return fact.substr(0, fact.size() - 1) + ": " + consequence; }

int suffix_rank(char suffix) { return suffix == 'a' ? 2 : suffix == 'f' ? 1 : 0; }
auto height(const Target& t) { return std::tuple(t.number, suffix_rank(t.suffix)); }

class Choice {
public:
    Choice(const std::vector<OfferedImage>& images, const Gpu& gpu, const ToolkitTable& toolkits, const Surroundings& around)
        : images_(images), gpu_(gpu), toolkits_(toolkits), around_(around),
          force_(read_switch(around.env, "CUDA_FORCE_PTX_JIT", "CUDA_FORCE_JIT")),
          disable_(read_switch(around.env, "CUDA_DISABLE_PTX_JIT", "CUDA_DISABLE_JIT")) {}

    Verdict decide() {
        for (const OfferedImage& image : images_) {
            Fit one = fit(image.target, gpu_);
            verdict_.reasons.push_back({one.fits, false, one.text, one.rule});
            unproved_.push_back(one.likely);
        }
        if (auto stop = stopped(gpu_, toolkits_, around_)) {
            end(stop->code, stop->why, stop->likely);
            for (Reason& reason : verdict_.reasons)
                if (reason.fits) reason = {true, false, "Fits, but no call of the program gets as far as its images.", stop->rule};
        } else if (images_.empty()) {
            end(209, "There is no device code at all.");
        } else if (around_.packed) {
            choose_from_container();
            weigh();
        } else {
            take_bare();
            weigh();
        }
        bool on_measured_card = gpu_.capability == Capability{9, 0} && gpu_.driver.branch == 580;
        verdict_.sure = likely_ ? Sure::likely : on_measured_card && verdict_.code != 35 ? Sure::measured : Sure::documented;
        verdict_.settled = !outcome_likely_;
        for (std::size_t i = 0; i < images_.size(); ++i) {
            Reason& one = verdict_.reasons[i];
            if (unproved_[i]) one.sure = Sure::likely;
            else if (one.sure != Sure::likely && on_measured_card) one.sure = Sure::measured;
        }
        return std::move(verdict_);
    }

private:
    void end(int code, std::string why, bool likely = false) {
        verdict_.code = code;
        verdict_.why = std::move(why);
        likely_ = likely_ || likely;
        outcome_likely_ = outcome_likely_ || likely;
    }
    std::string card() const { return "this " + to_text(gpu_.capability) + " card"; }
    std::string name(int i) const { return to_name(images_[i].target); }
    Reason& reason(int i) { return verdict_.reasons[i]; }

    // An unproved judgement makes the verdict likely only where the other answer would have changed it.
    void weigh() {
        const int taken = verdict_.taken;
        for (int i = 0; i < static_cast<int>(images_.size()); ++i) {
            if (!unproved_[i]) continue;
            const Target& t = images_[i].target;
            bool beats = taken < 0 || (t.kind == Kind::sass && images_[taken].target.kind == Kind::ptx) ||
                         (t.kind == images_[taken].target.kind && height(t) > height(images_[taken].target));
            likely_ = likely_ || (reason(i).fits ? i == taken : beats);
        }
        if (around_.packed) weigh_outcome();
    }

    // Whether the code would change: a refusal that an unproved image could lift, or a run that hangs on unproved ones alone.
    void weigh_outcome() {
        bool proved = false, could = false, unproved_fits = false;
        for (std::size_t i = 0; i < images_.size(); ++i) {
            const bool fits = fit(images_[i].target, gpu_).fits;
            proved = proved || (fits && !unproved_[i]);
            unproved_fits = unproved_fits || (fits && unproved_[i]);
            could = could || (!fits && unproved_[i] && images_[i].target.kind != Kind::lto);
        }
        outcome_likely_ = outcome_likely_ || (verdict_.code == 0 ? unproved_fits && !proved : could);
    }

    // Of equal images the first is taken; of equal PTX for just this card's number, without a suffix, the last.
    bool last_wins(const Target& t) const { return t.kind == Kind::ptx && t.suffix == 0 && t.number == gpu_.capability; }

    // The image of one kind that wins: highest number, then a, f, plain.
    int best(Kind kind) const {
        int winner = -1;
        for (int i = 0; i < static_cast<int>(images_.size()); ++i) {
            if (images_[i].target.kind != kind || !verdict_.reasons[i].fits) continue;
            if (winner < 0 || height(images_[i].target) > height(images_[winner].target) ||
                (last_wins(images_[i].target) && height(images_[i].target) == height(images_[winner].target)))
                winner = i;
        }
        return winner;
    }

    void choose_from_container() {
        int sass = best(Kind::sass), ptx = best(Kind::ptx);
        bool forced = force_.on && sass >= 0;
        int winner = sass >= 0 && !force_.on ? sass : ptx;
        for (int i = 0; i < static_cast<int>(images_.size()); ++i)
            if (i != winner && reason(i).fits) pass_over(i, winner);
        if (winner < 0) return refuse(forced);
        if (images_[winner].target.kind == Kind::sass) take_sass(winner);
        else take_ptx(winner);
    }

    void refuse(bool forced) {
        if (around_.linked)
            end(500, "Nothing fits " + card() + ", which a program built with -rdc=true reports as a missing kernel.");
        else if (forced)
            end(209, force_.text + " passes over machine code, and no PTX here fits " + card() + ".");
        else if (images_.size() == 1)
            end(209, "The only image, " + name(0) + ", does not fit " + card() + ".");
        else
            end(209, (images_.size() == 2 ? "Neither of the 2" : "None of the " + std::to_string(images_.size())) + " images fits " + card() + ".");
    }

    void pass_over(int i, int winner) {
        const Target& t = images_[i].target;
        if (t.kind == Kind::sass && force_.on) {
            reason(i).rule = "env-force";
            reason(i).text = "Fits, but " + force_.text + " makes the driver pass over machine code.";
            return;
        }
        const Target& best = images_[winner].target;
        const std::string taken = to_name(best);
        if (t.kind != best.kind) {
            reason(i).rule = "sass-first";
            reason(i).text = "Fits too, but machine code comes first: " + taken + " is taken.";
        } else if (t.number != best.number) {
            if (t.kind == Kind::sass) likely_ = true, reason(i).sure = Sure::likely;
            reason(i).rule = "highest";
            reason(i).text = "Fits too, but " + taken + " is nearer to this card.";
        } else if (t.suffix != best.suffix) {
            if (t.suffix == 'f' || best.suffix == 'f') likely_ = true, reason(i).sure = Sure::likely;
            reason(i).rule = "suffix-first";
            reason(i).text = "Fits too, but " + taken + " has the narrower suffix, which comes first.";
        } else {
            reason(i).rule = last_wins(t) ? "same-last" : "same-first";
            reason(i).text = last_wins(t) ? "The same target as another image; of equal PTX for the card's own number the last is taken."
                                          : std::string("The same target as another image; of equal ") +
                                                (t.kind == Kind::sass ? "machine code" : "PTX") + " the first is taken.";
        }
    }

    void take(int i, std::string rule, std::string text) {
        verdict_.taken = i;
        reason(i).taken = true;
        if (!rule.empty()) reason(i).rule = std::move(rule);
        reason(i).text = std::move(text);
    }
    void fail(int i, int code, std::string rule, std::string text, std::string why, bool likely = false) {
        take(i, std::move(rule), std::move(text));
        end(code, std::move(why), likely);
    }
    void run(int i, How how, std::string rule, std::string text, std::string why) {
        if (!around_.kernel_present)
            return fail(i, 500, "name", "Fits and loads, but holds no kernel of the name that the launch asks for.",
                        name(i) + " loads, but the kernel's name is not in it.");
        take(i, std::move(rule), std::move(text));
        end(0, std::move(why));
        verdict_.how = how;
    }

    // The remark belongs where another image would have fitted.
    std::string no_second_try() const {
        auto fitting = std::count_if(verdict_.reasons.begin(), verdict_.reasons.end(), [](const Reason& reason) { return reason.fits; });
        return fitting > 1 && around_.packed ? ", and the driver tries no other image after the one it took." : ".";
    }

    bool unreadable(int i) {
        if (!images_[i].zstd || !around_.packed || has_own_branches(gpu_) || reads_zstd(gpu_.driver)) return false;
        fail(i, 200, "zstd", "Taken, but it is packed with zstd, and " + branch_name(gpu_.driver) + " is older than 550, the first to read that.",
             name(i) + " is packed with zstd, which " + branch_name(gpu_.driver) + " cannot read.", true);
        return true;
    }

    void take_sass(int i) {
        const std::string& edit = images_[i].edit;
        if (unreadable(i)) return;
        if (edit == "cut")
            return fail(i, 200, "cut", std::string(around_.packed ? "Taken by its label" : "Handed over bare") + ", then its bytes turn out to be cut short.",
                        name(i) + " is cut short" + no_second_try());
        if (edit == "label" && around_.packed)
            return fail(i, 300, "label", "Taken by its label, then the code inside turns out to be for other cards.",
                        name(i) + " is only a label: the code inside is for other cards.");
        run(i, How::sass, "", joined(reason(i).text, "it runs as it is."), name(i) + " is machine code that " + card() + " runs.");
    }

    // {0,0}: neither the image nor the runtime beside it tells.
    PtxVersion version_of(int i) const {
        if (images_[i].edit == "version") return edited_version;
        if (images_[i].ptx != PtxVersion{}) return images_[i].ptx;
        const Toolkit* toolkit = find_toolkit(toolkits_, around_.runtime);
        return toolkit ? toolkit->ptx : PtxVersion{};
    }

    void take_ptx(int i) {
        const OfferedImage& image = images_[i];
        const std::string driver = branch_name(gpu_.driver);
        if (unreadable(i)) return;
        PtxVersion version = version_of(i), limit = reads_ptx(toolkits_, gpu_.driver);
        bool too_new = image.edit == "version" || (version > limit && !has_own_branches(gpu_) && (limit != PtxVersion{} || version >= PtxVersion{7, 0}));
        bool broken = image.edit == "syntax" || image.edit == "cut" || !reason(i).fits;
        auto cache_off = around_.env.find("CUDA_CACHE_DISABLE");
        bool cached = around_.cache_warm && !too_new && !broken && (cache_off == around_.env.end() || !is_on(cache_off->second));
        if (cached)
            return run(i, How::jit, "cache", "PTX whose translation the driver still has in its disk cache.",
                       "The driver's disk cache holds " + name(i) + " already translated for " + card() + ".");
        if (disable_.on)
            return fail(i, 223, "env-disable", "PTX that the driver would have to translate, but " + disable_.text + " forbids that.",
                        "Only translating " + name(i) + " could help " + card() + ", and " + disable_.text + " forbids it.");
        if (too_new) {
            std::string reads = limit == PtxVersion{} ? driver + " reads only older ones." : driver + " reads up to " + to_text(limit) + ".";
            return fail(i, 222, "ptx-version", "PTX version " + to_text(version) + "; " + reads,
                        name(i) + " is written in PTX " + to_text(version) + "; " + reads);
        }
        if (image.edit == "syntax" || image.edit == "cut")
            return fail(i, 218, image.edit, std::string(around_.packed ? "Taken by its label" : "Handed over bare") + ", then its text does not compile.",
                        name(i) + " does not compile" + no_second_try(), image.edit == "cut");
        if (!reason(i).fits)
            return fail(i, 218, "bare-ptx", reason(i).text + " Bare text is compiled all the same, and that fails.",
                        name(i) + " has no container whose label could pass it over, so compiling it for " + card() + " fails.");
        likely_ = likely_ || image.edit == "label";  // the text inside, of a lower target, compiles as well
        run(i, How::jit, "", translated(i), reason_to_translate(i));
    }

    std::string translated(int i) {
        int fitting = 0;
        for (std::size_t k = 0; k < images_.size(); ++k)
            if (images_[k].target.kind == Kind::ptx && verdict_.reasons[k].fits) ++fitting;
        if (fitting > 1) return "Newest PTX that fits: the driver translates it.";
        return joined(reason(i).text, "the driver translates it.");
    }
    std::string reason_to_translate(int i) const {
        const std::string end = "the driver translates " + name(i) + " for " + card() + ".";
        bool sass = false, fitting = false;
        for (std::size_t k = 0; k < images_.size(); ++k)
            if (images_[k].target.kind == Kind::sass) {
                sass = true;
                fitting = fitting || verdict_.reasons[k].fits;
            }
        if (fitting) return "Since " + force_.text + " passes over machine code, " + end;
        return sass ? "No machine code here fits, so " + end : "T" + end.substr(1);
    }

    void take_bare() {
        for (int i = 1; i < static_cast<int>(images_.size()); ++i) {
            reason(i).rule = "bare-one";
            reason(i).text = "Without a container only the first image is handed over.";
        }
        if (images_[0].target.kind == Kind::ptx) return take_ptx(0);
        if (images_[0].edit == "cut") likely_ = true;   // on an H200 with r580 such a cubin crashed the program or hung
        if (reason(0).fits && images_[0].target.kind == Kind::sass && images_[0].edit != "label") return take_sass(0);
        if (images_[0].edit == "cut") return take_sass(0);
        if (reason(0).fits) reason(0) = {false, false, "Bare code has no label: the code inside is for other cards.", "bare"};
        end(209, "The only image, " + name(0) + ", does not fit " + card() + ".");
    }

    const std::vector<OfferedImage>& images_;
    const Gpu& gpu_;
    const ToolkitTable& toolkits_;
    const Surroundings& around_;
    Switch force_, disable_;
    Verdict verdict_;
    std::vector<bool> unproved_;  // an image each
    bool likely_ = false, outcome_likely_ = false;
};

}  // namespace

std::string_view source_of_rule(std::string_view rule) {
    struct Row {
        std::string_view rule, source;
    };
    static constexpr std::string_view guide = "CUDA Programming Guide 5.1 (compute capabilities)", environment = "CUDA Programming Guide 5.2 (environment variables)",
                                      ptx = "PTX ISA, .target and the release table", h200 = "launches on an H200, driver 580",
                                      notes = "CUDA Toolkit release notes (driver versions)", reports = "public reports";
    static constexpr Row rows[] = {
        {"sass-major", guide},       {"sass-minor", guide},   {"suffix-a", ptx},       {"suffix-f", ptx},     {"ptx-up", guide},       {"lto", "nvcc's manual (link-time optimization)"},
        {"tegra", guide},            {"thor", "CUDA 13.0 release notes (10.1 became 11.0)"}, {"sass-first", h200}, {"highest", h200}, {"suffix-first", h200}, {"same-first", h200},
        {"same-last", h200},         {"bare", h200},          {"bare-ptx", h200},      {"bare-one", h200},    {"env-force", environment}, {"env-disable", environment},
        {"env-hidden", environment}, {"cache", h200},         {"ptx-version", ptx},    {"syntax", h200},      {"cut", h200},           {"label", h200},
        {"zstd", reports},           {"no-driver", h200},     {"runtime-floor", notes}, {"old-card", notes},  {"new-card", notes},     {"name", h200},
        {"rdc", h200},
    };
    for (const Row& row : rows)
        if (row.rule == rule) return row.source;
    return {};
}

std::string_view to_word(Sure sure) { return sure == Sure::measured ? "measured" : sure == Sure::documented ? "documented" : "likely"; }

bool fits(const Target& target, const Gpu& gpu) { return fit(target, gpu).fits; }

Verdict choose(const std::vector<OfferedImage>& images, const Gpu& gpu, const ToolkitTable& toolkits, const Surroundings& around) {
    return Choice(images, gpu, toolkits, around).decide();
}

}  // namespace launchlab
