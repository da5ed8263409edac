#include <algorithm>

#include "core/flags_reader.h"

// CMake 3.25.1 was asked for the refusals and what is handed to nvcc; cuda.md 5.2.
namespace launchlab {
namespace {

constexpr int first_with_all = 3023, first_with_native = 3024, first_with_f = 4001;

bool switched_off(const std::string& word) {
    const std::string lower = lower_case(word);
    return lower == "off" || lower == "no" || lower == "false" || lower == "n" || lower == "0" || lower == "ignore" || lower.ends_with("-notfound");
}

[[noreturn]] void refuse_item(const FlagsReader& reader, const Text& item) {
    const std::string& text = item.text();
    const std::string lower = lower_case(text);
    std::string what = "\"" + text + "\" is no entry of CUDA_ARCHITECTURES. ";
    if (text.find(',') != std::string::npos || text.find_first_of(" \t") != std::string::npos)
        what += "Entries are separated by semicolons: 80;86.";
    else if (lower == "all" || lower == "all-major" || lower == "native" || lower == "off")
        what += lower == text ? "This word stands alone, without other entries." : "Write it in small letters: " + lower + ".";
    else if (const std::string number = bare_number(lower.substr(0, lower.find('-'))); !number.empty())
        what += "Write " + number + (lower.starts_with("compute") ? "-virtual" : lower.starts_with("sm") ? "-real" : "") + ".";
    else
        what += "Write digits, perhaps a or f, and perhaps -real or -virtual: 80, 90a-real, 120-virtual.";
    reader.refuse("not_an_arch", item, what);
}

struct Item {
    Text number;
    bool sass = true, ptx = true;
};

Item parse_item(const FlagsReader& reader, const Text& item, bool checked) {
    Item out{item};
    const std::size_t dash = item.view().find('-');
    const std::string tail = dash == std::string::npos ? "" : item.text().substr(dash);
    if (tail == "-real") out.ptx = false;
    else if (tail == "-virtual") out.sass = false;
    else if (!tail.empty()) refuse_item(reader, item);
    out.number = item.cut(0, dash);
    const std::string& text = out.number.text();
    const std::string digits = text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
    const std::string suffix = text.substr(digits.size());
    if (digits.empty() || (suffix != "" && suffix != "a" && suffix != "f")) refuse_item(reader, item);
    const int version = version_number(reader.asked.tool, 99000);
    if (checked && suffix == "f" && version < first_with_f)
        reader.refuse("suffix_unknown_to_tool", item,
                      "this is right for a newer CMake, but " + reader.asked.tool + " knows no suffix f. Update CMake, or write --generate-code into CMAKE_CUDA_FLAGS.");
    return out;
}

}  // namespace

void read_cmake_list(FlagsReader& reader, const Text& value, bool checked) {
    const Text all = trimmed(value);
    if (all.empty()) reader.refuse("empty", value, "CUDA_ARCHITECTURES is empty. Name targets such as 80;90, or OFF for the compiler's default.");
    const int version = version_number(reader.asked.tool, 99000);
    if (switched_off(all.text())) {
        reader.note("CMake hands over no target, so the compiler's default is built.");
        return reader.add_default();
    }
    if (all.text() == "native") {
        if (version < first_with_native) reader.refuse("not_an_arch", all, reader.asked.tool + " does not know native. Name the targets, or use CMake 3.24.");
        return reader.add_native(all, true);
    }
    if (all.text() == "all" || all.text() == "all-major") {
        if (version < first_with_all) reader.refuse("not_an_arch", all, reader.asked.tool + " does not know " + all.text() + ". Name the targets, or use CMake 3.23.");
        Words handed(1);
        for (char c : std::string("-arch=")) handed[0].push(c, all.place());
        handed[0].append(all);
        return read_nvcc_words(reader, handed);
    }
    if (all.view().find_first_of(" \t\n") != std::string::npos && all.view().find(';') == std::string::npos && checked) refuse_item(reader, all);
    std::vector<Item> items;
    for (const Text& one : split(all, ";")) items.push_back(parse_item(reader, trimmed(one), checked));  // CMake looks at all of them first
    for (const Item& item : items) {
        const Target target = reader.target(item.number, Spelling::number);
        if (item.sass) reader.add(Kind::sass, target);
        if (item.ptx) reader.add(Kind::ptx, target);
    }
}

void read_cmake(FlagsReader& reader, const Text& text) {
    if (is_cmake_script(text.view())) return read_cmake_script(reader, text);
    const std::optional<Text> flags = value_of(text, "CMAKE_CUDA_FLAGS") ? value_of(text, "CMAKE_CUDA_FLAGS") : value_of(text, "CUDAFLAGS");
    std::optional<Text> list = value_of(text, "CMAKE_CUDA_ARCHITECTURES");
    if (!list) list = value_of(text, "CUDA_ARCHITECTURES");
    if (!list) list = value_of(text, "CUDAARCHS");
    if (list && list->empty() && text.view().find("CUDAARCHS") != std::string::npos && !has(text.view(), "CUDA_ARCHITECTURES")) list.reset();
    bool any = false;
    if (flags && speaks_nvcc(words(*flags))) {
        any = true;
        read_nvcc_words(reader, words(*flags));
    }
    if (list) return read_cmake_list(reader, *list, true);
    if (any) {  // project() takes what the flags compile for as the default, and hands it over once more
        for (const Target& one : reader.compiled_for) reader.add_both(one);
        return;
    }
    const Words typed = words(text);
    if (speaks_nvcc(typed)) return read_nvcc(reader, text);
    if (text.empty() || (!typed.empty() && (typed[0].text() == "cmake" || typed[0].view().ends_with("/cmake") || has(text.view(), "-D")))) return reader.add_default();
    read_cmake_list(reader, text, true);
}

}  // namespace launchlab
