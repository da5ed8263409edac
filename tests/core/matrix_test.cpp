// Builds against cards: what a cell says, which cells are measured, which columns are alike.
#include "core/matrix.h"

#include <algorithm>

#include "core/card_words.h"
#include "tables.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

MatrixBuild build(const std::string& list) { return {.title = list, .images = images(list)}; }

std::vector<MatrixCard> all_cards(const std::string& with = "580", bool nearest = true) { return matrix_cards(gpus(), driver(with), nearest); }

std::size_t place(const Matrix& matrix, const std::string& capability) {
    for (std::size_t i = 0; i < matrix.cards.size(); ++i)
        if (to_text(matrix.cards[i].gpu.capability) == capability) return i;
    FAIL("no column " << capability);
    return 0;
}

std::string word(const Matrix& matrix, std::size_t row, const std::string& capability) { return cell_word(matrix.rows[row].cells[place(matrix, capability)]); }

MatrixMeasured outcome(const std::string& list, int code, int taken, const std::string& on = "9.0") {
    MatrixMeasured one{.gpu = card(on), .ptx = {9, 0}, .code = code, .taken = taken, .date = "2026-12-01", .source = "sweep"};
    one.gpu.name = "NVIDIA H200";
    for (const OfferedImage& image : images(list)) one.images.push_back(image.target);
    return one;
}

}  // namespace

TEST_CASE("a matrix says for each build and card whether it runs, is translated, or which code it returns") {
    const Matrix matrix = make_matrix({build("80"), build("80+p80"), build("75+p75"), build("75+p90"), build("p75"), build("100f")}, all_cards(), toolkits(), {}, false);
    REQUIRE(matrix.rows.size() == 6);
    CHECK(matrix.cards.size() == all_capabilities(gpus()).size());
    CHECK(matrix.columns.size() == matrix.cards.size());
    CHECK(word(matrix, 0, "8.6") == "SASS");
    CHECK(word(matrix, 0, "9.0") == "209");
    CHECK(word(matrix, 1, "9.0") == "JIT");
    CHECK(word(matrix, 2, "5.0") == "209");
    CHECK(word(matrix, 3, "8.6") == "209");  // often quoted as the cure
    CHECK(word(matrix, 3, "12.0") == "JIT");
    CHECK(word(matrix, 4, "7.5") == "JIT");
    CHECK(word(matrix, 5, "10.3") == "SASS");
    CHECK(word(matrix, 5, "12.0") == "209");
    const MatrixCell& orin = matrix.rows[0].cells[place(matrix, "8.7")];
    CHECK_FALSE(orin.sure);
    CHECK(matrix.rows[0].cells[place(matrix, "8.9")].sure);
}

TEST_CASE("the driver that was chosen holds for each card, or the nearest that drives it") {
    const std::vector<MatrixCard> chosen = all_cards("535", false), nearest = all_cards("535", true);
    CHECK(std::all_of(chosen.begin(), chosen.end(), [](const MatrixCard& card) { return card.gpu.driver.branch == 535; }));
    const Matrix matrix = make_matrix({build("120+p120")}, chosen, toolkits(), {}, false);
    CHECK(word(matrix, 0, "12.0") == "100");
    CHECK(word(make_matrix({build("120+p120")}, nearest, toolkits(), {}, false), 0, "12.0") == "SASS");
    MatrixBuild newer = build("p75");
    newer.images[0].ptx = {9, 0};
    CHECK(word(make_matrix({newer}, chosen, toolkits(), {}, false), 0, "7.5") == "222");
}

TEST_CASE("a cell is measured only where the same images ran on such a card with such a driver") {
    std::vector<MatrixMeasured> measured = {outcome("80+p80", 0, 1), outcome("80", 209, -1)};
    const auto at = [&](const std::string& list, const std::vector<MatrixCard>& cards) {
        MatrixBuild one = build(list);
        for (OfferedImage& image : one.images) image.ptx = image.target.kind == Kind::ptx ? PtxVersion{9, 0} : PtxVersion{};
        const Matrix matrix = make_matrix({one}, cards, toolkits(), measured, false);
        return matrix.rows[0].cells[place(matrix, "9.0")];
    };
    REQUIRE(at("80+p80", all_cards()).measured);
    CHECK(at("80+p80", all_cards()).measured->gpu.name == "NVIDIA H200");
    CHECK_FALSE(at("80+p80", all_cards()).differs);
    CHECK(at("80", all_cards()).measured);
    CHECK_FALSE(at("p80+80", all_cards()).measured);                  // another order
    CHECK_FALSE(at("80+p80", all_cards("570")).measured);             // another driver
    CHECK_FALSE(at("80+90+p80", all_cards()).measured);
    measured[0].ptx = {8, 8};
    CHECK_FALSE(at("80+p80", all_cards()).measured);                  // PTX of another toolkit
    const Matrix other = make_matrix({build("80")}, all_cards(), toolkits(), measured, false);
    CHECK_FALSE(other.rows[0].cells[place(other, "10.0")].measured);  // another card
    MatrixBuild linked = build("80");
    linked.around.linked = true;
    CHECK_FALSE(make_matrix({linked}, all_cards(), toolkits(), measured, false).rows[0].cells[place(other, "9.0")].measured);
    MatrixBuild broken = build("80");
    broken.images[0].edit = "cut";
    CHECK_FALSE(make_matrix({broken}, all_cards(), toolkits(), measured, false).rows[0].cells[place(other, "9.0")].measured);
}

TEST_CASE("a measurement that contradicts the rule is marked, by its code or by the image that ran") {
    const auto cell = [](const MatrixMeasured& one, const std::string& list) {
        const Matrix matrix = make_matrix({build(list)}, all_cards(), toolkits(), {one}, false);
        return matrix.rows[0].cells[place(matrix, "9.0")];
    };
    CHECK(cell(outcome("80", 0, 0), "80").differs);
    CHECK(cell(outcome("90+90a", 0, 0), "90+90a").differs);
    CHECK_FALSE(cell(outcome("90+90a", 0, 1), "90+90a").differs);
    CHECK_FALSE(cell(outcome("90+90a", 0, -1), "90+90a").differs);  // which image ran was not seen
}

TEST_CASE("columns that are alike in every row are folded, but never the own card") {
    std::vector<MatrixCard> cards = all_cards();
    const Matrix wide = make_matrix({build("80+p80")}, cards, toolkits(), {}, true);
    CHECK(wide.columns.size() < wide.cards.size());
    std::size_t counted = 0;
    for (const auto& column : wide.columns) {
        counted += column.size();
        for (std::size_t card : column) CHECK(cell_word(wide.rows[0].cells[card]) == cell_word(wide.rows[0].cells[column.front()]));
    }
    CHECK(counted == wide.cards.size());
    CHECK(column_text(wide, wide.columns.front()) == "5.0 to 7.5");
    Gpu own = card("7.0");
    own.name = "Tesla V100";
    put_own_card(cards, own);
    const Matrix mine = make_matrix({build("80+p80")}, cards, toolkits(), {}, true);
    const auto alone = std::find_if(mine.columns.begin(), mine.columns.end(), [&](const auto& column) { return mine.cards[column.front()].own; });
    REQUIRE(alone != mine.columns.end());
    CHECK(alone->size() == 1);
    CHECK(mine.cards[alone->front()].example == "V100");
    const Matrix measured = make_matrix({build("80")}, all_cards(), toolkits(), {outcome("80", 209, -1)}, true);
    for (const auto& column : measured.columns)
        if (measured.rows[0].cells[column.front()].measured) CHECK(column.size() == 1);
}

TEST_CASE("the own card stands in the column of its capability, and in one of its own where there is none") {
    std::vector<MatrixCard> cards = all_cards();
    const std::size_t before = cards.size();
    Gpu own = card("9.0", "590.44");
    own.name = "NVIDIA H200";
    put_own_card(cards, own);
    CHECK(cards.size() == before);
    const auto place = std::find_if(cards.begin(), cards.end(), [](const MatrixCard& card) { return card.own; });
    REQUIRE(place != cards.end());
    CHECK(place->gpu.driver.branch == 590);
    CHECK(place->example == "H200");
    own.capability = {8, 8};
    put_own_card(cards, own);
    CHECK(cards.size() == before + 1);  // no card of the table is an 8.8
    CHECK(std::is_sorted(cards.begin(), cards.end(), [](const MatrixCard& a, const MatrixCard& b) { return a.gpu.capability < b.gpu.capability; }));
    own.driver = {};
    own.capability = {7, 5};
    put_own_card(cards, own);
    CHECK(std::find_if(cards.begin(), cards.end(), [](const MatrixCard& card) { return card.gpu.capability == Capability{7, 5}; })->gpu.driver.branch == 580);
}

TEST_CASE("the usual builds are those that the toolkit takes, with its PTX version") {
    const std::vector<MatrixBuild> now = usual_builds(*find_toolkit(toolkits(), "13.0"), toolkits()), then = usual_builds(*find_toolkit(toolkits(), "12.2"), toolkits());
    CHECK(now.size() == 10);
    CHECK(then.size() == 8);  // neither 100f nor 120
    CHECK(images_text(now[2]) == "sm_75, compute_75");
    CHECK(images_text(then[2]) == "sm_52, compute_52");
    for (const MatrixBuild& one : now)
        for (const OfferedImage& image : one.images) CHECK(image.ptx == (image.target.kind == Kind::ptx ? PtxVersion{9, 0} : PtxVersion{}));
}

TEST_CASE("the recordings that are shipped give measured cells for the images that they launched") {
    const std::vector<Recording> recordings = parse_recordings(read_text("assets/recordings/h200.jsonl"), "h200.jsonl").recordings;
    const std::vector<MatrixMeasured> measured = measured_in(recordings, toolkits());
    CHECK(measured.size() >= 10);
    const Matrix matrix = make_matrix({build("100"), build("90")}, all_cards(), toolkits(), measured, false);
    const std::size_t h200 = place(matrix, "9.0");
    REQUIRE(matrix.rows[0].cells[h200].measured);
    CHECK(matrix.rows[0].cells[h200].measured->code == 209);
    CHECK(matrix.rows[0].cells[h200].measured->source.starts_with("h200/"));
    for (const MatrixRow& row : matrix.rows)
        for (const MatrixCell& cell : row.cells) CHECK_FALSE(cell.differs);
}

TEST_CASE("a row without a verdict has no cells and changes no column") {
    MatrixBuild refused = build("80");
    refused.trouble = "The build stops.";
    const Matrix matrix = make_matrix({refused, build("80")}, all_cards(), toolkits(), {}, true);
    CHECK(matrix.rows[0].cells.empty());
    CHECK(matrix.rows[1].cells.size() == matrix.cards.size());
    CHECK(matrix.columns.size() < matrix.cards.size());
    CHECK(make_matrix({}, all_cards(), toolkits(), {}, false).rows.empty());
}
