// Where CUDA toolkits lie on this machine: the shelf, CUDA_HOME, CUDA_PATH, /usr/local/cuda*. Owns the search and which folder
// lends what; leaves opening to runner/libraries. Invariant: files are found by their exact sonames, never by a loose glob
// (libnvrtc.alt.so compiles for another data model), and a version is never guessed from a folder's name.
#pragma once

#include <string>
#include <vector>

namespace launchlab {

struct ToolkitFiles {
    std::string from;                                      // the folder that was searched
    int major = 0;                                         // 13, from the soname
    std::string version;                                   // "13.0", from the name of NVRTC's builtins beside it; "" = they are not there
    std::string nvrtc, runtime, fatbin;                    // full paths; "" = missing
    std::vector<std::string> fatbins;                      // fatbin, then the others that may serve, from wherever they lie
    std::string nvrtc_patch, runtime_patch, fatbin_patch;  // "13.0.88" where toolkit.json or version.json tells
};

// In the order of the search: LAUNCHLAB_TOOLKITS, the shelf, CUDA_HOME, CUDA_PATH, /usr/local/cuda*, /usr.
std::vector<ToolkitFiles> find_toolkits();

// The soname a missing part would have: "libcudart.so.13".
std::string runtime_soname(int major);
std::string fatbin_soname(int major);

}  // namespace launchlab
