// Files: reading a whole file, and writing one so that a crash leaves the old text or the new one, never a mixture
// (write_file_safely is declared in session/progress.h). Invariant: every error names the file and the system's reason.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/result.h"

namespace launchlab {

std::string home_dir();   // $HOME, or without it what the system keeps for this user; "" = neither

// A directory, a pipe, or a file of more than `limit` bytes is an error.
Result<std::string> read_file(const std::string& path, std::size_t limit);

// Only where no file, link or folder of that name is there yet.
Result<Done> write_new_file(const std::string& path, std::string_view bytes);

}  // namespace launchlab
