// Matrix: builds (rows) against cards (columns): what each card does with each build, by rule, with what was measured laid over
// it. Owns which cells are measured, which columns are alike and what a toolkit cannot build; leaves the rule to
// core/selection and drawing to terminal/matrix and panels/matrix. Pure. Invariant: a cell counts as measured only where the
// same images, in the same order and of the same PTX version, ran on a card of that capability with that driver branch.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/gpu.h"
#include "core/run.h"
#include "core/selection.h"
#include "core/sweep.h"
#include "core/toolkit.h"

namespace launchlab {

struct MatrixBuild {                    // a row's question
    std::string title;                  // as asked: flags, or a file's name
    std::vector<OfferedImage> images;
    Surroundings around;                // packed, linked, runtime
    std::vector<Target> cannot;         // images that the toolkit does not build
    bool targets_only = false;          // the list of targets is known, not whether PTX is kept
    std::string trouble;                // why there is no verdict: a sentence
    std::function<Verdict(const Gpu&)> judged;  // where one container is not all, as in a file; unset: choose()
};

struct MatrixCard {                     // a column
    Gpu gpu;
    std::string generation;             // "Ampere"
    std::string example;                // "A100"; of a named card its name
    bool own = false;
};

struct MatrixMeasured {                 // an outcome of a real card
    Gpu gpu;
    std::vector<Target> images;
    bool packed = true;
    PtxVersion ptx;                     // of its PTX images
    int code = 0, taken = -1;
    std::string date, source;           // "2026-12-01"; "sweep", or a recording's name
};

struct MatrixCell {
    Verdict verdict;
    bool sure = true;                   // false: reports differ, or only the list of targets is known
    std::optional<MatrixMeasured> measured;
    bool differs = false;               // measured otherwise than the rule says
};

struct MatrixRow {
    MatrixBuild build;
    std::vector<MatrixCell> cells;      // one a card; empty with trouble
};

struct Matrix {
    std::vector<MatrixCard> cards;
    std::vector<MatrixRow> rows;
    std::vector<std::vector<std::size_t>> columns;  // cards that are shown in one column: each alone, or neighbours that are alike
};

// Every capability from 5.0 to 12.1, each with this driver or, where `nearest`, the nearest branch that drives it.
std::vector<MatrixCard> matrix_cards(const GpuTable& gpus, const Driver& driver, bool nearest);
// The own card takes its column's place, with its own name and, where it has one, its own driver; a new column where none is its own.
void put_own_card(std::vector<MatrixCard>& cards, const Gpu& own);
std::string generation_of(Capability capability);

Matrix make_matrix(std::vector<MatrixBuild> builds, std::vector<MatrixCard> cards, const ToolkitTable& toolkits, const std::vector<MatrixMeasured>& measured, bool fold);

std::vector<MatrixMeasured> measured_in(const Sweep& sweep, const ToolkitTable& toolkits);
std::vector<MatrixMeasured> measured_in(const std::vector<Recording>& recordings, const ToolkitTable& toolkits);

// The builds that people ask about, where none is named: one target, the defaults, a wide build, suffixes.
std::vector<MatrixBuild> usual_builds(const Toolkit& toolkit, const ToolkitTable& toolkits);

// "5.0 to 7.2", "8.6", "10.0 and 10.3": the cards of a column.
std::string column_text(const Matrix& matrix, const std::vector<std::size_t>& column);
std::string images_text(const MatrixBuild& build);    // "sm_75, compute_75"; "no device code"
std::string build_label(const MatrixBuild& build);    // shorter: "sm_75 80 + compute_80"; "no build" with trouble

// What one cell says: "SASS", "JIT" or the code.
std::string cell_word(const MatrixCell& cell);

}  // namespace launchlab
