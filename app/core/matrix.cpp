#include "core/matrix.h"

#include <algorithm>

#include "core/card_words.h"
#include "core/flags.h"

namespace launchlab {
namespace {

// The card by which people know a capability; else the first of the table.
constexpr std::pair<Capability, std::string_view> examples[] = {
    {{5, 0}, "750 Ti"}, {{5, 2}, "M60"}, {{5, 3}, "Nano"}, {{6, 0}, "P100"}, {{6, 1}, "1080 Ti"}, {{6, 2}, "TX2"}, {{7, 0}, "V100"}, {{7, 2}, "Xavier"}, {{7, 5}, "T4"},
    {{8, 0}, "A100"}, {{8, 6}, "A10"}, {{8, 7}, "Orin"}, {{8, 9}, "L4"}, {{9, 0}, "H100"}, {{10, 0}, "B200"}, {{10, 3}, "B300"}, {{10, 7}, "Rubin"}, {{11, 0}, "Thor"}, {{12, 0}, "5090"}, {{12, 1}, "GB10"}};

std::string example_of(Capability capability, const GpuTable& gpus) {
    for (const auto& [number, name] : examples)
        if (number == capability) return std::string(name);
    for (const NamedGpu& gpu : gpus.gpus)
        if (gpu.capability == capability) return gpu.name;
    return "";
}

std::string short_name(std::string name) {
    for (const std::string word : {"NVIDIA ", "Tesla ", "GeForce "})
        if (name.starts_with(word)) name.erase(0, word.size());
    return name;
}

bool same_images(const MatrixBuild& build, const MatrixMeasured& one) {
    if (build.images.size() != one.images.size() || build.around.packed != one.packed || build.around.linked || !build.around.env.empty()) return false;
    for (std::size_t i = 0; i < one.images.size(); ++i) {
        const OfferedImage& image = build.images[i];
        if (image.target != one.images[i] || !image.edit.empty() || image.zstd) return false;
        if (image.target.kind == Kind::ptx && image.ptx != PtxVersion{} && one.ptx != PtxVersion{} && image.ptx != one.ptx) return false;
    }
    return true;
}

MatrixCell cell_of(const MatrixBuild& build, const MatrixCard& card, const ToolkitTable& toolkits, const std::vector<MatrixMeasured>& measured) {
    MatrixCell cell{.verdict = build.judged ? build.judged(card.gpu) : choose(build.images, card.gpu, toolkits, build.around)};
    cell.sure = cell.verdict.settled && !(build.targets_only && cell.verdict.code != 0);
    for (const MatrixMeasured& one : measured) {
        if (one.gpu.capability != card.gpu.capability || one.gpu.driver.branch != card.gpu.driver.branch || !same_images(build, one)) continue;
        // The own card's outcome comes before another card's of the same kind, and the newer before the older.
        const bool better = !cell.measured || (card.own && one.gpu.name == card.gpu.name && cell.measured->gpu.name != card.gpu.name) ||
                            (one.gpu.name == cell.measured->gpu.name && one.date > cell.measured->date);
        if (better) cell.measured = one;
    }
    if (cell.measured) cell.differs = cell.measured->code != cell.verdict.code || (cell.measured->code == 0 && cell.measured->taken >= 0 && cell.measured->taken != cell.verdict.taken);
    return cell;
}

bool alike(const MatrixCell& a, const MatrixCell& b) {
    return a.verdict.code == b.verdict.code && a.verdict.how == b.verdict.how && a.verdict.taken == b.verdict.taken && a.sure == b.sure && a.differs == b.differs &&
           a.measured.has_value() == b.measured.has_value() && (!a.measured || a.measured->code == b.measured->code);
}

std::vector<std::vector<std::size_t>> columns_of(const Matrix& matrix, bool fold) {
    std::vector<std::vector<std::size_t>> out;
    for (std::size_t i = 0; i < matrix.cards.size(); ++i) {
        const bool joins = fold && i > 0 && !matrix.cards[i].own && !matrix.cards[i - 1].own &&
                           std::all_of(matrix.rows.begin(), matrix.rows.end(), [&](const MatrixRow& row) { return row.cells.empty() || alike(row.cells[i - 1], row.cells[i]); });
        if (joins) out.back().push_back(i);
        else out.push_back({i});
    }
    return out;
}

}  // namespace

std::string generation_of(Capability capability) {
    switch (capability.major) {
        case 5: return "Maxwell";
        case 6: return "Pascal";
        case 7: return capability.minor >= 5 ? "Turing" : "Volta";
        case 8: return capability.minor >= 9 ? "Ada" : "Ampere";
        case 9: return "Hopper";
        case 10: return capability.minor >= 7 ? "Rubin" : "Blackwell";
        case 11:
        case 12: return "Blackwell";
        default: return "";
    }
}

std::vector<MatrixCard> matrix_cards(const GpuTable& gpus, const Driver& driver, bool nearest) {
    std::vector<MatrixCard> out;
    for (const std::string& text : all_capabilities(gpus)) {
        const Result<Gpu> gpu = find_gpu(gpus, text, driver);
        if (!gpu) continue;
        MatrixCard card{*gpu, generation_of(gpu->capability), example_of(gpu->capability, gpus), false};
        if (!nearest) card.gpu.driver = driver;
        out.push_back(std::move(card));
    }
    return out;
}

void put_own_card(std::vector<MatrixCard>& cards, const Gpu& own) {
    auto place = std::find_if(cards.begin(), cards.end(), [&](const MatrixCard& card) { return card.gpu.capability >= own.capability; });
    if (place == cards.end() || place->gpu.capability != own.capability) {
        const Driver neighbour = cards.empty() ? Driver{} : place == cards.end() ? cards.back().gpu.driver : place->gpu.driver;
        place = cards.insert(place, MatrixCard{.gpu = {.driver = neighbour}});
    }
    const Driver driver = own.driver.branch != 0 ? own.driver : place->gpu.driver;
    *place = {own, generation_of(own.capability), short_name(own.name), true};
    place->gpu.driver = driver;
}

Matrix make_matrix(std::vector<MatrixBuild> builds, std::vector<MatrixCard> cards, const ToolkitTable& toolkits, const std::vector<MatrixMeasured>& measured, bool fold) {
    Matrix out{.cards = std::move(cards)};
    for (MatrixBuild& build : builds) {
        MatrixRow row{std::move(build), {}};
        if (row.build.trouble.empty())
            for (const MatrixCard& card : out.cards) row.cells.push_back(cell_of(row.build, card, toolkits, measured));
        out.rows.push_back(std::move(row));
    }
    out.columns = columns_of(out, fold);
    return out;
}

std::vector<MatrixMeasured> measured_in(const Sweep& sweep, const ToolkitTable& toolkits) {
    const Toolkit* toolkit = find_toolkit(toolkits, sweep.head.toolkit);
    const Gpu gpu{sweep.head.gpu, sweep.head.capability, false, driver_of(toolkits, sweep.head.driver, 0)};
    std::vector<MatrixMeasured> out;
    for (const SweepRow& row : sweep.rows) {
        const bool plain = std::all_of(row.set.images.begin(), row.set.images.end(), [](const OfferedImage& image) { return image.edit.empty(); });
        if (!row.measured || row.measured->sync != 0 || !plain || !row.set.env.empty()) continue;
        MatrixMeasured one{.gpu = gpu, .packed = row.set.packed, .ptx = toolkit ? toolkit->ptx : PtxVersion{}, .code = row.measured->code, .taken = row.measured->taken, .date = sweep.head.date, .source = "sweep"};
        for (const OfferedImage& image : row.set.images) one.images.push_back(image.target);
        out.push_back(std::move(one));
    }
    return out;
}

std::vector<MatrixMeasured> measured_in(const std::vector<Recording>& recordings, const ToolkitTable& toolkits) {
    std::vector<MatrixMeasured> out;
    for (const Recording& recording : recordings) {
        const Run& run = recording.run;
        if (run.request.units.size() != 1 || !run.request.env.empty()) continue;
        const auto launch = std::find_if(run.request.calls.begin(), run.request.calls.end(), [](const CallRequest& call) { return call.call == "launch"; });
        if (launch == run.request.calls.end() || launch->unit != 0) continue;
        const std::optional<int> code = launch_code(run, static_cast<int>(launch - run.request.calls.begin()));
        // Only what the image decides: a refused shape or a fault says nothing about the build.
        static constexpr int by_image[] = {0, 200, 209, 218, 222, 223, 300};
        if (!code || std::find(std::begin(by_image), std::end(by_image), *code) == std::end(by_image)) continue;
        const Toolkit* toolkit = find_toolkit(toolkits, run.request.toolkit);
        MatrixMeasured one{.gpu = {run.origin.gpu, run.origin.capability, false, driver_of(toolkits, run.origin.driver, 0)}, .packed = run.request.units[0].packed,
                           .ptx = toolkit ? toolkit->ptx : PtxVersion{}, .code = *code, .date = run.origin.date, .source = recording.name};
        bool plain = true;
        for (const ImageRequest& image : run.request.units[0].images) {
            const Result<Target> target = parse_arch(image.kind, image.arch);
            plain = plain && target && image.edit.empty();
            if (target) one.images.push_back(*target);
        }
        for (const Taken& taken : run.taken)
            if (taken.unit == 0 && *code == 0) one.taken = taken.image;
        if (plain) out.push_back(std::move(one));
    }
    return out;
}

std::vector<MatrixBuild> usual_builds(const Toolkit& toolkit, const ToolkitTable& toolkits) {
    // The flags and what they are known for; those that this toolkit refuses are left out.
    static constexpr std::string_view flags[] = {
        "-gencode arch=compute_80,code=sm_80", "-arch=sm_80", "", "-gencode arch=compute_75,code=sm_75 -gencode arch=compute_90,code=compute_90", "-arch=compute_75",
        "-gencode arch=compute_75,code=sm_75 -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=[sm_90,compute_90]",
        "-gencode arch=compute_80,code=sm_80 -gencode arch=compute_86,code=sm_86 -gencode arch=compute_89,code=sm_89",
        "-gencode arch=compute_90a,code=sm_90a -gencode arch=compute_80,code=compute_80", "-gencode arch=compute_100f,code=sm_100f", "-arch=sm_120"};
    std::vector<MatrixBuild> out;
    for (std::string_view text : flags) {
        const FlagsAnswer answer = read_flags({.text = "nvcc " + std::string(text) + (text.empty() ? "" : " ") + "app.cu", .toolkit = toolkit.version}, toolkits);
        if (answer.error || !answer.images) continue;
        MatrixBuild build{.title = text.empty() ? "nvcc " + toolkit.version + " without a flag" : std::string(text), .images = offered(answer)};
        for (OfferedImage& image : build.images)
            if (image.target.kind == Kind::ptx && image.ptx == PtxVersion{}) image.ptx = toolkit.ptx;
        build.around.runtime = toolkit.version;
        out.push_back(std::move(build));
    }
    return out;
}

std::string column_text(const Matrix& matrix, const std::vector<std::size_t>& column) {
    if (column.empty()) return "";
    const std::string first = to_text(matrix.cards[column.front()].gpu.capability), last = to_text(matrix.cards[column.back()].gpu.capability);
    return column.size() == 1 ? first : first + (column.size() == 2 ? " and " : " to ") + last;
}

std::string images_text(const MatrixBuild& build) {
    std::string out;
    for (const OfferedImage& image : build.images) out += (out.empty() ? "" : ", ") + to_name(image.target);
    return out.empty() ? "no device code" : out;
}

std::string build_label(const MatrixBuild& build) {
    if (!build.trouble.empty()) return "no build";
    std::string out;
    for (std::size_t i = 0; i < build.images.size(); ++i) {
        const Target& target = build.images[i].target;
        const bool same = i > 0 && build.images[i - 1].target.kind == target.kind;  // neighbours of one kind share its name
        out += same ? " " + to_arch(target) : (i > 0 ? " + " : "") + to_name(target);
    }
    return out.empty() ? "no device code" : out;
}

std::string cell_word(const MatrixCell& cell) {
    if (cell.verdict.code != 0) return std::to_string(cell.verdict.code);
    return cell.verdict.how == How::jit ? "JIT" : "SASS";
}

}  // namespace launchlab
