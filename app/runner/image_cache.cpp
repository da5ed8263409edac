#include "runner/image_cache.h"

namespace launchlab {

std::string ImageCache::key(const UnitRequest& unit, const ImageRequest& image, const std::string& nvrtc) {
    std::string key;
    const auto add = [&](std::string_view part) { key += std::to_string(part.size()) + ':' + std::string(part); };
    add(nvrtc);
    add(to_word(image.kind));
    add(image.arch);
    add(unit.entry);
    for (const auto& option : unit.options) add(option);
    add("");
    for (const auto& [name, value] : image.define) add(name), add(value);
    add("");
    add(unit.source);
    return key;
}

std::size_t ImageCache::size_of(const Kept& kept) {
    return 2 * kept.key.size() + kept.entry.bytes.size() + kept.entry.report.log.size() + 256;
}

const ImageCache::Entry* ImageCache::find(const std::string& key) {
    const auto it = by_key_.find(key);
    if (it == by_key_.end()) return nullptr;
    kept_.splice(kept_.begin(), kept_, it->second);
    return &it->second->entry;
}

void ImageCache::keep(const std::string& key, Entry entry) {
    if (find(key)) return;
    kept_.push_front({key, std::move(entry)});
    by_key_[key] = kept_.begin();
    used_ += size_of(kept_.front());
    while (used_ > limit_) {
        used_ -= size_of(kept_.back());
        by_key_.erase(kept_.back().key);
        kept_.pop_back();
    }
}

}  // namespace launchlab
