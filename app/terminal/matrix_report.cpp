#include "terminal/matrix_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace launchlab {
namespace {

using Json = nlohmann::ordered_json;

// "this 8.6 card" of a sentence about one card, where several are spoken of.
std::string about_all(std::string why, Capability capability) {
    const std::string one = "this " + to_text(capability) + " card";
    for (std::size_t at = why.find(one); at != std::string::npos; at = why.find(one)) why.replace(at, one.size(), "these cards");
    if (const std::size_t at = why.find("these cards runs"); at != std::string::npos) why.erase(at + 15, 1);
    return why;
}

// Runs of neighbours: "5.0 to 7.5, 8.6".
std::string range_text(const Matrix& matrix, const std::vector<std::size_t>& cards) {
    std::string out;
    for (std::size_t i = 0; i < cards.size();) {
        std::size_t last = i;
        while (last + 1 < cards.size() && cards[last + 1] == cards[last] + 1) ++last;
        const auto name = [&](std::size_t k) { return to_text(matrix.cards[cards[k]].gpu.capability); };
        out += (out.empty() ? "" : ", ") + name(i);
        if (last > i) out += (last == i + 1 ? ", " : " to ") + name(last);
        i = last + 1;
    }
    return out;
}

Json json_of(const MatrixMeasured& one) {
    return {{"code", one.code}, {"takes", one.taken < 0 ? Json() : Json(one.taken)}, {"gpu", one.gpu.name}, {"driver", one.gpu.driver.version}, {"date", one.date}, {"source", one.source}};
}

Json json_of(const MatrixRow& row, const MatrixCell& cell, const MatrixCard& card) {
    const Verdict& verdict = cell.verdict;
    Json out = {{"gpu", to_text(card.gpu.capability)}, {"code", verdict.code}, {"how", verdict.how == How::sass ? "sass" : verdict.how == How::jit ? "jit" : "none"},
                {"takes", verdict.taken < 0 ? Json() : Json(verdict.taken)}, {"sure", cell.sure}, {"mark", to_word(verdict.sure)}, {"why", verdict.why}, {"reasons", Json::array()}, {"measured", nullptr}, {"differs", cell.differs}};
    for (std::size_t i = 0; i < verdict.reasons.size() && i < row.build.images.size(); ++i) {
        const Reason& one = verdict.reasons[i];
        out["reasons"].push_back({{"image", to_name(row.build.images[i].target)}, {"fits", one.fits}, {"taken", one.taken}, {"rule", one.rule}, {"text", one.text}, {"source", source_of_rule(one.rule)}, {"mark", to_word(one.sure)}});
    }
    if (cell.measured) out["measured"] = json_of(*cell.measured);
    return out;
}

}  // namespace

std::vector<MatrixGroup> groups_of(const Matrix& matrix, const MatrixRow& row) {
    struct Found {
        std::string word;
        int taken = -1;
        bool sure = true, differs = false;
        std::vector<std::size_t> cards;
    };
    std::vector<Found> found;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const MatrixCell& cell = row.cells[i];
        const std::string word = cell_word(cell);
        auto same = std::find_if(found.begin(), found.end(), [&](const Found& one) { return one.word == word && one.taken == cell.verdict.taken && one.sure == cell.sure && one.differs == cell.differs; });
        if (same == found.end()) same = found.insert(found.end(), {word, cell.verdict.taken, cell.sure, cell.differs, {}});
        same->cards.push_back(i);
    }
    std::vector<MatrixGroup> out;
    for (const Found& one : found) {
        const std::size_t first = one.cards.front();
        MatrixGroup group{.word = one.word, .cards = range_text(matrix, one.cards), .why = row.cells[first].verdict.why, .sure = one.sure, .differs = one.differs};
        if (one.cards.size() > 1) group.why = about_all(std::move(group.why), matrix.cards[first].gpu.capability);
        std::vector<std::size_t> measured;
        for (std::size_t i : one.cards) {
            if (!row.cells[i].measured) continue;
            measured.push_back(i);
            if (!group.outcome) group.outcome = &*row.cells[i].measured;
        }
        group.measured = range_text(matrix, measured);
        group.all_measured = measured.size() == one.cards.size();
        out.push_back(std::move(group));
    }
    return out;
}

std::string row_label(const MatrixRow& row) { return row.build.judged || !row.build.trouble.empty() ? row.build.title : build_label(row.build); }

std::string cannot_text(const MatrixBuild& build, const std::string& toolkit) {
    if (build.cannot.empty()) return "";
    std::vector<std::string> names;
    for (const Target& target : build.cannot) names.push_back(to_name(target));
    return "CUDA " + toolkit + " does not build " + to_list(names, "and") + ".";
}

std::string driver_words(const MatrixReport& report) {
    if (!report.driver.empty()) return "driver " + report.driver;
    return "driver 580, or the nearest that drives the card";
}

std::string to_json(const MatrixReport& report) {
    const Matrix& matrix = report.matrix;
    Json out = {{"version", 1}, {"toolkit", report.toolkit.empty() ? Json() : Json(report.toolkit)}, {"driver", report.driver.empty() ? Json() : Json(report.driver)}, {"cards", Json::array()}, {"columns", Json::array()}, {"rows", Json::array()}};
    for (const MatrixCard& card : matrix.cards)
        out["cards"].push_back({{"gpu", to_text(card.gpu.capability)}, {"name", card.own ? card.gpu.name : card.example}, {"generation", card.generation}, {"driver", card.gpu.driver.version}, {"own", card.own}});
    for (const auto& column : matrix.columns) {
        Json cards = Json::array();
        for (std::size_t card : column) cards.push_back(to_text(matrix.cards[card].gpu.capability));
        out["columns"].push_back(std::move(cards));
    }
    for (const MatrixRow& row : matrix.rows) {
        Json one = {{"title", row.build.title}, {"images", Json::array()}, {"cannot", Json::array()}, {"trouble", row.build.trouble.empty() ? Json() : Json(row.build.trouble)}, {"cells", Json::array()}};
        for (const OfferedImage& image : row.build.images) one["images"].push_back({{"kind", to_word(image.target.kind)}, {"arch", to_arch(image.target)}});
        for (const Target& target : row.build.cannot) one["cannot"].push_back(to_name(target));
        for (std::size_t i = 0; i < row.cells.size(); ++i) one["cells"].push_back(json_of(row, row.cells[i], matrix.cards[i]));
        out["rows"].push_back(std::move(one));
    }
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace launchlab
