// Played: run A or B of a step as it stands without starting anything: a recording of it, else by rule for a card. Owns which one
// is taken; leaves recordings and the rule to the Session. Invariant: nothing here is typed, and what was not run says so.
#pragma once

#include <optional>
#include <string>

#include "session/session.h"

namespace launchlab {

struct Played {
    char config = 'A';
    Run run;
    bool by_rule = false;
    Gpu card;
    std::optional<Toolkit> toolkit;
};

// `recorded`: a recording's name or first word; `on`: a card; both "" = the step's best recording, else the card it names.
// The session does not run; its open step and choice are changed.
Result<Played> played(Session& session, const std::string& step, char config, const std::string& recorded, const std::string& on);

}  // namespace launchlab
