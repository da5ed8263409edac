#include "tables.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

struct Row {
    std::string images;
    int code;
    std::string taken;  // "-" = none
};

Surroundings with(std::map<std::string, std::string> env) {
    Surroundings around;
    around.env = std::move(env);
    return around;
}

void check(const Row& row, const Gpu& gpu, const Surroundings& around = {}) {
    auto offered = images(row.images);
    Verdict verdict = choose(offered, gpu, toolkits(), around);
    INFO(row.images << " on " << gpu.name << " " << to_text(gpu.capability) << ", driver " << gpu.driver.version << ": " << verdict.why);
    CHECK(verdict.code == row.code);
    CHECK(taken_name(verdict, offered) == row.taken);
    REQUIRE(verdict.reasons.size() == offered.size());
    CHECK_FALSE(verdict.why.empty());
    for (std::size_t i = 0; i < offered.size(); ++i) {
        CHECK_FALSE(verdict.reasons[i].text.empty());
        CHECK_FALSE(verdict.reasons[i].rule.empty());
        CHECK(verdict.reasons[i].taken == (verdict.taken == static_cast<int>(i)));
    }
    bool ptx = verdict.taken >= 0 && offered[static_cast<std::size_t>(verdict.taken)].target.kind == Kind::ptx;
    CHECK(verdict.how == (verdict.code ? How::none : ptx ? How::jit : How::sass));
}

OfferedImage edited(const std::string& name, const std::string& edit) {
    auto image = images(name)[0];
    image.edit = edit;
    return image;
}

}  // namespace

TEST_CASE("a 9.0 card takes what was measured on an H200", "[selection]") {
    const Row rows[] = {
        {"75+80+90+p90", 0, "sm_90"}, {"80+86+89", 209, "-"},       {"90+p90", 0, "sm_90"},          {"90+90a", 0, "sm_90a"},
        {"90a+90", 0, "sm_90a"},      {"p80+p90", 0, "compute_90"}, {"p90+p80", 0, "compute_90"},    {"p100f", 209, "-"},
        {"p100", 209, "-"},           {"120+p120", 209, "-"},       {"89+p75", 0, "compute_75"},     {"90a+p80", 0, "sm_90a"},
        {"p90+p90a", 0, "compute_90a"}, {"p90a+p90", 0, "compute_90a"}, {"p75+p89+p100", 0, "compute_89"}, {"100", 209, "-"},
        {"90", 0, "sm_90"},           {"p80", 0, "compute_80"},     {"80", 209, "-"},                {"90a", 0, "sm_90a"},
        {"75+80+100+p80", 0, "compute_80"}, {"100f", 209, "-"},     {"100a", 209, "-"},              {"75+p75", 0, "compute_75"},
        {"p75", 0, "compute_75"},     {"p89", 0, "compute_89"},     {"p90", 0, "compute_90"},        {"p120", 209, "-"},
    };
    for (const Row& row : rows) {
        check(row, card("9.0"));
        CHECK(choose(images(row.images), card("H200"), toolkits(), {}).sure == Sure::measured);
    }
}

TEST_CASE("a bare image is judged by what is inside", "[selection]") {
    Surroundings bare;
    bare.packed = false;
    const Row rows[] = {
        {"90", 0, "sm_90"},          {"90a", 0, "sm_90a"},        {"75", 209, "-"},              {"80", 209, "-"},
        {"86", 209, "-"},            {"89", 209, "-"},            {"100", 209, "-"},             {"100a", 209, "-"},
        {"100f", 209, "-"},          {"120", 209, "-"},           {"p75", 0, "compute_75"},      {"p80", 0, "compute_80"},
        {"p89", 0, "compute_89"},    {"p90", 0, "compute_90"},    {"p90a", 0, "compute_90a"},    {"p100", 218, "compute_100"},
        {"p100f", 218, "compute_100f"},
    };
    for (const Row& row : rows) check(row, card("9.0"), bare);
    CHECK(choose(images("p100"), card("9.0"), toolkits(), bare).reasons[0].rule == "bare-ptx");
    CHECK(choose({edited("90", "cut")}, card("9.0"), toolkits(), bare).code == 200);
    CHECK(choose({edited("90", "cut")}, card("9.0"), toolkits(), bare).sure == Sure::likely);
    CHECK(choose({edited("p90", "syntax")}, card("9.0"), toolkits(), bare).code == 218);
    CHECK(choose({edited("p90", "version")}, card("9.0"), toolkits(), bare).code == 222);
}

TEST_CASE("other cards follow the documented rule", "[selection]") {
    struct On {
        std::string cc;
        Row row;
    };
    const On rows[] = {
        {"7.5", {"80+p80", 209, "-"}}, {"7.5", {"80", 209, "-"}},      {"8.9", {"80", 0, "sm_80"}},     {"8.9", {"86", 0, "sm_86"}},
        {"8.9", {"87", 209, "-"}},     {"8.6", {"89", 209, "-"}},      {"8.0", {"75+p90", 209, "-"}},   {"10.0", {"90a", 209, "-"}},
        {"10.0", {"p90+90a+p90a", 0, "compute_90"}},                   {"10.3", {"100", 0, "sm_100"}},  {"10.3", {"100f", 0, "sm_100f"}},
        {"10.3", {"100a", 209, "-"}},  {"12.0", {"100f", 209, "-"}},   {"12.0", {"p100f", 209, "-"}},   {"12.0", {"p100", 0, "compute_100"}},
        {"12.1", {"120", 0, "sm_120"}}, {"12.1", {"120f", 0, "sm_120f"}}, {"12.1", {"120a", 209, "-"}}, {"12.1", {"121", 0, "sm_121"}},
        {"11.0", {"100", 209, "-"}},   {"11.0", {"110", 0, "sm_110"}}, {"11.0", {"120", 209, "-"}},     {"8.7", {"80", 209, "-"}},
        {"8.7", {"86", 209, "-"}},     {"8.7", {"p80", 0, "compute_80"}}, {"5.2", {"75+p75", 209, "-"}}, {"10.0", {"103f", 209, "-"}},
        {"12.0", {"121", 209, "-"}},   {"10.3", {"103f", 0, "sm_103f"}}, {"10.7", {"100f", 0, "sm_100f"}}, {"12.1", {"121f", 0, "sm_121f"}},
    };
    for (const On& on : rows) check(on.row, card(on.cc, on.cc == "10.7" ? "620" : "580"));
}

TEST_CASE("of several that fit, the highest and then the narrowest wins", "[selection]") {
    check({"80+86", 0, "sm_86"}, card("8.9"));
    check({"86+80", 0, "sm_86"}, card("8.9"));
    check({"86+p89", 0, "sm_86"}, card("8.9"));
    check({"100+100f+100a", 0, "sm_100a"}, card("10.0"));
    check({"100a+100f+100", 0, "sm_100a"}, card("10.0"));
    check({"120f+120", 0, "sm_120f"}, card("12.1"));
    check({"100f+103", 0, "sm_103"}, card("10.3"));
    check({"p90+p90", 0, "compute_90"}, card("9.0"));
    CHECK(choose(images("90+90"), card("9.0"), toolkits(), {}).taken == 0);
    CHECK(choose(images("p90+p90"), card("9.0"), toolkits(), {}).taken == 1);
    CHECK(choose(images("p121a+p90+p90"), card("9.0"), toolkits(), {}).taken == 2);
    CHECK(choose(images("p80+p80"), card("9.0"), toolkits(), {}).taken == 0);
    CHECK(choose(images("75+p89+p89"), card("9.0"), toolkits(), {}).taken == 1);
    CHECK(choose(images("p75+p100+p75"), card("9.0"), toolkits(), {}).taken == 0);
    CHECK(choose(images("p90a+p90a"), card("9.0"), toolkits(), {}).taken == 0);
    CHECK(choose(images("90+90"), card("9.0"), toolkits(), {}).taken == 0);
    CHECK(choose(images("90a+90+90a"), card("9.0"), toolkits(), {}).taken == 0);
    CHECK(choose(images("80+86"), card("8.9"), toolkits(), {}).sure == Sure::likely);
    CHECK(choose(images("120f+120"), card("12.1"), toolkits(), {}).sure == Sure::likely);
    CHECK(choose(images("86"), card("8.9"), toolkits(), {}).sure == Sure::documented);
}

TEST_CASE("the exceptions of integrated cards are marked likely", "[selection]") {
    auto sure = [](const char* list, const Gpu& gpu) { return choose(images(list), gpu, toolkits(), {}).sure; };
    CHECK(sure("80", card("8.7", "540.4.0")) == Sure::likely);
    CHECK(sure("87", card("8.9")) == Sure::likely);
    CHECK(sure("80+87", card("8.7", "540.4.0")) == Sure::documented);
    CHECK(sure("86+p80", card("8.7", "540.4.0")) == Sure::likely);
    CHECK(sure("86+87", card("8.9")) == Sure::likely);
    CHECK(sure("87+89", card("8.9")) == Sure::documented);
    CHECK(sure("101", card("11.0")) == Sure::likely);
    check({"101", 0, "sm_101"}, card("11.0"));
    check({"101a", 0, "sm_101a"}, card("Thor"));
    check({"p101a", 0, "compute_101a"}, card("11.0"));
    check({"100", 209, "-"}, card("10.1"));
    check({"101", 209, "-"}, card("10.3"));
    check({"53", 209, "-"}, card("6.0"));
    check({"50+52", 209, "-"}, card("5.3"));
    check({"60+61", 209, "-"}, card("6.2"));
    check({"70", 209, "-"}, card("7.2"));
    check({"70", 0, "sm_70"}, card("7.5"));
    check({"72", 209, "-"}, card("7.5"));
    check({"80", 0, "sm_80"}, card("8.7", "595"));
    check({"80", 0, "sm_80"}, card("8.8"));
    CHECK(sure("80", card("8.8")) == Sure::likely);
    check({"87+p80", 0, "sm_87"}, card("Orin", "540.4.0"));
    check({"86+p80", 0, "compute_80"}, card("Orin", "540.4.0"));
}

TEST_CASE("environment switches change the choice", "[selection]") {
    Gpu h200 = card("H200");
    for (const char* name : {"CUDA_FORCE_PTX_JIT", "CUDA_FORCE_JIT"}) {
        check({"90+p90", 0, "compute_90"}, h200, with({{name, "1"}}));
        check({"90", 209, "-"}, h200, with({{name, "1"}}));
        check({"90+p100", 209, "-"}, h200, with({{name, "1"}}));
        check({"90+p90", 0, "sm_90"}, h200, with({{name, "0"}}));
        Surroundings bare = with({{name, "1"}});
        bare.packed = false;
        check({"90", 0, "sm_90"}, h200, bare);
    }
    for (const char* name : {"CUDA_DISABLE_PTX_JIT", "CUDA_DISABLE_JIT"}) {
        check({"p80+p90", 223, "compute_90"}, h200, with({{name, "1"}}));
        check({"89+p75", 223, "compute_75"}, h200, with({{name, "1"}}));
        check({"90+p90", 0, "sm_90"}, h200, with({{name, "1"}}));
        check({"100+p100", 209, "-"}, h200, with({{name, "1"}}));
    }
    check({"90+p90", 0, "sm_90"}, h200, with({{"CUDA_FORCE_PTX_JIT", "0"}, {"CUDA_FORCE_JIT", "1"}}));
    check({"90+p90", 0, "compute_90"}, h200, with({{"CUDA_FORCE_PTX_JIT", "1"}, {"CUDA_FORCE_JIT", "0"}}));
    check({"90+p90", 223, "compute_90"}, h200, with({{"CUDA_FORCE_JIT", "1"}, {"CUDA_DISABLE_JIT", "1"}}));
    check({"100", 209, "-"}, h200, with({{"CUDA_MODULE_LOADING", "EAGER"}}));
    check({"100", 209, "-"}, h200, with({{"CUDA_LAUNCH_BLOCKING", "1"}}));
    for (const char* hidden : {"", "-1", "x", "-1,0"}) check({"90", 100, "-"}, h200, with({{"CUDA_VISIBLE_DEVICES", hidden}}));
    for (const char* seen : {"0", "0,-1", "1,0", "GPU-1a2b", "MIG-7"}) check({"90", 0, "sm_90"}, h200, with({{"CUDA_VISIBLE_DEVICES", seen}}));
}

TEST_CASE("a warm disk cache serves PTX even where translating is forbidden", "[selection]") {
    Surroundings warm = with({{"CUDA_DISABLE_PTX_JIT", "1"}});
    warm.cache_warm = true;
    check({"p90", 0, "compute_90"}, card("9.0"), warm);
    warm.env["CUDA_CACHE_DISABLE"] = "1";
    check({"p90", 223, "compute_90"}, card("9.0"), warm);
    warm.env.erase("CUDA_CACHE_DISABLE");
    CHECK(choose({edited("p90", "syntax")}, card("9.0"), toolkits(), warm).code == 223);
}

TEST_CASE("a chosen image that turns out bad is not replaced by another", "[selection]") {
    struct Bad {
        std::string name, edit;
        int code;
    };
    for (const Bad& bad : {Bad{"p90", "version", 222}, Bad{"p90", "syntax", 218}, Bad{"90", "cut", 200}, Bad{"90", "label", 300}}) {
        OfferedImage first = edited(bad.name, bad.edit);
        auto offered = images(bad.name[0] == 'p' ? "p80" : "p80+p90");
        offered.insert(offered.begin(), first);
        Verdict verdict = choose(offered, card("9.0"), toolkits(), {});
        INFO(bad.name << " " << bad.edit << ": " << verdict.why);
        CHECK(verdict.code == bad.code);
        CHECK(verdict.taken == 0);
        CHECK(verdict.how == How::none);
        CHECK(verdict.sure == Sure::measured);
    }
    CHECK(choose({edited("80", "label")}, card("9.0"), toolkits(), {}).code == 209);
    CHECK(choose({edited("80", "cut"), images("p80")[0]}, card("9.0"), toolkits(), {}).code == 0);
}

TEST_CASE("a missing kernel name is 500 only where an image loads", "[selection]") {
    Surroundings absent;
    absent.kernel_present = false;
    check({"90", 500, "sm_90"}, card("9.0"), absent);
    check({"p80", 500, "compute_80"}, card("9.0"), absent);
    check({"80", 209, "-"}, card("9.0"), absent);
    Surroundings linked;
    linked.linked = true;
    check({"80", 500, "-"}, card("9.0"), linked);
    check({"80+p80", 0, "compute_80"}, card("9.0"), linked);
}

TEST_CASE("an old driver stops PTX, compression and runtimes that are too new for it", "[selection]") {
    auto ptx = [](const char* list, PtxVersion version) {
        auto out = images(list);
        for (OfferedImage& image : out)
            if (image.target.kind == Kind::ptx) image.ptx = version;
        return out;
    };
    auto code = [&](const std::vector<OfferedImage>& offered, const char* on, const char* runtime) {
        Surroundings around;
        around.runtime = runtime;
        return choose(offered, card(on), toolkits(), around).code;
    };
    CHECK(code(ptx("p80", {8, 8}), "9.0@535", "12.2") == 222);
    CHECK(code(ptx("p80", {8, 2}), "9.0@535", "12.2") == 0);
    CHECK(code(images("p80"), "9.0@535", "12.2") == 0);
    CHECK(code(images("p80"), "9.0@535", "12.9") == 222);
    CHECK(code(images("p80"), "9.0@535", "") == 0);
    CHECK(code(images("90"), "9.0@535", "12.9") == 0);
    CHECK(code(images("90"), "9.0@535", "13.0") == 35);
    CHECK(code(images("90"), "9.0@520", "12.0") == 35);
    CHECK(code(images("90"), "9.0@525", "12.9") == 0);
    CHECK(code(images("p90"), "9.0@580", "13.2") == 222);
    CHECK(code(images("90"), "9.0@580", "13.2") == 0);
    CHECK(code(ptx("p52", {8, 5}), "7.5@550.54.15", "12.5") == 222);
    CHECK(code(images("90"), "9.0@470", "11.8") == 100);
    CHECK(code(images("61"), "6.1@595", "12.9") == 100);
    CHECK(code(images("61"), "6.1@580", "12.9") == 0);
    CHECK(choose(images("90"), card("9.0", ""), toolkits(), {}).code == 35);
    auto packed = images("p80");
    packed[0].zstd = true;
    CHECK(code(packed, "9.0@535", "") == 200);
    CHECK(code(packed, "9.0@550", "") == 0);
    Verdict verdict = choose(ptx("p80", {9, 0}), card("9.0@535"), toolkits(), {});
    CHECK(verdict.reasons[0].text == "PTX version 9.0; driver 535 reads up to 8.2.");
    CHECK(choose(packed, card("9.0@535"), toolkits(), {}).sure == Sure::likely);
}

TEST_CASE("reasons are sentences with the numbers of this card and image", "[selection]") {
    auto reason = [](const char* list, const char* on, std::size_t i, std::map<std::string, std::string> env = {}) {
        return choose(images(list), card(on), toolkits(), with(std::move(env))).reasons[i].text;
    };
    CHECK(reason("80", "7.5", 0) == "Machine code for 8.x cards. This card is 7.5.");
    CHECK(reason("89", "8.6", 0) == "Machine code for 8.9 and up within 8.x. This card is 8.6.");
    CHECK(reason("p100", "9.0", 0) == "PTX for 10.0 and up. This card is 9.0.");
    CHECK(reason("90a", "10.0", 0) == "Machine code for 9.0 alone, as the suffix a says. This card is 10.0.");
    CHECK(reason("120f", "10.0", 0) == "Machine code for the 12.x family from 12.0 up. This card is 10.0.");
    CHECK(reason("90+p90", "9.0", 1) == "Fits too, but machine code comes first: sm_90 is taken.");
    CHECK(reason("p80+p90", "9.0", 1) == "Newest PTX that fits: the driver translates it.");
    CHECK(reason("p80+p90", "9.0", 0) == "Fits too, but compute_90 is nearer to this card.");
    CHECK(reason("90+90a", "9.0", 0) == "Fits too, but sm_90a has the narrower suffix, which comes first.");
    CHECK(reason("90+p90", "9.0", 0, {{"CUDA_FORCE_JIT", "1"}}) == "Fits, but CUDA_FORCE_JIT=1 makes the driver pass over machine code.");
    CHECK(reason("p90", "9.0", 0, {{"CUDA_DISABLE_JIT", "1"}}) ==
          "PTX that the driver would have to translate, but CUDA_DISABLE_JIT=1 forbids that.");
    CHECK(choose({}, card("9.0"), toolkits(), {}).code == 209);
}

TEST_CASE("the learner's choices keep their verdict on nine cards", "[selection]") {
    // curriculum 1.2: the resolved targets of NVRTC 13.0, a column a card; "-" = the choice does not exist there.
    const std::vector<std::string> cards{"7.5", "8.0", "8.6", "8.9", "9.0", "10.0", "10.3", "12.0", "12.1"};
    struct Choice {
        std::string name;
        bool fits;
        std::string cells;
    };
    const Choice choices[] = {
        {"exact", true, "75 80 86 89 90 100 103 120 121"},
        {"ptx-exact", true, "p75 p80 p86 p89 p90 p100 p103 p120 p121"},
        {"same-major-older", true, "- - 80 86 - - 100 - 120"},
        {"newer-minor", false, "- 86 89 - - 103 - 121 -"},
        {"newer", false, "80 90 90 90 100 120 120 121 -"},
        {"older-major-sass", false, "- 75 75 75 80 90 90 100 100"},
        {"unfit", false, "80 90 90 90 100 120 120 121 100"},
        {"ptx-older", true, "- p75 p75 p75 p80 p90 p90 p100 p100"},
        {"ptx-newer", false, "p80 p90 p90 p90 p100 p120 p120 p121 -"},
        {"ptx-newer-minor", false, "- p86 p89 - - p103 - p121 -"},
        {"ptx-lowest", true, "p75 p75 p75 p75 p75 p75 p75 p75 p75"},
        {"arch-specific-own", true, "- - - - 90a 100a 103a 120a 121a"},
        {"arch-specific-other", false, "90a 90a 90a 90a 100a 90a 100a 90a 120a"},
        {"family", true, "- - - - - 100f 100f 120f 120f"},
        {"family-other", false, "100f 100f 100f 100f 100f 103f 120f 121f 100f"},
        {"older-wheel", false, "50+60 75 75 75 75+80+86 75+80+86+90 75+80+86+90 75+80+86+90 75+80+86+90"},
    };
    for (const Choice& choice : choices) {
        std::istringstream cells(choice.cells);
        for (const std::string& cc : cards) {
            std::string cell;
            cells >> cell;
            if (cell == "-") continue;
            auto offered = images(cell);
            INFO(choice.name << " on " << cc << ": " << cell);
            CHECK(choose(offered, card(cc), toolkits(), {}).code == (choice.fits ? 0 : 209));
            CHECK(fits(offered[0].target, card(cc)) == choice.fits);
        }
    }
}
