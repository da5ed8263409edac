#include <algorithm>

#include "core/flags_reader.h"

// Build systems that turn a list of their own into nvcc's options: Visual Studio, OpenCV, Bazel, xmake, Meson, Spack.
namespace launchlab {
namespace {

// "8.6", "86" or "6.1(6.0)": the real target; what stands in brackets is the virtual one and embeds nothing.
Target real_part(const FlagsReader& reader, const Text& item, Spelling spelling) {
    const std::size_t bracket = item.view().find('(');
    const Text real = item.cut(0, bracket);
    if (spelling == Spelling::dotted && real.view().find('.') == std::string::npos) spelling = Spelling::number;
    return reader.target(real, spelling, "unknown_item");
}

bool add_generation(FlagsReader& reader, const Text& item) {
    const std::vector<std::string> named = generation(item.view(), false);
    for (const std::string& one : named) reader.add(*parse_arch(Kind::sass, bare_number(one)));
    return !named.empty();
}

}  // namespace

void read_msbuild(FlagsReader& reader, const Text& text) {
    const Words typed = words(text);
    if (speaks_nvcc(typed)) return read_nvcc(reader, text);
    Text list = trimmed(text);
    if (const std::size_t open = text.view().find("<CodeGeneration"); open != std::string::npos) {
        const std::size_t from = text.view().find('>', open), to = text.view().find("</CodeGeneration", open);
        list = from == std::string::npos ? Text() : text.cut(from + 1, to == std::string::npos ? to : to - from - 1);
    }
    bool any = false;
    for (const Text& typed_item : split(list, ";\n")) {
        const Text item = trimmed(typed_item);
        if (item.empty() || item.view().starts_with("%(")) continue;
        any = true;
        const Words parts = split_keeping(item, ',');
        if (parts.size() != 2)
            reader.refuse(lower_case(item.text()).starts_with("sm") ? "missing_arch" : "missing_code", item,
                          "Visual Studio wants pairs: compute_86,sm_86. Separate pairs by semicolons.");
        const Target from = reader.target(trimmed(parts[0]), Spelling::name), code = reader.target(trimmed(parts[1]), Spelling::name);
        if (from.kind != Kind::ptx) reader.refuse("needs_virtual", parts[0], "the first of a pair is the virtual target. Write compute_" + to_arch(from) + ".");
        reader.add(paired(reader, from, code, trimmed(parts[1])));
        reader.add(from);
    }
    if (!any) reader.add_default();
}

void read_opencv(FlagsReader& reader, const Text& text) {
    const std::optional<Text> bin = value_of(text, "CUDA_ARCH_BIN"), ptx = value_of(text, "CUDA_ARCH_PTX"), name = value_of(text, "CUDA_GENERATION");
    if (!bin && !ptx && !name) reader.refuse("unknown_item", text, "CUDA_ARCH_BIN and CUDA_ARCH_PTX are missing. Write -D CUDA_ARCH_BIN=8.6 -D CUDA_ARCH_PTX=8.6.");
    if (name && !name->empty() && (!bin || bin->empty())) {
        if (name->text() == "Auto") reader.add_native(*name, true);
        else if (!add_generation(reader, *name)) reader.refuse("unknown_item", *name, "OpenCV knows no generation \"" + name->text() + "\". Write for example Ampere, or CUDA_ARCH_BIN=8.6.");
    }
    if (bin)
        for (const Text& item : split(*bin, " ;,")) reader.add(real_part(reader, item, Spelling::dotted));
    if (ptx)
        for (const Text& item : split(*ptx, " ;,")) reader.add(Kind::ptx, real_part(reader, item, Spelling::dotted));
}

void read_bazel(FlagsReader& reader, const Text& text) {
    if (const std::size_t at = text.view().find("cuda:archs="); at != std::string::npos) {
        for (const Text& spec : split(value_of(text.cut(at), "archs").value_or(Text()), ";")) {
            const std::size_t colon = spec.view().find(':');
            std::optional<Target> from;
            if (colon != std::string::npos) from = reader.target(spec.cut(0, colon), Spelling::name);
            for (const Text& one : split(colon == std::string::npos ? spec : spec.cut(colon + 1), ",")) {
                const Target code = reader.target(trimmed(one), Spelling::name);
                reader.add(from ? paired(reader, *from, code, one) : code);
            }
        }
        return;
    }
    std::optional<Text> list;
    for (const char* name : {"HERMETIC_CUDA_COMPUTE_CAPABILITIES", "TF_CUDA_COMPUTE_CAPABILITIES", "CUDA_COMPUTE_CAPABILITIES", "cuda_compute_capabilities"})
        if (!list) list = value_of(text, name);
    if (!list) list = trimmed(text);
    if (list->empty()) reader.refuse("empty", *list, "the list is empty. Write for example sm_80,compute_90.");
    for (const Text& typed : split(*list, ",")) {
        const Text item = trimmed(typed);
        const bool named = item.view().starts_with("sm_") || item.view().starts_with("compute_");
        const Target target = reader.target(item, named ? Spelling::name : Spelling::dotted, "unknown_item");
        reader.add(Kind::sass, target);
        if (!item.view().starts_with("sm_")) reader.add(Kind::ptx, target);
    }
}

void read_xmake(FlagsReader& reader, const Text& text) {
    bool any = false;
    for (std::size_t at = text.view().find("add_cugencodes"); at != std::string::npos; at = text.view().find("add_cugencodes", at + 1)) {
        const std::size_t open = text.view().find('(', at), close = open == std::string::npos ? open : text.view().find(')', open);
        if (open == std::string::npos) break;
        Text inside = text.cut(open + 1, close == std::string::npos ? close : close - open - 1);
        for (std::size_t from = inside.view().find_first_of("\"'"); from != std::string::npos;) {
            const std::size_t end = inside.view().find(inside[from], from + 1);
            if (end == std::string::npos) break;
            any = true;
            const Text item = inside.cut(from + 1, end - from - 1);
            std::optional<Target> virtual_target;
            const Words parts = split(item, ", ");
            for (const Text& part : parts) {
                if (part.text() == "native") {
                    reader.add_native(part, false);
                    continue;
                }
                const Target target = reader.target(part, Spelling::name);
                if (target.kind == Kind::ptx && parts.size() > 1 && !virtual_target) virtual_target = target;
                else reader.add(virtual_target ? paired(reader, *virtual_target, target, part) : target);
            }
            from = inside.view().find_first_of("\"'", end + 1);
        }
    }
    if (!any) reader.refuse("unknown_item", text, "add_cugencodes(\"...\") is missing. Write for example add_cugencodes(\"sm_80\").");
}

void read_meson(FlagsReader& reader, const Text& text) {
    std::size_t open = text.view().find("nvcc_arch_");
    open = open == std::string::npos ? 0 : text.view().find('(', open);
    Words items;
    for (std::size_t from = text.view().find_first_of("'\"", open == std::string::npos ? 0 : open); from != std::string::npos;) {
        const std::size_t end = text.view().find(text[from], from + 1);
        if (end == std::string::npos) break;
        for (const Text& one : split(text.cut(from + 1, end - from - 1), " ;,")) items.push_back(one);
        from = text.view().find_first_of("'\"", end + 1);
    }
    // The first is the version of nvcc where it stands as text.
    if (!items.empty() && !has(items[0].view(), "(") && toolkit_named(reader.toolkits, items[0].view()) && version_number(items[0].view(), 0) >= 5000 &&
        has(text.view(), "nvcc_arch_") && text[text.view().find_first_of("'\"", open)] == text[text.view().find_first_of("'\"")] && items.size() > 1) {
        if (!reader.toolkit) reader.toolkit = toolkit_named(reader.toolkits, items[0].view());
        items.erase(items.begin());
    }
    for (const Text& item : items) {
        const bool ptx = item.view().ends_with("+PTX");
        const Text rest = item.cut(0, item.size() - (ptx ? 4 : 0));
        if (const std::vector<std::string> named = generation(rest.view(), false); !named.empty()) {
            add_generation(reader, rest);
            if (ptx) reader.add(Kind::ptx, *parse_arch(Kind::sass, bare_number(named.back())));
            continue;
        }
        if (rest.text() == "Auto") {
            reader.add_native(rest, false);
            continue;
        }
        if (rest.text() == "All" || rest.text() == "Common") {
            reader.note("What " + rest.text() + " means depends on the release of Meson.");
            reader.answer.images.reset();
            return;
        }
        const Target target = real_part(reader, rest, Spelling::dotted);
        reader.add(target);
        if (ptx) reader.add(Kind::ptx, target);
    }
    if (items.empty()) reader.refuse("unknown_item", text, "no architecture stands here. Write for example cuda.nvcc_arch_flags('12.4', '8.6+PTX').");
}

void read_spack(FlagsReader& reader, const Text& text) {
    const std::optional<Text> list = value_of(text, "cuda_arch");
    if (!list || list->empty()) reader.refuse("empty", text, "cuda_arch is missing. Write for example +cuda cuda_arch=80.");
    for (const Text& item : split(*list, ", ")) {
        if (item.text() == "none") continue;
        reader.add_both(reader.target(item, Spelling::number));
    }
}

}  // namespace launchlab
