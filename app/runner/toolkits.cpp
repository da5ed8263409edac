#include "runner/toolkits.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace launchlab {
namespace fs = std::filesystem;
namespace {

#if defined(__aarch64__)
constexpr const char* library_folders[] = {
    "", "lib64", "lib", "lib/aarch64-linux-gnu", "targets/sbsa-linux/lib", "targets/aarch64-linux/lib"};
#else
constexpr const char* library_folders[] = {"", "lib64", "lib", "lib/x86_64-linux-gnu", "targets/x86_64-linux/lib"};
#endif

std::string env(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::vector<fs::path> subfolders(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (it->is_directory(error)) found.push_back(it->path());
    std::sort(found.begin(), found.end(), std::greater<>());
    return found;
}

std::vector<fs::path> roots() {
    std::vector<fs::path> found;
    const auto shelf = [&](const fs::path& folder) {
        found.push_back(folder);
        for (auto& sub : subfolders(folder)) found.push_back(sub);
    };
    const std::string extra = env("LAUNCHLAB_TOOLKITS");
    for (std::size_t at = 0; at < extra.size();) {
        const std::size_t end = std::min(extra.find(':', at), extra.size());
        if (end > at) shelf(extra.substr(at, end - at));
        at = end + 1;
    }
    std::string data = env("XDG_DATA_HOME"), home = env("HOME");
    if (const passwd* user = home.empty() ? getpwuid(getuid()) : nullptr; user && user->pw_dir) home = user->pw_dir;
    if ((data.empty() || data[0] != '/') && !home.empty()) data = home + "/.local/share";  // a relative one is to be ignored
    if (!data.empty()) shelf(fs::path(data) / "launchlab" / "toolkits");
    for (const char* name : {"CUDA_HOME", "CUDA_PATH"})
        if (!env(name).empty()) found.emplace_back(env(name));
    for (auto& sub : subfolders("/usr/local"))
        if (sub.filename().string().rfind("cuda", 0) == 0) found.push_back(sub);
    found.emplace_back("/usr");
    return found;
}

bool digits(const std::string& text) { return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos; }

// "libnvrtc.so.13" -> 13. The releases of 11.x share libnvrtc.so.11.2 and libcudart.so.11.0.
int major_of(const std::string& file, const std::string& stem, const std::string& eleven) {
    if (file.rfind(stem, 0) != 0) return 0;
    const std::string tail = file.substr(stem.size());
    if (tail == eleven) return 11;
    return digits(tail) && tail.size() < 4 && std::stoi(tail) >= 12 ? std::stoi(tail) : 0;
}

struct Found {  // by major, within one root
    std::map<int, std::string> nvrtc, runtime, fatbin;
    std::map<std::pair<std::string, int>, std::string> builtins;  // by folder too: NVRTC looks for them in its own
};

void search(const fs::path& folder, Found& found) {
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const std::string file = it->path().filename().string();
        if (file.rfind("libnvrtc", 0) != 0 && file.rfind("libcudart.", 0) != 0 && file.rfind("libnvfatbin.", 0) != 0) continue;
        const std::string path = it->path().string();
        if (int m = major_of(file, "libnvrtc.so.", "11.2")) found.nvrtc.emplace(m, path);
        if (int m = major_of(file, "libcudart.so.", "11.0")) found.runtime.emplace(m, path);
        if (int m = major_of(file, "libnvfatbin.so.", "-")) found.fatbin.emplace(m, path);
        const std::string stem = "libnvrtc-builtins.so.";
        if (file.rfind(stem, 0) == 0) {
            const std::string version = file.substr(stem.size());
            const auto dot = version.find('.');
            if (dot != std::string::npos && digits(version.substr(0, dot)) && digits(version.substr(dot + 1)) && version.size() < 8)
                found.builtins[{it->path().parent_path().string(), std::stoi(version)}] = version;
        }
    }
}

void read_patches(const fs::path& root, ToolkitFiles& files) {
    const auto read = [&](const char* name, auto&& take) {
        std::error_code error;
        if (!fs::is_regular_file(root / name, error)) return;  // reading a pipe would wait for ever
        std::ifstream in(root / name);
        if (!in) return;
        const auto json = nlohmann::json::parse(in, nullptr, false);
        if (json.is_object()) take(json);
    };
    const auto text = [](const nlohmann::json& object, const char* key) -> std::string {
        const auto it = object.find(key);
        if (it == object.end()) return "";
        if (it->is_string()) return it->get<std::string>();
        if (it->is_object() && it->contains("version") && (*it)["version"].is_string()) return (*it)["version"].get<std::string>();
        return "";
    };
    const auto fits = [&](const std::string& patch) { return !files.version.empty() && patch.rfind(files.version + ".", 0) == 0 ? patch : ""; };
    read("version.json", [&](const nlohmann::json& j) {
        files.nvrtc_patch = fits(text(j, "cuda_nvrtc"));
        files.runtime_patch = fits(text(j, "cuda_cudart"));
        files.fatbin_patch = text(j, "libnvfatbin");
    });
    read("toolkit.json", [&](const nlohmann::json& j) {
        files.nvrtc_patch = fits(text(j, "nvrtc"));
        files.runtime_patch = fits(text(j, "runtime"));
        files.fatbin_patch = text(j, "fatbin");
    });
    // An installed toolkit's libraries are links to files that carry the whole version: libnvrtc.so.13.0.88.
    const auto from_name = [&](std::string& patch, const std::string& path) {
        std::error_code error;
        const std::string name = fs::weakly_canonical(path, error).filename().string();
        const auto at = name.find(".so.");
        if (patch.empty() && at != std::string::npos && std::count(name.begin() + at + 4, name.end(), '.') == 2) patch = name.substr(at + 4);
    };
    from_name(files.nvrtc_patch, files.nvrtc);
    from_name(files.runtime_patch, files.runtime);
    from_name(files.fatbin_patch, files.fatbin);
}

}  // namespace

std::string runtime_soname(int major) { return major == 11 ? "libcudart.so.11.0" : "libcudart.so." + std::to_string(major); }
std::string fatbin_soname(int major) { return "libnvfatbin.so." + std::to_string(std::max(major, 12)); }

std::vector<ToolkitFiles> find_toolkits() {
    std::vector<ToolkitFiles> all;
    std::map<int, std::vector<std::string>> lenders;  // nvFatbin by major, in the order of the search
    std::set<std::string> seen;
    for (const auto& root : roots()) {
        Found found;
        for (const char* folder : library_folders) search(root / folder, found);
        for (const auto& package : subfolders(root / "nvidia")) search(package / "lib", found);
        for (const auto& [major, path] : found.fatbin) lenders[major].push_back(path);
        for (const auto& [major, nvrtc] : found.nvrtc) {
            std::error_code error;
            if (!seen.insert(fs::weakly_canonical(nvrtc, error).string()).second) continue;
            ToolkitFiles files;
            files.from = root.string();
            files.major = major;
            files.nvrtc = nvrtc;
            if (const auto it = found.builtins.find({fs::path(nvrtc).parent_path().string(), major}); it != found.builtins.end())
                files.version = it->second;
            if (const auto it = found.runtime.find(major); it != found.runtime.end()) files.runtime = it->second;
            if (const auto it = found.fatbin.lower_bound(major); it != found.fatbin.end()) files.fatbin = it->second;
            read_patches(root, files);
            all.push_back(files);
        }
    }
    for (auto& files : all) {
        if (!files.fatbin.empty()) files.fatbins.push_back(files.fatbin);
        for (auto it = lenders.lower_bound(files.major); it != lenders.end(); ++it)
            for (const auto& path : it->second)
                if (path != files.fatbin) files.fatbins.push_back(path);
        if (files.fatbin.empty() && !files.fatbins.empty()) {
            files.fatbin = files.fatbins.front();
            files.fatbin_patch.clear();
        }
    }
    return all;
}

}  // namespace launchlab
