#include <nlohmann/json.hpp>

#include "core/codes.h"
#include "terminal/device_report.h"
#include "terminal/report.h"

namespace launchlab {
namespace {

using Json = nlohmann::ordered_json;

std::string_view word_of(Packing packing) {
    switch (packing) {
        case Packing::plain: return "plain";
        case Packing::lz4: return "lz4";
        case Packing::zstd: return "zstd";
        case Packing::other: return "other";
    }
    return "other";
}

std::string_view word_of(How how) { return how == How::sass ? "sass" : how == How::jit ? "jit" : "none"; }
std::string_view word_of(Sure sure) { return sure == Sure::measured ? "measured" : sure == Sure::documented ? "documented" : "likely"; }

std::string name_of(int code) {
    const Code* known = find_code(code);
    return known ? std::string(known->name) : std::string();
}

Json image_json(const DeviceImage& image) {
    return {{"where", image.where},
            {"member", image.member},
            {"module", image.module},
            {"offset", image.offset},
            {"kind", to_word(image.target.kind)},
            {"arch", to_arch(image.target)},
            {"kernels", image.kernels ? Json(*image.kernels) : Json(nullptr)},
            {"names", image.names},
            {"ptx", image.target.kind == Kind::ptx && image.ptx != PtxVersion{} ? to_text(image.ptx) : ""},
            {"packing", word_of(image.packing)},
            {"stored", image.stored},
            {"size", image.size},
            {"relocatable", image.relocatable},
            {"debug", image.debug},
            {"empty", image.empty},
            {"flaw", image.flaw},
            {"toolkit", image.toolkit}};
}

Json verdict_json(const DeviceVerdict& judged) {
    const Verdict& verdict = judged.verdict;
    Json reasons = Json::array();
    for (std::size_t i = 0; i < judged.rows.size() && i < verdict.reasons.size(); ++i) {
        const OfferedRow& row = judged.rows[i];
        const Reason& reason = verdict.reasons[i];
        reasons.push_back({{"target", to_name(row.target)}, {"kind", to_word(row.target.kind)}, {"arch", to_arch(row.target)}, {"count", row.count}, {"fits", reason.fits},
                           {"taken", reason.taken}, {"text", reason.text}, {"rule", reason.rule}});
    }
    const std::string picks = verdict.taken >= 0 ? to_name(judged.rows[static_cast<std::size_t>(verdict.taken)].target) : "";
    return {{"gpu", to_text(judged.card.capability)},
            {"name", judged.card.name},
            {"driver", judged.card.driver.version},
            {"runs", verdict.code == 0},
            {"how", word_of(verdict.how)},
            {"code", verdict.code},
            {"code_name", name_of(verdict.code)},
            {"picks", picks},
            {"sure", verdict.sure != Sure::likely},
            {"basis", word_of(verdict.sure)},
            {"why", verdict.why},
            {"modules", judged.modules},
            {"served", judged.served},
            {"reasons", std::move(reasons)}};
}

// Without images there is nothing that a rule could speak of.
Json no_verdict_json(const Gpu& card) {
    return {{"gpu", to_text(card.capability)}, {"name", card.name}, {"driver", card.driver.version}, {"runs", false}, {"how", "none"}, {"code", nullptr}, {"code_name", ""}, {"picks", ""},
            {"sure", false}, {"basis", "likely"}, {"why", "There is no image in it to judge."}, {"modules", 0}, {"served", 0}, {"reasons", Json::array()}};
}

Json mend_json(const Mend& mend) {
    Json targets = Json::array();
    for (const Target& target : mend.targets) targets.push_back(to_name(target));
    return {{"command", mend.command}, {"why", mend.why}, {"toolkit", mend.toolkit}, {"targets", std::move(targets)}};
}

Json gate_json(const Gate* gate) {
    if (!gate) return nullptr;
    Json rows = Json::array(), lines = Json::array();
    for (const GateRow& row : gate->rows)
        rows.push_back({{"file", row.file}, {"asked", row.asked}, {"gpu", row.capability == Capability{} ? "" : to_text(row.capability)}, {"driver", row.driver.version}, {"served", row.served},
                        {"in_part", row.in_part}, {"code", row.code ? Json(*row.code) : Json(nullptr)}, {"why", row.why}, {"mend", mend_json(row.mend)}});
    for (const FleetLine& line : gate->lines) lines.push_back({{"syntax", line.syntax}, {"tool", line.tool}, {"line", line.texts.front()}});
    return {{"path", gate->path}, {"served", gate->open()}, {"cards", std::move(rows)}, {"toolkit", gate->toolkit}, {"lines", std::move(lines)}};
}

Json file_json(const DeviceFile& file, const std::vector<std::pair<Gpu, std::optional<DeviceVerdict>>>& verdicts) {
    Json summary = Json::object(), bytes = Json::object(), images = Json::array(), members = Json::array(), judged = Json::array();
    for (const auto& [name, one] : image_counts(file)) {
        summary[name] = one.images;
        bytes[name] = one.bytes;
    }
    const bool package = file.code.format == Format::zip;
    if (!package)
        for (const DeviceImage& image : file.code.images) images.push_back(image_json(image));
    for (const DeviceFile& member : file.members) members.push_back(file_json(member, {}));
    for (const auto& [card, verdict] : verdicts) judged.push_back(verdict ? verdict_json(*verdict) : no_verdict_json(card));
    return {{"path", file.path},
            {"format", to_word(file.code.format)},
            {"size", file.size},
            {"summary", std::move(summary)},
            {"bytes", std::move(bytes)},
            {"images", std::move(images)},
            {"usable", usable_names(file.code)},
            {"deep", deep_names(file.code)},
            {"looked_deep", file.code.looked_deep},
            {"linked", file.code.linked},
            {"runtime", file.code.runtime},
            {"toolkit", file.code.toolkit},
            {"members", std::move(members)},
            {"warn", file.code.warn},
            {"hints", file.code.hints},
            {"verdicts", std::move(judged)}};
}

std::string printed(const Json& json) { return printable_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n"; }

}  // namespace

std::vector<std::string> deep_names(const DeviceCode& code) {
    std::vector<std::string> out;
    if (code.format == Format::zip) return out;
    for (const DeviceImage& image : code.deep) out.push_back((!image.bare ? "" : image.target.kind == Kind::ptx ? "ptx:" : "cubin:") + to_name(image.target));
    return out;
}

std::string to_json(const std::vector<InspectedFile>& files, const Gate* gate) {
    Json list = Json::array();
    for (const InspectedFile& one : files) list.push_back(file_json(*one.file, one.verdicts));
    return printed({{"version", report_version}, {"files", std::move(list)}, {"require", gate_json(gate)}});
}

std::string to_json(const WhyReport& report) {
    Json card = nullptr, run = nullptr;
    if (report.card)
        card = {{"name", report.card->name}, {"cc", to_text(report.card->capability)}, {"driver", report.card->driver.version}, {"driver_assumed", report.driver_assumed}, {"live", report.card_here}};
    if (report.run) {
        const RunFound& found = *report.run;
        run = {{"command", found.command}, {"exit", found.exit}, {"signal", found.signal}, {"code", found.code}, {"code_name", name_of(found.code)}, {"call", found.call}, {"log", found.log}, {"lines", found.lines}};
    }
    const DeviceAnswer none;
    const DeviceAnswer& answer = report.answer ? *report.answer : none;
    return printed({{"version", report_version},
                    {"file", report.file ? file_json(*report.file, {}) : Json(nullptr)},
                    {"card", std::move(card)},
                    {"missing", report.missing},
                    {"runs", report.card && report.answer ? Json(answer.runs) : Json(nullptr)},
                    {"in_part", answer.in_part},
                    {"title", answer.title},
                    {"happens", answer.happens},
                    {"verdict", answer.verdict ? verdict_json(*answer.verdict) : Json(nullptr)},
                    {"mend", mend_json(answer.mend)},
                    {"could_differ", answer.could_differ},
                    {"run", std::move(run)}});
}

}  // namespace launchlab
