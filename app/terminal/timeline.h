// The timeline of a run as text: one row a call with what it returned and the last-error slot after it as a trace, the
// values the host read, and the GPU lane in words. Owns the rows and their order, which is the order in time; leaves images,
// rule and provenance to terminal/findings. Invariant: while a run is under way the lines only grow, so they can be printed
// as they come; what was not recorded or not made is said, never left out.
#pragma once

#include <optional>
#include <string>

#include "core/run.h"
#include "terminal/text.h"

namespace launchlab {

Lines timeline_lines(const Run& run, const Style& style);

std::string launch_statement(const Request& request, int index);  // "mark<<<1, 1>>>(out)"; "kernel<<<...>>>" where unknown
bool is_launch(const CallRequest& call);
bool is_check(const CallRequest& call);                              // reads the slot
bool is_wait(const CallRequest& call);                               // returns after the work queued before it
std::optional<int> check_under(const Request& request, int launch);  // index of the check right under it
std::optional<int> wait_after(const Request& request, int launch);
std::string slot_word(const Call& call);  // "written", "read, kept", "read, cleared", "not read"

// What a value is: "marker of sm_90", "untouched", "" (a number of the kernel's own).
std::string value_word(const Run& run, const Value& value);
std::string to_hex(std::uint32_t word);

}  // namespace launchlab
