// Words for a runner that cannot be used: each is a sentence about what happened, the last lines of its own, and a remedy.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace launchlab {

// The protocol version of a hello that this launchlab cannot read; unset = the line is no such hello.
std::optional<int> other_version(std::string_view line);

// Whether it is a hello at all, of any version, with whatever else is in it.
bool is_hello(std::string_view line);

std::string words_of_version(int speaks);
std::string words_of_unread_hello(const Error& error);
std::string words_of_no_start(const std::vector<std::string>& command, const std::string& reason);
std::string words_of_silence(const std::vector<std::string>& command, int limit_ms, const std::vector<std::string>& last);
// `greeted`: it had said hello. `last`: its last lines on stderr.
std::string words_of_end(const std::vector<std::string>& command, bool greeted, int exit_code, int signal,
                         const std::vector<std::string>& last);

}  // namespace launchlab
