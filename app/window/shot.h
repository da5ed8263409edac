// Shot: a step played to its end and drawn into a PNG, without a window. Owns the playing; leaves drawing to panels/screen.
// Invariant: it never touches the learner's progress: the session runs on a folder of its own.
#pragma once

#include <string>
#include <vector>

#include "panels/screen.h"
#include "session/session.h"
#include "window/offscreen.h"

namespace launchlab {

struct ShotOptions {
    SessionOptions session;
    std::string step;                 // "day-06/2"; "" = the first
    std::string out;                  // file
    int width = 1920, height = 1080;
    float zoom = 1.0f;                // 0.5 to 4
    std::string theme = "dark";
    std::string source;               // file with another kernel; "" = the step's own
    std::string recording;            // "" = live where there is a card, else the best recording, else by rule
    char config = 'A';
    std::string screen = "result";    // one of shot_screens()
    std::string beside;               // with "compare": recording that stands as B; "" = run B, "none" = left out
    std::string paste;                // with "hub": file whose text is pasted; "" = the empty box
    std::string why;                  // with "why": the file that is asked about; "" = none yet
    std::string sight;                // seen in grey, or with protan, deutan, tritan sight; "" = as it is
    bool answered = false;            // sample predictions are made, for documents (the first answer of each, "fairly"); else skipped
};

// predict, result, explain, transfer, done and compare play a step that far; source, first, palette, keys, hub, matrix and why show that place;
// no-runner, no-driver, broken-lesson and broken-run bring that state about, with a stand-in for the runner where none would fail.
const std::vector<std::string>& shot_screens();

// Draws until nothing moves. What a click or a settled layout asks for is not carried out.
Result<Image> render(Session& session, int width, int height, float zoom, const std::string& theme, ScreenState screen = {}, const std::string& data_dir = "");
// Plays the step: answers or skips, runs, waits for the end (at most the run's limit and 20 s).
Result<Done> play(Session& session, const ShotOptions& options);
int take_shot(const ShotOptions& options);      // exit code: 0, or 2 with words on stderr

}  // namespace launchlab
