#include "session/why_file.h"

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

#include "core/device_remarks.h"

extern char** environ;

namespace launchlab {

struct WhyFile::Done {
    std::shared_ptr<const DeviceFile> read;
    DeviceFile file;                        // with what the card adds to its remarks
    DeviceAnswer answer;
    std::vector<OfferedRow> rows;
    std::string served;
    std::optional<Error> error;
};

struct WhyFile::Shared {
    std::mutex mutex;
    bool closed = false;                    // nobody is there to be woken
    std::function<void()> wake;
    std::shared_ptr<const Done> done;       // not taken yet
};

// All that a thread needs: it may outlive the session.
struct WhyFile::Job {
    std::string path;
    std::optional<Gpu> card;
    bool card_here = false;
    std::shared_ptr<const DeviceFile> read; // unset: still to be read
    std::shared_ptr<const GpuTable> gpus;
    std::shared_ptr<const ToolkitTable> toolkits;
    std::shared_ptr<std::atomic<bool>> stop;
    std::map<std::string, std::string> env;
    std::shared_ptr<Shared> shared;

    std::shared_ptr<const Done> make() const {
        auto done = std::make_shared<Done>();
        done->read = read;
        if (!done->read) {
            Result<DeviceFile> file = read_device_file(path, {.stopped = [this] { return stop->load(); }});
            if (!file) {
                done->error = file.error();
                return done;
            }
            done->read = std::make_shared<const DeviceFile>(std::move(*file));
        }
        if (*stop) return done;
        done->file = *done->read;
        remark_for(done->file.code, card ? std::vector<Gpu>{*card} : std::vector<Gpu>{}, *toolkits);
        done->answer = launchlab::answer({.code = done->file.code, .path = path, .card = card ? &*card : nullptr, .card_here = card_here, .gpus = *gpus, .toolkits = *toolkits, .env = env});
        done->rows = offered_rows(done->file.code);
        for (const std::string& cards : served_cards(done->file.code, *gpus, *toolkits)) done->served += (done->served.empty() ? "" : ", ") + cards;
        return done;
    }
    void work() const {
        std::shared_ptr<const Done> done = make();
        std::lock_guard lock(shared->mutex);
        if (*stop || shared->closed) return;
        shared->done = std::move(done);
        if (shared->wake) shared->wake();
    }
};

namespace {

bool same_card(const std::optional<Gpu>& a, const Gpu* b) {
    if (!a || !b) return !a && !b;
    return a->name == b->name && a->capability == b->capability && a->tegra == b->tegra && a->driver == b->driver;
}

int hex_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

WhyFile::WhyFile(std::function<void()> wake) : shared_(std::make_shared<Shared>()) { shared_->wake = std::move(wake); }

WhyFile::~WhyFile() {
    if (stop_) *stop_ = true;
    std::lock_guard lock(shared_->mutex);
    shared_->closed = true;
}

void WhyFile::ask(std::string path) {
    if (stop_) *stop_ = true;
    path_ = std::move(path);
    read_.reset();
    done_.reset();
    started_ = false;
    state_ = path_.empty() ? State::none : State::reading;
}

bool WhyFile::update(const Gpu* card, bool card_here, const GpuTable& gpus, const ToolkitTable& toolkits) {
    if (path_.empty()) return false;
    if (!gpus_) gpus_ = std::make_shared<const GpuTable>(gpus), toolkits_ = std::make_shared<const ToolkitTable>(toolkits);
    if (!started_ || !same_card(card_, card) || card_here_ != card_here) {
        card_ = card ? std::optional(*card) : std::nullopt;
        card_here_ = card_here;
        const bool failed = started_ && state_ == State::error;      // no card makes it readable
        if (!failed) start();
        return true;
    }
    std::shared_ptr<const Done> done;
    {
        std::lock_guard lock(shared_->mutex);
        done = std::move(shared_->done);
        shared_->done.reset();
    }
    if (!done) return false;
    done_ = std::move(done);
    read_ = done_->read;
    state_ = done_->error ? State::error : State::answered;
    return true;
}

void WhyFile::start() {
    if (stop_) *stop_ = true;
    {
        std::lock_guard lock(shared_->mutex);
        shared_->done.reset();
    }
    started_ = true;
    state_ = State::reading;
    done_.reset();
    stop_ = std::make_shared<std::atomic<bool>>(false);
    Job job{.path = path_, .card = card_, .card_here = card_here_, .read = read_, .gpus = gpus_, .toolkits = toolkits_, .stop = stop_,
            .env = card_here_ ? cuda_environment() : std::map<std::string, std::string>{}, .shared = shared_};
    std::thread([job = std::move(job)] { job.work(); }).detach();
}

const DeviceFile* WhyFile::file() const { return state_ == State::answered ? &done_->file : nullptr; }
const DeviceAnswer* WhyFile::answer() const { return state_ == State::answered ? &done_->answer : nullptr; }
const Error* WhyFile::error() const { return state_ == State::error ? &*done_->error : nullptr; }
const std::vector<OfferedRow>& WhyFile::rows() const {
    static const std::vector<OfferedRow> none;
    return state_ == State::answered ? done_->rows : none;
}

const std::string& WhyFile::served() const {
    static const std::string none;
    return state_ == State::answered ? done_->served : none;
}

std::string path_of_text(const std::string& text) {
    constexpr const char* blanks = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string::npos) return "";
    std::string out = text.substr(begin, text.find_first_of("\r\n", begin) - begin);
    out.erase(out.find_last_not_of(blanks) + 1);
    if (out.size() >= 2 && (out.front() == '"' || out.front() == '\'') && out.back() == out.front()) out = out.substr(1, out.size() - 2);
    if (out.starts_with("file://")) {
        const std::size_t path = out.find('/', 7);               // a host may stand before it
        std::string plain;
        for (std::size_t i = path == std::string::npos ? out.size() : path; i < out.size(); ++i) {
            const int high = out[i] == '%' && i + 2 < out.size() ? hex_of(out[i + 1]) : -1, low = high >= 0 ? hex_of(out[i + 2]) : -1;
            if (low >= 0 && high * 16 + low != 0) plain += static_cast<char>(high * 16 + low), i += 2;
            else plain += out[i];
        }
        return plain;
    }
    const char* home = std::getenv("HOME");
    if (home && (out == "~" || out.starts_with("~/"))) out = home + out.substr(1);
    return out;
}

std::map<std::string, std::string> cuda_environment() {
    std::map<std::string, std::string> out;
    for (char** at = environ; *at; ++at)
        if (const char* equal = std::strchr(*at, '='); equal && std::strncmp(*at, "CUDA_", 5) == 0) out[std::string(*at, static_cast<std::size_t>(equal - *at))] = equal + 1;
    return out;
}

}  // namespace launchlab
