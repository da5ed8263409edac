#include "core/cubin.h"

#include <elf.h>

#include <algorithm>
#include <cctype>
#include <cstddef>

#include "core/elf_tables.h"

namespace launchlab {
namespace {

constexpr std::uint16_t machine_cuda = 190;
constexpr std::uint8_t kernel_bit = 0x10;  // st_other
constexpr std::uint32_t note_cuinfo = 1000, note_tkinfo = 2000;
constexpr std::size_t most_kernels = 65536;
constexpr std::uint64_t longest_symbol = 8192, note_head = 24, longest_note = 1 << 20;
constexpr int most_notes = 8;

Capability capability_of(unsigned arch) { return {static_cast<int>(arch / 10), static_cast<int>(arch % 10)}; }

void read_number(Cubin& out, const ElfTables& elf) {
    const bool newer = elf.abi >= 8;
    const unsigned arch = newer ? elf.flags >> 8 & 0xff : elf.flags & 0xff;
    out.target = {Kind::sass, capability_of(arch), '\0'};
    if (!newer) out.virtual_number = capability_of(elf.flags >> 16 & 0xff);
    if (newer ? elf.flags & 0x8 : arch >= 90 && elf.flags & 0x800) out.target.suffix = 'a';
    // Up to ABI 7 e_version is the toolkit times ten.
    if (!newer && elf.version >= 50 && elf.version < 200) out.toolkit = std::to_string(elf.version / 10) + "." + std::to_string(elf.version % 10);
}

// Records {u8 format, u8 attribute, value}: formats 2 and 3 take 4 bytes, format 4 a length at +2 and data after it.
bool accelerated(Bytes compat) {
    for (std::uint64_t at = 0; compat.has(at, 4);) {
        const std::uint8_t format = compat.u8(at);
        if (format == 2 && compat.u8(at + 1) == 9) return compat.u8(at + 2) == 1;
        at += format == 4 ? 4 + std::uint64_t{compat.u16(at + 2)} : 4;
    }
    return false;
}

// "release 13.0, V13.0.88" -> "13.0"
std::string release_in(const std::string& text) {
    const std::size_t at = text.find("release ");
    if (at == std::string::npos) return {};
    const std::size_t begin = at + 8, end = text.find_first_not_of("0123456789.", begin);
    return text.substr(begin, std::min<std::size_t>(end == std::string::npos ? text.size() - begin : end - begin, 8));
}

// "-arch sm_100f -m 64 " -> 'f'
char suffix_in(const std::string& command) {
    const std::size_t at = command.find("sm_");
    if (at == std::string::npos) return '\0';
    const std::size_t end = command.find_first_not_of("0123456789", at + 3);
    const char letter = end == std::string::npos ? '\0' : command[end];
    return letter == 'f' || letter == 'a' ? letter : '\0';
}

// Notes one after another: {u32 name, u32 description, u32 type}, the name "NVIDIA Corp", the description. After nvlink there are
// several: nvlink's own first, then those of its inputs.
void read_notes(Cubin& out, Bytes notes) {
    for (std::uint64_t at = 0; notes.has(at, note_head);) {
        const std::uint64_t name = (std::uint64_t{notes.u32(at)} + 3) & ~std::uint64_t{3}, size = notes.u32(at + 4);
        const std::uint32_t type = notes.u32(at + 8);
        const Bytes body = notes.part(at + 12 + name, size);
        if (type == note_cuinfo && body.has(0, 8)) {
            out.virtual_number = capability_of(body.u16(2));
            if (out.toolkit.empty()) out.toolkit = std::to_string(body.u32(4) / 10) + "." + std::to_string(body.u32(4) % 10);
        } else if (type == note_tkinfo && body.has(0, note_head)) {
            const auto text = [&](int i) { return body.text(note_head + body.u32(4 + 4 * static_cast<std::uint64_t>(i)), 1024); };
            const std::string release = release_in(text(2)), tool = text(1);
            if (!release.empty()) out.toolkit = release;
            if (!tool.empty() && out.tools.find(tool) == std::string::npos) out.tools += (out.tools.empty() ? "" : ", ") + tool;
            if (const char suffix = suffix_in(text(4)); suffix && !out.target.suffix) out.target.suffix = suffix;
        }
        at += 12 + name + ((size + 3) & ~std::uint64_t{3});
    }
}

void read_kernels(Cubin& out, const ElfTables& elf, Bytes file) {
    std::uint64_t left = file.size();  // tables that overlap are a lie
    for (const ElfSection& table : elf.sections) {
        if (table.type != SHT_SYMTAB || table.link >= elf.sections.size()) continue;
        const Bytes symbols = bytes_of(file, table), names = bytes_of(file, elf.sections[table.link]);
        const std::uint64_t size = elf.wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
        for (std::uint64_t at = 0; symbols.has(at, size) && out.kernels.size() < most_kernels; at += size) {
            if (left < size) return;
            left -= size;
            const std::uint8_t info = symbols.u8(at + (elf.wide ? offsetof(Elf64_Sym, st_info) : offsetof(Elf32_Sym, st_info)));
            const std::uint8_t other = symbols.u8(at + (elf.wide ? offsetof(Elf64_Sym, st_other) : offsetof(Elf32_Sym, st_other)));
            const std::uint16_t section = symbols.u16(at + (elf.wide ? offsetof(Elf64_Sym, st_shndx) : offsetof(Elf32_Sym, st_shndx)));
            if (ELF64_ST_TYPE(info) == STT_FUNC && other & kernel_bit && section != SHN_UNDEF) out.kernels.push_back(names.text(symbols.u32(at), longest_symbol));
        }
    }
}

}  // namespace

bool is_cubin(Bytes bytes) { return is_elf(bytes) && bytes.u16(offsetof(Elf64_Ehdr, e_machine)) == machine_cuda; }

std::optional<Cubin> read_cubin(Bytes bytes) {
    if (!is_cubin(bytes)) return std::nullopt;
    const std::optional<ElfTables> elf = read_elf(bytes);
    if (!elf) return std::nullopt;
    Cubin out;
    out.relocatable = elf->type == ET_REL;
    out.whole = elf->whole && elf->has_table;
    read_number(out, *elf);
    int notes = 0;
    for (const ElfSection& section : elf->sections) {
        const std::string_view name = section.name;
        if (name.starts_with(".text.") || name == ".nv.global" || name == ".nv.global.init" || name == ".nv.constant3") out.code = out.code || section.size != 0;
        if (!name.starts_with(".n") || notes == most_notes) continue;
        if (name == ".nv.compat" && ++notes && accelerated(bytes_of(bytes, section).part(0, longest_note))) out.target.suffix = 'a';
        if ((name == ".note.nv.cuinfo" || name == ".note.nv.tkinfo") && ++notes) read_notes(out, bytes_of(bytes, section).part(0, longest_note));
    }
    if (out.whole) read_kernels(out, *elf, bytes);
    return out;
}

}  // namespace launchlab
