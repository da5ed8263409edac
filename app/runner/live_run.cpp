#include "runner/live_run.h"

#include <cstdio>
#include <utility>

#include "core/codes.h"
#include "runner/arguments.h"
#include "runner/channel.h"
#include "runner/endings.h"

namespace launchlab {
namespace {

// A first call that fails in a warm child although it would not in a cold one: the context was lost while it waited. A refused
// launch or query is what the lesson is about, and never a reason to doubt.
bool doubtful(const Call& call) {
    if (call.code == 0) return false;
    const Code* known = find_code(call.code);
    if (needs_kernel(call.call)) return !known || known->sticky;
    return true;
}

}  // namespace

LiveRun::LiveRun(uv_loop_t* loop, Request request, std::string nvrtc, ImageCache& cache, std::function<void(std::string)> forward,
                 std::function<void()> over)
    : loop_(loop), request_(std::move(request)), nvrtc_(std::move(nvrtc)), cache_(cache), forward_(std::move(forward)),
      over_(std::move(over)), limit_(loop), settle_(loop) {}

void LiveRun::begin(bool after_mark) {
    if (begun_ == 0) {
        begun_ = uv_hrtime();
        limit_.start(static_cast<std::uint64_t>(request_.limit_ms), [this] {
            limit_hit_ = true;
            if (child_) child_->stop();
        });
    }
    log_ = std::make_unique<LogLines>([this](const Log& log) { tell({request_.id, log}); }, after_mark);
}

void LiveRun::start_cold() {
    begin(false);
    std::string error;
    // Lines of a child that was given up must not reach this run, so each child's handler knows whose it is.
    auto alive = std::make_shared<std::weak_ptr<ChildProcess>>();
    const auto mine = [this, alive] { return child_ && child_ == alive->lock(); };
    child_ = ChildProcess::start(loop_, "run", request_.env,
                                 {[this, mine](std::string_view line) {
                                      if (mine()) hear_line(line);
                                  },
                                  [this, mine](std::string_view bytes) {
                                      if (mine()) hear_log(bytes);
                                  },
                                  [this, mine](const ChildEnd& end) {
                                      if (mine()) hear_end(end);
                                  }},
                                 error);
    if (!child_) return finish(Ended{"lost", error});
    *alive = child_;
    send_request();
}

void LiveRun::start_warm(std::shared_ptr<ChildProcess> spare) {
    warm_ = holding_ = true;
    begin(true);  // what the warm-up printed is not this run's
    child_ = std::move(spare);
    send_request();
}

void LiveRun::send_request() {
    Request filled = request_;
    std::size_t size = 0;
    for (const auto& unit : filled.units) size += 2 * unit.source.size();
    for (std::size_t u = 0; u < filled.units.size(); ++u)
        for (std::size_t i = 0; i < filled.units[u].images.size(); ++i) {
            ImageRequest& image = filled.units[u].images[i];
            if (!image.bytes.empty()) continue;  // compiled elsewhere
            const auto* hit = cache_.find(ImageCache::key(filled.units[u], image, nvrtc_));
            // Code under a wrong label is for a target that only the compiling child knows.
            if (!hit || image.edit == "label" || (size += hit->bytes.size() * 4 / 3) > line_limit / 2) continue;
            image.bytes = to_base64(hit->bytes);
            hits_[{static_cast<int>(u), static_cast<int>(i)}] = hit->report;
        }
    child_->send(to_line(Command(filled)));
}

void LiveRun::hear_line(std::string_view line) {
    if (finished_ || said_) return;
    if (line.substr(0, image_word.size()) == image_word) return keep_image(line);
    auto event = parse_event(line);
    // Whatever else stands on this pipe was printed past us; it is shown as what it is.
    if (!event || event->id != request_.id || std::holds_alternative<Hello>(event->body) || std::holds_alternative<Spare>(event->body))
        return log_->add_line(line.substr(0, 4096), -1);
    hear_event(std::move(*event), line);
}

void LiveRun::hear_event(Event event, std::string_view line) {
    if (auto* compiled = std::get_if<Compiled>(&event.body)) {
        const std::pair<int, int> place{compiled->unit, compiled->image};
        if (const auto hit = hits_.find(place); compiled->cached && hit != hits_.end()) {
            compiled->us = hit->second.us;
            compiled->log = hit->second.log;
            compiled->arch = hit->second.arch;
        } else if (const auto bytes = fresh_.find(place); bytes != fresh_.end() && compiled->code == 0 && place.first >= 0 &&
                                                          place.second >= 0 && place.first < static_cast<int>(request_.units.size()) &&
                                                          place.second < static_cast<int>(request_.units[place.first].images.size())) {
            const UnitRequest& unit = request_.units[place.first];
            if (unit.images[place.second].edit != "label")
                cache_.keep(ImageCache::key(unit, unit.images[place.second], nvrtc_), {std::move(bytes->second), *compiled});
            fresh_.erase(bytes);
        }
        if (holding_ && request_.calls.empty()) release();
        return tell(event);
    }
    if (const auto* call = std::get_if<Call>(&event.body); call && holding_) {
        if (doubtful(*call)) return repeat_cold();
        release();
    }
    if (const auto* stage = std::get_if<Stage>(&event.body)) stage_ = stage->stage;
    if (const auto* ended = std::get_if<Ended>(&event.body)) {
        said_ = *ended;
        return try_finish();
    }
    tell_line(std::string(line));
}

void LiveRun::keep_image(std::string_view line) {
    int unit = -1, image = -1, at = 0;
    const std::string head(line.substr(0, 64));
    if (std::sscanf(head.c_str(), "@image %d %d %n", &unit, &image, &at) != 2 || at == 0) return;
    if (auto bytes = parse_base64(line.substr(static_cast<std::size_t>(at)))) fresh_[{unit, image}] = std::move(*bytes);
}

void LiveRun::hear_log(std::string_view bytes) {
    if (finished_) return;
    log_->add(bytes);
    if (said_) try_finish();
}

void LiveRun::hear_end(const ChildEnd& end) {
    if (finished_) return;
    log_->flush();
    if (said_) return finish(*said_);
    if (limit_hit_) return finish(ended_by_limit(request_.limit_ms, end.undying, stage_));
    if (holding_) return repeat_cold();
    if (end.undying)
        return finish(Ended{"lost",
                            "The program closed its pipe and does not die: the driver holds it. Look at nvidia-smi, and restart the "
                            "machine if the card stays busy."});
    finish(ended_by_child(end.exit, end.signal, end.closed_early, stage_));
}

// The child's last words on stderr and its done come by two pipes; the mark on the first says that nothing is missing.
void LiveRun::try_finish() {
    if (log_->end_seen()) return finish(*said_);
    settle_.start(200, [this] {
        if (!finished_) finish(*said_);
    });
}

void LiveRun::repeat_cold() {
    const auto spare = std::exchange(child_, nullptr);
    spare->let_go(0);
    held_.clear();
    hits_.clear();
    fresh_.clear();
    stage_.clear();
    warm_ = holding_ = false;
    start_cold();
}

void LiveRun::release() {
    holding_ = false;
    for (auto& line : held_) forward_(std::move(line));
    held_.clear();
}

void LiveRun::tell_line(std::string line) {
    if (holding_)
        held_.push_back(std::move(line));
    else
        forward_(std::move(line));
}

void LiveRun::cancel() {
    if (finished_) return;
    if (child_) std::exchange(child_, nullptr)->let_go(0);
    finish(ended_cancelled(true));
}

void LiveRun::finish(Ended ended) {
    finished_ = true;
    limit_.stop();
    settle_.stop();
    release();
    if (const std::string text = log_->left_out(); !text.empty()) tell({request_.id, Log{"runner", text, -1}});
    ended.warm = warm_;
    if (!said_) ended.us = static_cast<std::int64_t>((uv_hrtime() - begun_) / 1000);
    tell({request_.id, ended});
    if (child_) std::exchange(child_, nullptr)->let_go(2000);
    over_();  // may destroy this run
}

}  // namespace launchlab
