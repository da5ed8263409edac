#include "session/sweep_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace launchlab {

Result<std::vector<MatrixMeasured>> read_measured(const std::string& path, const ToolkitTable& toolkits) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    if (!file || !(bytes << file.rdbuf())) return Error{path, "it cannot be read: " + std::string(std::strerror(errno)) + ". Name a file that launchlab sweep --out FILE.jsonl wrote, or recordings."};
    const std::string text = bytes.str();
    if (text.starts_with("{\"recording\"")) {
        const ParsedRecordings parsed = parse_recordings(text, path);
        if (!parsed.errors.empty()) return parsed.errors.front();
        return measured_in(parsed.recordings, toolkits);
    }
    const Result<Sweep> sweep = parse_sweep(text, path, toolkits);
    if (!sweep) return sweep.error();
    return measured_in(*sweep, toolkits);
}

SweepFiles read_sweep_files(const std::string& data_dir, const ToolkitTable& toolkits) {
    SweepFiles out;
    std::error_code none;
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(data_dir + "/assets/sweeps", none))
        if (entry.path().extension() == ".jsonl") paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths) {
        const Result<std::vector<MatrixMeasured>> read = read_measured(path, toolkits);
        if (read) out.measured.insert(out.measured.end(), read->begin(), read->end());
        else out.errors.push_back(read.error());
    }
    return out;
}

}  // namespace launchlab
