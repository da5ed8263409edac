#include <algorithm>
#include <array>

#include "core/flags_reader.h"

// NVRTC (cuda.md 5.4, 9.1), clang (14 was asked), SYCL compilers over it, and ptxas.
namespace launchlab {
namespace {

constexpr std::array unknown_to_nvrtc{"-code", "--gpu-code", "-gencode", "--generate-code", "-ptx", "--ptx", "-cubin", "--cubin", "-fatbin", "--arch", "--gpu-arch",
                                      "-O0", "-O1", "-O2", "-O3", "-c", "-o", "-x", "-m64", "--gpu-name", "-ccbin", "-Xcompiler", "--offload-arch"};

// The newest target of each clang release from which on it was new, and the number that its default build uses.
struct ClangRelease {
    int version;
    Capability newest;
};
constexpr std::array clang_releases{ClangRelease{7, {7, 2}},  ClangRelease{8, {7, 5}},   ClangRelease{11, {8, 0}},
                                    ClangRelease{13, {8, 6}}, ClangRelease{16, {9, 0}},  ClangRelease{20, {12, 0}},
                                    ClangRelease{21, {12, 1}}};
constexpr int clang_with_lists = 16, clang_with_native = 16, clang_default_35 = 14, clang_default_52 = 17;

// Options as they stand in a list of a program: without its quotes, commas and brackets.
Text bare_option(Text word) {
    while (!word.empty() && (word[0] == '[' || word[0] == '(' || word[0] == '{' || word[0] == ',')) word = word.cut(1);
    while (!word.empty() && has("])},;", std::string_view(&word.view()[word.size() - 1], 1))) word = word.cut(0, word.size() - 1);
    return word;
}

Target nvrtc_target(FlagsReader& reader, const Text& value) {
    const Result<Target> parsed = parse_target(value.view());
    if (parsed && parsed->suffix) {
        const Target plain{Kind::sass, parsed->number, 0};
        const auto has_it = [&](const Target& one) {
            return reader.toolkit ? builds(*reader.toolkit, one) : std::any_of(reader.toolkits.toolkits.begin(), reader.toolkits.toolkits.end(), [&](const Toolkit& t) { return builds(t, one); });
        };
        const bool exists = std::any_of(reader.toolkits.toolkits.begin(), reader.toolkits.toolkits.end(), [&](const Toolkit& t) { return builds(t, as(Kind::sass, *parsed)); });
        if (!exists && has_it(plain)) reader.refuse("bad_suffix", value, "there is no " + value.text() + ". Leave the suffix out: " + value.text().substr(0, value.size() - 1) + ".");
    }
    if (parsed && parsed->kind == Kind::lto) reader.refuse("not_an_arch", value, "NVRTC takes no lto_ names. Write -dlto and -arch=sm_" + to_arch(*parsed) + ".");
    for (const char* word : {"native", "all", "all-major"})
        if (value.text() == word) reader.refuse("not_an_arch", value, "NVRTC knows no " + value.text() + ". Ask the card for its capability and write it: -arch=sm_90.");
    return reader.target(value, Spelling::name);
}

}  // namespace

void read_nvrtc(FlagsReader& reader, const Text& text) {
    std::vector<Text> archs;
    bool lto = false;
    const Words typed = words(text);
    for (std::size_t i = 0; i < typed.size(); ++i) {
        const Text word = bare_option(typed[i]);
        const std::size_t equal = word.view().find('=');
        const std::string name = word.text().substr(0, equal);
        if (name == "-arch" || name == "--gpu-architecture") {
            if (equal != std::string::npos) archs.push_back(word.cut(equal + 1));
            else if (i + 1 < typed.size()) archs.push_back(bare_option(typed[++i]));
            else reader.refuse("not_an_arch", word, "a target is missing behind " + name + ". Write " + name + "=compute_80.");
        } else if (name == "-dlto" || name == "--dlink-time-opt") {
            lto = true;
        } else if (std::find(unknown_to_nvrtc.begin(), unknown_to_nvrtc.end(), name) != unknown_to_nvrtc.end() || word.view().starts_with("-arch ")) {
            reader.refuse("unrecognized_option", word, "NVRTC knows no option " + name + ". One target is chosen by --gpu-architecture=compute_80.");
        }
    }
    for (std::size_t i = 0; i + 1 < archs.size(); ++i)
        if (archs[i].text() != archs.back().text()) reader.warn("redefined_last_wins", "The target is given more than once. The last one counts: " + archs.back().text() + ".");
    const bool want_cubin = reader.asked.load.starts_with("cubin");
    reader.answer.bare = reader.asked.load != "fatbin_file";
    if (archs.empty()) {
        if (want_cubin) reader.refuse("no_cubin", text, "without a target NVRTC makes PTX only. Write --gpu-architecture=sm_90 for a cubin.");
        return reader.add_default(true);
    }
    const Target target = nvrtc_target(reader, archs.back());
    if (lto) return reader.add(Kind::lto, target);
    if (target.kind == Kind::ptx && want_cubin)
        reader.refuse("no_cubin", archs.back(), "a virtual target gives PTX and no cubin. Write sm_" + to_arch(target) + ", or load the PTX.");
    const bool takes_ptx = reader.asked.load.starts_with("ptx") || target.kind == Kind::ptx;
    if (reader.asked.load.empty() && target.kind == Kind::sass) reader.note("NVRTC makes PTX of " + to_name(target) + " as well; the cubin is counted here.");
    reader.add(takes_ptx ? Kind::ptx : Kind::sass, target);
}

void read_clang(FlagsReader& reader, const Text& text) {
    const std::string& said = lower_case(reader.asked.toolkit).find("clang") != std::string::npos ? reader.asked.toolkit : reader.asked.tool;
    const int version = has_any_case(said, "clang") ? version_number(said, 99000) / 1000 : 99;
    std::vector<Target> targets;
    std::vector<std::string> without_ptx;
    bool no_ptx = false;
    auto read_one = [&](const Text& word) {
        if (word.text() == "native" && version >= clang_with_native) {
            if (reader.asked.build_gpus && reader.asked.build_gpus->empty())
                reader.refuse("native_no_gpu", word, "there is no GPU in the build machine. Name the target: --offload-arch=sm_80.");
            if (!reader.asked.build_gpus) reader.add_native(word, true);
            else for (const Capability& card : *reader.asked.build_gpus) targets.push_back({Kind::sass, card, 0});
            return;
        }
        const Target target = reader.target(word, Spelling::name);
        if (target.kind != Kind::sass) reader.refuse("not_an_arch", word, "clang takes real targets only and keeps PTX by itself. Write sm_" + to_arch(target) + ".");
        for (const ClangRelease& release : clang_releases)
            if (version < release.version && target.number > (&release == clang_releases.data() ? Capability{7, 0} : (&release)[-1].newest))
                reader.refuse("too_new_for_tool", word, "clang " + std::to_string(version) + " does not know " + to_name(target) + " yet. It came with a later clang.");
        if (std::find(targets.begin(), targets.end(), target) == targets.end()) targets.push_back(target);
    };
    for (const Text& word : words(text)) {
        const std::size_t equal = word.view().find('=');
        const std::string name = word.text().substr(0, equal);
        const Text value = equal == std::string::npos ? Text() : word.cut(equal + 1);
        if (name == "--offload-arch" || name == "--cuda-gpu-arch") {
            if (version >= clang_with_lists)
                for (const Text& one : split_keeping(value, ',')) read_one(one);
            else read_one(value);
        } else if (name == "--no-offload-arch" || name == "--no-cuda-gpu-arch") {
            std::erase_if(targets, [&](const Target& one) { return value.text() == "all" || to_name(one) == value.text(); });
        } else if (name == "--no-cuda-include-ptx") {
            without_ptx.push_back(value.text());
        } else if (name == "--cuda-include-ptx") {
            std::erase_if(without_ptx, [&](const std::string& one) { return one == value.text() || value.text() == "all"; });
            if (const Result<Target> kept = parse_target(value.view()); kept && std::erase(without_ptx, "all"))
                for (const Target& one : targets) if (one != *kept) without_ptx.push_back(to_name(one));
        } else if (name == "-fgpu-rdc") {
            reader.answer.rdc = true;
        } else if (name == "--offload-new-driver" && version > 14) {
            no_ptx = true;
        } else if (name == "-arch" || name == "-gencode" || name == "--gpu-architecture" || name == "--generate-code") {
            reader.refuse("unrecognized_option", word, "this is nvcc's option. clang's is --offload-arch=sm_80.");
        }
    }
    if (targets.empty() && reader.answer.images)
        targets.push_back({Kind::sass, version >= clang_default_52 ? Capability{5, 2} : version >= clang_default_35 ? Capability{3, 5} : Capability{2, 0}, 0});
    for (const Target& target : targets) {
        reader.add(target);
        const bool dropped = std::any_of(without_ptx.begin(), without_ptx.end(), [&](const std::string& one) { return one == "all" || one == to_name(target); });
        if (!dropped && !no_ptx) reader.add(Kind::ptx, target);
    }
}

void read_sycl(FlagsReader& reader, const Text& text) {
    bool any = false;
    for (const Text& word : words(text))
        for (std::size_t at = word.view().find("sm_"); at != std::string::npos; at = word.view().find("sm_", at + 3)) {
            std::size_t end = at + 3;
            while (end < word.size() && ((word[end] >= '0' && word[end] <= '9') || word[end] == 'a' || word[end] == 'f')) ++end;
            reader.add_both(reader.target(word.cut(at, end - at), Spelling::name));
            any = true;
        }
    if (!any) reader.add_both({Kind::sass, {5, 0}, 0});  // the default of nvptx64-nvidia-cuda
}

void read_ptxas(FlagsReader& reader, const Text& text) {
    std::optional<Text> arch;
    const Words typed = words(text);
    for (std::size_t i = 0; i < typed.size(); ++i) {
        const std::size_t equal = typed[i].view().find('=');
        const std::string name = typed[i].text().substr(0, equal);
        if (name != "-arch" && name != "--gpu-name") continue;
        if (equal != std::string::npos) arch = typed[i].cut(equal + 1);
        else if (i + 1 < typed.size()) arch = typed[++i];
    }
    reader.answer.bare = reader.asked.load != "fatbin_file";
    if (!arch) {
        reader.add_default();
        reader.answer.images->pop_back();
        return;
    }
    const Target target = reader.target(*arch, Spelling::name);
    if (target.kind != Kind::sass) reader.refuse("not_an_arch", *arch, "ptxas makes machine code only. Write sm_" + to_arch(target) + ".");
    reader.add(target);
}

}  // namespace launchlab
