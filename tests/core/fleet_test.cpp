#include "core/fleet.h"

#include <map>
#include <random>

#include "core/device_verdict.h"
#include "core/fleet_lines.h"
#include "core/fleet_solve.h"
#include "tables.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

FleetWish wish(const std::string& cards, Care care = Care::start) {
    Result<CardList> list = read_cards(cards, gpus(), latest_driver(toolkits()));
    INFO(cards);
    REQUIRE(list);
    return {.cards = *list, .care = care};
}

FleetAdvice advice(const FleetWish& asked) {
    Result<FleetAdvice> out = advise(asked, toolkits());
    if (!out) FAIL(out.error().text());
    return *out;
}

std::string names(const std::vector<Target>& images) {
    std::string out;
    for (const Target& one : images) out += (out.empty() ? "" : " ") + to_name(one);
    return out;
}

// "12.9: sm_75 sm_80 sm_120"
std::string built(const FleetAdvice& one) { return one.build ? one.build->toolkit + ": " + names(one.build->images) : "nothing"; }
std::string built(const std::string& cards, Care care = Care::start) { return built(advice(wish(cards, care))); }

Verdict verdict(const std::vector<Target>& images, const std::string& toolkit, const Gpu& gpu) {
    std::vector<OfferedImage> offered;
    for (const Target& one : images) offered.push_back({.target = one, .ptx = one.kind == Kind::ptx ? find_toolkit(toolkits(), toolkit)->ptx : PtxVersion{}});
    return choose(offered, gpu, toolkits(), {.runtime = toolkit});
}
// By a rule that is more than likely.
bool runs(const std::vector<Target>& images, const std::string& toolkit, const Gpu& gpu) {
    const Verdict one = verdict(images, toolkit, gpu);
    return one.code == 0 && one.settled;
}
bool native(const std::vector<Target>& images, const std::string& toolkit, const Gpu& gpu) { return runs(images, toolkit, gpu) && verdict(images, toolkit, gpu).how == How::sass; }

// Fleets of one to fourteen cards of the table, some with drivers, the same in every run.
std::vector<std::string> many_fleets(int count) {
    std::mt19937 random(20261201);
    const std::vector<std::string> drivers{"470", "525", "535", "550", "570", "575", "580", "595"};
    std::vector<std::string> out;
    for (int i = 0; i < count; ++i) {
        std::string list;
        const int cards = 1 + static_cast<int>(random() % 14);
        for (int k = 0; k < cards; ++k) {
            const NamedGpu& gpu = gpus().gpus[random() % gpus().gpus.size()];
            list += (list.empty() ? "" : ",") + (random() % 2 ? gpu.name : to_text(gpu.capability));
            if (random() % 3 == 0) list += "@" + drivers[random() % drivers.size()];
        }
        out.push_back(list);
    }
    return out;
}

}  // namespace

TEST_CASE("a fleet gets the smallest set of images and the toolkit that builds it", "[fleet]") {
    CHECK(built("T4@535,A100,RTX 4090,5090") == "12.9: sm_75 sm_80 sm_120");
    CHECK(built("A100") == "13.3: sm_80");
    CHECK(built("8.6,8.9") == "13.3: sm_86");
    CHECK(built("GTX 980,5090") == "12.9: sm_52 sm_120");
    CHECK(built("all 8.x,H100") == "13.3: sm_80 sm_87 sm_90");
    CHECK(built("B200,B300") == "13.3: sm_100");
}

TEST_CASE("one PTX serves all where size is what counts, machine code where the start is", "[fleet]") {
    CHECK(built("7.5,8.0,9.0,12.0", Care::size) == "13.3: compute_75");
    CHECK(built("7.5,8.0,9.0,12.0", Care::start) == "13.3: sm_75 sm_80 sm_90 sm_120");
    CHECK(built("7.5,8.0", Care::future) == "13.3: sm_75 sm_80 compute_80");
    CHECK(built("A100, whatever comes next") == "13.3: sm_80 compute_80");
    CHECK(built("next").ends_with(": compute_121"));
    CHECK(built("8.0", Care::size) == "13.3: sm_80");
}

TEST_CASE("a driver that does not read the toolkit's PTX gets machine code, or an older toolkit's PTX", "[fleet]") {
    const FleetAdvice one = advice(wish("T4@535,5090", Care::size));
    CHECK(built(one) == "12.2: compute_75");  // the older PTX is what all of them read
    CHECK(built("T4@535,5090") == "12.9: sm_75 sm_120");
    const FleetAdvice with_ptx = advice(wish("T4@535,5090,next"));
    CHECK(built(with_ptx) == "12.9: sm_75 sm_120 compute_120");
    REQUIRE_FALSE(with_ptx.notes.empty());
    CHECK(with_ptx.notes[0] == "T4@535 could not use the PTX: driver 535 reads up to 8.2, and CUDA 12.9 writes 8.8. sm_75 serves it as machine code.");
    CHECK(with_ptx.notes[1] == "CUDA 13.0 would not serve T4@535: Driver 535 is older than 580, which runtime 13.0 needs, so every call returns 35.");
}

TEST_CASE("a card that is not served is told why, and which driver would do", "[fleet]") {
    const FleetAdvice old = advice(wish("5090@550,A100"));
    CHECK(built(old) == "13.3: sm_80");
    CHECK_FALSE(old.cards[0].served);
    CHECK(old.cards[0].why == "Driver 550 does not know 12.0 cards yet (570 is the first), so every call returns 100. Driver 570 or newer would do.");
    CHECK(old.cards[1].served);
    FleetWish fixed = wish("V100,A100");
    fixed.toolkit = "13.0";
    const FleetAdvice without = advice(fixed);
    CHECK(built(without) == "13.0: sm_80");
    CHECK_FALSE(without.cards[0].served);
    CHECK(without.cards[0].why == "CUDA 13.0 builds nothing that a 7.0 card could take; CUDA 12.9 was the last that did.");
    CHECK(built(advice(wish("5090@550"))) == "nothing");
    fixed.toolkit = "12.7";
    CHECK_FALSE(advise(fixed, toolkits()));
}

TEST_CASE("where one toolkit builds for the oldest card alone, its PTX serves the newest", "[fleet]") {
    const FleetAdvice one = advice(wish("3.7@470,5090"));
    CHECK(built(one) == "11.8: sm_37 compute_90");
    CHECK(one.cards[1].verdict.how == How::jit);
    CHECK(one.notes.front() == "3.7@470 could not use the PTX: driver 470 reads up to 7.4, and CUDA 11.8 writes 7.8. sm_37 serves it as machine code.");
    CHECK(one.notes[1] == "5090 waits for the driver's translation at its first start: CUDA 11.8 builds no machine code for 12.0; 12.8 is the first that does, in a build of its own.");
}

TEST_CASE("the lowest driver is told for each card and for the build", "[fleet]") {
    const FleetAdvice one = advice(wish("T4@535,A100,5090"));
    CHECK(one.cards[0].lowest_driver == 525);
    CHECK(one.cards[1].lowest_driver == 525);
    CHECK(one.cards[2].lowest_driver == 570);
    CHECK(one.build->driver == 570);
    CHECK(one.build->toolkits == std::vector<std::string>{"12.8", "12.9"});
}

TEST_CASE("an image that is asked for stands in the set, and serves what it serves", "[fleet]") {
    FleetWish asked = wish("H100,B200");
    asked.also = {*parse_target("sm_90a")};
    CHECK(built(advice(asked)) == "13.3: sm_90a sm_100");
    asked = wish("H100,A100,B200");
    asked.also = {*parse_target("compute_80"), *parse_target("sm_100f")};
    CHECK(built(advice(asked)) == "13.3: sm_80 sm_90 sm_100f compute_80");
    asked.also = {*parse_target("sm_50"), *parse_target("sm_110")};
    const Result<FleetAdvice> none = advise(asked, toolkits());
    REQUIRE_FALSE(none);
    CHECK(none.error().what == "no toolkit that launchlab knows builds sm_50 and sm_110 together. Leave one out, or name another toolkit.");
}

TEST_CASE("with the bytes of each image the smallest set is the one of fewest bytes", "[fleet]") {
    FleetWish asked = wish("8.0,8.6", Care::size);
    asked.sizes = {{"sm_80", {1000, true}}, {"compute_80", {400, true}}, {"sm_86", {1000, true}}};
    CHECK(built(advice(asked)) == "13.3: compute_80");
    asked.sizes["compute_80"].bytes = 1001;
    CHECK(built(advice(asked)) == "13.3: sm_80");
}

TEST_CASE("every card of hundreds of fleets that a toolkit can serve runs, and no image can be left out", "[fleet]") {
    int checked = 0;
    for (const std::string& list : many_fleets(100))
        for (const Care care : {Care::size, Care::start}) {
            INFO(list << " " << to_word(care));
            const FleetWish asked = wish(list, care);
            const FleetAdvice one = advice(asked);
            if (!one.build) continue;
            const FleetBuild& build = *one.build;
            const Toolkit& toolkit = *find_toolkit(toolkits(), build.toolkit);
            const std::vector<Target> all = plain_images(toolkit);
            for (const FleetCard& card : one.cards) {
                const Gpu& gpu = card.card.gpu;
                if (card.served) {
                    REQUIRE(runs(build.images, build.toolkit, gpu));
                    const bool could = std::any_of(all.begin(), all.end(), [&](const Target& image) { return image.kind == Kind::sass && fits(image, gpu) && native({image}, build.toolkit, gpu); });
                    if (care == Care::start) REQUIRE(native(build.images, build.toolkit, gpu) == could);
                } else {
                    REQUIRE_FALSE(card.why.empty());
                    REQUIRE(card.why.ends_with('.'));
                }
            }
            for (std::size_t leave = 0; leave < build.images.size(); ++leave) {
                std::vector<Target> fewer = build.images;
                fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(leave));
                const bool needed = std::any_of(one.cards.begin(), one.cards.end(), [&](const FleetCard& card) {
                    if (!card.served) return false;
                    return care == Care::start && card.verdict.how == How::sass ? !native(fewer, build.toolkit, card.card.gpu) : !runs(fewer, build.toolkit, card.card.gpu);
                });
                INFO("without " << to_name(build.images[leave]) << " of " << names(build.images));
                REQUIRE(needed);
            }
            ++checked;
        }
    CHECK(checked > 150);
}

TEST_CASE("no smaller set serves the same cards: all smaller ones are tried", "[fleet]") {
    int tried = 0;
    for (const std::string& list : many_fleets(40)) {
        const FleetWish asked = wish(list, Care::size);
        const FleetAdvice one = advice(asked);
        if (!one.build || one.build->images.size() > 3) continue;
        const FleetBuild& build = *one.build;
        const std::vector<Target> all = plain_images(*find_toolkit(toolkits(), build.toolkit));
        std::vector<std::vector<bool>> serves;  // one image alone, a card each
        for (const Target& image : all) {
            serves.emplace_back();
            for (const FleetCard& card : one.cards) serves.back().push_back(!card.served || (fits(image, card.card.gpu) && runs({image}, build.toolkit, card.card.gpu)));
        }
        const auto serve_all = [&](const std::vector<std::size_t>& chosen) {
            for (std::size_t card = 0; card < one.cards.size(); ++card)
                if (std::none_of(chosen.begin(), chosen.end(), [&](std::size_t i) { return serves[i][card]; })) return false;
            return true;
        };
        INFO(list << ": " << names(build.images));
        for (std::size_t a = 0; a < all.size(); ++a) {
            if (build.images.size() > 1 && serve_all({a})) FAIL(to_name(all[a]));
            for (std::size_t b = 0; build.images.size() > 2 && b < a; ++b)
                if (serve_all({a, b})) FAIL(to_name(all[a]) << " " << to_name(all[b]));
        }
        ++tried;
    }
    CHECK(tried > 20);
}

TEST_CASE("every line of hundreds of fleets reads back as the same images", "[fleet]") {
    std::map<std::string, int> said;
    int fleets = 0;
    for (const std::string& list : many_fleets(100))
        for (const Care care : {Care::size, Care::start, Care::future}) {
            const FleetAdvice one = advice(wish(list, care));
            if (!one.build) continue;
            const FleetBuild& build = *one.build;
            const Toolkit& toolkit = *find_toolkit(toolkits(), build.toolkit);
            for (const FleetLine& line : fleet_lines(build.images, toolkit, toolkits())) {
                INFO(list << ": " << names(build.images) << "; " << line.tool);
                if (line.texts.empty()) {
                    REQUIRE(line.why.ends_with('.'));
                    continue;
                }
                INFO(line.texts[0]);
                REQUIRE(line.why.empty());
                REQUIRE(read_back(line, toolkit, toolkits()) == build.images);
                ++said[line.tool];
            }
            ++fleets;
        }
    CHECK(fleets > 200);
    for (const char* always : {"nvcc", "CMake", "CMake, environment", "NVRTC", "make", "Bazel", "xmake", "OpenCV"}) {
        INFO(always);
        CHECK(said[always] == fleets);
    }
    for (const char* often : {"PyTorch", "clang", "Meson"}) {
        INFO(often);
        CHECK(said[often] > fleets / 3);
    }
}

TEST_CASE("the smallest cover is the cheapest of all covers", "[fleet]") {
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        const int choices = 3 + static_cast<int>(random() % 8), rows = 1 + static_cast<int>(random() % 7);
        std::vector<CoverCost> cost;
        for (int i = 0; i < choices; ++i) cost.push_back({static_cast<std::int64_t>(random() % 5), static_cast<std::int64_t>(random() % 3), static_cast<std::int64_t>(random() % 9)});
        std::vector<std::vector<int>> accepts(static_cast<std::size_t>(rows));
        for (auto& row : accepts)
            while (row.empty())
                for (int i = 0; i < choices; ++i)
                    if (random() % 3 == 0) row.push_back(i);
        const auto price = [&](unsigned mask) {
            CoverCost sum{};
            for (int i = 0; i < choices; ++i)
                if (mask >> i & 1)
                    for (std::size_t k = 0; k < 3; ++k) sum[k] += cost[static_cast<std::size_t>(i)][k];
            return sum;
        };
        CoverCost best{1000, 1000, 1000};
        for (unsigned mask = 0; mask < 1u << choices; ++mask) {
            const bool covers = std::all_of(accepts.begin(), accepts.end(), [&](const auto& row) { return std::any_of(row.begin(), row.end(), [&](int i) { return mask >> i & 1; }); });
            if (covers) best = std::min(best, price(mask));
        }
        unsigned found = 0;
        for (int i : smallest_cover(accepts, cost)) found |= 1u << i;
        REQUIRE(price(found) == best);
        REQUIRE(std::all_of(accepts.begin(), accepts.end(), [&](const auto& row) { return std::any_of(row.begin(), row.end(), [&](int i) { return found >> i & 1; }); }));
    }
}
