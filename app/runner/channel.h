// A child's end of the pipe: lines in from fd 0, event lines out. Owns what was standard output, which belongs to the protocol
// from the child's first instruction: fd 1 is pointed at stderr, so whatever a library or a kernel prints becomes a log.
// Invariant: an event is one write and is out before the next step begins.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/protocol.h"

namespace launchlab {

void take_over_output();
std::optional<std::string> read_line();  // nullopt: the supervisor is gone
void emit(const Event& event);
template <class Body> void emit(int id, Body body) { emit(Event{id, std::move(body)}); }

// Lines for the supervisor alone, never forwarded.
void tell_supervisor(std::string line);
void hand_over_image(int unit, int image, const std::string& bytes);

// Marks in the stream of stderr: everything after it belongs to call `index`; -1 = to none.
void mark_log(int index);
void mark_log_begin();  // a warm child's run begins here
void mark_log_end();

std::int64_t now_us();  // CLOCK_MONOTONIC

inline constexpr std::string_view image_word = "@image ";  // "@image UNIT IMAGE BASE64"
inline constexpr char log_mark = '\x1e';                   // "\x1e3\n", "\x1eend\n"

}  // namespace launchlab
