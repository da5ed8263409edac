#include "window/damage.h"

#include <algorithm>
#include <cstring>

#include "panels/ui.h"

namespace launchlab {

namespace {

std::uint64_t mix(std::uint64_t hash, const void* bytes, std::size_t size) {
    const auto* at = static_cast<const unsigned char*>(bytes);
    for (; size > 0;) {
        std::uint64_t word = 0;
        const std::size_t part = std::min<std::size_t>(size, sizeof word);
        std::memcpy(&word, at, part);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 29;
        at += part;
        size -= part;
    }
    return hash;
}

Box cut(const Box& a, const ImVec4& clip) { return {std::max(a.x0, clip.x), std::max(a.y0, clip.y), std::min(a.x1, clip.z), std::min(a.y1, clip.w)}; }

}  // namespace

void Box::add(const Box& other) {
    if (other.empty()) return;
    if (empty()) {
        *this = other;
        return;
    }
    x0 = std::min(x0, other.x0), y0 = std::min(y0, other.y0), x1 = std::max(x1, other.x1), y1 = std::max(y1, other.y1);
}

std::vector<Damage::Shape> Damage::shapes_of(const ImDrawData& data) {
    std::vector<Shape> shapes;
    shapes.reserve(std::size_t(data.TotalIdxCount) / 3 + 64);
    for (const ImDrawList* list : data.CmdLists)
        for (const ImDrawCmd& command : list->CmdBuffer) {
            const std::uint64_t seed = mix(command.GetTexID() + 1, &command.ClipRect, sizeof command.ClipRect);
            if (command.UserCallback) {
                if (!command.UserCallbackData) continue;
                const auto& fill = *static_cast<const SolidFill*>(command.UserCallbackData);
                const Box box = cut({fill.x0, fill.y0, fill.x1, fill.y1}, command.ClipRect);
                if (!box.empty()) shapes.push_back({mix(seed, &fill, sizeof fill), box});
                continue;
            }
            const ImDrawIdx* index = list->IdxBuffer.Data + command.IdxOffset;
            const ImDrawVert* vertex = list->VtxBuffer.Data + command.VtxOffset;
            for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
                const ImDrawVert &a = vertex[index[i]], &b = vertex[index[i + 1]], &c = vertex[index[i + 2]];
                const Box box = cut({std::min({a.pos.x, b.pos.x, c.pos.x}), std::min({a.pos.y, b.pos.y, c.pos.y}), std::max({a.pos.x, b.pos.x, c.pos.x}),
                                     std::max({a.pos.y, b.pos.y, c.pos.y})},
                                    command.ClipRect);
                if (!box.empty()) shapes.push_back({mix(mix(mix(seed, &a, sizeof a), &b, sizeof b), &c, sizeof c), box});
            }
        }
    return shapes;
}

Box Damage::since_last(const ImDrawData& data) {
    const Box all{data.DisplayPos.x, data.DisplayPos.y, data.DisplayPos.x + data.DisplaySize.x, data.DisplayPos.y + data.DisplaySize.y};
    std::vector<Shape> now = shapes_of(data);
    std::vector<Shape> before = std::move(last_);
    last_ = now;
    if (before.empty() || size_.x != data.DisplaySize.x || size_.y != data.DisplaySize.y) {
        size_ = data.DisplaySize;
        return all;
    }
    // Most frames differ in one place: what is the same in front and behind is left out first.
    const auto same = [](const Shape& a, const Shape& b) { return a.hash == b.hash; };
    auto [old_from, new_from] = std::mismatch(before.begin(), before.end(), now.begin(), now.end(), same);
    auto old_to = before.end();
    auto new_to = now.end();
    while (old_to != old_from && new_to != new_from && same(*(old_to - 1), *(new_to - 1))) --old_to, --new_to;

    const auto by_hash = [](auto from, auto to) {
        std::vector<std::uint64_t> hashes;
        for (; from != to; ++from) hashes.push_back(from->hash);
        std::sort(hashes.begin(), hashes.end());
        return hashes;
    };
    const std::vector<std::uint64_t> old_hashes = by_hash(old_from, old_to), new_hashes = by_hash(new_from, new_to);
    const auto count = [](const std::vector<std::uint64_t>& hashes, std::uint64_t hash) {
        const auto range = std::equal_range(hashes.begin(), hashes.end(), hash);
        return range.second - range.first;
    };
    Box damage;
    std::vector<std::uint64_t> old_kept, new_kept;   // what stands in both, in its order
    const auto sort_out = [&](auto from, auto to, const std::vector<std::uint64_t>& own, const std::vector<std::uint64_t>& other, std::vector<std::uint64_t>& kept) {
        for (; from != to; ++from) {
            if (count(own, from->hash) == count(other, from->hash)) kept.push_back(from->hash);
            else damage.add(from->box);
        }
    };
    sort_out(old_from, old_to, old_hashes, new_hashes, old_kept);
    sort_out(new_from, new_to, new_hashes, old_hashes, new_kept);
    if (old_kept != new_kept) return all;            // the same shapes in another order
    if (damage.empty()) return {};
    return {std::max(all.x0, damage.x0 - 1), std::max(all.y0, damage.y0 - 1), std::min(all.x1, damage.x1 + 1), std::min(all.y1, damage.y1 + 1)};
}

void Damage::forget() { last_.clear(); }

}  // namespace launchlab
