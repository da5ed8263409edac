#include "session/lookup.h"

#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include "session/files.h"

namespace launchlab {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t hub_file_limit = std::size_t{16} << 20;

struct Tables {
    std::optional<PasteBox> box;
    Hub hub;
    std::vector<Error> troubles;
};

// What cannot be read is told, and the rest works: without patterns the entries can still be read.
Tables read_tables(const std::string& data_dir) {
    Tables out;
    std::map<std::string, std::string> entries;
    std::error_code failed;
    fs::directory_iterator file(fs::path(data_dir) / "lessons" / "hub", failed), end;
    for (; !failed && file != end; file.increment(failed)) {
        if (file->path().extension() != ".md") continue;
        const std::string name = "lessons/hub/" + file->path().filename().string();
        Result<std::string> text = read_file(file->path().string(), hub_file_limit);
        if (text) entries[name] = std::move(*text);
        else out.troubles.push_back({name, text.error().what});
    }
    if (failed) out.troubles.push_back({"lessons/hub", "the folder cannot be read: " + failed.message() + ". Install launchlab again."});
    out.hub = parse_hub(entries, out.troubles);

    const auto parsed = [&]<class T>(const char* path, Result<T> (*parse)(std::string_view, std::string)) -> std::optional<T> {
        const Result<std::string> text = read_file(data_dir + "/" + path, hub_file_limit);
        Result<T> value = text ? parse(*text, path) : Result<T>(text.error());
        if (value) return std::move(*value);
        out.troubles.push_back(value.error());
        return std::nullopt;
    };
    auto patterns = parsed("lessons/hub/patterns.json", parse_patterns);
    auto gpus = parsed("assets/gpus.json", parse_gpus);
    auto toolkits = parsed("assets/toolkits.json", parse_toolkits);
    if (patterns && gpus && toolkits) out.box.emplace(std::move(*patterns), std::move(*gpus), std::move(*toolkits));
    return out;
}

Looked look(const Tables& tables, std::string text) {
    Looked out;
    out.bytes = text.size();
    // A library holds the sentence of every code, among bytes that nobody can read: it reports none of them.
    out.binary = looks_binary(text);
    if (out.binary) return out;
    out.explained = tables.box.has_value();
    if (out.explained) out.answer = tables.box->explain(text);
    make_view(text, out);
    return out;
}

}  // namespace

struct Lookup::Shared {
    std::string data_dir;
    std::function<void()> wake;
    std::mutex mutex;
    std::condition_variable changed;
    bool ending = false, hub_wanted = false;
    std::optional<std::string> text;                // to be read
    std::optional<Hub> hub;                         // done, and not taken yet
    std::vector<Error> troubles;
    std::optional<Looked> looked;
    std::thread thread;

    void start() {
        if (!thread.joinable()) thread = std::thread([this] { work(); });
        changed.notify_all();
    }
    void work() {
        Tables tables = read_tables(data_dir);
        std::unique_lock lock(mutex);
        hub = std::move(tables.hub), troubles = std::move(tables.troubles);
        for (bool told = false;; told = true) {
            if (!told || looked) {
                lock.unlock();
                if (wake) wake();
                lock.lock();
            }
            changed.wait(lock, [this] { return text || ending; });
            if (ending) return;
            std::string taken = std::move(*text);
            text.reset();
            lock.unlock();
            Looked done = look(tables, std::move(taken));
            lock.lock();
            if (!text) looked = std::move(done);    // else a newer one waits
        }
    }
};

Lookup::Lookup(std::string data_dir, std::function<void()> wake) : shared_(std::make_unique<Shared>()) {
    shared_->data_dir = std::move(data_dir);
    shared_->wake = std::move(wake);
}

Lookup::~Lookup() {
    {
        std::lock_guard lock(shared_->mutex);
        shared_->ending = true;
    }
    shared_->changed.notify_all();
    if (shared_->thread.joinable()) shared_->thread.join();
}

void Lookup::open() {
    std::lock_guard lock(shared_->mutex);
    shared_->start();
}

void Lookup::paste(std::string text) {
    chosen_ = 0;
    bytes_ = text.size();
    reading_ = !text.empty();
    looked_.reset();
    std::lock_guard lock(shared_->mutex);
    shared_->looked.reset();
    if (!reading_) {
        shared_->text.reset();
        return;
    }
    shared_->text = std::move(text);
    shared_->start();
}

void Lookup::choose(int code) { chosen_ = code; }

bool Lookup::update() {
    std::lock_guard lock(shared_->mutex);       // held for moments only, whatever the thread is at
    bool changed = false;
    if (shared_->hub) {
        hub_ = std::move(*shared_->hub), troubles_ = std::move(shared_->troubles);
        shared_->hub.reset();
        changed = true;
    }
    if (shared_->looked && reading_) {
        looked_ = std::move(*shared_->looked);
        shared_->looked.reset();
        reading_ = false;
        ++pasted_;
        changed = true;
    }
    return changed;
}

const Hub* Lookup::hub() const { return hub_ ? &*hub_ : nullptr; }
bool Lookup::reading() const { return reading_; }
std::size_t Lookup::bytes() const { return bytes_; }
int Lookup::pasted() const { return pasted_; }
const Looked* Lookup::looked() const { return looked_ ? &*looked_ : nullptr; }
int Lookup::chosen() const { return chosen_; }
int Lookup::code() const { return chosen_ != 0 ? chosen_ : looked_ && looked_->answer.code ? *looked_->answer.code : 0; }
const std::vector<Error>& Lookup::troubles() const { return troubles_; }

}  // namespace launchlab
