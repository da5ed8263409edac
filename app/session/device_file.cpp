#include "session/device_file.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "core/device_verdict.h"
#include "core/package.h"
#include "session/mapped_file.h"

namespace launchlab {

namespace {

constexpr std::size_t most_thin_members = 65536;

void put(std::vector<std::string>& words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
}

// What a package says of itself: its members' words, and whether they serve different cards.
void join_members(DeviceFile& file) {
    std::vector<const DeviceCode*> codes;
    std::set<std::vector<std::string>> served;
    for (const DeviceFile& member : file.members) {
        codes.push_back(&member.code);
        std::vector<std::string> names = usable_names(member.code);
        std::sort(names.begin(), names.end());
        if (!names.empty()) served.insert(std::move(names));
    }
    DeviceCode joint = joined(codes);
    joint.format = file.code.format;
    joint.warn.insert(joint.warn.end(), file.code.warn.begin(), file.code.warn.end());
    joint.hints.insert(joint.hints.end(), file.code.hints.begin(), file.code.hints.end());
    if (served.size() > 1) joint.warn.push_back("per_library_difference");
    // One library with PTX does not help the launches of another without.
    if (file.members.empty() && joint.warn.empty()) joint.warn.push_back("no_device_code");
    file.code = std::move(joint);
    put(file.code.warn, {});
}

void read_zip(DeviceFile& file, Bytes bytes, const DeviceLook& look) {
    Package package = read_package(bytes, look);
    file.code.format = Format::zip;
    file.code.warn = std::move(package.warn);
    file.code.hints = std::move(package.hints);
    for (PackageMember& member : package.members) file.members.push_back({.path = std::move(member.path), .size = member.size, .code = std::move(member.code)});
    join_members(file);
}

// A thin archive only names its members; they lie beside it.
void read_thin(DeviceFile& file, Bytes bytes, const DeviceLook& look) {
    const std::optional<Archive> archive = read_archive(bytes);
    const std::filesystem::path folder = std::filesystem::path(file.path).parent_path();
    for (const ArchiveMember& member : archive->members) {
        if (file.members.size() == most_thin_members) break;
        const Result<MappedFile> mapped = MappedFile::open((folder / member.name).string());
        if (!mapped) {
            file.code.hints.push_back("not read: " + mapped.error().text());
            continue;
        }
        file.members.push_back({.path = member.name, .size = mapped->bytes().size(), .code = read_device_code(mapped->bytes(), look)});
    }
    if (file.members.empty()) return;
    join_members(file);
}

}  // namespace

Result<DeviceFile> read_device_file(const std::string& path, const DeviceLook& asked) {
    const auto begin = std::chrono::steady_clock::now();
    const Result<MappedFile> mapped = MappedFile::open(path);
    if (!mapped) return mapped.error();
    DeviceLook look = asked;
    look.forget = [&] { mapped->forget(); };
    const Bytes bytes = mapped->bytes();
    DeviceFile file{.path = path, .size = bytes.size()};
    if (is_zip(bytes)) {
        mapped->read_in_order();
        read_zip(file, bytes, look);
    } else {
        if (look.deep) mapped->read_in_order();
        file.code = read_device_code(bytes, look);
        if (file.code.format == Format::thin_archive) read_thin(file, bytes, look);
    }
    if (mapped->changed()) return Error{path, "it changed while it was read. Wait until it is written, then ask again."};
    file.read_us = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin).count();
    return file;
}

}  // namespace launchlab
