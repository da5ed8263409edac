// Compare: runs A and B of a step in one picture, style 13. Owns which two stand there, the geometry of the wide form and of the
// narrow ones (compare_rows.cpp); leaves every word to compare_model. Invariant: the picture carries the provenance of both
// runs, and a half that was not run is drawn as an outline, never left out.
#pragma once

#include <optional>

#include "panels/compare_model.h"
#include "panels/panels.h"

namespace launchlab {

// The two in question, ready to draw; unset: nothing can be said of this step here (no card and no recording).
std::optional<Comparison> compare_runs(const Session& session);

void enter_compare(Scene& s);                 // finds the twin of the run on show
void leave_compare(Scene& s);
void fix_beside(Scene& s);                    // build for this card, and show it as B
void toggle_recording_beside(Scene& s);
int shown_index(const Session& session);      // into tried; -1: none
int other_index(const Session& session);      // -1: none, or a recording
std::string run_both_text(const Session& session);
const Recording* recording_beside(const Session& session);      // the one that L would show as B; nullptr: none
bool shows_recording_beside(const Session& session);
// By rule alone the question has no answer: the rule tells what starts, not what the later calls return. A recording does.
const Recording* recording_for_question(const Session& session);

float compare_height(Scene& s, float width);
void draw_compare(Scene& s, const Rect& rect);                  // the panel: head, both runs, foot

// -- parts that both forms share --
enum class CompareForm { columns, rows, differing };
CompareForm compare_form(const Ui& ui, const Comparison& comparison, float width);
void draw_letter(Ui& ui, float x, float y, float size, int side);                       // left edge, middle
float draw_mark(Ui& ui, float x, float y, Judged mark, bool with_word);                 // returns the width
bool stands_out(const Comparison& comparison, std::size_t call, int side);              // a tile, not quiet
bool in_pair_frame(const Comparison& comparison, std::size_t call, int side);           // the launch, or the check under it
void draw_answer(Ui& ui, const Rect& cell, const ComparedCall& call, int side, bool loud);
float rows_height(Ui& ui, const Comparison& comparison, CompareForm form, float width);
void draw_compare_rows(Ui& ui, const Rect& rect, const Comparison& comparison, CompareForm form);

}  // namespace launchlab
