#include "runner/toolkit_choice.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "runner/libraries.h"
#include "runner/toolkit_look.h"

namespace launchlab {
namespace {

constexpr const char* variable = "LAUNCHLAB_RUNNER_SETS";

int lacks(const ToolkitFiles& files) { return int(files.runtime.empty()) + int(files.fatbins.empty()); }

std::vector<ToolkitFiles> handed_sets() {
    const char* value = std::getenv(variable);
    std::istringstream lines(value ? value : "");
    std::vector<ToolkitFiles> sets;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream parts(line);
        ToolkitFiles files;
        std::string fatbin;
        for (std::string* part : {&files.version, &files.nvrtc, &files.runtime, &fatbin}) std::getline(parts, *part, '\t');
        files.major = std::atoi(files.version.c_str());
        files.fatbin = fatbin;
        if (!fatbin.empty()) files.fatbins = {fatbin};
        if (!files.nvrtc.empty()) sets.push_back(files);
    }
    return sets;
}

// Of all sets those of the version; "" = of the version of the newest that lacks least.
std::vector<ToolkitFiles> of_version(std::string version, const std::vector<ToolkitFiles>& all) {
    if (version.empty()) {
        const ToolkitFiles* best = nullptr;
        for (const auto& files : all)
            if (!files.version.empty() &&
                (!best || lacks(files) < lacks(*best) || (lacks(files) == lacks(*best) && newer(files.version, best->version))))
                best = &files;
        if (best) version = best->version;
    }
    std::vector<ToolkitFiles> sets;
    for (const auto& files : all)
        if (!version.empty() && files.version == version) sets.push_back(files);
    std::stable_sort(sets.begin(), sets.end(), [](const auto& a, const auto& b) { return lacks(a) < lacks(b); });
    return sets;
}

}  // namespace

Result<std::vector<ToolkitFiles>> choose_sets(const std::string& version) {
    std::vector<ToolkitFiles> sets = of_version(version, handed_sets());
    const auto all = find_toolkits();
    for (auto& files : of_version(sets.empty() ? version : sets.front().version, all)) sets.push_back(std::move(files));
    if (!sets.empty()) return sets;
    std::string there;
    for (const auto& files : all)
        if (!files.version.empty() && there.find(files.version) == std::string::npos) there += (there.empty() ? "" : ", ") + files.version;
    if (there.empty()) return Error{"toolkit", std::string("this machine has no CUDA toolkit with NVRTC. ") + fetch_remedy};
    return Error{"toolkit " + version,
                 "is not on this machine; it has " + there + ". Choose one of those, or run `launchlab doctor --fetch`."};
}

std::string to_set_line(const std::string& version, const ToolkitFiles& files) {
    std::string line(set_word);
    line += version;
    for (const auto& path : {files.nvrtc, files.runtime, files.fatbin}) {
        if (path.find_first_of("\t\n") != std::string::npos) return "";
        line += '\t' + path;
    }
    return line;
}

void hand_to_children(const std::string& set_lines) { setenv(variable, set_lines.c_str(), 1); }

}  // namespace launchlab
