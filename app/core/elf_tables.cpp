#include "core/elf_tables.h"

#include <elf.h>

#include <algorithm>
#include <cstddef>

namespace launchlab {
namespace {

constexpr std::uint64_t longest_name = 64, most_sections = 1 << 18, most_segments = 4096;

// The one place that knows both widths: the offset of a member, and how to read it.
struct Layout {
    Bytes file;
    bool wide;

    std::uint64_t word(std::uint64_t at) const { return wide ? file.u64(at) : file.u32(at); }
    std::uint64_t section_size() const { return wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr); }
    std::uint64_t segment_size() const { return wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr); }

    ElfSection section(std::uint64_t at) const {
        ElfSection out;
        out.type = file.u32(at + offsetof(Elf64_Shdr, sh_type));
        out.flags = word(at + offsetof(Elf64_Shdr, sh_flags));
        out.offset = word(at + (wide ? offsetof(Elf64_Shdr, sh_offset) : offsetof(Elf32_Shdr, sh_offset)));
        out.size = word(at + (wide ? offsetof(Elf64_Shdr, sh_size) : offsetof(Elf32_Shdr, sh_size)));
        out.link = file.u32(at + (wide ? offsetof(Elf64_Shdr, sh_link) : offsetof(Elf32_Shdr, sh_link)));
        out.info = file.u32(at + (wide ? offsetof(Elf64_Shdr, sh_info) : offsetof(Elf32_Shdr, sh_info)));
        out.nobits = out.type == SHT_NOBITS;
        out.inside = out.nobits || out.type == SHT_NULL || file.has(out.offset, out.size);
        return out;
    }
    ElfSegment segment(std::uint64_t at) const {
        return {file.u32(at), word(at + (wide ? offsetof(Elf64_Phdr, p_offset) : offsetof(Elf32_Phdr, p_offset))),
                word(at + (wide ? offsetof(Elf64_Phdr, p_filesz) : offsetof(Elf32_Phdr, p_filesz)))};
    }
};

void read_sections(ElfTables& out, const Layout& layout, std::uint64_t at, std::uint64_t entry, std::uint64_t count, std::uint64_t names) {
    const Bytes& file = layout.file;
    if (at == 0 || (count == 0 && at >= file.size())) {
        out.has_table = at != 0;
        out.whole = out.whole && at == 0;
        return;
    }
    if (entry < layout.section_size() || !file.has(at, entry)) {
        out.whole = false;
        return;
    }
    // More than 65,279 sections: the true numbers stand in the first one.
    const ElfSection first = layout.section(at);
    if (count == 0) count = first.size;
    if (names == SHN_XINDEX) names = first.link;
    if (count == 0) {
        out.has_table = false;
        return;
    }
    const std::uint64_t room = (file.size() - at) / entry;
    out.whole = out.whole && count <= room && count <= most_sections;
    count = std::min({count, room, most_sections});
    const ElfSection table = names < count ? layout.section(at + names * entry) : ElfSection{};
    const Bytes strings = bytes_of(file, table);
    out.sections.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        ElfSection section = layout.section(at + i * entry);
        section.name = strings.text(file.u32(at + i * entry), longest_name);
        out.whole = out.whole && section.inside;
        out.sections.push_back(std::move(section));
    }
}

}  // namespace

const ElfSection* ElfTables::find(std::string_view name) const {
    const auto found = std::find_if(sections.begin(), sections.end(), [&](const ElfSection& section) { return section.name == name; });
    return found == sections.end() ? nullptr : &*found;
}

bool is_elf(Bytes bytes) { return bytes.starts_with(ELFMAG) && bytes.u8(EI_DATA) == ELFDATA2LSB; }

Bytes bytes_of(Bytes file, const ElfSection& section) {
    return section.nobits || section.type == SHT_NULL ? Bytes() : file.part(section.offset, section.size);
}

std::optional<ElfTables> read_elf(Bytes bytes) {
    if (!is_elf(bytes)) return std::nullopt;
    const std::uint8_t width = bytes.u8(EI_CLASS);
    if (width != ELFCLASS64 && width != ELFCLASS32) return std::nullopt;
    ElfTables out;
    out.wide = width == ELFCLASS64;
    const Layout layout{bytes, out.wide};
    out.abi = bytes.u8(EI_ABIVERSION);
    out.type = bytes.u16(offsetof(Elf64_Ehdr, e_type));
    out.machine = bytes.u16(offsetof(Elf64_Ehdr, e_machine));
    out.version = bytes.u32(offsetof(Elf64_Ehdr, e_version));
    const auto at = [&](std::size_t wide, std::size_t narrow) { return out.wide ? wide : narrow; };
    out.flags = bytes.u32(at(offsetof(Elf64_Ehdr, e_flags), offsetof(Elf32_Ehdr, e_flags)));
    const std::uint64_t segments = layout.word(at(offsetof(Elf64_Ehdr, e_phoff), offsetof(Elf32_Ehdr, e_phoff)));
    const std::uint64_t segment = bytes.u16(at(offsetof(Elf64_Ehdr, e_phentsize), offsetof(Elf32_Ehdr, e_phentsize)));
    std::uint64_t segment_count = bytes.u16(at(offsetof(Elf64_Ehdr, e_phnum), offsetof(Elf32_Ehdr, e_phnum)));
    out.whole = bytes.size() >= (out.wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr));
    const bool sound = segment >= layout.segment_size() && segments <= bytes.size() && (bytes.size() - segments) / segment >= segment_count;
    if (segment_count != 0 && !sound) out.whole = false;
    for (std::uint64_t i = 0; sound && i < std::min(segment_count, most_segments); ++i) out.segments.push_back(layout.segment(segments + i * segment));
    read_sections(out, layout, layout.word(at(offsetof(Elf64_Ehdr, e_shoff), offsetof(Elf32_Ehdr, e_shoff))),
                  bytes.u16(at(offsetof(Elf64_Ehdr, e_shentsize), offsetof(Elf32_Ehdr, e_shentsize))),
                  bytes.u16(at(offsetof(Elf64_Ehdr, e_shnum), offsetof(Elf32_Ehdr, e_shnum))),
                  bytes.u16(at(offsetof(Elf64_Ehdr, e_shstrndx), offsetof(Elf32_Ehdr, e_shstrndx))));
    // Files of debug information keep the segments of the program that they describe: only where nothing else tells do these count.
    if (!out.has_table)
        for (const ElfSegment& one : out.segments) out.whole = out.whole && bytes.has(one.offset, one.size);
    return out;
}

}  // namespace launchlab
