// A question about flags with its cards -> the answer with a verdict a card, and both as JSON. Owns which driver is taken where
// none is named; leaves the meaning of the flags to core/flags and the rule to core/selection. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/card_words.h"
#include "core/flags.h"
#include "core/gpu.h"
#include "core/selection.h"

namespace launchlab {

struct FlagsRequest {
    FlagsQuestion question;
    std::string driver;           // "" = one at least as new as the toolkit
    std::string device_software;  // "JetPack 6", of a Jetson board
    std::vector<std::string> on;  // "8.6", "T4@535"
};

struct CardVerdict {
    std::string asked;  // as typed
    Gpu gpu;
    Verdict verdict;
    bool sure = true;   // false: reports disagree, or only the list of targets is known
};

struct FlagsJudged {
    FlagsAnswer answer;
    std::vector<OfferedImage> images;
    std::vector<CardVerdict> verdicts;
};

// Error: a card or a driver that cannot be read.
Result<FlagsJudged> judge_flags(const FlagsRequest& request, const GpuTable& gpus, const ToolkitTable& toolkits);

std::string to_json_line(const FlagsJudged& judged, std::string_view id_json, bool full);  // one line; `full` adds notes and syntax

// A line of --batch -> the line that answers it. `good`: false where the line could not be read; the answer then says why.
std::string answer_batch_line(std::string_view line, const GpuTable& gpus, const ToolkitTable& toolkits, bool& good);

}  // namespace launchlab
