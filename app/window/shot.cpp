#include "window/shot.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "imgui.h"
#include "panels/panels.h"
#include "session/files.h"
#include "window/solid.h"

namespace launchlab {

namespace {

using Clock = std::chrono::steady_clock;

bool wait_until(Session& session, double seconds, const auto& done) {
    auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (true) {
        session.update();
        if (done()) return true;
        if (Clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(4));
    }
}

// B beside the run on show.
Result<Done> set_beside(Session& session, const ShotOptions& options) {
    Actions second, both;
    if (options.beside == "none") return Done{};
    if (!options.beside.empty()) {
        second.compare_recording = options.beside;
        session.carry_out(second);
        if (!session.other()) return Error{options.beside, "there is no such recording. \"launchlab lessons\" lists them."};
        return Done{};
    }
    second.config = 'B';
    session.carry_out(second);
    if (!wait_until(session, session.request().limit_ms / 1000.0 + 20, [&] { return !session.running(); }))
        return Error{options.step, "run B did not end. Run it again, or look at \"launchlab doctor\"."};
    both.show_run = 0, both.compare_with = int(session.tried().size()) - 1;
    session.carry_out(both);
    return Done{};
}

}  // namespace

Result<Image> render(Session& session, int width, int height, float zoom, const std::string& theme, ScreenState screen, const std::string& data_dir) {
    auto opened = Offscreen::open(width, height);
    if (!opened) return opened.error();
    Offscreen& offscreen = **opened;
    Actions choose;
    choose.zoom = zoom, choose.theme = theme, choose.motion = false;
    session.carry_out(choose);
    set_up_screen(screen, data_dir);
    screen.ui.solid = draw_solid;
    Recorder* recorder = screen.ui.recorder;
    for (int i = 0; i < 4; ++i) {          // sizes of scrolling areas settle over frames
        if (recorder) recorder->drawn.clear();
        Actions ignored;
        offscreen.frame([&] { apply_look(screen, session.settings()); }, [&] { draw_screen(session, ignored, screen); });
    }
    return offscreen.picture();
}

Result<Done> play(Session& session, const ShotOptions& options) {
    if (!options.session.runner.empty() || options.session.live)
        wait_until(session, options.session.hello_limit_ms / 1000.0 + 1, [&] { return session.link() != Link::starting; });
    if (!options.screen.empty()) return Done{};
    if (!options.step.empty()) {
        Actions open;
        open.open_step = options.step;
        session.carry_out(open);
        if (!session.step() || session.step()->id != options.step)
            return Error{options.step, "there is no such step. \"launchlab lessons\" lists them."};
    }
    if (!session.step()) return Error{"lessons", "no lesson could be read. Install launchlab again, or name another folder with --lessons."};

    Actions choose;
    if (options.config != 'A') choose.config = options.config;
    if (!options.recording.empty()) choose.recording = options.recording;
    else if (!session.live_card() && options.source.empty())
        if (const Recording* offer = recording_to_offer(session)) choose.recording = offer->name;
    if (!options.source.empty()) {
        Result<std::string> text = read_file(options.source, 4u << 20);
        if (!text) return text.error();
        choose.source = *text;
    }
    session.carry_out(choose);
    if (options.before_run) return Done{};

    const Step& step = *session.step();
    if (options.answered && !step.ask.empty()) {
        for (int i = 0; i < int(step.ask.size()); ++i) {
            Actions answer;
            answer.predict = Actions::Predicted{i, 0};
            session.carry_out(answer);
            if (!step.ask[i].choices[0].because.empty()) {
                Actions reason;
                reason.because = Actions::Reasoned{i, 0};
                session.carry_out(reason);
            }
        }
        Actions sure;
        sure.confidence = Confidence::fairly;
        session.carry_out(sure);
    } else {
        Actions skip;
        skip.skip = true;
        session.carry_out(skip);
    }
    if (std::string why = session.why_locked(); !why.empty()) return Error{step.id, why};
    Actions run;
    (options.config == 'A' ? run.run_step : run.run) = true;
    session.carry_out(run);
    if (!wait_until(session, session.request().limit_ms / 1000.0 + 20, [&] { return !session.running(); }))
        return Error{step.id, "the run did not end. Run it again, or look at \"launchlab doctor\"."};
    return options.compare ? set_beside(session, options) : Done{};
}

int take_shot(const ShotOptions& wanted) {
    ShotOptions options = wanted;
    std::string folder = (std::filesystem::temp_directory_path() / "launchlab-shot-XXXXXX").string();
    if (!mkdtemp(folder.data())) {
        std::fprintf(stderr, "launchlab: %s: no folder for the picture's own progress could be made. Set TMPDIR to one that can be written.\n", folder.c_str());
        return 2;
    }
    options.session.state_dir = folder;
    int code = 0;
    {
        Session session(options.session);
        auto failed = [&](const Error& error) { std::fprintf(stderr, "launchlab: %s\n", error.text().c_str()), code = 2; };
        ScreenState screen;
        screen.first.open = !options.screen.empty();
        screen.compare = options.compare, screen.step = options.step;
        if (!options.source.empty()) screen.lower = LowerTab::source, screen.predict_tab = PredictTab::source;
        if (options.screen == "palette") open_palette(screen.palette, Find::all);
        if (auto played = play(session, options); !played) failed(played.error());
        else if (auto image = render(session, options.width, options.height, options.zoom, options.theme, screen, options.session.data_dir); !image) failed(image.error());
        else if (auto written = write_png(options.out, *image); !written) failed(written.error());
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return code;
}

}  // namespace launchlab
