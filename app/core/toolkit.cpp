#include "core/toolkit.h"

#include <algorithm>

#include "core/json_reader.h"

namespace launchlab {
namespace {

// The first branch whose driver unpacks zstd; facts/cuda.md 11.
constexpr int zstd_branch = 550;

// "12.9" -> 12.9; {0,0} when it is not two numbers.
PtxVersion read_version(std::string_view text) {
    std::size_t dot = text.find('.');
    if (dot == 0 || dot == std::string_view::npos || dot > 2 || dot + 1 >= text.size() || text.size() > dot + 3) return {};
    auto number = [](std::string_view digits) {
        int out = 0;
        for (char c : digits) {
            if (c < '0' || c > '9') return -1;
            out = out * 10 + (c - '0');
        }
        return out;
    };
    PtxVersion out{number(text.substr(0, dot)), number(text.substr(dot + 1))};
    return out.major < 0 || out.minor < 0 ? PtxVersion{} : out;
}

bool newest_first(const Toolkit* a, const Toolkit* b) { return read_version(a->version) > read_version(b->version); }

bool serves(const ToolkitTable& table, const Toolkit& toolkit, const Driver& driver) {
    if (driver.branch == 0) return true;
    return toolkit.ptx <= reads_ptx(table, driver) && toolkit.runtime_floor <= driver.branch;
}

Toolkit read_toolkit(JsonReader& reader, const JsonReader::Item& item) {
    auto object = reader.object(item, {"version", "ptx", "driver_branch", "runtime_floor", "targets", "default_arch", "on_shelf"});
    Toolkit out;
    out.version = object.text("version");
    if (!out.version.empty() && read_version(out.version) == PtxVersion{})
        object.fail("version", "\"" + out.version + "\" is not a release such as 13.0. Write two numbers with a dot.");
    std::string ptx = object.text("ptx");
    out.ptx = read_version(ptx);
    if (!ptx.empty() && out.ptx == PtxVersion{})
        object.fail("ptx", "\"" + ptx + "\" is not a PTX version such as 9.0. Write two numbers with a dot.");
    out.driver_branch = static_cast<int>(std::clamp(object.number("driver_branch"), 0LL, 100000LL));
    out.runtime_floor = static_cast<int>(std::clamp(object.number("runtime_floor"), 0LL, 100000LL));
    out.default_arch = object.text("default_arch");
    out.on_shelf = object.flag("on_shelf", false);
    std::optional<Target> before;
    for (const JsonReader::Item& one : object.list("targets")) {
        std::string arch = reader.text(one);
        if (!one.json->is_string()) continue;
        Result<Target> target = parse_arch(Kind::sass, arch);
        if (!target)
            reader.fail(one.pointer, "\"" + arch + "\" is not a target. Write two or three digits and perhaps a or f: 90a.");
        else if (before && !rises(*before, *target))
            reader.fail(one.pointer, "\"" + arch + "\" comes after a higher target. Write the targets in rising order.");
        else
            before = *target;
        out.targets.push_back(std::move(arch));
    }
    if (!out.default_arch.empty() && std::find(out.targets.begin(), out.targets.end(), out.default_arch) == out.targets.end())
        object.fail("default_arch", "\"" + out.default_arch + "\" is not among the targets. Add it there or name another.");
    return out;
}

}  // namespace

std::string to_text(PtxVersion v) { return std::to_string(v.major) + "." + std::to_string(v.minor); }

Result<ToolkitTable> parse_toolkits(std::string_view json, std::string where) {
    Result<nlohmann::json> document = parse_json(json, where);
    if (!document) return document.error();
    JsonReader reader(std::move(where));
    auto top = reader.object(*document, "", {"about", "toolkits"});
    top.text("about", "");
    ToolkitTable table;
    for (const JsonReader::Item& item : top.list("toolkits")) {
        Toolkit toolkit = read_toolkit(reader, item);
        if (!table.toolkits.empty() && read_version(table.toolkits.back().version) >= read_version(toolkit.version))
            reader.fail(item.pointer + "/version", "this release is not newer than the one before it. Write the oldest first.");
        table.toolkits.push_back(std::move(toolkit));
    }
    if (auto error = reader.error()) return *error;
    return table;
}

const Toolkit* find_toolkit(const ToolkitTable& table, std::string_view version) {
    for (const Toolkit& toolkit : table.toolkits)
        if (toolkit.version == version) return &toolkit;
    return nullptr;
}

PtxVersion reads_ptx(const ToolkitTable& table, const Driver& driver) {
    PtxVersion newest{};
    int newest_branch = 0;
    for (const Toolkit& toolkit : table.toolkits) newest_branch = std::max(newest_branch, toolkit.driver_branch);
    for (const Toolkit& toolkit : table.toolkits) {
        // A release whose branch nobody has seen yet has 0: only a driver newer than every known branch may read its PTX.
        bool reads = toolkit.driver_branch > 0 ? toolkit.driver_branch <= driver.branch : driver.branch > newest_branch;
        if (reads) newest = std::max(newest, toolkit.ptx);
    }
    return newest;
}

Driver driver_of(const ToolkitTable& table, std::string_view version, int cuda) {
    if (Result<Driver> driver = parse_driver(version)) return *driver;
    const PtxVersion release{cuda / 1000, cuda % 1000 / 10};
    Driver driver;
    for (const Toolkit& toolkit : table.toolkits)
        if (toolkit.driver_branch > 0 && read_version(toolkit.version) <= release) driver.branch = toolkit.driver_branch;
    return driver;
}

std::string to_words(const ToolkitTable& table, const Driver& driver) {
    if (driver.branch == 0) return "no driver";
    if (!driver.version.empty()) return "driver " + driver.version;
    std::string release;
    for (const Toolkit& toolkit : table.toolkits)
        if (toolkit.driver_branch == driver.branch) release = toolkit.version;
    return release.empty() ? "driver " + std::to_string(driver.branch) : "driver for CUDA " + release;
}

bool reads_zstd(const Driver& driver) { return driver.branch >= zstd_branch; }

bool builds(const Toolkit& toolkit, const Target& target) {
    return std::find(toolkit.targets.begin(), toolkit.targets.end(), to_arch(target)) != toolkit.targets.end();
}

bool builds_for(const Toolkit& toolkit, Capability card) {
    return std::any_of(toolkit.targets.begin(), toolkit.targets.end(), [&](const std::string& arch) {
        Result<Target> target = parse_arch(Kind::ptx, arch);
        return target && target->suffix == 0 && target->number <= card;
    });
}

std::optional<std::string> choose_toolkit(const ToolkitTable& table, const std::vector<std::string>& present, const Driver& driver,
                                          std::optional<Capability> card) {
    std::vector<const Toolkit*> known;
    for (const std::string& version : present)
        if (const Toolkit* toolkit = find_toolkit(table, version)) known.push_back(toolkit);
    std::sort(known.begin(), known.end(), newest_first);
    std::erase_if(known, [&](const Toolkit* toolkit) { return !serves(table, *toolkit, driver); });
    if (known.empty()) return std::nullopt;
    auto able = std::find_if(known.begin(), known.end(), [&](const Toolkit* toolkit) { return !card || builds_for(*toolkit, *card); });
    return (able == known.end() ? known.front() : *able)->version;
}

std::optional<std::string> wanted_toolkit(const ToolkitTable& table, const Driver& driver, std::optional<Capability> card) {
    std::vector<std::string> shelf;
    for (const Toolkit& toolkit : table.toolkits)
        if (toolkit.on_shelf) shelf.push_back(toolkit.version);
    return choose_toolkit(table, shelf, driver, card);
}

}  // namespace launchlab
