#include "terminal/sweep_talk.h"

#include <chrono>

#include "session/course_files.h"
#include "terminal/arguments.h"

namespace launchlab {

SweepTalk::SweepTalk(const std::string& runner) {
    Pipe::Options options;
    if (const Result<std::vector<std::string>> words = split_words(runner)) options.command = *words;  // checked with the options
    if (options.command.empty()) options.command = {program_dir() + "/launchlab-runner"};
    options.wake = [bell = bell_] {
        {
            const std::lock_guard lock(bell->mutex);
            bell->waiting = true;
        }
        bell->rung.notify_one();
    };
    pipe_ = std::make_unique<Pipe>(std::move(options));
}

Result<Event> SweepTalk::next() {
    for (;;) {
        if (std::optional<Heard> heard = pipe_->take()) {
            if (const auto* gone = std::get_if<Gone>(&*heard)) return Error{"runner", gone->what};
            return std::get<Event>(std::move(*heard));
        }
        if (interrupted()) return Error{"sweep", "it was interrupted, and nothing is kept. Start it again."};
        std::unique_lock lock(bell_->mutex);
        bell_->rung.wait_for(lock, std::chrono::milliseconds(100), [&] { return bell_->waiting; });
        bell_->waiting = false;
    }
}

Result<Hello> SweepTalk::hello() {
    for (;;) {
        const Result<Event> event = next();
        if (!event) return event.error();
        if (const auto* hello = std::get_if<Hello>(&event->body)) return *hello;
    }
}

Result<Run> SweepTalk::ask(Request request) {
    Run run;
    request.id = next_id_++;
    run.request = std::move(request);
    pipe_->send(Command(run.request));
    while (!run.done) {
        const Result<Event> event = next();
        if (!event) return event.error();
        record(run, *event);
    }
    return run;
}

}  // namespace launchlab
