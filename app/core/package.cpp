#include "core/package.h"

#include <minizip/unzip.h>

#include <algorithm>
#include <memory>

#include "core/cubin.h"
#include "core/device_stream.h"
#include "core/elf_tables.h"
#include "core/ptx_text.h"

namespace launchlab {
namespace {

constexpr std::uint64_t whole_in_memory = 16 << 20, chunk = 1 << 20, most_members = 1 << 18, longest_path = 4096;
constexpr std::uint64_t forget_after = 4 << 20;  // bytes of a member
constexpr std::uint64_t always_fair = 256 << 20, fair_ratio = 200;  // what code compresses to stays far below

// minizip reads through these from memory.
struct Cursor {
    Bytes bytes;
    std::uint64_t at = 0;
};
Cursor& cursor(voidpf stream) { return *static_cast<Cursor*>(stream); }
voidpf on_open(voidpf opaque, const void*, int) { return opaque; }
uLong on_read(voidpf, voidpf stream, void* out, uLong count) {
    Cursor& own = cursor(stream);
    const std::string_view found = own.bytes.part(own.at, count).view();
    std::copy(found.begin(), found.end(), static_cast<char*>(out));
    own.at += found.size();
    return static_cast<uLong>(found.size());
}
uLong on_write(voidpf, voidpf, const void*, uLong) { return 0; }
ZPOS64_T on_tell(voidpf, voidpf stream) { return cursor(stream).at; }
long on_seek(voidpf, voidpf stream, ZPOS64_T offset, int origin) {
    Cursor& own = cursor(stream);
    const std::uint64_t base = origin == ZLIB_FILEFUNC_SEEK_SET ? 0 : origin == ZLIB_FILEFUNC_SEEK_CUR ? own.at : own.bytes.size();
    const std::uint64_t place = base + offset;  // an offset may be negative in its two's complement
    if (place > own.bytes.size()) return -1;
    own.at = place;
    return 0;
}
int on_close(voidpf, voidpf) { return 0; }
int on_error(voidpf, voidpf) { return 0; }

struct Close {
    void operator()(void* zip) const { unzClose(zip); }
};

bool ends_with_any(std::string_view path, std::initializer_list<std::string_view> ends) {
    return std::any_of(ends.begin(), ends.end(), [&](std::string_view end) { return path.ends_with(end); });
}

// Text and pictures are not even begun: no device code is called that.
bool is_other_by_name(const std::string& path) {
    return ends_with_any(path, {"/", ".py", ".pyi", ".pyc", ".txt", ".md", ".json", ".h", ".hpp", ".cuh", ".html", ".png", ".svg", ".jpg", ".yaml", ".cmake"});
}

bool may_hold_code(Bytes first) {
    return is_elf(first) || first.starts_with("MZ") || first.starts_with("!<arch>\n") || first.starts_with("!<thin>\n") || first.starts_with(fatbin_magic) ||
           first.starts_with("\xed\x43\x4e\x7f") || read_ptx(first.view()) || read_object(first);
}

enum class End { done, damaged, bomb };

// `take` gets the member's bytes in order; false from it: no more is wanted.
template <class Take>
End inflate(unzFile zip, std::uint64_t packed, const DeviceLook& look, std::string& buffer, const Take& take) {
    if (unzOpenCurrentFile(zip) != UNZ_OK) return End::damaged;
    std::uint64_t total = 0;
    End end = End::done;
    for (;;) {
        const int count = unzReadCurrentFile(zip, buffer.data(), static_cast<unsigned>(buffer.size()));
        if (count < 0) end = End::damaged;
        if (count <= 0) break;
        total += static_cast<std::uint64_t>(count);
        if (total / forget_after != (total - static_cast<std::uint64_t>(count)) / forget_after) look.forget();
        if (!take(std::string_view(buffer).substr(0, static_cast<std::size_t>(count)))) {
            unzCloseCurrentFile(zip);
            return End::done;
        }
        if (total > always_fair && total / fair_ratio > packed) {
            unzCloseCurrentFile(zip);
            return End::bomb;
        }
    }
    const int closed = unzCloseCurrentFile(zip);
    return end == End::done && closed != UNZ_OK ? End::damaged : end;
}

std::optional<PackageMember> read_member(unzFile zip, const std::string& path, std::uint64_t packed, const DeviceLook& look, std::string& buffer, End& end) {
    std::string content;
    std::optional<DeviceStream> stream;
    std::uint64_t size = 0;
    bool wanted = true;
    end = inflate(zip, packed, look, buffer, [&](std::string_view more) {
        if (size == 0) wanted = may_hold_code(Bytes(more));
        if (!wanted || look.stopped()) return false;
        size += more.size();
        if (!stream && content.size() + more.size() > whole_in_memory) {
            stream.emplace(look);
            stream->feed(content);
            content = std::string();
        }
        if (stream) stream->feed(more);
        else content += more;
        return true;
    });
    if (!wanted || (size == 0 && end == End::done)) return std::nullopt;
    PackageMember member{.path = path, .size = size, .code = stream ? stream->finish() : read_device_code(Bytes(content), look)};
    if (end == End::damaged) member.code.warn.push_back("truncated");
    if (end == End::bomb) member.code.warn.push_back("bad_size");
    return member;
}

bool is_worth_telling(const PackageMember& member) {
    const DeviceCode& code = member.code;
    return !code.images.empty() || !code.deep.empty() || std::any_of(code.warn.begin(), code.warn.end(), [](const std::string& word) { return word != "no_device_code" && word != "no_section_table"; });
}

}  // namespace

bool is_zip(Bytes bytes) { return bytes.starts_with("PK\x03\x04") || bytes.starts_with(std::string_view("PK\x05\x06", 4)); }

Package read_package(Bytes bytes, const DeviceLook& look) {
    Package out;
    Cursor own{bytes};
    zlib_filefunc64_def functions{on_open, on_read, on_write, on_tell, on_seek, on_close, on_error, &own};
    const std::unique_ptr<void, Close> zip(unzOpen2_64("", &functions));
    if (!zip) {
        out.warn.push_back("truncated");
        return out;
    }
    std::string buffer(chunk, '\0');
    std::uint64_t packed_sum = 0, count = 0;
    int found = unzGoToFirstFile(zip.get());
    for (; found == UNZ_OK; found = unzGoToNextFile(zip.get())) {
        unz_file_info64 about{};
        std::string path(longest_path, '\0');
        if (unzGetCurrentFileInfo64(zip.get(), &about, path.data(), longest_path - 1, nullptr, 0, nullptr, 0) != UNZ_OK || ++count > most_members) {
            out.warn.push_back("truncated");
            break;
        }
        path.resize(std::char_traits<char>::length(path.c_str()));
        // Members that lie over one another are how a small file becomes an endless one.
        packed_sum += about.compressed_size;
        if (packed_sum > bytes.size()) {
            out.warn.push_back("bad_size");
            break;
        }
        if (look.stopped()) break;
        if (is_other_by_name(path)) continue;
        if (ends_with_any(path, {".whl", ".zip", ".tar.zst", ".tar.gz", ".tar.xz"})) out.hints.push_back("not opened inside: " + path);
        End end = End::done;
        std::optional<PackageMember> member = read_member(zip.get(), path, about.compressed_size, look, buffer, end);
        if (member && is_worth_telling(*member)) out.members.push_back(std::move(*member));
        else if (end == End::damaged) out.warn.push_back("truncated");
    }
    if (found != UNZ_OK && found != UNZ_END_OF_LIST_OF_FILE) out.warn.push_back("truncated");
    std::sort(out.warn.begin(), out.warn.end());
    out.warn.erase(std::unique(out.warn.begin(), out.warn.end()), out.warn.end());
    return out;
}

}  // namespace launchlab
