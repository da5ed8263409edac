// The driver and the cards of this machine, as the driver tells them. Owns the sentences about a driver that is absent, refuses,
// crashes or hangs. Invariant: runs in a probe's process and says a whole hello after each thing learnt, so that whatever comes
// later (NVML, a card that does not answer) cannot take it away.
#pragma once

#include "core/protocol.h"
#include "runner/probe.h"

namespace launchlab {

void look_at_cards(const Probe::Say& say);
void take_cards(Hello& hello, const Probed& probed);

}  // namespace launchlab
