#include "session/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <tuple>

#include "core/json_reader.h"
#include "session/files.h"

namespace launchlab {

namespace {

using Json = nlohmann::json;

constexpr const char* phase_words[] = {"predict", "run", "observe", "explain", "transfer", "done"};
constexpr const char* confidence_words[] = {"guess", "fairly", "sure"};

Json to_value(const StepState& state) {
    Json answers = Json::array();
    for (const Answer& answer : state.answers) answers.push_back({{"choice", answer.choice}, {"because", answer.because}});
    Json out = {{"phase", phase_words[static_cast<int>(state.phase)]},
                {"answers", std::move(answers)},
                {"skipped", state.skipped},
                {"hints", state.hints},
                {"explained", state.explained},
                {"transfer_open", state.transfer_open}};
    if (state.confidence) out["confidence"] = confidence_words[static_cast<int>(*state.confidence)];
    if (state.observed) out["observed"] = *state.observed;
    return out;
}

StepState read_state(JsonReader& reader, const JsonReader::Item& item) {
    auto object = reader.object(item, {"phase", "answers", "confidence", "skipped", "hints", "observed", "explained", "transfer_open"});
    StepState state;
    std::string phase = object.one_of("phase", {"predict", "run", "observe", "explain", "transfer", "done"});
    for (int i = 0; i < 6; ++i)
        if (phase == phase_words[i]) state.phase = static_cast<Phase>(i);
    for (const JsonReader::Item& answer : object.list("answers")) {
        auto fields = reader.object(answer, {"choice", "because"});
        state.answers.push_back({static_cast<int>(fields.number("choice")), static_cast<int>(fields.number("because"))});
    }
    std::string confidence = object.one_of("confidence", {"guess", "fairly", "sure"}, "");
    for (int i = 0; i < 3; ++i)
        if (confidence == confidence_words[i]) state.confidence = static_cast<Confidence>(i);
    state.skipped = object.flag("skipped", false);
    state.hints = static_cast<int>(object.number("hints", 0));
    if (object.has("observed")) state.observed = static_cast<int>(object.number("observed"));
    state.explained = object.flag("explained", false);
    state.transfer_open = object.flag("transfer_open", false);
    return state;
}

void check_version(JsonReader::Object& top) {
    if (long long version = top.number("v"); version != 1)
        top.fail("v", "this file has format " + std::to_string(version) + ", this launchlab reads format 1. Use the launchlab that wrote it.");
}

std::string text_of(const Json& json) { return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"; }

// Moves a file that cannot be read out of the way, under the first free number.
std::string set_aside(const std::string& path) {
    for (int n = 1; n < 10000; ++n) {
        std::string aside = path + ".broken-" + std::to_string(n);
        std::error_code failed;
        if (std::filesystem::exists(std::filesystem::symlink_status(aside, failed))) continue;
        std::filesystem::rename(path, aside, failed);
        return failed ? "" : aside;
    }
    return "";
}

// A whole object that says more than this launchlab knows.
bool is_newer(const std::string& text, const Error& error) {
    Result<Json> json = parse_json(text, "");
    if (!json || !json->is_object()) return false;
    auto version = json->find("v");
    const bool higher = version != json->end() && version->is_number_integer() && *version > 1;
    return higher || error.what.starts_with("unknown key") || error.what.starts_with("unknown word");
}

template <class T>
Kept<T> read_or_default(const std::string& dir, const char* name, Result<T> (*parse)(std::string_view, std::string), const char* lost,
                        std::vector<Error>& troubles, Reader reader) {
    std::string path = dir + "/" + name;
    std::error_code failed;
    if (!std::filesystem::exists(path, failed) && !failed) return {};
    Result<std::string> text = read_file(path, 16u << 20);
    Error broken;
    if (text) {
        Result<T> value = parse(*text, path);
        if (value) return {std::move(*value)};
        broken = value.error();
    } else {
        broken = text.error();
    }
    auto say = [&](const std::string& what, const std::string& then) { troubles.push_back({broken.where, what + " " + lost + " " + then}); };
    if (text && is_newer(*text, broken)) {
        say("this file was written by a newer launchlab: " + broken.what, "Nothing is saved here until the file is moved away.");
        return {.value = {}, .may_write = false};
    }
    if (reader == Reader::looks) {
        say(broken.what, "The file was left as it is.");
        return {.value = {}, .may_write = false};
    }
    const std::string aside = set_aside(path);
    say(broken.what, aside.empty() ? "The file could not be renamed: nothing is saved here until it is moved away." : "The old file is kept as " + aside + ".");
    return {.value = {}, .may_write = !aside.empty()};
}

}  // namespace

std::string to_json(const Settings& settings) {
    return text_of({{"v", 1},
                    {"zoom", settings.zoom},
                    {"theme", settings.theme},
                    {"motion", settings.motion},
                    {"width", settings.width},
                    {"height", settings.height}});
}

std::string to_json(const Progress& progress) {
    Json steps = Json::object();
    for (const auto& [id, state] : progress.steps) steps[id] = to_value(state);
    return text_of({{"v", 1}, {"last_step", progress.last_step}, {"last_at", progress.last_at}, {"steps", std::move(steps)}, {"to_ask_again", progress.to_ask_again}, {"asked_again", progress.asked_again}});
}

Result<Settings> parse_settings(std::string_view json, std::string where) {
    Result<Json> document = parse_json(json, where);
    if (!document) return document.error();
    JsonReader reader(where);
    auto top = reader.object(*document, "", {"v", "zoom", "theme", "motion", "width", "height"});
    check_version(top);
    Settings out;
    out.zoom = static_cast<float>(top.real("zoom", 1.0));
    if (!(out.zoom >= 0.5f && out.zoom <= 4.0f)) top.fail("zoom", "the zoom lies outside 0.5 to 4. Write a number between them.");
    out.theme = top.one_of("theme", {"dark", "light", "system"}, "system");
    out.motion = top.flag("motion", true);
    long long width = top.number("width", out.width), height = top.number("height", out.height);
    if (width < 1 || width > 100000) top.fail("width", "the window is 1 to 100000 pixels wide. Write such a number.");
    if (height < 1 || height > 100000) top.fail("height", "the window is 1 to 100000 pixels high. Write such a number.");
    if (auto error = reader.error()) return *error;
    out.width = static_cast<int>(width);
    out.height = static_cast<int>(height);
    return out;
}

Result<Progress> parse_progress(std::string_view json, std::string where) {
    Result<Json> document = parse_json(json, where);
    if (!document) return document.error();
    JsonReader reader(where);
    auto top = reader.object(*document, "", {"v", "last_step", "last_at", "steps", "to_ask_again", "asked_again"});
    check_version(top);
    Progress out;
    out.last_step = top.text("last_step", "");
    out.last_at = top.text("last_at", "");
    if (JsonReader::Item steps = top.at("steps"); steps.json) {
        if (steps.json->is_object())
            for (const auto& [id, state] : steps.json->items())
                out.steps[id] = read_state(reader, {&state, steps.pointer + "/" + json_detail::escape(id)});
        else
            top.fail("steps", "this is no object. Write { } here.");
    }
    out.to_ask_again = top.texts("to_ask_again", false);
    out.asked_again = top.texts("asked_again", false);
    if (auto error = reader.error()) return *error;
    return out;
}

Kept<Settings> read_settings(const std::string& dir, std::vector<Error>& troubles, Reader reader) {
    return read_or_default<Settings>(dir, "settings.json", parse_settings, "The settings start afresh.", troubles, reader);
}

Kept<Progress> read_progress(const std::string& dir, std::vector<Error>& troubles, Reader reader) {
    return read_or_default<Progress>(dir, "progress.json", parse_progress, "Progress starts afresh.", troubles, reader);
}

namespace {

// How far a step came: its phase, then what was said in it.
auto reach(const StepState& state) {
    const auto answered = std::count_if(state.answers.begin(), state.answers.end(), [](const Answer& a) { return a.choice >= 0; });
    return std::tuple(state.phase, !state.skipped, answered, state.confidence.has_value(), state.explained, state.transfer_open, state.hints);
}

void add_missing(std::vector<std::string>& to, const std::vector<std::string>& from) {
    for (const std::string& one : from)
        if (std::find(to.begin(), to.end(), one) == to.end()) to.push_back(one);
}

// The folder itself is what is locked, so that no other file lies there. Where a file system knows no locks, the write is safe alone.
class FolderLock {
public:
    explicit FolderLock(const std::string& dir) : file_(open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
        while (file_ >= 0 && flock(file_, LOCK_EX) != 0 && errno == EINTR) {}
    }
    ~FolderLock() { if (file_ >= 0) close(file_); }
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    int file_;
};

}  // namespace

Progress merge(const Progress& on_disk, const Progress& own, const std::set<std::string>& touched) {
    Progress out = on_disk;
    for (const auto& [id, state] : own.steps) {
        auto there = out.steps.find(id);
        if (there == out.steps.end()) out.steps[id] = state;
        else if (const bool same_questions = there->second.answers.size() == state.answers.size(); touched.count(id) && (!same_questions || reach(there->second) <= reach(state)))
            there->second = state;
    }
    if (own.last_at >= on_disk.last_at && !own.last_step.empty()) out.last_step = own.last_step, out.last_at = own.last_at;
    add_missing(out.to_ask_again, own.to_ask_again);
    add_missing(out.asked_again, own.asked_again);
    std::erase_if(out.to_ask_again, [&](const std::string& one) { return std::find(out.asked_again.begin(), out.asked_again.end(), one) != out.asked_again.end(); });
    return out;
}

Result<Done> write_progress(const std::string& dir, const Progress& own, const std::set<std::string>& touched) {
    std::error_code failed;
    std::filesystem::create_directories(dir, failed);      // what fails here is named by the writing
    FolderLock lock(dir);
    std::vector<Error> troubles;
    const Kept<Progress> there = read_progress(dir, troubles, Reader::saves);
    if (!there.may_write) return troubles.front();
    return write_file_safely(dir + "/progress.json", to_json(merge(there.value, own, touched)));
}

std::string state_dir() {
    // A relative path in the variable is to be ignored (XDG base directories).
    if (const char* xdg = std::getenv("XDG_STATE_HOME"); xdg && *xdg == '/') return std::string(xdg) + "/launchlab";
    const std::string home = home_dir();
    return (home.empty() ? "." : home) + "/.local/state/launchlab";
}

}  // namespace launchlab
