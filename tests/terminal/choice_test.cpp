// What the command says beyond the verdict: which recording stands in, what to build instead, what is assumed of a card.
#include <nlohmann/json.hpp>

#include "program.h"
#include "terminal/instead.h"
#include "terminal/other_card.h"

using namespace launchlab;

namespace {

ToolkitTable shipped_toolkits() {
    auto table = parse_toolkits(text_of(source_path("assets/toolkits.json")), "assets/toolkits.json");
    REQUIRE(table);
    return *table;
}

GpuTable shipped_gpus() {
    auto table = parse_gpus(text_of(source_path("assets/gpus.json")), "assets/gpus.json");
    REQUIRE(table);
    return *table;
}

Gpu card_of(const std::string& words, const Driver& here = {}) {
    auto gpu = find_gpu(shipped_gpus(), words, here);
    REQUIRE(gpu);
    return *gpu;
}

std::optional<Instead> instead_of(const Run& run, const Gpu& card, const std::string& toolkit, RunArguments words = {}) {
    const ToolkitTable toolkits = shipped_toolkits();
    if (words.step.empty()) words.step = "day-06/2";
    return what_instead(run, {.words = words, .card = card, .toolkit = find_toolkit(toolkits, toolkit), .toolkits = toolkits, .present = {toolkit}, .file = "mark.cu"});
}

Run judged_run(const std::string& arch, const Gpu& card) {
    Run run;
    run.request = mark_request(arch);
    run.rule = judge(run.request, 0, card, shipped_toolkits());
    return run;
}

}  // namespace

TEST_CASE("without a card a recording of another request is named and not played") {
    const Home home;
    std::ofstream(home.path + "/own.cu") << "extern \"C\" __global__ void mark(unsigned* out) { out[0] = 1; }\n";
    for (const char* choice : {"--targets sm_87,compute_75", "--source own.cu"}) {
        const Ran ran = launch(home, std::string("run day-06/2 ") + choice + " " + fake("hello-none"));
        INFO(choice << "\n" << ran.out << ran.err);
        CHECK(ran.code == 0);
        CHECK(holds(ran.out, "By rule, not run"));
        CHECK(holds(ran.out, "Nothing was recorded for this choice."));
        CHECK(holds(ran.out, "--recorded h200"));
        CHECK(!holds(ran.out, "It was not run here"));
        const Ran json = launch(home, std::string("run day-06/2 --json ") + choice + " " + fake("hello-none"));
        CHECK(nlohmann::json::parse(json.out, nullptr, false)["origin"]["recording"] == "");
    }
    CHECK(holds(launch(home, "run day-06/2 --targets sm_100 " + fake("hello-none")).out, "It was not run here"));  // as shipped
}

TEST_CASE("a refused launch is followed by what to build instead, and the command works") {
    const Home home;
    const Ran ran = launch(home, "run day-06/2 " + fake("hello-h200"));
    INFO(ran.out << ran.err);
    CHECK(holds(ran.out, "What to build instead"));
    CHECK(holds(ran.out, "launchlab run day-06/2 --targets sm_90"));
    CHECK(holds(ran.out, "nvcc -gencode arch=compute_90,code=sm_90 mark.cu"));
    const Ran fixed = launch(home, "run day-06/2 --targets sm_90 " + fake("hello-h200"));
    CHECK(fixed.code == 0);
    CHECK(holds(fixed.out, "accepted"));
    CHECK(!holds(fixed.out, "What to build instead"));
    const auto json = nlohmann::json::parse(launch(home, "run day-06/2 --on 7.5 --json " + fake("hello-h200")).out, nullptr, false);
    REQUIRE(json.is_object());
    CHECK(json["instead"]["targets"] == nlohmann::json{"sm_75"});
    CHECK(json["instead"]["command"].get<std::string>().starts_with("launchlab run day-06/2 --targets sm_75 --on 7.5 "));
    CHECK(json["card"]["driver_assumed"] == true);
}

TEST_CASE("PTX is built instead only where the driver reads it, and a toolkit that is not here is fetched first") {
    const Gpu unknown = card_of("9.9@580");
    const auto ptx = instead_of(judged_run("100", unknown), unknown, "13.0");
    REQUIRE(ptx);
    CHECK(ptx->command == "launchlab run day-06/2 --targets compute_90");
    CHECK(holds(ptx->why, "builds no machine code for 9.9"));

    const Gpu old = card_of("6.1@580");
    const auto other = instead_of(judged_run("75", old), old, "13.0", {.step = "day-06/2", .config = 'B', .on = "my card@580"});
    REQUIRE(other);
    CHECK(other->fetch == "launchlab doctor --fetch 12.9");
    CHECK(other->command == "launchlab run day-06/2 --run B --targets sm_61 --on 'my card@580' --toolkit 12.9");

    const Gpu early = card_of("12.0@535");
    const auto none = instead_of(judged_run("90", early), early, "12.2");
    REQUIRE(none);
    CHECK(none->targets.empty());
    CHECK(none->command.empty());
    CHECK(holds(none->why, "No list of targets alone helps"));
}

TEST_CASE("nothing is built instead where the launch was accepted or refused for another reason") {
    const Gpu card = card_of("9.0@580.159.04");
    CHECK(!instead_of(play(mark_request("90"), "ran"), card, "13.0"));
    Run run = play(mark_request("100"), "refused-209");
    CHECK(instead_of(run, card, "13.0"));
    for (Call& call : run.calls)
        if (call.code == 209) call.code = 9;
    CHECK(!instead_of(run, card, "13.0"));
}

TEST_CASE("for another card the assumed driver is said, and a recording of the step is named") {
    const Home home;
    const Ran none = launch(home, "run day-06/2 --on 7.5 " + fake("hello-none"));
    INFO(none.out);
    CHECK(holds(none.out, "the newest that launchlab knows"));
    CHECK(holds(none.out, "This step was recorded on a Tesla T4: --recorded page-t4"));
    CHECK(holds(launch(home, "run day-06/2 --on 7.5 " + fake("hello-h200")).out, "this machine's, driver 580.159.04"));
    CHECK(!holds(launch(home, "run day-06/2 --on 7.5@535 " + fake("hello-h200")).out, "No driver is named"));
    const Driver here{595, "595.84"};
    CHECK(holds(assumed_driver("6.1", card_of("6.1", here), here, shipped_toolkits()), "driver 580, the last for such a card"));
    const Driver before{535, "535.54"};
    CHECK(holds(assumed_driver("12.0", card_of("12.0", before), before, shipped_toolkits()), "driver 570, the first for such a card"));
}

TEST_CASE("a capability that nobody has is noted with the nearest, and every known one is not") {
    CHECK(holds(unknown_capability({9, 9}, shipped_gpus(), shipped_toolkits()), "Nearest: 9.0 and 10.0."));
    CHECK(holds(unknown_capability({99, 0}, shipped_gpus(), shipped_toolkits()), "Nearest: 12.1."));
    for (const NamedGpu& gpu : shipped_gpus().gpus) CHECK(unknown_capability(gpu.capability, shipped_gpus(), shipped_toolkits()).empty());
    const Home home;
    CHECK(holds(launch(home, "run day-06/2 --on 9.9 " + fake("hello-none")).out, "no compute capability that launchlab knows"));
}

TEST_CASE("on a terminal a run by rule speaks of no call") {
    const Home home;
    const std::string command = quoted(std::string(LAUNCHLAB_BIN) + "/launchlab") + " run day-06/2 --on 7.5 " + fake("hello-none");
    std::ofstream(home.path + "/command") << "exec env HOME=" + home.path + " " + command + "\n";
    CHECK(std::system(("cd " + quoted(home.path) + " && timeout 60 script -qec 'sh command' /dev/null >out 2>&1 </dev/null").c_str()) == 0);
    const std::string out = text_of(home.path + "/out");
    INFO(out);
    CHECK(holds(out, "By rule, not run"));
    CHECK(!holds(out, "No call was made"));
}

TEST_CASE("another driver is named in words that the shell reads, and that drives the card") {
    const Driver newest{610, "610"};
    CHECK(holds(assumed_driver("H100 PCIe", card_of("H100 PCIe", newest), newest, shipped_toolkits()), "--on 'H100 PCIe@535'."));
    CHECK(holds(assumed_driver("12.0", card_of("12.0", newest), newest, shipped_toolkits()), "--on 12.0@570."));
}
