#include "core/device_verdict.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "core/fit.h"

namespace launchlab {
namespace {

// The driver goes by the label, so an image whose content is bad is offered as well; a stub or a module of data is not.
bool is_offered(const DeviceCode& code, const DeviceImage& image) {
    if (is_usable(code, image)) return true;
    return image.bare ? image.flaw == "cut" && !image.relocatable : image.flaw == "label" && image.kernels.value_or(1) > 0;
}

std::vector<const DeviceImage*> offered(const DeviceCode& code) {
    std::vector<const DeviceImage*> out;
    bool packed = false;
    for (const std::vector<DeviceImage>* list : {&code.images, &code.deep})
        for (const DeviceImage& image : *list)
            if (is_offered(code, image)) {
                out.push_back(&image);
                packed = packed || !image.bare;
            }
    // Beside containers, bare code elsewhere in the file is for a loader of its own.
    if (packed) std::erase_if(out, [](const DeviceImage* image) { return image->bare; });
    return out;
}

auto key_of(const OfferedRow& row) { return std::tuple(row.target.kind, row.target.number, row.target.suffix, row.ptx, row.packing == Packing::zstd, row.flaw); }

OfferedImage to_offer(const OfferedRow& row) {
    return {.target = row.target, .ptx = row.ptx, .edit = row.flaw, .zstd = row.packing == Packing::zstd};
}

// How many containers have something for the card; those that are built alike are asked once.
void count_modules(DeviceVerdict& out, const std::vector<const DeviceImage*>& images) {
    std::map<int, std::set<std::string>> modules;
    std::map<std::string, bool> fitting;
    for (const DeviceImage* image : images) {
        const std::string name = to_name(image->target);
        modules[image->module].insert(name);
        if (!fitting.contains(name)) fitting[name] = fits(image->target, out.card);
    }
    out.modules = static_cast<int>(modules.size());
    for (const auto& [module, names] : modules) out.served += std::any_of(names.begin(), names.end(), [&](const std::string& name) { return fitting[name]; });
}

}  // namespace

std::vector<OfferedRow> offered_rows(const DeviceCode& code) {
    std::vector<OfferedRow> rows;
    std::map<decltype(key_of(OfferedRow{})), std::size_t> places;
    for (const DeviceImage* image : offered(code)) {
        OfferedRow row{.target = image->target, .ptx = image->ptx, .packing = image->packing, .flaw = image->flaw, .where = image->where};
        const auto [place, fresh] = places.emplace(key_of(row), rows.size());
        if (fresh) rows.push_back(std::move(row));
        OfferedRow& own = rows[place->second];
        ++own.count;
        own.kernels += image->kernels.value_or(0);
        own.opened = own.opened && image->kernels.has_value();
        own.stored += image->stored;
    }
    return rows;
}

std::optional<DeviceVerdict> judge(const DeviceCode& code, const Gpu& card, const ToolkitTable& toolkits, const std::map<std::string, std::string>& env) {
    const std::vector<const DeviceImage*> images = offered(code);
    if (images.empty()) return std::nullopt;
    DeviceVerdict out{.card = card, .rows = offered_rows(code)};
    Surroundings around{.packed = !images.front()->bare, .env = env, .linked = code.linked};
    const bool program = code.format == Format::executable || code.format == Format::shared_object || code.format == Format::zip;
    if (program) around.runtime = code.runtime.empty() ? code.toolkit : code.runtime;
    std::vector<OfferedImage> offers;
    for (const OfferedRow& row : out.rows) offers.push_back(to_offer(row));
    if (around.packed || offers.size() == 1) {
        out.verdict = choose(offers, card, toolkits, around);
    } else {
        // Each bare image is handed over by itself; the program decides which.
        for (std::size_t i = 0; i < offers.size(); ++i) {
            Verdict one = choose({offers[i]}, card, toolkits, around);
            std::vector<Reason> reasons = std::move(out.verdict.reasons);
            const Reason own = one.reasons.front();
            if (i == 0 || (one.code == 0 && out.verdict.code != 0)) {
                out.verdict = std::move(one);
                if (out.verdict.taken == 0) out.verdict.taken = static_cast<int>(i);
            }
            reasons.push_back(own);
            out.verdict.reasons = std::move(reasons);
        }
    }
    count_modules(out, images);
    const bool in_doubt = (out.served < out.modules && out.verdict.code == 0) || (has_warning(code, "runtime_device_link") && out.verdict.code != 0);
    if (in_doubt && out.verdict.sure != Sure::likely) out.verdict.sure = Sure::likely;
    return out;
}

Driver latest_driver(const ToolkitTable& toolkits) {
    int branch = 0;
    for (const Toolkit& toolkit : toolkits.toolkits) branch = std::max(branch, toolkit.driver_branch);
    return {branch, std::to_string(branch)};
}

DeviceCode joined(const std::vector<const DeviceCode*>& members) {
    DeviceCode out;
    out.format = Format::zip;
    int modules = 0;
    std::set<std::string> warn;
    for (const DeviceCode* member : members) {
        int most = 0;
        for (const std::vector<DeviceImage>* list : {&member->images, &member->deep})
            for (const DeviceImage& image : *list) {
                most = std::max(most, image.module + 1);
                if (!is_usable(*member, image)) continue;
                DeviceImage own = image;
                own.module += modules;
                own.names.clear();
                own.relocatable = false;
                out.images.push_back(std::move(own));
            }
        modules += most;
        out.linked = out.linked || member->linked;
        if (!member->runtime.empty()) out.runtime = member->runtime;
        if (out.toolkit.empty()) out.toolkit = member->toolkit;
        warn.insert(member->warn.begin(), member->warn.end());
    }
    out.warn.assign(warn.begin(), warn.end());
    return out;
}

}  // namespace launchlab
