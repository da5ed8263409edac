// Files around the samples of tests/data/device_code: programs of Linux and Windows, archives and packages as bytes.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"

namespace launchlab {

inline std::string sample(const std::string& name) {
    std::ifstream file(std::string(LAUNCHLAB_SOURCE) + "/tests/data/device_code/" + name, std::ios::binary);
    REQUIRE(file);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

template <class T>
void put(std::string& bytes, std::size_t at, T value) {
    if (bytes.size() < at + sizeof(T)) bytes.resize(at + sizeof(T));
    std::memcpy(bytes.data() + at, &value, sizeof(T));
}

using Sections = std::vector<std::pair<std::string, std::string>>;

// A 64-bit ELF file of x86: type 1 object, 2 program, 3 library.
inline std::string elf_with(const Sections& sections, int type = 2) {
    std::string out(64, '\0'), names(1, '\0');
    out.replace(0, 7, std::string("\x7f" "ELF\x02\x01\x01", 7));
    put<std::uint16_t>(out, 16, static_cast<std::uint16_t>(type));
    put<std::uint16_t>(out, 18, 62);
    struct Header {
        std::uint32_t name, type;
        std::uint64_t offset, size;
    };
    std::vector<Header> headers{{0, 0, 0, 0}};
    const auto add = [&](const std::string& name, std::uint32_t kind, const std::string& content) {
        out.resize((out.size() + 7) / 8 * 8);
        headers.push_back({static_cast<std::uint32_t>(names.size()), kind, out.size(), content.size()});
        names += name + '\0';
        out += content;
    };
    for (const auto& [name, content] : sections) add(name, 1, content);
    names += std::string(".shstrtab") + '\0';
    const auto own = static_cast<std::uint32_t>(names.size() - 10);
    out.resize((out.size() + 7) / 8 * 8);
    headers.push_back({own, 3, out.size(), names.size()});
    out += names;
    out.resize((out.size() + 7) / 8 * 8);
    put<std::uint64_t>(out, 0x28, out.size());
    put<std::uint16_t>(out, 0x3a, 64);
    put<std::uint16_t>(out, 0x3c, static_cast<std::uint16_t>(headers.size()));
    put<std::uint16_t>(out, 0x3e, static_cast<std::uint16_t>(headers.size() - 1));
    for (const Header& header : headers) {
        const std::size_t at = out.size();
        out.resize(at + 64);
        put(out, at, header.name);
        put(out, at + 4, header.type);
        put(out, at + 24, header.offset);
        put(out, at + 32, header.size);
    }
    return out;
}

// A program of Windows, with the short section names that it has there.
inline std::string pe_with(const Sections& sections, bool library) {
    std::string out(0x80, '\0');
    out.replace(0, 2, "MZ");
    put<std::uint32_t>(out, 0x3c, 0x80);
    out += std::string("PE\0\0", 4);
    put<std::uint16_t>(out, 0x84, 0x8664);
    put<std::uint16_t>(out, 0x86, static_cast<std::uint16_t>(sections.size()));
    put<std::uint16_t>(out, 0x94, 0);
    put<std::uint16_t>(out, 0x96, library ? 0x2022 : 0x22);
    std::size_t header = 0x98, data = 0x400;
    out.resize(data);
    for (const auto& [name, content] : sections) {
        std::memcpy(out.data() + header, name.data(), std::min<std::size_t>(name.size(), 8));
        put<std::uint32_t>(out, header + 8, static_cast<std::uint32_t>(content.size()));
        put<std::uint32_t>(out, header + 16, static_cast<std::uint32_t>((content.size() + 511) / 512 * 512));
        put<std::uint32_t>(out, header + 20, static_cast<std::uint32_t>(out.size()));
        out += content;
        out.resize((out.size() + 511) / 512 * 512);
        header += 40;
    }
    return out;
}

inline std::string archive_with(const Sections& members) {
    std::string out = "!<arch>\n";
    for (const auto& [name, content] : members) {
        std::string header(60, ' ');
        header.replace(0, name.size() + 1, name + "/");
        const std::string size = std::to_string(content.size());
        header.replace(48, size.size(), size);
        header.replace(58, 2, "`\n");
        out += header + content + (content.size() % 2 ? "\n" : "");
    }
    return out;
}

// Members packed by deflate, as in wheels.
inline std::string zip_with(const Sections& members) {
    std::string out, directory;
    for (const auto& [name, content] : members) {
        z_stream stream{};
        REQUIRE(deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
        std::string packed(deflateBound(&stream, content.size()), '\0');
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
        stream.avail_in = static_cast<uInt>(content.size());
        stream.next_out = reinterpret_cast<Bytef*>(packed.data());
        stream.avail_out = static_cast<uInt>(packed.size());
        REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
        packed.resize(stream.total_out);
        deflateEnd(&stream);
        std::string about(26, '\0');  // what the local header and the directory share, from the version on
        put<std::uint16_t>(about, 0, 20);
        put<std::uint16_t>(about, 4, 8);
        put<std::uint32_t>(about, 10, static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size()))));
        put<std::uint32_t>(about, 14, static_cast<std::uint32_t>(packed.size()));
        put<std::uint32_t>(about, 18, static_cast<std::uint32_t>(content.size()));
        put<std::uint16_t>(about, 22, static_cast<std::uint16_t>(name.size()));
        std::string entry = std::string("PK\x01\x02\x14\0", 6) + about + std::string(14, '\0');
        put<std::uint32_t>(entry, 42, static_cast<std::uint32_t>(out.size()));
        directory += entry + name;
        out += "PK\x03\x04" + about + name + packed;
    }
    std::string end = std::string("PK\x05\x06", 4) + std::string(18, '\0');
    put<std::uint16_t>(end, 8, static_cast<std::uint16_t>(members.size()));
    put<std::uint16_t>(end, 10, static_cast<std::uint16_t>(members.size()));
    put<std::uint32_t>(end, 12, static_cast<std::uint32_t>(directory.size()));
    put<std::uint32_t>(end, 16, static_cast<std::uint32_t>(out.size()));
    return out + directory + end;
}

}  // namespace launchlab
