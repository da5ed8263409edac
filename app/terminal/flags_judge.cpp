#include "terminal/flags_judge.h"

#include <algorithm>

#include "core/fit.h"
#include "core/json_reader.h"

namespace launchlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr int open_branch = 580;         // the newest that still drives every card from 5.0 on
constexpr int last_own_tegra = 540, unified_tegra = 580, tegra_with_minors = 595;

// The driver that a Jetson's system release brings.
Driver jetson_driver(std::string_view software) {
    int number[2] = {0, 0};
    std::size_t i = software.find_first_of("0123456789");
    for (int k = 0; k < 2 && i < software.size(); ++k) {
        while (i < software.size() && software[i] >= '0' && software[i] <= '9' && number[k] < 1000) number[k] = number[k] * 10 + (software[i++] - '0');
        if (i >= software.size() || software[i] != '.') break;
        ++i;
    }
    const int branch = number[0] < 7 ? last_own_tegra : number[0] == 7 && number[1] < 2 ? unified_tegra : tegra_with_minors;
    return {branch, std::to_string(branch)};
}

// A list of targets alone: whether PTX is kept is not known, so a newer card may or may not be served.
bool ptx_could_serve(const FlagsAnswer& answer, const Gpu& gpu) {
    return !answer.images && answer.ptx_archs.empty() &&
           std::any_of(answer.archs.begin(), answer.archs.end(), [&](const Target& one) { return fits({Kind::ptx, one.number, one.suffix}, gpu); });
}

Json words_of(const std::vector<Target>& targets) {
    Json out = Json::array();
    for (const Target& one : targets)
        if (const std::string arch = to_arch(one); std::find(out.begin(), out.end(), arch) == out.end()) out.push_back(arch);
    return out;
}

Json reasons_of(const FlagsJudged& judged, const Verdict& verdict) {
    Json out = Json::array();
    for (std::size_t i = 0; i < judged.images.size(); ++i) {
        const Reason& one = verdict.reasons[i];
        out.push_back({{"image", to_name(judged.images[i].target)}, {"fits", one.fits}, {"taken", one.taken}, {"rule", one.rule}, {"text", one.text},
                       {"source", source_of_rule(one.rule)}, {"mark", to_word(one.sure)}});
    }
    return out;
}

}  // namespace

Result<FlagsJudged> judge_flags(const FlagsRequest& request, const GpuTable& gpus, const ToolkitTable& toolkits) {
    FlagsJudged out;
    out.answer = read_flags(request.question, toolkits);
    out.images = offered(out.answer);
    const Toolkit* toolkit = toolkit_named(toolkits, request.question.toolkit);
    Driver driver{open_branch, std::to_string(open_branch)};
    if (toolkit && toolkit->driver_branch > driver.branch) driver = {toolkit->driver_branch, std::to_string(toolkit->driver_branch)};
    if (!request.driver.empty()) {
        const Result<Driver> named = parse_driver(request.driver);
        if (!named) return Error{"driver " + request.driver, named.error().what};
        driver = *named;
    }
    for (const std::string& asked : request.on) {
        Result<Gpu> gpu = find_gpu(gpus, asked, driver);
        if (!gpu) return Error{"on " + asked, gpu.error().what};
        const bool own_driver = asked.find('@') != std::string::npos;
        if (!request.driver.empty() && !own_driver) gpu->driver = driver;  // named: no nearer one is taken for it
        if (!request.device_software.empty() && gpu->tegra && !own_driver) gpu->driver = jetson_driver(request.device_software);
        Surroundings around;
        around.packed = !out.answer.bare;
        around.linked = out.answer.rdc;
        // Without a named driver it is as new as the toolkit, so neither the runtime's floor nor the PTX version stops it.
        if (toolkit && (!request.driver.empty() || own_driver)) around.runtime = toolkit->version;
        CardVerdict one{asked, *gpu, {}, true};
        if (!out.answer.error) {
            one.verdict = choose(out.images, *gpu, toolkits, around);
            const bool unknown = !out.answer.images && out.answer.archs.empty();
            if (unknown) one.verdict.why = "The text does not tell the targets.";
            one.sure = !unknown && one.verdict.settled && !(one.verdict.code != 0 && ptx_could_serve(out.answer, *gpu));
            out.verdicts.push_back(std::move(one));
        }
    }
    return out;
}

std::string to_json_line(const FlagsJudged& judged, std::string_view id_json, bool full) {
    const FlagsAnswer& answer = judged.answer;
    Json out;
    if (!id_json.empty()) out["id"] = Json::parse(id_json, nullptr, false);
    if (full) out["version"] = 1, out["syntax"] = answer.syntax;
    out["images"] = nullptr;
    if (answer.images) {
        out["images"] = Json::array();
        for (const Target& one : *answer.images) out["images"].push_back({{"kind", to_word(one.kind)}, {"arch", to_arch(one)}});
    }
    out["archs"] = words_of(answer.images ? *answer.images : answer.archs);
    if (!answer.images && !answer.ptx_archs.empty()) out["ptx_archs"] = words_of(answer.ptx_archs);
    if (answer.ptx != PtxVersion{}) out["ptx_version"] = to_text(answer.ptx);
    out["error"] = nullptr;
    if (answer.error) out["error"] = {{"kind", answer.error->kind}, {"at", answer.error->at}, {"word", answer.error->word}, {"what", answer.error->what}};
    out["warning"] = nullptr;
    if (!answer.warning.empty()) out["warning"] = answer.warning;
    if (full) out["notes"] = answer.notes;
    out["verdicts"] = Json::array();
    for (const CardVerdict& one : judged.verdicts) {
        const Verdict& verdict = one.verdict;
        Json row{{"gpu", one.asked}, {"runs", verdict.code == 0}, {"how", verdict.how == How::sass ? "sass" : verdict.how == How::jit ? "jit" : "none"}, {"code", verdict.code}, {"picks", nullptr}};
        if (verdict.taken >= 0) row["picks"] = to_name(judged.images[static_cast<std::size_t>(verdict.taken)].target);
        row["sure"] = one.sure;
        if (full) row["name"] = one.gpu.name, row["driver"] = one.gpu.driver.version, row["why"] = verdict.why;
        row["reasons"] = reasons_of(judged, verdict);
        out["verdicts"].push_back(std::move(row));
    }
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string answer_batch_line(std::string_view line, const GpuTable& gpus, const ToolkitTable& toolkits, bool& good) {
    good = false;
    auto refused = [](const std::string& id, const Error& error) {
        Json out;
        out["id"] = id.empty() ? Json() : Json::parse(id, nullptr, false);
        out["images"] = nullptr;
        out["archs"] = Json::array();
        out["error"] = {{"kind", "bad_request"}, {"at", 0}, {"what", error.text()}};
        out["warning"] = nullptr;
        out["verdicts"] = Json::array();
        return out.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    Result<nlohmann::json> document = parse_json(line, "line");
    if (!document) return refused("", document.error());
    std::string id;
    if (document->is_object()) {
        if (document->contains("id")) {
            id = (*document)["id"].dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
            document->erase("id");
        }
        for (auto one = document->begin(); one != document->end();) one = one->is_null() ? document->erase(one) : std::next(one);  // null = not given
    }
    JsonReader reader("line");
    auto object = reader.object(*document, "", {"syntax", "input", "toolkit", "tool", "driver", "build_gpus", "load", "rdc", "device_software", "on"});
    FlagsRequest request;
    request.question.text = object.text("input");
    request.question.syntax = object.text("syntax", "auto");
    request.question.toolkit = object.text("toolkit", "");
    request.question.tool = object.text("tool", "");
    request.question.load = object.one_of("load", {"", "cubin", "ptx", "cubin_file", "ptx_file", "fatbin_file"}, "");
    request.question.rdc = object.flag("rdc", false);
    request.driver = object.text("driver", "");
    request.device_software = object.text("device_software", "");
    request.on = object.texts("on", false);
    if (object.has("build_gpus")) {
        request.question.build_gpus.emplace();
        for (const std::string& one : object.texts("build_gpus")) {
            const Result<Capability> card = parse_capability(one);
            if (card) request.question.build_gpus->push_back(*card);
            else object.fail("build_gpus", "\"" + one + "\" is no compute capability. Write for example 8.6.");
        }
    }
    const std::vector<std::string>& known = flag_syntaxes();
    if (std::find(known.begin(), known.end(), request.question.syntax) == known.end())
        object.fail("syntax", "there is no spelling \"" + request.question.syntax + "\". Leave it out, and it is found by itself.");
    if (auto error = reader.error()) return refused(id, *error);
    if (request.on == std::vector<std::string>{"all"}) request.on = all_capabilities(gpus);
    const Result<FlagsJudged> judged = judge_flags(request, gpus, toolkits);
    if (!judged) return refused(id, judged.error());
    good = true;
    return to_json_line(*judged, id.empty() ? "null" : id, false);
}

}  // namespace launchlab
