#include "session/mapped_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

namespace launchlab {

namespace {

// What the handler of SIGBUS may look at: a few mappings, each with its range and whether bytes of it were lost.
struct Slot {
    std::atomic<std::uintptr_t> begin{0}, end{0};
    std::atomic<bool> taken{false}, lost{false};
};
std::array<Slot, 16> slots;
struct sigaction before;

// A page of the mapping has no file behind it any more: zeros take its place, and reading goes on.
void on_bus_error(int number, siginfo_t* info, void* context) {
    const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (Slot& slot : slots) {
        if (at < slot.begin || at >= slot.end) continue;
        const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
        const std::uintptr_t begin = at / page * page;
        void* const zeros = mmap(reinterpret_cast<void*>(begin), page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        slot.lost = true;
        if (zeros != MAP_FAILED) return;
    }
    if (before.sa_flags & SA_SIGINFO && before.sa_sigaction) return before.sa_sigaction(number, info, context);
    signal(SIGBUS, SIG_DFL);
    raise(SIGBUS);
}

int take_slot(std::uintptr_t begin, std::size_t size) {
    static const bool installed = [] {
        struct sigaction action {};
        action.sa_sigaction = on_bus_error;
        action.sa_flags = SA_SIGINFO;
        sigemptyset(&action.sa_mask);
        return sigaction(SIGBUS, &action, &before) == 0;
    }();
    for (std::size_t i = 0; installed && i < slots.size(); ++i)
        if (!slots[i].taken.exchange(true)) {
            slots[i].lost = false;
            slots[i].end = begin + size;
            slots[i].begin = begin;
            return static_cast<int>(i);
        }
    return -1;
}

std::int64_t modified_ns(const struct stat& about) { return about.st_mtim.tv_sec * 1'000'000'000 + about.st_mtim.tv_nsec; }

Error trouble(const std::string& path, const std::string& what) { return {path, what}; }

Error not_opened(const std::string& path) {
    const int why = errno;
    if (why == ENOENT || why == ENOTDIR) return trouble(path, "there is no such file. Check the path.");
    if (why == EACCES || why == EPERM) return trouble(path, "it may not be read. Give yourself the right to read it: chmod u+r.");
    return trouble(path, std::string("it could not be opened: ") + std::strerror(why) + ". Name another file.");
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
    MappedFile out;
    // Without waiting: a pipe that nobody writes to would hold us for ever.
    out.fd_ = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (out.fd_ < 0) return not_opened(path);
    struct stat about {};
    if (fstat(out.fd_, &about) != 0) return not_opened(path);
    if (S_ISDIR(about.st_mode)) return trouble(path, "this is a folder. Name a file in it.");
    if (!S_ISREG(about.st_mode)) return trouble(path, "this is a pipe or a device, not a file. Write it to a file first, then name that.");
    out.modified_ns_ = modified_ns(about);
    if (about.st_size == 0) return out;
    void* const at = mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ, MAP_PRIVATE, out.fd_, 0);
    if (at == MAP_FAILED) return trouble(path, std::string("it could not be mapped into memory: ") + std::strerror(errno) + ". Copy it to a local disk.");
    out.data_ = static_cast<const char*>(at);
    out.size_ = static_cast<std::size_t>(about.st_size);
    out.slot_ = take_slot(reinterpret_cast<std::uintptr_t>(at), out.size_);
    madvise(at, out.size_, MADV_RANDOM);  // headers lie far apart
    return out;
}

MappedFile::MappedFile(MappedFile&& other) noexcept : data_(other.data_), size_(other.size_), fd_(other.fd_), slot_(other.slot_), modified_ns_(other.modified_ns_) {
    other.data_ = nullptr;
    other.size_ = 0;
    other.fd_ = other.slot_ = -1;
}

MappedFile::~MappedFile() {
    if (slot_ >= 0) {
        Slot& slot = slots[static_cast<std::size_t>(slot_)];
        slot.begin = slot.end = 0;
        slot.taken = false;
    }
    if (data_) munmap(const_cast<char*>(data_), size_);
    if (fd_ >= 0) close(fd_);
}

void MappedFile::read_in_order() const {
    if (data_) madvise(const_cast<char*>(data_), size_, MADV_SEQUENTIAL);
}

void MappedFile::forget() const {
    if (data_) madvise(const_cast<char*>(data_), size_, MADV_DONTNEED);
}

bool MappedFile::changed() const {
    if (slot_ >= 0 && slots[static_cast<std::size_t>(slot_)].lost) return true;
    struct stat about {};
    return fstat(fd_, &about) != 0 || static_cast<std::size_t>(about.st_size) != size_ || modified_ns(about) != modified_ns_;
}

}  // namespace launchlab
