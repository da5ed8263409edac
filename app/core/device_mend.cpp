#include "core/device_mend.h"

#include <algorithm>

#include "core/advice.h"

namespace launchlab {
namespace {

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string stem_of(const std::string& path) {
    std::string name = file_name(path);
    if (const std::size_t dot = name.find('.'); dot != std::string::npos && dot != 0) name.resize(dot);
    return name;
}

// "libkernels.so.1" -> "kernels"
std::string source_stem(const DeviceCode& code, const std::string& path) {
    std::string stem = stem_of(path);
    const bool library = code.format == Format::shared_object || code.format == Format::archive;
    return library && stem.starts_with("lib") && stem.size() > 3 ? stem.substr(3) : stem;
}

// "demo-1.0-py3-none-any.whl" -> "demo==1.0"
std::string requirement_of(const std::string& path) {
    const std::string name = file_name(path);
    const std::size_t first = name.find('-'), second = first == std::string::npos ? first : name.find('-', first + 1);
    if (second == std::string::npos || !name.ends_with(".whl")) return ".";
    const std::string version = name.substr(first + 1, second - first - 1);
    return name.substr(0, first) + "==" + version.substr(0, version.find('+'));
}

std::string nvcc_words(const DeviceCode& code, const std::string& path, const std::string& arch, const std::string& more) {
    const std::string out = in_shell(path), source = in_shell(source_stem(code, path) + ".cu");
    const std::string rest = " -arch=" + arch + more + " -o " + out + " " + source, rdc = code.linked ? " -rdc=true" : "";
    switch (code.format) {
        case Format::shared_object: return "nvcc -shared -Xcompiler -fPIC" + rdc + rest;
        case Format::object:
        case Format::coff: return "nvcc -c" + rest;
        case Format::archive:
        case Format::thin_archive: return "nvcc -lib" + rest;
        case Format::cubin: return "nvcc -cubin" + rest;
        case Format::fatbin: return "nvcc -fatbin" + rest;
        case Format::ptx: return "nvcc -ptx" + rest;
        default: return "nvcc" + rdc + rest;
    }
}

std::string names_of(const std::vector<Target>& targets) {
    std::string out;
    for (const Target& target : targets) out += (out.empty() ? "" : ", ") + to_name(target);
    return out;
}

const Toolkit* toolkit_for(const DeviceQuestion& question) {
    const Gpu& card = *question.card;
    const Toolkit* own = find_toolkit(question.toolkits, question.code.toolkit);
    const bool accepted = own && own->runtime_floor <= card.driver.branch && targets_for_card(card, *own, question.toolkits);
    return accepted ? own : toolkit_for_card(card, question.toolkits);
}

// Built anew for the card. Bare PTX stays PTX.
Mend rebuild(const DeviceQuestion& question, const std::string& more) {
    const Gpu& card = *question.card;
    const DeviceCode& code = question.code;
    const std::string cc = to_text(card.capability), driver = to_words(question.toolkits, card.driver);
    const Toolkit* toolkit = toolkit_for(question);
    if (!toolkit) return {.why = "No toolkit that launchlab knows builds for a " + cc + " card with " + driver + "."};
    Mend out{.toolkit = toolkit->version, .targets = *targets_for_card(card, *toolkit, question.toolkits)};
    if (code.format == Format::ptx) out.targets.front().kind = Kind::ptx;
    const Target target = out.targets.front();
    Surroundings around{.packed = code.format != Format::ptx && code.format != Format::cubin, .env = question.env, .runtime = toolkit->version, .linked = code.linked};
    if (const Verdict verdict = choose({{.target = target, .ptx = target.kind == Kind::ptx ? toolkit->ptx : PtxVersion{}}}, card, question.toolkits, around); verdict.code != 0) {
        return {.why = "A new build alone does not help: built for " + to_name(target) + ", it would still give " + std::to_string(verdict.code) + ". " + verdict.why};
    }
    const std::string with = toolkit->version == code.toolkit ? "" : " It needs CUDA " + toolkit->version + ", which builds for this card and runs with " + driver + ".";
    if (code.format == Format::zip) {
        const std::string plus = target.kind == Kind::ptx ? "+PTX" : "", real = target.kind == Kind::ptx ? "-virtual" : "-real";
        out.command = "CUDAARCHS=" + to_arch(target) + real + " TORCH_CUDA_ARCH_LIST=" + to_text(target.number) + plus + " pip wheel --no-deps --no-binary :all: " + in_shell(requirement_of(question.path));
        out.why = "Builds the package from its source for " + names_of(out.targets) + ". Without source, ask for a release that lists " + to_name(target) + " or PTX of " + cc + " or lower." + with;
        return out;
    }
    const bool with_ptx = target.kind == Kind::sass && code.format != Format::cubin;
    out.command = nvcc_words(code, question.path, to_name(target), more);
    out.why = "Puts " + std::string(to_label(target.kind)) + " " + to_name(target) + (with_ptx ? " and PTX " + to_name({Kind::ptx, target.number, target.suffix}) : "") + " into it. The name " +
              source_stem(code, question.path) + ".cu is a guess from the file's name." + with;
    return out;
}

Mend without_rebuild(std::string command, std::string why) { return {.command = std::move(command), .why = std::move(why)}; }

std::string first_set(const std::map<std::string, std::string>& env, std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (env.contains(name)) return name;
    return {};
}

Mend for_driver(const DeviceQuestion& question, int code) {
    const Gpu& card = *question.card;
    if (card.driver.branch == 0) return without_rebuild("nvidia-smi", "Says whether an NVIDIA driver is there at all. Install one for this card, then ask again.");
    if (code == 100) {
        if (const std::string name = first_set(question.env, {"CUDA_VISIBLE_DEVICES"}); !name.empty()) return without_rebuild("unset " + name, "Makes the cards visible to the program again.");
        const Branches branches = branches_for(card.capability);
        if (branches.last && card.driver.branch > branches.last) return without_rebuild("", "Install a driver up to branch " + std::to_string(branches.last) + ", the last for " + to_text(card.capability) + " cards.");
        return without_rebuild("", "Install a driver from branch " + std::to_string(branches.first) + " on, the first for " + to_text(card.capability) + " cards.");
    }
    Mend out = rebuild(question, "");
    if (!out.command.empty()) out.why += " A newer driver helps as well.";
    return out;
}

}  // namespace

std::string in_shell(const std::string& word) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

Mend make_mend(const DeviceQuestion& question, const DeviceAnswer& answer) {
    const DeviceCode& code = question.code;
    const std::string path = in_shell(question.path), name = file_name(question.path);
    if (answer.runs && !answer.in_part) return {};
    if (has_warning(code, "truncated") || has_warning(code, "bad_size") || has_warning(code, "not_recognised"))
        return without_rebuild("", "Fetch or build " + name + " again: what is there cannot be mended.");
    if (!question.card) return without_rebuild("launchlab why " + path + " --on 9.0", "Judges it for a card that is not here; put your card's number or name in place of 9.0.");
    if (has_warning(code, "lto_only") || has_warning(code, "needs_device_link") || has_warning(code, "relocatable_only")) {
        const std::string link = has_warning(code, "lto_only") ? "nvcc -dlto -arch=" : "nvcc -arch=";
        return without_rebuild(link + to_name({Kind::sass, question.card->capability, '\0'}) + " -o program main.o " + path, "Links the parts into a program for this card; main.o stands for your host code.");
    }
    if (!answer.verdict) {
        if (code.format == Format::executable) return without_rebuild("launchlab why -- " + std::string(path.find('/') == std::string::npos ? "./" : "") + path, "Runs it with the driver's log on, and tells the first launch that is refused.");
        return without_rebuild("", "Look at the file that holds the kernels: the program, or a library that it loads.");
    }
    const Verdict& verdict = answer.verdict->verdict;
    const bool compressed = verdict.code == 200 && verdict.taken >= 0 && verdict.reasons[static_cast<std::size_t>(verdict.taken)].rule == "zstd";
    switch (verdict.code) {
        case 35:
        case 100: return for_driver(question, verdict.code);
        case 223: return without_rebuild("unset " + first_set(question.env, {"CUDA_DISABLE_PTX_JIT", "CUDA_DISABLE_JIT"}), "Lets the driver translate PTX again.");
        case 209:
            if (const std::string force = first_set(question.env, {"CUDA_FORCE_PTX_JIT", "CUDA_FORCE_JIT"}); !force.empty() && answer.verdict->served > 0)
                return without_rebuild("unset " + force, "Lets the driver take the machine code that is in the file.");
            return rebuild(question, "");
        default: return rebuild(question, compressed ? " --compress-mode=none" : "");
    }
}

}  // namespace launchlab
