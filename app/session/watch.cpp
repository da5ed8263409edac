#include "session/watch.h"

#include <signal.h>
#include <sys/stat.h>
#include <uv.h>

#include <filesystem>
#include <mutex>
#include <thread>

#include "session/files.h"
#include "session/progress.h"

namespace launchlab {

namespace fs = std::filesystem;

namespace {

bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const unsigned char c = static_cast<unsigned char>(text[i]);
        const std::size_t more = c < 0x80 ? 0 : c >= 0xC2 && c < 0xE0 ? 1 : c >= 0xE0 && c < 0xF0 ? 2 : c >= 0xF0 && c < 0xF5 ? 3 : 9;
        if (more == 9 || i + more >= text.size()) return false;
        for (std::size_t k = 1; k <= more; ++k)
            if ((text[i + k] & 0xC0) != 0x80) return false;
        i += more + 1;
    }
    return true;
}

// Tells one save from the next; all zero: there is no file.
struct Stamp {
    std::uint64_t inode = 0;
    std::int64_t s = 0, ns = 0, size = 0, mode = 0;
    bool operator==(const Stamp&) const = default;
};

Stamp stamp_of(const std::string& path) {
    struct stat found {};
    if (stat(path.c_str(), &found) != 0) return {};
    return {found.st_ino, found.st_mtim.tv_sec, found.st_mtim.tv_nsec, found.st_size, found.st_mode};
}

}  // namespace

Result<std::string> read_kernel_file(const std::string& path, std::size_t limit) {
    const char* kept = " The last text that could be read stays in use.";
    Result<std::string> text = read_file(path, limit);
    if (!text) return Error{text.error().where, text.error().what + kept};
    if (text->find_first_not_of(" \t\r\n") == std::string::npos) return Error{path, std::string("the file is empty. Save the kernel in it.") + kept};
    if (text->find('\0') != std::string::npos || !is_utf8(*text)) return Error{path, std::string("the file holds bytes that are no UTF-8 text. Save it as plain text.") + kept};
    for (std::size_t at = text->find('\r'); at != std::string::npos; at = text->find('\r', at)) {
        if (at + 1 < text->size() && (*text)[at + 1] == '\n') text->erase(at, 1);
        else (*text)[at] = '\n';
    }
    return text;
}

std::string edit_path(const std::string& state_dir, const std::string& step, const std::string& kernel_file) {
    std::string name = step + "-" + kernel_file.substr(kernel_file.rfind('/') + 1);
    for (char& c : name)
        if (c == '/') c = '-';
    return state_dir + "/edit/" + name;
}

Result<Done> put_for_editing(const std::string& path, const std::string& text) {
    std::error_code failed;
    if (fs::exists(fs::symlink_status(path, failed))) {
        Result<std::string> there = read_file(path, 64u << 20);
        if (there && *there == text) return Done{};
        std::string aside;
        for (int n = 1; aside.empty() && n < 10000; ++n)
            if (std::string name = path + ".before-" + std::to_string(n); !fs::exists(fs::symlink_status(name, failed))) aside = name;
        fs::rename(path, aside, failed);
        if (failed) return Error{path, "this file is in the way and cannot be moved: " + failed.message() + ". Move it yourself, then try again."};
    }
    return write_file_safely(path, text);
}

struct Watch::Inside {
    Options options;
    std::string name;                        // of the file, in its folder

    std::mutex mutex;
    std::optional<Result<std::string>> news;

    // The thread's own.
    uv_loop_t loop{};
    uv_async_t end{};
    uv_fs_event_t folder{};
    uv_timer_t settle{};
    Stamp seen;
    std::thread thread;

    template <class H>
    static Inside& of(H* handle) {
        return *static_cast<Inside*>(handle->data);
    }

    void tell(Result<std::string> what) {
        {
            std::lock_guard lock(mutex);
            news = std::move(what);
        }
        if (options.wake) options.wake();
    }

    void look() {
        Stamp now = stamp_of(options.path);
        if (now == seen) return;
        seen = now;
        tell(read_kernel_file(options.path, options.limit));
    }

    // The folder and not the file: an editor may put another file in its place.
    void start() {
        std::string where = fs::path(options.path).parent_path().string();
        int failed = uv_fs_event_start(&folder, [](uv_fs_event_t* event, const char* changed, int, int status) {
            Inside& self = of(event);
            if (status == 0 && changed && self.name != changed) return;
            uv_timer_start(&self.settle, [](uv_timer_t* timer) { of(timer).look(); }, static_cast<std::uint64_t>(self.options.settle_ms), 0);
        }, where.c_str(), 0);
        if (failed != 0) return tell(Error{where, std::string("this folder cannot be watched: ") + uv_strerror(failed) + ". Copy the text by hand, or edit it here."});
        look();                              // what was saved before the folder was watched
    }
};

Watch::Watch(Options options) : inside_(std::make_unique<Inside>()) {
    Inside& self = *inside_;
    self.options = std::move(options);
    self.name = fs::path(self.options.path).filename().string();
    self.seen = stamp_of(self.options.path);
    uv_loop_init(&self.loop);
    uv_async_init(&self.loop, &self.end, [](uv_async_t* async) {
        uv_walk(async->loop, [](uv_handle_t* handle, void*) { if (!uv_is_closing(handle)) uv_close(handle, nullptr); }, nullptr);
    });
    uv_fs_event_init(&self.loop, &self.folder);
    uv_timer_init(&self.loop, &self.settle);
    self.folder.data = self.settle.data = &self;
    self.thread = std::thread([&self] {
        self.start();
        uv_run(&self.loop, UV_RUN_DEFAULT);
        uv_loop_close(&self.loop);
    });
}

Watch::~Watch() {
    uv_async_send(&inside_->end);
    inside_->thread.join();
}

std::optional<Result<std::string>> Watch::take() {
    std::lock_guard lock(inside_->mutex);
    std::optional<Result<std::string>> next;
    next.swap(inside_->news);
    return next;
}

}  // namespace launchlab
