// Protocol 1: Request and Event, and their JSON lines. One line each way a message, 8 MB at most. Owns the words of the
// pipe between launchlab and launchlab-runner, and of every recording; leaves what they mean to core/run and core/selection.
// Invariant: parse(to_line(x)) == x, and an unknown key or word is an Error that names it.
//
//   -> {"v":1,"id":7,"toolkit":"13.0","gpu":0,"env":{},"limit_ms":10000,"door":"registration","units":[...],"calls":[...]}
//   -> {"v":1,"cancel":7}    -> {"v":1,"warm":{"toolkit":"13.0","gpu":0}}
//   <- {"v":1,"id":0,"event":"hello",...} then stage, compiled, call, value, taken, log, done with the request's id; spare with id 0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/result.h"
#include "core/target.h"

namespace launchlab {

inline constexpr int protocol_version = 1;
inline constexpr std::size_t line_limit = 8u << 20;

// ---- request ----

struct ImageRequest {
    Kind kind = Kind::sass;
    std::string arch;                            // "90a": free text, so that NVRTC itself can refuse it
    std::string edit;                            // "" none; "version", "syntax", "cut", "label"
    std::map<std::string, std::string> define;   // -DNAME=value for this image alone
    std::string bytes;                           // base64 of an image compiled before: elsewhere, or from the supervisor's cache
    bool operator==(const ImageRequest&) const = default;
};

struct UnitRequest {
    std::string source;                 // the .cu text
    std::vector<std::string> options;   // NVRTC options, without the target
    std::string entry;                  // the kernel's name
    bool packed = true;                 // in a fat binary; false: the one image is handed over bare
    std::vector<ImageRequest> images;
    bool operator==(const UnitRequest&) const = default;
};

// The words for calls. API names, and three of ours: launch (<<<>>> through cudaLaunchKernel), host (no CUDA call: the
// program's own read of a buffer) is drawn from the value event, not a call.
inline constexpr std::string_view call_words[] = {
    "cudaMalloc", "cudaMemset", "cudaMemcpy", "launch", "cudaPeekAtLastError", "cudaGetLastError", "cudaDeviceSynchronize",
    "cudaFree", "cudaFuncGetAttributes", "cudaDeviceReset", "cudaLaunchCooperativeKernel", "cudaOccupancyMaxActiveBlocksPerMultiprocessor"};

struct CallRequest {
    std::string call;                 // one of call_words
    std::string buffer;               // cudaMalloc, cudaMemset, cudaMemcpy (device to host), cudaFree
    std::uint64_t bytes = 0;          // cudaMalloc, cudaMemset, cudaMemcpy
    int value = 0;                    // cudaMemset: the byte
    int unit = 0;                     // launch and queries; -1 = an address that no unit registered
    std::vector<unsigned> grid, block;  // one to three numbers; launch
    std::uint64_t smem = 0;           // bytes of dynamic shared memory
    std::vector<std::string> args;    // launch: a buffer's name, or a number "u32:5", "u64:1099511627776", "i32:-1", "f32:2.5"
    int thread = 0;                   // host thread; 0 = main
    bool operator==(const CallRequest&) const = default;
};

struct Request {
    int id = 0;
    std::string toolkit;                       // "13.0"
    int gpu = 0;                               // CUDA device index
    std::map<std::string, std::string> env;    // CUDA_* and NVRTC_* for the child
    int limit_ms = 10000;                      // wall time for the whole run; TERM then KILL
    std::string door = "registration";         // registration, library, module
    std::vector<UnitRequest> units;
    std::vector<CallRequest> calls;            // empty: compile and bundle only
    bool operator==(const Request&) const = default;
};
struct Cancel { int id = 0; };
struct Warm { std::string toolkit; int gpu = 0; bool operator==(const Warm&) const = default; };
using Command = std::variant<Request, Cancel, Warm>;

// ---- events ----

struct GpuSeen { int index = 0; std::string name; Capability capability; std::uint64_t memory = 0; bool tegra = false; bool operator==(const GpuSeen&) const = default; };
struct ToolkitSeen {
    std::string version;                 // "13.0", from nvrtcVersion
    std::string nvrtc, runtime, fatbin;  // "13.0.88" where the folder tells, else "13.0"; "" = missing
    std::string from;                    // folder
    std::vector<std::string> targets;    // nvrtcGetSupportedArchs: "75", "80"
    std::vector<std::string> missing;    // sentences with the remedy
    bool operator==(const ToolkitSeen&) const = default;
};
struct Hello {
    int protocol = protocol_version;
    std::string runner;                  // launchlab-runner's version
    std::string host;
    std::string driver;                  // "580.159.04"; "" = none
    int driver_cuda = 0;                 // cuDriverGetVersion: 13000; 0 = none
    std::vector<GpuSeen> gpus;
    std::vector<ToolkitSeen> toolkits;   // newest first
    std::vector<std::string> missing;    // sentences: "libcuda.so.1: cannot open ... Install the NVIDIA driver."
    bool operator==(const Hello&) const = default;
};
// compile, bundle, register, launch (the calls), wait
struct Stage { std::string stage, detail; std::int64_t at_us = 0; bool operator==(const Stage&) const = default; };
struct Compiled {
    int unit = 0, image = 0;
    Kind kind = Kind::sass; std::string arch;
    int code = 0; std::string name;      // NVRTC result
    std::string log;                     // whole
    std::uint64_t size = 0;              // bytes of the image
    std::string ptx_version;             // ".version" of PTX: "9.0"
    std::int64_t us = 0;                 // NVRTC's time; of the first compile when cached
    bool cached = false;
    bool operator==(const Compiled&) const = default;
};
struct Call {
    int index = 0;                       // into Request::calls
    std::string call;
    int code = 0; std::string name, text;
    int slot_before = 0, slot = 0;       // last-error slot of this host thread
    std::int64_t start_us = 0, us = 0;   // since the run began; duration
    int thread = 0;
    bool operator==(const Call&) const = default;
};
struct Value {
    int index = 0;                       // of the cudaMemcpy that brought it
    std::string buffer;
    bool read = false;                   // false: the copy failed, the words are the host's own start value
    std::vector<std::uint32_t> words;    // at most the first 16
    bool operator==(const Value&) const = default;
};
struct Taken {
    int unit = 0, image = -1;
    std::string from;                    // "marker" or "ptxVersion"
    int binary_version = 0, ptx_version = 0;   // cudaFuncGetAttributes; 0 = not asked
    bool operator==(const Taken&) const = default;
};
struct Log { std::string from; std::string text; int index = -1; bool operator==(const Log&) const = default; };  // from: driver, output, runner, nvrtc; index = call under way
struct Ended {                           // the event is called "done"
    std::string how;                     // finished, compile, refused, cancelled, limit, signal, exit, lost
    std::string text;                    // a sentence; empty when finished
    int signal = 0, exit = 0;
    std::int64_t us = 0;                 // from request read to here
    bool warm = false;                   // ran in the spare
    bool operator==(const Ended&) const = default;
};
struct Spare { std::string state; std::string text; std::int64_t us = 0; bool operator==(const Spare&) const = default; };  // warming, ready, none

struct Event {
    int id = 0;
    std::variant<Hello, Stage, Compiled, Call, Value, Taken, Log, Ended, Spare> body;
    bool operator==(const Event&) const = default;
};

std::string to_line(const Command& command);   // without the newline
std::string to_line(const Event& event);
Result<Command> parse_command(std::string_view line);
Result<Event> parse_event(std::string_view line);

// Sixteen hex digits over the request without id, gpu, limit_ms and carried bytes: the key of its recording.
std::string hash_of(std::string_view bytes);    // FNV-1a, 64 bits, as 16 digits
std::string request_hash(const Request& request);

std::string to_base64(std::string_view bytes);
Result<std::string> parse_base64(std::string_view text);

}  // namespace launchlab
