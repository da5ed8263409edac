// Runs the GPU tests. Skips (exit 77) only when there is no driver or no device; anything else that is missing fails.
#if __has_include(<catch2/catch_session.hpp>)
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

#include <cstdio>

#include "gpu/runner_client.h"

int main(int count, char** words) {
    const std::string skip = launchlab::gpu_tests::machine().skip;
    if (!skip.empty()) {
        std::printf("skipped: %s on this machine\n", skip.c_str());
        return 77;
    }
    return Catch::Session().run(count, words);
}
