// Inside of Session, for the session's own .cpp files: environment.cpp (which card, toolkit and targets), actions.cpp (what
// the learner asks for), own_editor.cpp (the kernel as a file), updates.cpp (what the runner says), session.cpp (start, end, reading).
// Invariant: every Run lives in `tried` from the moment it starts, and only record() writes what came of it.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "session/keeper.h"
#include "session/lookup.h"
#include "session/pipe.h"
#include "session/session.h"
#include "session/watch.h"
#include "session/why_file.h"

namespace launchlab {

struct Session::Inside {
    SessionOptions options;

    // Read at the start.
    Course course;
    GpuTable gpus;
    ToolkitTable toolkits;
    std::vector<Recording> recordings;

    // Kept on disk.
    Settings settings;
    Progress progress;
    std::string state_dir;
    std::set<std::string> touched;             // steps that moved in this window, since another may have the file too
    std::optional<double> save_at;             // when the change goes to disk
    bool settings_changed = false, progress_changed = false;
    bool may_write_settings = true, may_write_progress = true;   // false: the file there is of a newer launchlab, or stuck

    // The runner.
    std::unique_ptr<Pipe> pipe;
    std::unique_ptr<Pipe> retired;             // the one before, still ending
    Link link = Link::starting;
    std::optional<Hello> hello;
    Spare spare;
    std::optional<Warm> warmed;                // asked for last
    std::size_t strays_seen = 0;

    // The choice, and what follows from it.
    enum class Source { none, live, recording, on, borrowed };
    const Step* step = nullptr;
    Choice choice;
    bool varied = false;                       // targets were changed by hand
    std::map<std::string, std::string> edited; // by step: the editor's text
    std::optional<Saved> saved;
    std::optional<Watched> watched;
    std::unique_ptr<Watch> watch_file;         // with `watched`
    std::optional<Gpu> borrowed;               // a recording's card, kept when its targets were changed
    std::string borrowed_toolkit;
    std::optional<CardChange> card_change;
    std::map<std::string, std::string> predicted_for;   // by step: the card
    Source source = Source::none;
    std::optional<Gpu> card, judged;
    std::optional<Toolkit> toolkit;

    // Runs.
    struct Tried {
        std::vector<Run> runs;
        int shown = -1, other = -1;
        std::string other_recording;           // stands in the place of `other`
    };
    struct Half {                              // what one of two runs is made from
        char config = 'A';
        std::vector<Target> targets;           // empty: those of the config
        std::string source, recording;
        std::optional<Gpu> borrowed;           // judged by rule for that card, which is not here
        std::string toolkit;                   // with `borrowed`
    };
    struct Both {                              // two runs, one after the other
        std::string step;
        int id = 0;                            // of the first
        int first = -1;                        // its index
        Half second;
        Choice before;                         // comes back when both have started
        std::optional<Gpu> borrowed;
        bool varied = false;
    };
    std::optional<Both> both;
    std::map<std::string, Tried> tried;        // by step
    struct Open {                              // a run that is not done
        std::string step;
        std::size_t index = 0;
        char config = 'A';
        double give_up_at = 0;                 // the runner should have answered long before
        std::deque<std::string> lines;         // a recording's lines still to come; empty for a live run
    };
    std::map<int, Open> open;                  // by request id
    std::optional<int> newest;                 // the open run that no other has replaced
    int next_id = 1;
    bool finished_now = false;                 // a run came to its end in this update

    // Troubles, by what they are about.
    std::vector<Error> at_start;
    std::map<std::string, Error> by_subject;   // "runner", "strays", "toolkit", "card", "step", "save", "fix"
    std::vector<Error> troubles;

    std::optional<Keeper> keeper;              // writes progress and settings
    std::optional<Lookup> lookup;
    std::optional<WhyFile> why;

    Moment now() const;

    // environment.cpp
    void settle(bool keep_targets = false);
    void settle_card();
    void settle_toolkit();
    void settle_targets();
    void show_recording(const Recording& recording);
    const Config& config() const { return choice.config == 'B' ? step->b : step->a; }
    std::vector<const Recording*> recordings_for_step() const;
    const Recording* recording_on_show() const;
    const ToolkitSeen* seen(const std::string& version) const;
    std::vector<std::string> complete_toolkits() const;
    std::optional<std::vector<Target>> targets_for_card(const Gpu& gpu);
    bool by_rule() const { return judged && source != Source::live && source != Source::recording; }
    Request request() const;
    void trouble(const std::string& subject, std::optional<Error> error);
    void gather_troubles();

    // actions.cpp
    void carry_out(const Actions& actions);
    void open_step(const std::string& id);
    void choose_targets(std::vector<Target> targets);
    void choose_config(char config);
    void follow_recording(const std::string& name);
    void follow_shown(const Run& run);
    void note_card(const std::string& before);
    void reset();
    void predict_and_observe(const Actions& actions);
    void change_settings(const Actions& actions);
    bool ran_before() const;
    bool changed() const;
    std::optional<Again> again() const;
    void close_again();
    std::string why_locked() const;
    void start_run();
    void start_replay(const Recording& recording);
    Open& add_run(Run run);
    void cancel_newest(const char* words);
    StepState& state();
    void save_soon(bool progress_too);

    // save_program.cpp
    void save_program(Actions::Save how);

    // own_editor.cpp
    void choose_own_editor(bool wanted);
    bool take_save();

    // both.cpp
    void run_first_of_step();
    void run_both();
    void run_shipped();
    void begin_both(const Half& first, Both next);
    void go_on_with_both();
    Half half_of(const Run& run) const;
    void take(const Half& half);
    void come_back(const Both& from);

    // updates.cpp
    bool update();
    void start_runner();
    void hear(Heard heard);
    void greet(const Hello& hello);
    void lose(const std::string& what);
    void note_strays();
    void take_event(const Event& event);
    void finish(int id);
    void end_open(int id, const char* how, const std::string& words);
    void watch(double now_s);
    void save();
    bool hear_keeper();
    void warm();
};

}  // namespace launchlab
