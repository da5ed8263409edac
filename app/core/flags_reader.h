// FlagsReader: what every reader of core/flags shares: the answer as it grows, the toolkit's targets, and refusing. Internal to
// core/flags_*.cpp. Invariant: Refused never leaves read_flags().
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/flags.h"
#include "core/flags_text.h"

namespace launchlab {

struct Refused {
    FlagsTrouble trouble;
};

// How a tool spells a target: sm_80 (any of the three kinds), 80, or 8.0.
enum class Spelling { name, number, dotted };

class FlagsReader {
public:
    FlagsReader(const FlagsQuestion& question, const ToolkitTable& toolkits);

    const FlagsQuestion& asked;
    const ToolkitTable& toolkits;
    const Toolkit* toolkit;  // nullptr = open
    FlagsAnswer answer;
    std::vector<Target> compiled_for;  // the virtual targets that nvcc's words named, plain; what CMake takes for the default

    [[noreturn]] void refuse(std::string kind, const Text& word, std::string what) const;
    void warn(std::string kind, std::string note);
    void note(std::string sentence);

    void add(const Target& target);                       // no image twice
    void add(Kind kind, Target target) { target.kind = kind, add(target); }
    void list(const Target& target, bool ptx = false);    // where only the targets are known
    void add_both(const Target& target);                  // SASS and PTX of it
    void compiles_for(Target target);
    void add_default(bool ptx_only = false);              // what nvcc builds without a flag
    void add_native(const Text& word, bool refuse_without);  // SASS of the build machine's cards

    // A target as the tool spells it, known to the toolkit. Refuses with not_an_arch, dropped_arch, renamed_arch, too_new_for_tool.
    Target target(const Text& word, Spelling spelling, const std::string& kind_of_word = "not_an_arch") const;
    void check(const Target& target, const Text& word) const;  // known to the toolkit
    std::vector<Target> all_targets(bool major_only) const;    // plain, SASS; empty when the toolkit is open
    const Toolkit& own_or_newest() const;                      // the newest that can be had, where it is open

private:
    std::string tool_name() const;
};

Target as(Kind kind, Target target);
std::string bare_number(std::string_view text);  // "sm_8.6", "SM86", "compute_86", "8.6" -> "86"; "" when there is none
int version_number(std::string_view text, int otherwise);  // "CMake 3.25.1" -> 3025, "clang 14" -> 14000

// nvcc's own words, from which the other tools' flags are made.
void read_nvcc(FlagsReader& reader, const Text& text);
void read_nvcc_words(FlagsReader& reader, const Words& words);
bool speaks_nvcc(const Words& words);  // an option that chooses targets is among them
// arch=V,code=C of one pair, as nvcc checks it. Refuses with incompatible_pair or ptxas_future_arch.
Target paired(const FlagsReader& reader, const Target& virtual_target, Target code, const Text& word);

void read_cmake(FlagsReader& reader, const Text& text);
void read_cmake_script(FlagsReader& reader, const Text& text);
bool is_cmake_script(std::string_view text);
void read_cmake_list(FlagsReader& reader, const Text& value, bool checked);
void read_makefile(FlagsReader& reader, const Text& text);

void read_torch(FlagsReader& reader, const Text& text);
void read_arch_list(FlagsReader& reader, const Text& text);
void read_cuobjdump(FlagsReader& reader, const Text& text);

void read_nvrtc(FlagsReader& reader, const Text& text);
void read_clang(FlagsReader& reader, const Text& text);
void read_sycl(FlagsReader& reader, const Text& text);
void read_ptxas(FlagsReader& reader, const Text& text);

void read_msbuild(FlagsReader& reader, const Text& text);
void read_opencv(FlagsReader& reader, const Text& text);
void read_bazel(FlagsReader& reader, const Text& text);
void read_xmake(FlagsReader& reader, const Text& text);
void read_meson(FlagsReader& reader, const Text& text);

// Tools of which only the list of targets can be told.
void read_target_list(FlagsReader& reader, const Text& text);  // configure, kokkos, nvhpc, lightgbm, paddle, alpaka
void read_spack(FlagsReader& reader, const Text& text);
void read_package_env(FlagsReader& reader, const Text& text);

// "7.5", "Ampere", "8.6+PTX", "6.1(6.0)": the items of NVIDIA's CMake module, which OpenCV, Meson and others took over.
// Names of generations -> dotted items; empty when it is no name.
std::vector<std::string> generation(std::string_view name, bool torch);

}  // namespace launchlab
