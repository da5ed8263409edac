#include "terminal/places.h"

#include <cstdlib>
#include <filesystem>

#include "session/files.h"

namespace launchlab {

std::string shelf_dir() {
    const char* data = std::getenv("XDG_DATA_HOME");
    const std::string base = data && *data == '/' ? data : home_dir() + "/.local/share";
    return base + "/launchlab/toolkits";
}

std::string fetch_script(const std::string& data_dir) {
    std::error_code error;
    const std::filesystem::path script = std::filesystem::path(data_dir) / "third_party" / "fetch.py";
    return std::filesystem::is_regular_file(script, error) ? script.string() : "";
}

}  // namespace launchlab
