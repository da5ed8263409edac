#include <algorithm>
#include <array>

#include "core/flags_reader.h"

// Tools and variables of which only the list of targets can be told: whether PTX is kept stands in their own build files.
namespace launchlab {
namespace {

constexpr std::array kokkos_generations{"kepler", "maxwell", "pascal", "volta", "turing", "ampere", "ada", "hopper", "blackwell"};

Target number_of(const FlagsReader& reader, const Text& item) {
    const std::string number = bare_number(item.text());
    if (number.empty()) reader.refuse("unknown_item", item, "\"" + item.text() + "\" is no target. Write for example 86.");
    const Target target = *parse_arch(Kind::sass, number);
    reader.check(target, item);
    return target;
}

// 80, 8.0, sm_80, 75+PTX, 80-virtual, Ampere.
void list_item(FlagsReader& reader, const Text& typed) {
    Text item = trimmed(typed);
    if (item.empty()) return;
    if (const std::vector<std::string> named = generation(item.view(), false); !named.empty()) {
        for (const std::string& one : named) reader.list(*parse_arch(Kind::sass, bare_number(one)));
        return;
    }
    bool ptx = lower_case(item.text()).starts_with("compute");
    for (const char* tail : {"+PTX", "+ptx", "-virtual"})
        if (item.view().ends_with(tail)) {
            item = item.cut(0, item.size() - std::string_view(tail).size());
            ptx = true;
        }
    if (item.view().ends_with("-real")) item = item.cut(0, item.size() - 5);
    reader.list(number_of(reader, item), ptx);
}

void read_kokkos(FlagsReader& reader, const Text& text) {
    const std::string lower = lower_case(text.text());
    for (const char* generation_name : kokkos_generations)
        for (std::size_t at = lower.find(generation_name); at != std::string::npos; at = lower.find(generation_name, at + 1)) {
            if (at > 0 && lower[at - 1] >= 'a' && lower[at - 1] <= 'z') continue;
            std::size_t from = at + std::string_view(generation_name).size();
            if (from < lower.size() && lower[from] == '_') ++from;
            std::size_t end = from;
            while (end < lower.size() && lower[end] >= '0' && lower[end] <= '9') ++end;
            if (end - from < 2) continue;
            const std::size_t line_end = std::min(lower.find_first_of(" ;,\n", end), lower.size());
            if (has(lower.substr(end, line_end - end), "=off")) continue;
            reader.list(number_of(reader, text.cut(from, end - from)));
        }
}

void read_nvhpc(FlagsReader& reader, const Text& text) {
    for (const Text& word : words(text)) {
        const std::size_t equal = word.view().find('=');
        const std::string name = word.text().substr(0, equal);
        if (name != "-gpu" && name != "--gpu" && name != "-ta" && name != "-Mcuda" && name != "-cudaarch") continue;
        if (equal == std::string::npos) continue;
        for (const Text& item : split(word.cut(equal + 1), ",:")) {
            if (!item.view().starts_with("cc") || item.size() < 4) continue;
            if (item.text() == "ccnative") reader.add_native(item, false);
            else if (item.text() == "ccall" || item.text() == "ccall-major")
                for (const Target& one : reader.all_targets(item.text() == "ccall-major")) reader.list(one);
            else reader.list(number_of(reader, item));
        }
    }
}

bool read_paddle(FlagsReader& reader, const Text& text) {
    const std::optional<Text> bin = value_of(text, "CUDA_ARCH_BIN"), name = value_of(text, "CUDA_ARCH_NAME");
    if (!bin && !name) return false;
    reader.answer.images.reset();
    if (name && name->text() == "Auto") {
        reader.add_native(*name, false);
    } else if (name && name->text() != "Manual" && !generation(name->view(), false).empty()) {
        list_item(reader, *name);
    }
    if (bin && (!name || name->text() != "Manual")) {
        reader.warn("ignored_without_manual", "CUDA_ARCH_BIN is read only with CUDA_ARCH_NAME=Manual.");
        return true;
    }
    if (bin)
        for (const Text& item : split(*bin, " ;,")) list_item(reader, item);
    return true;
}

// --with-gpu-arch='80 90', --with-cuda-gencodearch=80, --cuda-arch=sm_80
void read_configure(FlagsReader& reader, const Text& text) {
    for (const Text& word : words(text)) {
        const std::size_t equal = word.view().find('=');
        const std::string name = lower_case(word.text().substr(0, equal));
        if (equal == std::string::npos) continue;
        const bool chooses = (has(name, "arch") || has(name, "compute") || has(name, "gencode") || name.ends_with("_cc") || name.ends_with("-cc")) && !has(name, "path");
        if (!chooses) continue;
        if (speaks_nvcc(words(word.cut(equal + 1)))) {
            reader.answer.images.emplace();
            return read_nvcc_words(reader, words(word.cut(equal + 1)));
        }
        for (const Text& item : split(word.cut(equal + 1), " ;,")) list_item(reader, item);
    }
}

}  // namespace

void read_target_list(FlagsReader& reader, const Text& text) {
    const std::string lower = lower_case(text.text());
    if (has(lower, "kokkos")) read_kokkos(reader, text);
    else if (has(text.view(), "CUDA_ARCH_NAME") || has(text.view(), "CUDA_ARCH_BIN")) read_paddle(reader, text);
    else if (has(lower, "-gpu=") || has(lower, "-ta=") || has(lower, "-mcuda=")) read_nvhpc(reader, text);
    else if (has(lower, "--") || has(lower, "configure")) read_configure(reader, text);
    if (!reader.answer.archs.empty() || !reader.answer.warning.empty()) return;
    if (reader.answer.images && !reader.answer.images->empty()) return;
    // "... list of a package: 60;61;75+PTX" or NAME=60;61
    const std::size_t at = text.view().find_last_of(":=");
    for (const Text& item : split(at == std::string::npos ? text : text.cut(at + 1), " ;,\"'")) list_item(reader, item);
    if (reader.answer.archs.empty()) reader.refuse("unknown_item", text, "no target is in this text. Write for example 80;90.");
}

void read_package_env(FlagsReader& reader, const Text& text) {
    std::optional<Text> value;
    for (std::size_t equal = text.view().find('='); equal != std::string::npos; equal = text.view().find('=', equal + 1)) {
        std::size_t from = equal;
        while (from > 0 && (text[from - 1] == '_' || (text[from - 1] >= '0' && text[from - 1] <= '9') || (text[from - 1] >= 'A' && text[from - 1] <= 'Z') ||
                            (text[from - 1] >= 'a' && text[from - 1] <= 'z')))
            --from;
        const std::string name = text.text().substr(from, equal - from);
        const std::string lower = lower_case(name);
        if (has(lower, "arch") || has(lower, "cap") || lower == "sm" || lower.ends_with("_sm") || lower.ends_with("_cc") || lower == "cc" || has(lower, "gencode"))
            value = value_of(text.cut(from), name);
    }
    const Text list = value ? *value : trimmed(text);
    if (list.empty()) reader.refuse("empty", list, "the value is empty, as after a failed detection. Write for example 86.");
    if (speaks_nvcc(words(list))) return read_nvcc_words(reader, words(list));
    for (const Text& item : split(list, " ;,\"'")) list_item(reader, item);
    if (reader.answer.bare || reader.asked.load == "fatbin_file") {  // one kind is loaded, so what becomes of the list is known
        const std::vector<Target> archs = reader.answer.archs;
        const Kind kind = reader.asked.load.starts_with("ptx") ? Kind::ptx : Kind::sass;
        for (const Target& one : archs) reader.add(kind, one);
        reader.answer.archs.clear();
        reader.answer.ptx_archs.clear();
    }
}

}  // namespace launchlab
