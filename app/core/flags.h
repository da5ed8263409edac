// Flags: how people write what to build for (nvcc, CMake, TORCH_CUDA_ARCH_LIST, NVRTC, clang, makefiles, whole command lines,
// and rarer tools) -> the images that such a build holds, or the tool's refusal with its word and place. Owns the spellings;
// leaves whether an image serves a card to core/selection. Facts: cuda.md 4, 5, 9; nvcc 13.0, CMake 3.25 and clang 14 were asked.
// Invariant: pure, never throws; a refusal is an answer, not an Error.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/selection.h"
#include "core/target.h"
#include "core/toolkit.h"

namespace launchlab {

struct FlagsQuestion {
    std::string text;
    std::string syntax = "auto";                          // one of flag_syntaxes()
    std::string toolkit;                                  // "13.0", "clang 14"; "" = open: every release's targets are taken
    std::string tool;                                     // "CMake 3.25.1", where its version matters
    std::optional<std::vector<Capability>> build_gpus;    // of the build machine, for native; empty = it has none
    std::string load;                                     // "", "cubin", "ptx", "cubin_file", "ptx_file", "fatbin_file"
    bool rdc = false;                                     // relocatable device code
};

struct FlagsTrouble {
    std::string kind;    // a word of flag_troubles()
    std::size_t at = 0;  // byte place of the word in the text
    std::string word;
    std::string what;    // what is wrong, then what was probably meant
};

struct FlagsAnswer {
    std::string syntax;                           // the reader that took it
    std::optional<std::vector<Target>> images;    // unset: only the list of targets is known, not what becomes of it
    std::vector<Target> archs, ptx_archs;         // where images is unset
    std::optional<FlagsTrouble> error;
    std::string warning;                          // "", "redefined_last_wins", "native_no_gpu", "ignored_without_manual"
    std::vector<std::string> notes;               // sentences
    PtxVersion ptx;                               // where the text shows it
    bool rdc = false, bare = false, zstd = false; // as a build and a load have it; see offered()
};

const std::vector<std::string>& flag_syntaxes();
const std::vector<std::string>& flag_troubles();

FlagsAnswer read_flags(const FlagsQuestion& question, const ToolkitTable& toolkits);

// The toolkit of a question: "12.4.1" is 12.4, "12.7" the one before it; nullptr when open or no CUDA release ("clang 14").
const Toolkit* toolkit_named(const ToolkitTable& toolkits, std::string_view text);

// What choose() asks for: the images with their PTX version. A list alone counts as machine code of each target.
std::vector<OfferedImage> offered(const FlagsAnswer& answer);

}  // namespace launchlab
