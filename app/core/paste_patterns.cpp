#include "core/paste_patterns.h"

#include <algorithm>

#include "core/json_reader.h"

namespace launchlab {
namespace {

constexpr std::size_t gap_limit = 240;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' '; }

std::optional<Template> parse_template(const std::string& text) {
    Template out;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t open = text.find('{', at);
        if (open != at) out.push_back({Piece::Kind::words, text.substr(at, open - at)});
        if (open == text.npos) break;
        const std::size_t close = text.find('}', open);
        if (close == text.npos) return std::nullopt;
        const std::string name = text.substr(open + 1, close - open - 1);
        out.push_back(name == "*"         ? Piece{Piece::Kind::gap, ""}
                      : name == "*digits" ? Piece{Piece::Kind::digits, ""}
                                          : Piece{Piece::Kind::hole, name});
        at = close + 1;
    }
    if (out.empty() || out.front().kind != Piece::Kind::words) return std::nullopt;
    return out;
}

// Blanks do not count: a wrapped or padded message is the same message. nullopt: the words do not stand here.
std::optional<std::size_t> match_words(std::string_view words, std::string_view low, std::size_t at) {
    std::size_t i = 0;
    while (true) {
        while (i < words.size() && is_blank(words[i])) ++i;
        if (i == words.size()) return at;
        while (at < low.size() && is_blank(low[at])) ++at;
        if (at >= low.size() || low[at] != words[i]) return std::nullopt;
        ++i;
        ++at;
    }
}

bool is_arch_fact(std::string_view name) {
    return name == "gpu" || name == "built" || name == "floor" || name == "low" || name == "high" || name == "needs" || name == "thrust";
}

// Until the words that follow the hole, or to the end of the value.
std::optional<Hole> read_hole(const Template& pieces, std::size_t piece, std::string_view low, std::size_t at) {
    const std::string& name = pieces[piece].text;
    Hole out;
    out.begin = at;
    if (name == "thrust") {  // "..._700_ns": several targets stand one behind the other, 600_700
        const std::size_t end = low.find("_ns", at);
        if (end == low.npos || end > at + 60) return std::nullopt;
        std::size_t from = at;
        while (from < end) {
            std::size_t to = from;
            while (to < end && is_digit(low[to])) ++to;
            if (const auto one = read_arch(low.substr(0, to), from)) out.archs.push_back(*one);
            from = std::max(to, from) + 1;
        }
        out.end = end;
        out.text = std::string(low.substr(at, end - at));
        return out.archs.empty() ? std::nullopt : std::optional(out);
    }
    if (is_arch_fact(name)) {
        out.archs = read_arch_list(low, at);
        if (out.archs.empty()) {
            if (const auto one = read_arch(low, at)) out.archs.push_back(*one);
        }
        if (out.archs.empty()) return std::nullopt;
        if (name != "built") out.archs.resize(1);
        out.begin = out.archs.front().begin;
        out.end = out.archs.back().end;
        out.text = std::string(low.substr(out.begin, out.end - out.begin));
        return out;
    }
    std::size_t end = at;
    if (name == "arch" || name == "release") {  // whatever stands there, up to the sign that follows
        const std::string behind = piece + 1 < pieces.size() ? pieces[piece + 1].text : "";
        const std::string stop = behind.empty() ? " " : behind.substr(0, 1);
        if (behind.empty())
            while (at < low.size() && std::string_view(" '\"`(").find(low[at]) != std::string_view::npos) ++at;
        out.begin = end = at;
        while (end < low.size() && end - at < 60 && low.substr(end, 1) != stop) ++end;
        if (stop != " " && (end >= low.size() || low.substr(end, 1) != stop)) return std::nullopt;
        if (!behind.empty() && stop == " ")  // "... name 10.0 in": the blank before the next words
            while (end < low.size() && end - at < 60 && !match_words(behind, low, end)) ++end;
        out.text = std::string(low.substr(at, end - at));
        while (!out.text.empty() && is_blank(out.text.front())) out.text.erase(0, 1), ++out.begin;
        while (!out.text.empty() && (is_blank(out.text.back()) || out.text.back() == ')')) out.text.pop_back();
        if (behind.empty())
            while (!out.text.empty() && std::string_view(".,'\"`;").find(out.text.back()) != std::string_view::npos) out.text.pop_back();
        out.end = out.begin + out.text.size();
        return out;
    }
    while (end < low.size() && is_blank(low[end])) ++end;  // a version: "13.0", "2.13.0+cu130", "cu126"
    if (end < low.size() && (low[end] == '\'' || low[end] == '"')) ++end;
    out.begin = end;
    while (end < low.size() && (is_digit(low[end]) || low[end] == '.' || low[end] == '+' || (low[end] >= 'a' && low[end] <= 'z'))) ++end;
    while (end > out.begin && (low[end - 1] == '.' || low[end - 1] == '+')) --end;
    if (end == out.begin) return std::nullopt;
    out.end = end;
    out.text = std::string(low.substr(out.begin, end - out.begin));
    if (name != "offered" && !is_digit(out.text[0])) return std::nullopt;
    return out;
}

NamedGpu read_card(JsonReader& reader, const JsonReader::Item& item) {
    JsonReader::Object one = reader.object(item, {"name", "capability", "tegra"});
    NamedGpu card;
    card.name = one.text("name");
    card.tegra = one.flag("tegra", false);
    if (const Result<Capability> capability = parse_capability(one.text("capability"))) card.capability = *capability;
    else one.fail("capability", capability.error().what);
    return card;
}

}  // namespace

std::optional<PatternMatch> match_rest(const Template& pieces, std::string_view low, std::size_t from) {
    PatternMatch out;
    std::size_t at = from;
    for (std::size_t i = 1; i < pieces.size(); ++i) {
        switch (pieces[i].kind) {
        case Piece::Kind::words: {
            const auto end = match_words(pieces[i].text, low, at);
            if (!end) return std::nullopt;
            at = *end;
            break;
        }
        case Piece::Kind::digits: {
            const std::size_t begin = at;
            while (at < low.size() && is_digit(low[at])) ++at;
            if (at < begin + 2) return std::nullopt;
            break;
        }
        case Piece::Kind::gap: {
            if (i + 1 >= pieces.size()) return out.end = at, out;
            bool found = false;
            for (std::size_t skip = at; !found && skip < low.size() && skip < at + gap_limit; ++skip)
                if (const auto end = match_words(pieces[i + 1].text, low, skip)) {
                    at = *end;
                    found = true;
                }
            if (!found) return std::nullopt;
            ++i;
            break;
        }
        case Piece::Kind::hole: {
            auto hole = read_hole(pieces, i, low, at);
            if (!hole) return std::nullopt;
            at = hole->end;
            out.holes[pieces[i].text] = std::move(*hole);
            break;
        }
        }
    }
    out.end = at;
    return out;
}

Result<PatternTable> parse_patterns(std::string_view json, std::string where) {
    Result<nlohmann::json> document = parse_json(json, where);
    if (!document) return document.error();
    JsonReader reader(where);
    JsonReader::Object top = reader.object(*document, "", {"about", "patterns", "cards"});
    PatternTable table;
    for (const JsonReader::Item& item : top.list("patterns")) {
        JsonReader::Object one = reader.object(item, {"id", "role", "text", "code", "cause", "sure", "also", "announces", "rule", "list", "tool", "why", "nvrtc", "next", "then"});
        Pattern pattern;
        pattern.id = one.text("id");
        pattern.role = one.one_of("role", {"error", "check", "build", "link", "guard", "harmless", "vendor", "setup", "other", "context", "probe", "library",
                                           "goes-on", "result-ok", "stale", "ptx", "ptx-log", "shape", "rdc", "lookup", "cache", "launch", "cleanup",
                                           "old-times", "caution", "blocking", "noise"});
        for (const std::string& text : one.texts("text")) {
            auto pieces = parse_template(text);
            if (!pieces) one.fail("text", "\"" + text + "\" does not begin with words, or a { is not closed. Begin with words and close it.");
            else pattern.texts.push_back(std::move(*pieces));
        }
        pattern.code = static_cast<int>(one.number("code", 0));
        pattern.cause = one.text("cause", "");
        pattern.sure = one.one_of("sure", {"yes", "no"}, "yes") == "yes";
        pattern.also = one.texts("also", false);
        pattern.announces = static_cast<int>(one.number("announces", 0));
        pattern.rule = one.text("rule", "");
        pattern.list = one.text("list", "");
        pattern.tool = one.text("tool", "");
        pattern.why = one.text("why", "");
        pattern.next = one.text("next", "");
        pattern.then = one.text("then", "");
        pattern.nvrtc = static_cast<int>(one.number("nvrtc", 0));
        table.patterns.push_back(std::move(pattern));
    }
    for (const JsonReader::Item& item : top.list("cards")) table.cards.push_back(read_card(reader, item));
    if (auto error = reader.error()) return *error;
    return table;
}

}  // namespace launchlab
