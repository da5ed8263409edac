#include "core/paste_read.h"

#include <algorithm>
#include <unordered_map>

#include "core/codes.h"

namespace launchlab {
namespace {

constexpr std::size_t keep_all = 2000, keep_told = 4000, keep_hinted = 4000, context_lines = 12, tail_limit = 3000, bytes_between_questions = std::size_t{1} << 20,
                      keep_letters = std::size_t{1} << 21;

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    return out;
}

// The words of the runtime's sentence that ordinary programs print as well.
bool is_common(int code) {
    for (int common : {1, 2, 3, 4, 5, 31, 301, 304, 401, 600, 709, 800, 801, 909, 999, 43, 44, 45, 103, 207, 208, 210, 211, 212, 213, 303, 302})
        if (code == common) return true;
    return false;
}

bool is_source(std::string_view low, std::size_t begin) {
    const std::size_t start = low.find_first_not_of("0123456789:.- |>+");
    const std::string_view rest = start == low.npos ? low : low.substr(start);
    if (rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with("* ") || rest.starts_with("# ") || low.find("// ") < begin) return true;
    const std::string_view left = low.substr(0, begin);
    for (std::string_view word : {"== cudaerror", "!= cudaerror", "case cudaerror", "return cudaerror", "== cuda_error_", "!= cuda_error_", "case cuda_error_",
                                  "return cuda_error_", "except ", "catch (", "catch(", "throw "})
        if (left.ends_with(word) || (word.size() < 8 && left.find(word) != left.npos)) return true;
    return false;
}

}  // namespace

const PatternSeen* PasteReading::first(std::string_view role) const {
    for (const PatternSeen& one : patterns)
        if (one.pattern->role == role) return &one;
    return nullptr;
}
const PatternSeen* PasteReading::by_id(std::string_view id) const {
    for (const PatternSeen& one : patterns)
        if (one.pattern->id == id) return &one;
    return nullptr;
}
const VersionSeen* PasteReading::version(std::string_view what) const {
    for (const VersionSeen& one : versions)
        if (one.what == what) return &one;
    return nullptr;
}

bool speaks_of_cuda(const PasteLine& line) {
    const std::string& low = line.low;
    for (std::size_t at = low.find("cuda"); at != low.npos; at = low.find("cuda", at + 4)) {
        const char before = at > 0 ? low[at - 1] : ' ', after = at + 4 < low.size() ? low[at + 4] : ' ';
        if (before == '/' || before == '\\' || before == '-' || after == '/' || after == '\\' || after == '-') continue;
        if (after == '.' && low.substr(at, 8).find(".cu") != std::string::npos) continue;
        return true;
    }
    for (std::string_view word : {"nccl", "cupy", "numba", "thrust", "curesult"})
        if (low.find(word) != low.npos) return true;
    // A driver call: cuModuleLoad(, cuInit.
    for (std::size_t at = line.text.find("cu"); at != std::string::npos; at = line.text.find("cu", at + 2)) {
        if (at > 0 && is_word(low[at - 1])) continue;
        if (at + 3 < low.size() && line.text[at + 2] >= 'A' && line.text[at + 2] <= 'Z' && low[at + 3] >= 'a' && low[at + 3] <= 'z') return true;
    }
    return false;
}

bool says_cuda(const PasteReading& reading, std::size_t line) {
    if (speaks_of_cuda(reading.lines[line])) return true;
    return line > 0 && reading.lines[line - 1].number + 1 == reading.lines[line].number && speaks_of_cuda(reading.lines[line - 1]);
}

PasteScanner::PasteScanner(const PatternTable& patterns, const GpuTable& gpus) : patterns_(&patterns) {
    add_phrases(gpus);
    matcher_ = std::make_unique<Matcher>(words_);
}

void PasteScanner::add_card(std::string name, const NamedGpu& card) {
    name = lower(name);
    std::string glued;
    for (char c : name)
        if (c != ' ') glued += c;
    std::string half = name;  // "gtx 1080ti"
    if (half.ends_with(" ti")) half.erase(half.size() - 3, 1);
    for (const std::string& spelling : {name, glued, half}) {
        if (spelling.size() < 2) continue;
        const auto [known, fresh] = card_of_.try_emplace(spelling, cards_.size());
        if (!fresh) {
            Card& other = cards_[known->second];
            if (other.capability != card.capability) other.several = true;
            continue;
        }
        cards_.push_back({card.capability, card.name, card.tegra, false});
        phrases_.push_back({Phrase::Kind::card, known->second, 0, spelling.size()});
        words_.push_back(spelling);
    }
}

void PasteScanner::add_phrases(const GpuTable& gpus) {
    const auto add = [&](Phrase::Kind kind, std::size_t index, std::size_t part, std::string words) {
        if (words.size() < 2) return;
        phrases_.push_back({kind, index, part, words.size()});
        words_.push_back(std::move(words));
    };
    for (std::size_t i = 0; i < patterns_->patterns.size(); ++i)
        for (std::size_t j = 0; j < patterns_->patterns[i].texts.size(); ++j) {
            std::string words = patterns_->patterns[i].texts[j].front().text;
            if (words.ends_with(' ') && patterns_->patterns[i].texts[j].size() > 1) words.pop_back();  // the blank may be missing
            add(Phrase::Kind::pattern, i, j, std::move(words));
        }
    for (std::size_t i = 0; i < all_codes().size(); ++i) {
        const Code& code = all_codes()[i];
        if (code.number == 0) continue;
        std::string text = lower(code.text);
        if (text.ends_with('.')) text.pop_back();
        if (code.number != 300) add(Phrase::Kind::code_text, i, 0, std::move(text));  // 300 has the words of 200
        std::string name = lower(code.name);
        if (name.starts_with("cudaerror")) name.erase(0, 9);
        add(Phrase::Kind::code_name, i, 0, std::move(name));
        std::string driver = lower(driver_name(code.number));
        if (!driver.starts_with("cuda_error_")) continue;
        driver.erase(0, 11);
        std::string glued;
        for (char c : driver)
            if (c != '_') glued += c;
        add(Phrase::Kind::driver_name, i, 0, driver);
        if (glued.size() >= 10 && glued != lower(code.name).substr(std::min<std::size_t>(9, code.name.size()))) add(Phrase::Kind::glued_name, i, 0, std::move(glued));
    }
    for (const std::vector<NamedGpu>* list : {&gpus.gpus, &patterns_->cards})
        for (const NamedGpu& card : *list) {
            add_card(card.name, card);
            for (const std::string& also : card.also)
                if (also.find_first_of("0123456789") != also.npos || also.find(' ') != also.npos || card.tegra) add_card(also, card);
        }
    // Lines that may hold a fact which no phrase names.
    for (std::string_view word : {"cuda", "arch=", "sm_", "compute_", "capabilit", "driver", "nvcc", "nvrtc", "returned", "error", "status", "vs. 0", "call to cu", "release 1"})
        add(Phrase::Kind::trigger, 0, 0, std::string(word));
}

std::vector<PasteScanner::Found> PasteScanner::scan(std::string_view bytes, const std::function<bool()>& stopped, PasteReading& reading) const {
    struct Speaker {
        Matcher::State state = Matcher::start;
        std::size_t line = 0;
        bool kept = false;
    };
    std::vector<Found> found;
    std::unordered_map<std::uint32_t, Speaker> speakers;
    PasteText text(bytes);
    PasteLine line;
    std::size_t context = 0, told = 0, hinted = 0, letters = 0, ask_at = bytes_between_questions;
    while (text.next(line)) {
        ++reading.total_lines;
        if (stopped && line.begin >= ask_at) {
            if (stopped()) break;
            ask_at = line.begin + bytes_between_questions;
        }
        const std::size_t index = reading.lines.size();
        const std::size_t before = found.size();
        bool strong = false, hint = false;
        if (speakers.size() > 4096) speakers.clear();
        Speaker& speaker = speakers[line.speaker];
        const auto take = [&](std::size_t phrase, std::size_t begin, std::size_t end) {
            const Phrase::Kind kind = phrases_[phrase].kind;
            if (kind == Phrase::Kind::card && ((begin > 0 && is_word(line.low[begin - 1])) || (end < line.low.size() && line.low[end] >= '0' && line.low[end] <= '9'))) return;
            // A few letters that begin a longer template say little by themselves.
            const bool little = kind == Phrase::Kind::trigger || kind == Phrase::Kind::card || (kind == Phrase::Kind::pattern && phrases_[phrase].length < 8);
            (little ? hint : strong) = true;
            if (phrases_[phrase].kind != Phrase::Kind::trigger) found.push_back({phrase, {index, begin, end}});
        };
        // A sentence that began in this speaker's line before: only its first words here can end it.
        if (speaker.state != Matcher::start)
            matcher_->finish(line.low, line.content, speaker.state, [&](std::size_t phrase, std::size_t end) { take(phrase, line.content, end); });
        const Matcher::State after =
            matcher_->scan(line.low, 0, Matcher::start, [&](std::size_t phrase, std::size_t end) { take(phrase, end - phrases_[phrase].length, end); });
        if (!line.low.empty()) speaker.state = matcher_->step(after, ' ');
        const bool first = index < keep_all && letters < keep_letters, message = strong && told < keep_told && letters < 2 * keep_letters;
        const bool keep = first || message || ((hint || context > 0) && hinted < keep_hinted && letters < keep_letters);
        if (!keep) {
            found.resize(before);
            if (context > 0) --context;
            continue;
        }
        if (!first) ++(message ? told : hinted);
        context = strong ? context_lines : context > 0 ? context - 1 : 0;
        letters += line.low.size();
        reading.lines.push_back(line);
    }
    return found;
}

void PasteScanner::take_pattern(const Found& found, PasteReading& reading) const {
    const Phrase& phrase = phrases_[found.phrase];
    const Pattern& pattern = patterns_->patterns[phrase.index];
    const Template& pieces = pattern.texts[phrase.part];
    const PasteLine& line = reading.lines[found.place.line];
    PatternSeen seen{&pattern, {}, found.place};
    if (pieces.size() > 1) {
        // The message may go on in the next lines of the same speaker.
        std::string tail;
        if (line.low.size() < found.place.end + tail_limit) tail = line.low;  // a longer line holds the whole message
        std::vector<std::pair<std::size_t, std::size_t>> starts = {{0, found.place.line}};
        for (std::size_t i = found.place.line + 1; !tail.empty() && i < reading.lines.size() && i <= found.place.line + context_lines && tail.size() < tail_limit; ++i) {
            if (reading.lines[i].speaker != line.speaker) continue;
            tail += ' ';
            starts.push_back({tail.size() - reading.lines[i].content, i});
            tail += std::string_view(reading.lines[i].low).substr(reading.lines[i].content);
        }
        auto rest = match_rest(pieces, tail.empty() ? std::string_view(line.low) : tail, found.place.end);
        if (!rest) return;
        for (auto& [name, hole] : rest->holes) {
            std::size_t part = 0;
            while (part + 1 < starts.size() && starts[part + 1].first + reading.lines[starts[part + 1].second].content <= hole.begin) ++part;
            const auto [offset, index] = starts[part];
            const Place place{index, hole.begin - offset, std::min(hole.end - offset, reading.lines[index].low.size())};
            if (name == "gpu") {
                const Target& target = hole.archs.front().target;
                reading.gpus.push_back({target.number, "", false, true, -1, place});
            } else if (name == "built" || name == "thrust") {
                ListSeen list{pattern.list.empty() ? "check" : pattern.list, {}, {}, pattern.list == "package" || pattern.id == "supported-list", false, pattern.tool, place};
                if (pattern.id == "supported-list") list.ptx_known = false;
                for (const ArchSeen& one : hole.archs) {
                    const bool ptx = one.named && one.target.kind == Kind::ptx;
                    Target target = one.target;
                    if (!ptx) list.sass.push_back((target.kind = Kind::sass, target));
                    if (ptx || one.ptx_too) list.ptx.push_back((target.kind = Kind::ptx, target));
                    if (one.ptx_too) list.ptx_known = true;
                }
                // Numbers with suffixes or dots, parted by semicolons, are PyTorch's way of writing SASS.
                if (hole.text.find(';') != hole.text.npos && hole.text.find('.') != hole.text.npos) list.ptx_known = true;
                reading.lists.push_back(std::move(list));
            }
            hole.begin = place.begin;
            hole.end = place.end;
        }
        seen.holes = std::move(rest->holes);
        seen.place.end = std::min(rest->end, line.low.size());
    }
    reading.patterns.push_back(std::move(seen));
    if (pattern.code != 0 && (pattern.rule != "cuda" || says_cuda(reading, found.place.line))) {
        CodeSeen code;
        code.code = pattern.code;
        code.by_text = true;
        code.place = reading.patterns.back().place;
        code.source = is_source(line.low, code.place.begin);
        reading.codes.push_back(code);
    }
}

void PasteScanner::take_code(const Found& found, PasteReading& reading) const {
    const Phrase& phrase = phrases_[found.phrase];
    const Code& code = all_codes()[phrase.index];
    const PasteLine& line = reading.lines[found.place.line];
    const std::string_view left = std::string_view(line.low).substr(0, found.place.begin);
    const char next = found.place.end < line.low.size() ? line.low[found.place.end] : ' ';
    const bool bounded = left.empty() || !is_word(left.back());
    CodeSeen seen;
    seen.code = code.number;
    seen.place = found.place;
    switch (phrase.kind) {
    case Phrase::Kind::code_text:
        if (!bounded || is_word(next)) return;
        if (is_common(code.number) && !says_cuda(reading, found.place.line)) return;
        seen.by_text = true;
        break;
    case Phrase::Kind::code_name:
        if (is_word(next)) return;
        if (left.ends_with("cudaerror") || left.ends_with("cuderror") || left.ends_with("cudaerror::") || left.ends_with("cudaerror_t::")) {
            seen.place.begin -= left.ends_with("cudaerror") ? 9 : left.ends_with("cuderror") ? 8 : 0;
        } else if (!(phrase.length >= 13 && (bounded || left.ends_with("error") || left.ends_with("error_")) && says_cuda(reading, found.place.line))) {
            return;
        }
        seen.by_name = true;
        break;
    case Phrase::Kind::driver_name:
        if (is_word(next)) return;
        if (left.ends_with("cuda_error_")) seen.place.begin -= 11;
        else if (!(phrase.length >= 12 && (bounded || left.ends_with("error_")) && says_cuda(reading, found.place.line)) && phrase.length < 17) return;
        seen.by_name = seen.driver_name = true;
        break;
    default:
        if (is_word(next) || !bounded || !says_cuda(reading, found.place.line)) return;
        seen.by_name = seen.driver_name = true;
    }
    seen.source = is_source(line.low, seen.place.begin);
    reading.codes.push_back(seen);
}

void PasteScanner::take_card(const Found& found, PasteReading& reading) const {
    const Card& card = cards_[phrases_[found.phrase].index];
    const PasteLine& line = reading.lines[found.place.line];
    const std::string_view low = line.low;
    const std::size_t begin = found.place.begin, end = found.place.end, length = end - begin;
    const char before = begin > 0 ? low[begin - 1] : ' ', after = end < low.size() ? low[end] : ' ';
    if (is_word(before) || (before == '-' && length < 5) || before == '.' || before == '/') return;
    if (is_word(after) && !(length > 4 && (low.substr(end).starts_with("m ") || low.substr(end).starts_with("ti")))) return;
    const std::string_view letters = std::string_view(line.text).substr(begin, length);
    const bool digit = letters.find_first_of("0123456789") != letters.npos;
    if (length <= 5 && letters.find(' ') == letters.npos) {  // A10, T4: as names of cards are written, and beside a card's words
        for (char c : letters)
            if (c >= 'a' && c <= 'z' && digit) return;
        if (length <= 3) {
            bool beside = false;
            for (std::string_view word : {"gpu", "nvidia", "tesla", "device", "card", "quadro", "colab", "board", "machine", "instance", "cuda"})
                beside = beside || low.find(word) != low.npos;
            if (!beside) return;
        }
    }
    reading.gpus.push_back({card.several ? Capability{} : card.capability, std::string(letters), card.tegra, false, -1, found.place});
}

PasteReading PasteScanner::read(std::string_view bytes, const std::function<bool()>& stopped) const {
    PasteReading reading;
    const std::vector<Found> found = scan(bytes, stopped, reading);
    for (const Found& one : found) {
        switch (phrases_[one.phrase].kind) {
        case Phrase::Kind::pattern: take_pattern(one, reading); break;
        case Phrase::Kind::card: take_card(one, reading); break;
        case Phrase::Kind::trigger: break;
        default: take_code(one, reading);
        }
    }
    std::stable_sort(reading.patterns.begin(), reading.patterns.end(), [](const PatternSeen& a, const PatternSeen& b) { return a.place < b.place; });
    // Of several templates that fit one message the one that read most counts.
    std::vector<PatternSeen> fullest;
    for (PatternSeen& seen : reading.patterns) {
        auto same = fullest.rbegin();  // they are in order: only those at this place can be the same
        while (same != fullest.rend() && same->place.line == seen.place.line && same->place.begin == seen.place.begin && same->pattern != seen.pattern) ++same;
        if (same == fullest.rend() || same->place.line != seen.place.line || same->place.begin != seen.place.begin) fullest.push_back(std::move(seen));
        else if (seen.holes.size() > same->holes.size() || (seen.holes.size() == same->holes.size() && seen.place.end > same->place.end)) *same = std::move(seen);
    }
    reading.patterns = std::move(fullest);
    read_numbers(reading);
    tidy_codes(reading);
    read_gpus(reading);
    read_lists(reading);
    read_versions(reading);
    return reading;
}

}  // namespace launchlab
