// Codes: number -> name -> the runtime's text -> one sentence. Owns every CUDA runtime error name and text, old numbers
// (before CUDA 10.1: 48 -> 209) and the class that the picture needs. Source: cudaGetErrorName/String 13.0, checked in a test.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace launchlab {

struct Code {
    int number;
    std::string_view name;    // "cudaErrorNoKernelImageForDevice"
    std::string_view text;    // "no kernel image is available for execution on the device"
    std::string_view word;    // at most three words for a tile: "no kernel image"
    bool sticky;              // the context is lost: every later call repeats it
};

const Code* find_code(int number);                  // nullptr: not a code of the runtime
const Code* find_code(std::string_view name);       // runtime or driver name (CUDA_ERROR_NO_BINARY_FOR_GPU)
std::string_view driver_name(int number);           // the driver API's name of the same number; "" where it has none
std::optional<int> from_old_number(int number);     // 48 -> 209, 47 -> 200, 8 -> 98, 78 -> 218
const std::vector<Code>& all_codes();               // rising
std::string_view word_of(int number);               // word; "success" for 0; "code" when unknown

}  // namespace launchlab
