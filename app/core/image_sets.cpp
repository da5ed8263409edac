#include "core/image_sets.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "core/lesson.h"
#include "core/relative_target.h"

namespace launchlab {
namespace {

constexpr unsigned again = 10'000'000;  // added to the mark of the second image of a target, twice to that of the third

std::string_view trimmed(std::string_view text) {
    const auto from = text.find_first_not_of(" \t\r");
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

class Maker {
public:
    Maker(const std::vector<Target>& targets, const Gpu& gpu, const Toolkit& toolkit) : gpu_(gpu), ptx_(toolkit.ptx) {
        for (const Target& target : targets) {
            const OfferedImage sass = image(Kind::sass, target), ptx = image(Kind::ptx, target);
            (fits(sass.target, gpu) ? own_ : foreign_).push_back(sass);
            (fits(ptx.target, gpu) ? fitting_ : higher_).push_back(ptx);
            all_.push_back(sass);
            all_.push_back(ptx);
            if (!target.suffix) plain_.push_back(sass), text_.push_back(ptx);
        }
    }

    std::vector<ImageSet> make() {
        singles();
        pairs();
        orders();
        broken();
        environments();
        larger();
        return std::move(sets_);
    }

private:
    using Images = std::vector<OfferedImage>;

    OfferedImage image(Kind kind, const Target& target) const {
        OfferedImage out{.target = target};
        out.target.kind = kind;
        if (kind == Kind::ptx) out.ptx = ptx_;
        return out;
    }
    static OfferedImage edited(OfferedImage image, const char* how) {
        image.edit = how;
        return image;
    }
    void add(const char* group, Images images, std::map<std::string, std::string> env = {}, bool packed = true) {
        ImageSet set{std::move(images), packed, std::move(env), group};
        if (seen_.insert(to_text(set)).second) sets_.push_back(std::move(set));
    }
    void both_orders(const char* group, const OfferedImage& a, const OfferedImage& b) {
        add(group, {a, b});
        add(group, {b, a});
    }

    void singles() {
        for (const OfferedImage& one : all_) add("single", {one});
        for (const OfferedImage& one : all_) add("bare", {one}, {}, false);
    }

    // Every machine code beside every PTX, as builds hold them; and two machine codes, of which at most one fits here.
    void pairs() {
        for (const OfferedImage& sass : plain_)
            for (const OfferedImage& ptx : text_) add("pair", {sass, ptx});
        for (std::size_t i = 0; i < plain_.size(); ++i)
            for (std::size_t k = i + 1; k < plain_.size(); ++k)
                if ((i + k) % 2 == 0) add("pair", {plain_[i], plain_[k]});
    }

    // The order in the container must not matter but between equals; a suffix stands against the plain number.
    void orders() {
        for (const Images* images : {&own_, &fitting_})
            for (std::size_t i = 0; i < images->size(); ++i) {
                const OfferedImage& one = (*images)[i];
                add("tie", {one, one});
                add("tie", {one, one, one});
                for (std::size_t k = i + 1; k < images->size(); ++k) both_orders("order", one, (*images)[k]);
                if (!foreign_.empty()) add("tie", {foreign_.front(), one, one}), add("tie", {one, foreign_.back(), one});
                if (!higher_.empty()) add("tie", {one, higher_.front(), one}), add("tie", {higher_.back(), one, one});
            }
        for (const OfferedImage& sass : own_)
            for (const OfferedImage& ptx : fitting_) both_orders("order", sass, ptx);
        for (const OfferedImage& one : all_) {
            if (!one.target.suffix) continue;
            if (!own_.empty()) add("suffix", {one, own_.front()});
            if (!fitting_.empty()) add("suffix", {one, fitting_.front()});
        }
    }

    // The broken image alone, where another one could have helped, and where it is not the one taken.
    void broken() {
        const auto each = [&](const OfferedImage& bad, const Images& others) {
            add("broken", {bad});
            for (const OfferedImage& other : others) both_orders("broken", bad, other);
        };
        const Images low(fitting_.begin(), fitting_.begin() + std::min<std::ptrdiff_t>(std::ssize(fitting_), 6));
        for (const OfferedImage& sass : own_)
            for (const char* how : {"cut", "label"}) each(edited(sass, how), low);
        for (const OfferedImage& ptx : fitting_)
            for (const char* how : {"version", "syntax"}) {
                add("broken", {edited(ptx, how)});
                if (!own_.empty()) add("broken", {edited(ptx, how), own_.front()});
                if (!foreign_.empty()) add("broken", {foreign_.front(), edited(ptx, how)});
                add("broken", {fitting_.front(), edited(ptx, how)});
                add("bare", {edited(ptx, how)}, {}, false);
            }
        for (const OfferedImage& sass : foreign_)
            if (!sass.target.suffix) add("broken", {edited(sass, "cut")});
    }

    void environments() {
        for (const char* name : {"CUDA_DISABLE_PTX_JIT", "CUDA_DISABLE_JIT"})
            for (const OfferedImage& ptx : fitting_) {
                add("environment", {ptx}, {{name, "1"}});
                if (!own_.empty()) add("environment", {own_.front(), ptx}, {{name, "1"}});
                if (!foreign_.empty()) add("environment", {foreign_.front(), ptx}, {{name, "1"}});
            }
        for (const char* name : {"CUDA_FORCE_PTX_JIT", "CUDA_FORCE_JIT"}) {
            for (const OfferedImage& sass : own_) {
                add("environment", {sass}, {{name, "1"}});
                add("environment", {sass}, {{name, "1"}}, false);
                for (const OfferedImage& ptx : fitting_) add("environment", {sass, ptx}, {{name, "1"}});
                if (!higher_.empty()) add("environment", {sass, higher_.front()}, {{name, "1"}});
            }
            if (!foreign_.empty()) add("environment", {foreign_.front()}, {{name, "1"}});
        }
    }

    // Three to six images as they come, the same ones each time.
    void larger() {
        if (all_.empty()) return;
        std::uint32_t state = 209;
        const auto next = [&](std::size_t below) {
            state = state * 1664525u + 1013904223u;
            return (state >> 16) % below;
        };
        for (int i = 0; i < 60; ++i) {
            Images images;
            for (std::size_t left = 3 + next(4); left > 0; --left) images.push_back(all_[next(all_.size())]);
            add("larger", std::move(images));
        }
    }

    const Gpu& gpu_;
    PtxVersion ptx_;
    Images own_, foreign_, fitting_, higher_, all_, plain_, text_;  // text_: PTX without a suffix
    std::vector<ImageSet> sets_;
    std::set<std::string> seen_;
};

// At the commas that stand in no brackets.
std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> out;
    std::size_t from = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && text[i] == '(') ++depth;
        if (i < text.size() && text[i] == ')') --depth;
        if (i == text.size() || (text[i] == ',' && depth <= 0)) {
            out.push_back(trimmed(text.substr(from, i - from)));
            from = i + 1;
        }
    }
    return out;
}

std::optional<Error> add_variable(ImageSet& set, std::string_view word) {
    const std::size_t equal = word.find('=');
    const std::string name(word.substr(0, equal));
    if (!name.starts_with("CUDA_") || name == "CUDA_VISIBLE_DEVICES")
        return Error{"", "\"" + name + "\" cannot be set for a set. Only CUDA_ variables can, and the card is chosen by --gpu."};
    set.env[name] = std::string(word.substr(equal + 1));
    return std::nullopt;
}

std::optional<Error> add_image(ImageSet& set, std::string_view word, const Gpu& gpu, const Toolkit& toolkit) {
    const Result<Relative> read = parse_relative(word);
    if (!read) return read.error();
    if (read->missing_name) return Error{"", "missing-name changes the launch, not the images. Name the images alone."};
    if (read->bare && set.images.size()) return Error{"", "a bare image stands alone: only one is handed over without a container."};
    if (read->bare) set.packed = false;
    const std::string plain = read->fixed ? to_name(*read->fixed) : read->choice;
    const Result<std::vector<Target>> targets = resolve(plain, gpu, toolkit);
    if (!targets) return Error{"", targets.error().what};
    for (const Target& target : *targets) {
        if (target.kind == Kind::lto) return Error{"", to_name(target) + " runs on no card by itself. Name an sm_ or compute_ target."};
        const bool text_edit = read->edit == "version" || read->edit == "syntax";
        if ((text_edit && target.kind != Kind::ptx) || (read->edit == "cut" && target.kind != Kind::sass))
            return Error{"", "\"" + read->edit + "\" does not edit " + to_name(target) + ". version and syntax edit PTX, cut edits machine code."};
        set.images.push_back({.target = target, .ptx = target.kind == Kind::ptx ? toolkit.ptx : PtxVersion{}, .edit = read->edit});
    }
    if (!set.packed && set.images.size() > 1) return Error{"", "a bare image stands alone: only one is handed over without a container."};
    if (!set.packed && read->edit == "label") return Error{"", "a bare image has no label. Leave bare out."};
    return std::nullopt;
}

}  // namespace

std::vector<ImageSet> make_image_sets(const std::vector<Target>& targets, const Gpu& gpu, const Toolkit& toolkit) {
    return Maker(targets, gpu, toolkit).make();
}

std::string to_text(const ImageSet& set) {
    std::string out;
    for (const OfferedImage& image : set.images) {
        std::string one = to_name(image.target);
        if (!image.edit.empty()) one = "edited(" + one + ", " + image.edit + ")";
        if (!set.packed) one = "bare(" + one + ")";
        out += (out.empty() ? "" : ", ") + one;
    }
    for (const auto& [name, value] : set.env) out += ", " + name + "=" + value;
    return out;
}

Result<ImageSet> parse_image_set(std::string_view text, const Gpu& gpu, const Toolkit& toolkit) {
    ImageSet set{.group = "named"};
    for (std::string_view word : words_of(text)) {
        const bool variable = word.find('=') != std::string_view::npos;
        const std::optional<Error> error = variable ? add_variable(set, word) : add_image(set, word, gpu, toolkit);
        if (error) return *error;
    }
    if (set.images.empty()) return Error{"", "the set names no image. Write for example: sm_90, compute_80."};
    return set;
}

Result<std::vector<ImageSet>> parse_image_sets(std::string_view text, const std::string& where, const Gpu& gpu, const Toolkit& toolkit) {
    std::vector<ImageSet> out;
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        line = trimmed(line.substr(0, line.find('#')));
        if (line.empty()) continue;
        Result<ImageSet> set = parse_image_set(line, gpu, toolkit);
        if (!set) return Error{where + " line " + std::to_string(number), set.error().what};
        out.push_back(std::move(*set));
    }
    if (out.empty()) return Error{where, "no image set stands in it. Write one a line, for example: sm_90, compute_80."};
    return out;
}

Verdict judge(const ImageSet& set, const Gpu& gpu, const Toolkit& toolkit, const ToolkitTable& toolkits) {
    return choose(set.images, gpu, toolkits, {.packed = set.packed, .env = set.env, .runtime = toolkit.version});
}

const std::vector<std::string>& verdict_classes() {
    static const std::vector<std::string> all = {"sass", "jit", "209", "200", "218", "222", "223", "300", "tie", "suffix"};
    return all;
}

std::vector<std::string> classes_of(const ImageSet& set, const Verdict& verdict, const Gpu& gpu) {
    std::vector<std::string> out = {verdict.code ? std::to_string(verdict.code) : verdict.how == How::jit ? "jit" : "sass"};
    if (verdict.taken >= 0) {
        const Target& taken = set.images[static_cast<std::size_t>(verdict.taken)].target;
        const auto rivals = std::count_if(set.images.begin(), set.images.end(), [&](const OfferedImage& image) {
            return image.target.kind == taken.kind && image.target.number == taken.number && fits(image.target, gpu);
        });
        if (rivals > 1) out.push_back("tie");
    }
    if (std::any_of(set.images.begin(), set.images.end(), [](const OfferedImage& image) { return image.target.suffix != 0; })) out.push_back("suffix");
    return out;
}

UnitRequest to_unit(const ImageSet& set) {
    UnitRequest unit;
    unit.source = "extern \"C\" __global__ void mark(unsigned* out) {\n    out[0] = MARK;\n    out[1] = __CUDA_ARCH__;\n}\n";
    unit.entry = "mark";
    unit.packed = set.packed;
    for (std::size_t i = 0; i < set.images.size(); ++i) {
        const OfferedImage& image = set.images[i];
        const auto before = std::count_if(set.images.begin(), set.images.begin() + static_cast<std::ptrdiff_t>(i),
                                          [&](const OfferedImage& other) { return other.target == image.target; });
        const unsigned mark = marker(image.target) + again * static_cast<unsigned>(before);
        unit.images.push_back({image.target.kind, to_arch(image.target), image.edit, {{"MARK", std::to_string(mark)}}, ""});
    }
    return unit;
}

}  // namespace launchlab
