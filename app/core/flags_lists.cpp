#include <algorithm>
#include <array>

#include "core/flags_reader.h"

// Lists of targets: PyTorch's variable (torch/utils/cpp_extension.py), plain lists, and what cuobjdump prints.
namespace launchlab {
namespace {

struct Generation {
    const char *name, *torch, *others;
};
// Longer names first. PyTorch's own table, and that of NVIDIA's CMake module.
constexpr std::array generations{
    Generation{"Kepler+Tesla", "3.7", "3.7"},         Generation{"Kepler+Tegra", "", "3.2"},
    Generation{"Kepler", "3.5+PTX", "3.0 3.5"},       Generation{"Maxwell+Tegra", "5.3", "5.3"},
    Generation{"Maxwell", "5.0;5.2+PTX", "5.0 5.2"},  Generation{"Pascal+Tegra", "", "6.2"},
    Generation{"Pascal", "6.0;6.1+PTX", "6.0 6.1"},   Generation{"Volta+Tegra", "7.2", "7.2"},
    Generation{"Volta", "7.0+PTX", "7.0"},            Generation{"Xavier", "", "7.2"},
    Generation{"Turing", "7.5+PTX", "7.5"},           Generation{"Ampere+Tegra", "8.7", "8.7"},
    Generation{"Ampere", "8.0;8.6+PTX", "8.0 8.6"},   Generation{"Orin", "", "8.7"},
    Generation{"Ada", "8.9+PTX", "8.9"},              Generation{"Lovelace", "", "8.9"},
    Generation{"Hopper", "9.0+PTX", "9.0"},           Generation{"Blackwell+Tegra", "10.1", "10.1"},
    Generation{"Blackwell", "10.0;12.0+PTX", "10.0 12.0"},
};

bool plain(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '+'; }

[[noreturn]] void refuse_torch(const Text& item) {
    const std::string& text = item.text();
    const auto odd = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), plain) - text.begin());
    const Text place = odd < text.size() ? item.cut(odd) : item;
    std::string what = text.empty() ? "an entry is empty. " : "torch knows no architecture \"" + text + "\". ";
    const std::string number = bare_number(text.substr(0, text.find_first_of("+-")));
    if (text.empty()) what += "Separate entries by one blank or one semicolon, and end without one.";
    else if (odd < text.size()) what += "Separate entries by blanks or semicolons: 8.6;8.9.";
    else if (text[0] == '+' || text == "PTX") what += "Write +PTX without blanks: 8.6+PTX.";
    else if (number.size() >= 2 && text.find('.') == std::string::npos) {
        const std::size_t digits = std::min(number.find_first_not_of("0123456789"), number.size());
        what += "Write it with a dot: " + number.substr(0, digits - 1) + "." + number.substr(digits - 1) + (text.ends_with("+PTX") ? "+PTX." : ".");
    } else
        what += "Write for example 8.6, 9.0a, 8.0+PTX or Ampere.";
    throw Refused{{"unknown_item", place.place(), text, what}};
}

bool torch_knows(const ToolkitTable& table, const Target& target) {
    return target.number >= Capability{3, 5} &&
           std::any_of(table.toolkits.begin(), table.toolkits.end(), [&](const Toolkit& one) { return builds(one, target); });
}

void add_torch_item(FlagsReader& reader, const Text& item, const Text& from) {
    const bool ptx = item.view().ends_with("+PTX");
    const std::string number = item.text().substr(0, item.size() - (ptx ? 4 : 0));
    const std::size_t dot = number.find('.');
    const Result<Target> target = parse_arch(Kind::sass, dot == std::string::npos ? "" : number.substr(0, dot) + number.substr(dot + 1));
    if (!target || number.find('.', dot + 1) != std::string::npos || !all_digits(number.substr(0, dot)) || !torch_knows(reader.toolkits, *target)) refuse_torch(from);
    reader.check(*target, from);
    reader.add(*target);
    if (ptx) reader.add(Kind::ptx, *target);
}

// One entry of a plain list: sm_80, compute_90, 8.6+PTX, 80-real, 90-virtual, 75.
bool add_list_item(FlagsReader& reader, const Text& item, bool all_ptx) {
    std::string text = item.text();
    bool sass = !all_ptx, ptx = all_ptx;
    auto drop = [&](std::string_view tail) {
        if (!lower_case(text).ends_with(tail)) return false;
        text.erase(text.size() - tail.size());
        return true;
    };
    if (drop("+ptx")) ptx = true;
    if (drop("-real")) ptx = false;
    else if (drop("-virtual")) ptx = true, sass = false;
    const std::string lower = lower_case(text);
    if (lower.starts_with("compute")) ptx = true, sass = false;
    const std::string number = bare_number(text);
    if (number.empty()) return false;
    const Target target = *parse_arch(Kind::sass, number);
    if (lower.starts_with("lto")) {
        reader.add(Kind::lto, target);
        return true;
    }
    if (sass) reader.add(target);
    if (ptx) reader.add(Kind::ptx, target);
    return true;
}

}  // namespace

std::vector<std::string> generation(std::string_view name, bool torch) {
    std::vector<std::string> out;
    for (const Generation& one : generations) {
        if (torch ? name != one.name : lower_case(name) != lower_case(one.name)) continue;
        for (const Text& item : split(Text(torch ? one.torch : one.others), "; ")) out.push_back(item.text());
    }
    return out;
}

void read_torch(FlagsReader& reader, const Text& text) {
    std::optional<Text> found = value_of(text, "TORCH_CUDA_ARCH_LIST");
    Text list = found ? *found : trimmed(text);
    if (!found && list.size() > 1 && (list[0] == '"' || list[0] == '\'') && list[list.size() - 1] == list[0]) list = list.cut(1, list.size() - 2);
    if (list.empty()) {
        if (reader.asked.build_gpus && reader.asked.build_gpus->empty())
            reader.refuse("native_no_gpu", list, "the list is empty and the build machine has no GPU to ask. Name the targets: TORCH_CUDA_ARCH_LIST=\"8.0;9.0+PTX\".");
        if (!reader.asked.build_gpus) reader.refuse("empty", list, "the list is empty, so torch asks the cards of the build machine. Name them: --build-gpus 8.6.");
        reader.note("The list is empty, so the cards of the build machine are taken, and the highest keeps PTX.");
        std::vector<Capability> cards = *reader.asked.build_gpus;
        std::sort(cards.begin(), cards.end());
        for (const Capability& card : cards) reader.add({Kind::sass, card, 0});
        return reader.add({Kind::ptx, cards.back(), 0});
    }
    Words items;
    std::size_t from = 0;
    for (std::size_t i = 0; i <= list.size(); ++i)
        if (i == list.size() || list[i] == ' ' || list[i] == ';') {
            items.push_back(list.cut(from, i - from));
            from = i + 1;
        }
    for (const Text& item : items) {
        const std::vector<std::string> named = generation(item.view(), true);
        if (named.empty()) add_torch_item(reader, item, item);
        for (const std::string& one : named) add_torch_item(reader, Text(one), item);
    }
}

void read_arch_list(FlagsReader& reader, const Text& text) {
    bool all_ptx = false, any = false;
    for (const Text& item : split(text, " ,;[](){}'\"\t\r\n|=")) {
        const std::string lower = lower_case(item.text());
        if (lower == "ptx:" || lower == "ptx" || lower == "--list-ptx") {
            all_ptx = true;
        } else if (lower == "elf:" || lower == "sass:" || lower == "cubin:" || lower == "--list-elf") {
            all_ptx = false;
        } else if (add_list_item(reader, item, all_ptx)) {
            any = true;
        } else if (const std::vector<std::string> named = generation(item.view(), false); !named.empty()) {
            for (const std::string& one : named) add_list_item(reader, Text(one), all_ptx);
            any = true;
        } else if (item[0] >= '0' && item[0] <= '9') {
            reader.refuse("unknown_item", item, "\"" + item.text() + "\" is no target. Write for example 8.6, 86, sm_86 or compute_86.");
        }
    }
    if (!any) reader.refuse("unknown_item", text, "no target is in this text. Write for example 8.0;9.0+PTX, sm_80 or compute_90.");
}

void read_cuobjdump(FlagsReader& reader, const Text& text) {
    std::optional<Kind> section;
    for (const Text& typed : split(text, "\r\n")) {
        const Text line = trimmed(typed);
        const std::string lower = lower_case(line.text());
        auto target_in = [&](std::size_t at) {
            std::string digits;
            for (std::size_t i = at; i < lower.size() && ((lower[i] >= '0' && lower[i] <= '9') || lower[i] == 'a' || lower[i] == 'f'); ++i) digits += lower[i];
            return parse_arch(Kind::sass, digits);
        };
        const bool elf_file = lower.starts_with("elf file"), ptx_file = lower.starts_with("ptx file"), lto_file = lower.starts_with("lto");
        const std::size_t sm = lower.rfind("sm_");
        if ((elf_file || ptx_file || lto_file) && sm != std::string::npos) {
            if (const Result<Target> target = target_in(sm + 3)) reader.add(elf_file ? Kind::sass : ptx_file ? Kind::ptx : Kind::lto, *target);
        } else if (lower.starts_with("fatbin ")) {
            section = has(lower, "elf") ? Kind::sass : has(lower, "ptx") ? Kind::ptx : Kind::lto;
        } else if (section && lower.starts_with("arch") && sm != std::string::npos) {
            if (const Result<Target> target = target_in(sm + 3)) reader.add(*section, *target);
        } else if (section == Kind::ptx && lower.starts_with("code version")) {
            const std::size_t open = lower.find('['), comma = lower.find(',');
            if (open == std::string::npos || comma == std::string::npos || comma < open) continue;
            const int version = version_number(lower.substr(open + 1, comma - open - 1) + "." + std::string(trimmed(Text(lower.substr(comma + 1))).view()), 0);
            reader.answer.ptx = std::max(reader.answer.ptx, PtxVersion{version / 1000, version % 1000});
        }
    }
    if (reader.answer.images->empty()) reader.refuse("unknown_item", text, "no image is in this listing. Give what cuobjdump --list-elf --list-ptx or cuobjdump alone prints.");
}

}  // namespace launchlab
