#include "runner/supervisor.h"

#include <algorithm>
#include <csignal>
#include <utility>

#include "runner/arguments.h"
#include "runner/endings.h"
#include "runner/hello.h"
#include "runner/text.h"
#include "runner/toolkit_choice.h"

namespace launchlab {
namespace {
constexpr std::uint64_t hello_ms = 10000;
constexpr std::size_t queue_limit = 1000;
}  // namespace

Supervisor::Supervisor(uv_loop_t* loop)
    : loop_(loop), writer_(loop, 1, [this] { end(); }), spare_(loop,
                                                               [this](const Spare& spare) {
                                                                   forward(to_line(Event{0, spare}));
                                                               }),
      hello_limit_(loop), turn_(loop), last_(loop) {}

int Supervisor::run() {
    signal(SIGPIPE, SIG_IGN);
    static uv_signal_t signals[3];
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; ++i) {
        uv_signal_init(loop_, &signals[i]);
        signals[i].data = this;
        uv_signal_start(
            &signals[i], [](uv_signal_t* s, int) { static_cast<Supervisor*>(s->data)->end(); }, numbers[i]);
    }
    start_hello();
    reader_ = std::make_unique<Reader>(
        loop_, 0,
        [this](std::string_view bytes) { input_.add(bytes, [this](std::string_view line, bool too_long) { hear_line(line, too_long); }); },
        [this] {
            if (const std::string rest = input_.rest(); !rest.empty()) hear_line(rest, false);
            end();
        });
    uv_run(loop_, UV_RUN_DEFAULT);
    writer_.drain(200);
    return 0;
}

void Supervisor::hear_line(std::string_view line, bool too_long) {
    if (ending_) return;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    if (too_long)
        return refuse(readable_id(line), "request: the line is longer than 8 MB. Shorten the source, or send fewer images at once.");
    auto command = parse_command(line);
    if (!command) return refuse(readable_id(line), command.error().text());
    if (auto* request = std::get_if<Request>(&*command)) return accept(std::move(*request));
    if (const auto* warm = std::get_if<Warm>(&*command)) return spare_.want(*warm);
    cancel(std::get<Cancel>(*command).id);
}

void Supervisor::refuse(int id, const std::string& text) { forward(to_line(Event{id, Ended{"refused", clean_text(text)}})); }

void Supervisor::accept(Request request) {
    if (auto error = check_request(request)) return refuse(std::max(request.id, 0), error->text());
    const auto same = [&](const Request& other) { return other.id == request.id; };
    if ((running_ && running_->id() == request.id) || std::any_of(queue_.begin(), queue_.end(), same))
        return refuse(0, "/id: a run with the id " + std::to_string(request.id) + " is still under way. Give every request its own id.");
    if (queue_.size() >= queue_limit) return refuse(request.id, "1000 requests are waiting already. Wait for their runs to end.");
    queue_.push_back(std::move(request));
    next();
}

void Supervisor::cancel(int id) {
    if (running_ && running_->id() == id) return running_->cancel();
    const auto it = std::find_if(queue_.begin(), queue_.end(), [&](const Request& r) { return r.id == id; });
    if (it == queue_.end()) return;  // it ended meanwhile, and said so
    queue_.erase(it);
    forward(to_line(Event{id, ended_cancelled(false)}));
}

void Supervisor::start_hello() {
    std::string error;
    auto heard = std::make_shared<bool>(false);
    const auto without = [this](const std::string& why) {
        Hello hello = empty_hello();
        hello.missing.push_back(why);
        tell_hello(std::move(hello));
    };
    hello_child_ =
        ChildProcess::start(loop_, "hello", {},
                            {[this](std::string_view line) {
                                 if (line.substr(0, set_word.size()) == set_word) {
                                     sets_ += std::string(line.substr(set_word.size())) + '\n';
                                     return hand_to_children(sets_);
                                 }
                                 auto event = parse_event(line);
                                 if (!hello_ && event && std::holds_alternative<Hello>(event->body))
                                     tell_hello(std::get<Hello>(event->body));
                             },
                             {},
                             [this, without](const ChildEnd& end) {
                                 if (!hello_)
                                     without("This machine could not be looked at. " + ended_by_child(end.exit, end.signal, false).text);
                             }},
                            error);
    if (!hello_child_) return without(error);
    hello_limit_.start(hello_ms, [this, without] {
        if (!hello_)
            without(
                "The driver or a CUDA library did not answer within 10 s. Run nvidia-smi to see whether it answers there, then start "
                "again.");
    });
}

void Supervisor::tell_hello(Hello hello) {
    hello_limit_.stop();
    hello_ = std::move(hello);
    if (hello_child_) std::exchange(hello_child_, nullptr)->let_go(500);
    forward(to_line(Event{0, *hello_}));
    next();
}

void Supervisor::next() {
    if (running_ || !hello_ || queue_.empty() || ending_) return;
    Request request = std::move(queue_.front());
    queue_.pop_front();
    std::string nvrtc = request.toolkit;
    for (const auto& toolkit : hello_->toolkits)
        if (toolkit.version == request.toolkit || request.toolkit.empty()) {
            nvrtc = toolkit.nvrtc + " " + toolkit.from;
            break;
        }
    const bool warm = spare_.fits(request);
    running_ = std::make_unique<LiveRun>(
        loop_, std::move(request), nvrtc, cache_, [this](std::string line) { forward(std::move(line)); },
        [this] {
            // From inside the run itself, so it is taken away at the loop's next turn.
            turn_.start(0, [this] {
                running_.reset();
                if (ending_) return;
                next();
                spare_.make();
            });
        });
    if (warm)
        spare_.give(*running_);
    else
        running_->start_cold();
}

// Nobody listens any more, or a signal came: all children end, then this process.
void Supervisor::end() {
    if (std::exchange(ending_, true)) return;
    queue_.clear();
    if (hello_child_) std::exchange(hello_child_, nullptr)->let_go(0);
    hello_limit_.stop();
    spare_.drop();
    if (running_) running_->cancel();
    auto waited = std::make_shared<int>(0);
    auto check = std::make_shared<std::function<void()>>();
    *check = [this, waited, check] {
        if (ChildProcess::living() == 0 || ++*waited > 500) return uv_stop(loop_);
        last_.start(5, *check);
    };
    last_.start(0, *check);
}

}  // namespace launchlab
