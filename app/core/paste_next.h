// What to do about a verdict: one complete command for the tool that the text shows, how to see that it helped, what to paste
// next, and the step that shows the cause. Owns these words; leaves the verdict to core/paste_judge.
#pragma once

#include "core/paste_judge.h"

namespace launchlab {

void add_next(const PasteReading& reading, const ToolkitTable& toolkits, Judged& judged);
std::string step_for(const PasteAnswer& answer);

}  // namespace launchlab
