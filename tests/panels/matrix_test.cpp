// The matrix in the window: opened by key, a cell chosen by mouse and keyboard, builds added, columns folded, nothing clipped.
#include "panels/desk.h"
#include "panels/faults.h"
#include "panels/matrix.h"

using namespace launchlab;

namespace {

std::size_t cells_in(const Desk& desk) {
    std::size_t count = 0;
    for (const Drawn& drawn : desk.recorder.drawn) count += drawn.kind == Drawn::Kind::widget && drawn.what.starts_with("cell/");
    return count;
}

void type(Desk& desk, const char* text) {
    ImGui::GetIO().AddInputCharactersUTF8(text);
    desk.settle();
}

}  // namespace

TEST_CASE("M opens the matrix from a step and from the first screen, and Escape goes back") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    Desk desk(*world);
    for (bool first : {true, false}) {
        desk.screen.first.open = first;
        desk.settle();
        desk.key(ImGuiKey_M);
        desk.settle();
        CHECK(desk.screen.matrix.open);
        CHECK(desk.says("Portability matrix"));
        CHECK(cells_in(desk) >= 10 * 15);
        CHECK(desk.says("yours"));
        desk.key(ImGuiKey_Escape);
        desk.settle();
        CHECK_FALSE(desk.screen.matrix.open);
        CHECK(desk.screen.first.open == first);
    }
}

TEST_CASE("the matrix begins at the own card, and a click on a cell tells it with a reason for each image") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    Desk desk(*world);
    desk.key(ImGuiKey_M);
    desk.settle();
    const MatrixState& state = desk.screen.matrix;
    CHECK(state.matrix.cards[state.matrix.columns[state.column].front()].own);
    std::size_t cure = 0, column = 0;
    for (std::size_t i = 0; i < state.matrix.rows.size(); ++i)
        if (images_text(state.matrix.rows[i].build) == "sm_75, compute_90") cure = i;
    for (std::size_t i = 0; i < state.matrix.columns.size(); ++i)
        if (column_text(state.matrix, state.matrix.columns[i]) == "8.6") column = i;
    REQUIRE(desk.click("cell/" + std::to_string(cure) + "/" + std::to_string(column)));
    desk.settle();
    CHECK(state.row == cure);
    CHECK(state.column == column);
    CHECK(desk.says("rule only, never run here"));
    for (const Reason& reason : state.matrix.rows[cure].cells[state.matrix.columns[column].front()].verdict.reasons) CHECK(desk.says(reason.text.substr(0, 12)));
    const std::size_t before = state.column;
    desk.key(ImGuiKey_RightArrow);
    desk.settle();
    CHECK(desk.screen.matrix.column != before);
}

TEST_CASE("what was recorded on such a card is filled, what is by rule is bare, and the own column stays alone when folded") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    Desk desk(*world);
    desk.key(ImGuiKey_M);
    desk.settle();
    MatrixState& state = desk.screen.matrix;
    std::size_t measured = 0;
    for (const MatrixRow& row : state.matrix.rows)
        for (const MatrixCell& cell : row.cells) {
            measured += cell.measured.has_value();
            const Symbol symbol = symbol_of(cell);
            if (cell.measured && !cell.differs) CHECK((symbol == Symbol::ok || symbol == Symbol::jit || symbol == Symbol::refused));
            else CHECK((symbol == Symbol::tick || symbol == Symbol::chevrons || symbol == Symbol::cross || symbol == Symbol::unsure));
        }
    CHECK(measured >= 1);
    const std::size_t wide = state.matrix.columns.size();
    desk.key(ImGuiKey_F);
    desk.settle();
    CHECK(state.matrix.columns.size() < wide);
    for (const auto& column : state.matrix.columns)
        for (std::size_t card : column) CHECK((!state.matrix.cards[card].own || column.size() == 1));
    desk.key(ImGuiKey_F);
    desk.settle();
    CHECK(state.matrix.columns.size() == wide);
}

TEST_CASE("a build is added by its flags and taken away again; what is no build says why") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    Desk desk(*world);
    desk.key(ImGuiKey_M);
    desk.settle();
    MatrixState& state = desk.screen.matrix;
    const std::size_t before = state.matrix.rows.size();
    desk.key(ImGuiKey_Insert);
    desk.settle();
    type(desk, "-arch=sm_70");
    desk.key(ImGuiKey_Enter);
    desk.settle();
    CHECK(state.matrix.rows.size() == before);
    CHECK_FALSE(state.trouble.empty());
    CHECK(faults(desk.recorder) == "");
    state.query = {};
    state.focus = true;
    desk.settle();
    type(desk, "-gencode arch=compute_89,code=sm_89");
    desk.key(ImGuiKey_Enter);
    desk.settle();
    REQUIRE(state.matrix.rows.size() == before + 1);
    CHECK(images_text(state.matrix.rows[0].build) == "sm_89");
    CHECK_FALSE(state.adding);
    desk.key(ImGuiKey_Delete);
    desk.settle();
    CHECK(state.matrix.rows.size() == before);
}

TEST_CASE("the matrix fits every window and zoom, with nothing clipped and nothing on top of another") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    for (auto [width, height] : {std::pair{1920.0f, 1080.0f}, std::pair{1280.0f, 720.0f}, std::pair{640.0f, 360.0f}}) {
        Desk desk(*world, width, height);
        desk.screen.matrix.open = true;
        for (const char* theme : {"dark", "light"})
            for (float zoom : {1.0f, 2.0f, 4.0f}) {
                if (zoom > 1 && width < 700) continue;
                desk.look(zoom, theme);
                INFO(width << "x" << height << ", " << zoom * 100 << " %, " << theme);
                CHECK(faults(desk.recorder) == "");
            }
    }
}

TEST_CASE("the heads stay in sight while the rows scroll, and the last row is reached by keys") {
    World world(fake_runner("hello-h200"));
    REQUIRE(world.ready());
    Desk desk(*world, 1280, 720);
    desk.key(ImGuiKey_M);
    desk.settle();
    for (int i = 0; i < 12; ++i) desk.key(ImGuiKey_DownArrow);
    desk.screen.matrix.row = desk.screen.matrix.matrix.rows.size() - 1;
    desk.screen.matrix.bring = true;
    desk.settle();
    const auto y_of = [&](const std::string& words) {
        for (const Drawn& drawn : desk.recorder.drawn)
            if (drawn.kind == Drawn::Kind::text && drawn.what == words) return drawn.rect.y0;
        return -1.0f;
    };
    const Drawn* last = desk.find("cell/9/" + std::to_string(desk.screen.matrix.column));
    REQUIRE(last);
    CHECK(last->rect.y1 < 720);
    CHECK(y_of("yours") > 100);
    CHECK(y_of("yours") < last->rect.y0);
    CHECK(faults(desk.recorder) == "");
}

TEST_CASE("without a card and without a runner the matrix is there by rule") {
    World world(fake_runner("hello-none"));
    (void)world.ready();
    Desk desk(*world);
    desk.screen.matrix.open = true;
    desk.settle();
    CHECK(cells_in(desk) >= 100);
}
