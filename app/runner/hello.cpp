#include "runner/hello.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "runner/text.h"

namespace launchlab {
namespace {

// The first dotted number after "Module": "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release ..."
std::string kernel_module_version() {
    std::ifstream in("/proc/driver/nvidia/version");
    std::string line;
    if (!std::getline(in, line)) return "";
    std::size_t at = line.find("Module");
    at = at == std::string::npos ? 0 : at;
    for (std::size_t i = at; i < line.size(); ++i) {
        if (line[i] < '0' || line[i] > '9' || line[i - 1] != ' ') continue;
        const std::string number = line.substr(i, line.find_first_not_of("0123456789.", i) - i);
        if (number.size() >= 6 && number.find('.') != std::string::npos) return number;
    }
    return "";
}

// Where there is no kernel module to ask (WSL, some containers), the library's own file name often tells: libcuda.so.580.159.04
std::string library_version(const std::string& path) {
    const std::string file = std::filesystem::path(path).filename().string(), stem = "libcuda.so.";
    if (file.rfind(stem, 0) != 0) return "";
    const std::string version = file.substr(stem.size());
    return version.size() >= 6 && version.find('.') == 3 ? version : "";
}

void look_at_cards(Hello& hello) {
    auto opened = open_libcuda();
    if (!opened) {
        hello.missing.push_back(opened.error().text());
        return;
    }
    const Libcuda& cuda = *opened;
    int version = 0;
    if (cuda.cuDriverGetVersion(&version) == CUDA_SUCCESS) hello.driver_cuda = version;
    hello.driver = kernel_module_version();
    if (hello.driver.empty()) hello.driver = library_version(cuda.path);
    const CUresult code = cuda.cuInit(0);
    if (code != CUDA_SUCCESS) {
        const char* name = nullptr;
        cuda.cuGetErrorName(code, &name);
        std::string remedy = "Run nvidia-smi: it tells what the driver lacks; a restart after a driver update often helps.";
        if (code == CUDA_ERROR_NO_DEVICE)
            remedy = "Check that a card is there with nvidia-smi, and that CUDA_VISIBLE_DEVICES does not hide it.";
        if (code == CUDA_ERROR_SYSTEM_NOT_READY) remedy = "Start the fabric manager (nvidia-fabricmanager) of this machine.";
        hello.missing.push_back("No CUDA card can be used: cuInit returned " + std::to_string(code) + " " + (name ? name : "") + ". " +
                                remedy);
        return;
    }
    int count = 0;
    (void)cuda.cuDeviceGetCount(&count);
    for (int i = 0; i < count; ++i) {
        CUdevice device{};
        if (cuda.cuDeviceGet(&device, i) != CUDA_SUCCESS) continue;
        GpuSeen seen;
        seen.index = i;
        char name[256] = "";
        (void)cuda.cuDeviceGetName(name, sizeof name - 1, device);
        seen.name = clean_text(name);
        int integrated = 0;
        std::size_t memory = 0;
        (void)cuda.cuDeviceGetAttribute(&seen.capability.major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
        (void)cuda.cuDeviceGetAttribute(&seen.capability.minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
        (void)cuda.cuDeviceGetAttribute(&integrated, CU_DEVICE_ATTRIBUTE_INTEGRATED, device);
        if (cuda.cuDeviceTotalMem(&memory, device) == CUDA_SUCCESS) seen.memory = memory;
        // A GB10 is integrated too, but follows the desktop's rule (facts/cuda.md 1.3 and 8).
        constexpr Capability boards[] = {{5, 3}, {6, 2}, {7, 2}, {8, 7}};
        seen.tegra = integrated && std::find(std::begin(boards), std::end(boards), seen.capability) != std::end(boards);
        hello.gpus.push_back(seen);
    }
}

ToolkitSeen look_at(const ToolkitFiles& files) {
    ToolkitSeen seen;
    seen.version = files.version;
    seen.from = files.from;
    if (auto nvrtc = open_nvrtc(files.nvrtc)) {
        int major = 0, minor = 0;
        (void)nvrtc->nvrtcVersion(&major, &minor);
        seen.version = std::to_string(major) + "." + std::to_string(minor);
        seen.nvrtc = files.nvrtc_patch.empty() ? seen.version : files.nvrtc_patch;
        seen.targets = supported_targets(*nvrtc);
        if (files.version != seen.version)
            seen.missing.push_back("libnvrtc-builtins.so." + seen.version + ": not beside " + files.nvrtc + ". " + fetch_remedy);
    } else {
        seen.missing.push_back(nvrtc.error().text());
    }
    if (files.runtime.empty()) {
        seen.missing.push_back(runtime_soname(files.major) + ": cannot open shared object file. " + fetch_remedy);
    } else if (auto cudart = open_cudart(files.runtime)) {
        int version = 0;
        (void)cudart->cudaRuntimeGetVersion(&version);
        if (version == 0)
            seen.runtime = seen.version;  // 11.x does not say without a driver; it lies beside its NVRTC
        else
            seen.runtime = version_text(version);
        if (!files.runtime_patch.empty()) seen.runtime = files.runtime_patch;
    } else {
        seen.missing.push_back(cudart.error().text());
    }
    if (files.fatbin.empty()) {
        seen.missing.push_back(fatbin_soname(files.major) + ": cannot open shared object file. " + fetch_remedy);
    } else if (auto nvfatbin = open_nvfatbin(files.fatbin)) {
        unsigned major = 0, minor = 0;
        (void)nvfatbin->nvFatbinVersion(&major, &minor);
        seen.fatbin = files.fatbin_patch.empty() ? std::to_string(major) + "." + std::to_string(minor) : files.fatbin_patch;
    } else {
        seen.missing.push_back(nvfatbin.error().text());
    }
    return seen;
}

}  // namespace

std::string version_text(int number) { return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10); }

bool newer(const std::string& a, const std::string& b) {
    int am = 0, an = 0, bm = 0, bn = 0;
    std::sscanf(a.c_str(), "%d.%d", &am, &an);
    std::sscanf(b.c_str(), "%d.%d", &bm, &bn);
    return std::pair(am, an) > std::pair(bm, bn);
}

std::vector<std::string> supported_targets(const Nvrtc& nvrtc) {
    int count = 0;
    std::vector<std::string> targets;
    if (nvrtc.nvrtcGetNumSupportedArchs(&count) != NVRTC_SUCCESS || count <= 0) return targets;
    std::vector<int> numbers(static_cast<std::size_t>(count));
    if (nvrtc.nvrtcGetSupportedArchs(numbers.data()) != NVRTC_SUCCESS) return targets;
    for (const int number : numbers) targets.push_back(std::to_string(number));
    return targets;
}

Hello empty_hello() {
    Hello hello;
    hello.runner = LAUNCHLAB_VERSION;
    char host[256] = "";
    if (gethostname(host, sizeof host - 1) == 0) hello.host = clean_text(host);
    return hello;
}

Hello look_around() {
    Hello hello = empty_hello();
    look_at_cards(hello);
    for (const auto& files : find_toolkits()) {
        const ToolkitSeen seen = look_at(files);
        if (seen.version.empty()) {  // not even a number: nothing to list it under
            hello.missing.insert(hello.missing.end(), seen.missing.begin(), seen.missing.end());
            continue;
        }
        const auto same =
            std::find_if(hello.toolkits.begin(), hello.toolkits.end(), [&](const auto& t) { return t.version == seen.version; });
        if (same == hello.toolkits.end())
            hello.toolkits.push_back(seen);
        else if (seen.missing.size() < same->missing.size())
            *same = seen;
    }
    std::stable_sort(hello.toolkits.begin(), hello.toolkits.end(),
                     [](const auto& a, const auto& b) { return newer(a.version, b.version); });
    if (hello.toolkits.empty())
        hello.missing.push_back(
            std::string("No CUDA toolkit was found: NVRTC, which compiles the kernels, is in none of the folders searched. ") +
            fetch_remedy);
    return hello;
}

Result<ToolkitFiles> choose_files(const std::string& version) {
    const auto all = find_toolkits();
    const ToolkitFiles* best = nullptr;
    const auto lacks = [](const ToolkitFiles& f) { return int(f.runtime.empty()) + int(f.fatbin.empty()); };
    std::string there;
    for (const auto& files : all) {
        if (files.version.empty()) continue;
        if (there.find(files.version) == std::string::npos) there += (there.empty() ? "" : ", ") + files.version;
        if (!version.empty() && files.version != version) continue;
        if (!best || lacks(files) < lacks(*best) ||
            (version.empty() && lacks(files) == lacks(*best) && newer(files.version, best->version)))
            best = &files;
    }
    if (best) return *best;
    if (there.empty()) return Error{"toolkit", std::string("this machine has no CUDA toolkit with NVRTC. ") + fetch_remedy};
    return Error{"toolkit " + version,
                 "is not on this machine; it has " + there + ". Choose one of those, or run `launchlab doctor --fetch`."};
}

}  // namespace launchlab
