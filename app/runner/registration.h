// Hands a fat binary to the CUDA runtime the way nvcc's start-up code does, and gives back the address by which to launch it.
// Owns every underscored symbol of libcudart; leaves the calls after it to runner/calls. Invariant: a host key is used once
// in a process. The runtime remembers it even after __cudaUnregisterFatBinary: a second image under the same address runs the
// first one's kernel, and an expected 209 comes back as 0 (facts/cuda.md 10).
//
// Why private symbols at all: <<<>>> is compiled to them. The public doors (cudaLibraryLoadData, cuModuleLoadData) report 209
// at another step, which would falsify the lesson. They have kept their shape since CUDA 10.1; open_registration() names the
// one that is missing, and every spare proves itself by a real 209 before it serves a run.
#pragma once

#include <string>

#include "core/result.h"
#include "runner/libraries.h"

namespace launchlab {

class Registration {
public:
    // `image` is a container, a bare cubin or PTX text; it is copied and kept for the life of the process.
    const void* register_image(const std::string& image, const std::string& entry);
    friend Result<Registration> open_registration(const Cudart& cudart);

private:
    void* register_fat_binary_ = nullptr;
    void* register_function_ = nullptr;
    void* register_fat_binary_end_ = nullptr;
};

Result<Registration> open_registration(const Cudart& cudart);

const void* unregistered_key();  // an address that no kernel has or will have

}  // namespace launchlab
