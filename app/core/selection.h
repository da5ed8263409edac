// choose(): which image of a fat binary a card and its driver take, the code a launch returns, and why each other image is
// passed over. Owns the rule and carries its facts with their source; nobody else repeats them. Pure.
//
// SASS plain M.m fits M.x with x >= m; `a` fits M.m only; `f` fits its family (10, 11, 12) from m up. PTX plain fits every
// card from its number up; `a` and `f` as SASS. Any fitting SASS beats any PTX; the highest wins; at one number a, f, plain;
// of equal ones the first, but of equal plain PTX for just the card's number the last. The choice is made once, by the
// container's labels: a chosen image that turns out bad fails with its own code and no other is tried. (facts/cuda.md 1, 2, 6,
// 11; measured on 9.0 with r580. Of equal PTX below the card's number, and of equal 90a, the sweep of an H200 took the first.)
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/gpu.h"
#include "core/target.h"
#include "core/toolkit.h"

namespace launchlab {

enum class Sure { measured, documented, likely };  // how far the rule that decided has been proved

struct OfferedImage {
    Target target;
    PtxVersion ptx;              // PTX only: its .version; {0,0} = not known
    std::string edit;            // "", "version", "syntax", "cut", "label": broken on purpose
    bool zstd = false;           // packed with zstd: drivers before r550 cannot read it
};

struct Surroundings {
    bool packed = true;                        // in a fat binary; false = handed over bare
    bool kernel_present = true;                // the entry exists in the images
    std::map<std::string, std::string> env;    // CUDA_FORCE_PTX_JIT and the like
    std::string runtime;                       // "13.0"; "" = not known
    bool cache_warm = false;                   // the disk cache holds the JIT result
    bool linked = false;                       // relocatable device code (-rdc=true): what fits nothing is 500, not 209
};

enum class How { sass, jit, none };

struct Reason {
    bool fits = false;
    bool taken = false;
    std::string text;   // one sentence: "Machine code for 8.x cards. This card is 7.5."
    std::string rule;   // the id of the rule that decided: "sass-major", "ptx-up", "suffix-a", ... (facts section in selection.cpp)
    Sure sure = Sure::documented;  // how far this rule has been proved for this card
};

struct Verdict {
    int code = 0;                 // what the launch returns
    How how = How::none;
    int taken = -1;               // index into images; -1 = none
    std::vector<Reason> reasons;  // one an image, same order
    std::string why;              // one sentence about the whole
    Sure sure = Sure::documented;
    bool settled = true;          // the code stands whichever way what is only likely turns out; which image is taken may not
};

// Where a rule is written down: "compute capabilities, section 5.1 of the programming guide" and the like. Empty: no such rule.
std::string_view source_of_rule(std::string_view rule);
std::string_view to_word(Sure sure);  // "measured", "documented", "likely"

bool fits(const Target& target, const Gpu& gpu);
Verdict choose(const std::vector<OfferedImage>& images, const Gpu& gpu, const ToolkitTable& toolkits, const Surroundings& around);

}  // namespace launchlab
