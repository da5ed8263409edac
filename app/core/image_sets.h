// Image sets: what a sweep puts on one card to lay measured over rule: single images, pairs in both orders, equal and nearly
// equal ones, images broken on purpose, bare ones, environments that force or forbid the JIT. Owns which sets there are, how
// one is written and which classes of verdict it shows; leaves the verdict to core/selection and the run to whoever has a
// card. Pure. Invariant: the same targets and card give the same sets in the same order, none twice, and each image of a set
// has a mark of its own, so that what ran can be told even between equal targets.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/gpu.h"
#include "core/protocol.h"
#include "core/result.h"
#include "core/selection.h"
#include "core/target.h"
#include "core/toolkit.h"

namespace launchlab {

struct ImageSet {
    std::vector<OfferedImage> images;        // ptx is the toolkit's
    bool packed = true;                      // false: the one image is handed over bare
    std::map<std::string, std::string> env;  // CUDA_FORCE_PTX_JIT and the like
    std::string group;                       // "single", "pair", ...: why it is among them
};

// `targets`: what may be built, each as SASS and as PTX.
std::vector<ImageSet> make_image_sets(const std::vector<Target>& targets, const Gpu& gpu, const Toolkit& toolkit);

// "sm_90, edited(compute_80, syntax), CUDA_FORCE_PTX_JIT=1"; "bare(compute_100)". In what is read a relative target
// ("exact", "ptx-older") stands for the card's.
std::string to_text(const ImageSet& set);
Result<ImageSet> parse_image_set(std::string_view text, const Gpu& gpu, const Toolkit& toolkit);
// A set a line; empty lines and what stands behind # are left out. Error: with the line's number.
Result<std::vector<ImageSet>> parse_image_sets(std::string_view text, const std::string& where, const Gpu& gpu, const Toolkit& toolkit);

Verdict judge(const ImageSet& set, const Gpu& gpu, const Toolkit& toolkit, const ToolkitTable& toolkits);

// What the verdict is an example of: "sass", "jit" or the code, then "tie" (an image of the same kind and number stood against
// the one that was taken) and "suffix" (an a or f target is among the images).
std::vector<std::string> classes_of(const ImageSet& set, const Verdict& verdict, const Gpu& gpu);
const std::vector<std::string>& verdict_classes();  // the ten that a sweep should show

// The kernel of every sweep, for one set: out[0] is the mark of the image that ran.
UnitRequest to_unit(const ImageSet& set);

}  // namespace launchlab
