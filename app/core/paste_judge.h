// Judging a reading: which message is the cause, what it means, how sure that is. Owns the choice (paste_judge.cpp), the
// verdict on codes (paste_code_verdicts.cpp), on checks, builds and set-up (paste_rules.cpp) and what stands around them
// (paste_context.cpp); leaves words for the learner and commands to paste_next. The order: another vendor; a build or link error that comes first; the first real code (a probe,
// an echo and program text are none); a package's check; anything else known; nothing. Invariant: where two causes fit the
// text, the verdict is not sure and names both.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/paste.h"
#include "core/paste_read.h"

namespace launchlab {

struct Judged {
    PasteAnswer answer;
    const PatternSeen* message = nullptr;  // what decided, where it was no code
    const CodeSeen* code = nullptr;
    const CardRead* gpu = nullptr;          // the card in question
    const ListSeen* list = nullptr;        // what was built for it
    std::string tool;                      // whose command mends it
    std::vector<Place> proof;
};
Judged judge(const PasteReading& reading, const ToolkitTable& toolkits);

// How a list stands to a card.
struct ListMatch {
    bool known = false;  // both are told
    bool sass = false, ptx = false;  // something fits
    std::string cause;   // where nothing does
    bool sure = true;
    bool fits() const { return sass || ptx; }
};
ListMatch match(const ListSeen& list, const CardRead& gpu);

// Parts of the verdict.
void set_cause(PasteAnswer& answer, std::string cause, bool sure, std::vector<std::string> also = {}, std::vector<int> codes = {});
void judge_code(const PasteReading& reading, const ToolkitTable& toolkits, const CodeSeen& code, Judged& out);
void judge_message(const PatternSeen& seen, const PasteReading& reading, const ToolkitTable& toolkits, Judged& out);
const ListSeen* choose_list(const PasteReading& reading);
const CardRead* choose_gpu(const PasteReading& reading, const ListSeen* list);
bool line_has(const PasteReading& reading, std::size_t line, std::string_view role);
// A checker reports each call that returned a code. A query that a library makes on purpose does no harm; a launch does.
enum class Probe { none, query, library };
Probe probe_of(const PasteReading& reading, const CodeSeen& code);
bool is_soft(int code);                // an answer of a query, no fault
int likely_meaning(int number);        // old numbers that have a meaning of their own today: a bare one says little
void add_fact(PasteAnswer& answer, std::string name, std::vector<std::string> values, bool many = false, bool number = false);
std::vector<std::string> dotted(const std::vector<Target>& targets);

}  // namespace launchlab
