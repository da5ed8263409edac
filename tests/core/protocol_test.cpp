#include "core/protocol.h"

#include "catch.h"

using namespace launchlab;

namespace {

Request some_request() {
    Request request;
    request.id = 7;
    request.toolkit = "13.0";
    request.env = {{"CUDA_LAUNCH_BLOCKING", "1"}};
    request.units.push_back({"__global__ void mark(unsigned* out) {}", {"-lineinfo"}, "mark", true, {{Kind::sass, "90a", "", {{"MARK", "100901"}}, ""}, {Kind::ptx, "80", "version", {}, "AAAA"}}});
    request.calls = {{.call = "cudaMalloc", .buffer = "out", .bytes = 8}, {.call = "launch", .grid = {1}, .block = {1, 2, 3}, .smem = 16, .args = {"out", "u64:1099511627776"}, .thread = 1}};
    return request;
}

Event event(auto body, int id = 7) { return {id, body}; }

}  // namespace

TEST_CASE("a command survives the way over its line") {
    const Request request = some_request();
    const auto back = parse_command(to_line(Command(request)));
    REQUIRE(back);
    CHECK(std::get<Request>(*back) == request);
    CHECK(std::get<Cancel>(*parse_command(to_line(Command(Cancel{9})))).id == 9);
    CHECK(std::get<Warm>(*parse_command(to_line(Command(Warm{"12.2", 1})))) == Warm{"12.2", 1});
}

TEST_CASE("every event survives the way over its line") {
    Hello hello{1, "0.1.0", "host", "580.159.04", 13000, {{0, "NVIDIA H200", {9, 0}, 150754820096ull, false}}, {{"13.0", "13.0.88", "13.0.96", "13.0.85", "/usr", {"75", "90"}, {}}}, {"nothing"}};
    const std::vector<Event> events = {
        event(hello, 0),
        event(Stage{"compile", "sm_100", 12}),
        event(Compiled{0, 1, Kind::ptx, "80", 6, "NVRTC_ERROR_COMPILATION", "mark.cu(1): error\n", 0, "9.0", 22000, true}),
        event(Call{2, "launch", 209, "cudaErrorNoKernelImageForDevice", "no kernel image is available for execution on the device", 0, 209, 5, 1500, 1}),
        event(Value{5, "out", true, {0xFFFFFFFFu, 0}}),
        event(Taken{0, 0, "marker", 90, 80}),
        event(Log{"driver", "\xff is no UTF-8? it is here \u00e9", 2}),
        event(Ended{"signal", "The child was ended by signal 9.", 9, 0, 1000, true}),
        event(Spare{"ready", "", 300000}, 0),
    };
    for (const Event& sent : events) {
        const std::string line = to_line(sent);
        CHECK(line.find('\n') == std::string::npos);
        const auto back = parse_event(line);
        INFO(line << (back ? "" : back.error().text()));
        REQUIRE(back);
        CHECK(to_line(*back) == line);
        if (!std::holds_alternative<Log>(sent.body)) CHECK(*back == sent);
    }
}

TEST_CASE("unknown keys, wrong types and unknown words are named with their place") {
    auto where_of = [](std::string line) {
        const auto parsed = parse_command(line);
        REQUIRE_FALSE(parsed);
        return parsed.error().text();
    };
    std::string line = to_line(Command(some_request()));
    auto with = [&](std::string from, std::string to) {
        std::string changed = line;
        const auto at = changed.find(from);
        REQUIRE(at != std::string::npos);
        return changed.replace(at, from.size(), to);
    };
    CHECK_THAT(where_of(with("\"gpu\":0", "\"gpi\":0")), Catch::Contains("gpu") || Catch::Contains("gpi"));
    CHECK_THAT(where_of(with("\"gpu\":0", "\"gpu\":\"0\"")), Catch::Contains("/gpu") && Catch::Contains("whole number"));
    CHECK_THAT(where_of(with("\"kind\":\"sass\"", "\"kind\":\"sas\"")), Catch::Contains("/units/0/images/0/kind"));
    CHECK_THAT(where_of(with("cudaMalloc", "cudaMallok")), Catch::Contains("/calls/0/call") && Catch::Contains("cudaMallok"));
    CHECK_THAT(where_of(with("\"v\":1", "\"v\":2")), Catch::Contains("protocol 2"));
    CHECK_THAT(where_of("Welcome to lab-gpu"), Catch::Contains("Welcome to lab-gpu"));
    CHECK_THAT(where_of(with("\"bytes\":8", "\"bytes\":-8")), Catch::Contains("/calls/0/bytes"));
    CHECK_THAT(where_of(with("\"door\":\"registration\"", "\"door\":\"window\"")), Catch::Contains("window"));
    CHECK_FALSE(parse_command(std::string(line_limit + 1, ' ')));
    CHECK_FALSE(parse_event("{\"v\":1,\"id\":1,\"event\":\"party\"}"));
}

TEST_CASE("a request's hash forgets id, card, limit and carried bytes, and nothing else") {
    const Request request = some_request();
    Request same = request;
    same.id = 99;
    same.gpu = 3;
    same.limit_ms = 1;
    same.units[0].images[1].bytes = "BBBB";
    CHECK(request_hash(same) == request_hash(request));
    CHECK(request_hash(request).size() == 16);
    Request other = request;
    other.units[0].images[0].arch = "90";
    CHECK(request_hash(other) != request_hash(request));
    other = request;
    other.env.clear();
    CHECK(request_hash(other) != request_hash(request));
}

TEST_CASE("base64 gives the bytes back and refuses what is none") {
    std::string bytes;
    for (int n = 0; n < 300; ++n) {
        CHECK(*parse_base64(to_base64(bytes)) == bytes);
        bytes += static_cast<char>(n * 7);
    }
    CHECK(to_base64("a") == "YQ==");
    for (const char* bad : {"YQ=", "Y===", "YQ==YQ==", "Y!==", "=QQQ"}) CHECK_FALSE(parse_base64(bad));
}

TEST_CASE("a line nested without end is refused, wherever the nesting stands") {
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    for (const std::string& line : {"{\"v\":" + deep + "}", "{\"v\":1,\"id\":1,\"event\":" + deep + "}", deep, "{\"v\":1,\"id\":1,\"event\":\"log\",\"from\":" + deep + "}"}) {
        CHECK_FALSE(parse_command(line));
        CHECK_FALSE(parse_event(line));
    }
    Log log{"output", std::string(1000, '['), 0};
    CHECK(parse_event(to_line(Event{1, log})));
}

TEST_CASE("a line of twenty thousand keys is refused, and its first odd key named") {
    std::string line = "{\"v\":1,\"id\":0,\"event\":\"hello\"";
    for (int i = 0; i < 20'000; ++i) line += ",\"key" + std::to_string(i) + "\":1";
    const Result<Event> event = parse_event(line + "}");
    REQUIRE_FALSE(event);
    CHECK(event.error().where.starts_with("hello"));
}
