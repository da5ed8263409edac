#include "runner/compile.h"

#include <vector>

#include "runner/channel.h"
#include "runner/text.h"

namespace launchlab {
namespace {

class Program {
public:
    explicit Program(const Nvrtc& nvrtc) : nvrtc_(nvrtc) {}
    ~Program() {
        if (program_) nvrtc_.nvrtcDestroyProgram(&program_);
    }
    Program(const Program&) = delete;
    nvrtcProgram program_ = nullptr;

private:
    const Nvrtc& nvrtc_;
};

template <class Size, class Get> nvrtcResult fetch(nvrtcProgram program, Size size_of, Get get, std::string& out) {
    std::size_t size = 0;
    nvrtcResult code = size_of(program, &size);
    if (code != NVRTC_SUCCESS || size == 0) return code;
    out.resize(size);
    return get(program, out.data());
}

void cut_nul(std::string& text) {
    while (!text.empty() && text.back() == '\0') text.pop_back();
}

nvrtcResult build(const Nvrtc& nvrtc, Program& p, const UnitRequest& unit, const std::vector<std::string>& options, std::string& said) {
    std::vector<const char*> words;
    for (const auto& option : options) words.push_back(option.c_str());
    if (p.program_) nvrtc.nvrtcDestroyProgram(&p.program_);
    nvrtcResult code = nvrtc.nvrtcCreateProgram(&p.program_, unit.source.c_str(), (unit.entry + ".cu").c_str(), 0, nullptr, nullptr);
    if (code != NVRTC_SUCCESS) return code;
    code = nvrtc.nvrtcCompileProgram(p.program_, static_cast<int>(words.size()), words.data());
    std::string log;
    (void)fetch(p.program_, nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog, log);
    cut_nul(log);
    said = clean_text(log);
    return code;
}

}  // namespace

std::string ptx_version_of(std::string_view ptx) {
    const auto at = ptx.find("\n.version ");
    if (at == std::string_view::npos) return "";
    std::string_view rest = ptx.substr(at + 10);
    return std::string(rest.substr(0, rest.find_first_not_of("0123456789.")));
}

Compilation compile(const Nvrtc& nvrtc, const UnitRequest& unit, const ImageRequest& request) {
    Compilation made;
    made.report.kind = made.image.kind = request.kind;
    made.report.arch = made.image.arch = request.arch;
    std::vector<std::string> options = {
        (request.kind == Kind::sass ? "--gpu-architecture=sm_" : "--gpu-architecture=compute_") + request.arch,
        "--modify-stack-limit=false"};  // a compile must not raise the limit of this process
    if (request.kind == Kind::lto) options.push_back("-dlto");
    for (const auto& [name, value] : request.define) options.push_back("-D" + name + "=" + value);
    options.insert(options.end(), unit.options.begin(), unit.options.end());
    // Without NVRTC's larger built-in declarations first: the same code comes out in half the time. A source that needs them,
    // and an NVRTC that does not know the word, are compiled again with all of them; only that log counts then.
    options.push_back("--minimal");

    const std::int64_t start = now_us();
    Program p(nvrtc);
    nvrtcResult code = build(nvrtc, p, unit, options, made.report.log);
    if (code != NVRTC_SUCCESS) {
        options.pop_back();
        code = build(nvrtc, p, unit, options, made.report.log);
    }
    if (code == NVRTC_SUCCESS) {
        if (request.kind == Kind::sass) {
            code = fetch(p.program_, nvrtc.nvrtcGetCUBINSize, nvrtc.nvrtcGetCUBIN, made.image.bytes);
        } else if (request.kind == Kind::ptx) {
            code = fetch(p.program_, nvrtc.nvrtcGetPTXSize, nvrtc.nvrtcGetPTX, made.image.bytes);
            cut_nul(made.image.bytes);
            made.report.ptx_version = ptx_version_of(made.image.bytes);
        } else if (nvrtc.nvrtcGetLTOIRSize && nvrtc.nvrtcGetLTOIR) {
            code = fetch(p.program_, nvrtc.nvrtcGetLTOIRSize, nvrtc.nvrtcGetLTOIR, made.image.bytes);
        } else {
            code = NVRTC_ERROR_INVALID_OPTION;
            made.report.log += "This NVRTC writes no LTO-IR. Take a toolkit from 12.0 on.";
        }
    }
    made.report.us = now_us() - start;
    made.report.code = code;
    made.report.name = nvrtc.nvrtcGetErrorString(code);
    if (code != NVRTC_SUCCESS) made.image.bytes.clear();
    made.report.size = made.image.bytes.size();
    return made;
}

}  // namespace launchlab
