// Comparison: two runs as one picture's columns, marks, lanes and words, ready to draw. Owns what is the same and what differs,
// folding, and every word of the compare screen; leaves geometry to panels/compare and what a single run says to
// timeline_model. Pure, no ImGui. Invariant: a mark judges one thing, and says "open" where a run does not tell.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/pair.h"
#include "panels/timeline_model.h"

namespace launchlab {

enum class Judged { same, differs, open, only_a, only_b };

struct ComparedCall {
    std::vector<std::string> names;           // one, or those that were folded
    bool launch = false, check = false, wait = false, value = false;
    Judged mark = Judged::open;
    std::optional<Column> a, b;               // unset: this run does not make the call
    const std::optional<Column>& of(int side) const { return side == 0 ? a : b; }
    bool quiet() const { return mark == Judged::same || mark == Judged::open; }
    std::string name() const;
};

enum class Tense { measured, recorded, by_rule, running, not_run };

struct ComparedSide {
    std::string value;                        // of the field that differs, else what was built: "sm_100"
    std::string kind;                         // "SASS", where the one image is what differs
    std::string label;                        // "run 1", "2026-12-01"
    Tense tense = Tense::measured;
    std::vector<LaneBox> lanes;               // first and last: into calls
    std::string slot_words;                   // the trace as a sentence, for the narrow forms: "0, then 209 from the launch on"
};

struct Comparison {
    std::vector<ComparedCall> calls;
    std::array<ComparedSide, 2> sides;
    Judged slot = Judged::open, gpu = Judged::open;
    std::vector<Difference> differs;
    std::string lead, field, remark;          // "Differs in:", "target", ""; remark: "not a pair"
    std::string foot_lead;                    // "Both measured now"
    std::vector<std::string> foot;            // times, card, driver, CUDA, what both share
    int same = 0;                             // calls and lanes marked the same
};

struct CompareInput {
    const Run* run = nullptr;                 // with no calls and no end: it is still to be run
    std::string label;                        // "run 1"; "" = made from the run
    bool not_run = false;
};
Comparison make_comparison(const CompareInput& a, const CompareInput& b);

std::string word_of(Judged mark);             // same, differs, open, only in A, only in B

}  // namespace launchlab
