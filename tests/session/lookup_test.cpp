// The pasted text: read beside the window, the newest wins, and of megabytes the lines that prove something are shown.
#include "core/codes.h"
#include "session/lookup.h"
#include "session/world.h"

using namespace launchlab;

namespace {

const char* const torch_209 =
    "NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation.\n"
    "The current PyTorch install supports CUDA capabilities sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90.\n"
    "RuntimeError: CUDA error: no kernel image is available for execution on the device\n"
    "For debugging consider passing CUDA_LAUNCH_BLOCKING=1\n";

struct Pasted : World {
    Pasted() : World({}) {}
    void paste(std::string text) {
        act([&](Actions& a) { a.look_up = 0, a.paste = std::move(text); });
        REQUIRE(wait([&] { return session->lookup().hub() && !session->lookup().reading(); }));
    }
    const Looked& looked() {
        REQUIRE(session->lookup().looked());
        return *session->lookup().looked();
    }
    // The words under a mark, as they are shown.
    std::vector<std::string> under(MarkRole role) {
        std::vector<std::string> out;
        for (const LookupLine& line : looked().view)
            for (const LookupMark& mark : line.marks)
                if (mark.role == role) out.push_back(line.text.substr(mark.begin, mark.end - mark.begin));
        return out;
    }
};

bool holds(const std::vector<std::string>& all, const std::string& part) {
    return std::any_of(all.begin(), all.end(), [&](const std::string& one) { return one.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("nothing is read before the hub is opened, and then every entry is there") {
    Pasted world;
    world->update();
    CHECK_FALSE(world->lookup().hub());
    world.act([](Actions& a) { a.look_up = 209; });
    REQUIRE(world.wait([&] { return world->lookup().hub() != nullptr; }));
    CHECK(world->lookup().troubles().empty());
    CHECK(world->lookup().hub()->find(209));
    CHECK(world->lookup().code() == 209);
}

TEST_CASE("a pasted text is answered, with its marks on the words they are about") {
    Pasted world;
    world.paste(torch_209);
    CHECK(world->lookup().code() == 209);
    CHECK(world.looked().lines == 4);
    CHECK(world.looked().view.size() == 4);
    CHECK(holds(world.under(MarkRole::code), "no kernel image is available"));
    CHECK(holds(world.under(MarkRole::card), "RTX 5090"));
    CHECK(holds(world.under(MarkRole::list), "sm_90"));
    CHECK(world->lookup().pasted() == 1);
}

TEST_CASE("a chosen code stands before the text's own, and gives way to the next text") {
    Pasted world;
    world.paste(torch_209);
    world.act([](Actions& a) { a.look_up = 700; });
    CHECK(world->lookup().code() == 700);
    world.act([](Actions& a) { a.look_up = 0; });
    CHECK(world->lookup().code() == 209);
    world.act([](Actions& a) { a.look_up = 700; });
    world.paste("CUDA error: an illegal memory access was encountered");
    CHECK(world->lookup().chosen() == 0);
    CHECK(world->lookup().code() == 700);
    world.act([](Actions& a) { a.paste = ""; });
    CHECK(world->lookup().code() == 0);
    CHECK(world->lookup().bytes() == 0);
    CHECK_FALSE(world->lookup().reading());
}

TEST_CASE("of megabytes only the lines around what proves something are shown, and the others are counted") {
    Pasted world;
    std::string text;
    for (int i = 0; i < 60000; ++i) text += "step " + std::to_string(i) + " loss 0.123 throughput 4567 tokens per second\n";
    const std::size_t middle = text.size();
    text += torch_209;
    for (int i = 0; i < 20000; ++i) text += "waiting for the next batch of the loader\n";
    world.paste(text);
    const Looked& looked = world.looked();
    CHECK(looked.bytes == text.size());
    CHECK(looked.lines == 80004);
    CHECK(looked.view.size() < 40);
    REQUIRE_FALSE(looked.view.empty());
    CHECK(holds(world.under(MarkRole::code), "no kernel image is available"));
    std::size_t counted = looked.left_out;
    for (const LookupLine& line : looked.view) counted += 1 + line.left_out;
    CHECK(counted == looked.lines);
    for (const LookupLine& line : looked.view)
        if (line.text.find("RuntimeError") != std::string::npos) CHECK(line.number == 60003);
    CHECK(middle > 0);
}

TEST_CASE("a line of any length is cut to the part around its mark") {
    Pasted world;
    world.paste(std::string(9000, 'x') + " CUDA error: no kernel image is available for execution on the device " + std::string(3000, 'y'));
    CHECK(holds(world.under(MarkRole::code), "no kernel image is available"));
    for (const LookupLine& line : world.looked().view) CHECK(line.text.size() < 700);
}

TEST_CASE("colours, carriage returns and UTF-16 leave the marks on their words") {
    Pasted world;
    world.paste("\x1B[31mRuntimeError: CUDA error: no kernel image is available\x1B[0m for execution on the device\r\n 10%\r 20%\r\n");
    CHECK(holds(world.under(MarkRole::code), "no kernel image is available for execution on the device"));
    std::string wide = "\xFF\xFE";
    for (char c : std::string("CUDA error: no kernel image is available for execution on the device\n")) wide += c, wide += '\0';
    world.paste(wide);
    CHECK_FALSE(world.looked().binary);
    CHECK(holds(world.under(MarkRole::code), "no kernel image is available"));
}

TEST_CASE("bytes that are no text are told so and show nothing, though a code's sentence lies among them") {
    Pasted world;
    std::string bytes = "\x7F" "ELF\x02\x01\x01";
    for (int i = 0; i < 20000; ++i) bytes += static_cast<char>((i * 7919 + i / 256) % 256);
    bytes += "no kernel image is available for execution on the device";
    world.paste(bytes);
    CHECK(world.looked().binary);
    CHECK(world.looked().view.empty());
    CHECK(world->lookup().code() == 0);
}

TEST_CASE("the newest of several texts is the one that is answered") {
    Pasted world;
    std::string large(3 << 20, 'a');
    for (std::size_t i = 80; i < large.size(); i += 80) large[i] = '\n';
    world.act([&](Actions& a) { a.look_up = 0, a.paste = large + "\nCUDA error: an illegal memory access was encountered"; });
    world.act([&](Actions& a) { a.paste = std::string("CUDA error: invalid argument"); });
    REQUIRE(world.wait([&] { return !world->lookup().reading(); }));
    CHECK(world->lookup().code() == 1);
    for (int i = 0; i < 50; ++i) world->update(), std::this_thread::sleep_for(std::chrono::milliseconds(2));
    CHECK(world->lookup().code() == 1);
}

TEST_CASE("a hub that cannot be read says which file, and no text waits for ever") {
    Folder empty;
    World world({}, [&](SessionOptions& options) { options.data_dir = empty.path.string(); });
    world.act([](Actions& a) { a.look_up = 0, a.paste = std::string("CUDA error: invalid argument"); });
    REQUIRE(world.wait([&] { return !world->lookup().reading(); }));
    REQUIRE_FALSE(world->lookup().troubles().empty());
    CHECK(world->lookup().troubles().front().text().find("lessons/hub") != std::string::npos);
    CHECK(world->lookup().looked()->view.size() == 1);
}

TEST_CASE("a newer text, a cleared one and a closed window do not wait for the one that is being read") {
    std::string text;
    while (text.size() < 48u << 20) text += "step 1 loss 0.123 CUDA throughput 4567 tokens per second and no error at all\n";
    Pasted world;
    world.act([&](Actions& a) { a.look_up = 0, a.paste = text; });
    CHECK(world->lookup().reading());
    world.paste("CUDA error: an illegal memory access was encountered");
    CHECK(world->lookup().code() == 700);
    CHECK(world->lookup().pasted() == 1);              // the long one was never answered
    world.act([&](Actions& a) { a.paste = text; });
    world.act([](Actions& a) { a.paste = ""; });
    CHECK_FALSE(world->lookup().reading());
    CHECK_FALSE(world->lookup().looked());
    world.act([&](Actions& a) { a.paste = text; });    // and the world ends while it is read
}
