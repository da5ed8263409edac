#include "core/device_remarks.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "core/bytes.h"

namespace launchlab {
namespace {

using Images = std::vector<const DeviceImage*>;

Images all_of(const DeviceCode& code) {
    Images out;
    for (const std::vector<DeviceImage>* list : {&code.images, &code.deep})
        for (const DeviceImage& image : *list) out.push_back(&image);
    return out;
}

template <class Test>
bool any(const Images& images, const Test& test) {
    return std::any_of(images.begin(), images.end(), [&](const DeviceImage* image) { return test(*image); });
}

bool is_program(Format format) { return format == Format::executable || format == Format::shared_object; }
bool is_part(Format format) { return format == Format::object || format == Format::coff || format == Format::archive || format == Format::thin_archive; }
bool is_sass(const DeviceImage& image) { return image.target.kind == Kind::sass; }
bool is_ptx(const DeviceImage& image) { return image.target.kind == Kind::ptx; }
bool launches(const DeviceImage& image) { return !image.empty && image.kernels.value_or(1) > 0 && image.target.kind != Kind::lto; }

// Kernels stand beside each other in modules that are not built for the same targets, or only in some images of one.
bool kernels_differ(const Images& usable) {
    struct Module {
        std::set<std::string> targets;
        std::vector<const DeviceImage*> opened;
    };
    std::map<int, Module> ready, relocatable;
    for (const DeviceImage* image : usable) {
        Module& module = (image->relocatable ? relocatable : ready)[image->module];
        module.targets.insert(to_name(image->target));
        if (image->kernels && static_cast<std::size_t>(*image->kernels) == image->names.size()) module.opened.push_back(image);
    }
    const auto& modules = ready.empty() ? relocatable : ready;
    for (const auto& [number, module] : modules) {
        if (module.targets != modules.begin()->second.targets) return true;
        for (const DeviceImage* image : module.opened) {
            const std::multiset<std::string> own(image->names.begin(), image->names.end()), first(module.opened[0]->names.begin(), module.opened[0]->names.end());
            if (own != first) return true;
        }
    }
    return false;
}

bool stub_of_no_other(const DeviceCode& code, const DeviceImage& stub) {
    return std::none_of(code.images.begin(), code.images.end(), [&](const DeviceImage& image) { return !image.empty && image.target == stub.target; });
}

}  // namespace

bool older_version(const std::string& a, const std::string& b) {
    const auto numbers = [](const std::string& text) {
        std::pair<int, int> out{0, 0};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out.first);
        if (error == std::errc() && end != text.data() + text.size()) std::from_chars(end + 1, text.data() + text.size(), out.second);
        return out;
    };
    return numbers(a) < numbers(b);
}

bool has_warning(const DeviceCode& code, std::string_view word) { return std::find(code.warn.begin(), code.warn.end(), word) != code.warn.end(); }

bool is_usable(const DeviceCode& code, const DeviceImage& image) {
    if (!launches(image) || !image.flaw.empty() || has_warning(code, "truncated")) return false;
    return !image.relocatable || is_program(code.format);
}

std::vector<const DeviceImage*> usable_images(const DeviceCode& code) {
    Images out;
    for (const DeviceImage* image : all_of(code))
        if (is_usable(code, *image)) out.push_back(image);
    return out;
}

std::vector<std::string> usable_names(const DeviceCode& code) {
    std::vector<std::string> out;
    std::set<std::string> seen;
    for (const DeviceImage* image : usable_images(code))
        if (std::string name = to_name(image->target); seen.insert(name).second) out.push_back(std::move(name));
    return out;
}

void remark(DeviceCode& code) {
    const Images all = all_of(code), usable = usable_images(code);
    const auto warn = [&](const char* word) { code.warn.push_back(word); };
    std::set<std::string> virtuals;
    for (const DeviceImage* image : all) {
        if (older_version(code.toolkit, image->toolkit)) code.toolkit = image->toolkit;
        const Capability number = image->virtual_number;
        if (number != Capability{} && number != image->target.number) virtuals.insert("virtual " + std::to_string(number.major) + std::to_string(number.minor));
    }
    code.hints.insert(code.hints.end(), virtuals.begin(), virtuals.end());

    const bool explained = has_warning(code, "truncated") || has_warning(code, "nobits") || has_warning(code, "thin_archive") || has_warning(code, "not_recognised") || has_warning(code, "unknown_arch");
    if (all.empty()) {
        if (!explained) warn("no_device_code");
        return;
    }
    if (any(all, [](const DeviceImage& image) { return image.debug; })) warn("debug");
    if (std::all_of(all.begin(), all.end(), [](const DeviceImage* image) { return image->target.kind == Kind::lto; })) warn("lto_only");
    const auto relocatable = [](const DeviceImage& image) { return image.relocatable; };
    const auto ready = [](const DeviceImage& image) { return !image.relocatable && launches(image); };
    if (code.format == Format::cubin && any(all, relocatable)) warn("relocatable_only");
    if (is_part(code.format) && any(all, relocatable) && !any(all, ready)) warn("needs_device_link");
    code.linked = is_program(code.format) && any(all, relocatable);
    if (code.linked && any(all, [](const DeviceImage& image) { return image.relocatable && launches(image); })) {
        if (!any(all, ready)) warn("runtime_device_link");
        if (any(all, [](const DeviceImage& image) { return image.relocatable && is_ptx(image); }) && !any(all, [](const DeviceImage& image) { return !image.relocatable && is_ptx(image); }))
            warn("ptx_in_relfatbin");
    }
    if (std::any_of(code.images.begin(), code.images.end(), [&](const DeviceImage& image) { return image.empty && image.flaw.empty() && is_sass(image) && stub_of_no_other(code, image); })) warn("link_stub");

    // What follows speaks of sound code that can be launched or could have been.
    const bool unfit = has_warning(code, "truncated") || any(all, [](const DeviceImage& image) { return !image.flaw.empty(); });
    const bool parts_only = std::all_of(all.begin(), all.end(), [](const DeviceImage* image) { return image->relocatable; }) && !is_program(code.format);
    if (unfit || parts_only) return;
    if (usable.empty() && !any(all, [](const DeviceImage& image) { return launches(image); })) warn("no_kernel");
    if (!any(all, is_ptx)) warn("no_ptx");
    if (kernels_differ(usable)) warn("per_kernel_difference");
}

void remark_for(DeviceCode& code, const std::vector<Gpu>& cards, const ToolkitTable& toolkits) {
    const auto known = [&](const DeviceImage& image) {
        return std::any_of(toolkits.toolkits.begin(), toolkits.toolkits.end(), [&](const Toolkit& toolkit) {
            return std::any_of(toolkit.targets.begin(), toolkit.targets.end(), [&](const std::string& arch) { return arch == to_arch({Kind::sass, image.target.number, '\0'}); });
        });
    };
    PtxVersion newest;
    for (const Toolkit& toolkit : toolkits.toolkits) newest = std::max(newest, toolkit.ptx);
    PtxVersion reads = newest;
    for (const Gpu& card : cards)
        if (const PtxVersion one = reads_ptx(toolkits, card.driver); one != PtxVersion{}) reads = std::min(reads, one);
    bool unknown = false, newer = false;
    std::set<Capability> seen;
    for (const DeviceImage* image : all_of(code)) {
        if (seen.insert(image->target.number).second) unknown = unknown || !known(*image);
        newer = newer || (is_ptx(*image) && image->ptx > reads);
    }
    if (unknown) code.warn.push_back("unknown_arch");
    if (newer) code.warn.push_back("ptx_newer_than_driver");
    std::sort(code.warn.begin(), code.warn.end());
    code.warn.erase(std::unique(code.warn.begin(), code.warn.end()), code.warn.end());
}

std::string archs_in_symbols(std::string_view strings) {
    const Bytes bytes(strings);
    for (const std::string_view prefix : {std::string_view("THRUST_"), std::string_view("CUB_")})
        for (std::uint64_t at = bytes.find(prefix, 0); at < bytes.size(); at = bytes.find(prefix, at + prefix.size())) {
            // The first number is the library's version, the others are architectures times ten.
            std::string archs;
            std::uint64_t place = at + prefix.size();
            for (int i = 0;; ++i) {
                unsigned value = 0;
                const char* begin = strings.data() + place;
                const auto [end, error] = std::from_chars(begin, strings.data() + strings.size(), value);
                if (error != std::errc() || end == strings.data() + strings.size() || *end != '_') break;
                if (i > 0 && value >= 100 && value < 10000 && value % 10 == 0) archs += (archs.empty() ? "" : " ") + to_text(Capability{static_cast<int>(value / 100), static_cast<int>(value / 10 % 10)});
                place += static_cast<std::uint64_t>(end - begin) + 1;
            }
            if (!archs.empty() && strings.substr(place, 2) == "NS") return archs;
        }
    return {};
}

}  // namespace launchlab
