#include "terminal/explain.h"

#include "core/codes.h"
#include "core/json_reader.h"

namespace launchlab {
namespace {

std::string dump(const nlohmann::ordered_json& json) {
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string fact_text(const PasteFact& fact) {
    std::string out;
    for (const std::string& value : fact.values) out += (out.empty() ? "" : " ") + value;
    return out.empty() ? "none" : out;
}

std::string to_title(std::string word) {
    for (char& c : word)
        if (c == '_') c = ' ';
    return word;
}

}  // namespace

Lines explain_lines(const PasteAnswer& answer, const HubEntry* entry, const Style& style) {
    Lines lines;
    const auto section = [&](const std::string& title, const std::string& text) {
        if (!text.empty()) append(lines, wrap(style, printable(style, text), fill(title, 10), std::string(10, ' ')));
    };
    if (answer.code) {
        const Code* code = find_code(*answer.code);
        lines.push_back(symbol(style, Mark::refused) + " " + paint(style, Ink::error, std::to_string(*answer.code)) + " " + answer.symbol);
        if (code) section("", std::string(code->text));
    } else {
        lines.push_back(symbol(style, answer.cause == "unknown" ? Mark::rule : Mark::statement) + " No CUDA code in this text" +
                        (answer.announces != 0 ? "; " + std::to_string(answer.announces) + " will follow" : ""));
    }
    lines.push_back("");
    if (entry) append(lines, meaning_lines(*entry, style));
    section("Cause", to_title(answer.cause) + (answer.sure ? "" : " (not sure)") + ". " + answer.why);
    std::string also;
    for (const std::string& cause : answer.alternatives) also += (also.empty() ? "" : ", ") + to_title(cause);
    for (int code : answer.other_codes) also += (also.empty() ? "" : ", ") + std::to_string(code);
    section("Or", also);
    for (const PasteFact& fact : answer.facts) section("Read", to_title(fact.name) + ": " + fact_text(fact));
    for (const PasteEvidence& line : answer.evidence) section("Line " + std::to_string(line.line), line.text);
    for (const std::string& note : answer.notes) section("Note", note);
    if (!answer.next.empty()) {
        lines.push_back("");
        lines.push_back("Next      " + printable(style, answer.next));  // never broken: it is copied
        section("", answer.then);
    }
    section("Paste", answer.cause == "unknown" && answer.ask.empty() ? "The lines around the error, from the first that looks wrong; for a build, with the command that was run. A code, a name or a word alone works too: launchlab explain 209" : answer.ask);
    if (!answer.step.empty()) section("Step", answer.step + " (launchlab run " + answer.step + ")");
    return lines;
}

namespace {

nlohmann::ordered_json json_of(const PasteAnswer& answer, const std::optional<std::string>& id) {
    nlohmann::ordered_json out;
    if (id) out["id"] = *id;
    out["code"] = answer.code ? nlohmann::ordered_json(*answer.code) : nlohmann::ordered_json(nullptr);
    out["symbol"] = answer.symbol.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(answer.symbol);
    out["cause"] = answer.cause;
    out["sure"] = answer.sure;
    out["alternatives"] = nlohmann::ordered_json::array();
    for (const std::string& cause : answer.alternatives) out["alternatives"].push_back(cause);
    for (int code : answer.other_codes) out["alternatives"].push_back(code);
    out["evidence"] = nlohmann::ordered_json::array();
    for (const PasteEvidence& line : answer.evidence) out["evidence"].push_back(line.text);
    out["facts"] = nlohmann::ordered_json::object();
    for (const PasteFact& fact : answer.facts) {
        if (fact.many) out["facts"][fact.name] = fact.values;
        else if (fact.number) out["facts"][fact.name] = std::atoi(fact.values.front().c_str());
        else out["facts"][fact.name] = fact.values.front();
    }
    out["next"] = answer.next;
    out["step"] = answer.step.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(answer.step);
    out["announces"] = answer.announces == 0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(answer.announces);
    out["why"] = answer.why;
    out["notes"] = answer.notes;
    out["then"] = answer.then;
    out["ask"] = answer.ask;
    out["marks"] = nlohmann::ordered_json::array();
    for (const PasteMark& mark : answer.marks) out["marks"].push_back({{"begin", mark.begin}, {"end", mark.end}, {"role", to_word(mark.role)}});
    return out;
}

nlohmann::ordered_json json_of(const HubShown& shown) {
    const Code& code = *find_code(shown.hit.code);
    nlohmann::ordered_json out;
    out["code"] = code.number;
    out["symbol"] = code.name;
    out["driver_symbol"] = driver_name(code.number).empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(driver_name(code.number));
    out["old_number"] = shown.hit.old == 0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(shown.hit.old);
    out["text"] = code.text;
    out["sticky"] = code.sticky;
    if (!shown.entry) return out;
    const HubEntry& entry = *shown.entry;
    const auto with = [](std::string first, const std::string& more) { return more.empty() ? first : first + " " + more; };
    out["sticky"] = entry.sticky;
    out["misleading"] = entry.misleading;
    out["where"] = with(std::string(to_words(entry.where)) + ".", entry.where_more);
    out["not_there"] = entry.not_there;
    out["sticky_more"] = entry.sticky_more;
    out["cause"] = shown.cause;
    out["next"] = entry.next;
    out["then"] = entry.next_more;
    out["look_alikes"] = entry.look_alikes;
    out["step"] = entry.step.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(entry.step);
    out["measured"] = entry.measured;
    return out;
}

}  // namespace

std::string to_json(const PasteAnswer& answer, const std::optional<std::string>& id) { return dump(json_of(answer, id)); }

std::string to_json(const PasteAnswer& answer, const std::vector<HubShown>& entries) {
    nlohmann::ordered_json out = json_of(answer, std::nullopt);
    out["entries"] = nlohmann::ordered_json::array();
    for (const HubShown& one : entries) out["entries"].push_back(json_of(one));
    return dump(out);
}

Result<std::string> explain_batch_line(const PasteBox& box, const std::string& line, const std::string& where) {
    const Result<nlohmann::json> document = parse_json(line, where);
    if (!document) return document.error();
    JsonReader reader(where);
    JsonReader::Object top = reader.object(*document, "", {"id", "input"});
    const std::string id = top.text("id"), input = top.text("input");
    if (const auto error = reader.error()) return *error;
    return to_json(box.explain(input), id);
}

}  // namespace launchlab
