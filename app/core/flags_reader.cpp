#include "core/flags_reader.h"

#include <algorithm>

namespace launchlab {
namespace {

// The spelling that the tool wants, of a number as people write it.
std::string spelled(Spelling spelling, const std::string& number) {
    if (spelling == Spelling::name) return "sm_" + number;
    if (spelling == Spelling::number) return number;
    const std::size_t digits = number.find_first_not_of("0123456789") == std::string::npos ? number.size() : number.find_first_not_of("0123456789");
    return digits < 2 ? number : number.substr(0, digits - 1) + "." + number.substr(digits - 1);
}

bool known_somewhere(const ToolkitTable& table, const Target& target) {
    return std::any_of(table.toolkits.begin(), table.toolkits.end(), [&](const Toolkit& one) { return builds(one, target); });
}

std::string nearest_targets(const ToolkitTable& table, const Toolkit* toolkit, Capability to, Spelling spelling) {
    const Toolkit* from = toolkit ? toolkit : table.toolkits.empty() ? nullptr : &table.toolkits.back();
    if (!from) return "";
    std::string below, above;
    for (const std::string& arch : from->targets) {
        const Result<Target> one = parse_arch(Kind::sass, arch);
        if (!one || one->suffix) continue;
        if (one->number < to) below = arch;
        else if (above.empty()) above = arch;
    }
    std::string out;
    for (const std::string& arch : {below, above})
        if (!arch.empty()) out += (out.empty() ? "" : " and ") + spelled(spelling, arch);
    return out;
}

}  // namespace

Target as(Kind kind, Target target) {
    target.kind = kind;
    return target;
}

std::string bare_number(std::string_view text) {
    std::string lower = lower_case(text);
    for (const char* prefix : {"compute", "sm", "lto", "cc"})
        if (lower.starts_with(prefix)) {
            lower.erase(0, std::string_view(prefix).size());
            break;
        }
    while (!lower.empty() && (lower[0] == '_' || lower[0] == '-' || lower[0] == ' ')) lower.erase(0, 1);
    std::string out;
    for (char c : lower)
        if (c != '.') out += c;
    return parse_arch(Kind::sass, out) ? out : "";
}

int version_number(std::string_view text, int otherwise) {
    std::size_t i = text.find_first_of("0123456789");
    if (i == std::string_view::npos) return otherwise;
    int part[2] = {0, 0};
    for (int k = 0; k < 2 && i < text.size(); ++k) {
        while (i < text.size() && text[i] >= '0' && text[i] <= '9' && part[k] < 999) part[k] = part[k] * 10 + (text[i++] - '0');
        if (i >= text.size() || text[i] != '.') break;
        ++i;
    }
    return part[0] * 1000 + part[1];
}

FlagsReader::FlagsReader(const FlagsQuestion& question, const ToolkitTable& table)
    : asked(question), toolkits(table), toolkit(toolkit_named(table, question.toolkit)) {
    answer.images.emplace();
    answer.rdc = question.rdc;
    answer.bare = question.load == "cubin" || question.load == "ptx" || question.load == "cubin_file" || question.load == "ptx_file";
}

void FlagsReader::refuse(std::string kind, const Text& word, std::string what) const {
    throw Refused{{std::move(kind), word.place(), word.text(), std::move(what)}};
}

void FlagsReader::warn(std::string kind, std::string sentence) {
    answer.warning = std::move(kind);
    note(std::move(sentence));
}

void FlagsReader::note(std::string sentence) {
    if (std::find(answer.notes.begin(), answer.notes.end(), sentence) == answer.notes.end()) answer.notes.push_back(std::move(sentence));
}

void FlagsReader::add(const Target& target) {
    if (!answer.images) answer.images.emplace();
    auto& images = *answer.images;
    if (std::find(images.begin(), images.end(), target) == images.end()) images.push_back(target);
}

void FlagsReader::add_both(const Target& target) {
    add(Kind::sass, target);
    add(Kind::ptx, target);
}

void FlagsReader::compiles_for(Target target) {
    target = {Kind::ptx, target.number, 0};
    if (std::find(compiled_for.begin(), compiled_for.end(), target) == compiled_for.end()) compiled_for.push_back(target);
}

void FlagsReader::list(const Target& target, bool ptx) {
    answer.images.reset();
    auto put = [](std::vector<Target>& into, const Target& one) {
        if (std::find(into.begin(), into.end(), one) == into.end()) into.push_back(one);
    };
    put(answer.archs, as(Kind::sass, target));
    if (ptx) put(answer.ptx_archs, as(Kind::ptx, target));
}

const Toolkit& FlagsReader::own_or_newest() const {
    static const Toolkit none;
    if (toolkit) return *toolkit;
    for (auto one = toolkits.toolkits.rbegin(); one != toolkits.toolkits.rend(); ++one)
        if (one->on_shelf) return *one;
    return toolkits.toolkits.empty() ? none : toolkits.toolkits.back();
}

void FlagsReader::add_default(bool ptx_only) {
    const Toolkit& from = own_or_newest();
    const Result<Target> target = parse_arch(Kind::sass, from.default_arch);
    if (!target) return;
    if (!toolkit) note("No toolkit is named; the default of CUDA " + from.version + " is taken.");
    if (!ptx_only) add(Kind::sass, *target);
    add(Kind::ptx, *target);
}

void FlagsReader::add_native(const Text& word, bool refuse_without) {
    if (!asked.build_gpus) {
        note("native means the cards of the build machine. Name them to see the images: --build-gpus 8.6.");
        answer.images.reset();
        return;
    }
    if (asked.build_gpus->empty()) {
        if (refuse_without) refuse("native_no_gpu", word, "there is no GPU in the build machine. Name the targets, such as 80;90.");
        warn("native_no_gpu", "There is no GPU in the build machine, so the default is built.");
        return add_default();
    }
    for (const Capability& card : *asked.build_gpus) {
        const Target one{Kind::sass, card, 0};
        check(one, word);
        add(one);
    }
}

std::string FlagsReader::tool_name() const { return toolkit ? "CUDA " + toolkit->version : "any CUDA release"; }

void FlagsReader::check(const Target& target, const Text& word) const {
    const Target sass = as(Kind::sass, target);
    if (toolkit ? builds(*toolkit, sass) : known_somewhere(toolkits, sass)) return;
    const std::string name = to_name(sass);
    if (!known_somewhere(toolkits, sass)) {
        if (target.suffix && known_somewhere(toolkits, {Kind::sass, target.number, 0}))
            refuse("not_an_arch", word,
                   "there is no " + name + ": " + (target.suffix == 'a' ? "the suffix a begins with 90" : "the suffix f exists for 100 to 121") +
                       ". Leave the suffix out: " + to_name({Kind::sass, target.number, 0}) + ".");
        refuse("not_an_arch", word,
               "no CUDA release builds " + name + ". The nearest are " + nearest_targets(toolkits, toolkit, target.number, Spelling::name) + ".");
    }
    std::string first, last;
    bool later = false, passed = false;
    for (const Toolkit& one : toolkits.toolkits) {
        passed = passed || &one == toolkit;
        if (!builds(one, sass)) continue;
        if (first.empty()) first = one.version;
        last = one.version;
        later = later || passed;
    }
    if (target.number == Capability{10, 1} && !later)
        refuse("renamed_arch", word, "Thor is called 11.0 since CUDA 13.0. Write 110 instead of 101.");
    if (target.number == Capability{11, 0} && later)
        refuse("too_new_for_tool", word, "before CUDA 13.0 this chip is called 10.1. Write 101 with CUDA 12.8 or 12.9, or build with CUDA 13.0.");
    if (later)
        refuse("too_new_for_tool", word, tool_name() + " does not build " + name + " yet. Build with CUDA " + first + " or newer.");
    refuse("dropped_arch", word, tool_name() + " builds " + name + " no more. Build with CUDA " + last + ", the last that does.");
}

Target FlagsReader::target(const Text& word, Spelling spelling, const std::string& kind_of_word) const {
    const std::string& text = word.text();
    const std::string number = bare_number(text);
    const char* example = spelling == Spelling::name ? "sm_80" : spelling == Spelling::number ? "80" : "8.0";
    if (text.empty()) refuse("not_an_arch", word, std::string("the value is empty, as after a failed detection. Write a target such as ") + example + ".");
    bool good = false;
    Target out;
    if (spelling == Spelling::name) {
        const Result<Target> parsed = parse_target(text);
        good = static_cast<bool>(parsed);
        if (good) out = *parsed;
    } else {
        const std::size_t dot = text.find('.');
        const bool shaped = spelling == Spelling::number ? text[0] >= '0' && text[0] <= '9' && dot == std::string::npos
                                                         : dot != std::string::npos && dot == text.find_last_of('.') && all_digits(text.substr(0, dot));
        const Result<Target> parsed = parse_arch(Kind::sass, number);
        good = shaped && !number.empty() && parsed && number == (spelling == Spelling::number ? text : text.substr(0, dot) + text.substr(dot + 1));
        if (good) out = *parsed;
    }
    if (!good) {
        std::string what = "\"" + text + "\" is not a target here. ";
        if (text.find(',') != std::string::npos && spelling == Spelling::name)
            what += "One target stands here, not a list. Write one -gencode for each: -gencode arch=compute_80,code=sm_80.";
        else if (!number.empty())
            what += "Write " + (spelling == Spelling::name && lower_case(text).starts_with("compute") ? "compute_" + number : spelled(spelling, number)) + ".";
        else
            what += std::string("Write for example ") + example + ".";
        refuse(kind_of_word, word, what);
    }
    check(out, word);
    return out;
}

std::vector<Target> FlagsReader::all_targets(bool major_only) const {
    std::vector<Target> out;
    for (const std::string& arch : own_or_newest().targets) {
        const Result<Target> one = parse_arch(Kind::sass, arch);
        if (!one || one->suffix) continue;
        if (!major_only || out.empty() || one->number.minor == 0) out.push_back(*one);
    }
    return out;
}

const Toolkit* toolkit_named(const ToolkitTable& toolkits, std::string_view text) {
    if (text.empty() || lower_case(text).find("clang") != std::string::npos) return nullptr;
    const int wanted = version_number(text, 0);
    const Toolkit* best = nullptr;
    for (const Toolkit& one : toolkits.toolkits)
        if (version_number(one.version, 0) <= wanted) best = &one;
    return best && version_number(best->version, 0) / 1000 == wanted / 1000 ? best : nullptr;
}

std::vector<OfferedImage> offered(const FlagsAnswer& answer) {
    std::vector<OfferedImage> out;
    auto put = [&](const Target& target) {
        OfferedImage one;
        one.target = target;
        if (target.kind == Kind::ptx) {
            one.ptx = answer.ptx;
            one.zstd = answer.zstd;
        }
        out.push_back(one);
    };
    for (const Target& one : answer.images ? *answer.images : answer.archs) put(one);
    if (!answer.images)
        for (const Target& one : answer.ptx_archs) put(one);
    return out;
}

}  // namespace launchlab
