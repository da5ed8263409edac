// Fat binary: a container of device code, read from its headers. Owns the container's format; leaves the code inside to
// core/cubin and core/ptx_text, and where containers hide in a file to core/device_code. No size is believed before it is
// compared with what is there. All little-endian (facts/fatbin-format.md 2, measured on 46,105 entries of CUDA 9 to 13.1):
//   container  0 u32 BA55ED50 | 4 u16 version 1 | 6 u16 header 16 | 8 u64 size of all that follows; then entries, no end mark
//   entry      0 u16 kind 1 PTX 2 ELF 8 LTO-IR | 2 u16 0101 | 4 u32 header 64.. | 8 u64 payload, padded to 8 | 16 u32 compressed,
//              0 plain | 20 u32 where {u32 offset, u32 length} of its options stands | 24 u16 minor, 26 u16 major (PTX version)
//              | 28 u32 arch | 32 u32 offset, 36 u32 length of the source's name | 40 u64 flags | 56 u64 uncompressed size
//   flags      2 debug, 10 40 host Linux Windows, 2000 LZ4, 8000 zstd, 10000 scrambled, 100000 `a`, 200000 `f`
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/bytes.h"
#include "core/result.h"
#include "core/target.h"
#include "core/toolkit.h"

namespace launchlab {

enum class Packing { plain, lz4, zstd, other };

struct FatbinEntry {
    std::uint64_t offset = 0;       // of its header, in the bytes that were read
    std::uint64_t header = 0;       // bytes
    std::uint64_t stored = 0;       // payload, padding included
    std::uint32_t compressed = 0;   // 0 = not compressed
    std::uint64_t size = 0;         // when unpacked
    int kind = 0;                   // as written; 1, 2 and 8 have a target
    std::optional<Target> target;   // unset: a kind or number that launchlab does not know
    std::uint32_t arch = 0;
    PtxVersion version;             // PTX: its .version
    Packing packing = Packing::plain;
    bool debug = false;
    bool whole = true;              // false: its payload goes on past the end of what is there
    std::string name, options;      // source file, compiler options; "" where not told
};

struct Container {
    std::uint64_t offset = 0, end = 0;  // end is beyond offset always
    bool damaged = false;           // sizes that do not hold; the entries before them do
    std::vector<FatbinEntry> entries;
};

inline constexpr std::string_view fatbin_magic{"\x50\xed\x55\xba", 4};

// The entry at `at`, which has to end before `end`. Unset: no sound header stands there.
std::optional<FatbinEntry> read_entry(Bytes bytes, std::uint64_t at, std::uint64_t end);

// The container at `at`. Unset: none begins there.
std::optional<Container> read_container(Bytes bytes, std::uint64_t at);

// All of [begin, end), one after another, padding passed over. `strays`: bytes between them that are neither zero nor known.
// `forget` is called now and then: the memory behind what was read may be given back.
std::vector<Container> read_fatbin(Bytes bytes, std::uint64_t begin, std::uint64_t end, bool* strays = nullptr, const std::function<void()>& forget = {});

// As for data that may hold the magic number by chance: every header has to be sound, and their sum has to be the size.
bool sound(const Container& container);

// The payload as it was before packing. Error: damaged, scrambled, or longer than `limit` bytes.
Result<std::string> unpack(Bytes bytes, const FatbinEntry& entry, std::uint64_t limit);

}  // namespace launchlab
