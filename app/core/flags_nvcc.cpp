#include <algorithm>
#include <array>

#include "core/flags_reader.h"

// nvcc 13.0 was asked for each rule here (--dryrun); cuda.md 5.1 and 1.8 list the answers.
namespace launchlab {
namespace {

// Options whose value is the next word when no '=' follows: nvcc takes that word whatever it looks like.
constexpr std::array takes_value{
    "-o", "--output-file", "-include", "--pre-include", "-l", "--library", "-D", "--define-macro", "-U", "--undefine-macro", "-I", "--include-path",
    "-isystem", "--system-include", "-L", "--library-path", "-odir", "--output-directory", "-ccbin", "--compiler-bindir", "-arbin", "--archiver-binary",
    "-cudart", "--cudart", "-cudadevrt", "--cudadevrt", "-ldir", "--libdevice-directory", "-target-dir", "--target-directory", "-opt-info",
    "--optimization-info", "-O", "--optimize", "-Ofc", "--Ofast-compile", "-dopt", "--dopt", "-ftemplate-backtrace-limit", "-ftemplate-depth", "-x", "--x",
    "-std", "--std", "-m", "--machine", "-Xcompiler", "--compiler-options", "-Xlinker", "--linker-options", "-Xarchive", "--archive-options", "-Xptxas",
    "--ptxas-options", "-Xnvlink", "--nvlink-options", "-t", "--threads", "-split-compile", "--split-compile", "-time", "--time", "-run-args", "--run-args",
    "-MF", "--dependency-output", "-MT", "--dependency-target-name", "-e", "--entries", "-maxrregcount", "--maxrregcount", "-ftz", "--ftz", "-prec-div",
    "-prec-sqrt", "-fmad", "--fmad", "-default-stream", "--default-stream", "-Werror", "--Werror", "-diag-error", "-diag-suppress", "-diag-warn",
    "--diag-suppress", "--diag-error", "--diag-warn", "-keep-dir", "--keep-dir", "-frandom-seed", "-fdevice-time-trace", "-idp", "-ddp", "-dp", "-jtd"};

// Names that people write for the three options; nvcc knows none of them.
constexpr std::array mistaken{"--arch", "-gpu-architecture", "--gpu-arch", "-gpu-arch", "--gencode", "-generate-code", "--gen-code", "-gen-code", "--code",
                              "-gpu-code", "--gpu_arch", "--gpu-architectures", "-gencodes", "--sm", "-sm"};

struct Line {
    std::vector<Text> arch, code, gencode;
    Text mode_word;
    std::string mode;  // "", "ptx", "cubin"
    std::string compress;
    bool compile_only = false, lto = false, rdc = false, has_source = false, has_object = false, is_nvcc = false;
};

bool option_is(const std::string& name, std::initializer_list<std::string_view> names) { return std::find(names.begin(), names.end(), name) != names.end(); }

bool names_nvcc(const Text& word) {
    std::string_view name = word.view();
    if (const std::size_t slash = name.find_last_of("/\\"); slash != std::string_view::npos) name.remove_prefix(slash + 1);
    return name == "nvcc" || name == "nvcc.exe" || name == "$(NVCC)" || name == "${NVCC}" || name == "$NVCC";
}

// NAME=value before a command.
bool assigns(const Text& word, std::string_view name) { return word.view().starts_with(name) && word.size() > name.size() && word[name.size()] == '='; }

Words with_environment(const Words& typed, const Words& prepend, const Words& append) {
    Words out;
    bool begun = false;
    for (const Text& word : typed) {
        if (assigns(word, "NVCC_PREPEND_FLAGS") || assigns(word, "NVCC_APPEND_FLAGS")) continue;
        out.push_back(word);
        if (!begun && names_nvcc(word)) {
            begun = true;
            out.insert(out.end(), prepend.begin(), prepend.end());
        }
    }
    if (!begun) out.insert(out.begin(), prepend.begin(), prepend.end());
    out.insert(out.end(), append.begin(), append.end());
    return out;
}

Line read_options(FlagsReader& reader, const Words& words) {
    Line line;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Text& word = words[i];
        if (names_nvcc(word)) line.is_nvcc = true;
        if (word.empty() || word[0] != '-') {
            if (!word.empty() && word[0] == '@') reader.note("The options in the file " + word.text().substr(1) + " are not read. Put them into the line.");
            line.has_source = line.has_source || word.view().ends_with(".cu");
            line.has_object = line.has_object || word.view().ends_with(".o") || word.view().ends_with(".obj") || word.view().ends_with(".a");
            continue;
        }
        const std::size_t equal = word.view().find('=');
        const std::string name = word.text().substr(0, equal);
        const bool chooses = option_is(name, {"-arch", "--gpu-architecture", "-code", "--gpu-code", "-gencode", "--generate-code", "-rdc",
                                              "--relocatable-device-code", "-compress-mode", "--compress-mode"});
        if (chooses) {
            Text value;
            if (equal != std::string::npos) value = word.cut(equal + 1);
            else if (i + 1 < words.size()) value = words[++i];
            else reader.refuse(name.find("gen") == std::string::npos ? "not_an_arch" : "missing_code", word, "a value is missing behind " + name + ".");
            if (option_is(name, {"-arch", "--gpu-architecture"})) line.arch.push_back(value);
            else if (option_is(name, {"-code", "--gpu-code"})) line.code.push_back(value);
            else if (option_is(name, {"-gencode", "--generate-code"})) line.gencode.push_back(value);
            else if (option_is(name, {"-rdc", "--relocatable-device-code"})) line.rdc = value.text() == "true";
            else line.compress = value.text();
        } else if (std::find(mistaken.begin(), mistaken.end(), name) != mistaken.end()) {
            const bool gen = has(name, "gen"), code = has(name, "code");
            reader.refuse("unrecognized_option", word,
                          "nvcc knows no option " + name + ". Write " + (gen ? "-gencode or --generate-code" : code ? "-code or --gpu-code" : "-arch or --gpu-architecture") + ".");
        } else if (option_is(name, {"-ptx", "--ptx", "-cubin", "--cubin"})) {
            line.mode = name.substr(name.find_last_of('-') + 1);
            line.mode_word = word;
        } else if (option_is(name, {"-c", "--compile"})) {
            line.compile_only = true;
        } else if (option_is(name, {"-dc", "--device-c", "-dw", "--device-w"})) {
            line.compile_only = line.rdc = true;
        } else if (option_is(name, {"-dlto", "--dlink-time-opt"})) {
            line.lto = line.rdc = true;
        } else if (option_is(name, {"-lto", "--lto", "-ltoir", "--ltoir"})) {
            line.lto = line.rdc = line.compile_only = true;
        } else if (option_is(name, {"-no-compress", "--no-compress"})) {
            line.compress = "none";
        } else if (equal == std::string::npos && std::find(takes_value.begin(), takes_value.end(), name) != takes_value.end()) {
            ++i;
        }
    }
    return line;
}

// "[sm_80,compute_80]", "\"sm_80,compute_80\"" or one name.
std::vector<Text> code_list(const FlagsReader& reader, const Text& value) {
    Text inside = value;
    if (!value.empty() && (value[0] == '[' || value[0] == '"')) {
        const char end = value[0] == '[' ? ']' : '"';
        if (value.size() < 2 || value[value.size() - 1] != end)
            reader.refuse("not_keyword_value", value, "the bracket is not closed in this word. Write the list without blanks: code=[sm_80,compute_80].");
        inside = value.cut(1, value.size() - 2);
    }
    std::vector<Text> out;
    for (const Text& one : split_keeping(inside, ',')) out.push_back(trimmed(one));
    return out;
}

// Elements of a -gencode value: commas inside [ ] and inside quotes that nvcc itself sees do not separate.
Words elements(const Text& value) {
    Words out;
    std::size_t from = 0;
    bool bracket = false, quoted = false;
    for (std::size_t i = 0; i <= value.size(); ++i) {
        if (i == value.size() || (value[i] == ',' && !bracket && !quoted)) {
            if (i > from) out.push_back(value.cut(from, i - from));
            from = i + 1;
        } else if (value[i] == '"') {
            quoted = !quoted;
        } else if (!quoted && (value[i] == '[' || value[i] == ']')) {
            bracket = value[i] == '[';
        }
    }
    return out;
}

Target need_virtual(const FlagsReader& reader, const Text& word) {
    const Target target = reader.target(word, Spelling::name);
    if (target.kind == Kind::sass)
        reader.refuse("needs_virtual", word, "a virtual target stands here, since -code names the real ones. Write compute_" + to_arch(target) + ".");
    return target;
}

struct Pair {
    Target virtual_target;
    std::vector<std::pair<Target, Text>> codes;
};

Pair read_gencode(const FlagsReader& reader, const Text& value) {
    std::optional<Text> arch, code;
    for (const Text& element : elements(value)) {
        const std::size_t equal = element.view().find('=');
        if (equal == std::string::npos)
            reader.refuse("not_keyword_value", element,
                          "-gencode takes arch=... and code=... only. Several codes need brackets: code=[sm_80,compute_80], quoted for the shell.");
        const std::string key = element.text().substr(0, equal);
        if (key != "arch" && key != "code")
            reader.refuse("bad_keyword", element, "\"" + key + "\" is no word of -gencode. Write arch=" + std::string(key.starts_with("comp") ? "compute_70,code=sm_70." : "... or code=..."));
        std::optional<Text>& slot = key == "arch" ? arch : code;
        if (slot) reader.refuse("bad_keyword", element, key + " is named twice in one -gencode. Write one -gencode for each, or code=[sm_80,sm_86].");
        slot = element.cut(equal + 1);
    }
    if (!arch) reader.refuse("missing_arch", value, "arch= is missing. Write -gencode arch=compute_80,code=sm_80.");
    if (!code)
        reader.refuse("missing_code", value,
                      std::string("code= is missing") + (value.view().ends_with(',') ? ": the blank behind the comma ends the word. Write it without a blank: "
                                                                                       : ". Write for example ") +
                          "-gencode arch=compute_80,code=sm_80.");
    Pair out;
    out.virtual_target = need_virtual(reader, *arch);
    for (const Text& one : code_list(reader, *code)) {
        Target target = reader.target(one, Spelling::name);
        out.codes.push_back({paired(reader, out.virtual_target, target, one), one});
    }
    return out;
}

// What one shorthand -arch embeds, without -code.
void read_shorthand(FlagsReader& reader, const Text& word) {
    if (option_is(word.text(), {"all", "all-major", "native"})) {
        const int first = word.text() == "native" ? 11006 : 11005;
        if (reader.toolkit && version_number(reader.toolkit->version, 0) < first)
            reader.refuse("not_an_arch", word, "nvcc knows " + word.text() + " from CUDA 11." + std::to_string(first - 11000) + " on. Name the targets, or build with a newer toolkit.");
        if (word.text() == "native") return reader.add_native(word, false);
        const std::vector<Target> all = reader.all_targets(word.text() == "all-major");
        for (const Target& one : all) {
            reader.add(one);
            reader.compiles_for(one);
        }
        if (all.empty()) return;
        for (const Target& one : all)
            if (one.number.major == all.back().number.major) return reader.add(Kind::ptx, one);
    }
    const Target target = reader.target(word, Spelling::name);
    reader.compiles_for(target);
    if (target.kind == Kind::lto) return reader.add(target);
    // Since 12.9 a shorthand with a suffix brings the plain PTX along.
    if (target.suffix && (!reader.toolkit || version_number(reader.toolkit->version, 0) >= 12009))
        reader.add(Kind::ptx, {Kind::ptx, target.number, 0});
    if (target.kind == Kind::sass) reader.add(target);
    reader.add(Kind::ptx, target);
}

void read_ptx_mode(FlagsReader& reader, const Line& line, const std::vector<Pair>& pairs) {
    std::vector<Target> wanted;
    auto want = [&](const Target& target) {
        if (std::find(wanted.begin(), wanted.end(), as(Kind::ptx, target)) == wanted.end()) wanted.push_back(as(Kind::ptx, target));
    };
    for (const Pair& pair : pairs) want(pair.virtual_target);
    if (!line.arch.empty() && line.code.empty()) {
        if (option_is(line.arch.back().text(), {"all", "all-major"}))
            reader.refuse("cannot_combine", line.mode_word, "-ptx writes one text, so it takes one target. Name one with -arch.");
        if (line.arch.back().text() == "native") return reader.add_native(line.arch.back(), false);
        want(reader.target(line.arch.back(), Spelling::name));
    }
    if (wanted.size() > 1) reader.refuse("cannot_combine", line.mode_word, "-ptx writes one text, so it takes one target. Name one with -arch.");
    if (wanted.empty()) return reader.add_default(true);
    reader.add(wanted.front());
}

void read_cubin_mode(FlagsReader& reader, const Line& line, const std::vector<Pair>& pairs) {
    std::vector<Target> wanted;
    for (const Pair& pair : pairs)
        for (const auto& [target, word] : pair.codes) wanted.push_back(target);
    if (!line.arch.empty() && line.code.empty()) {
        const Text& word = line.arch.back();
        if (option_is(word.text(), {"all", "all-major"}))
            reader.refuse("cannot_combine", line.mode_word, "-cubin writes one image, so it takes one target. Name one with -arch=sm_90.");
        if (word.text() == "native") return reader.add_native(word, false);
        wanted.push_back(reader.target(word, Spelling::name));
    }
    if (wanted.size() > 1) reader.refuse("cannot_combine", line.mode_word, "-cubin writes one image, so it takes one target. Name one with -arch=sm_90, or use -fatbin.");
    if (wanted.empty()) {
        reader.add_default();
        reader.answer.images->pop_back();
        return;
    }
    if (wanted.front().kind != Kind::sass)
        reader.refuse("no_cubin", line.mode_word, "-cubin needs a real target. Write -arch=sm_" + to_arch(wanted.front()) + ", or use -ptx.");
    reader.add(wanted.front());
}

// LTO-IR beside PTX in the object; a finished program holds what the link step makes of it.
void keep_for_link(FlagsReader& reader, const Line& line) {
    if (!line.lto || !line.compile_only || !reader.answer.images) return;
    for (Target& one : *reader.answer.images)
        if (one.kind == Kind::sass) one.kind = Kind::lto;
}

}  // namespace

Target paired(const FlagsReader& reader, const Target& from, Target code, const Text& word) {
    const std::string names = "arch=" + to_name(as(Kind::ptx, from)) + " and code=" + to_name(code);
    auto refuse = [&](const std::string& why) { reader.refuse("incompatible_pair", word, names + " do not go together: " + why); };
    if (code.kind == Kind::ptx) {
        if (code.number != from.number || code.suffix != from.suffix)
            refuse("PTX is kept as it was compiled. Write code=" + to_name(as(Kind::ptx, from)) + ", or a -gencode of its own for " + to_name(code) + ".");
        return code;
    }
    if (code.number < from.number) refuse("code for an older card cannot come from newer PTX. Write arch=compute_" + to_arch(code) + ".");
    if (from.suffix == 'a') {
        if (code.suffix != 'a') refuse("the suffix a is for one chip. Write code=" + to_name(as(code.kind, from)) + ".");
        if (code.number != from.number)
            reader.refuse("ptxas_future_arch", word, names + ": nvcc lets this pass, then ptxas stops, since compute_" + to_arch(from) + " is for " +
                                                         to_text(from.number) + " alone. Write arch=compute_" + to_arch(code) + ".");
    }
    if (from.suffix == 'f') {
        if (code.number.major != from.number.major) refuse("another family. Write arch=compute_" + to_arch(code) + ".");
        if (code.suffix == 0) code.suffix = 'f';
    }
    return code;
}

bool speaks_nvcc(const Words& words) {
    return std::any_of(words.begin(), words.end(), [](const Text& word) {
        const std::string name = word.text().substr(0, word.view().find('='));
        return option_is(name, {"-arch", "--gpu-architecture", "-code", "--gpu-code", "-gencode", "--generate-code"}) ||
               std::find(mistaken.begin(), mistaken.end(), name) != mistaken.end();
    });
}

void read_nvcc_words(FlagsReader& reader, const Words& words) {
    const Line line = read_options(reader, words);
    reader.answer.rdc = reader.answer.rdc || line.rdc;
    if (line.arch.size() > 1 && std::any_of(line.arch.begin(), line.arch.end(), [&](const Text& one) { return one.text() != line.arch.back().text(); }))
        reader.warn("redefined_last_wins", "-arch is given more than once. The last one counts: " + line.arch.back().text() + ".");
    std::vector<Pair> pairs;
    if (!line.code.empty()) {
        if (line.arch.empty()) reader.refuse("missing_arch", line.code.front(), "-code needs a virtual target beside it. Write -arch=compute_80 -code=sm_80.");
        const Text& arch = line.arch.back();
        if (option_is(arch.text(), {"all", "all-major", "native"}))
            reader.refuse("cannot_combine", arch, "-arch=" + arch.text() + " names the codes itself. Leave -code out, or name the targets with -gencode.");
        Pair pair;
        pair.virtual_target = need_virtual(reader, arch);
        for (const Text& list : line.code)
            for (const Text& one : code_list(reader, list)) pair.codes.push_back({paired(reader, pair.virtual_target, reader.target(one, Spelling::name), one), one});
        pairs.push_back(std::move(pair));
    }
    for (const Text& value : line.gencode) {
        pairs.push_back(read_gencode(reader, value));
        for (const auto& [target, word] : pairs.back().codes)
            if (target.kind == Kind::lto && !reader.answer.rdc)
                reader.refuse("cannot_combine", word, "LTO-IR needs a link step. Add -rdc=true or -dc, or write code=sm_" + to_arch(target) + ".");
    }
    if (line.mode == "ptx" || line.mode == "cubin") {
        reader.answer.bare = reader.asked.load != "fatbin_file";
        return line.mode == "ptx" ? read_ptx_mode(reader, line, pairs) : read_cubin_mode(reader, line, pairs);
    }
    if (line.code.empty() && !line.arch.empty()) read_shorthand(reader, line.arch.back());
    for (const Pair& pair : pairs) {
        reader.compiles_for(pair.virtual_target);
        for (const auto& [target, word] : pair.codes) reader.add(target);
    }
    if (pairs.empty() && line.arch.empty()) reader.add_default();
    keep_for_link(reader, line);
    const int version = reader.toolkit ? version_number(reader.toolkit->version, 0) : 0;
    reader.answer.zstd = line.compress.empty() || line.compress == "default" ? version >= 13000 : line.compress != "none" && line.compress != "speed";
}

void read_nvcc(FlagsReader& reader, const Text& text) {
    std::vector<Words> lines = commands(text);
    Words prepend, append;
    for (const Words& line : lines)
        for (const Text& word : line) {
            if (assigns(word, "NVCC_PREPEND_FLAGS")) prepend = words(word.cut(std::string_view("NVCC_PREPEND_FLAGS=").size()));
            if (assigns(word, "NVCC_APPEND_FLAGS")) append = words(word.cut(std::string_view("NVCC_APPEND_FLAGS=").size()));
        }
    auto is_compile = [](const Words& line) {
        const bool nvcc = std::any_of(line.begin(), line.end(), names_nvcc);
        const bool source = std::any_of(line.begin(), line.end(), [](const Text& word) { return word.view().ends_with(".cu"); });
        return std::pair(nvcc || speaks_nvcc(line), source);
    };
    bool any_source = false, any = false;
    for (const Words& line : lines) any_source = any_source || (is_compile(line).first && is_compile(line).second);
    for (const Words& line : lines) {
        const auto [nvcc, source] = is_compile(line);
        if (!nvcc || (any_source && !source)) continue;  // a line that only links objects compiles nothing
        any = true;
        read_nvcc_words(reader, with_environment(line, prepend, append));
    }
    if (!any) {
        Words all;
        for (const Words& line : lines) all.insert(all.end(), line.begin(), line.end());
        read_nvcc_words(reader, with_environment(all, prepend, append));
    }
}

}  // namespace launchlab
