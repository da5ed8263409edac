// The figures that need a card. Owns what is measured there and how; leaves the runner to gpu/runner_client.
#pragma once

#include "bench/figure.h"

namespace launchlab::bench {

// Without a card: one line says so, and it is a miss where `required`.
void measure_gpu(Table& table, bool required);

}  // namespace launchlab::bench
