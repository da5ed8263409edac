#include "session/pipe_words.h"

#include <string.h>

#include <filesystem>

#include "core/json_reader.h"
#include "core/protocol.h"

namespace launchlab {

namespace {

std::string joined(const std::vector<std::string>& command) {
    std::string out;
    for (const std::string& word : command) out += (out.empty() ? "" : " ") + word;
    return out;
}

bool through_ssh(const std::vector<std::string>& command) {
    return !command.empty() && std::filesystem::path(command.front()).filename() == "ssh";
}

std::string its_last_lines(const std::vector<std::string>& last) {
    if (last.empty()) return "";
    std::string out = " Its last lines:";
    std::size_t from = last.size() > 5 ? last.size() - 5 : 0;
    for (std::size_t i = from; i < last.size(); ++i) out += "\n    " + last[i];
    return out + "\n";
}

std::string remedy(const std::vector<std::string>& command, bool lines_before) {
    std::string space = lines_before ? "" : " ";
    if (through_ssh(command))
        return space + "Check that \"" + joined(command) + "\" works in a terminal without a password, then restart the runner.";
    return space + "Restart the runner; if it ends again, run \"launchlab doctor\".";
}

}  // namespace

namespace {

std::optional<nlohmann::json> hello_in(std::string_view line) {
    if (line.empty() || line.front() != '{') return std::nullopt;
    Result<nlohmann::json> json = parse_json(line, "");
    if (!json || !json->is_object()) return std::nullopt;
    auto event = json->find("event");
    if (event == json->end() || *event != "hello") return std::nullopt;
    return std::move(*json);
}

}  // namespace

bool is_hello(std::string_view line) { return hello_in(line).has_value(); }

std::optional<int> other_version(std::string_view line) {
    const std::optional<nlohmann::json> json = hello_in(line);
    if (!json) return std::nullopt;
    auto version = json->find("v");
    if (version == json->end() || !version->is_number_integer()) return std::nullopt;
    int speaks = version->get<int>();
    return speaks == protocol_version ? std::nullopt : std::optional(speaks);
}

std::string words_of_version(int speaks) {
    return "This runner speaks protocol " + std::to_string(speaks) + ", this launchlab " + std::to_string(protocol_version) +
           ". Install the same version on both machines.";
}

std::string words_of_unread_hello(const Error& error) {
    return "The runner's first message could not be read: " + error.text() + " Install the same version on both machines.";
}

std::string words_of_no_start(const std::vector<std::string>& command, const std::string& reason) {
    return "The runner \"" + joined(command) + "\" could not be started: " + reason +
           ". Install launchlab-runner beside launchlab, or name another one with --runner.";
}

std::string words_of_silence(const std::vector<std::string>& command, int limit_ms, const std::vector<std::string>& last) {
    int seconds = (limit_ms + 999) / 1000;
    return "The runner \"" + joined(command) + "\" said nothing that launchlab understands for " + std::to_string(seconds) +
           (seconds == 1 ? " second." : " seconds.") + its_last_lines(last) + remedy(command, !last.empty());
}

std::string words_of_end(const std::vector<std::string>& command, bool greeted, int exit_code, int signal,
                         const std::vector<std::string>& last) {
    std::string out = greeted ? "The runner ended" : "The runner \"" + joined(command) + "\" ended before it was ready";
    if (signal != 0)
        out += ", stopped by signal " + std::to_string(signal) + " (" + strsignal(signal) + ").";
    else
        out += " with exit code " + std::to_string(exit_code) + ".";
    return out + its_last_lines(last) + remedy(command, !last.empty());
}

}  // namespace launchlab
