#include "runner/registration.h"

#include <dlfcn.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace launchlab {
namespace {

struct FatBinaryWrapper {  // __fatBinC_Wrapper_t
    int magic = 0x466243B1;
    int version = 1;
    const unsigned long long* data = nullptr;
    void* filename_or_fatbins = nullptr;
};
using RegisterFatBinary = void** (*)(void*);
using RegisterFatBinaryEnd = void (*)(void**);
using RegisterFunction = void (*)(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*, int*);

// Addresses that nothing else in the process has and that are never given twice.
const void* fresh_key() {
    constexpr std::size_t reserved = std::size_t{64} << 20, step = 64;
    static char* base = nullptr;
    static std::size_t used = reserved;
    if (used + step > reserved) {
        void* pages = mmap(nullptr, reserved, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (pages == MAP_FAILED) std::abort();
        base = static_cast<char*>(pages);
        used = 0;
    }
    const void* key = base + used;
    used += step;
    return key;
}

}  // namespace

const void* unregistered_key() { return fresh_key(); }

Result<Registration> open_registration(const Cudart& cudart) {
    Registration r;
    const struct {
        const char* name;
        void** where;
    } symbols[] = {
        {"__cudaRegisterFatBinary", &r.register_fat_binary_},
        {"__cudaRegisterFunction", &r.register_function_},
        {"__cudaRegisterFatBinaryEnd", &r.register_fat_binary_end_},
    };
    for (const auto& symbol : symbols) {
        *symbol.where = dlsym(cudart.handle, symbol.name);
        if (!*symbol.where)
            return Error{cudart.path, std::string("has no ") + symbol.name +
                                          ", which <<<>>> is compiled to. Use a toolkit from 11.8 to 13.x, or report this version."};
    }
    return r;
}

const void* Registration::register_image(const std::string& image, const std::string& entry) {
    // The runtime keeps pointers to all of this and reads them at the first use, so none of it is ever freed.
    const std::size_t size = (image.size() + 1 + 63) / 64 * 64;
    void* data = std::aligned_alloc(64, size);
    if (!data) std::abort();
    std::memset(data, 0, size);
    std::memcpy(data, image.data(), image.size());
    auto* wrapper = new FatBinaryWrapper;
    wrapper->data = static_cast<const unsigned long long*>(data);
    auto* name = new std::string(entry);

    const void* key = fresh_key();
    void** handle = reinterpret_cast<RegisterFatBinary>(register_fat_binary_)(wrapper);
    reinterpret_cast<RegisterFunction>(register_function_)(handle, static_cast<const char*>(key), name->data(), name->c_str(), -1, nullptr,
                                                           nullptr, nullptr, nullptr, nullptr);
    reinterpret_cast<RegisterFatBinaryEnd>(register_fat_binary_end_)(handle);
    return key;
}

}  // namespace launchlab
