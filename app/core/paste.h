// Paste: any text -> which CUDA code it reports, why, what proves it, one next command; or "not sure" with what to paste next.
// Owns the answer; leaves finding (core/paste_read), what a message means (lessons/hub/patterns.json) and what fits a card
// (core/fit) to others. Pure: nothing is opened, started or sent. Invariant: any bytes give an answer; an answer that is sure
// has evidence, and where the text settles nothing the alternatives say what it may be.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/gpu.h"
#include "core/paste_patterns.h"
#include "core/toolkit.h"

namespace launchlab {

// What a part of the text is to the reader. `blame` says that the line which is blamed may be innocent: true, unlike `noise`,
// advice that moves nothing here.
enum class MarkRole { code, card, list, version, build, blame, noise };
std::string_view to_word(MarkRole role);  // "code", "card", ...

struct PasteMark {
    std::size_t begin = 0, end = 0;  // bytes of the pasted text
    MarkRole role = MarkRole::code;
};
struct PasteEvidence {
    std::size_t line = 0;            // from 1
    std::size_t begin = 0, end = 0;  // bytes of that line in the pasted text
    std::string text;                // the line as it reads, without colours
};
struct PasteFact {
    std::string name;                 // gpu_cc, built_for, ptx, range, floor, package, arch, first_toolkit ... (docs/json.md)
    std::vector<std::string> values;  // one, unless `many`
    bool many = false, number = false;
};

struct PasteAnswer {
    std::optional<int> code;      // today's number
    std::string symbol;           // "cudaErrorNoKernelImageForDevice"; "" without a code
    std::string cause = "unknown";
    bool sure = true;             // the text settles code and cause
    std::vector<std::string> alternatives;  // other causes that the text allows
    std::vector<int> other_codes;           // other codes that it may be
    int announces = 0;            // the code that will follow; 0 = none
    std::string why;              // sentences: what the text says and what follows
    std::vector<std::string> notes;  // what is easily misread in it
    std::string next;             // one command, complete
    std::string then;             // how to see that it helped
    std::string ask;              // what to paste next; "" when the text settles it
    std::string step;             // "day-06/2"; "" = none shows it
    std::vector<PasteFact> facts;
    std::vector<PasteEvidence> evidence;
    std::vector<PasteMark> marks;  // rising, none overlaps another

    const PasteFact* fact(std::string_view name) const;
};

class PasteScanner;

class PasteBox {
public:
    PasteBox(PatternTable patterns, GpuTable gpus, ToolkitTable toolkits);
    ~PasteBox();
    PasteBox(PasteBox&&) noexcept;
    // `stopped`: asked once a megabyte; true ends the reading, and the answer is of no use.
    PasteAnswer explain(std::string_view text, const std::function<bool()>& stopped = {}) const;

private:
    struct Tables;
    std::unique_ptr<Tables> tables_;
    std::unique_ptr<PasteScanner> scanner_;
};

}  // namespace launchlab
