// MappedFile: a file's content without reading it. Owns opening what a user names (only files: a pipe or a device would hang or
// never end), the mapping, and what happens when another program cuts the file short meanwhile: the lost bytes read as zero and
// changed() says so. Leaves the content to core. Invariant: bytes() stays valid as long as the object lives.
#pragma once

#include <cstdint>
#include <string>

#include "core/bytes.h"
#include "core/result.h"

namespace launchlab {

class MappedFile {
public:
    static Result<MappedFile> open(const std::string& path);
    MappedFile(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    Bytes bytes() const { return Bytes({data_, size_}); }
    void read_in_order() const;  // the whole will be read, not only headers here and there
    void forget() const;         // what was read so far need not stay in memory; it can be read again
    bool changed() const;  // its size or its time is another than when it was opened, or bytes were lost

private:
    MappedFile() = default;
    const char* data_ = nullptr;
    std::size_t size_ = 0;
    int fd_ = -1, slot_ = -1;
    std::int64_t modified_ns_ = 0;
};

}  // namespace launchlab
