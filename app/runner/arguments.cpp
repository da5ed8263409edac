#include "runner/arguments.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <set>

namespace launchlab {
namespace {

constexpr std::uint64_t copy_limit = std::uint64_t{1} << 30;

std::optional<Error> check_env(const Request& request) {
    for (const auto& [name, value] : request.env) {
        const std::string where = "/env/" + name;
        if (name.rfind("CUDA_", 0) != 0 && name.rfind("NVRTC_", 0) != 0)
            return Error{where, "only CUDA_ and NVRTC_ variables reach the program. Take this one out of the request."};
        if (name.rfind("CUDA_INJECTION", 0) == 0 || name.rfind("CUDA_COREDUMP", 0) == 0)
            return Error{where, "this variable loads foreign code or writes files and is not passed on. Take it out of the request."};
        if (name == "CUDA_LOG_FILE" && value != "stderr" && value != "stdout")
            return Error{where, "the driver's log comes to the timeline and to no file. Write stderr, or leave it out."};
        if (name.find_first_of(std::string("=\0", 2)) != std::string::npos || value.find('\0') != std::string::npos)
            return Error{where, "a variable holds no = in its name and no NUL. Mend the request."};
    }
    return std::nullopt;
}

std::optional<Error> check_unit(const UnitRequest& unit, const std::string& where) {
    if (unit.entry.empty()) return Error{where + "/entry", "the kernel's name is missing. Name the __global__ function to launch."};
    for (std::size_t i = 0; i < unit.images.size(); ++i) {
        const ImageRequest& image = unit.images[i];
        const std::string at = where + "/images/" + std::to_string(i);
        if (image.kind == Kind::lto && !unit.packed) return Error{at, "LTO-IR cannot be handed over bare. Pack it."};
        const bool text_edit = image.edit == "version" || image.edit == "syntax";
        if (text_edit && image.kind != Kind::ptx)
            return Error{at + "/edit", "\"" + image.edit + "\" changes PTX text, and this image is not PTX. Choose a compute_ target."};
        if (image.edit == "cut" && image.kind != Kind::sass)
            return Error{at + "/edit", "\"cut\" shortens SASS, and this image is not SASS. Choose an sm_ target."};
        if (image.edit == "label" && !unit.packed)
            return Error{at + "/edit", "\"label\" changes the fat binary's entry, and this image is handed over bare. Pack it."};
    }
    return std::nullopt;
}

std::optional<Error> check_call(const Request& request, const CallRequest& call, const std::string& where, std::set<std::string>& buffers) {
    if (call.thread < 0 || call.thread > 15) return Error{where + "/thread", "a host thread is a number from 0 to 15. Choose one of them."};
    if (needs_kernel(call.call) && (call.unit < -1 || call.unit >= static_cast<int>(request.units.size())))
        return Error{where + "/unit", "there is no unit " + std::to_string(call.unit) + ". Use 0 to " +
                                          std::to_string(static_cast<int>(request.units.size()) - 1) + "."};
    if (call.call == "cudaMalloc") {
        if (call.buffer.empty()) return Error{where + "/buffer", "the buffer has no name. Give it one, such as out."};
        buffers.insert(call.buffer);
    } else if (call.call == "cudaMemset" || call.call == "cudaMemcpy" || call.call == "cudaFree") {
        if (!buffers.count(call.buffer))
            return Error{where + "/buffer",
                         "no cudaMalloc before this call makes \"" + call.buffer + "\". Add one, or name a buffer that is there."};
    }
    if (call.call == "cudaMemcpy" && call.bytes > copy_limit)
        return Error{where + "/bytes", "more than 1 GiB would be copied to the host. Ask for fewer bytes."};
    if (call.args.size() > 64) return Error{where + "/args", "a launch takes at most 64 arguments here. Pass fewer."};
    for (std::size_t i = 0; i < call.args.size(); ++i)
        if (!parse_number_argument(call.args[i]) && !buffers.count(call.args[i]))
            return Error{where + "/args/" + std::to_string(i), "\"" + call.args[i] +
                                                                   "\" is neither a buffer made by a cudaMalloc before nor a number. Write "
                                                                   "u32:5, u64:5, i32:-1 or f32:2.5, or name a buffer."};
    return std::nullopt;
}

}  // namespace

bool is_launch(const std::string& call) { return call == "launch" || call == "cudaLaunchCooperativeKernel"; }
bool needs_kernel(const std::string& call) {
    return is_launch(call) || call == "cudaFuncGetAttributes" || call == "cudaOccupancyMaxActiveBlocksPerMultiprocessor";
}

std::optional<std::uint64_t> parse_number_argument(const std::string& word) {
    const auto colon = word.find(':');
    if (colon == std::string::npos) return std::nullopt;
    const std::string type = word.substr(0, colon), number = word.substr(colon + 1);
    if (number.empty() || number.front() == ' ') return std::nullopt;
    char* end = nullptr;
    std::uint64_t bits = 0;
    errno = 0;
    if (type == "u32" || type == "u64") {
        if (number.front() == '-' || number.front() == '+') return std::nullopt;
        bits = std::strtoull(number.c_str(), &end, 0);
        if (type == "u32" && bits > 0xFFFFFFFFu) return std::nullopt;
    } else if (type == "i32") {
        const long long value = std::strtoll(number.c_str(), &end, 0);
        if (value < -2147483648ll || value > 2147483647ll) return std::nullopt;
        bits = static_cast<std::uint32_t>(value);
    } else if (type == "f32") {
        const float value = std::strtof(number.c_str(), &end);
        std::memcpy(&bits, &value, sizeof value);
    } else {
        return std::nullopt;
    }
    if (errno == ERANGE && type != "f32") return std::nullopt;
    return *end == '\0' ? std::optional(bits) : std::nullopt;
}

std::optional<Error> check_request(const Request& request) {
    if (request.id <= 0) return Error{"/id", "a request's id is a number from 1 on; 0 belongs to hello. Give it one."};
    if (request.limit_ms < 1 || request.limit_ms > 3600000)
        return Error{"/limit_ms", "a time limit is 1 to 3600000 ms. Choose one in that range."};
    if (request.gpu < 0) return Error{"/gpu", "a card is a number from 0 on. Choose one that the machine has."};
    if (request.door == "library" || request.door == "module")
        return Error{"/door", "the \"" + request.door + "\" door is not built yet. Use \"registration\", the way <<<>>> goes."};
    if (request.units.empty())
        return Error{"/units", "there is nothing to compile. Add a unit with a source, an entry and at least one image."};
    if (auto error = check_env(request)) return error;
    for (std::size_t i = 0; i < request.units.size(); ++i)
        if (auto error = check_unit(request.units[i], "/units/" + std::to_string(i))) return error;
    std::set<std::string> buffers;
    for (std::size_t i = 0; i < request.calls.size(); ++i)
        if (auto error = check_call(request, request.calls[i], "/calls/" + std::to_string(i), buffers)) return error;
    return std::nullopt;
}

}  // namespace launchlab
