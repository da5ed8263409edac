#include "runner/libraries.h"

#include <dlfcn.h>
#include <link.h>

#include <climits>
#include <cstdlib>
#include <filesystem>

namespace launchlab {
namespace {

// dlerror's words without the path in front, which the sentence names already.
std::string reason(const std::string& path) {
    const char* said = dlerror();
    std::string text = said ? said : "cannot be opened";
    if (text.rfind(path + ": ", 0) == 0) text.erase(0, path.size() + 2);
    const auto no_such = text.find(": No such file or directory");
    if (no_such != std::string::npos) text.erase(no_such);
    return text;
}

class Opened {
public:
    explicit Opened(const std::string& path, std::string remedy) : path_(path), remedy_(std::move(remedy)) {
        std::error_code error;
        const bool bare = path.find('/') == std::string::npos;  // the loader searches for it
        if (!bare && std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error)) {
            error_ = Error{path, "is no regular file, so it is not opened. Remove it. " + remedy_};
            return;
        }
        dlerror();
        handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!handle_) error_ = Error{path, reason(path) + ". " + remedy_};
    }
    template <class F> Opened& need(const char* name, F& out) {
        may(name, out);
        if (handle_ && !out && error_.what.empty())
            error_ =
                Error{path_, std::string("has no ") + name + ": another library under this name, or one from before CUDA 11.8. " + remedy_};
        return *this;
    }
    template <class F> Opened& may(const char* name, F& out) {
        if (handle_) out = reinterpret_cast<F>(dlsym(handle_, name));
        return *this;
    }
    template <class Table> Result<Table> give(Table& table) {
        if (!error_.what.empty()) return error_;
        table.handle = handle_;
        table.path = path_;
        link_map* map = nullptr;
        char real[PATH_MAX];
        if (dlinfo(handle_, RTLD_DI_LINKMAP, &map) == 0 && map && realpath(map->l_name, real)) table.path = real;
        return table;
    }

private:
    std::string path_, remedy_;
    void* handle_ = nullptr;
    Error error_;
};

// NVRTC asks the loader for its built-ins by name alone, and the wheels' libraries carry no search path: without a CUDA toolkit
// among the system's libraries they are found only if they are open already. What is missing NVRTC says itself.
void open_builtins(const std::filesystem::path& folder) {
    std::error_code failed;
    for (std::filesystem::directory_iterator file(folder, failed), end; !failed && file != end; file.increment(failed))
        if (file->path().filename().string().starts_with("libnvrtc-builtins.so.")) dlopen(file->path().c_str(), RTLD_NOW | RTLD_LOCAL);
}

}  // namespace

Result<Libcuda> open_libcuda() {
    Libcuda t;
    Opened lib("libcuda.so.1", "Install the NVIDIA driver; in a container, start it with the NVIDIA runtime.");
    lib.need("cuInit", t.cuInit).need("cuDriverGetVersion", t.cuDriverGetVersion).need("cuDeviceGetCount", t.cuDeviceGetCount);
    lib.need("cuDeviceGet", t.cuDeviceGet).need("cuDeviceGetName", t.cuDeviceGetName);
    lib.need("cuDeviceGetAttribute", t.cuDeviceGetAttribute).need("cuDeviceTotalMem_v2", t.cuDeviceTotalMem);
    lib.need("cuGetErrorName", t.cuGetErrorName);
    return lib.give(t);
}

Result<Nvrtc> open_nvrtc(const std::string& path) {
    Nvrtc t;
    if (path.find('/') != std::string::npos) open_builtins(std::filesystem::path(path).parent_path());
    Opened lib(path, fetch_remedy);
    lib.need("nvrtcVersion", t.nvrtcVersion).need("nvrtcGetErrorString", t.nvrtcGetErrorString);
    lib.need("nvrtcGetNumSupportedArchs", t.nvrtcGetNumSupportedArchs).need("nvrtcGetSupportedArchs", t.nvrtcGetSupportedArchs);
    lib.need("nvrtcCreateProgram", t.nvrtcCreateProgram).need("nvrtcDestroyProgram", t.nvrtcDestroyProgram);
    lib.need("nvrtcCompileProgram", t.nvrtcCompileProgram);
    lib.need("nvrtcGetProgramLogSize", t.nvrtcGetProgramLogSize).need("nvrtcGetProgramLog", t.nvrtcGetProgramLog);
    lib.need("nvrtcGetPTXSize", t.nvrtcGetPTXSize).need("nvrtcGetPTX", t.nvrtcGetPTX);
    lib.need("nvrtcGetCUBINSize", t.nvrtcGetCUBINSize).need("nvrtcGetCUBIN", t.nvrtcGetCUBIN);
    lib.may("nvrtcGetLTOIRSize", t.nvrtcGetLTOIRSize).may("nvrtcGetLTOIR", t.nvrtcGetLTOIR);
    return lib.give(t);
}

Result<Nvfatbin> open_nvfatbin(const std::string& path) {
    Nvfatbin t;
    Opened lib(path, fetch_remedy);
    lib.need("nvFatbinCreate", t.nvFatbinCreate).need("nvFatbinDestroy", t.nvFatbinDestroy);
    lib.need("nvFatbinAddPTX", t.nvFatbinAddPTX).need("nvFatbinAddCubin", t.nvFatbinAddCubin);
    lib.need("nvFatbinAddLTOIR", t.nvFatbinAddLTOIR).need("nvFatbinSize", t.nvFatbinSize).need("nvFatbinGet", t.nvFatbinGet);
    lib.need("nvFatbinVersion", t.nvFatbinVersion).need("nvFatbinGetErrorString", t.nvFatbinGetErrorString);
    return lib.give(t);
}

Result<Cudart> open_cudart(const std::string& path) {
    Cudart t;
    Opened lib(path, fetch_remedy);
    lib.need("cudaRuntimeGetVersion", t.cudaRuntimeGetVersion).need("cudaGetErrorName", t.cudaGetErrorName);
    lib.need("cudaGetErrorString", t.cudaGetErrorString).need("cudaPeekAtLastError", t.cudaPeekAtLastError);
    lib.need("cudaGetLastError", t.cudaGetLastError).need("cudaSetDevice", t.cudaSetDevice);
    lib.need("cudaDeviceGetAttribute", t.cudaDeviceGetAttribute).need("cudaDeviceSynchronize", t.cudaDeviceSynchronize);
    lib.need("cudaDeviceReset", t.cudaDeviceReset).need("cudaMalloc", t.cudaMalloc).need("cudaFree", t.cudaFree);
    lib.need("cudaMemset", t.cudaMemset).need("cudaMemcpy", t.cudaMemcpy).need("cudaLaunchKernel", t.cudaLaunchKernel);
    lib.need("cudaLaunchCooperativeKernel", t.cudaLaunchCooperativeKernel).need("cudaFuncGetAttributes", t.cudaFuncGetAttributes);
    lib.need("cudaOccupancyMaxActiveBlocksPerMultiprocessor", t.cudaOccupancyMaxActiveBlocksPerMultiprocessor);
    return lib.give(t);
}

}  // namespace launchlab
