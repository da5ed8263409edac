// One child: it says hello, or makes one run, or warms up and then makes one run. Owns the order of a run (compile, bundle,
// register, launch) and the spare's proof that it can show a 209; leaves limits and endings to the supervisor.
// Invariant: a cold child opens no library before it has its request, and registers before the first CUDA call.
#pragma once

#include <string_view>

namespace launchlab {

int child_main(std::string_view mode);  // hello, run, spare; the exit status

}  // namespace launchlab
