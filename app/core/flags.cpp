#include "core/flags.h"

#include <algorithm>

#include "core/flags_reader.h"

namespace launchlab {
namespace {

using Read = void (*)(FlagsReader&, const Text&);
struct Syntax {
    const char* name;
    Read read;
};
constexpr Syntax syntaxes[] = {
    {"nvcc", read_nvcc},           {"cmake", read_cmake},         {"torch_env", read_torch},      {"nvrtc", read_nvrtc},
    {"makefile", read_makefile},   {"msbuild", read_msbuild},     {"opencv", read_opencv},        {"bazel", read_bazel},
    {"clang", read_clang},         {"sycl", read_sycl},           {"arch_list", read_arch_list},  {"cuobjdump", read_cuobjdump},
    {"spack", read_spack},         {"configure", read_target_list}, {"kokkos", read_target_list}, {"nvhpc", read_target_list},
    {"package_env", read_package_env}, {"xmake", read_xmake},     {"meson", read_meson},          {"paddle", read_target_list},
    {"lightgbm", read_target_list}, {"alpaka", read_package_env}, {"ptxas", read_ptxas},
};

std::string program(const Words& typed) {
    for (const Text& word : typed) {
        if (word.view().find('=') != std::string::npos && word[0] != '-') continue;  // VAR=value before it
        std::string_view name = word.view();
        if (const std::size_t slash = name.find_last_of("/\\"); slash != std::string_view::npos) name.remove_prefix(slash + 1);
        if (name == "ccache" || name == "sccache" || name == "time" || name == "sudo" || name == "env") continue;
        return std::string(name);
    }
    return "";
}

bool one_of(const std::string& word, std::initializer_list<std::string_view> list) { return std::find(list.begin(), list.end(), word) != list.end(); }

bool only_pairs(std::string_view text) {
    return text.starts_with("compute_") && has(text, ",sm_") && text.find_first_not_of("abcdefmoptsu_0123456789,; \n") == std::string_view::npos;
}

// A line NAME = value, NAME := value, ... or a recipe: what only a makefile has.
bool looks_like_makefile(const Text& text) {
    if (has(text.view(), "$(") || has(text.view(), ":=") || has(text.view(), "?=") || has(text.view(), "+=") || has(text.view(), "CUDA_NVCC_FLAGS;")) return true;
    const std::string& all = text.text();
    const std::size_t equal = all.find('='), name = all.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789abcdefghijklmnopqrstuvwxyz");
    return equal != std::string::npos && name != std::string::npos && name > 0 && (name == equal || all.find_first_not_of(" \t", name) == equal) &&
           equal + 1 < all.size() && (all[equal + 1] == ' ' || all[equal + 1] == '-');
}

std::string guess(const FlagsQuestion& asked, const Text& text) {
    const std::string_view all = text.view();
    const std::string lower = lower_case(all);
    const Words typed = words(text);
    const std::string tool = lower_case(program(typed));
    auto any = [&](std::initializer_list<std::string_view> parts) { return std::any_of(parts.begin(), parts.end(), [&](std::string_view one) { return has(all, one); }); };
    if (any({"Fatbin elf code", "Fatbin ptx code", "ELF file ", "PTX file "})) return "cuobjdump";
    if (any({"<CodeGeneration"}) || only_pairs(all) || (has(tool, "nvcc.exe") && any({"--use-local-env"}))) return "msbuild";
    if (any({"TORCH_CUDA_ARCH_LIST"})) return "torch_env";
    if (any({"CMAKE_CUDA_ARCHITECTURES list", "CMAKE_CUDA_ARCHITECTURES list of"})) return "lightgbm";
    if (any({"CUDA_ARCH_NAME"})) return "paddle";
    if (has(lower, "kokkos")) return "kokkos";
    if (any({"CMAKE_CUDA_ARCHITECTURES", "CUDAARCHS", "CUDA_ARCHITECTURES ", "CMAKE_CUDA_FLAGS"}) || is_cmake_script(all)) return "cmake";
    if (any({"CUDA_ARCH_BIN", "CUDA_ARCH_PTX", "CUDA_GENERATION"})) return "opencv";
    if (any({"CUDA_COMPUTE_CAPABILITIES", "cuda:archs", "cuda_compute_capabilities"})) return "bazel";
    if (any({"add_cugencodes"})) return "xmake";
    if (any({"nvcc_arch_flags", "nvcc_arch_readable"})) return "meson";
    if (any({"-fsycl", "--acpp-targets", "--hipsycl-targets"}) || one_of(tool, {"icpx", "acpp", "syclcc"})) return "sycl";
    if (tool.starts_with("clang") || any({"--offload-arch", "--cuda-gpu-arch"})) return "clang";
    if (tool == "ptxas") return "ptxas";
    if (one_of(tool, {"nvfortran", "nvc++", "nvc", "pgfortran", "pgc++", "pgcc"}) || any({"-gpu=cc", "-ta=tesla"})) return "nvhpc";
    if (tool == "spack" || any({"cuda_arch=", "+cuda"})) return "spack";
    if (tool == "configure" || tool.starts_with("configure.")) return "configure";
    if (has(tool, "nvcc")) return looks_like_makefile(text) && !has(all, "$(") ? "nvcc" : looks_like_makefile(text) ? "makefile" : "nvcc";
    if (tool == "cmake") return "cmake";
    if (speaks_nvcc(typed) || has(lower, "gencode")) {
        if (tool == "make" || tool == "gmake" || looks_like_makefile(text)) return "makefile";
        const bool loaded = asked.load == "cubin" || asked.load == "ptx";
        return loaded ? "nvrtc" : "nvcc";
    }
    if (asked.load == "cubin" || asked.load == "ptx") return "nvrtc";
    if (looks_like_makefile(text) && has(lower, "nvcc")) return "makefile";
    if (text.view().find('=') != std::string::npos) return "package_env";
    return "arch_list";
}

}  // namespace

const std::vector<std::string>& flag_syntaxes() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> out{"auto"};
        for (const Syntax& one : syntaxes) out.push_back(one.name);
        return out;
    }();
    return names;
}

const std::vector<std::string>& flag_troubles() {
    static const std::vector<std::string> kinds{"missing_arch",  "missing_code",   "needs_virtual",    "not_keyword_value", "bad_keyword",
                                                "incompatible_pair", "ptxas_future_arch", "dropped_arch", "renamed_arch",     "too_new_for_tool",
                                                "not_an_arch",   "cannot_combine", "empty",            "suffix_unknown_to_tool", "native_no_gpu",
                                                "unknown_item",  "bad_suffix",     "unrecognized_option", "no_cubin"};
    return kinds;
}

FlagsAnswer read_flags(const FlagsQuestion& question, const ToolkitTable& toolkits) {
    FlagsReader reader(question, toolkits);
    const Text text(question.text);
    reader.answer.syntax = question.syntax.empty() || question.syntax == "auto" ? guess(question, text) : question.syntax;
    const auto found = std::find_if(std::begin(syntaxes), std::end(syntaxes), [&](const Syntax& one) { return reader.answer.syntax == one.name; });
    try {
        if (found == std::end(syntaxes))
            reader.refuse("unknown_item", text, "there is no spelling \"" + question.syntax + "\". Leave it out, and it is found by itself.");
        found->read(reader, text);
    } catch (const Refused& refused) {
        reader.answer.images.emplace();
        reader.answer.archs.clear();
        reader.answer.ptx_archs.clear();
        reader.answer.error = refused.trouble;
    }
    return std::move(reader.answer);
}

}  // namespace launchlab
