#include "core/fleet_lines.h"

#include <algorithm>
#include <array>

#include "core/flags.h"

namespace launchlab {
namespace {

// The images by number: what most tools ask for.
struct Entry {
    Target target;  // kind means nothing
    bool sass = false, ptx = false;
};

std::vector<Entry> entries_of(const std::vector<Target>& images) {
    std::vector<Entry> out;
    for (const Target& image : images) {
        auto at = std::find_if(out.begin(), out.end(), [&](const Entry& one) { return one.target.number == image.number && one.target.suffix == image.suffix; });
        if (at == out.end()) at = out.insert(out.end(), Entry{image});
        (image.kind == Kind::sass ? at->sass : at->ptx) = true;
    }
    std::sort(out.begin(), out.end(), [](const Entry& a, const Entry& b) { return a.target.number != b.target.number ? a.target.number < b.target.number : a.target.suffix < b.target.suffix; });
    return out;
}

template <class Word>
std::string joined(const std::vector<Entry>& entries, const std::string& between, const Word& word) {
    std::string out;
    for (const Entry& one : entries)
        if (const std::string text = word(one); !text.empty()) out += (out.empty() ? "" : between) + text;
    return out;
}

std::string dotted(const Target& t) { return to_text(t.number) + (t.suffix ? std::string(1, t.suffix) : ""); }

std::string gencode(const std::vector<Entry>& entries, const std::string& option) {
    return joined(entries, " ", [&](const Entry& one) {
        const std::string arch = to_arch(one.target);
        const std::string code = one.sass && one.ptx ? "[sm_" + arch + ",compute_" + arch + "]" : (one.sass ? "sm_" : "compute_") + arch;
        return one.sass && one.ptx ? option + " '" + "arch=compute_" + arch + ",code=" + code + "'" : option + " arch=compute_" + arch + ",code=" + code;
    });
}

std::string cmake_list(const std::vector<Entry>& entries) {
    return joined(entries, ";", [](const Entry& one) { return to_arch(one.target) + (one.sass && one.ptx ? "" : one.sass ? "-real" : "-virtual"); });
}

std::string torch_list(const std::vector<Entry>& entries, const std::string& between) {
    return joined(entries, between, [](const Entry& one) { return dotted(one.target) + (one.ptx ? "+PTX" : ""); });
}

std::string clang_line(const std::vector<Entry>& entries) {
    std::string out = joined(entries, " ", [](const Entry& one) { return "--offload-arch=sm_" + to_arch(one.target); });
    for (const Entry& one : entries)
        if (!one.ptx) out += " --no-cuda-include-ptx=sm_" + to_arch(one.target);
    return out;
}

std::vector<std::string> nvrtc_lines(const std::vector<Target>& images) {
    std::vector<std::string> out;
    for (const Target& one : images) out.push_back("--gpu-architecture=" + to_name(one));
    return out;
}

std::string bazel_line(const std::vector<Entry>& entries) {
    return "--@rules_cuda//cuda:archs=\"" + joined(entries, ";", [](const Entry& one) {
               const std::string arch = to_arch(one.target);
               return "compute_" + arch + ":" + (one.sass ? "sm_" + arch : "") + (one.sass && one.ptx ? "," : "") + (one.ptx ? "compute_" + arch : "");
           }) + "\"";
}

std::string opencv_line(const std::vector<Entry>& entries) {
    const std::string bin = joined(entries, ",", [](const Entry& one) { return one.sass ? dotted(one.target) : ""; });
    const std::string ptx = joined(entries, ",", [](const Entry& one) { return one.ptx ? dotted(one.target) : ""; });
    return "-D CUDA_ARCH_BIN=\"" + bin + "\" -D CUDA_ARCH_PTX=\"" + ptx + "\"";
}

std::string xmake_line(const std::vector<Entry>& entries) {
    return "add_cugencodes(" + joined(entries, ", ", [](const Entry& one) {
               const std::string arch = to_arch(one.target);
               return (one.sass ? "\"sm_" + arch + "\"" : "") + (one.sass && one.ptx ? ", " : "") + (one.ptx ? "\"compute_" + arch + "\"" : "");
           }) + ")";
}

std::string msbuild_line(const std::vector<Entry>& entries) {
    return "<CodeGeneration>" + joined(entries, ";", [](const Entry& one) {
               const std::string arch = to_arch(one.target);
               return "compute_" + arch + "," + (one.sass ? "sm_" : "compute_") + arch;
           }) + "</CodeGeneration>";
}

std::vector<Target> sorted(std::vector<Target> images) {
    std::sort(images.begin(), images.end(), rises);
    images.erase(std::unique(images.begin(), images.end()), images.end());
    return images;
}

std::string why_not(const FleetLine& line, const std::vector<Target>& images) {
    const bool lone_ptx = std::any_of(images.begin(), images.end(), [&](const Target& one) {
        return one.kind == Kind::ptx && std::find(images.begin(), images.end(), Target{Kind::sass, one.number, one.suffix}) == images.end();
    });
    if (line.syntax == "msbuild") return "Visual Studio keeps PTX of every pair's first half as well, so this exact list cannot be written.";
    if (line.syntax == "torch_env" && images.size() == 1 && lone_ptx) return "TORCH_CUDA_ARCH_LIST cannot name PTX alone: it always adds machine code of the same number.";
    if (lone_ptx) return line.tool + " cannot name PTX without machine code of the same number.";
    return line.tool + " cannot say this list.";
}

}  // namespace

std::vector<Target> read_back(const FleetLine& line, const Toolkit& toolkit, const ToolkitTable& toolkits) {
    std::vector<Target> out;
    for (const std::string& text : line.texts) {
        FlagsQuestion question{.text = text, .syntax = line.syntax, .toolkit = toolkit.version};
        if (line.syntax == "nvrtc") question.load = text.find("compute_") == std::string::npos ? "cubin" : "ptx";
        const FlagsAnswer answer = read_flags(question, toolkits);
        if (answer.error || !answer.images) return {};
        out.insert(out.end(), answer.images->begin(), answer.images->end());
    }
    return sorted(std::move(out));
}

std::vector<FleetLine> fleet_lines(const std::vector<Target>& images, const Toolkit& toolkit, const ToolkitTable& toolkits) {
    const std::vector<Entry> entries = entries_of(images);
    const std::string list = cmake_list(entries), torch = torch_list(entries, ";");
    std::vector<FleetLine> out{
        {"nvcc", "nvcc", {"nvcc " + gencode(entries, "-gencode") + " -o app app.cu"}, ""},
        {"cmake", "CMake", {"cmake -DCMAKE_CUDA_ARCHITECTURES=\"" + list + "\" -S . -B build"}, ""},
        {"cmake", "CMake, environment", {"CUDAARCHS=\"" + list + "\""}, ""},
        {"torch_env", "PyTorch", {"TORCH_CUDA_ARCH_LIST=\"" + torch + "\""}, ""},
        {"nvrtc", "NVRTC", nvrtc_lines(images), ""},
        {"clang", "clang", {"clang++ -x cuda " + clang_line(entries) + " app.cu"}, ""},
        {"makefile", "make", {"NVCCFLAGS += " + gencode(entries, "-gencode")}, ""},
        {"msbuild", "Visual Studio", {msbuild_line(entries)}, ""},
        {"bazel", "Bazel", {bazel_line(entries)}, ""},
        {"meson", "Meson", {"cuda.nvcc_arch_flags('" + toolkit.version + "', " + joined(entries, ", ", [](const Entry& one) { return "'" + dotted(one.target) + (one.ptx ? "+PTX" : "") + "'"; }) + ")"}, ""},
        {"xmake", "xmake", {xmake_line(entries)}, ""},
        {"opencv", "OpenCV", {opencv_line(entries)}, ""},
    };
    for (FleetLine& line : out) {
        if (read_back(line, toolkit, toolkits) == sorted(images)) continue;
        line.why = why_not(line, images);
        line.texts.clear();
    }
    return out;
}

}  // namespace launchlab
