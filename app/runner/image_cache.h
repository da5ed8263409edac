// Compiled images, so that a repeated toggle skips NVRTC. Owns at most 64 MB of bytes in memory, the least recently used going
// first; leaves edits out: what is kept is what NVRTC gave. Invariant: the key holds all that NVRTC saw, and its version.
#pragma once

#include <list>
#include <string>
#include <unordered_map>

#include "core/protocol.h"

namespace launchlab {

class ImageCache {
public:
    struct Entry {
        std::string bytes;
        Compiled report;
    };  // report: of the first compile

    explicit ImageCache(std::size_t limit = std::size_t{64} << 20) : limit_(limit) {}
    static std::string key(const UnitRequest& unit, const ImageRequest& image, const std::string& nvrtc);
    const Entry* find(const std::string& key);
    void keep(const std::string& key, Entry entry);

private:
    struct Kept {
        std::string key;
        Entry entry;
    };
    static std::size_t size_of(const Kept& kept);
    std::list<Kept> kept_;  // most recently used first
    std::unordered_map<std::string, std::list<Kept>::iterator> by_key_;
    std::size_t limit_, used_ = 0;
};

}  // namespace launchlab
