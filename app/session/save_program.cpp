// The step as one program: kernel and host part in a .cu file of the learner's, never over another file without a yes.
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "session/files.h"
#include "session/inside.h"

namespace launchlab {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_compared = 4u << 20;

std::string folder_for_programs(const SessionOptions& options) {
    if (!options.programs_dir.empty()) return options.programs_dir;
    std::error_code failed;
    const fs::path here = fs::current_path(failed);
    // A desktop starts programs in "/", where nobody looks for a file and few may write one.
    if (!failed && here != here.root_path() && access(here.c_str(), W_OK) == 0) return here.string();
    const std::string home = home_dir();
    return home.empty() ? "." : home;
}

bool is_there(const std::string& path) {
    std::error_code failed;
    return fs::exists(fs::symlink_status(path, failed));
}

std::string free_name(const std::string& path) {
    const fs::path whole = path;
    for (int n = 2;; ++n) {
        std::string other = (whole.parent_path() / (whole.stem().string() + "-" + std::to_string(n) + whole.extension().string())).string();
        if (!is_there(other)) return other;
    }
}

}  // namespace

void Session::Inside::save_program(Actions::Save how) {
    if (how == Actions::Save::close) return saved.reset();
    std::string name = step->id + "-" + fs::path(step->kernel_file).filename().string();
    std::replace(name.begin(), name.end(), '/', '-');
    const Request wanted = request();
    const std::string text = program(wanted, step->entry);
    Saved out{.path = (fs::path(folder_for_programs(options)) / name).string()};
    if (how == Actions::Save::beside && saved && saved->asks) out.path = saved->beside;
    out.nvcc = nvcc_line(wanted, out.path.find_first_of(" '\"\\$`") == std::string::npos ? out.path : fs::path(out.path).filename().string());

    Result<Done> written = how == Actions::Save::over && saved && saved->asks ? write_file_safely(out.path, text) : write_new_file(out.path, text);
    if (!written && is_there(out.path) && how != Actions::Save::over) {
        const Result<std::string> old = read_file(out.path, most_compared);
        out.was_there = old && *old == text;
        if (!out.was_there) out.asks = true, out.beside = free_name(out.path);
    } else if (!written) {
        out.trouble = written.error();
    }
    saved = std::move(out);
}

}  // namespace launchlab
