// One list of images in the words of three build systems. Owns these spellings (facts/cuda.md 5.1 to 5.3); leaves reading them
// back to core/flags. Invariant: read_flags() of each text gives the same images, where that build system can say them at all.
#pragma once

#include <string>
#include <vector>

#include "core/target.h"

namespace launchlab {

std::string to_nvcc(const std::vector<Target>& targets);    // "-gencode arch=compute_80,code=[sm_80,compute_80]"
std::string to_cmake(const std::vector<Target>& targets);   // "75-real;80", as CUDA_ARCHITECTURES
std::string to_torch(const std::vector<Target>& targets);   // "7.5;8.0+PTX", as TORCH_CUDA_ARCH_LIST; "" = PTX without its SASS

}  // namespace launchlab
