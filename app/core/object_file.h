// Object file: a host program, library or object of Linux or Windows, as far as it says where device code lies. Owns ELF, PE and
// COFF headers and archives' members; leaves the code itself to core/fatbin and core/cubin. Invariant: a section's range lies
// inside the file. Sections (facts/fatbin-format.md 1): ELF and COFF .nv_fatbin, __nv_relfatbin; PE .nv_fatb, __nv_rel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.h"

namespace launchlab {

enum class Format { none, executable, shared_object, object, coff, archive, thin_archive, cubin, fatbin, ptx, ltoir, zip };
std::string_view to_word(Format format);  // "shared_object"

struct FilePart {
    std::string name;
    std::uint64_t offset = 0, size = 0;
    bool nobits = false;  // the section has no bytes in this file
};

struct ObjectFile {
    Format format = Format::none;
    bool windows = false;
    bool has_table = true;        // false: there is no section table
    bool whole = true;            // false: the file ends before its tables or sections do
    std::vector<FilePart> parts;  // in the order of the table
    std::string runtime;          // "13" where the program needs libcudart.so.13; "" = not told
};

std::optional<ObjectFile> read_object(Bytes bytes);  // unset: none of these
bool holds_ready_code(std::string_view section);     // .nv_fatbin
bool holds_relocatable_code(std::string_view section);

struct ArchiveMember {
    std::string name;
    std::uint64_t offset = 0, size = 0;  // of its content; in a thin archive there is none
};
struct Archive {
    bool thin = false, whole = true;
    std::vector<ArchiveMember> members;
};
std::optional<Archive> read_archive(Bytes bytes);

}  // namespace launchlab
