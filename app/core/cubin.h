// Cubin: the ELF file that holds one image of machine code. Owns what its headers, symbols and notes tell; leaves containers
// to core/fatbin. The number is in e_flags by ABI version: up to 7 in bits 0-7, from 8 in bits 8-15. `a` is e_flags 0x800 (ABI 7,
// from sm_90) or 0x8, or .nv.compat attribute 9 = 1; `f` stands only in ptxas's own command line, in .note.nv.tkinfo. A kernel
// is a defined symbol FUNC with st_other 0x10. (facts/fatbin-format.md 3; agreed with the container for 21,682 of 21,682.)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/bytes.h"
#include "core/target.h"

namespace launchlab {

struct Cubin {
    Target target;
    Capability virtual_number;         // the compute_ it was built through; {0,0} = not told
    bool relocatable = false;          // a part for a device link: does not load by itself
    bool whole = true;                 // false: its tables or sections lie past the end
    bool code = false;                 // there is a section with code, or with data of its own
    std::vector<std::string> kernels;  // mangled, in the order of the symbol table; at most 65536
    std::string toolkit;               // "13.0"; "" = not told
    std::string tools;                 // "ptxas", "nvlink"
};

bool is_cubin(Bytes bytes);                    // by the first 20 bytes
std::optional<Cubin> read_cubin(Bytes bytes);  // unset: no cubin

}  // namespace launchlab
