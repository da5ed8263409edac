// The step saved as one program: where, what is in it, and that nothing of the learner's is written over.
#include "session/world.h"

using namespace launchlab;

namespace {

using Save = Actions::Save;

struct Programs : World {
    Folder folder;
    Programs() : World({}, [](SessionOptions&) {}) {
        options.programs_dir = folder.path.string();
        session = std::make_unique<Session>(options);
        act([](Actions& a) { a.open_step = "day-06/2"; });
    }
    void save(Save how) { act([&](Actions& a) { a.save = how; }); }
    std::string file() const { return folder / "day-06-2-mark.cu"; }
};

}  // namespace

TEST_CASE("a step is saved as one program that holds the kernel, the calls, and is built by the line that is given") {
    Programs world;
    world.save(Save::start);
    const Saved* saved = world->saved();
    REQUIRE(saved);
    CHECK(saved->path == world.file());
    CHECK_FALSE(saved->asks);
    CHECK_FALSE(saved->trouble);
    const std::string text = text_of(world.file());
    CHECK(text == program(world->request(), "mark"));
    CHECK(text.find("__global__ void mark") != std::string::npos);
    CHECK(text.find("cudaPeekAtLastError()") != std::string::npos);
    CHECK(text.find("int main()") != std::string::npos);
    CHECK(saved->nvcc == nvcc_line(world->request(), world.file()));
}

TEST_CASE("another text of that name stays until the learner says so, and a free name is offered") {
    Programs world;
    std::ofstream(world.file()) << "mine";
    world.save(Save::start);
    REQUIRE(world->saved());
    CHECK(world->saved()->asks);
    CHECK(text_of(world.file()) == "mine");
    CHECK(world->saved()->beside == world.folder / "day-06-2-mark-2.cu");
    world.save(Save::beside);
    CHECK(text_of(world.file()) == "mine");
    CHECK(text_of(world.folder / "day-06-2-mark-2.cu").find("int main()") != std::string::npos);
    world.save(Save::over);                  // nothing is asked any more: this is no yes
    CHECK(text_of(world.file()) == "mine");
    world.save(Save::start);
    world.save(Save::over);
    CHECK(text_of(world.file()).find("int main()") != std::string::npos);
    CHECK_FALSE(world->saved()->asks);
}

TEST_CASE("the same program saved twice is there already, and another step has nothing to say of it") {
    Programs world;
    world.save(Save::start);
    world.save(Save::start);
    CHECK(world->saved()->was_there);
    CHECK_FALSE(world->saved()->asks);
    world.act([](Actions& a) { a.open_step = "day-06/1"; });
    CHECK(world->saved() == nullptr);
}

TEST_CASE("a folder that is not there is named as the reason") {
    Programs world;
    world.options.programs_dir = world.folder / "gone";
    world.session = std::make_unique<Session>(world.options);
    world.save(Save::start);
    INFO(world.all_troubles() << (world->step() ? world->step()->id : "none"));
    REQUIRE(world->saved());
    REQUIRE(world->saved()->trouble);
    CHECK(world->saved()->trouble->where == world.folder / "gone/day-06-1-mark.cu");
    CHECK_FALSE(world->saved()->asks);
}
