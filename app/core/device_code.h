// Device code in one file: every image that it holds, where, and what is wrong with it. Owns where device code hides: sections
// of programs and libraries, archives, bare cubins, fat binaries and PTX, and the rest of the file (the deep look). Leaves the
// formats to core/fatbin, core/cubin, core/object_file, and what a card does with it to core/device_verdict. Pure. Invariant:
// never fails and never trusts: damage is a remark, and the time and memory taken grow with the file's own bytes alone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/bytes.h"
#include "core/fatbin.h"
#include "core/object_file.h"
#include "core/target.h"
#include "core/toolkit.h"

namespace launchlab {

struct DeviceImage {
    std::string where;              // ".nv_fatbin", "bare"; of the deep look the section it lies in, or "data"
    std::string member;             // of an archive
    int module = 0;                 // images of one container are one module: the driver takes one of them
    std::uint64_t offset = 0, stored = 0, size = 0;  // in the file or member; bytes as they lie there, and unpacked
    Target target;
    PtxVersion ptx;                 // PTX only
    Packing packing = Packing::plain;
    bool bare = false;              // in no container
    bool relocatable = false;       // a part for a device link
    bool debug = false;
    std::optional<int> kernels;     // unset: not opened
    std::vector<std::string> names; // of the kernels, mangled; the first 64
    bool empty = false;             // a link step's stub: neither code nor data
    std::string flaw;               // "", "cut", "size", "label": as the edits of core/selection; "size": its container's is wrong
    std::string toolkit;            // "13.0"; "" = not told
    Capability virtual_number;      // the compute_ it was built through; {0,0} = not told
};

struct DeviceCode {
    Format format = Format::none;
    std::vector<DeviceImage> images;  // in the standard places
    std::vector<DeviceImage> deep;    // elsewhere
    bool looked_deep = false;         // the rest of the file was searched
    bool linked = false;              // relocatable device code that has been, or will be, linked into this program
    std::string runtime;              // of the CUDA runtime that the file asks for: "13"; "" = not told
    std::string toolkit;              // newest that made an image; "" = not told
    std::vector<std::string> warn;    // words of docs/json.md, sorted
    std::vector<std::string> hints;   // further facts: "virtual 75"
};

struct DeviceLook {
    std::function<void()> forget = [] {};  // called now and then: the memory behind what was read may be given back
    bool deep = false;  // open every image, search the whole file. Else the rest is searched only where nothing else was found
    std::function<bool()> stopped = [] { return false; };  // once true the answer is wanted no more, and comes soon whatever it is
};
DeviceCode read_device_code(Bytes bytes, const DeviceLook& look);

bool is_usable(const DeviceCode& code, const DeviceImage& image);            // counts when a card is judged
std::vector<const DeviceImage*> usable_images(const DeviceCode& code);       // images, then deep
std::vector<std::string> usable_names(const DeviceCode& code);               // "sm_80", each once, in the order found
bool has_warning(const DeviceCode& code, std::string_view word);

}  // namespace launchlab
