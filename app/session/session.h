// Session: what the learner chose and what came of it. Owns the one pipe to the runner, the course, recordings, progress and
// settings; leaves drawing to panels and terminal, which read it const and answer with Actions. Invariant: a value goes one
// way: Actions -> Choice -> Request -> runner -> Event -> Run; nothing on screen is set anywhere else. No ImGui here.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/gpu.h"
#include "core/lesson.h"
#include "core/protocol.h"
#include "core/run.h"
#include "core/step.h"
#include "core/toolkit.h"
#include "session/progress.h"

namespace launchlab {

class Lookup;
class WhyFile;
class Pipe;

struct Choice {
    std::string step;                       // "day-06/2"
    char config = 'A';                      // A or B of the step; targets changed by hand stay a variation of it
    std::vector<Target> targets;            // in the order chosen: the order they are packed
    std::string source;                     // the kernel as it stands in the editor
    int gpu = 0;                            // CUDA device index, live
    std::string toolkit;                    // "13.0"
    std::string recording;                  // name of the recording on show; "" = live, or by rule when there is no card
    std::string on;                         // judge by rule for another card ("7.5"); "" = the card that is there
};

// What a frame asks for. Filled by panels, carried out after the frame is drawn. Each is optional; several may come at once.
struct Actions {
    std::optional<std::string> open_step;
    std::optional<Target> toggle;
    std::optional<char> config;                                     // show A or B
    bool run = false, cancel = false, reset = false, quit = false;
    bool run_step = false;                                          // as run; but where a step asks about B, its first makes A and B
    bool run_shipped = false;                                       // the build that was predicted, whatever was changed by hand
    bool build_for_card = false;                                    // the fix button: this card's own SASS, run again
    std::optional<std::string> recording;                           // "" = back to live
    std::optional<int> gpu;
    std::optional<std::string> on;                                  // judge by rule for that card ("T4@535"); "" = back to the card that is here
    std::optional<std::string> source;                              // the editor's text
    std::optional<bool> watch;                                      // the kernel as a file for another editor; a save replaces the text
    struct Predicted { int ask, choice; };
    std::optional<Predicted> predict;
    struct Reasoned { int ask, because; };
    std::optional<Reasoned> because;
    std::optional<Confidence> confidence;
    bool skip = false, hint = false, explain = false, transfer = false;
    bool asked_again = false;                                       // the question that came back is closed, and gone
    std::optional<int> observe;
    std::optional<int> show_run;                                    // index into tried
    std::optional<int> compare_with;                                // index into tried; shown as B beside the one on show; -1 = off
    std::optional<std::string> compare_recording;                   // name of a recording, shown as B as it is; "" = off
    bool run_both = false;                                          // the two beside each other again, or A and B of the step
    std::optional<float> zoom;                                      // 0.5 to 4
    std::optional<std::string> theme;                               // dark, light, system
    std::optional<bool> motion;
    struct Size { int width, height; };
    std::optional<Size> size;                                       // the window's, to be kept for the next start
    std::optional<std::string> paste;                               // a text to be explained; "" = away with it
    std::optional<int> look_up;                                     // a code's entry; 0 = the hub alone, or back to the text's answer
    std::optional<std::string> why_file;                            // why does it fail? "" = away with it
    bool restart_runner = false;
    enum class Save { no, start, over, beside, close };             // over, beside: the answer where saved()->asks
    Save save = Save::no;                                           // the step as one program in a file
};

struct CardChange { std::string from, to; };     // names; of the card in question, not asked for by its name

struct Saved {                                   // the open step as a program of the learner's
    std::string path, nvcc;                      // the file, and the line that builds it
    bool was_there = false;                      // the same text lay there already
    bool asks = false;                           // another text lies there: nothing was written yet
    std::string beside;                          // a free name next to it
    std::optional<Error> trouble;                // why it was not written
};

struct Watched {                                 // the open step's kernel as a file, while another editor has it
    std::string path;
    int saves = 0;                               // taken so far
    std::string saved_at;                        // clock of the last one: "14:02:31"
    std::optional<Error> trouble;                // why the last save was not taken; the text before it stays
};

struct Again { const Step* of; int ask; };       // a question of an earlier step

enum class Link { starting, ready, lost };       // the runner; lost: `troubles` says why and what to do, or none is wanted

struct Moment {
    double s = 0;                                // seconds on a clock that only goes forward
    std::string clock;                           // local time of day: "14:02:31"
    std::string date;                            // local: "2026-12-01"; "" = not known
};

struct SessionOptions {
    std::string data_dir;                        // holds lessons/, kernels/, assets/
    std::string lessons_dir;                     // another folder with lessons; "" = data_dir
    std::vector<std::string> runner;             // command; empty = launchlab-runner beside this program
    std::string state_dir;                       // progress and settings; "" = $XDG_STATE_HOME or $XDG_CONFIG_HOME
    std::string programs_dir;                    // where programs are saved; "" = where launchlab was started, else the home folder
    bool live = true;                            // false: never start a runner (recordings and rule only)
    std::string toolkit;                         // --toolkit: "" = chosen for the driver
    std::string on;                              // --on
    int limit_ms = 10000;                        // --limit: of each run
    std::function<void()> wake;                  // called from the pipe's thread when lines wait
    std::function<Moment()> now;                 // all time comes in here; empty = this machine's clocks
    int hello_limit_ms = 15000;                  // a runner that has not spoken by then is given up
};

// A finished live Run that launched nothing: its `rule` is shown, marked "by rule, not run".
inline bool by_rule(const Run& run) {
    return run.origin.kind == Origin::Kind::live && run.done && run.done->how == "finished" && run.calls.empty() && !run.request.calls.empty();
}

class Session {
public:
    // Never fails whole: what is broken is in `troubles`, and the rest works.
    explicit Session(SessionOptions options);
    ~Session();

    void carry_out(const Actions& actions);      // after the frame
    bool update();                               // each frame: takes waiting lines, never waits; true = something changed

    // -- read by panels and terminal --
    const Course& course() const;
    const Step* step() const;                    // the open one; nullptr: the course is broken
    const StepState& state() const;
    const Choice& choice() const;
    const Run* run() const;                      // the one on show; nullptr before the first
    const Run* other() const;                    // the one beside it, in comparison: of tried, or a recording's own
    const std::vector<Run>& tried() const;       // all runs of this step, oldest first
    bool running() const;
    bool changed() const;                        // Run would make another build than the step's config: targets or kernel differ
    std::optional<Again> again() const;          // missed though sure, in an earlier step; only before this step's first run
    std::string why_locked() const;              // why Run does nothing now, a sentence for people; "" = Run is open
    const Hello* hello() const;                  // nullptr until the runner has spoken
    Link link() const;
    const std::optional<Gpu>& card() const;      // the card in question: live, of the recording, or --on
    bool live_card() const;                      // that card is in this machine and can be launched on
    // The card that targets and verdict speak of: card(), or without one that of the first recording; nullptr: none at all.
    const Gpu* judged_card() const;
    // Run compiles for real and launches nothing, since judged_card() is not in this machine: what it shows is `rule`, marked
    // "by rule, not run". request() and the Run's request still list the step's calls; none is made.
    bool by_rule() const;
    const Toolkit* toolkit() const;              // in use; nullptr: none fits, `troubles` says why
    Verdict verdict() const;                     // by rule, for the choice; drawn only after the run, or when skipped
    Request request() const;                     // what Run would send
    const std::vector<Recording>& recordings() const;
    std::vector<const Recording*> recordings_for_step() const;
    const Spare& spare() const;
    const CardChange* card_change() const;       // since the open step was opened; nullptr: it is the same
    std::string predicted_for() const;           // the card that the open step's predictions were made for; "" = not known
    const Saved* saved() const;                  // nullptr: nothing to say of it
    const Watched* watched() const;              // nullptr: no other editor has the kernel
    const Lookup& lookup() const;                // what was pasted, and the code that is looked at
    const WhyFile& why() const;                  // the file that is asked about, and the answer for judged_card()
    const std::vector<Error>& troubles() const;  // of the app itself: amber, never a CUDA code
    const Settings& settings() const;
    const Progress& progress() const;
    const GpuTable& gpus() const;
    std::string today() const;                   // "2026-12-01"; "" = not known
    const ToolkitTable& toolkits() const;
    double next_wake_s() const;                  // seconds until a timer wants a frame (running: 0.1); infinity when idle

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace launchlab
