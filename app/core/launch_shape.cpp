#include "core/launch_shape.h"

#include <algorithm>
#include <cstdlib>

namespace launchlab {
namespace {

constexpr std::uint64_t block_limit = 1024, block_z_limit = 64, grid_x_limit = 2147483647, grid_limit = 65535;
constexpr std::uint64_t smem_limit = 48 * 1024;   // without cudaFuncSetAttribute, which no call of ours makes

std::uint64_t at(const std::vector<unsigned>& numbers, std::size_t i) { return i < numbers.size() ? numbers[i] : 1; }

std::string too_many(const std::string& what, std::uint64_t limit, const std::string& unit, std::uint64_t asked) {
    return what + " at most " + std::to_string(limit) + " " + unit + "; this launch asks for " + std::to_string(asked) + ".";
}

std::string block_or_grid(const CallRequest& call) {
    const std::uint64_t x = at(call.block, 0), y = at(call.block, 1), z = at(call.block, 2);
    if (x == 0 || y == 0 || z == 0) return "A block needs at least one thread; this launch asks for none.";
    if (at(call.grid, 0) == 0 || at(call.grid, 1) == 0 || at(call.grid, 2) == 0) return "A grid needs at least one block; this launch asks for none.";
    if (x > block_limit) return too_many("A block holds", block_limit, "threads", x);
    if (y > block_limit || x * y > block_limit || x * y * z > block_limit) return too_many("A block holds", block_limit, "threads", x * y * z);
    if (z > block_z_limit) return too_many("A block's third size is", block_z_limit, "threads", z);
    if (at(call.grid, 0) > grid_x_limit) return too_many("A grid's first size is", grid_x_limit, "blocks", at(call.grid, 0));
    for (std::size_t i : {1u, 2u})
        if (at(call.grid, i) > grid_limit) return too_many(i == 1 ? "A grid's second size is" : "A grid's third size is", grid_limit, "blocks", at(call.grid, i));
    return "";
}

}  // namespace

std::optional<RefusedShape> refused_shape(const CallRequest& call, std::string_view runtime) {
    if (call.call != "launch" && call.call != "cudaLaunchCooperativeKernel") return std::nullopt;
    const int major = std::atoi(std::string(runtime.substr(0, runtime.find('.'))).c_str());
    if (std::string why = block_or_grid(call); !why.empty()) return RefusedShape{major > 0 && major < 13 ? 9 : 1, std::move(why)};
    if (call.smem > smem_limit) return RefusedShape{1, too_many("Without a further call a block gets", smem_limit, "bytes of dynamic shared memory", call.smem)};
    return std::nullopt;
}

}  // namespace launchlab
