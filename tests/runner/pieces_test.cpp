#include "runner/arguments.h"
#include "runner/edit.h"
#include "runner/hello.h"
#include "runner/image_cache.h"
#include "runner/log_lines.h"
#include "runner/loop.h"
#include "runner/text.h"
#include "runner/toolkits.h"
#include "runner_process.h"

using namespace launchlab;
using std::string;

namespace {

// Variables of this process while a test searches for toolkits.
class Variables {
public:
    explicit Variables(const Environment& wanted) {
        for (const auto& [name, value] : wanted) {
            if (const char* was = std::getenv(name.c_str())) before_[name] = was;
            names_.push_back(name);
            setenv(name.c_str(), value.c_str(), 1);
        }
    }
    ~Variables() {
        for (const auto& name : names_)
            if (before_.count(name))
                setenv(name.c_str(), before_[name].c_str(), 1);
            else
                unsetenv(name.c_str());
    }

private:
    Environment before_;
    std::vector<string> names_;
};

}  // namespace

TEST_CASE("a line over the limit is dropped as it comes and told once, and the next one is whole") {
    LineCutter cutter;
    std::vector<std::pair<string, bool>> lines;
    const auto add = [&](const string& bytes) {
        cutter.add(bytes, [&](std::string_view line, bool too_long) { lines.emplace_back(line.substr(0, 20), too_long); });
    };
    add("one\ntw");
    add("o\n{\"id\":5,");
    for (int i = 0; i < 10; ++i) add(string(1u << 20, 'x'));
    add("tail\nthree\n");
    REQUIRE(lines.size() == 4);
    CHECK(lines[0] == std::pair(string("one"), false));
    CHECK(lines[1] == std::pair(string("two"), false));
    CHECK(lines[2].second);
    CHECK(lines[2].first.rfind("{\"id\":5,", 0) == 0);
    CHECK(lines[3] == std::pair(string("three"), false));
}

TEST_CASE("a line of exactly the limit is a line") {
    LineCutter cutter;
    std::size_t size = 0;
    bool over = true;
    cutter.add(string(line_limit, 'x') + "\n", [&](std::string_view line, bool too_long) { size = line.size(), over = too_long; });
    CHECK(size == line_limit);
    CHECK_FALSE(over);
}

TEST_CASE("the id of a broken line is read when it can be") {
    CHECK(readable_id("{\"v\":1,\"id\":77,\"source\":\"") == 77);
    CHECK(readable_id("{\"v\":1, \"id\" : 5 }") == 5);
    CHECK(readable_id("{\"v\":3,\"cancel\":12}") == 12);
    CHECK(readable_id("{\"id\":\"seven\"}") == 0);
    CHECK(readable_id("{\"id\":-4}") == 0);
    CHECK(readable_id("garbage") == 0);
}

TEST_CASE("text from outside becomes valid UTF-8 without control characters") {
    CHECK(clean_text("plain\ttext\n") == "plain\ttext\n");
    CHECK(clean_text("gr\xC3\xBC\xC3\x9F") == "gr\xC3\xBC\xC3\x9F");
    CHECK(clean_text("\xff\x41\xc3") == "\xEF\xBF\xBD\x41\xEF\xBF\xBD");
    CHECK(clean_text(std::string_view("a\0b\x1b[31mred\r", 12)) == "ab[31mred");
    CHECK(clean_text("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // a surrogate
}

TEST_CASE("a launch's numbers keep their type's bits, and anything else is a name") {
    CHECK(parse_number_argument("u32:5") == 5u);
    CHECK(parse_number_argument("u64:1099511627776") == 1099511627776u);
    CHECK(parse_number_argument("i32:-1") == 0xFFFFFFFFu);
    CHECK(parse_number_argument("f32:2.5") == 0x40200000u);
    CHECK_FALSE(parse_number_argument("out"));
    for (const char* bad :
         {"u32:4294967296", "u32:-1", "u64:18446744073709551616", "i32:2147483648", "f32:", "u32:5x", "u16:5", "u32: 5"}) {
        INFO(bad);
        CHECK_FALSE(parse_number_argument(bad));
    }
}

TEST_CASE("the cache drops what was used least recently when it is full") {
    ImageCache cache(30000);
    const UnitRequest unit = make_request(1, {}).units[0];
    const auto key = [&](const string& arch) { return ImageCache::key(unit, ImageRequest{Kind::sass, arch, "", {}, ""}, "13.0.88"); };
    for (const char* arch : {"75", "80"}) cache.keep(key(arch), {string(10000, 'x'), {}});
    REQUIRE(cache.find(key("75")));
    cache.keep(key("90"), {string(10000, 'y'), {}});
    CHECK(cache.find(key("75")));
    CHECK_FALSE(cache.find(key("80")));
    CHECK(cache.find(key("90"))->bytes == string(10000, 'y'));
    cache.keep(key("100"), {string(100000, 'z'), {}});  // larger than the whole cache
    CHECK_FALSE(cache.find(key("100")));
}

TEST_CASE("whatever NVRTC sees is part of the cache's key") {
    UnitRequest unit = make_request(1, {}).units[0];
    ImageRequest image{Kind::sass, "90", "", {{"MARK", "1"}}, ""};
    const string plain = ImageCache::key(unit, image, "13.0.88");
    const auto differs = [&](const std::function<void(UnitRequest&, ImageRequest&)>& change) {
        UnitRequest u = unit;
        ImageRequest i = image;
        change(u, i);
        return ImageCache::key(u, i, "13.0.88") != plain;
    };
    CHECK(differs([](auto& u, auto&) { u.source += " "; }));
    CHECK(differs([](auto& u, auto&) { u.options.push_back("-G"); }));
    CHECK(differs([](auto& u, auto&) { u.entry = "other"; }));
    CHECK(differs([](auto&, auto& i) { i.kind = Kind::ptx; }));
    CHECK(differs([](auto&, auto& i) { i.arch = "90a"; }));
    CHECK(differs([](auto&, auto& i) { i.define["MARK"] = "2"; }));
    CHECK(ImageCache::key(unit, image, "13.0.99") != plain);
    CHECK_FALSE(differs([](auto&, auto& i) { i.edit = "cut"; }));  // edits are made after it
}

TEST_CASE("a label's code is of the nearest lower major, or the next higher one") {
    const std::vector<string> all = {"75", "80", "86", "89", "90", "100", "103", "120"};
    CHECK(arch_behind_label("90", all) == "89");
    CHECK(arch_behind_label("100f", all) == "90");
    CHECK(arch_behind_label("75", all) == "80");
    CHECK(arch_behind_label("90a", {"90"}) == "");
}

TEST_CASE("toolkits are found by their sonames in each place, and never a library for another data model") {
    TemporaryFolder home, other;
    home.file("launchlab/toolkits/12.2/nvidia/cuda_nvrtc/lib/libnvrtc.so.12");
    home.file("launchlab/toolkits/12.2/nvidia/cuda_nvrtc/lib/libnvrtc-builtins.so.12.2");
    home.file("launchlab/toolkits/12.2/nvidia/cuda_nvrtc/lib/libnvrtc.alt.so.12");
    home.file("launchlab/toolkits/12.2/nvidia/cuda_runtime/lib/libcudart.so.12");
    home.file("launchlab/toolkits/12.2/nvidia/nvfatbin/lib/libnvfatbin.so.12");
    home.file("launchlab/toolkits/12.2/toolkit.json", R"({"version":"12.2","nvrtc":"12.2.140","runtime":"12.2.141","fatbin":"12.4.99"})");
    other.file("lib64/libnvrtc.so.11.2");
    other.file("lib64/libnvrtc-builtins.so.11.8");
    other.file("lib64/libcudart.so.11.0");
    Variables variables(
        {{"XDG_DATA_HOME", home.path.string()}, {"CUDA_HOME", other.path.string()}, {"LAUNCHLAB_TOOLKITS", ""}, {"CUDA_PATH", ""}});
    const auto found = find_toolkits();
    REQUIRE(found.size() >= 2);
    CHECK(found[0].version == "12.2");
    CHECK(found[0].nvrtc.find(".alt.") == string::npos);
    CHECK(found[0].nvrtc_patch == "12.2.140");
    CHECK(found[0].runtime_patch == "12.2.141");
    const auto eleven = std::find_if(found.begin(), found.end(), [](const auto& f) { return f.major == 11 && f.version == "11.8"; });
    REQUIRE(eleven != found.end());
    CHECK(eleven->runtime == (other.path / "lib64/libcudart.so.11.0").string());
    CHECK(eleven->fatbin == found[0].fatbin);  // a 12.x nvFatbin serves 11.8
}

TEST_CASE("a library that is a text file is told in words, and the other toolkits stay") {
    TemporaryFolder home;
    home.file("9.9/lib/libnvrtc.so.99", "not a library");
    home.file("9.9/lib/libnvrtc-builtins.so.99.1", "not a library");
    Variables variables({{"LAUNCHLAB_TOOLKITS", home.path.string()}});
    const Hello hello = look_around().hello;
    const auto broken = std::find_if(hello.toolkits.begin(), hello.toolkits.end(), [](const auto& t) { return t.version == "99.1"; });
    REQUIRE(broken != hello.toolkits.end());
    CHECK(broken->nvrtc.empty());
    REQUIRE(broken->missing.size() == 3);
    CHECK_THAT(broken->missing[0], contains("libnvrtc.so.99") && contains("launchlab doctor --fetch"));
    CHECK_THAT(broken->missing[1], Catch::Matchers::StartsWith("libcudart.so.99: cannot open shared object file."));
    CHECK_THAT(broken->missing[2], Catch::Matchers::StartsWith("libnvfatbin.so.99: cannot open shared object file."));
}
