// The panels of the screen, one function each: they draw into the rectangle they are given and fill Actions. Owned by screen.cpp,
// which knows where each goes; each panel's .cpp owns its words.
#pragma once

#include <string>
#include <vector>

#include "panels/screen.h"
#include "panels/timeline.h"

namespace launchlab {

struct Scene {                       // what a panel may see
    const Session& session;
    Actions& actions;
    ScreenState& screen;
    Ui& ui;
};

void draw_rail(Scene& s, const Rect& rect);
float head_height(Scene& s, float width);
void draw_head(Scene& s, const Rect& rect, bool result);
void draw_strip(Scene& s, const Rect& rect);                      // narrow: menu, title and Run in one line
void draw_pair(Scene& s, float right, float middle, bool brief = false);   // run A, run B, compare, and their key; brief: without it
float pair_width(const Ui& ui, bool brief = false);
float trouble_height(Scene& s, float width);
void draw_troubles(Scene& s, const Rect& rect);

float result_height(Scene& s, float width);                       // the timeline, or the state that stands in its place
void draw_result(Scene& s, const Rect& rect);
// Each returns the bottom of its content, so that its area can scroll.
float draw_images(Scene& s, const Rect& area);
void draw_observe_panel(Scene& s, const Rect& rect, bool with_predictions);   // the question and why; while that is locked, it stands at the foot
float draw_say(Scene& s, const Rect& area);                       // the question alone
float draw_because(Scene& s, const Rect& area);                   // why this happens, and the replies to the predictions
float draw_predictions_line(Scene& s, float x, float y, float width);     // returns its height
float draw_your_predictions(Scene& s, const Rect& area);
float draw_targets(Scene& s, const Rect& area);
float draw_targets_and_build(Scene& s, const Rect& area);         // chips, and below them what the build holds
void draw_lower_left(Scene& s, const Rect& rect);                 // images, targets or source, with tabs
void draw_source_panel(Scene& s, const Rect& rect, bool below_tabs = false);
float targets_panel_height(Scene& s, float width);                // with every chip in sight
void draw_targets_panel(Scene& s, const Rect& rect);
float draw_predict_cards(Scene& s, const Rect& area);             // the calls asked and the confidence
void draw_predict_panel(Scene& s, const Rect& rect);
void draw_predict_flat(Scene& s, const Rect& rect);               // low and narrow: text, cards and Run in one scrolling area
void draw_compare_screen(Scene& s, const Rect& rect);
float draw_compare_runs(Scene& s, const Rect& rect);              // both runs and what was tried; returns the bottom
void draw_scrolling(Scene& s, const char* id, const Rect& rect, float (*content)(Scene&, const Rect&));

// States: empty, loading, broken. Symbol, title, one sentence, one button; returns true when the button was pressed.
bool draw_state(Ui& ui, const Rect& rect, Symbol symbol, const std::string& title, const std::string& sentence, const std::string& button_text, const std::string& key);

// What is missing where a result would stand, and the one way on.
struct Absent {
    enum class Does { nothing, run, recording, restart, card };
    Symbol symbol = Symbol::open;
    std::string title, sentence, button, key;
    Does does = Does::nothing;
};
Absent absent_of(const Session& session);
void do_absent(Scene& s, Absent::Does does);
std::string why_nothing_compiles(const Session& session);         // names the file that lacks

// What comes next, and its key: one thing in each phase.
struct Next {
    enum class Does { nothing, predict, run, shipped, stop, both, say, why, answer, elsewhere, step, home };
    Does does = Does::nothing;
    std::string text, key, step;
};
Next next_of(const Scene& s);
Next way_on(const Session& session);                              // the step after this one; N, from the explanation on
void do_next(Scene& s, const Next& next);
float bar_height(Scene& s, float width);                          // the bar at the foot: provenance and the next thing
void draw_bar(Scene& s, const Rect& rect);
bool shows_changed_build(const Session& session);                 // the run on show is not of the build that was predicted
bool asks_about_both(const Scene& s);                             // the question is about both runs, and only one is in sight

float draw_again(Scene& s, float x0, float x1, float y);          // the question that came back; returns its height, 0: none
void turn_again(Scene& s);                                        // its answer, and then away with it

int first_open(const StepState& state, const Step& step);         // the card whose turn it is; behind the last: how sure; -1: none

bool has_rail(const Ui& ui);                                      // the wide layouts: no tabs beside the timeline
void handle_keys(Scene& s);
void save_program(Scene& s);                                      // Ctrl S: the step as a file, and the source in sight to say where

// -- words that several panels need --
std::string filled(const Session& session, const std::string& text);        // a step's text with {card} and the like
std::string card_text(const std::string& name, Capability capability);      // "Tesla T4, sm_75"
std::string sm_text(Capability capability);                                 // "sm_75"
// How what is on show is known, and for which card. `lead` "": nothing is on show yet.
struct Provenance { Symbol symbol = Symbol::live; std::string lead, short_lead, card; };
Provenance provenance_of(const Session& session, const Run& run);
Provenance provenance_of(const Scene& s);                                   // of the comparison, the run, or the card in question
std::string run_label(const Session& session);                              // "Run A: sm_100", "Your own build: sm_80"; "" = no run
std::string card_change_text(const Session& session);                       // a sentence; "" = the card is the same
std::string own_target_text(const Session& session);                        // "sm_75", or "" when no card is known
bool offers_fix(const Session& session);                                    // "Build for this card" would change the build
const Recording* recording_to_offer(const Session& session);                // the one that L shows; nullptr: none
bool shows_rule(const Session& session);                                    // the run on show was judged, not made
Timeline timeline_of(const Session& session);

}  // namespace launchlab
