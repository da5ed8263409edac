// Runs for the tests: transcripts of the runner and recordings, fed through record() as the session does.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

#include "catch.h"
#include "core/lesson.h"
#include "core/run.h"
#include "terminal/text.h"

namespace launchlab {

inline std::string source_path(const std::string& name) { return std::string(LAUNCHLAB_SOURCE) + "/" + name; }

inline std::string text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    REQUIRE(file);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

// The request of day-06/2 for one sass target.
inline Request mark_request(const std::string& arch) {
    Request request;
    request.id = 7;
    request.toolkit = "13.0";
    UnitRequest unit;
    unit.source = "extern \"C\" __global__ void mark(unsigned* out) { out[0] = MARK; }";
    unit.entry = "mark";
    unit.images = {{.kind = Kind::sass, .arch = arch}};
    request.units = {unit};
    request.calls = {{.call = "cudaMalloc", .buffer = "out", .bytes = 8},
                     {.call = "cudaMemset", .buffer = "out", .bytes = 8, .value = 255},
                     {.call = "launch", .grid = {1}, .block = {1}, .args = {"out"}},
                     {.call = "cudaPeekAtLastError"},
                     {.call = "cudaDeviceSynchronize"},
                     {.call = "cudaMemcpy", .buffer = "out", .bytes = 8}};
    return request;
}

inline Verdict rule_of(const Request& request) {
    auto table = parse_toolkits(text_of(source_path("assets/toolkits.json")), "assets/toolkits.json");
    REQUIRE(table);
    return judge(request, 0, Gpu{"NVIDIA H200", {9, 0}, false, {580, "580.159.04"}}, *table);
}

// The first `events` lines of a transcript; all by default.
inline Run play(const Request& request, const std::string& name, std::size_t events = 1000) {
    Run run;
    run.request = request;
    run.rule = rule_of(request);
    run.origin = {.kind = Origin::Kind::live,
                  .gpu = "NVIDIA H200",
                  .driver = "580.159.04",
                  .runtime = "13.0",
                  .capability = {9, 0},
                  .date = "14:02:31"};
    std::istringstream lines(text_of(source_path("tests/data/transcripts/" + name + ".jsonl")));
    for (std::string line; std::getline(lines, line) && events > 0; --events) {
        auto event = parse_event(line);
        REQUIRE(event);
        event->id = request.id;
        record(run, *event);
    }
    return run;
}

inline Run page_run() {
    auto recordings = parse_recordings(text_of(source_path("assets/recordings/page-t4.jsonl")), "page-t4.jsonl");
    REQUIRE(recordings.errors.empty());
    REQUIRE(!recordings.recordings.empty());
    Run run = recordings.recordings.front().run;
    auto table = parse_toolkits(text_of(source_path("assets/toolkits.json")), "assets/toolkits.json");
    REQUIRE(table);
    run.rule = judge(run.request, 0, Gpu{"Tesla T4", {7, 5}, false, {595, "595.84"}}, *table);
    return run;
}

// Where each text stands, in this order and below one another.
inline bool in_order(const Lines& lines, std::initializer_list<const char*> texts) {
    std::size_t at = 0;
    for (const char* text : texts) {
        while (at < lines.size() && lines[at].find(text) == std::string::npos) ++at;
        if (at == lines.size()) return false;
        ++at;
    }
    return true;
}

}  // namespace launchlab
