#include "runner/cards.h"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

#include "runner/libraries.h"
#include "runner/text.h"

namespace launchlab {
namespace {

constexpr const char* all_said = "@all";  // the cards are told; only NVML follows

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

// Where neither tells, NVML does; its two functions have had this shape since 2012. nvmlReturn_t 0 is success.
std::string nvml_version() {
    void* nvml = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!nvml) return "";
    const auto init = reinterpret_cast<int (*)()>(dlsym(nvml, "nvmlInit_v2"));
    const auto version = reinterpret_cast<int (*)(char*, unsigned)>(dlsym(nvml, "nvmlSystemGetDriverVersion"));
    char text[96] = "";
    if (!init || !version || init() != 0 || version(text, sizeof text - 1) != 0) return "";
    const std::string found = clean_text(text);
    return found.find_first_not_of("0123456789.") == std::string::npos ? found : "";
}

void look(Hello& hello, const std::function<void()>& learnt) {
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
    learnt();
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
    for (int i = 0; i < std::min(count, 256); ++i) {
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
        if (parse_capability(to_text(seen.capability))) {
            hello.gpus.push_back(seen);
            learnt();
        } else {
            hello.missing.push_back("gpu " + std::to_string(i) + " (" + seen.name + "): it tells the compute capability " +
                                    to_text(seen.capability) +
                                    ", which this launchlab does not know. Install a newer launchlab, or choose another card.");
        }
    }
}

}  // namespace

void look_at_cards(const Probe::Say& say) {
    Hello hello;
    const auto learnt = [&] { say(to_line(Event{0, hello})); };
    learnt();
    look(hello, learnt);
    learnt();
    say(all_said);
    if (hello.driver_cuda == 0 || !hello.driver.empty()) return;
    hello.driver = nvml_version();
    learnt();
}

void take_cards(Hello& hello, const Probed& probed) {
    bool whole = false;
    for (const auto& line : probed.lines) {
        whole = whole || line == all_said;
        const auto event = parse_event(line);
        const Hello* seen = event ? std::get_if<Hello>(&event->body) : nullptr;
        if (!seen) continue;
        hello.driver = seen->driver;
        hello.driver_cuda = seen->driver_cuda;
        hello.gpus = seen->gpus;
        hello.missing = seen->missing;
    }
    if (whole) return;
    if (probed.hung)
        hello.missing.push_back("The driver did not answer within " + std::to_string(probed.limit_ms / 1000) +
                                " s. Run nvidia-smi to see whether it answers there, then start again.");
    else
        hello.missing.push_back("libcuda.so.1: the driver's library is broken, asking it for its cards " +
                                (probed.good() ? std::string("gave no answer") : probed.trouble()) +
                                ". Install the NVIDIA driver again, and restart the machine.");
}

}  // namespace launchlab
