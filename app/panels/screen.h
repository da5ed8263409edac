// The screen: everything in the window, laid out by its width in u. Owns ScreenState, what only the window knows (open tabs,
// menu, editor text, unit); leaves every choice to Session through Actions. Invariant: a frame reads a const Session and is a
// pure picture of it; before a step's first run it shows nothing that gives an answer away.
#pragma once

#include <map>
#include <string>

#include "panels/editor.h"
#include "panels/first_screen.h"
#include "panels/hub.h"
#include "panels/matrix.h"
#include "panels/palette.h"
#include "panels/ui.h"
#include "panels/why.h"
#include "panels/widget.h"
#include "session/session.h"

namespace launchlab {

enum class LowerTab { images, targets, source };
enum class PredictTab { source, targets, form };
enum class ResultTab { timeline, question, images, predictions };

struct ScreenState {
    Ui ui;
    float dpi = 1;                                  // pixels of one u at 100 %
    std::string theme;                              // what apply_look() was last called with
    float zoom = 0;

    FirstState first;
    HubState hub;
    MatrixState matrix;
    WhyState why;
    PaletteState palette;
    LiveCodes live_codes;
    bool menu = false;                              // narrow: the rail lies over the panels
    bool all_targets = false;
    bool compare = false;                           // runs A and B in one picture instead of one run
    LowerTab lower = LowerTab::images;
    PredictTab predict_tab = PredictTab::form;
    ResultTab result_tab = ResultTab::timeline;
    std::string open_lesson;                        // "" = that of the open step
    std::string step;                               // the step that the rest speaks about
    bool ask_reset = false;
    EditorState source;
    int running_id = 0;                             // the run whose time is shown
    double running_since = 0;
    int turn_shown = -1;                            // the card that was scrolled into view
    bool both_shown = false;                        // this step's two runs were put beside each other once
    bool bring_question = false;                    // the question's panel is to come into view
    bool bring_elsewhere = false;                   // the same thing elsewhere is to come into view
    bool elsewhere_in_view = false;                 // its question and button were, in the last frame that drew them
    int hints_shown = 0;                            // the last one that was scrolled into view
    bool to_top = false;                            // what stands there is new: its panel begins at its top
    Phase phase = Phase::predict;                   // of the last frame
    bool hint_early = false;                        // a hint was asked for before the run
    bool again_open = false;                        // the question that came back: its answer is shown
    int again_choice = -1;
    int digit = 0;                                  // 1 to 9: an answer chosen by key in this frame
};

// Fonts and behaviour of the current ImGui context. Call once; `data_dir` may bring its own fonts.
void set_up_screen(ScreenState& screen, const std::string& data_dir);
// Style, palette and unit from the settings; cheap when nothing changed. Call before ImGui::NewFrame.
void apply_look(ScreenState& screen, const Settings& settings);
void draw_screen(const Session& session, Actions& actions, ScreenState& screen);

bool on_predict_screen(const Session& session);

}  // namespace launchlab
