// A matrix as text, as JSON and as one page of HTML. Owns how a cell looks in each; leaves what it says to core/matrix.
// Invariant: a measured cell, the own card and what cannot be built are told by a sign and a word, never by colour alone.
#pragma once

#include <string>

#include "core/matrix.h"
#include "terminal/text.h"

namespace launchlab {

struct MatrixReport {
    Matrix matrix;
    std::string toolkit;              // "13.0"; "" = open
    std::string driver;               // as asked; "" = 580, or the nearest that drives the card
};

Lines matrix_lines(const MatrixReport& report, const Style& style);
std::string to_json(const MatrixReport& report);
std::string to_html(const MatrixReport& report);

// What a row's cards do, those that do the same together: "SASS on 8.0 to 8.6: sm_80 is machine code that these cards run."
struct MatrixGroup {
    std::string word, cards, why;     // "SASS"; "8.0 to 8.6 and 8.9"
    std::string measured;             // those of the cards that were measured: "9.0"; "" = none
    bool sure = true, differs = false, all_measured = false;
    const MatrixMeasured* outcome = nullptr;  // of the first measured one
};
std::vector<MatrixGroup> groups_of(const Matrix& matrix, const MatrixRow& row);
std::string row_label(const MatrixRow& row);                          // its images, as far as they are known; a file by its name
std::string cannot_text(const MatrixBuild& build, const std::string& toolkit);  // a sentence; "" = all can be built
std::string driver_words(const MatrixReport& report);

}  // namespace launchlab
