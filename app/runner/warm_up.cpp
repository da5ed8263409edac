#include "runner/warm_up.h"

#include <cstdlib>

#include "runner/bundle.h"
#include "runner/compile.h"
#include "runner/registration.h"
#include "runner/toolkit_look.h"

namespace launchlab {
namespace {

const UnitRequest unit{"extern \"C\" __global__ void warm(unsigned* out) { out[0] = 1; }", {}, "warm", true, {}};

// NVRTC's first call, for the newest target here; the front end of the older ones is paid with the image that cannot fit.
std::optional<std::string> warm_compiler(Toolbox& tools) {
    auto nvrtc = tools.nvrtc();
    if (!nvrtc) return nvrtc.error().text();
    const auto targets = supported_targets(**nvrtc);
    if (targets.empty()) return std::string("NVRTC lists no target. ") + fetch_remedy;
    (void)compile(**nvrtc, unit, ImageRequest{Kind::sass, targets.back(), "", {}, ""});
    auto nvfatbin = tools.nvfatbin();
    if (!nvfatbin) return nvfatbin.error().text();
    return std::nullopt;
}

Result<std::string> make_unfit(Toolbox& tools, int major) {
    auto nvrtc = tools.nvrtc();
    std::string unfit;
    for (const auto& target : supported_targets(**nvrtc))
        if (unfit.empty() && std::atoi(target.c_str()) / 10 != major) unfit = target;
    const auto made = compile(**nvrtc, unit, ImageRequest{Kind::sass, unfit, "", {}, ""});
    if (made.report.code != 0)
        return Error{"", "The warm-up kernel did not compile for sm_" + unfit + " (" + made.report.name +
                             "). Every run starts cold; nothing is to be done."};
    return bundle(**tools.nvfatbin(), {made.image}, unit.entry);
}

// The calls of a small run, so that whatever the runtime loads at first use is loaded.
Spare prove(const Cudart& rt, const void* key, int gpu) {
    const auto cold = [&](const std::string& what, cudaError_t code) {
        return Spare{"none", what + std::to_string(code) + " " + rt.cudaGetErrorName(code) +
                                 " while warming up. Every run starts cold and shows what the program sees."};
    };
    cudaError_t code = gpu > 0 ? rt.cudaSetDevice(gpu) : cudaSuccess;
    void* memory = nullptr;
    unsigned word = 0;
    if (code == cudaSuccess) code = rt.cudaMalloc(&memory, 64);  // makes the context
    if (code == cudaSuccess) code = rt.cudaMemset(memory, 0xFF, 64);
    if (code == cudaSuccess) code = rt.cudaMemcpy(&word, memory, sizeof word, cudaMemcpyDeviceToHost);
    if (code != cudaSuccess) return cold("The card could not be used: a call returned ", code);
    void* arguments[] = {&memory};
    code = rt.cudaLaunchKernel(key, dim3{1, 1, 1}, dim3{1, 1, 1}, arguments, 0, nullptr);
    (void)rt.cudaGetLastError();
    (void)rt.cudaDeviceSynchronize();
    (void)rt.cudaFree(memory);
    if (code != cudaErrorNoKernelImageForDevice) return cold("An image that cannot fit gave, instead of 209, ", code);
    if (const cudaError_t slot = rt.cudaPeekAtLastError(); slot != cudaSuccess)
        return cold("The last-error slot could not be cleared: it holds ", slot);
    return {"ready", ""};
}

}  // namespace

Spare warm_up(Toolbox& tools, const Warm& warm) {
    if (auto chosen = tools.choose(warm.toolkit); !chosen) return {"none", chosen.error().text()};
    if (const auto trouble = warm_compiler(tools)) return {"none", *trouble};
    auto cuda = open_libcuda();
    int count = 0;
    if (!cuda || cuda->cuInit(0) != CUDA_SUCCESS || cuda->cuDeviceGetCount(&count) != CUDA_SUCCESS || count == 0)
        return {"ready", "compile only"};

    CUdevice device{};
    int major = 0;
    if (cuda->cuDeviceGet(&device, warm.gpu) != CUDA_SUCCESS ||
        cuda->cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) != CUDA_SUCCESS)
        return {"none", "gpu " + std::to_string(warm.gpu) + ": there is no such card. Choose one that `launchlab doctor` lists."};
    auto cudart = tools.cudart();
    if (!cudart) return {"none", cudart.error().text()};
    auto registration = open_registration(**cudart);
    if (!registration) return {"none", registration.error().text()};
    auto bytes = make_unfit(tools, major);
    if (!bytes) return {"none", bytes.error().text()};
    return prove(**cudart, registration->register_image(*bytes, unit.entry), warm.gpu);
}

}  // namespace launchlab
