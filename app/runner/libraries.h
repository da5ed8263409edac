// The CUDA libraries, opened at run time: libcuda, libcudart, NVRTC and nvFatbin as tables of function pointers under their
// API names. Owns dlopen and what to say when a library or a function is missing; leaves where they lie to runner/toolkits.
// Invariant: only functions and structs whose layout is the same from 11.8 to 13.x, so that one build serves them all. A
// function that a release may lack is null there and says so below. Nothing opened is ever closed: one run, one process.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <nvFatbin.h>
#include <nvrtc.h>

#include <string>

#include "core/result.h"

namespace launchlab {

struct Libcuda {
    void* handle = nullptr;
    std::string path;
    decltype(&::cuInit) cuInit = nullptr;
    decltype(&::cuDriverGetVersion) cuDriverGetVersion = nullptr;
    decltype(&::cuDeviceGetCount) cuDeviceGetCount = nullptr;
    decltype(&::cuDeviceGet) cuDeviceGet = nullptr;
    decltype(&::cuDeviceGetName) cuDeviceGetName = nullptr;
    decltype(&::cuDeviceGetAttribute) cuDeviceGetAttribute = nullptr;
    decltype(&::cuDeviceTotalMem) cuDeviceTotalMem = nullptr;  // cuDeviceTotalMem_v2
    decltype(&::cuGetErrorName) cuGetErrorName = nullptr;
};

struct Nvrtc {
    void* handle = nullptr;
    std::string path;
    decltype(&::nvrtcVersion) nvrtcVersion = nullptr;
    decltype(&::nvrtcGetErrorString) nvrtcGetErrorString = nullptr;
    decltype(&::nvrtcGetNumSupportedArchs) nvrtcGetNumSupportedArchs = nullptr;
    decltype(&::nvrtcGetSupportedArchs) nvrtcGetSupportedArchs = nullptr;
    decltype(&::nvrtcCreateProgram) nvrtcCreateProgram = nullptr;
    decltype(&::nvrtcDestroyProgram) nvrtcDestroyProgram = nullptr;
    decltype(&::nvrtcCompileProgram) nvrtcCompileProgram = nullptr;
    decltype(&::nvrtcGetProgramLogSize) nvrtcGetProgramLogSize = nullptr;
    decltype(&::nvrtcGetProgramLog) nvrtcGetProgramLog = nullptr;
    decltype(&::nvrtcGetPTXSize) nvrtcGetPTXSize = nullptr;
    decltype(&::nvrtcGetPTX) nvrtcGetPTX = nullptr;
    decltype(&::nvrtcGetCUBINSize) nvrtcGetCUBINSize = nullptr;
    decltype(&::nvrtcGetCUBIN) nvrtcGetCUBIN = nullptr;
    decltype(&::nvrtcGetLTOIRSize) nvrtcGetLTOIRSize = nullptr;  // null before 12.0
    decltype(&::nvrtcGetLTOIR) nvrtcGetLTOIR = nullptr;
};

struct Nvfatbin {
    void* handle = nullptr;
    std::string path;
    decltype(&::nvFatbinCreate) nvFatbinCreate = nullptr;
    decltype(&::nvFatbinDestroy) nvFatbinDestroy = nullptr;
    decltype(&::nvFatbinAddPTX) nvFatbinAddPTX = nullptr;
    decltype(&::nvFatbinAddCubin) nvFatbinAddCubin = nullptr;
    decltype(&::nvFatbinAddLTOIR) nvFatbinAddLTOIR = nullptr;
    decltype(&::nvFatbinSize) nvFatbinSize = nullptr;
    decltype(&::nvFatbinGet) nvFatbinGet = nullptr;
    decltype(&::nvFatbinVersion) nvFatbinVersion = nullptr;
    decltype(&::nvFatbinGetErrorString) nvFatbinGetErrorString = nullptr;
};

struct Cudart {
    void* handle = nullptr;
    std::string path;
    decltype(&::cudaRuntimeGetVersion) cudaRuntimeGetVersion = nullptr;
    decltype(&::cudaGetErrorName) cudaGetErrorName = nullptr;
    decltype(&::cudaGetErrorString) cudaGetErrorString = nullptr;
    decltype(&::cudaPeekAtLastError) cudaPeekAtLastError = nullptr;
    decltype(&::cudaGetLastError) cudaGetLastError = nullptr;
    decltype(&::cudaSetDevice) cudaSetDevice = nullptr;
    decltype(&::cudaDeviceGetAttribute) cudaDeviceGetAttribute = nullptr;
    decltype(&::cudaDeviceSynchronize) cudaDeviceSynchronize = nullptr;
    decltype(&::cudaDeviceReset) cudaDeviceReset = nullptr;
    decltype(&::cudaMalloc) cudaMalloc = nullptr;
    decltype(&::cudaFree) cudaFree = nullptr;
    decltype(&::cudaMemset) cudaMemset = nullptr;
    decltype(&::cudaMemcpy) cudaMemcpy = nullptr;
    decltype(&::cudaLaunchKernel) cudaLaunchKernel = nullptr;
    decltype(&::cudaLaunchCooperativeKernel) cudaLaunchCooperativeKernel = nullptr;
    decltype(&::cudaFuncGetAttributes) cudaFuncGetAttributes = nullptr;
    decltype(&::cudaOccupancyMaxActiveBlocksPerMultiprocessor) cudaOccupancyMaxActiveBlocksPerMultiprocessor = nullptr;
};

// `path` is a full path, so that several toolkits of one soname keep apart.
Result<Libcuda> open_libcuda();
Result<Nvrtc> open_nvrtc(const std::string& path);
Result<Nvfatbin> open_nvfatbin(const std::string& path);
Result<Cudart> open_cudart(const std::string& path);

inline constexpr const char* fetch_remedy = "Run `launchlab doctor --fetch` or install the CUDA toolkit.";

}  // namespace launchlab
