// With the real NVRTC and nvFatbin of this machine, and without any driver.
#include <sys/stat.h>

#include <algorithm>
#include <cstring>

#include "runner/bundle.h"
#include "runner/edit.h"
#include "runner/toolkit_choice.h"
#include "runner/toolkit_look.h"
#include "runner_process.h"

using namespace launchlab;
using std::string;

namespace {

// The newest toolkit that is complete; false, with a word, where this machine has none.
bool toolkit(const Hello& hello, string& version) {
    for (const auto& seen : hello.toolkits)
        if (seen.missing.empty()) {
            version = seen.version;
            return true;
        }
    WARN("not tested: this machine has no CUDA toolkit with NVRTC, runtime and nvFatbin");
    return false;
}

template <class T> T at(const string& bytes, std::size_t where) {
    T value{};
    REQUIRE(bytes.size() >= where + sizeof value);
    std::memcpy(&value, bytes.data() + where, sizeof value);
    return value;
}

struct Entry {
    int kind, major, minor, arch;
    std::uint64_t flags;
    string payload;
};
std::vector<Entry> entries(const string& bytes) {
    REQUIRE(at<std::uint32_t>(bytes, 0) == 0xBA55ED50);
    REQUIRE(at<std::uint64_t>(bytes, 8) == bytes.size() - 16);
    std::vector<Entry> found;
    for (std::size_t p = 16; p < bytes.size();) {
        const auto header = at<std::uint32_t>(bytes, p + 4);
        const auto size = at<std::uint64_t>(bytes, p + 8);
        REQUIRE(p + header + size <= bytes.size());
        found.push_back({at<std::uint16_t>(bytes, p), at<std::uint16_t>(bytes, p + 26), at<std::uint16_t>(bytes, p + 24),
                         static_cast<int>(at<std::uint32_t>(bytes, p + 28)), at<std::uint64_t>(bytes, p + 40),
                         bytes.substr(p + header, size)});
        p += header + size;
    }
    return found;
}

struct Tools {
    bool there = false;
    std::optional<Nvrtc> nvrtc;
    std::optional<Nvfatbin> nvfatbin;
    Tools() {
        auto sets = choose_sets("");
        if (!sets || sets->front().fatbin.empty()) {
            WARN("not tested: this machine has no NVRTC with nvFatbin");
            return;
        }
        nvrtc = *open_nvrtc(sets->front().nvrtc);
        nvfatbin = *open_nvfatbin(sets->front().fatbin);
        there = true;
    }
    Image image(Kind kind, const string& arch) {
        const UnitRequest unit = make_request(1, {}).units[0];
        auto made = compile(*nvrtc, unit, ImageRequest{kind, arch, "", {{"MARK", "5"}}, ""});
        INFO(made.report.log);
        REQUIRE(made.report.code == 0);
        return made.image;
    }
};

}  // namespace

TEST_CASE("hello without a driver lists the toolkits and says in words what is missing") {
    if (std::filesystem::exists("/proc/driver/nvidia/version")) return;
    RunnerProcess runner;
    const Hello hello = runner.hello();
    CHECK(hello.protocol == protocol_version);
    CHECK(hello.gpus.empty());
    CHECK(hello.driver_cuda == 0);
    REQUIRE_FALSE(hello.missing.empty());
    CHECK_THAT(hello.missing[0], contains("libcuda.so.1") && Catch::Matchers::EndsWith("."));
    string version;
    if (toolkit(hello, version)) CHECK_FALSE(hello.toolkits[0].targets.empty());
}

TEST_CASE("a request without calls compiles and packs each image, and a second time the cache answers") {
    RunnerProcess runner;
    string version;
    if (!toolkit(runner.hello(), version)) return;
    Request request = make_request(1, {{Kind::sass, "90"}, {Kind::ptx, "80"}});
    request.toolkit = version;
    const auto first = runner.run(request);
    CHECK(ended(first).how == "finished");
    const auto fresh = all<Compiled>(first);
    REQUIRE(fresh.size() == 2);
    CHECK((fresh[0].code == 0 && fresh[0].size > 1000 && !fresh[0].cached && fresh[0].name == "NVRTC_SUCCESS"));
    CHECK((fresh[1].code == 0 && fresh[1].kind == Kind::ptx && !fresh[1].ptx_version.empty()));

    request.id = 2;
    const auto again = all<Compiled>(runner.run(request));
    REQUIRE(again.size() == 2);
    for (int i = 0; i < 2; ++i) {
        CHECK(again[i].cached);
        CHECK(again[i].us == fresh[i].us);
        CHECK(again[i].size == fresh[i].size);
        CHECK(again[i].ptx_version == fresh[i].ptx_version);
    }
    request.id = 3;
    request.units[0].images[0].define["MARK"] = "999";  // another define is another image
    const auto other = all<Compiled>(runner.run(request));
    REQUIRE(other.size() == 2);
    CHECK_FALSE(other[0].cached);
    CHECK(other[1].cached);
}

TEST_CASE("a kernel that does not compile ends the run with NVRTC's whole log, and no call is made") {
    RunnerProcess runner;
    string version;
    if (!toolkit(runner.hello(), version)) return;
    Request request = make_request(1, {{Kind::ptx, "80"}, {Kind::sass, "90"}}, true);
    request.toolkit = version;
    request.units[0].source = "extern \"C\" __global__ void mark(unsigned* out) { out[0] = missing_name; }\n";
    const auto events = runner.run(request);
    CHECK(ended(events).how == "compile");
    CHECK_THAT(ended(events).text, contains("image 0 (compute_80)") && contains("no call was made"));
    REQUIRE(all<Compiled>(events).size() == 1);
    CHECK(all<Compiled>(events)[0].code == 6);
    CHECK_THAT(all<Compiled>(events)[0].log, contains("mark.cu(1)") && contains("missing_name"));
    CHECK(all<Call>(events).empty());
}

TEST_CASE("a target that NVRTC does not know is answered with those that it builds, and a wrong suffix with the plain one") {
    RunnerProcess runner;
    string version;
    if (!toolkit(runner.hello(), version)) return;
    auto words = [&, id = 0](const string& arch) mutable {
        Request request = make_request(++id, {{Kind::sass, arch}});
        request.toolkit = version;
        return ended(runner.run(request)).text;
    };
    CHECK_THAT(words("99"), contains("does not know sm_99. It builds sm_") && contains(", sm_90") && !contains("Its log names the line"));
    CHECK_THAT(words("80a"), contains("knows 80, but not 80a") && !contains("Its log names the line"));
}

TEST_CASE("a target that NVRTC does not know is refused with 5, a wrong suffix with 6, in NVRTC's words") {
    RunnerProcess runner;
    string version;
    if (!toolkit(runner.hello(), version)) return;
    auto compiled = [&, id = 0](const string& arch) mutable {
        Request request = make_request(++id, {{Kind::sass, arch}});
        request.toolkit = version;
        const auto events = runner.run(request);
        CHECK(ended(events).how == "compile");
        REQUIRE(all<Compiled>(events).size() == 1);
        return all<Compiled>(events)[0];
    };
    CHECK(compiled("999").code == 5);
    CHECK_THAT(compiled("999").log, contains("--gpu-architecture"));
    CHECK(compiled("80a").code == 6);
    CHECK(compiled("banana").code == 5);
}

TEST_CASE("without a driver every call returns what a program would see, on each thread") {
    if (std::filesystem::exists("/proc/driver/nvidia/version")) return;
    RunnerProcess runner;
    string version;
    if (!toolkit(runner.hello(), version)) return;
    Request request = make_request(1, {{Kind::sass, "90"}}, true);
    request.toolkit = version;
    request.calls[2].thread = 1;
    request.units.push_back(request.units[0]);
    request.calls[3].thread = 2;
    const auto events = runner.run(request);
    CHECK(ended(events).how == "finished");
    const auto calls = all<Call>(events);
    REQUIRE(calls.size() == 5);
    for (int i = 0; i < 5; ++i) {
        CHECK(calls[i].index == i);
        CHECK(calls[i].code == 35);
        CHECK(calls[i].name == "cudaErrorInsufficientDriver");
    }
    CHECK(calls[0].slot_before == 0);
    REQUIRE(all<Value>(events).size() == 1);
    CHECK(all<Value>(events)[0] == Value{4, "out", false, {0, 0}});
    CHECK(all<Taken>(events).empty());
}

TEST_CASE("a spare without a card warms the compiler and serves requests without calls") {
    if (std::filesystem::exists("/proc/driver/nvidia/version")) return;
    RunnerProcess runner;
    string version;
    if (!toolkit(runner.hello(), version)) return;
    runner.send(Command(Warm{version, 0}));
    const auto events = runner.until([](const Event& e) {
        const auto* spare = std::get_if<Spare>(&e.body);
        return spare && spare->state != "warming";
    });
    CHECK(all<Spare>(events).back().state == "ready");
    CHECK(all<Spare>(events).back().text == "compile only");
    Request request = make_request(1, {{Kind::ptx, "80"}}, true);
    request.toolkit = version;
    CHECK_FALSE(ended(runner.run(request)).warm);
    request.id = 2;
    request.calls.clear();
    CHECK(ended(runner.run(request)).warm);
}

TEST_CASE("a toolkit that is not there is refused with those that are") {
    RunnerProcess runner;
    string version;
    if (!toolkit(runner.hello(), version)) return;
    Request request = make_request(1, {{Kind::ptx, "80"}});
    request.toolkit = "4.2";
    const Ended last = ended(runner.run(request));
    CHECK(last.how == "refused");
    CHECK_THAT(last.text, contains("4.2") && contains(version));
}

TEST_CASE("a broken set in front of a good one is passed over by hello and by the run alike, and a file that crashes is named") {
    string version;
    RunnerProcess plain;
    if (!toolkit(plain.hello(), version)) return;
    const auto sets = choose_sets(version);
    REQUIRE(sets);
    const ToolkitFiles good = sets->front();
    const auto name = [](const string& path) { return std::filesystem::path(path).filename().string(); };
    TemporaryFolder bad;
    bad.file("a/lib/" + name(good.nvrtc), "not a library");
    bad.file("a/lib/libnvrtc-builtins.so." + version);
    REQUIRE(mkfifo((bad.path / "a/lib" / name(good.runtime)).c_str(), 0600) == 0);
    std::ifstream whole(good.fatbin, std::ios::binary);  // cut short: opening it is a SIGBUS
    string start(20000, '\0');
    whole.read(start.data(), 20000);
    const auto cut = bad.file("a/lib/" + name(good.fatbin), start);
    RunnerProcess runner({{"LAUNCHLAB_TOOLKITS", bad.path.string()}});
    const Hello hello = runner.hello();
    const auto seen = std::find_if(hello.toolkits.begin(), hello.toolkits.end(), [&](const auto& t) { return t.version == version; });
    REQUIRE(seen != hello.toolkits.end());
    CHECK(seen->missing.empty());
    const auto named = std::count_if(hello.missing.begin(), hello.missing.end(), [&](const string& sentence) {
        return sentence.rfind(cut.string() + ": broken, opening it ended with signal 7.", 0) == 0;
    });
    CHECK(named == 1);
    Request request = make_request(1, {{Kind::sass, "90"}});
    request.toolkit = version;
    CHECK(ended(runner.run(request)).how == "finished");
}

TEST_CASE("a fat binary holds the images in the order given, with the PTX plain") {
    Tools tools;
    if (!tools.there) return;
    auto bytes =
        bundle(*tools.nvfatbin, {tools.image(Kind::ptx, "80"), tools.image(Kind::sass, "90a"), tools.image(Kind::sass, "80")}, "mark");
    REQUIRE(bytes);
    const auto found = entries(*bytes);
    REQUIRE(found.size() == 3);
    CHECK((found[0].kind == 1 && found[0].arch == 80));
    CHECK((found[1].kind == 2 && found[1].arch == 90 && (found[1].flags & 0x100000)));
    CHECK((found[2].kind == 2 && found[2].arch == 80));
    CHECK((found[0].flags & (0x1000 | 0x2000 | 0x8000)) == 0);
    CHECK_THAT(found[0].payload, contains(".target sm_80"));
}

TEST_CASE("nvFatbin's refusal of a cubin under another number is told with the image") {
    Tools tools;
    if (!tools.there) return;
    Image wrong = tools.image(Kind::sass, "80");
    wrong.arch = "90";
    const auto bytes = bundle(*tools.nvfatbin, {tools.image(Kind::ptx, "80"), wrong}, "mark");
    REQUIRE_FALSE(bytes);
    CHECK_THAT(bytes.error().where, contains("image 1"));
}

TEST_CASE("each edit changes one image and leaves its neighbours and the sizes true") {
    Tools tools;
    if (!tools.there) return;
    const std::vector<Image> images = {tools.image(Kind::ptx, "90"), tools.image(Kind::sass, "80"), tools.image(Kind::ptx, "75")};
    auto plain = bundle(*tools.nvfatbin, images, "mark");
    REQUIRE(plain);
    const auto before = entries(*plain);
    const auto edited = [&](std::size_t index, const string& edit, const string& arch = "") {
        auto bytes = edit_packed(*plain, index, edit, arch);
        REQUIRE(bytes);
        auto after = entries(*bytes);
        REQUIRE(after.size() == before.size());
        for (std::size_t i = 0; i < after.size(); ++i)
            if (i != index)
                CHECK((after[i].payload == before[i].payload && after[i].arch == before[i].arch && after[i].flags == before[i].flags));
        return after[index];
    };
    const Entry version = edited(0, "version");
    CHECK((version.major == 9 && version.minor == 9));
    CHECK_THAT(version.payload, contains(".version 9.9"));
    const Entry syntax = edited(2, "syntax");
    CHECK_THAT(syntax.payload, contains("rex;") && !contains("ret;"));
    const Entry cut = edited(1, "cut");
    CHECK(cut.payload.size() < before[1].payload.size());
    CHECK(cut.payload == before[1].payload.substr(0, cut.payload.size()));
    const Entry label = edited(1, "label", "90a");
    CHECK((label.arch == 90 && (label.flags & 0x100000)));
    CHECK(label.payload == before[1].payload);
}

TEST_CASE("a runtime of another version under the wanted name is told, and the set is not whole") {
    string version;
    RunnerProcess plain;
    if (!toolkit(plain.hello(), version)) return;
    const auto sets = choose_sets(version);
    REQUIRE(sets);
    const ToolkitFiles good = sets->front();
    TemporaryFolder bad;
    // The same runtime with one figure of its own name changed: libcudart.so.13 says that it is libcudart.so.77.
    std::ifstream whole(good.runtime, std::ios::binary);
    string bytes{std::istreambuf_iterator<char>(whole), {}};
    const auto own = bytes.find("libcudart.so." + std::to_string(good.major) + string(1, '\0'));
    if (own == string::npos) return;  // 11.x has its own way of names
    bytes.replace(own, 15, "libcudart.so.77");
    ToolkitFiles wrong = good;
    wrong.runtime = bad.file(std::filesystem::path(good.runtime).filename().string(), bytes).string();
    const auto looks = look_at_toolkits({good, wrong}, 8000);
    REQUIRE(looks.size() == 2);
    CHECK(looks[0].seen.missing.empty());
    REQUIRE(looks[1].seen.missing.size() == 1);
    CHECK_THAT(looks[1].seen.missing[0], contains("is libcudart.so.77 under another name") && contains("launchlab doctor --fetch"));
    CHECK(looks[1].seen.runtime.empty());
}
