// The editing field: ImGui's own text input with the text drawn over it: colours, line numbers, the lines that may be edited,
// marks of the compiler. Owns the text on screen, its undo, and where the cursor is; leaves what surrounds it to panels/source.
// Invariants: a change of the text that came from elsewhere (reset, another editor) can be undone like a typed one; only lines
// in sight are drawn.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/compile_log.h"
#include "core/edit_history.h"
#include "panels/highlight.h"
#include "panels/ui.h"

namespace launchlab {

struct Scene;

struct EditorState {
    struct Own { std::string text; EditHistory history; bool known = false; };
    std::map<std::string, Own> own;                 // by step: the learner's text
    std::string of;                                 // the step that the rest speaks about
    std::string shown;                              // in the field, without its last line's end: that, or what a recording ran
    CodeLines lines;                                // of `shown`
    bool active = false;                            // it has the keyboard
    bool focus = false;                             // give it the keyboard in the next frame
    int focus_again = -1;                           // in that frame, if it is drawn then
    int go_to_line = 0;                             // 1-based: put the cursor there
    unsigned id = 0;
    int cursor = -1;                                // byte; followed when it moves
    std::string refused;                            // why the last change was not taken
    bool log = false;                               // the whole log in its place
    std::string copied;                             // what was copied last
    int failed_run = 0;                             // its errors were brought into sight once
    std::pair<int, std::size_t> messages_of{-1, 0}; // run and how many of its images are parsed
    std::vector<CompileMessage> messages;
};

// The text as the session has it now; undo and redo by key. Before draw_editor, and while the log is shown in its place too.
void take_source(Scene& s, bool read_only);
// What the compiler said about the text in the field, at the lines where it stands now.
std::vector<CompileMessage> messages_of_source(Scene& s);

// A run has just come back with errors: true once, so that the source can be brought into sight.
bool fresh_errors(Scene& s);

bool is_editing(const EditorState& editor);         // the field has the keyboard, even if nothing can be typed into it

float code_pitch(const Ui& ui);                     // from line to line
void draw_code(Ui& ui, float x, float mid, std::string_view line, bool in_comment);
float code_width(const Ui& ui, int columns);
// Returns the bottom of the block. `view`: what of it is in sight.
float draw_editor(Scene& s, const Rect& block, const Rect& view, bool read_only, const std::vector<CompileMessage>& messages);
float editor_height(const Scene& s);

}  // namespace launchlab
