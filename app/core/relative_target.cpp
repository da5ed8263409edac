#include "core/relative_target.h"

#include <algorithm>
#include <functional>

#include "core/lesson.h"
#include "core/selection.h"

namespace launchlab {
namespace {

constexpr Capability integrated[] = {{5, 3}, {6, 2}, {7, 2}, {8, 7}, {8, 8}, {10, 1}, {11, 0}};
constexpr Capability wheel_targets[] = {{5, 0}, {6, 0}, {7, 0}, {7, 5}, {8, 0}, {8, 6}, {9, 0}};

bool is_integrated(Capability c) { return std::find(std::begin(integrated), std::end(integrated), c) != std::end(integrated); }

using Number = std::optional<Capability>;
using Found = std::optional<Target>;

// What one toolkit offers, seen from one card: `all` is the plain list, `usual` is that list without integrated parts.
class View {
public:
    View(Capability card, const Toolkit& toolkit) : card(card) {
        for (const std::string& text : toolkit.targets) {
            auto target = parse_arch(Kind::sass, text);
            if (!target) continue;
            if (target->suffix) suffixed.push_back(*target);
            else all.push_back(target->number);
        }
        std::sort(all.begin(), all.end());
        std::copy_if(all.begin(), all.end(), std::back_inserter(usual), [&](Capability c) { return !is_integrated(c) || c == card; });
        std::sort(suffixed.begin(), suffixed.end(), [](const Target& a, const Target& b) { return a.number < b.number; });
        if (const auto target = parse_arch(Kind::sass, toolkit.default_arch)) by_default = target->number;
    }

    Number own() const { return std::binary_search(all.begin(), all.end(), card) ? Number(card) : std::nullopt; }
    Number base(int major) const { return first([=](Capability c) { return c.major == major; }); }
    Number base_above() const { return first([&](Capability c) { return c.major > card.major; }); }
    Number base_below() const {
        Number last = highest_below_major();
        return last ? base(last->major) : std::nullopt;
    }
    Number minor_above() const { return first([&](Capability c) { return c.major == card.major && c.minor > card.minor; }); }
    Number minor_below() const {
        Number found;
        for (Capability c : usual)
            if (c.major == card.major && c.minor < card.minor) found = c;
        return found;
    }
    Number newer() const {
        Number above = base_above();
        return above ? above : minor_above();
    }
    Number unfit() const {
        Number above = newer();
        return above ? above : base_below();
    }
    Found suffix(Number number, char letter) const {
        for (const Target& t : suffixed)
            if (number && t.number == *number && t.suffix == letter) return t;
        return std::nullopt;
    }
    Found arch_specific_other() const {
        Found found;
        for (const Target& t : suffixed)
            if (t.suffix == 'a' && t.number.major == card.major && t.number.minor < card.minor) found = t;
        if (found) return found;
        return suffix(card == Capability{9, 0} ? Capability{10, 0} : Capability{9, 0}, 'a');
    }
    Found family_other() const {
        Found above, below;
        for (const Target& t : suffixed) {
            if (t.suffix != 'f') continue;
            if (t.number.major == card.major && t.number.minor > card.minor) return t;
            if (t.number != base(t.number.major)) continue;
            if (t.number.major > card.major && !above) above = t;
            if (t.number.major < card.major) below = t;
        }
        return above ? above : below;
    }
    // curriculum 1.4, the pair that differs in a suffix: within one major as SASS; from 10.0 on as PTX of 9.0; before that it
    // cannot be shown by the suffix alone, and another chip's `a` stands against what fits.
    Target suffix_pair(bool misfit) const {
        if (const Number below = minor_below(); below && suffix(below, 'a')) return {Kind::sass, *below, misfit ? 'a' : char(0)};
        if (card.major > 9) return {Kind::ptx, {9, 0}, misfit ? 'a' : char(0)};
        if (misfit) return {Kind::sass, card == Capability{9, 0} ? Capability{10, 0} : Capability{9, 0}, 'a'};
        return {Kind::sass, card, suffix(card, 'a') ? 'a' : char(0)};
    }

    Capability card;
    std::vector<Capability> all, usual;
    std::vector<Target> suffixed;
    Number by_default;   // what the toolkit builds without a flag

private:
    template <class Test>
    Number first(Test test) const {
        auto found = std::find_if(usual.begin(), usual.end(), test);
        return found == usual.end() ? std::nullopt : Number(*found);
    }
    Number highest_below_major() const {
        Number found;
        for (Capability c : usual)
            if (c.major < card.major) found = c;
        return found;
    }
};

Found made(Kind kind, Number number) { return number ? Found(Target{kind, *number, 0}) : std::nullopt; }
Found sass(Number number) { return made(Kind::sass, number); }
Found ptx(Number number) { return made(Kind::ptx, number); }

struct Choice {
    std::string_view name;
    bool fits;                 // the promise
    Found (*find)(const View&);
    std::string_view wanted;   // for the Error
    std::string_view instead;
};

// curriculum 1.1 and 1.3
constexpr std::string_view recording = "Show a recording of another card, or judge one by rule, such as --on 9.0.";
constexpr std::string_view from_12_9 = "Take toolkit 12.9, which builds 5.0 to 7.2 (launchlab doctor --fetch 12.9, then --toolkit 12.9), or show a recording of another card.";
constexpr std::string_view from_12 = "Take toolkit 12.9, which still builds below 7.5 (launchlab doctor --fetch 12.9, then --toolkit 12.9), or show a recording of another card.";
constexpr std::string_view borrow = "No SASS pair of this step exists for it. Judge by rule a card that has one, such as --on 8.6.";
constexpr std::string_view highest = "This card stands at the top of the toolkit's list. Show a recording of another card, or judge one by rule, such as --on 9.0.";
constexpr std::string_view native = "On this card the default build is machine code that fits. Judge by rule a card with another major, such as --on 8.6.";
constexpr Choice choices[] = {
    {"exact", true, [](const View& v) { return sass(v.own()); }, "the card's own number", from_12_9},
    {"ptx-exact", true, [](const View& v) { return ptx(v.own()); }, "the card's own number", from_12_9},
    {"same-major-older", true, [](const View& v) { return is_integrated(v.card) ? std::nullopt : sass(v.minor_below()); },
     "the same major with a lower minor", borrow},
    {"newer-minor", false, [](const View& v) { return sass(v.minor_above()); }, "the same major with a higher minor", borrow},
    {"newer", false, [](const View& v) { return sass(v.newer()); }, "a higher number", highest},
    {"older-major-sass", false, [](const View& v) { return sass(v.base_below()); }, "a lower major", from_12},
    {"unfit", false, [](const View& v) { return sass(v.unfit()); }, "another major", recording},
    {"ptx-older", true, [](const View& v) { return ptx(v.base_below()); }, "a lower major", from_12},
    {"ptx-fitting", true, [](const View& v) { return ptx(v.base_below() ? v.base_below() : v.own()); }, "a lower major or its own", from_12_9},
    {"ptx-newer", false, [](const View& v) { return ptx(v.newer()); }, "a higher number", highest},
    {"ptx-newer-minor", false, [](const View& v) { return ptx(v.minor_above()); }, "the same major with a higher minor", borrow},
    {"ptx-lowest", true, [](const View& v) { return ptx(v.all.empty() ? std::nullopt : Number(v.all.front())); },
     "a number as low as the card's", from_12_9},
    {"default-sass", false, [](const View& v) { return sass(v.by_default); }, "a default of another major", native},
    {"default-ptx", true, [](const View& v) { return ptx(v.by_default); }, "a default as low as the card", from_12_9},
    {"arch-specific-own", true, [](const View& v) { return v.suffix(v.card, 'a'); }, "the card's own number with the suffix a", recording},
    {"arch-specific-other", false, [](const View& v) { return v.arch_specific_other(); }, "another number with the suffix a", recording},
    {"suffix-misfit", false, [](const View& v) { return Found(v.suffix_pair(true)); }, "another chip's number with the suffix a", recording},
    {"suffix-fit", true, [](const View& v) { return Found(v.suffix_pair(false)); }, "a number that fits", from_12_9},
    {"family", true, [](const View& v) { return v.suffix(v.base(v.card.major), 'f'); }, "the card's family with the suffix f",
     "Judge by rule a card of a family, such as --on 10.3."},
    {"family-other", false, [](const View& v) { return v.family_other(); }, "another family with the suffix f", recording},
};
constexpr std::string_view edits[] = {"version", "syntax", "cut", "label"};

std::string known_words() {
    std::string out;
    for (const Choice& choice : choices) out += std::string(choice.name) + ", ";
    return out + "older-wheel, missing-name, edited(NAME, HOW), bare(NAME)";
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

bool take_brackets(std::string_view& text, std::string_view word) {
    if (text.substr(0, word.size()) != word || text.size() < word.size() + 2 || text[word.size()] != '(' || text.back() != ')') return false;
    text = text.substr(word.size() + 1, text.size() - word.size() - 2);
    return true;
}

Error absent(std::string_view name, std::string_view wanted, std::string_view instead, const View& view, const Toolkit& toolkit) {
    return {std::string(name), "CUDA " + toolkit.version + " has no such target for a " + to_text(view.card) + " card: it would be " +
                                   std::string(wanted) + ". " + std::string(instead)};
}

Result<std::vector<Target>> older_wheel(const View& view, const Toolkit& toolkit) {
    std::vector<Target> out;
    for (Capability c : wheel_targets)
        if (c.major < view.card.major && std::binary_search(view.all.begin(), view.all.end(), c)) out.push_back({Kind::sass, c, 0});
    if (out.empty()) return absent("older-wheel", "what wheels carried before this card, all of lower majors", from_12, view, toolkit);
    return out;
}

}  // namespace

Result<Relative> parse_relative(std::string_view text) {
    Relative out;
    std::string_view rest = trim(text);
    if (take_brackets(rest, "bare")) out.bare = true;
    if (take_brackets(rest, "edited")) {
        const std::size_t comma = rest.rfind(',');
        const std::string_view how = comma == std::string_view::npos ? "" : trim(rest.substr(comma + 1));
        if (std::find(std::begin(edits), std::end(edits), how) == std::end(edits))
            return Error{"", "\"" + std::string(text) + "\" does not say how the image is edited. Write edited(NAME, HOW) with version, syntax, cut or label."};
        out.edit = how;
        rest = trim(rest.substr(0, comma));
    }
    if (rest == "missing-name") {
        out.missing_name = true;
        out.choice = "exact";
        return out;
    }
    for (const Choice& choice : choices)
        if (choice.name == rest) out.choice = rest;
    if (rest == "older-wheel") out.choice = rest;
    if (!out.choice.empty()) return out;
    if (auto fixed = parse_target(rest)) {
        out.fixed = *fixed;
        return out;
    }
    return Error{"", "\"" + std::string(text) + "\" is neither a target nor a relative target. Write a name such as sm_80, or one of: " + known_words() + "."};
}

RelativeTraits traits_of(std::string_view choice) {
    RelativeTraits out;
    out.kind = choice.starts_with("ptx-") || choice == "default-ptx" ? Kind::ptx : Kind::sass;
    out.suffix = choice.starts_with("arch-specific") ? 'a' : choice.starts_with("family") ? 'f' : char(0);
    out.own = choice == "exact" || choice == "ptx-exact" || choice == "arch-specific-own";
    if (choice == "family" || choice == "ptx-lowest" || choice == "ptx-fitting" || choice.starts_with("default-")) out.own.reset();
    if (choice.starts_with("suffix-")) out = {.suffix = choice == "suffix-misfit" ? std::optional<char>('a') : std::nullopt};
    for (const Choice& one : choices)
        if (one.name == choice) out.fits = one.fits;
    return out;
}

Result<std::vector<Target>> resolve(std::string_view relative, const Gpu& gpu, const Toolkit& toolkit) {
    auto parsed = parse_relative(relative);
    if (!parsed) return Error{std::string(relative), parsed.error().what};
    if (parsed->fixed) {
        if (builds(toolkit, *parsed->fixed)) return std::vector<Target>{*parsed->fixed};
        return Error{std::string(relative), "CUDA " + toolkit.version + " cannot build " + to_name(*parsed->fixed) + ". Choose a toolkit that can, or another target."};
    }
    const View view(gpu.capability, toolkit);
    if (parsed->choice == "older-wheel") return older_wheel(view, toolkit);
    const Choice& choice = *std::find_if(std::begin(choices), std::end(choices), [&](const Choice& c) { return c.name == parsed->choice; });
    const Found found = choice.find(view);
    if (!found || !builds(toolkit, *found) || fits(*found, gpu) != choice.fits) return absent(relative, choice.wanted, choice.instead, view, toolkit);
    return std::vector<Target>{*found};
}

Result<std::vector<Target>> resolve_all(const std::vector<std::string>& images, const Gpu& gpu, const Toolkit& toolkit) {
    std::vector<Target> out;
    for (const std::string& image : images) {
        auto targets = resolve(image, gpu, toolkit);
        if (!targets) return targets.error();
        out.insert(out.end(), targets->begin(), targets->end());
    }
    return out;
}

std::vector<Target> offered_targets(const Toolkit& toolkit, bool all) {
    const View view({}, toolkit);
    std::vector<Target> out;
    for (Kind kind : {Kind::sass, Kind::ptx}) {
        for (Capability c : all ? view.all : view.usual)
            if (all || kind == Kind::sass || c == view.base(c.major)) out.push_back({kind, c, 0});
        if (all)
            for (const Target& t : view.suffixed) out.push_back({kind, t.number, t.suffix});
    }
    std::stable_sort(out.begin(), out.end(), rises);
    return out;
}

}  // namespace launchlab
