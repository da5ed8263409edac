#include "session/lookup.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "session/lookup_tables.h"

namespace launchlab {
namespace {

Looked look(const LookupTables& tables, std::string text, const std::function<bool()>& stopped) {
    Looked out;
    out.bytes = text.size();
    // A library holds the sentence of every code, among bytes that nobody can read: it reports none of them.
    out.binary = looks_binary(text);
    if (out.binary) return out;
    out.explained = tables.box.has_value();
    if (out.explained) out.answer = tables.box->explain(text, stopped);
    if (!stopped()) make_view(text, out);
    return out;
}

}  // namespace

struct Lookup::Shared {
    std::string data_dir;
    std::function<void()> wake;
    std::mutex mutex;
    std::condition_variable changed;
    bool ending = false;
    std::atomic<bool> stale = false;                // what is being read is wanted no more
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
        LookupTables tables = read_lookup_tables(data_dir);
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
            stale = false;
            lock.unlock();
            Looked done = look(tables, std::move(taken), [this] { return stale.load(); });
            lock.lock();
            if (!stale) looked = std::move(done);   // else a newer one waits, or it was cleared
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
        shared_->ending = shared_->stale = true;
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
    shared_->stale = true;
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
