#include "window/shot.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "imgui.h"
#include "panels/panels.h"
#include "session/files.h"
#include "session/lookup.h"
#include "session/why_file.h"
#include "window/sight.h"
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

// What was seen, why, and the same thing elsewhere, as far as the picture wants it.
void go_on(Session& session, const std::string& screen) {
    auto act = [&](auto fill) { Actions actions; fill(actions), session.carry_out(actions); };
    if (session.step()->observe) act([&](Actions& a) { a.observe = session.step()->observe->right; });
    act([](Actions& a) { a.explain = true; });
    if (screen == "done") act([](Actions& a) { a.transfer = true; });
}

Result<Done> fill_hub(Session& session, const std::string& file) {
    Actions look;
    look.look_up = 0;
    if (!file.empty()) {
        Result<std::string> text = read_file(file, 1u << 30);
        if (!text) return text.error();
        look.paste = std::move(*text);
    }
    session.carry_out(look);
    if (!wait_until(session, 60, [&] { return session.lookup().hub() && !session.lookup().reading(); }))
        return Error{file, "the text was not read within a minute. Cut out the part around the error."};
    return Done{};
}

Result<Done> read_why(Session& session, const std::string& file) {
    Actions ask;
    ask.why_file = file;
    session.carry_out(ask);
    if (!wait_until(session, 60, [&] { return session.why().state() != WhyFile::State::reading; }))
        return Error{file, "the file was not read within a minute. Copy it to a local disk."};
    return Done{};
}

bool is_place(const std::string& screen) { return screen == "first" || screen == "palette" || screen == "keys" || screen == "hub" || screen == "matrix" || screen == "why"; }

// A runner that says hello without a driver and, at the first request, goes away: for pictures of what then is drawn.
std::vector<std::string> stand_in(bool leaves) {
    const char* hello = R"({"v":1,"id":0,"event":"hello","protocol":1,"runner":"0.1.0","host":"this machine","driver":"","driver_cuda":0,"gpus":[],)"
                        R"("toolkits":[{"version":"13.0","nvrtc":"13.0.88","runtime":"13.0.96","fatbin":"13.0","from":"stand-in","targets":[],"missing":[]}],)"
                        R"("missing":["libcuda.so.1: cannot open shared object file. Install the NVIDIA driver."]})";
    return {"sh", "-c", std::string("printf '%s\\n' \"$0\"; ") + (leaves ? "while read -r line; do case $line in *units*) exit 1;; esac; done" : "while read -r line; do :; done"), hello};
}

// The lessons once more, with the step's file cut in half.
Result<std::string> break_lesson(const ShotOptions& options, const std::string& folder) {
    namespace fs = std::filesystem;
    const std::string from = options.session.lessons_dir.empty() ? options.session.data_dir + "/lessons" : options.session.lessons_dir, to = folder + "/lessons";
    std::error_code failed;
    fs::copy(from, to, fs::copy_options::recursive, failed);
    if (failed) return Error{from, "the lessons cannot be copied: " + failed.message() + ". Set TMPDIR to a folder with room."};
    const std::string lesson = options.step.substr(0, options.step.find('/'));
    for (const auto& file : fs::directory_iterator(to + "/" + (lesson.empty() ? "day-06" : lesson), failed))
        if (file.path().extension() == ".json" && file.path().filename() != "lesson.json") {
            fs::resize_file(file.path(), fs::file_size(file.path(), failed) / 2, failed);
            return to;
        }
    return Error{options.step, "there is no such lesson. \"launchlab lessons\" lists them."};
}

void set_screen(ScreenState& screen, const ShotOptions& options) {
    const bool later = options.screen == "explain" || options.screen == "transfer" || options.screen == "done";
    screen.first.open = is_place(options.screen), screen.hub.open = options.screen == "hub", screen.matrix.open = options.screen == "matrix", screen.why.open = options.screen == "why";
    screen.compare = options.screen == "compare", screen.step = options.step;
    if (!options.source.empty() || options.screen == "source") screen.lower = LowerTab::source, screen.predict_tab = PredictTab::source;
    if (later) screen.result_tab = ResultTab::question, screen.bring_question = true;
    if (options.screen == "palette") open_palette(screen.palette, Find::all);
    if (options.screen == "keys") open_palette(screen.palette, Find::keys);
}

}  // namespace

const std::vector<std::string>& shot_screens() {
    static const std::vector<std::string> all{"predict", "result", "explain", "transfer", "done", "compare", "source", "first", "palette", "keys", "hub", "matrix", "why", "no-runner", "no-driver", "broken-lesson", "broken-run"};
    return all;
}

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
    if (options.screen == "hub") return fill_hub(session, options.paste);
    if (options.screen == "why") return read_why(session, options.why);
    if (is_place(options.screen)) return Done{};
    if (!options.step.empty() && options.screen != "broken-lesson") {
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
    else if (!session.live_card() && options.source.empty() && options.screen.find('-') == std::string::npos)
        if (const Recording* offer = recording_to_offer(session)) choose.recording = offer->name;
    if (!options.source.empty()) {
        Result<std::string> text = read_file(options.source, 4u << 20);
        if (!text) return text.error();
        choose.source = *text;
    }
    session.carry_out(choose);
    const std::string& screen = options.screen;
    if (screen == "predict" || screen == "source" || screen == "no-runner" || screen == "no-driver" || screen == "broken-lesson") return Done{};

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
    if (screen == "compare") return set_beside(session, options);
    if (screen == "explain" || screen == "transfer" || screen == "done") go_on(session, screen);
    return Done{};
}

int take_shot(const ShotOptions& wanted) {
    ShotOptions options = wanted;
    std::error_code no_such;
    const std::filesystem::path temporary = std::filesystem::temp_directory_path(no_such);
    std::string folder = ((no_such ? "/tmp" : temporary) / "launchlab-shot-XXXXXX").string();
    if (!mkdtemp(folder.data())) {
        std::fprintf(stderr, "launchlab: %s: no folder for the picture's own progress could be made. Set TMPDIR to one that can be written.\n", folder.c_str());
        return 2;
    }
    options.session.state_dir = folder;
    int code = 0;
    if (options.screen == "no-runner") options.session.runner = {"launchlab-runner.missing"};
    if (options.screen == "no-driver" || options.screen == "broken-run") options.session.runner = stand_in(options.screen == "broken-run");
    if (options.screen == "broken-lesson") {
        auto lessons = break_lesson(options, folder);
        if (!lessons) std::fprintf(stderr, "launchlab: %s\n", lessons.error().text().c_str()), code = 2;
        else options.session.lessons_dir = *lessons;
    }
    if (code == 0) {
        Session session(options.session);
        auto failed = [&](const Error& error) { std::fprintf(stderr, "launchlab: %s\n", error.text().c_str()), code = 2; };
        ScreenState screen;
        set_screen(screen, options);
        if (auto played = play(session, options); !played) failed(played.error());
        else if (auto image = render(session, options.width, options.height, options.zoom, options.theme, screen, options.session.data_dir); !image) failed(image.error());
        else if (auto written = write_png(options.out, seen_as(*image, options.sight)); !written) failed(written.error());
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return code;
}

}  // namespace launchlab
