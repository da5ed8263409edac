// Who may include whom: the table of the README, read from the source. Folders point one way, and each library has its place.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "catch.h"

namespace fs = std::filesystem;
using Words = std::set<std::string>;

namespace {

struct Include {
    std::string file;    // "core/target.cpp"
    std::string folder;  // "core"; "main" for main.cpp
    std::string name;    // "core/target.h", "uv.h"
    bool quoted = false;
};

const Words folders{"core", "runner", "session", "terminal", "panels", "window"};

const std::map<std::string, Words> arrows{
    {"core", {"core"}},
    {"runner", {"core", "runner"}},
    {"session", {"core", "session"}},
    {"terminal", {"core", "session", "terminal"}},
    {"panels", {"core", "session", "panels"}},
    {"window", {"core", "session", "terminal", "panels", "window"}},
    {"main", {"core", "session", "terminal", "panels", "window"}},
};

// A library, the headers that show it, and the folders that may use it. `sources_only`: not in a header that others include.
struct Library {
    std::string name;
    std::regex headers;
    Words folders;
    bool sources_only = false;
};

const std::vector<Library>& libraries() {
    static const std::vector<Library> list{
        {"CUDA", std::regex("(cuda|cudart|nv|driver_types|fatbinary|vector_types|crt/|host_defines|cooperative_groups).*"), {"runner"}},
        {"Dear ImGui", std::regex("(imgui|imstb|backends/).*"), {"panels", "window", "main"}},
        {"GLFW, glad, EGL", std::regex("(GLFW|glad|EGL|GL|KHR|GLES.?)/.*"), {"window", "main"}},
        {"libuv", std::regex("uv\\.h|uv/.*"), {"session", "runner"}},
        {"CLI11", std::regex("CLI/.*"), {"terminal"}},
        {"cmark-gfm", std::regex("cmark.*"), {"terminal", "panels"}},
        {"nlohmann json", std::regex("nlohmann/.*"), {"core", "session", "terminal", "runner"}, true},
        {"packed files", std::regex("(zlib|lz4.*|zstd.*|minizip/.*)\\.h"), {"core"}, true},
        {"toml11", std::regex("toml\\.hpp"), {"core"}, true},
        {"elf.h", std::regex("elf\\.h"), {"core", "runner"}},
    };
    return list;
}

// Headers that show json's types to the .cpp files of core and the folders above, and are included by nothing but .cpp files.
const Words json_headers{"core/json_reader.h", "core/protocol_json.h"};

// core is pure: no process, thread or clock.
const Words impure{"thread", "mutex", "shared_mutex", "condition_variable", "future", "atomic", "stop_token", "semaphore", "latch", "barrier",
                   "chrono", "ctime", "csignal", "coroutine", "random"};

bool is_header(const std::string& file) { return file.ends_with(".h") || file.ends_with(".hpp"); }

void read_file(const fs::path& path, const std::string& file, std::vector<Include>& out) {
    static const std::regex include("\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"].*");
    std::string folder = file.find('/') == std::string::npos ? "main" : file.substr(0, file.find('/'));
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);)
        if (std::smatch found; std::regex_match(line, found, include)) out.push_back({file, folder, found[2], found[1] == "\""});
}

std::vector<Include> read_includes() {
    std::vector<Include> out;
    const fs::path app = fs::path(LAUNCHLAB_SOURCE) / "app";
    for (const auto& entry : fs::recursive_directory_iterator(app))
        if (Words{".h", ".hpp", ".cpp", ".inc"}.count(entry.path().extension().string()))
            read_file(entry.path(), fs::relative(entry.path(), app).generic_string(), out);
    return out;
}

// Why this include is not allowed; "" when it is.
std::string objection(const Include& one) {
    const auto allowed = arrows.find(one.folder);
    if (allowed == arrows.end()) return "the folder has no row in the table of arrows";
    const std::size_t slash = one.name.find('/');
    const std::string first = slash == std::string::npos ? "" : one.name.substr(0, slash);
    if (one.quoted && folders.count(first)) {
        if (!allowed->second.count(first)) return one.folder + " may not include " + first;
        if (json_headers.count(one.name) && is_header(one.file) && !json_headers.count(one.file)) return "json is for .cpp files only";
        return "";
    }
    if (one.name.starts_with("..") || one.name.starts_with("app/")) return "includes are written from app/, such as core/target.h";
    for (const Library& library : libraries())
        if (std::regex_match(one.name, library.headers)) {
            if (!library.folders.count(one.folder)) return one.folder + " may not use " + library.name;
            bool hidden = !is_header(one.file) || json_headers.count(one.file);
            return library.sources_only && !hidden ? library.name + " is for .cpp files only" : "";
        }
    if (one.quoted) return "a file of ours is included from app/, such as core/target.h";
    if (one.folder == "core" && (one.name.find('.') != std::string::npos || impure.count(one.name)))
        return "core uses the standard library alone, without process, thread or clock";
    return "";
}

}  // namespace

TEST_CASE("every include follows an allowed arrow", "[flow]") {
    const auto includes = read_includes();
    REQUIRE(includes.size() > 100);
    for (const Include& one : includes) {
        INFO("app/" << one.file << " includes " << one.name << ": " << objection(one));
        CHECK(objection(one).empty());
    }
}

TEST_CASE("a forbidden arrow is noticed", "[flow]") {
    const std::vector<Include> bad{
        {"core/target.cpp", "core", "session/session.h", true},   {"core/target.cpp", "core", "runner/child.h", true},
        {"runner/child.cpp", "runner", "session/session.h", true}, {"session/pipe.cpp", "session", "panels/ui.h", true},
        {"session/pipe.cpp", "session", "runner/child.h", true},  {"terminal/text.cpp", "terminal", "panels/ui.h", true},
        {"panels/ui.cpp", "panels", "terminal/text.h", true},     {"panels/ui.cpp", "panels", "window/window.h", true},
        {"main.cpp", "main", "runner/child.h", true},             {"window/window.cpp", "window", "runner/child.h", true},
        {"session/pipe.cpp", "session", "cuda.h", false},         {"core/codes.cpp", "core", "driver_types.h", false},
        {"panels/ui.cpp", "panels", "nvrtc.h", false},            {"terminal/text.cpp", "terminal", "imgui.h", true},
        {"session/session.h", "session", "imgui.h", true},        {"panels/ui.cpp", "panels", "GLFW/glfw3.h", false},
        {"panels/ui.cpp", "panels", "uv.h", false},               {"core/run.cpp", "core", "uv.h", false},
        {"session/pipe.cpp", "session", "CLI/CLI.hpp", false},    {"session/pipe.cpp", "session", "cmark-gfm.h", false},
        {"core/run.h", "core", "nlohmann/json.hpp", false},       {"core/run.h", "core", "core/json_reader.h", true},
        {"panels/ui.cpp", "panels", "nlohmann/json.hpp", false},  {"session/files.cpp", "session", "zlib.h", false},
        {"core/run.cpp", "core", "thread", false},                {"core/run.cpp", "core", "chrono", false},
        {"core/run.cpp", "core", "unistd.h", false},              {"core/run.cpp", "core", "run.h", true},
        {"core/run.cpp", "core", "../core/run.h", true},          {"tools/x.cpp", "tools", "string", false},
    };
    for (const Include& one : bad) {
        INFO(one.file << " includes " << one.name);
        CHECK_FALSE(objection(one).empty());
    }
    const std::vector<Include> good{
        {"core/gpu.cpp", "core", "core/json_reader.h", true},   {"core/fatbin.cpp", "core", "elf.h", false},
        {"core/fatbin.cpp", "core", "zstd.h", false},           {"runner/calls.cpp", "runner", "cuda_runtime_api.h", false},
        {"runner/loop.cpp", "runner", "uv.h", false},           {"session/pipe.cpp", "session", "thread", false},
        {"main.cpp", "main", "window/window.h", true},          {"window/window.cpp", "window", "GLFW/glfw3.h", false},
        {"terminal/report.cpp", "terminal", "nlohmann/json.hpp", false}, {"panels/rich.cpp", "panels", "cmark-gfm.h", false},
    };
    for (const Include& one : good) {
        INFO(one.file << " includes " << one.name << ": " << objection(one));
        CHECK(objection(one).empty());
    }
}

TEST_CASE("no file of the program grows beyond 400 lines", "[flow]") {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(LAUNCHLAB_SOURCE) / "app")) {
        if (!entry.is_regular_file()) continue;
        std::ifstream in(entry.path());
        int lines = 0;
        for (std::string line; std::getline(in, line);) ++lines;
        INFO(entry.path().string() << " has " << lines << " lines");
        CHECK(lines <= 400);
    }
}
