#include "core/repro.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "core/codes.h"
#include "core/launch_shape.h"
#include "core/step.h"

namespace launchlab {
namespace {

struct Row { std::string name, expected, said; };   // variable, C++ expression, words for people

std::string stem_of(const Step& step, char config) {
    std::string out = step.id + "-" + static_cast<char>(std::tolower(config));
    std::replace(out.begin(), out.end(), '/', '-');
    return out;
}

std::string hex(unsigned word) {
    constexpr char digits[] = "0123456789ABCDEF";
    std::string out;
    for (int shift = 28; shift >= 0; shift -= 4) out += digits[(word >> shift) & 15];
    return "0x" + out.substr(std::min(out.find_first_not_of('0'), out.size() - 1));
}

// nvcc compiles the machine code and the PTX of one target in one go, so its marker tells the number alone.
unsigned as_nvcc_writes(unsigned word, const Request& request) {
    for (const UnitRequest& unit : request.units)
        for (const ImageRequest& image : unit.images)
            if (const auto target = parse_arch(image.kind, image.arch); target && word == marker(*target)) return 100000 + word % 100000 / 10 * 10;
    return word;
}

std::optional<unsigned> word_of_rule(const std::string& text, const Verdict& verdict, const Request& request) {
    if (text == "cannot be read" || text.empty()) return std::nullopt;
    if (!text.ends_with("MARK")) return static_cast<unsigned>(std::stoul(text, nullptr, 0));
    if (verdict.taken < 0 || request.units.empty() || verdict.taken >= static_cast<int>(request.units[0].images.size())) return std::nullopt;
    const ImageRequest& image = request.units[0].images[static_cast<std::size_t>(verdict.taken)];
    const auto target = parse_arch(image.kind, image.arch);
    return target ? std::optional(as_nvcc_writes(marker(*target), request)) : std::nullopt;
}

// A code that hangs on the version of the CUDA runtime is written for both.
std::string code_expression(int code, const Request& request) {
    for (const CallRequest& call : request.calls) {
        const auto now = refused_shape(call, "13.0"), before = refused_shape(call, "12.9");
        if (now && before && now->code != before->code && (code == now->code || code == before->code))
            return "(CUDART_VERSION >= 13000 ? " + std::to_string(now->code) + " : " + std::to_string(before->code) + ")";
    }
    return std::to_string(code);
}

std::vector<Row> rows_of(const ReproOf& of) {
    const Request& request = of.run.request;
    std::vector<ExpectedCall> rule;
    if (of.by_rule) rule = expected_calls(of.config == 'B' ? of.step.b : of.step.a, of.run.rule, request.toolkit);
    std::vector<Row> rows;
    for (const HostResult& result : host_results(request, of.step.entry)) {
        if (result.value) {
            std::optional<unsigned> word;
            if (of.by_rule) word = word_of_rule(rule[static_cast<std::size_t>(result.call)].value, of.run.rule, request);
            else if (const Value* value = find_value(of.run, result.call); value && value->read && !value->words.empty()) word = as_nvcc_writes(value->words[0], request);
            if (word) rows.push_back({result.name, hex(*word) + "u", hex(*word)});
            continue;
        }
        std::optional<int> code;
        if (of.by_rule) code = rule[static_cast<std::size_t>(result.call)].code;
        else if (const Call* call = find_call(of.run, result.call)) code = call->code;
        if (!code) continue;
        const Code* known = find_code(*code);
        rows.push_back({result.name, code_expression(*code, request), std::to_string(*code) + (known ? " " + std::string(known->name) : "")});
    }
    return rows;
}

std::string source_of_codes(const ReproOf& of) {
    const Origin& origin = of.run.origin;
    const std::string card = "compute capability " + to_text(origin.capability);
    if (of.by_rule) return "Expected on " + card + ", by rule, not run:";
    return "Expected on " + card + ", as " + (origin.kind == Origin::Kind::live ? "measured" : "recorded") + " on " + origin.gpu + ", driver " + origin.driver + ", CUDA " + origin.runtime + ", " + origin.date + ":";
}

std::string self_check(const std::vector<Row>& rows) {
    std::string out = "\nbool same = true;\n";
    for (const Row& row : rows)
        out += "if (" + row.name + " != " + row.expected + ") same = false, printf(\"" + row.name + " differs: expected " + row.said + "\\n\");\n";
    return out + "printf(same ? \"as expected\\n\" : \"not as expected\\n\");\nreturn same ? 0 : 1;\n";
}

std::string card_check(Capability card) {
    return "int major = 0, minor = 0;\n"
           "cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);\n"
           "cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);\n"
           "if (major == 0) return printf(\"No card answers here. Nothing is compared.\\n\"), 77;\n"
           "if (major != " + std::to_string(card.major) + " || minor != " + std::to_string(card.minor) + ") {\n"
           "    printf(\"The codes below are those of compute capability " + to_text(card) + "; this card is %d.%d. Nothing is compared.\\n\", major, minor);\n"
           "    return 77;\n"
           "}\n\n";
}

std::string environment(const Request& request, const char* between) {
    std::map<std::string, std::string> env{{"CUDA_CACHE_DISABLE", "1"}, {"CUDA_MODULE_LOADING", "LAZY"}};   // as every run of the course
    for (const auto& [name, value] : request.env) env[name] = value;
    std::string out;
    for (const auto& [name, value] : env) out += (out.empty() ? "" : between) + name + "=" + value;
    return out;
}

std::optional<Error> not_for_nvcc(const ReproOf& of, const std::string& where) {
    const Request& request = of.run.request;
    for (const UnitRequest& unit : request.units) {
        if (!unit.packed) return Error{where, "this run hands over its PTX without a container, which a program of nvcc does not do. Export the other run, or another step."};
        if (unit.source.find(" " + of.step.entry + "(") == std::string::npos || unit.entry != of.step.entry) return Error{where, "this run launches a kernel that its images lack, which nvcc refuses to link. Export the other run, or another step."};
        for (const ImageRequest& image : unit.images)
            if (!image.edit.empty()) return Error{where, "an image of this run is damaged after it is built, which nvcc cannot do. Export the other run, or another step."};
    }
    for (const CallRequest& call : request.calls)
        if (call.thread != 0) return Error{where, "this run makes calls on a second host thread, which the exported program has not. Export another step."};
    return std::nullopt;
}

}  // namespace

Result<std::map<std::string, std::string>> make_repro(const ReproOf& of) {
    const Request& request = of.run.request;
    const std::string stem = stem_of(of.step, of.config), file = stem + ".cu";
    if (auto error = not_for_nvcc(of, of.step.id + " run " + of.config)) return *error;
    const std::vector<Row> rows = rows_of(of);
    const std::string build = nvcc_line(request, file) + " -o " + stem, run = environment(request, " ") + " ./" + stem;

    std::string head = "// " + of.step.id + ", run " + of.config + ": " + of.step.title + "\n// Build: " + build + "\n// Run:   " + run + "\n// " + source_of_codes(of) + "\n";
    std::string expected = source_of_codes(of) + "\n";
    for (const Row& row : rows) {
        head += "//     " + row.name + " " + row.said + "\n";
        expected += row.name + " " + row.said + "\n";
    }
    head += "// It ends with 0 when each is as expected, with 1 when one differs, with 77 on another card.\n";

    std::map<std::string, std::string> files;
    files[file] = head + program(request, of.step.entry, card_check(of.run.origin.capability), self_check(rows));
    files["expected.txt"] = expected;
    files["check.sh"] = "#!/bin/sh\n# Builds the program, runs it, and ends with its exit code.\nset -e\ncd \"$(dirname \"$0\")\"\n\"${NVCC:-nvcc}\"" + nvcc_line(request, file).substr(4) + " -o " + stem + "\n" + run + "\n";
    std::string options, line = nvcc_line(request, "");   // each -gencode once more, as CMake keeps its two words together
    for (std::size_t at = line.find("-gencode "); at != std::string::npos; at = line.find("-gencode ", at + 1))
        options += " \"SHELL:" + line.substr(at, line.find(' ', at + 9) - at) + "\"";
    files["CMakeLists.txt"] =
        "cmake_minimum_required(VERSION 3.18)\nproject(" + stem + " LANGUAGES CUDA)\nadd_executable(" + stem + " " + file + ")\n"
        "set_target_properties(" + stem + " PROPERTIES CUDA_ARCHITECTURES OFF)\n"
        "target_compile_options(" + stem + " PRIVATE" + options + ")\n"
        "enable_testing()\nadd_test(NAME expected COMMAND " + stem + ")\n"
        "set_tests_properties(expected PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT \"" + environment(request, ";") + "\")\n";
    return files;
}

}  // namespace launchlab
