#include "core/sweep.h"

#include <algorithm>
#include <cstdlib>

#include "core/codes.h"
#include "core/json_reader.h"

namespace launchlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr int calls_before = 1, calls_each = 5;  // cudaMalloc; then cudaMemset, launch, get, sync, cudaMemcpy a set
constexpr int start_ms = 10000, each_ms = 200;   // the context and one JIT, with room for a slow machine
constexpr std::uint32_t untouched = 0xFFFFFFFFu;

bool broken(const ImageSet& set) {
    return std::any_of(set.images.begin(), set.images.end(), [](const OfferedImage& image) { return !image.edit.empty(); });
}

bool lost(int code) {
    const Code* known = find_code(code);
    return code != 0 && known && known->sticky;
}

int taken_by(const UnitRequest& unit, std::uint32_t word) {
    for (std::size_t i = 0; i < unit.images.size(); ++i)
        if (std::strtoul(unit.images[i].define.at("MARK").c_str(), nullptr, 10) == word) return static_cast<int>(i);
    return -1;
}

std::optional<SweepOutcome> outcome_of(const Run& run, int place) {
    const int first = calls_before + calls_each * place;
    const Call *clear = find_call(run, first), *launch = find_call(run, first + 1), *sync = find_call(run, first + 3), *copy = find_call(run, first + 4);
    if (!clear || clear->code != 0 || !launch || !sync || !copy) return std::nullopt;
    SweepOutcome out{.code = launch->code, .sync = sync->code, .value = "unread", .us = launch->us};
    if (const Value* value = find_value(run, first + 4); value && value->read && !value->words.empty()) {
        const std::uint32_t word = value->words.front();
        out.taken = taken_by(run.request.units[static_cast<std::size_t>(place)], word);
        out.value = out.taken >= 0 ? "written" : word == untouched ? "untouched" : "foreign";
    }
    for (const Log& log : run.logs)
        if (log.from == "driver" && log.index == first + 1 && out.log.empty()) out.log = driver_sentence(log);
    return out;
}

std::string stopped_by(const Run& run) {
    if (!run.done) return "The child said nothing more.";
    return run.done->text.empty() ? "The child ended (" + run.done->how + ")." : run.done->text;
}

std::string how_of(const std::vector<OfferedImage>& images, int code, int taken) {
    if (code != 0 || taken < 0) return "none";
    return images[static_cast<std::size_t>(taken)].target.kind == Kind::ptx ? "jit" : "sass";
}

}  // namespace

bool SweepRow::differs() const {
    if (!measured) return true;
    if (measured->code != rule.code || measured->sync != 0) return true;
    return rule.code == 0 ? measured->taken != rule.taken : measured->value != "untouched";
}

std::vector<std::vector<std::size_t>> sweep_batches(const std::vector<SweepRow>& rows, std::size_t most) {
    std::vector<std::pair<std::pair<std::map<std::string, std::string>, bool>, std::vector<std::size_t>>> kinds;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::pair key(rows[i].set.env, broken(rows[i].set));
        auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& one) { return one.first == key; });
        if (kind == kinds.end()) kind = kinds.insert(kinds.end(), {key, {}});
        kind->second.push_back(i);
    }
    std::vector<std::vector<std::size_t>> out;
    for (const auto& kind : kinds)
        for (std::size_t from = 0; from < kind.second.size(); from += most)
            out.emplace_back(kind.second.begin() + static_cast<std::ptrdiff_t>(from),
                             kind.second.begin() + static_cast<std::ptrdiff_t>(std::min(from + most, kind.second.size())));
    return out;
}

Request sweep_request(const std::vector<SweepRow>& rows, const std::vector<std::size_t>& batch, const std::string& toolkit, int gpu) {
    Request request{.toolkit = toolkit, .gpu = gpu};
    request.limit_ms = start_ms + each_ms * static_cast<int>(batch.size());
    request.calls.push_back({.call = "cudaMalloc", .buffer = "out", .bytes = 8});
    for (std::size_t row : batch) {
        request.env = rows[row].set.env;
        const int unit = static_cast<int>(request.units.size());
        request.units.push_back(to_unit(rows[row].set));
        request.calls.push_back({.call = "cudaMemset", .buffer = "out", .bytes = 8, .value = 255});
        request.calls.push_back({.call = "launch", .unit = unit, .grid = {1}, .block = {1}, .args = {"out"}});
        request.calls.push_back({.call = "cudaGetLastError"});
        request.calls.push_back({.call = "cudaDeviceSynchronize"});
        request.calls.push_back({.call = "cudaMemcpy", .buffer = "out", .bytes = 8});
    }
    return request;
}

std::vector<std::size_t> read_batch(const Run& run, const std::vector<std::size_t>& batch, std::vector<SweepRow>& rows) {
    for (std::size_t place = 0; place < batch.size(); ++place) {
        SweepRow& row = rows[batch[place]];
        row.measured = outcome_of(run, static_cast<int>(place));
        const bool fault = row.measured && (lost(row.measured->code) || lost(row.measured->sync));
        if (row.measured && !fault) continue;
        if (!row.measured) row.not_measured = stopped_by(run);
        return {batch.begin() + static_cast<std::ptrdiff_t>(place) + 1, batch.end()};
    }
    return {};
}

std::string to_lines(const Sweep& sweep) {
    const SweepHead& head = sweep.head;
    Json first = {{"sweep", 1}, {"gpu", head.gpu}, {"cc", to_text(head.capability)}, {"driver", head.driver}, {"runtime", head.runtime}, {"nvrtc", head.nvrtc}, {"toolkit", head.toolkit}, {"date", head.date}};
    std::string out = first.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    for (const SweepRow& row : sweep.rows) {
        const auto name = [&](int i) { return i < 0 ? Json() : Json(i); };
        Json line = {{"set", to_text(row.set)}, {"group", row.set.group}};
        line["rule"] = {{"code", row.rule.code}, {"how", how_of(row.set.images, row.rule.code, row.rule.taken)}, {"takes", row.rule.code == 0 ? name(row.rule.taken) : Json()}, {"mark", to_word(row.rule.sure)}};
        line["measured"] = nullptr;
        if (row.measured) {
            line["measured"] = {{"code", row.measured->code}, {"how", how_of(row.set.images, row.measured->code, row.measured->taken)}, {"takes", name(row.measured->taken)}, {"sync", row.measured->sync}, {"value", row.measured->value}, {"us", row.measured->us}};
        } else {
            line["why"] = row.not_measured;
        }
        line["same"] = !row.differs();
        out += line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    }
    return out;
}

namespace {

Result<SweepHead> parse_head(std::string_view line, const std::string& where) {
    const Result<nlohmann::json> document = parse_json(line, where);
    if (!document) return document.error();
    JsonReader reader(where);
    auto top = reader.object(*document, "", {"sweep", "gpu", "cc", "driver", "runtime", "nvrtc", "toolkit", "date"});
    if (top.number("sweep") != 1) top.fail("sweep", "this version of a sweep is not known. Take a launchlab as new as the file.");
    SweepHead head{top.text("gpu"), top.text("driver"), top.text("runtime"), top.text("nvrtc"), top.text("toolkit"), top.text("date"), {}};
    const Result<Capability> capability = parse_capability(top.text("cc"));
    if (capability) head.capability = *capability;
    else top.fail("cc", "this is no compute capability. Write for example 9.0.");
    if (auto error = reader.error()) return *error;
    return head;
}

Result<SweepRow> parse_row(std::string_view line, const std::string& where, const Gpu& gpu, const Toolkit& toolkit) {
    const Result<nlohmann::json> document = parse_json(line, where);
    if (!document) return document.error();
    JsonReader reader(where);
    auto top = reader.object(*document, "", {"set", "group", "rule", "measured", "same", "why"});
    SweepRow row;
    const Result<ImageSet> set = parse_image_set(top.text("set"), gpu, toolkit);
    if (set) row.set = *set;
    else top.fail("set", set.error().what);
    row.set.group = top.text("group");
    row.not_measured = top.text("why", "");
    if (const auto measured = top.at("measured"); measured.json && !measured.json->is_null()) {
        auto object = reader.object(measured, {"code", "how", "takes", "sync", "value", "us"});
        SweepOutcome outcome{.code = static_cast<int>(object.number("code")), .sync = static_cast<int>(object.number("sync")), .value = object.text("value"), .us = object.number("us")};
        if (const auto takes = object.at("takes"); takes.json && !takes.json->is_null()) outcome.taken = static_cast<int>(object.number("takes"));
        if (outcome.taken >= static_cast<int>(row.set.images.size())) object.fail("takes", "the set has no such image. Write the sweep anew.");
        row.measured = outcome;
    }
    if (auto error = reader.error()) return *error;
    return row;
}

}  // namespace

Result<Sweep> parse_sweep(std::string_view text, const std::string& where, const ToolkitTable& toolkits) {
    Sweep sweep;
    Gpu gpu;
    const Toolkit* toolkit = nullptr;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        const std::string at = where + " line " + std::to_string(number);
        if (!toolkit) {
            const Result<SweepHead> head = parse_head(line, at);
            if (!head) return head.error();
            sweep.head = *head;
            toolkit = find_toolkit(toolkits, head->toolkit);
            if (!toolkit) return Error{at, "CUDA \"" + head->toolkit + "\" is not among the toolkits known here. Take a launchlab as new as the file."};
            gpu = Gpu{head->gpu, head->capability, false, driver_of(toolkits, head->driver, 0)};
            continue;
        }
        Result<SweepRow> row = parse_row(line, at, gpu, *toolkit);
        if (!row) return row.error();
        sweep.rows.push_back(std::move(*row));
    }
    if (!toolkit) return Error{where, "this holds no sweep. Make one with launchlab sweep --out FILE.jsonl."};
    return sweep;
}

}  // namespace launchlab
