#include "terminal/matrix_command.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "core/card_words.h"
#include "core/device_verdict.h"
#include "session/course_files.h"
#include "session/device_file.h"
#include "session/sweep_files.h"
#include "terminal/commands.h"
#include "terminal/flags_command.h"
#include "terminal/matrix_report.h"
#include "terminal/sweep_talk.h"

namespace launchlab {
namespace {

constexpr int open_branch = 580;  // the newest that still drives every card from 5.0 on

std::vector<Target> not_built(const std::vector<OfferedImage>& images, const Toolkit& toolkit) {
    std::vector<Target> out;
    for (const OfferedImage& image : images)
        if (!builds(toolkit, image.target) && std::find(out.begin(), out.end(), image.target) == out.end()) out.push_back(image.target);
    return out;
}

MatrixBuild build_of_flags(const std::string& text, const MatrixArguments& asked, const ToolkitTable& toolkits) {
    FlagsQuestion question{.text = text, .syntax = asked.syntax, .toolkit = asked.toolkit, .rdc = asked.rdc};
    FlagsAnswer answer = read_flags(question, toolkits);
    const Toolkit* toolkit = toolkit_named(toolkits, asked.toolkit);
    MatrixBuild build{.title = text};
    if (answer.error) {
        build.trouble = "The build stops: " + answer.error->what;
        question.toolkit.clear();
        // Another toolkit may build it: then this one lacks a target, and which one is worth telling.
        if (toolkit)
            if (const FlagsAnswer open = read_flags(question, toolkits); !open.error) build.images = offered(open), build.cannot = not_built(build.images, *toolkit);
        return build;
    }
    build.images = offered(answer);
    build.around = {.packed = !answer.bare, .linked = answer.rdc};
    build.targets_only = !answer.images;
    if (toolkit) {
        build.cannot = not_built(build.images, *toolkit);
        for (OfferedImage& image : build.images)
            if (image.target.kind == Kind::ptx && image.ptx == PtxVersion{}) image.ptx = toolkit->ptx;
        if (!asked.driver.empty() || asked.on.find('@') != std::string::npos) build.around.runtime = toolkit->version;
    }
    if (build.targets_only && build.images.empty()) build.trouble = "The text does not tell the targets.";
    return build;
}

Result<MatrixBuild> build_of_file(const std::string& path, const MatrixArguments& asked, const ToolkitTable& toolkits) {
    Result<DeviceFile> read = read_device_file(path, {});
    if (!read) return read.error();
    MatrixBuild build{.title = path};
    const auto code = std::make_shared<DeviceCode>(std::move(read->code));
    const std::optional<DeviceVerdict> any = judge(*code, Gpu{"", {9, 0}, false, {open_branch, std::to_string(open_branch)}}, toolkits);
    if (!any) {
        build.trouble = usable_images(*code).empty() ? "There is no device code that could be launched in it." : "It is damaged in a way that no rule speaks of.";
        return build;
    }
    for (const OfferedRow& row : any->rows) build.images.push_back({.target = row.target, .ptx = row.ptx, .edit = row.flaw, .zstd = row.packing == Packing::zstd});
    if (const Toolkit* toolkit = toolkit_named(toolkits, asked.toolkit)) build.cannot = not_built(build.images, *toolkit);
    build.around.linked = code->linked;
    build.judged = [code, &toolkits](const Gpu& gpu) {
        const std::optional<DeviceVerdict> one = judge(*code, gpu, toolkits);
        return one ? one->verdict : Verdict{};
    };
    return build;
}

Result<std::vector<MatrixCard>> cards_of(const MatrixArguments& asked, const Tables& tables) {
    const Toolkit* toolkit = toolkit_named(tables.toolkits, asked.toolkit);
    Driver driver{open_branch, std::to_string(open_branch)};
    if (toolkit && toolkit->driver_branch > driver.branch) driver = {toolkit->driver_branch, std::to_string(toolkit->driver_branch)};
    if (!asked.driver.empty()) driver = *parse_driver(asked.driver);  // checked with the options
    if (asked.on.empty()) return matrix_cards(tables.gpus, driver, asked.driver.empty());
    const Result<CardList> list = read_cards(asked.on, tables.gpus, driver);
    if (!list) return Error{"--on " + list.error().where, list.error().what};
    std::vector<MatrixCard> out;
    for (const AskedCard& one : list->cards) {
        MatrixCard card{one.gpu, generation_of(one.gpu.capability), one.asked.substr(0, one.asked.find('@')), false};
        if (!asked.driver.empty() && !one.driver_named) card.gpu.driver = driver;
        out.push_back(std::move(card));
    }
    std::stable_sort(out.begin(), out.end(), [](const MatrixCard& a, const MatrixCard& b) { return a.gpu.capability < b.gpu.capability; });
    return out;
}

// Of named cards none is changed: the first of the own kind stands out.
void mark_own_card(std::vector<MatrixCard>& cards, Capability own) {
    const auto place = std::find_if(cards.begin(), cards.end(), [&](const MatrixCard& card) { return card.gpu.capability == own; });
    if (place != cards.end()) place->own = true;
}

// The card that stands out. Unset: there is none, or the runner does not answer; the matrix is by rule anyway.
Result<std::optional<Gpu>> own_card(const MatrixArguments& asked, const Tables& tables, Output& out) {
    if (asked.card == "none") return std::optional<Gpu>();
    if (!asked.card.empty()) {
        const Result<Gpu> named = find_gpu(tables.gpus, asked.card, {open_branch, std::to_string(open_branch)});
        if (!named) return Error{"--card " + asked.card, named.error().what};
        return std::optional<Gpu>(*named);
    }
    out.status("asking the runner ...");
    SweepTalk talk(asked.runner);
    const Result<Hello> hello = talk.hello();
    out.status("");
    if (!hello && !asked.runner.empty()) return hello.error();
    if (!hello || hello->gpus.empty()) return std::optional<Gpu>();
    const GpuSeen& seen = hello->gpus.front();
    return std::optional<Gpu>(Gpu{seen.name, seen.capability, seen.tegra, driver_of(tables.toolkits, hello->driver, hello->driver_cuda)});
}

Result<std::vector<MatrixMeasured>> measured_of(const MatrixArguments& asked, const std::string& data, const ToolkitTable& toolkits) {
    std::vector<MatrixMeasured> out = read_sweep_files(data, toolkits).measured;
    for (const auto& [name, text] : read_course_files(data).recordings) {
        const std::vector<MatrixMeasured> more = measured_in(parse_recordings(text, name).recordings, toolkits);
        out.insert(out.end(), more.begin(), more.end());
    }
    if (asked.measured.empty()) return out;
    Result<std::vector<MatrixMeasured>> named = read_measured(asked.measured, toolkits);
    if (!named) return named.error();
    named->insert(named->end(), out.begin(), out.end());
    return named;
}

std::optional<Error> write(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (file) return std::nullopt;
    return Error{"--html " + path, "it could not be written: " + std::string(std::strerror(errno)) + ". Name a place where files can be made."};
}

}  // namespace

int matrix_command(const MatrixArguments& arguments, Output& out, Output& err) {
    const Result<std::string> data = find_data_dir();
    if (!data) return fail(err, data.error());
    const Result<Tables> tables = read_tables();
    if (!tables) return fail(err, tables.error());
    MatrixArguments asked = arguments;
    const bool usual = asked.files.empty() && asked.flags.empty();
    if (usual && asked.toolkit.empty()) asked.toolkit = "13.0";
    if (!asked.toolkit.empty() && usual && !toolkit_named(tables->toolkits, asked.toolkit))
        return fail(err, {"--toolkit " + asked.toolkit, "there is no such CUDA release. Write for example 12.6."});

    Result<std::vector<MatrixCard>> cards = cards_of(asked, *tables);
    if (!cards) return fail(err, cards.error());
    const Result<std::optional<Gpu>> own = own_card(asked, *tables, out);
    if (!own) return fail(err, own.error());
    if (Gpu card = own->value_or(Gpu{}); *own) {
        if (!asked.driver.empty()) card.driver = {};  // the driver that was asked for holds in each column
        if (asked.on.empty()) put_own_card(*cards, card);
        else mark_own_card(*cards, card.capability);
    }
    std::vector<MatrixBuild> builds;
    for (const std::string& path : asked.files) {
        Result<MatrixBuild> build = build_of_file(path, asked, tables->toolkits);
        if (!build) return fail(err, build.error());
        builds.push_back(std::move(*build));
    }
    for (const std::string& text : asked.flags) builds.push_back(build_of_flags(text, asked, tables->toolkits));
    if (usual) builds = usual_builds(*toolkit_named(tables->toolkits, asked.toolkit), tables->toolkits);
    const Result<std::vector<MatrixMeasured>> measured = measured_of(asked, *data, tables->toolkits);
    if (!measured) return fail(err, measured.error());

    const MatrixReport report{make_matrix(std::move(builds), std::move(*cards), tables->toolkits, *measured, asked.fold), asked.toolkit, asked.driver};
    if (asked.json) out.print(to_json(report));
    else if (asked.html == "-") out.print(to_html(report));
    else if (asked.html.empty()) out.print(matrix_lines(report, out.style()));
    else if (const std::optional<Error> error = write(asked.html, to_html(report))) return fail(err, *error);
    else out.print(printable(out.style(), asked.html) + ": the matrix as a page\n");
    for (const MatrixRow& row : report.matrix.rows)
        for (const MatrixCell& cell : row.cells)
            if (cell.differs) return exit_differs;
    return exit_same;
}

}  // namespace launchlab
