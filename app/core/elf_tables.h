// The section table of an ELF file, host program or cubin, of 32 or 64 bits, little-endian. Owns its offsets and bounds; leaves
// what a section holds to its readers. Invariant: a section's bytes are those of the file that it surely has; none for NOBITS.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/bytes.h"

namespace launchlab {

struct ElfSection {
    std::string name;
    std::uint32_t type = 0, link = 0, info = 0;
    std::uint64_t flags = 0, offset = 0, size = 0;
    bool inside = true;   // false: it goes on past the end of the file
    bool nobits = false;  // a size, but no bytes in this file
};

struct ElfSegment {
    std::uint32_t type = 0;
    std::uint64_t offset = 0, size = 0;
};

struct ElfTables {
    bool wide = true;  // 64 bits
    std::uint16_t type = 0, machine = 0;
    std::uint32_t flags = 0, version = 0;
    std::uint8_t abi = 0;
    bool has_table = true;  // false: there is no section table at all
    bool whole = true;      // false: a table or a section goes on past the end
    std::vector<ElfSection> sections;
    std::vector<ElfSegment> segments;

    const ElfSection* find(std::string_view name) const;  // the first of that name; nullptr = none
};

bool is_elf(Bytes bytes);
std::optional<ElfTables> read_elf(Bytes bytes);  // unset: no little-endian ELF
Bytes bytes_of(Bytes file, const ElfSection& section);

}  // namespace launchlab
