// The hub: an error is pasted, marked and answered; codes are searched; keys reach all of it and Escape leaves.
#include <algorithm>
#include <set>

#include "panels/desk.h"
#include "panels/faults.h"
#include "panels/hub.h"
#include "session/lookup.h"

using namespace launchlab;

namespace {

const char* const torch_209 =
    "UserWarning: \nNVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation.\n"
    "The current PyTorch install supports CUDA capabilities sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90.\n\n"
    "RuntimeError: CUDA error: no kernel image is available for execution on the device\n"
    "CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.\n"
    "For debugging consider passing CUDA_LAUNCH_BLOCKING=1\n";
const char* const unsure = "RuntimeError: cuda runtime error (8) : invalid device function at /pytorch/aten/src/THC/THCTensorCopy.cu:42";

void read(World& world, std::string text, int code = 0) {
    world.act([&](Actions& a) { a.look_up = 0, a.paste = std::move(text); });
    REQUIRE(world.wait([&] { return world->lookup().hub() && !world->lookup().reading(); }));
    if (code) world.act([&](Actions& a) { a.look_up = code; });
}

void check_fits(World& world, const std::string& what) {
    for (auto [width, height] : {std::pair{1920.0f, 1080.0f}, std::pair{1280.0f, 720.0f}, std::pair{640.0f, 360.0f}}) {
        Desk desk(*world, width, height);
        desk.screen.hub.open = true;
        for (const char* theme : {"dark", "light"})
            for (float zoom : {0.5f, 1.0f, 2.0f, 4.0f}) {
                if ((zoom > 1 && width < 700) || (zoom == 0.5f && width > 700 && width < 1900)) continue;
                desk.look(zoom, theme);
                for (HubTab tab : {HubTab::text, HubTab::answer, HubTab::codes}) {
                    desk.screen.hub.tab = tab;
                    desk.settle();
                    INFO(what << " at " << width << "x" << height << ", " << zoom * 100 << " %, " << theme << ", tab " << int(tab));
                    CHECK(faults(desk.recorder) == "");
                }
            }
    }
}

// Every row of the session's own answer, top to bottom, in a window that is high enough for all of it.
float top_of(const Desk& desk, const std::string& words) {
    for (const Drawn& drawn : desk.recorder.drawn)
        if (drawn.kind == Drawn::Kind::text && drawn.what == words) return drawn.rect.y0;
    return -1;
}

}  // namespace

TEST_CASE("an error that is pasted anywhere opens the hub with its answer, and Escape goes back") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    Desk desk(*world);
    for (bool first : {true, false}) {
        desk.screen.first.open = first;
        ImGui::SetClipboardText(torch_209);
        desk.key(ImGuiKey_V, ImGuiMod_Ctrl);
        REQUIRE(desk.screen.hub.open);
        REQUIRE(world.wait([&] { return world->lookup().looked() != nullptr; }));
        desk.settle();
        CHECK(desk.says("209"));
        CHECK(desk.says("certain"));
        CHECK(desk.says("RTX 5090"));
        desk.key(ImGuiKey_Escape);
        CHECK_FALSE(desk.screen.hub.open);
        CHECK(desk.screen.first.open == first);
        CHECK_FALSE(desk.kept.quit);
    }
}

TEST_CASE("E, the rail, the first screen's button and the palette open the hub") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    Desk desk(*world);
    desk.key(ImGuiKey_E);
    CHECK(desk.screen.hub.open);
    desk.settle();
    CHECK(desk.says("Nothing is pasted yet"));
    desk.key(ImGuiKey_Escape);
    REQUIRE(desk.click("tool/Error hub"));
    CHECK(desk.screen.hub.open);
    desk.key(ImGuiKey_Escape);
    desk.screen.first.open = true;
    desk.settle();
    REQUIRE(desk.click("Look up an error"));
    CHECK(desk.screen.hub.open);
    desk.key(ImGuiKey_Escape);
    CHECK_FALSE(desk.screen.hub.open);
}

TEST_CASE("the answer keeps its order: sentence, words, where, sticky, cause, command, look-alikes") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    read(world, torch_209);
    Desk desk(*world, 1920, 2600);
    desk.screen.hub.open = true;
    desk.settle();
    float last = 0;
    for (const char* heading : {"no kernel image is available for execution on the device", "WORDS THAT MISLEAD", "WHERE IT SHOWS", "DOES IT STICK", "CAUSE", "NEXT COMMAND", "NOT THE SAME"}) {
        INFO(heading);
        const float top = top_of(desk, heading);
        CHECK(top > last);
        last = top;
    }
    CHECK(desk.says("not at the sync"));
    CHECK(desk.says("Measured"));
}

TEST_CASE("each kind of mark has a symbol, a line and a word of its own in the legend") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    read(world, torch_209);
    const std::vector<HubLegend> legend = legend_of(world->lookup().looked()->answer);
    std::set<std::string> words;
    for (const HubLegend& one : legend) {
        CHECK_FALSE(one.text.empty());
        words.insert(one.word);
    }
    CHECK(words.size() == legend.size());
    for (const char* word : {"Error", "Card", "Built for", "Noise"}) {
        INFO(word);
        CHECK(words.count(word));
    }
}

TEST_CASE("the command is copied whole, however it is broken on screen, and the report holds the proof") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    read(world, torch_209);
    Desk desk(*world, 1280, 720);
    desk.screen.hub.open = true;
    desk.settle();
    desk.key(ImGuiKey_C, ImGuiMod_Alt);
    CHECK(std::string(ImGui::GetClipboardText()) == world->lookup().looked()->answer.next);
    CHECK_FALSE(world->lookup().looked()->answer.next.empty());
    desk.key(ImGuiKey_R, ImGuiMod_Alt);
    const std::string report = ImGui::GetClipboardText();
    CHECK(report.find("209 cudaErrorNoKernelImageForDevice") == 0);
    CHECK(report.find("no kernel image is available for execution on the device") != std::string::npos);
    CHECK(report.find(world->lookup().looked()->answer.next) != std::string::npos);
}

TEST_CASE("Ctrl Enter goes to the step that shows the code") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.open_step = "day-06/1"; });
    read(world, "", 209);
    Desk desk(*world);
    desk.screen.hub.open = true;
    desk.settle();
    desk.key(ImGuiKey_Enter, ImGuiMod_Ctrl);
    CHECK(desk.kept.open_step == "day-06/2");
    CHECK_FALSE(desk.screen.hub.open);
    CHECK(world->step()->id == "day-06/2");
}

TEST_CASE("a search by number, old number, name or word leads to the entry, and Enter opens the first") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    read(world, "", 0);
    Desk desk(*world);
    desk.screen.hub.open = true;
    for (auto [typed, code] : {std::pair{"700", 700}, {"48", 209}, {"cudaErrorIllegalAddress", 700}, {"CUDA_ERROR_INVALID_PTX", 218}}) {
        INFO(typed);
        desk.settle();
        desk.key(ImGuiKey_F, ImGuiMod_Ctrl);
        desk.settle();
        ImGui::GetIO().AddInputCharactersUTF8(typed);
        desk.settle();
        desk.key(ImGuiKey_Enter);
        desk.settle();
        CHECK(world->lookup().code() == code);
        desk.screen.hub.query = {};
    }
}

TEST_CASE("a chosen code goes back to the text's answer with Escape, before the hub is left") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    read(world, torch_209, 700);
    Desk desk(*world);
    desk.screen.hub.open = true;
    desk.settle();
    CHECK(desk.says("cudaErrorIllegalAddress"));
    desk.key(ImGuiKey_Escape);
    desk.settle();
    CHECK(desk.screen.hub.open);
    CHECK(world->lookup().code() == 209);
    desk.key(ImGuiKey_Escape);
    CHECK_FALSE(desk.screen.hub.open);
}

TEST_CASE("the entry speaks of this machine's card and never of it where the text names another") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    read(world, "", 209);
    CHECK(page_of(*world).here.find("9.0") != std::string::npos);
    read(world, torch_209);
    CHECK(page_of(*world).here.empty());
    CHECK(page_of(*world).cause.find("12") != std::string::npos);
}

TEST_CASE("what cannot be told is told so, with what it may be and what to paste next") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    read(world, "all 412 tests passed in 3.2 s");
    CHECK(page_of(*world).kind == HubPage::Kind::unknown);
    CHECK(page_of(*world).title == "No CUDA error is in this text");
    CHECK_FALSE(page_of(*world).ask.empty());
    read(world, unsure);
    const PasteAnswer& answer = world->lookup().looked()->answer;
    CHECK(page_of(*world).alternatives.size() == answer.alternatives.size() + answer.other_codes.size());
}

TEST_CASE("every cause has words of its own") {
    World world(fake_runner("hello-h200"));
    std::set<std::string> words;
    for (const char* cause : {"no_matching_image", "newer_target", "older_major", "wheel_without_arch", "ptx_newer_than_driver", "corrupt_image", "unknown"}) {
        CHECK(cause_words(cause).find('_') == std::string::npos);
        words.insert(cause_words(cause));
    }
    CHECK(words.size() == 7);
}

TEST_CASE("a frame of the hub with megabytes in it draws only what is in sight") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "nothing to tell\n";
    for (int i = 0; i < 40000; ++i) text += "epoch " + std::to_string(i) + " CUDA error: no kernel image is available for execution on the device, retrying\n";
    read(world, text);
    Desk desk(*world);
    desk.screen.hub.open = true;
    desk.settle();
    const auto rows = std::count_if(desk.recorder.drawn.begin(), desk.recorder.drawn.end(), [](const Drawn& one) { return one.what.find("epoch") != std::string::npos; });
    CHECK(rows > 0);
    CHECK(rows < 40);
    CHECK(desk.says("more lines"));
}

TEST_CASE("no words are cut off and nothing overlaps in the hub, from 50 to 400 % and down to 640 x 360") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    world.act([](Actions& a) { a.look_up = 0; });
    REQUIRE(world.wait([&] { return world->lookup().hub() != nullptr; }));
    check_fits(world, "empty");
    read(world, torch_209);
    check_fits(world, "209 from a package");
    read(world, unsure);
    check_fits(world, "not sure");
    read(world, "all 412 tests passed in 3.2 s");
    check_fits(world, "nothing in it");
    read(world, std::string(4000, '\x01'));
    check_fits(world, "binary");
    read(world, "", 700);
    check_fits(world, "an entry");
}

TEST_CASE("of a huge clipboard the beginning and the end are taken, and the rest is counted") {
    std::size_t left_out = 7;
    CHECK(hub_text_of("CUDA error 209", left_out) == "CUDA error 209");
    CHECK(left_out == 0);
    std::string huge(std::size_t{40} << 20, 'x');
    huge.replace(0, 5, "first"), huge.replace(huge.size() - 4, 4, "last");
    const std::string taken = hub_text_of(huge, left_out);
    CHECK(taken.starts_with("first"));
    CHECK(taken.ends_with("last"));
    CHECK(left_out == std::size_t{24} << 20);
    CHECK(taken.size() == (std::size_t{16} << 20) + 1);
}
