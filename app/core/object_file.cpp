#include "core/object_file.h"

#include <elf.h>

#include <algorithm>
#include <cstddef>

#include "core/elf_tables.h"

namespace launchlab {
namespace {

constexpr std::uint64_t most_dynamic = 65536, most_members = 1 << 20, longest_name = 512;

bool all_digits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// "libcudart.so.13" -> "13"; "libcudart.so.11.0" -> "11.0"
std::string runtime_in(const std::string& library) {
    constexpr std::string_view name = "libcudart.so.";
    return library.starts_with(name) ? library.substr(name.size(), 8) : std::string();
}

struct Dynamic {
    bool pie = false, named = false;
    std::string runtime;
};

Dynamic read_dynamic(Bytes file, const ElfTables& elf) {
    Dynamic out;
    for (const ElfSection& section : elf.sections) {
        if (section.type != SHT_DYNAMIC || section.link >= elf.sections.size()) continue;
        const Bytes entries = bytes_of(file, section), names = bytes_of(file, elf.sections[section.link]);
        const std::uint64_t width = elf.wide ? 8 : 4;
        for (std::uint64_t i = 0; i < most_dynamic && entries.has(i * 2 * width, 2 * width); ++i) {
            const std::uint64_t at = i * 2 * width;
            const std::uint64_t tag = elf.wide ? entries.u64(at) : entries.u32(at), value = elf.wide ? entries.u64(at + width) : entries.u32(at + width);
            if (tag == DT_NULL) break;
            if (tag == DT_FLAGS_1) out.pie = value & DF_1_PIE;
            if (tag == DT_SONAME) out.named = true;
            if (tag == DT_NEEDED)
                if (const std::string runtime = runtime_in(names.text(value, longest_name)); !runtime.empty()) out.runtime = runtime;
        }
        return out;
    }
    return out;
}

ObjectFile read_elf_object(Bytes file, const ElfTables& elf) {
    ObjectFile out;
    out.has_table = elf.has_table;
    out.whole = elf.whole;
    const Dynamic dynamic = read_dynamic(file, elf);
    const bool loads_itself = std::any_of(elf.segments.begin(), elf.segments.end(), [](const ElfSegment& segment) { return segment.type == PT_INTERP; });
    out.runtime = dynamic.runtime;
    if (elf.type == ET_REL) out.format = Format::object;
    else if (elf.type == ET_DYN && !dynamic.pie && !(loads_itself && !dynamic.named)) out.format = Format::shared_object;
    else out.format = Format::executable;
    for (const ElfSection& section : elf.sections) {
        if (section.type == SHT_NULL || section.size == 0) continue;
        out.parts.push_back({section.name, section.offset, section.nobits ? 0 : file.part(section.offset, section.size).size(), section.nobits});
    }
    return out;
}

// Section headers of PE and COFF: 40 bytes, a name of 8 or "/123", a place in the string table.
void read_coff_sections(ObjectFile& out, Bytes file, std::uint64_t at, std::uint64_t count, std::uint64_t strings) {
    constexpr std::uint64_t size = 40;
    for (std::uint64_t i = 0; i < count; ++i, at += size) {
        if (!file.has(at, size)) {
            out.whole = false;
            return;
        }
        FilePart part{.name = file.text(at, 8), .offset = file.u32(at + 20)};
        const std::uint64_t virtual_size = file.u32(at + 8), raw = file.u32(at + 16);
        if (part.name.starts_with("/") && all_digits(std::string_view(part.name).substr(1)) && strings != 0) part.name = file.text(strings + std::stoul(part.name.substr(1)), longest_name);
        part.size = out.format != Format::coff && virtual_size != 0 ? std::min(virtual_size, raw) : raw;
        part.nobits = raw == 0 || part.offset == 0;
        if (part.nobits) part.size = 0;
        if (!file.has(part.offset, part.size)) {
            out.whole = false;
            part.size = file.part(part.offset, part.size).size();
        }
        out.parts.push_back(std::move(part));
    }
}

bool is_machine(std::uint16_t machine) { return machine == 0x8664 || machine == 0xaa64 || machine == 0x14c; }

std::optional<ObjectFile> read_pe(Bytes file) {
    if (!file.starts_with("MZ")) return std::nullopt;
    const std::uint64_t pe = file.u32(0x3c);
    ObjectFile out{.format = Format::executable, .windows = true};
    if (!file.has(pe, 24)) {
        // A program of DOS has its own use of that field; a cut one is told by what stands before it.
        if (pe < 0x40 || pe > 0x1000) return std::nullopt;
        out.whole = false;
        return out;
    }
    if (!file.part(pe).starts_with(std::string_view("PE\0\0", 4))) return std::nullopt;
    constexpr std::uint16_t is_dll = 0x2000;
    if (file.u16(pe + 22) & is_dll) out.format = Format::shared_object;
    const std::uint64_t symbols = file.u32(pe + 12), count = file.u32(pe + 16);
    read_coff_sections(out, file, pe + 24 + file.u16(pe + 20), file.u16(pe + 6), symbols == 0 ? 0 : symbols + count * 18);
    return out;
}

std::optional<ObjectFile> read_coff(Bytes file) {
    ObjectFile out{.format = Format::coff, .windows = true};
    const bool big = file.u16(0) == 0 && file.u16(2) == 0xffff && file.u16(4) >= 2 && is_machine(file.u16(6));
    const std::uint64_t header = big ? 56 : 20, sections = big ? file.u32(44) : file.u16(2), symbols = big ? file.u32(48) : file.u32(8),
                        count = big ? file.u32(52) : file.u32(12);
    if (!big && (!is_machine(file.u16(0)) || file.u16(16) != 0)) return std::nullopt;
    // No magic number: only where the tables fit is it one.
    if (sections == 0 || sections > 65536 || !file.has(header, sections * 40) || symbols > file.size()) return std::nullopt;
    read_coff_sections(out, file, header, sections, symbols == 0 ? 0 : symbols + count * (big ? 20 : 18));
    return out;
}

}  // namespace

std::string_view to_word(Format format) {
    switch (format) {
        case Format::none: return "none";
        case Format::executable: return "executable";
        case Format::shared_object: return "shared_object";
        case Format::object: return "object";
        case Format::coff: return "coff";
        case Format::archive: return "archive";
        case Format::thin_archive: return "thin_archive";
        case Format::cubin: return "cubin";
        case Format::fatbin: return "fatbin";
        case Format::ptx: return "ptx";
        case Format::ltoir: return "ltoir";
        case Format::zip: return "zip";
    }
    return "none";
}

bool holds_ready_code(std::string_view section) { return section == ".nv_fatbin" || section == ".nv_fatb"; }
bool holds_relocatable_code(std::string_view section) { return section == "__nv_relfatbin" || section == "__nv_rel"; }

std::optional<ObjectFile> read_object(Bytes bytes) {
    if (std::optional<ElfTables> elf = read_elf(bytes)) return read_elf_object(bytes, *elf);
    if (std::optional<ObjectFile> pe = read_pe(bytes)) return pe;
    return read_coff(bytes);
}

std::optional<Archive> read_archive(Bytes bytes) {
    Archive out;
    out.thin = bytes.starts_with("!<thin>\n");
    if (!out.thin && !bytes.starts_with("!<arch>\n")) return std::nullopt;
    constexpr std::uint64_t header = 60;
    Bytes long_names;
    for (std::uint64_t at = 8; at < bytes.size();) {
        const std::string size_text = bytes.text(at + 48, 10), name = bytes.text(at, 16);
        const std::string digits = size_text.substr(0, size_text.find(' '));
        if (!bytes.has(at, header) || bytes.u16(at + 58) != 0x0a60 || !all_digits(digits) || out.members.size() == most_members) {
            out.whole = false;
            return out;
        }
        ArchiveMember member{.name = name.substr(0, name.find_last_not_of(' ') + 1), .offset = at + header, .size = std::stoull(digits)};
        const bool table = member.name == "/" || member.name == "//" || member.name == "/SYM64/" || member.name.starts_with("__.SYMDEF");
        const bool inside = !out.thin || table;
        if (inside && !bytes.has(member.offset, member.size)) {
            out.whole = false;
            member.size = bytes.part(member.offset).size();
        }
        at = member.offset + (inside ? member.size + member.size % 2 : 0);
        if (member.name == "//") long_names = bytes.part(member.offset, member.size);
        if (table) continue;
        if (member.name.starts_with("#1/") && all_digits(member.name.substr(3)) && member.name.size() < 9) {  // of BSD: before the content
            const std::uint64_t length = std::min<std::uint64_t>(std::stoull(member.name.substr(3)), member.size);
            member.name = bytes.text(member.offset, length);
            member.offset += length;
            member.size -= length;
        } else if (member.name.starts_with("/") && all_digits(std::string_view(member.name).substr(1))) {
            const std::string_view text = long_names.part(std::stoull(member.name.substr(1))).view();
            member.name = std::string(text.substr(0, std::min<std::size_t>(text.find('\n'), 4096)));
        }
        if (member.name.ends_with("/")) member.name.pop_back();
        if (!inside) member.offset = member.size = 0;
        out.members.push_back(std::move(member));
    }
    return out;
}

}  // namespace launchlab
