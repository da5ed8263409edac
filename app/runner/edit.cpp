#include "runner/edit.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace launchlab {
namespace {

// Container and entry offsets: facts/fatbin-format.md 2.
constexpr std::size_t container_header = 16, container_size = 8;
constexpr std::size_t entry_header_size = 4, entry_size = 8, entry_minor = 24, entry_major = 26, entry_arch = 28, entry_flags = 40;
constexpr std::uint64_t packed_flags = 0x1000 | 0x2000 | 0x8000, flag_a = 0x100000, flag_f = 0x200000;

template <class T> T read(const std::string& bytes, std::size_t at) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}
template <class T> void write(std::string& bytes, std::size_t at, T value) { std::memcpy(bytes.data() + at, &value, sizeof value); }

struct Entry {
    std::size_t at = 0, header = 0, size = 0;
};

bool find_entry(const std::string& bytes, std::size_t index, Entry& out) {
    std::size_t at = container_header;
    for (std::size_t i = 0; bytes.size() >= at + 64; ++i) {
        out = {at, read<std::uint32_t>(bytes, at + entry_header_size),
               static_cast<std::size_t>(read<std::uint64_t>(bytes, at + entry_size))};
        if (out.header < 64 || out.header > bytes.size() - at || out.size > bytes.size() - at - out.header) return false;
        if (i == index) return true;
        at += out.header + out.size;
    }
    return false;
}

// "9.0" -> "9.9"; a number of the same length, so that no size changes.
bool raise_version(std::string& bytes, std::size_t from, std::size_t to, int& major, int& minor) {
    const auto at = bytes.find(".version ", from);
    if (at == std::string::npos || at + 12 > to) return false;
    char* number = bytes.data() + at + 9;
    const int was = std::atoi(number);
    major = was <= 9 ? 9 : was + 1;
    minor = was <= 9 ? 9 : 0;
    const std::string raised = std::to_string(major) + "." + std::to_string(minor);
    std::memcpy(number, raised.data(), raised.size());
    return true;
}

bool break_syntax(std::string& bytes, std::size_t from, std::size_t to) {
    const auto at = bytes.find("ret;", from);
    if (at == std::string::npos || at + 4 > to) return false;
    std::memcpy(bytes.data() + at, "rex;", 4);
    return true;
}

Error not_there(const std::string& edit) {
    return {"/edit", "the edit \"" + edit + "\" found nothing to change in this image. Choose another image or another edit."};
}

}  // namespace

Result<std::string> edit_packed(std::string bytes, std::size_t index, const std::string& edit, const std::string& arch) {
    Entry entry;
    if (!find_entry(bytes, index, entry)) return not_there(edit);
    const std::size_t from = entry.at + entry.header, to = from + entry.size;
    const auto flags = read<std::uint64_t>(bytes, entry.at + entry_flags);
    if (edit == "version" || edit == "syntax") {
        if (flags & packed_flags)
            return Error{"/edit", "this nvFatbin compresses PTX, so that its text cannot be edited. Choose a newer toolkit."};
        if (edit == "syntax") return break_syntax(bytes, from, to) ? Result<std::string>(bytes) : not_there(edit);
        int major = 0, minor = 0;
        if (!raise_version(bytes, from, to, major, minor)) return not_there(edit);
        write<std::uint16_t>(bytes, entry.at + entry_major, static_cast<std::uint16_t>(major));
        write<std::uint16_t>(bytes, entry.at + entry_minor, static_cast<std::uint16_t>(minor));
    } else if (edit == "cut") {
        const std::size_t kept = entry.size * 6 / 10 / 8 * 8;
        bytes.erase(from + kept, entry.size - kept);
        write<std::uint64_t>(bytes, entry.at + entry_size, kept);
        write<std::uint64_t>(bytes, container_size, bytes.size() - container_header);
    } else if (edit == "label") {
        write<std::uint32_t>(bytes, entry.at + entry_arch, static_cast<std::uint32_t>(std::atoi(arch.c_str())));
        const char suffix = arch.empty() ? 0 : arch.back();
        write<std::uint64_t>(bytes, entry.at + entry_flags,
                             (flags & ~(flag_a | flag_f)) | (suffix == 'a'   ? flag_a
                                                             : suffix == 'f' ? flag_f
                                                                             : 0));
    }
    return bytes;
}

Result<std::string> edit_bare(std::string image, const std::string& edit) {
    int major = 0, minor = 0;
    if (edit == "version" && !raise_version(image, 0, image.size(), major, minor)) return not_there(edit);
    if (edit == "syntax" && !break_syntax(image, 0, image.size())) return not_there(edit);
    if (edit == "cut") image.resize(image.size() * 6 / 10 / 8 * 8);
    return image;
}

std::string arch_behind_label(const std::string& arch, const std::vector<std::string>& supported) {
    const int major = std::atoi(arch.c_str()) / 10;
    std::string lower, higher;
    for (const auto& one : supported) {
        const int other = std::atoi(one.c_str()) / 10;
        if (other < major) lower = one;
        if (other > major && higher.empty()) higher = one;
    }
    return lower.empty() ? higher : lower;
}

}  // namespace launchlab
