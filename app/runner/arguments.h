// What must hold of a request before a child is started for it, and the numbers among a launch's arguments. Owns the sentences
// of a refusal; leaves the words to parse_command and what NVRTC or CUDA refuse to them. Invariant: a request that passes here
// cannot make the child read or write memory that is not its own, nor load a library that the learner did not choose.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/protocol.h"

namespace launchlab {

std::optional<Error> check_request(const Request& request);

// "u32:5", "u64:1099511627776", "i32:-1", "f32:2.5" -> the eight bytes that a launch copies from; nullopt = a buffer's name.
std::optional<std::uint64_t> parse_number_argument(const std::string& word);

bool is_launch(const std::string& call);     // launch, cudaLaunchCooperativeKernel
bool needs_kernel(const std::string& call);  // those, and the queries about one

}  // namespace launchlab
