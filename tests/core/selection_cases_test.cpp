// choose() against the report cases: tests/cases/flags.json (what each build gives on named cards) and run.json (measured).
#include <iostream>
#include <nlohmann/json.hpp>

#include "tables.h"

using namespace launchlab;
using namespace launchlab::test;
using nlohmann::json;

namespace {

std::vector<OfferedImage> offered_by(const json& list) {
    std::vector<OfferedImage> out;
    for (const json& one : list) {
        std::string kind = one.at("kind");
        OfferedImage image;
        image.target = *parse_arch(kind == "sass" ? Kind::sass : kind == "ptx" ? Kind::ptx : Kind::lto, one.at("arch").get<std::string>());
        out.push_back(image);
    }
    return out;
}

// Where only the list of targets can be read, each is SASS and those marked for PTX are PTX as well.
std::vector<OfferedImage> offered_by_case(const json& expect) {
    if (expect.contains("images") && !expect.at("images").is_null()) return offered_by(expect.at("images"));
    json list = json::array();
    for (const auto& [key, kind] : {std::pair{"archs", "sass"}, std::pair{"ptx_archs", "ptx"}})
        for (const json& arch : expect.value(key, json::array())) list.push_back({{"kind", kind}, {"arch", arch}});
    return offered_by(list);
}

// "absent = a driver at least as new as the toolkit": the newest that still drives every card from 5.0 on.
Driver driver_of(const json& one) { return driver(one.value("driver", "580")); }

struct Row {
    std::string id, cc;
    const json* expected;
    Verdict verdict;
    std::vector<OfferedImage> offered;
};

bool agrees(const Row& row) {
    const json& e = *row.expected;
    std::string how = row.verdict.how == How::sass ? "sass" : row.verdict.how == How::jit ? "jit" : "none";
    if (row.verdict.code != e.at("code").get<int>() || how != e.at("how").get<std::string>()) return false;
    if ((row.verdict.code == 0) != e.at("runs").get<bool>()) return false;
    return !e.contains("picks") || taken_name(row.verdict, row.offered) == e.at("picks").get<std::string>();
}

int launch_code(const json& calls) {
    for (const char* wanted : {"launch", "peek after launch", "__cudaGetKernel"})
        for (const json& call : calls)
            if (call.at("call") == wanted && call.at("code").is_number()) return call.at("code");
    return -1;
}

}  // namespace

TEST_CASE("every verdict row of the flag cases follows from the rule", "[selection][cases]") {
    json document = json::parse(read_text("tests/cases/flags.json"));
    int rows = 0, agree = 0, open = 0;
    for (const json& one : document.at("cases")) {
        auto offered = offered_by_case(one.at("expect"));
        std::string load = one.value("load", "");
        Surroundings around;
        around.packed = load.empty() || load == "fatbin_file";
        around.linked = one.value("rdc", false);
        // Without a named driver it is as new as the toolkit, so neither the runtime's floor nor the PTX version stops it.
        if (one.contains("driver") && one.at("toolkit").is_string()) around.runtime = one.at("toolkit");
        for (const json& device : one.at("devices")) {
            Gpu gpu = *find_gpu(gpus(), device.at("cc").get<std::string>(), driver_of(one));
            if (one.contains("device_software") && gpu.tegra) gpu.driver = driver("540.4.0");  // JetPack 6
            Row row{one.at("id"), device.at("cc"), &device, choose(offered, gpu, toolkits(), around), offered};
            ++rows;
            bool good = agrees(row);
            agree += good ? 1 : 0;
            bool sure = device.value("sure", true);
            if (!good && !sure) ++open;
            INFO(row.id << " on " << row.cc << " expects " << device.dump() << "; got " << row.verdict.code << ", "
                        << taken_name(row.verdict, offered) << ": " << row.verdict.why);
            CHECK((good || !sure));
        }
    }
    std::cout << "flags.json: " << agree << " of " << rows << " verdict rows agree, " << open << " differ where reports differ\n";
    CHECK(rows == 499);
}

TEST_CASE("the measured launches follow from the rule", "[selection][cases]") {
    json document = json::parse(read_text("tests/cases/run.json"));
    int checked = 0;
    for (const json& one : document.at("cases")) {
        const std::string kind = one.at("kind");
        if (kind != "launch_209" && kind != "launch_ok" && kind != "choice" && kind != "raw_image" && kind != "environment") continue;
        const json& setup = one.at("setup");
        Surroundings around;
        around.packed = setup.at("container") == "fatbin";
        around.runtime = "13.0";
        if (setup.contains("env")) around.env = setup.at("env").get<std::map<std::string, std::string>>();
        auto offered = offered_by(setup.at("images"));
        Verdict verdict = choose(offered, card("H200", "580.159"), toolkits(), around);
        INFO(one.at("id") << ": " << one.at("situation") << " -> " << verdict.why);
        CHECK(verdict.code == launch_code(one.at("expect").at("calls")));
        if (one.at("expect").contains("ran")) CHECK(taken_name(verdict, offered) == one.at("expect").at("ran").get<std::string>());
        ++checked;
    }
    CHECK(checked >= 27);
}
