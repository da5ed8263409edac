// Many images of one request: compiled at once, told in order, and the same as each alone. With this machine's NVRTC.
#include "core/image_sets.h"
#include "runner/compile_all.h"
#include "runner/toolkit_choice.h"
#include "runner_process.h"

using namespace launchlab;

namespace {

const std::vector<std::pair<Kind, std::string>> images = {{Kind::sass, "80"}, {Kind::ptx, "75"}, {Kind::sass, "90"}, {Kind::sass, "75"}, {Kind::ptx, "90"}, {Kind::sass, "86"}, {Kind::ptx, "80"}};

// The newest complete toolkit; "" with a word, where there is none.
std::string toolkit_of(const Hello& hello) {
    for (const ToolkitSeen& seen : hello.toolkits)
        if (seen.missing.empty()) return seen.version;
    WARN("not tested: this machine has no CUDA toolkit with NVRTC, runtime and nvFatbin");
    return "";
}

}  // namespace

TEST_CASE("images compiled at once are those that are compiled alone, in the order asked") {
    const auto sets = choose_sets("");
    if (!sets) {
        WARN("not tested: this machine has no NVRTC");
        return;
    }
    const auto nvrtc = open_nvrtc(sets->front().nvrtc);
    REQUIRE(nvrtc);
    const UnitRequest unit = make_request(1, {}).units[0];
    std::vector<CompileJob> jobs;
    for (const auto& [kind, arch] : images) jobs.push_back({&unit, ImageRequest{kind, arch, "", {{"MARK", std::to_string(jobs.size() + 1)}}, ""}});
    CompileAll all(*nvrtc, jobs);
    for (std::size_t i = jobs.size(); i-- > 0;) {  // asked for from the last on
        const Compilation together = all.take(i), alone = compile(*nvrtc, unit, jobs[i].image);
        CHECK(together.report.code == 0);
        CHECK(together.report.arch == images[i].second);
        CHECK(together.image.bytes == alone.image.bytes);
    }
}

TEST_CASE("what is not asked for any more is left out, and none is compiled behind the back") {
    const auto sets = choose_sets("");
    if (!sets) {
        WARN("not tested: this machine has no NVRTC");
        return;
    }
    const auto nvrtc = open_nvrtc(sets->front().nvrtc);
    REQUIRE(nvrtc);
    const UnitRequest unit = make_request(1, {}).units[0];
    std::vector<CompileJob> jobs(40, {&unit, ImageRequest{Kind::sass, "80", "", {{"MARK", "1"}}, ""}});
    CompileAll all(*nvrtc, jobs);
    CHECK(all.take(0).report.code == 0);  // and the end of this scope waits for those under way alone
}

TEST_CASE("a request with many images tells each, in order, and ends at the first that does not compile") {
    RunnerProcess runner;
    const std::string version = toolkit_of(runner.hello());
    if (version.empty()) return;
    Request request = make_request(1, images);
    request.toolkit = version;
    const auto events = runner.run(request);
    CHECK(ended(events).how == "finished");
    const auto compiled = all<Compiled>(events);
    REQUIRE(compiled.size() == images.size());
    for (std::size_t i = 0; i < images.size(); ++i) {
        CHECK(compiled[i].image == static_cast<int>(i));
        CHECK(compiled[i].kind == images[i].first);
        CHECK(compiled[i].arch == images[i].second);
    }
    request.id = 2;
    request.units[0].images[3].arch = "42";
    const auto stopped = runner.run(request);
    CHECK(ended(stopped).how == "compile");
    CHECK_THAT(ended(stopped).text, contains("image 3 (sm_42)"));
    CHECK(all<Compiled>(stopped).size() == 4);
}

TEST_CASE("a unit for each set packs, equal images and edits included") {
    RunnerProcess runner;
    const Hello hello = runner.hello();
    const std::string version = toolkit_of(hello);
    if (version.empty()) return;
    Request request = make_request(1, {});
    request.units.clear();
    request.toolkit = version;
    OfferedImage sass{.target = *parse_target("sm_90")}, ptx{.target = *parse_target("compute_80")}, cut = sass, label = sass, syntax = ptx, raised = ptx;
    cut.edit = "cut", label.edit = "label", syntax.edit = "syntax", raised.edit = "version";
    for (const std::vector<OfferedImage>& set : std::vector<std::vector<OfferedImage>>{{sass, sass}, {ptx, ptx, ptx}, {cut, ptx}, {label}, {sass, syntax}, {raised, sass}})
        request.units.push_back(to_unit({.images = set}));
    const auto events = runner.run(request);
    INFO(ended(events).text);
    CHECK(ended(events).how == "finished");
}
