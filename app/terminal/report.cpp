#include "terminal/report.h"

#include <nlohmann/json.hpp>

#include "core/codes.h"
#include "terminal/findings.h"
#include "terminal/lesson_list.h"
#include "terminal/timeline.h"

namespace launchlab {

namespace {

using Json = nlohmann::ordered_json;

std::string to_string(const Json& json) { return printable_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n"; }

std::string name_of(int code) {
    const Code* known = find_code(code);
    return known ? std::string(known->name) : "";
}

std::string_view how_word(How how) { return how == How::sass ? "sass" : how == How::jit ? "jit" : "none"; }
std::string_view sure_word(Sure sure) { return sure == Sure::measured ? "measured" : sure == Sure::documented ? "documented" : "likely"; }

std::string_view lane_word(Lane lane) {
    switch (lane) {
        case Lane::none: return "none";
        case Lane::waiting: return "waiting";
        case Lane::ran: return "ran";
        case Lane::jit: return "jit";
        case Lane::refused: return "refused";
        case Lane::faulted: return "faulted";
        case Lane::not_recorded: return "not_recorded";
        case Lane::open: return "open";
    }
    return "none";
}

Json origin_json(const RunReport& report) {
    const Origin& origin = report.run->origin;
    const bool live = origin.kind == Origin::Kind::live;
    const char* kind = report.judged_only || (live && report.run->calls.empty()) ? "rule"
                       : live ? "live"
                       : origin.kind == Origin::Kind::page ? "page"
                                                           : "measured";
    return {{"kind", kind},
            {"gpu", origin.gpu},
            {"cc", to_text(origin.capability)},
            {"driver", origin.driver},
            {"runtime", origin.runtime},
            {"nvrtc", origin.nvrtc},
            {"date", origin.date},
            {"note", origin.note},
            {"recording", report.recording}};
}

Json card_json(const RunReport& report) {
    if (!report.card) return nullptr;
    return {{"name", report.card->name},
            {"cc", to_text(report.card->capability)},
            {"driver", report.card->driver.version},
            {"driver_assumed", report.driver_assumed},
            {"live", report.live_card}};
}

Json rule_json(const Run& run) {
    Json images = Json::array();
    if (!run.request.units.empty()) {
        const auto& asked = run.request.units[0].images;
        for (std::size_t i = 0; i < asked.size() && i < run.rule.reasons.size(); ++i) {
            const Reason& reason = run.rule.reasons[i];
            images.push_back({{"target", image_name(asked[i])},
                              {"arch", asked[i].arch},
                              {"kind", to_word(asked[i].kind)},
                              {"fits", reason.fits},
                              {"taken", reason.taken},
                              {"text", reason.text},
                              {"rule", reason.rule}});
        }
    }
    return {{"code", run.rule.code},
            {"name", name_of(run.rule.code)},
            {"how", how_word(run.rule.how)},
            {"taken", run.rule.taken},
            {"why", run.rule.why},
            {"sure", sure_word(run.rule.sure)},
            {"images", images}};
}

Json instead_json(const RunReport& report) {
    if (!report.instead) return nullptr;
    Json targets = Json::array();
    for (const Target& target : report.instead->targets) targets.push_back(to_name(target));
    return {{"targets", targets}, {"why", report.instead->why}, {"fetch", report.instead->fetch}, {"command", report.instead->command}, {"nvcc", report.instead->nvcc}};
}

Json measured_json(const Run& run) {
    const auto launch = measured_launch(run);
    if (!launch) return nullptr;
    int index = 0;
    while (!is_launch(run.request.calls[static_cast<std::size_t>(index)])) ++index;
    Json sync = nullptr;
    for (const Call& call : run.calls)
        if (call.index > index && call.call == "cudaDeviceSynchronize") {
            sync = call.code;
            break;
        }
    return {{"launch", *launch},
            {"name", name_of(*launch)},
            {"inferred", find_call(run, index) == nullptr},
            {"sync", sync},
            {"lane", lane_word(lane(run, index))}};
}

Json request_json(const Run& run) {
    Request request = run.request;
    for (UnitRequest& unit : request.units)
        for (ImageRequest& image : unit.images) image.bytes.clear();
    Json json = Json::parse(to_line(Command(request)), nullptr, false);
    json.erase("v");
    json.erase("id");
    return json;
}

}  // namespace

std::string to_json(const RunReport& report) {
    const Run& run = *report.run;
    Json calls = Json::array(), values = Json::array(), compiled = Json::array(), taken = Json::array(), logs = Json::array();
    for (const Call& call : run.calls)
        calls.push_back({{"index", call.index},
                         {"call", call.call},
                         {"code", call.code},
                         {"name", call.name},
                         {"text", call.text},
                         {"slot_before", call.slot_before},
                         {"slot", call.slot},
                         {"start_us", call.start_us},
                         {"us", call.us},
                         {"thread", call.thread}});
    for (const Value& value : run.values)
        values.push_back({{"index", value.index},
                          {"buffer", value.buffer},
                          {"read", value.read},
                          {"words", value.words},
                          {"meaning", value_word(run, value)}});
    for (const Compiled& one : run.compiled)
        compiled.push_back({{"unit", one.unit},
                            {"image", one.image},
                            {"kind", to_word(one.kind)},
                            {"arch", one.arch},
                            {"code", one.code},
                            {"name", one.name},
                            {"log", one.log},
                            {"size", one.size},
                            {"ptx_version", one.ptx_version},
                            {"us", one.us},
                            {"cached", one.cached}});
    for (const Taken& one : run.taken)
        taken.push_back({{"unit", one.unit},
                         {"image", one.image},
                         {"from", one.from},
                         {"binary_version", one.binary_version},
                         {"ptx_version", one.ptx_version}});
    for (const Log& log : run.logs) logs.push_back({{"from", log.from}, {"text", log.text}, {"index", log.index}});

    const auto same = agrees(run);
    Json json;
    json["version"] = report_version;
    json["step"] = report.step;
    json["run"] = std::string(1, report.config);
    json["origin"] = origin_json(report);
    json["card"] = card_json(report);
    json["toolkit"] = report.toolkit ? Json{{"version", report.toolkit->version},
                                            {"ptx", to_text(report.toolkit->ptx)},
                                            {"driver_branch", report.toolkit->driver_branch}}
                                     : Json(nullptr);
    json["request"] = request_json(run);
    json["rule"] = rule_json(run);
    json["measured"] = report.judged_only ? Json(nullptr) : measured_json(run);
    json["agrees"] = same && !report.judged_only ? Json(*same) : Json(nullptr);
    json["instead"] = instead_json(report);
    json["calls"] = calls;
    json["values"] = values;
    json["compiled"] = compiled;
    json["taken"] = taken;
    json["logs"] = logs;
    json["logs_left_out"] = run.log_bytes_left_out;
    json["done"] = run.done ? Json{{"how", run.done->how},   {"text", run.done->text}, {"signal", run.done->signal},
                                   {"exit", run.done->exit}, {"us", run.done->us},     {"warm", run.done->warm}}
                            : Json(nullptr);
    return to_string(json);
}

std::string to_json(const Health& health) {
    Json cards = Json::array(), toolkits = Json::array(), recordings = Json::array(), missing = Json::array(), troubles = Json::array();
    for (const GpuSeen& gpu : health.gpus)
        cards.push_back(
            {{"index", gpu.index}, {"name", gpu.name}, {"cc", to_text(gpu.capability)}, {"memory", gpu.memory}, {"tegra", gpu.tegra}});
    for (const ToolkitSeen& toolkit : health.toolkits)
        toolkits.push_back({{"version", toolkit.version},
                            {"nvrtc", toolkit.nvrtc},
                            {"runtime", toolkit.runtime},
                            {"fatbin", toolkit.fatbin},
                            {"from", toolkit.from},
                            {"targets", toolkit.targets},
                            {"missing", toolkit.missing},
                            {"chosen", toolkit.version == health.chosen}});
    for (const auto& one : health.recordings)
        recordings.push_back({{"name", one.name},
                              {"gpu", one.gpu},
                              {"cc", to_text(one.capability)},
                              {"driver", one.driver},
                              {"runtime", one.runtime},
                              {"date", one.date},
                              {"kind", one.page ? "page" : "measured"}});
    for (const std::string& sentence : health.missing) missing.push_back(sentence);
    for (const Error& trouble : health.troubles) troubles.push_back({{"where", trouble.where}, {"what", trouble.what}});
    Json json;
    json["version"] = report_version;
    json["launchlab"] = health.version;
    json["live"] = live(health);
    json["runner"] = {{"command", health.command}, {"answered", health.answered}, {"version", health.runner}, {"host", health.host}};
    json["driver"] = health.driver.branch
                         ? Json{{"version", health.driver.version}, {"branch", health.driver.branch}, {"reads_ptx", to_text(health.reads)}}
                         : Json(nullptr);
    json["cards"] = cards;
    json["toolkits"] = toolkits;
    json["chosen"] = health.chosen.empty() ? Json(nullptr) : Json(health.chosen);
    json["why"] = health.why;
    json["wanted"] = health.wanted.empty() ? Json(nullptr) : Json(health.wanted);
    json["shelf"] = health.shelf;
    json["spare"] = {{"state", health.spare.state}, {"text", health.spare.text}, {"us", health.spare.us}};
    json["missing"] = missing;
    json["troubles"] = troubles;
    json["recordings"] = recordings;
    json["data"] = health.data_dir;
    return to_string(json);
}

std::string to_json(const Course& course, const Progress& progress) {
    Json lessons = Json::array();
    for (const Lesson& lesson : course.lessons) {
        Json steps = Json::array();
        for (const Step& step : lesson.steps)
            steps.push_back({{"id", step.id},
                             {"title", step.title},
                             {"minutes", step.minutes},
                             {"goal", step.goal},
                             {"progress", progress_word(progress, step.id)}});
        lessons.push_back({{"id", lesson.id},
                           {"day", lesson.day},
                           {"title", lesson.title},
                           {"draft", is_draft(lesson)},
                           {"author", lesson.author},
                           {"reviewer", lesson.reviewer},
                           {"steps", steps}});
    }
    Json json;
    json["version"] = report_version;
    json["last_step"] = progress.last_step.empty() ? Json(nullptr) : Json(progress.last_step);
    json["lessons"] = lessons;
    return to_string(json);
}

}  // namespace launchlab
