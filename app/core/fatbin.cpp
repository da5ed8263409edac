#include "core/fatbin.h"

#include <lz4.h>
#include <zstd.h>

#include <algorithm>

namespace launchlab {
namespace {

constexpr std::uint64_t container_header = 16, entry_header = 64, longest_text = 4096, longest_gap = 4096, most_entries = 1 << 20;
constexpr std::size_t entries_between_forgetting = 512;
constexpr std::uint64_t flag_debug = 0x2, flag_lz4 = 0x2000, flag_zstd = 0x8000, flag_scrambled = 0x10000, flag_a = 0x100000, flag_f = 0x200000,
                        flag_older = 0x1000;

std::optional<Target> target_of(int kind, std::uint32_t arch, std::uint64_t flags) {
    if (arch < 10 || arch > 999) return std::nullopt;
    const char suffix = flags & flag_a ? 'a' : flags & flag_f ? 'f' : '\0';
    const Capability number{static_cast<int>(arch / 10), static_cast<int>(arch % 10)};
    switch (kind) {
        case 1: return Target{Kind::ptx, number, suffix};
        case 2: return Target{Kind::sass, number, suffix};
        case 8: return Target{Kind::lto, number, suffix};
        default: return std::nullopt;
    }
}

Packing packing_of(std::uint64_t flags, std::uint32_t compressed, int kind) {
    if (kind == 8 && flags & flag_scrambled) return Packing::other;
    if (flags & flag_zstd) return Packing::zstd;
    if (flags & flag_lz4) return Packing::lz4;
    return compressed != 0 || flags & flag_older ? Packing::other : Packing::plain;
}

// A text of the header's tail, which may name any place: only one inside the header counts.
std::string tail_text(Bytes header, std::uint32_t at, std::uint32_t length) {
    if (at < entry_header || !header.has(at, length)) return {};
    return header.text(at, std::min<std::uint64_t>(length, longest_text));
}

}  // namespace

std::optional<FatbinEntry> read_entry(Bytes bytes, std::uint64_t at, std::uint64_t end) {
    if (end > bytes.size()) end = bytes.size();
    if (at > end || end - at < entry_header || bytes.u16(at + 2) != 0x0101) return std::nullopt;
    FatbinEntry entry;
    entry.offset = at;
    entry.kind = bytes.u16(at);
    entry.header = bytes.u32(at + 4);
    entry.stored = bytes.u64(at + 8);
    entry.compressed = bytes.u32(at + 16);
    if (entry.header < entry_header || entry.header > end - at || entry.compressed > entry.stored) return std::nullopt;
    entry.whole = entry.stored <= end - at - entry.header;
    if (!entry.whole) entry.stored = end - at - entry.header;  // what is there
    const std::uint64_t flags = bytes.u64(at + 40);
    entry.arch = bytes.u32(at + 28);
    entry.target = target_of(entry.kind, entry.arch, flags);
    entry.packing = packing_of(flags, entry.compressed, entry.kind);
    entry.size = entry.packing == Packing::plain ? entry.stored : bytes.u64(at + 56);
    entry.debug = flags & flag_debug;
    if (entry.kind == 1) entry.version = {bytes.u16(at + 26), bytes.u16(at + 24)};
    const Bytes header = bytes.part(at, entry.header);
    entry.name = tail_text(header, header.u32(32), header.u32(36));
    if (const std::uint32_t pair = header.u32(20); pair != 0 && entry.kind != 2) entry.options = tail_text(header, header.u32(pair), header.u32(pair + 4));
    return entry;
}

std::optional<Container> read_container(Bytes bytes, std::uint64_t at) {
    if (!bytes.has(at, container_header) || !bytes.part(at).starts_with(fatbin_magic)) return std::nullopt;
    const std::uint64_t room = bytes.size() - at, header = bytes.u16(at + 6), size = bytes.u64(at + 8);
    if (bytes.u16(at + 4) != 1 || header < container_header || header > room) return std::nullopt;
    Container container;
    container.offset = at;
    container.damaged = size > room - header;
    container.end = container.damaged ? bytes.size() : at + header + size;
    for (std::uint64_t place = at + header; place < container.end;) {
        std::optional<FatbinEntry> entry = read_entry(bytes, place, container.end);
        if (!entry || container.entries.size() == most_entries) {
            // With a size that is not to be believed the next container ends this one.
            container.damaged = true;
            container.end = bytes.find(fatbin_magic, place);
            break;
        }
        container.damaged = container.damaged || !entry->whole;
        place = entry->whole ? place + entry->header + entry->stored : container.end;
        container.entries.push_back(std::move(*entry));
    }
    return container;
}

std::vector<Container> read_fatbin(Bytes bytes, std::uint64_t begin, std::uint64_t end, bool* strays, const std::function<void()>& forget) {
    std::vector<Container> out;
    const Bytes inside = bytes.part(0, end);
    std::size_t entries = 0;
    const auto pass_over = [&](std::uint64_t from, std::uint64_t to) {
        const std::string_view gap = inside.part(from, std::min(to - from, longest_gap)).view();  // padding is short
        if (strays && gap.find_first_not_of('\0') != std::string_view::npos) *strays = true;
    };
    for (std::uint64_t at = begin; at < inside.size();) {
        const std::uint64_t next = inside.find(fatbin_magic, at);
        pass_over(at, next);
        std::optional<Container> container = read_container(inside, next);
        if (!container) {
            if (next < inside.size() && strays) *strays = true;
            at = next + fatbin_magic.size();
            continue;
        }
        at = container->end;
        entries += container->entries.size();
        out.push_back(std::move(*container));
        if (forget && entries >= entries_between_forgetting) {
            forget();
            entries = 0;
        }
    }
    return out;
}

bool sound(const Container& container) {
    const auto plausible = [](const FatbinEntry& entry) { return entry.arch >= 10 && entry.arch <= 999 && entry.kind != 0; };
    return !container.damaged && !container.entries.empty() && std::all_of(container.entries.begin(), container.entries.end(), plausible);
}

Result<std::string> unpack(Bytes bytes, const FatbinEntry& entry, std::uint64_t limit) {
    const auto damaged = [](const std::string& what) { return Error{"image", what + " Build or fetch the file again."}; };
    const std::uint64_t packed = entry.compressed ? entry.compressed : entry.stored;
    if (!entry.whole || !bytes.has(entry.offset + entry.header, packed)) return damaged("It is cut short.");
    if (entry.size > limit) return Error{"image", "It unpacks to " + std::to_string(entry.size) + " bytes, more than launchlab opens. Read its header alone."};
    const std::string_view payload = bytes.part(entry.offset + entry.header, packed).view();
    std::string out;
    switch (entry.packing) {
        case Packing::plain:
            out = payload;
            if (entry.kind == 1) out.resize(out.find_last_not_of('\0') + 1);
            return out;
        case Packing::lz4: {
            // One byte of LZ4 gives 255 at most: a longer claim is a lie and gets no memory.
            if (entry.size > LZ4_MAX_INPUT_SIZE || entry.size / 256 > payload.size()) return damaged("Its LZ4 data is damaged.");
            out.resize(entry.size);
            const int count = LZ4_decompress_safe(payload.data(), out.data(), static_cast<int>(payload.size()), static_cast<int>(out.size()));
            if (count < 0 || static_cast<std::uint64_t>(count) != entry.size) return damaged("Its LZ4 data is damaged.");
            return out;
        }
        case Packing::zstd: {
            if (ZSTD_getFrameContentSize(payload.data(), payload.size()) != entry.size) return damaged("Its zstd data is damaged.");
            out.resize(entry.size);
            const std::size_t count = ZSTD_decompress(out.data(), out.size(), payload.data(), payload.size());
            if (ZSTD_isError(count) || count != entry.size) return damaged("Its zstd data is damaged.");
            return out;
        }
        case Packing::other: break;
    }
    return Error{"image", "Its packing is one that launchlab does not open. Read its header alone."};
}

}  // namespace launchlab
