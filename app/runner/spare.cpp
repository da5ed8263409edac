#include "runner/spare.h"

#include <ctime>
#include <utility>

#include "runner/endings.h"
#include "runner/live_run.h"

namespace launchlab {
namespace {

constexpr std::uint64_t idle_ms = 120000, warming_ms = 30000;

std::int64_t asleep_ms() {
    timespec with{}, without{};
    clock_gettime(CLOCK_BOOTTIME, &with);
    clock_gettime(CLOCK_MONOTONIC, &without);
    return (with.tv_sec - without.tv_sec) * 1000 + (with.tv_nsec - without.tv_nsec) / 1000000;
}

}  // namespace

SpareKeeper::SpareKeeper(uv_loop_t* loop, std::function<void(const Spare&)> tell)
    : loop_(loop), tell_(std::move(tell)), idle_(loop), patience_(loop) {}

void SpareKeeper::want(const Warm& warm) {
    if (wanted_ == warm && (child_ || hopeless_)) return;
    drop();
    wanted_ = warm;
    hopeless_ = false;
    make();
}

void SpareKeeper::make() {
    if (!wanted_ || child_ || hopeless_) return;
    tell_({"warming", ""});
    ready_ = false;
    auto link = std::make_shared<Link>();
    std::string error;
    // The run that got the spare outlives its need of it, or lets it go first; then the child's handler is empty.
    child_ = ChildProcess::start(loop_, "spare", {},
                                 {[this, link](std::string_view line) { link->run ? link->run->hear_line(line) : hear_line(line); },
                                  [link](std::string_view bytes) {
                                      if (link->run) link->run->hear_log(bytes);
                                  },
                                  [this, link](const ChildEnd& end) {
                                      if (link->run) return link->run->hear_end(end);
                                      const Ended ended = ended_by_child(end.exit, end.signal, false);
                                      hopeless_ = !ready_;
                                      over((ready_ ? "The warm child ended while it waited, so the next run starts cold. "
                                                   : "The warm child ended while it warmed up, so every run starts cold. ") +
                                           ended.text);
                                  }},
                                 error);
    link_ = link;
    if (!child_) {
        hopeless_ = true;
        return tell_({"none", error});
    }
    child_->send(to_line(Command(*wanted_)));
    patience_.start(warming_ms, [this] {
        hopeless_ = true;
        over("The warm child was not ready after 30 s and was stopped. Every run starts cold; choose the toolkit again to try once more.");
    });
}

void SpareKeeper::hear_line(std::string_view line) {
    auto event = parse_event(line);
    const Spare* spare = event ? std::get_if<Spare>(&event->body) : nullptr;
    if (!spare || ready_) return;
    patience_.stop();
    if (spare->state != "ready") {
        hopeless_ = true;
        return over(spare->text);
    }
    ready_ = true;
    compile_only_ = spare->text == "compile only";
    slept_ = asleep_ms();
    tell_(*spare);
    idle_.start(idle_ms, [this] {
        over("The warm child waited for two minutes and was dropped to free the card. The next run starts cold and makes a new one.");
    });
}

void SpareKeeper::over(const std::string& why) {
    drop();
    tell_({"none", why});
}

void SpareKeeper::drop() {
    idle_.stop();
    patience_.stop();
    ready_ = false;
    if (child_) std::exchange(child_, nullptr)->let_go(0);
}

bool SpareKeeper::fits(const Request& request) {
    if (!child_ || !ready_ || request.toolkit != wanted_->toolkit || request.gpu != wanted_->gpu || !request.env.empty()) return false;
    if (compile_only_ && !request.calls.empty()) return false;
    if (asleep_ms() - slept_ > 1000) {
        over("The machine was asleep, so the warm child was dropped. This run starts cold and makes a new one.");
        return false;
    }
    return true;
}

void SpareKeeper::give(LiveRun& run) {
    idle_.stop();
    ready_ = false;
    link_->run = &run;
    run.start_warm(std::exchange(child_, nullptr));
}

}  // namespace launchlab
