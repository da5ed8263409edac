// Draws a Timeline in one of three forms: columns (calls side by side), rows (calls below each other, slot and GPU upright) and
// list (symbol, code, call, slot). Owns the geometry of each; leaves the words to panels/timeline_model. Invariant: a result
// without its provenance is never drawn: the foot is part of the picture.
#pragma once

#include <string>
#include <vector>

#include "panels/timeline_model.h"
#include "panels/widget.h"

namespace launchlab {

struct Foot {
    Symbol symbol = Symbol::live;
    std::string lead;                        // "Measured now, 14:02:31"
    std::vector<std::string> parts;          // card and target, driver, CUDA, built for
    std::string other;                       // "Compare: recorded 2026-09-01 on Tesla T4"; "" = nothing to show instead
    std::string note;                        // a published transcript's own words
    std::string key = "L";
};
struct Banner { Symbol symbol; std::string title, text; };   // loud, amber: rule and card differ, the run ended early

enum class Form { columns, rows, list };
Form form_for(const Ui& ui, Timeline& timeline, float width);           // may fold columns to keep the form
float timeline_height(Ui& ui, const Timeline& timeline, Form form, float width, const Foot& foot,
                      const std::vector<Banner>& banners);
// Returns true when the foot's other run was asked for.
bool draw_timeline(Ui& ui, const Rect& rect, const Timeline& timeline, Form form, const Foot& foot,
                   const std::vector<Banner>& banners);

// -- parts, shared by the forms --
struct Mark { Symbol symbol; Role role; };
Mark mark_of(const Column& column);                                     // bare or dashed where it did not happen
float code_factor(const Column& column, float plain, float failing);
void draw_gpu_box(Ui& ui, const Rect& rect, const LaneBox& box, bool upright);
bool failing(const Column& column);
float row_pitch(const Ui& ui, float width);                             // of the narrow forms
float rows_top(const Ui& ui, float width);
float list_top(const Ui& ui);
float band_pitch(const Ui& ui);                                         // of the GPU's band in the list
bool rows_fit(const Ui& ui, const Timeline& timeline, float width);     // else the list takes over

void draw_columns(Ui& ui, const Rect& rect, const Timeline& timeline);
void draw_rows(Ui& ui, const Rect& rect, const Timeline& timeline);
void draw_list(Ui& ui, const Rect& rect, const Timeline& timeline);
void draw_slot(Ui& ui, const Rect& rect, float tile_bottom, const Timeline& timeline, float column, float gap);

}  // namespace launchlab
