#include "core/protocol.h"

#include <algorithm>
#include <array>

#include "core/protocol_json.h"

namespace launchlab {

// One list of fields a message: the writer and the reader both walk it.
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, ImageRequest> {
    io.field("kind", x.kind, Need::required);
    io.field("arch", x.arch, Need::required);
    io.field("edit", x.edit);
    io.field("define", x.define);
    io.field("bytes", x.bytes);
}
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, UnitRequest> {
    io.field("source", x.source, Need::required);
    io.field("options", x.options);
    io.field("entry", x.entry, Need::required);
    io.field("packed", x.packed, Need::required);
    io.field("images", x.images, Need::required);
}
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, CallRequest> {
    io.field("call", x.call, Need::required);
    io.field("buffer", x.buffer);
    io.field("bytes", x.bytes);
    io.field("value", x.value);
    io.field("unit", x.unit);
    io.field("grid", x.grid);
    io.field("block", x.block);
    io.field("smem", x.smem);
    io.field("args", x.args);
    io.field("thread", x.thread);
}
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, Request> {
    io.field("id", x.id, Need::required);
    io.field("toolkit", x.toolkit, Need::required);
    io.field("gpu", x.gpu, Need::required);
    io.field("env", x.env, Need::required);
    io.field("limit_ms", x.limit_ms, Need::required);
    io.field("door", x.door, Need::required);
    io.field("units", x.units, Need::required);
    io.field("calls", x.calls, Need::required);
}
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, Warm> {
    io.field("toolkit", x.toolkit, Need::required);
    io.field("gpu", x.gpu, Need::required);
}
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, GpuSeen> {
    io.field("index", x.index, Need::required);
    io.field("name", x.name, Need::required);
    io.field("cc", x.capability, Need::required);
    io.field("memory", x.memory);
    io.field("tegra", x.tegra);
}
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, ToolkitSeen> {
    io.field("version", x.version, Need::required);
    io.field("nvrtc", x.nvrtc);
    io.field("runtime", x.runtime);
    io.field("fatbin", x.fatbin);
    io.field("from", x.from);
    io.field("targets", x.targets);
    io.field("missing", x.missing);
}
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, Hello> {
    io.field("protocol", x.protocol, Need::required);
    io.field("runner", x.runner);
    io.field("host", x.host);
    io.field("driver", x.driver);
    io.field("driver_cuda", x.driver_cuda);
    io.field("gpus", x.gpus, Need::required);
    io.field("toolkits", x.toolkits, Need::required);
    io.field("missing", x.missing);
}
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, Stage> {
    io.field("stage", x.stage, Need::required);
    io.field("detail", x.detail);
    io.field("at_us", x.at_us);
}
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, Compiled> {
    io.field("unit", x.unit, Need::required);
    io.field("image", x.image, Need::required);
    io.field("kind", x.kind, Need::required);
    io.field("arch", x.arch, Need::required);
    io.field("code", x.code, Need::required);
    io.field("name", x.name, Need::required);
    io.field("log", x.log);
    io.field("size", x.size);
    io.field("ptx_version", x.ptx_version);
    io.field("us", x.us);
    io.field("cached", x.cached);
}
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, Call> {
    io.field("index", x.index, Need::required);
    io.field("call", x.call, Need::required);
    io.field("code", x.code, Need::required);
    io.field("name", x.name, Need::required);
    io.field("text", x.text, Need::required);
    io.field("slot_before", x.slot_before, Need::required);
    io.field("slot", x.slot, Need::required);
    io.field("start_us", x.start_us, Need::required);
    io.field("us", x.us, Need::required);
    io.field("thread", x.thread);
}
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, Value> {
    io.field("index", x.index, Need::required);
    io.field("buffer", x.buffer, Need::required);
    io.field("read", x.read, Need::required);
    io.field("words", x.words, Need::required);
}
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, Taken> {
    io.field("unit", x.unit, Need::required);
    io.field("image", x.image, Need::required);
    io.field("from", x.from, Need::required);
    io.field("binary_version", x.binary_version);
    io.field("ptx_version", x.ptx_version);
}
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, Log> {
    io.field("from", x.from, Need::required);
    io.field("text", x.text, Need::required);
    io.field("index", x.index, Need::required);
}
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, Ended> {
    io.field("how", x.how, Need::required);
    io.field("text", x.text);
    io.field("signal", x.signal);
    io.field("exit", x.exit);
    io.field("us", x.us);
    io.field("warm", x.warm);
}
template <class Io> void fields(Io& io, auto& x) requires std::is_same_v<std::remove_cvref_t<decltype(x)>, Spare> {
    io.field("state", x.state, Need::required);
    io.field("text", x.text);
    io.field("us", x.us);
}

namespace {

template <class T> constexpr const char* event_word = nullptr;
template <> constexpr const char* event_word<Hello> = "hello";
template <> constexpr const char* event_word<Stage> = "stage";
template <> constexpr const char* event_word<Compiled> = "compiled";
template <> constexpr const char* event_word<Call> = "call";
template <> constexpr const char* event_word<Value> = "value";
template <> constexpr const char* event_word<Taken> = "taken";
template <> constexpr const char* event_word<Log> = "log";
template <> constexpr const char* event_word<Ended> = "done";
template <> constexpr const char* event_word<Spare> = "spare";

// Bytes that are no UTF-8 (a kernel's printf, a broken log) become U+FFFD instead of an exception.
std::string to_json_text(const auto& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

void add_fields(Json& line, const Json& body) {
    for (auto& [key, value] : body.items()) line[key] = value;
}

bool nested_too_deep(std::string_view line, int limit) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (quoted) {
            if (line[i] == '\\') ++i;
            else if (line[i] == '"') quoted = false;
        } else if (line[i] == '"') quoted = true;
        else if (line[i] == '[' || line[i] == '{') {
            if (++depth > limit) return true;
        } else if (line[i] == ']' || line[i] == '}') --depth;
    }
    return false;
}

Result<ReadJson> read_line(std::string_view line, const char* where) {
    if (line.size() > line_limit) return Error{where, "the line is longer than 8 MB. Send less source or fewer calls in one request."};
    // Nothing of ours is nested deeper; a line that is would end in a recursion too deep for the stack.
    constexpr int depth_limit = 32;
    ReadJson json = nested_too_deep(line, depth_limit) ? ReadJson(ReadJson::value_t::discarded) : ReadJson::parse(line, nullptr, false);
    if (json.is_discarded() || !json.is_object()) {
        std::string shown(line.substr(0, 60));
        return Error{where, "this line is no JSON object: " + shown + (line.size() > 60 ? "..." : "") + " Is another program writing to the pipe?"};
    }
    auto version = json.find("v");
    if (version == json.end() || !version->is_number_integer() || *version != protocol_version) {
        return Error{where, "the line speaks protocol " + (version == json.end() ? std::string("unknown") : to_json_text(*version)) + ", this program speaks " +
                                std::to_string(protocol_version) + ". Install the same launchlab on both sides."};
    }
    json.erase("v");
    return json;
}

template <class T>
Result<T> read_fields(const ReadJson& json, const std::string& where, std::initializer_list<const char*> outer = {}) {
    T value;
    std::vector<Error> errors;
    FieldReader reader(json, where, errors);
    for (const char* key : outer) reader.allow(key);
    fields(reader, value);
    reader.finish();
    if (!errors.empty()) return errors.front();
    return value;
}

Result<Done> check(const Request& request) {
    for (std::size_t u = 0; u < request.units.size(); ++u) {
        const UnitRequest& unit = request.units[u];
        const std::string where = "request /units/" + std::to_string(u);
        if (unit.images.empty()) return Error{where + "/images", "the list of images is empty. Name at least one target."};
        if (!unit.packed && unit.images.size() != 1) return Error{where + "/images", "an unpacked unit holds exactly one image. Pack it, or name one target."};
        for (const ImageRequest& image : unit.images) {
            static constexpr std::array<std::string_view, 5> edits = {"", "version", "syntax", "cut", "label"};
            if (std::find(edits.begin(), edits.end(), image.edit) == edits.end())
                return Error{where + "/images", "unknown edit \"" + image.edit + "\"; known: version, syntax, cut, label."};
        }
    }
    for (std::size_t c = 0; c < request.calls.size(); ++c) {
        const CallRequest& call = request.calls[c];
        const std::string where = "request /calls/" + std::to_string(c);
        if (std::find(std::begin(call_words), std::end(call_words), call.call) == std::end(call_words))
            return Error{where + "/call", "unknown call \"" + call.call + "\". The known words are in core/protocol.h."};
        if (call.unit < -1 || (call.unit >= static_cast<int>(request.units.size()) && (call.call == "launch" || call.unit > 0)))
            return Error{where + "/unit", "there is no unit " + std::to_string(call.unit) + ". Units count from 0; -1 is an address that no unit registered."};
        if (call.grid.size() > 3 || call.block.size() > 3) return Error{where, "grid and block have one to three numbers. Remove the rest."};
    }
    if (request.door != "registration" && request.door != "library" && request.door != "module")
        return Error{"request /door", "unknown door \"" + request.door + "\"; known: registration, library, module."};
    if (request.limit_ms <= 0) return Error{"request /limit_ms", "the time limit must be above zero milliseconds."};
    return Done{};
}

}  // namespace

std::string to_line(const Command& command) {
    Json line = Json::object();
    line["v"] = protocol_version;
    if (auto* cancel = std::get_if<Cancel>(&command)) line["cancel"] = cancel->id;
    if (auto* warm = std::get_if<Warm>(&command)) line["warm"] = FieldWriter::convert(*warm);
    if (auto* request = std::get_if<Request>(&command)) add_fields(line, FieldWriter::convert(*request));
    return to_json_text(line);
}

std::string to_line(const Event& event) {
    Json line = Json::object();
    line["v"] = protocol_version;
    line["id"] = event.id;
    std::visit(
        [&](auto& body) {
            line["event"] = event_word<std::remove_cvref_t<decltype(body)>>;
            add_fields(line, FieldWriter::convert(body));
        },
        event.body);
    return to_json_text(line);
}

Result<Command> parse_command(std::string_view line) {
    Result<ReadJson> json = read_line(line, "request");
    if (!json) return json.error();
    if (json->contains("cancel")) {
        if (json->size() != 1 || !(*json)["cancel"].is_number_integer()) return Error{"request /cancel", "cancel names the id of one request, alone on its line."};
        return Command(Cancel{(*json)["cancel"].get<int>()});
    }
    if (json->contains("warm")) {
        if (json->size() != 1) return Error{"request /warm", "warm stands alone on its line."};
        Result<Warm> warm = read_fields<Warm>((*json)["warm"], "request /warm");
        if (!warm) return warm.error();
        return Command(*warm);
    }
    Result<Request> request = read_fields<Request>(*json, "request ");
    if (!request) return request.error();
    if (Result<Done> whole = check(*request); !whole) return whole.error();
    return Command(*request);
}

Result<Event> parse_event(std::string_view line) {
    Result<ReadJson> json = read_line(line, "event");
    if (!json) return json.error();
    auto id = json->find("id");
    auto word = json->find("event");
    if (id == json->end() || !id->is_number_integer() || word == json->end() || !word->is_string())
        return Error{"event", "an event needs an id and the word \"event\". Is another program writing to the pipe?"};
    Event event;
    event.id = id->get<int>();
    const std::string name = word->get<std::string>();
    Result<Event> found = Error{"event /event", "unknown event \"" + name + "\". Install the same launchlab on both sides."};
    auto read = [&]<class T>(T) {
        if (name != event_word<T>) return;
        Result<T> body = read_fields<T>(*json, name + " ", {"id", "event"});
        if (!body) found = body.error();
        else {
            event.body = *body;
            found = event;
        }
    };
    read(Hello{});
    read(Stage{});
    read(Compiled{});
    read(Call{});
    read(Value{});
    read(Taken{});
    read(Log{});
    read(Ended{});
    read(Spare{});
    return found;
}

std::string hash_of(std::string_view bytes) {
    std::uint64_t hash = 14695981039346656037ull;  // FNV-1a
    for (unsigned char byte : bytes) hash = (hash ^ byte) * 1099511628211ull;
    static constexpr char digits[] = "0123456789abcdef";
    std::string text(16, '0');
    for (int i = 15; i >= 0; --i, hash >>= 4) text[i] = digits[hash & 15];
    return text;
}

std::string request_hash(const Request& request) {
    Request plain = request;
    plain.id = 0;
    plain.gpu = 0;
    plain.limit_ms = 0;
    for (UnitRequest& unit : plain.units)
        for (ImageRequest& image : unit.images) image.bytes.clear();
    return hash_of(to_line(Command(plain)));
}

namespace {
constexpr char base64_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

std::string to_base64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t three = 0;
        for (std::size_t k = 0; k < 3; ++k) three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0);
        for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? base64_digits[three >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

Result<std::string> parse_base64(std::string_view text) {
    const Error broken{"bytes", "this is no base64 text. Is the other side of the same version?"};
    if (text.size() % 4 != 0) return broken;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    for (std::size_t i = 0; i < text.size(); i += 4) {
        std::uint32_t three = 0;
        int missing = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const char* digit = std::char_traits<char>::find(base64_digits, 64, text[i + k]);
            if (text[i + k] == '=' && i + 4 == text.size() && k >= 2) ++missing;
            else if (!digit || missing) return broken;
            three = three << 6 | (digit ? static_cast<std::uint32_t>(digit - base64_digits) : 0);
        }
        for (int k = 0; k < 3 - missing; ++k) bytes += static_cast<char>(three >> (16 - 8 * k) & 255);
    }
    return bytes;
}

}  // namespace launchlab
