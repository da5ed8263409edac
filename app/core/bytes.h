// Bytes: a look into memory that somebody else owns, whose content is not to be trusted. Owns the bounds checks of every
// reader of files; leaves what the numbers mean to them. Invariant: nothing outside is ever read, numbers are little-endian
// and need no alignment, and what lies outside reads as 0 or as nothing, so that a reader asks has() where it matters.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace launchlab {

class Bytes {
public:
    Bytes() = default;
    explicit Bytes(std::string_view view) : view_(view) {}

    std::uint64_t size() const { return view_.size(); }
    bool empty() const { return view_.empty(); }
    std::string_view view() const { return view_; }
    bool has(std::uint64_t at, std::uint64_t count) const { return at <= size() && count <= size() - at; }

    std::uint8_t u8(std::uint64_t at) const { return number<std::uint8_t>(at); }
    std::uint16_t u16(std::uint64_t at) const { return number<std::uint16_t>(at); }
    std::uint32_t u32(std::uint64_t at) const { return number<std::uint32_t>(at); }
    std::uint64_t u64(std::uint64_t at) const { return number<std::uint64_t>(at); }

    // What of [at, at + count) is there.
    Bytes part(std::uint64_t at, std::uint64_t count = ~std::uint64_t{0}) const {
        return at >= size() ? Bytes() : Bytes(view_.substr(at, count));
    }
    // A text up to its NUL, at most `limit` bytes.
    std::string text(std::uint64_t at, std::uint64_t limit = 4096) const {
        const std::string_view found = part(at, limit).view_;
        return std::string(found.substr(0, found.find('\0')));
    }
    // Where the same bytes begin again, at or after `from`; size() when nowhere.
    std::uint64_t find(std::string_view wanted, std::uint64_t from = 0) const {
        if (wanted.empty() || from >= size()) return size();
        const void* hit = memmem(view_.data() + from, size() - from, wanted.data(), wanted.size());
        return hit ? static_cast<std::uint64_t>(static_cast<const char*>(hit) - view_.data()) : size();
    }
    bool starts_with(std::string_view wanted) const { return view_.starts_with(wanted); }

private:
    template <class T>
    T number(std::uint64_t at) const {
        T value = 0;
        if (has(at, sizeof(T))) std::memcpy(&value, view_.data() + at, sizeof(T));
        return value;
    }
    std::string_view view_;
};

}  // namespace launchlab
