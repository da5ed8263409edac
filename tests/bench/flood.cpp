#include "bench/flood.h"

#include <iostream>

#include "core/protocol.h"

namespace launchlab::bench {

namespace {

Hello greeting() {
    Hello hello;
    hello.runner = "0.0";
    hello.host = "bench";
    hello.driver = "580.65.06";
    hello.driver_cuda = 13000;
    hello.gpus = {{0, "Tesla T4", {7, 5}, 16ull << 30, false}};
    hello.toolkits = {{"13.0", "13.0.88", "13.0.96", "13.0.85", "/nowhere", {"75", "80", "86", "87", "88", "89", "90", "100", "103", "110", "120", "121"}, {}}};
    return hello;
}

std::string answer(const Request& request, const std::string& kind) {
    std::string lines;
    std::int64_t us = 0;
    const auto say = [&](auto body) { lines += to_line(Event{request.id, std::move(body)}) + "\n"; };
    say(Stage{"compile", "", us});
    for (std::size_t i = 0; !request.units.empty() && i < request.units[0].images.size(); ++i)
        say(Compiled{0, static_cast<int>(i), request.units[0].images[i].kind, request.units[0].images[i].arch, 0, "NVRTC_SUCCESS", "", 4096, "", 9000, false});
    say(Stage{"launch", "", us += 9000});
    for (std::size_t i = 0; i < request.calls.size(); ++i) {
        say(Call{static_cast<int>(i), request.calls[i].call, 0, "cudaSuccess", "no error", 0, 0, us, 3, request.calls[i].thread});
        us += 5;
    }
    if (kind == "log") say(Log{"output", std::string(5 << 20, 'x'), -1});
    for (int i = 0; kind == "lines" && i < (5 << 20) / 100; ++i) say(Log{"output", std::string(100, 'x'), -1});
    for (int i = 0; kind == "events" && i < 10000; ++i) {
        if (i % 2) say(Stage{"wait", "row " + std::to_string(i), us += 5});
        else say(Log{"output", "thread " + std::to_string(i) + " of the kernel printed this line, which is as long as such lines are", -1});
    }
    say(Ended{"finished", "", 0, 0, us, true});
    return lines;
}

}  // namespace

int play_flood(const std::string& kind) {
    std::cout << to_line(Event{0, greeting()}) << std::endl;
    for (std::string line; std::getline(std::cin, line);) {
        const auto command = parse_command(line);
        if (!command) continue;
        if (std::holds_alternative<Warm>(*command)) std::cout << to_line(Event{0, Spare{"ready", "", 1}}) << std::endl;
        if (const Request* request = std::get_if<Request>(&*command)) std::cout << answer(*request, kind) << std::flush;
    }
    return 0;
}

}  // namespace launchlab::bench
