#include "core/run.h"

#include <algorithm>

#include "core/codes.h"
#include "core/protocol_json.h"

namespace launchlab {

namespace {

bool is_launch(const std::string& call) { return call == "launch" || call == "cudaLaunchCooperativeKernel"; }
bool is_check(const std::string& call) { return call == "cudaPeekAtLastError" || call == "cudaGetLastError"; }
bool waits(const std::string& call) { return call == "cudaDeviceSynchronize" || call == "cudaMemcpy"; }

bool is_sticky(int code) {
    const Code* known = find_code(code);
    return known && known->sticky;
}

// Codes of a launch that speak of its shape or its function, not of the images: the rule has no say in them.
bool beside_the_rule(int code) { return code == 1 || code == 9 || code == 98 || code == 400 || code == 701 || code == 720; }

struct Into {
    Run& run;
    void operator()(const Hello&) {}
    void operator()(const Spare&) {}
    void operator()(const Stage& stage) {
        run.stage = stage.stage;
        run.stage_detail = stage.detail;
    }
    void operator()(const Compiled& compiled) { run.compiled.push_back(compiled); }
    void operator()(const Call& call) { run.calls.push_back(call); }
    void operator()(const Value& value) { run.values.push_back(value); }
    void operator()(const Taken& taken) { run.taken.push_back(taken); }
    void operator()(const Log& log) {
        const bool full = run.log_bytes + log.text.size() > log_limit;
        (full ? run.log_bytes_left_out : run.log_bytes) += log.text.size();
        if (!full) run.logs.push_back(log);
    }
    void operator()(const Ended& ended) { run.done = ended; }
};

}  // namespace

void record(Run& run, const Event& event) {
    if (event.id != run.request.id || run.done) return;
    std::visit(Into{run}, event.body);
}

const Call* find_call(const Run& run, int index) {
    for (const Call& call : run.calls)
        if (call.index == index) return &call;
    return nullptr;
}

const Value* find_value(const Run& run, int index) {
    for (const Value& value : run.values)
        if (value.index == index) return &value;
    return nullptr;
}

std::optional<int> launch_code(const Run& run, int index) {
    if (const Call* call = find_call(run, index)) return call->code;
    const int next = index + 1;
    if (next < static_cast<int>(run.request.calls.size()) && is_check(run.request.calls[next].call))
        if (const Call* check = find_call(run, next)) return check->code;
    return std::nullopt;
}

Lane lane(const Run& run, int index) {
    if (index < 0 || index >= static_cast<int>(run.request.calls.size()) || !is_launch(run.request.calls[index].call)) return Lane::none;
    const std::optional<int> code = launch_code(run, index);
    if (!code) {
        if (!run.done) return Lane::none;
        return run.origin.kind == Origin::Kind::live ? Lane::none : Lane::not_recorded;
    }
    if (*code != 0) return is_sticky(*code) ? Lane::faulted : Lane::refused;
    bool waited = false;
    for (const Call& call : run.calls) {
        if (call.index <= index) continue;
        if (is_sticky(call.code)) return Lane::faulted;
        waited = waited || (waits(call.call) && call.code == 0);
    }
    if (!waited) return run.done ? (run.origin.kind == Origin::Kind::page ? Lane::not_recorded : Lane::open) : Lane::waiting;
    const int unit = run.request.calls[index].unit;
    if (unit < 0) return Lane::ran;
    const auto& images = run.request.units[unit].images;
    int image = unit == 0 ? run.rule.taken : -1;
    for (const Taken& taken : run.taken)
        if (taken.unit == unit && taken.image >= 0) image = taken.image;
    const bool known = image >= 0 && image < static_cast<int>(images.size());
    return known && images[image].kind == Kind::ptx ? Lane::jit : Lane::ran;
}

std::string driver_sentence(const Log& log) {
    std::string text = log.text.substr(0, log.text.find('\n'));
    while (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        if (end == std::string::npos) break;
        text.erase(0, end + 1);
    }
    text.erase(0, text.find_first_not_of(' '));
    return text;
}

std::string telling_sentence(const Run& run) {
    std::string best;
    for (const Log& log : run.logs) {
        if (log.from != "driver") continue;
        const std::string sentence = driver_sentence(log);
        const bool points_elsewhere = sentence.find("to get more information") != std::string::npos || sentence.starts_with("Returning ");
        if (best.empty() || !points_elsewhere) best = sentence;
    }
    return best;
}

std::optional<bool> agrees(const Run& run) {
    for (std::size_t i = 0; i < run.request.calls.size(); ++i) {
        if (!is_launch(run.request.calls[i].call) || run.request.calls[i].unit != 0) continue;
        std::optional<int> code = launch_code(run, static_cast<int>(i));
        if (!code) return std::nullopt;
        if (is_sticky(*code)) code = 0;  // a fault seen at the launch: the image was taken
        if (run.rule.code == 0 && beside_the_rule(*code)) return std::nullopt;
        if (*code != run.rule.code) return false;
        for (const Taken& taken : run.taken)
            if (taken.unit == 0 && taken.image >= 0 && taken.image != run.rule.taken) return false;
        return true;
    }
    return std::nullopt;
}

// ---- recordings ----

namespace {

struct Header {
    int recording = 1;
    std::string name, origin, gpu;
    Capability capability;
    std::string driver, runtime, nvrtc, date, request_hash, lines_hash, note;
};

std::string_view origin_word(Origin::Kind kind) { return kind == Origin::Kind::page ? "page" : "measured"; }

}  // namespace

template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, Header> {
    io.field("recording", x.recording, Need::required);
    io.field("name", x.name, Need::required);
    io.field("origin", x.origin, Need::required);
    io.field("gpu", x.gpu, Need::required);
    io.field("cc", x.capability, Need::required);
    io.field("driver", x.driver, Need::required);
    io.field("runtime", x.runtime, Need::required);
    io.field("nvrtc", x.nvrtc, Need::required);
    io.field("date", x.date, Need::required);
    io.field("request_hash", x.request_hash, Need::required);
    io.field("lines_hash", x.lines_hash);   // older recordings have none
    io.field("note", x.note);
}

namespace {

constexpr std::string_view header_start = "{\"recording\"";
const std::string again = " Record it again with ./dev gpu-test on that card.";

std::string lines_hash(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return hash_of(text);
}

struct Headed { Recording recording; std::string lines_hash; };

Result<Headed> parse_header(std::string_view line, const std::string& where) {
    const ReadJson json = ReadJson::parse(line, nullptr, false);
    if (json.is_discarded()) return Error{where, "this header is no JSON object." + again};
    Header header;
    std::vector<Error> errors;
    FieldReader reader(json, where + " ", errors);
    fields(reader, header);
    reader.finish();
    if (!errors.empty()) return errors.front();
    if (header.recording != 1) return Error{where, "this recording has format " + std::to_string(header.recording) + "; this program reads format 1." + again};
    if (header.origin != "measured" && header.origin != "page") return Error{where + " /origin", "the origin is \"measured\" or \"page\"." + again};
    Recording recording;
    recording.name = header.name;
    recording.hash = header.request_hash;
    recording.run.origin = {header.origin == "page" ? Origin::Kind::page : Origin::Kind::measured, header.gpu, header.driver, header.runtime, header.nvrtc, header.capability, header.date, header.note};
    return Headed{std::move(recording), header.lines_hash};
}

// The line after the header.
Result<Request> parse_request(std::string_view line, const std::string& where, const std::string& hash) {
    Result<Command> command = parse_command(line);
    if (!command) return Error{where + " " + command.error().where, command.error().what};
    const Request* request = std::get_if<Request>(&*command);
    if (!request) return Error{where, "the line after the header is the request." + again};
    if (const std::string own = request_hash(*request); own != hash)
        return Error{where, "the request was changed: its hash is " + own + ", the header says " + hash + "." + again};
    return *request;
}

}  // namespace

ParsedRecordings parse_recordings(std::string_view text, const std::string& where) {
    ParsedRecordings out;
    Recording current;
    std::string seal;   // the current one's lines_hash
    enum class Next { header, request, events, skip } next = Next::header;
    int number = 0;
    auto at = [&] { return where + " line " + std::to_string(number); };
    auto fail = [&](Error error) {
        out.errors.push_back(std::move(error));
        next = Next::skip;
    };
    auto close = [&](const char* cut_off) {
        if (next == Next::request || (next == Next::events && !current.run.done))
            out.errors.push_back({at(), cut_off + again});
        else if (next == Next::events && !seal.empty() && lines_hash(current.lines) != seal)
            out.errors.push_back({where + " " + current.name, "its lines were changed: their hash is " + lines_hash(current.lines) + ", the header says " + seal + "." + again});
        else if (next == Next::events)
            current.sealed = !seal.empty(), out.recordings.push_back(std::move(current));
    };
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++number;
        if (line.empty()) continue;
        if (line.starts_with(header_start)) {
            close("the recording before this line is cut off.");
            Result<Headed> header = parse_header(line, at());
            if (!header) {
                fail(header.error());
                continue;
            }
            current = std::move(header->recording);
            seal = header->lines_hash;
            next = Next::request;
        } else if (next == Next::header) {
            fail({at(), "a recording starts with its header line, {\"recording\":1,...}." + again});
        } else if (next == Next::request) {
            Result<Request> request = parse_request(line, at(), current.hash);
            if (!request) {
                fail(request.error());
                continue;
            }
            current.run.request = std::move(*request);
            next = Next::events;
        } else if (next == Next::events) {
            Result<Event> event = parse_event(line);
            if (!event) {
                fail({at() + " " + event.error().where, event.error().what});
                continue;
            }
            record(current.run, *event);
            current.lines.emplace_back(line);
        }
    }
    close("the last recording is cut off: it has no \"done\" line.");
    return out;
}

std::string to_recording(const Run& run, const std::string& name, const std::vector<std::string>& event_lines) {
    Header header{1, name, std::string(origin_word(run.origin.kind)), run.origin.gpu, run.origin.capability, run.origin.driver, run.origin.runtime, run.origin.nvrtc, run.origin.date, request_hash(run.request), lines_hash(event_lines), run.origin.note};
    FieldWriter writer;
    fields(writer, header);
    Request request = run.request;
    for (UnitRequest& unit : request.units)
        for (ImageRequest& image : unit.images) image.bytes.clear();
    std::string text = writer.json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n" + to_line(Command(request)) + "\n";
    for (const std::string& line : event_lines) text += line + "\n";
    return text;
}

const Recording* find_recording(const std::vector<Recording>& all, const std::string& hash, const std::string& prefer_gpu) {
    const Recording* found = nullptr;
    for (const Recording& recording : all)
        if (recording.hash == hash && (!found || recording.run.origin.gpu == prefer_gpu)) found = &recording;
    return found;
}

}  // namespace launchlab
