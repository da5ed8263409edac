#include "runner/bundle.h"

namespace launchlab {

Result<std::string> bundle(const Nvfatbin& nvfatbin, const std::vector<Image>& images, const std::string& entry) {
    const auto refused = [&](const std::string& where, nvFatbinResult code) {
        return Error{where, std::string("nvFatbin says ") + nvfatbin.nvFatbinGetErrorString(code) + " (" + std::to_string(code) +
                                "). Choose another target, or a toolkit whose nvFatbin is as new as its NVRTC."};
    };
    nvFatbinHandle handle = nullptr;
    nvFatbinResult code = NVFATBIN_SUCCESS;
    // The releases before 12.5 do not know the mode; they compress nothing with -compress=false.
    for (const char* option : {"-compress-mode=none", "-compress=false"}) {
        const char* options[] = {option};
        code = nvfatbin.nvFatbinCreate(&handle, options, 1);
        if (code != NVFATBIN_ERROR_UNRECOGNIZED_OPTION) break;
    }
    if (code != NVFATBIN_SUCCESS) return refused(nvfatbin.path, code);
    for (std::size_t i = 0; i < images.size(); ++i) {
        const Image& image = images[i];
        // nvFatbin counts the NUL of PTX text.
        if (image.kind == Kind::ptx)
            code = nvfatbin.nvFatbinAddPTX(handle, image.bytes.c_str(), image.bytes.size() + 1, image.arch.c_str(), entry.c_str(), "");
        else if (image.kind == Kind::sass)
            code = nvfatbin.nvFatbinAddCubin(handle, image.bytes.data(), image.bytes.size(), image.arch.c_str(), entry.c_str());
        else
            code = nvfatbin.nvFatbinAddLTOIR(handle, image.bytes.data(), image.bytes.size(), image.arch.c_str(), entry.c_str(), "");
        if (code != NVFATBIN_SUCCESS) {
            const Error error =
                refused("image " + std::to_string(i) + " (" + std::string(to_word(image.kind)) + " " + image.arch + ")", code);
            nvfatbin.nvFatbinDestroy(&handle);
            return error;
        }
    }
    std::size_t size = 0;
    std::string bytes;
    code = nvfatbin.nvFatbinSize(handle, &size);
    if (code == NVFATBIN_SUCCESS) {
        bytes.resize(size);
        code = nvfatbin.nvFatbinGet(handle, bytes.data());
    }
    nvfatbin.nvFatbinDestroy(&handle);
    if (code != NVFATBIN_SUCCESS) return refused(nvfatbin.path, code);
    return bytes;
}

}  // namespace launchlab
