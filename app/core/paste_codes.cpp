// Codes that a text gives as numbers, and what name, text and number of one message say together.
#include <algorithm>
#include <array>

#include "core/codes.h"
#include "core/paste_read.h"

namespace launchlab {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || c == '_'; }

// Other libraries have numbers of their own.
bool is_foreign(std::string_view low, std::size_t at) {
    const std::string_view left = low.substr(0, at);
    for (std::string_view word : {"cublas", "cudnn", "cufft", "nvrtc", "nvjitlink", "npp", "curand", "cusolver", "cusparse", "[trt]", "tensorrt", "optix", "vulkan",
                                  "opencl", "cutensor", "nvml", "nccl error", "cufile", "hip", "make", "ninja", "errno", "http", "exit code", "exit status", "exited with code", "line"}) {
        const std::size_t last = left.rfind(word);
        if (last == left.npos || left.size() - last >= 48) continue;
        // "libcudnn.so: CUDA error 209": the nearer subject counts.
        const std::string_view between = left.substr(last + word.size());
        if (between.find("cuda") == between.npos) return true;
    }
    return false;
}

// The words before a number that make it a code.
bool is_announced(std::string_view left) {
    while (!left.empty() && std::string_view(" :=#(['\"`-<").find(left.back()) != std::string_view::npos) {
        if (left.back() == '-' && left.size() > 1 && left[left.size() - 2] != ' ') return false;
        left.remove_suffix(1);
    }
    for (std::string_view word : {"error", "err", "err_no", "errno", "error code", "code", "status", "returned", "returns", "return", "failure", "failed",
                                  "cudaerror", "result", "retval", "ret", "rc", "error number", "error no", "errcode", "cudaerror_t", "error_t", "curesult", "cuda_error", "error is",
                                  "code is", "got", "got error", "returning", "exception", "with error", "failed with"})
        if (left.ends_with(word) && (left.size() == word.size() || !is_word(left[left.size() - word.size() - 1]) || word.starts_with("err") || word == "code"))
            return true;
    return false;
}

// "cuModuleLoad() 209": a call, then its result. Letter case tells a call from a word.
bool is_after_call(const PasteLine& line, std::size_t at) {
    std::size_t end = at;
    while (end > 0 && std::string_view(" :=->").find(line.low[end - 1]) != std::string_view::npos) --end;
    if (end == 0 || line.low[end - 1] != ')') return false;
    const std::size_t open = line.low.rfind('(', end);
    if (open == std::string::npos || open == 0) return false;
    std::size_t begin = open;
    while (begin > 0 && is_word(line.low[begin - 1])) --begin;
    const std::string_view name = std::string_view(line.text).substr(begin, open - begin);
    return (name.starts_with("cuda") && name.size() > 5 && name[4] >= 'A' && name[4] <= 'Z') ||
           (name.starts_with("cu") && name.size() > 4 && name[2] >= 'A' && name[2] <= 'Z' && name[3] >= 'a');
}

bool near_cuda(const PasteReading& reading, std::size_t line, std::size_t at) {
    const std::string_view left = std::string_view(reading.lines[line].low).substr(at > 40 ? at - 40 : 0, std::min<std::size_t>(at, 40));
    return left.find("cuda") != left.npos && speaks_of_cuda(reading.lines[line]);
}

// A bare "kernel ... status 9" of a program that may be a CUDA program. "kernel:" is the system's.
bool of_a_kernel(std::string_view low, std::size_t at) {
    const std::size_t word = low.substr(0, at).rfind("kernel");
    if (word == low.npos || at - word > 60) return false;
    const std::string_view between = low.substr(word + 6, at - word - 6);
    if (between.starts_with(":") || between.starts_with("s/") || between.find('[') != between.npos) return false;
    return between.find("exit") != between.npos || between.find("fail") != between.npos || between.find("launch") != between.npos ||
           between.find("returned") != between.npos;
}

void read_numbers_of(PasteReading& reading, std::size_t index) {
    const PasteLine& line = reading.lines[index];
    const std::string_view low = line.low;
    if (low.find("***") != low.npos || low.starts_with("make")) return;
    for (std::size_t begin = 0; begin < low.size(); ++begin) {
        if (!is_digit(low[begin]) || (begin > 0 && (is_word(low[begin - 1]) || low[begin - 1] == '.' || low[begin - 1] == '/'))) {
            continue;
        }
        std::size_t end = begin;
        while (end < low.size() && is_digit(low[end])) ++end;
        const std::size_t first = begin;
        begin = end;  // the loop goes on behind the number
        if (end - first > 4 || (end < low.size() && (is_word(low[end]) || low[end] == '/' || low[end] == '%'))) continue;
        if (end + 1 < low.size() && (low[end] == '.' || low[end] == ':') && is_digit(low[end + 1])) continue;
        int number = 0;
        for (std::size_t i = first; i < end; ++i) number = number * 10 + (low[i] - '0');
        if (number == 0) continue;
        const std::string_view left = low.substr(0, first), right = low.substr(end);
        const std::size_t open = left.find_last_not_of(' ');
        const bool versus = (right.starts_with(" vs. 0") || right.starts_with(" vs 0")) && open != left.npos && left[open] == '(';
        // "invalid device function (8)", "(8) invalid device function": in brackets beside a code's own words.
        const bool beside = open != left.npos && (left[open] == '(' || left[open] == '[') && right.size() > 0 && (right[0] == ')' || right[0] == ']') &&
                            std::any_of(reading.codes.begin(), reading.codes.end(), [&](const CodeSeen& one) {
                                return one.place.line == index && one.by_text && ((one.place.end <= first && first - one.place.end <= 3) ||
                                                                                  (one.place.begin >= end && one.place.begin - end <= 4));
                            });
        const bool call = right.starts_with("] call to ");
        const bool after = is_after_call(line, first);
        const bool announced = is_announced(left);
        if (!versus && !call && !after && !announced && !beside) continue;
        if (!versus && !call && !beside && is_foreign(low, first)) continue;
        const bool strong = call || after || beside || near_cuda(reading, index, first) || (announced && right.starts_with("(cuda")) ||
                            (versus && low.find("cudasuccess") != low.npos);
        const bool some = strong || versus || (announced && says_cuda(reading, index)) ||
                          (announced && (low.find("invalid device function") != low.npos || low.find("kernel image") != low.npos || low.find("err_no") != low.npos));
        const bool kernel = announced && of_a_kernel(low, first);
        if (!some && !kernel) continue;
        if ((number <= 2) && !strong) continue;  // an exit code
        CodeSeen seen;
        seen.number = number;
        seen.by_number = true;
        seen.weak = !some;
        seen.place = seen.number_place = {index, first, end};
        if (find_code(number)) {
            seen.code = number;
        } else if (const auto moved = from_old_number(number)) {
            seen.code = *moved;
            seen.old_number = true;
        } else {
            continue;
        }
        reading.codes.push_back(seen);
    }
}

}  // namespace

void read_numbers(PasteReading& reading) {
    for (std::size_t i = 0; i < reading.lines.size(); ++i) read_numbers_of(reading, i);
}

void tidy_codes(PasteReading& reading) {
    std::vector<CodeSeen>& codes = reading.codes;
    std::stable_sort(codes.begin(), codes.end(), [](const CodeSeen& a, const CodeSeen& b) { return a.place < b.place; });
    std::vector<CodeSeen> out;
    for (std::size_t begin = 0; begin < codes.size();) {
        std::size_t end = begin;
        while (end < codes.size() && codes[end].place.line == codes[begin].place.line) ++end;
        std::vector<CodeSeen> row;  // what one line says, longest words first
        for (std::size_t i = begin; i < end; ++i) {
            bool inside = false;
            for (std::size_t j = begin; j < end; ++j) {
                const Place &a = codes[i].place, &b = codes[j].place;
                const std::size_t one = a.end - a.begin, other = b.end - b.begin;
                inside = inside || (i != j && b.begin <= a.begin && a.end <= b.end && (other > one || (other == one && j < i)));
            }
            if (!inside) row.push_back(codes[i]);
        }
        std::vector<CodeSeen> words;
        for (CodeSeen& one : row) {
            if (one.by_number) continue;
            auto same = std::find_if(words.begin(), words.end(), [&](const CodeSeen& w) { return w.code == one.code; });
            if (same == words.end()) {
                words.push_back(one);
                continue;
            }
            same->by_name = same->by_name || one.by_name;
            same->by_text = same->by_text || one.by_text;
            same->driver_name = same->driver_name || one.driver_name;
            same->source = same->source && one.source;
            if (one.by_text) same->place = one.place;
        }
        // 200 and 300 share their text; a name or a number beside it decides.
        const auto text_200 = std::find_if(words.begin(), words.end(), [](const CodeSeen& w) { return w.code == 200 && !w.by_name; });
        const bool other_300 = std::any_of(row.begin(), row.end(), [](const CodeSeen& w) { return w.code == 300; });
        if (text_200 != words.end() && other_300) text_200->code = 300;
        for (CodeSeen& number : row) {
            if (!number.by_number) continue;
            CodeSeen* joined = nullptr;
            for (CodeSeen& word : words) {
                const bool old = from_old_number(number.number) == word.code;
                if (word.code == number.code || old) {
                    joined = &word;
                    word.old_number = word.code != number.number && old;
                    break;
                }
            }
            if (!joined && words.size() == 1 && words[0].by_text && words[0].code == 999) {  // "unknown error (303)": the wrapper has no words for it
                joined = &words[0];
                joined->code = number.code;
                joined->old_number = number.old_number;
            }
            if (!joined && words.size() == 1 && words[0].by_text) {  // "(8 vs. 0) no kernel image": the text wins
                joined = &words[0];
                joined->odd_number = true;
            }
            if (joined) {
                joined->by_number = true;
                joined->number = number.number;
                joined->number_place = number.place;
            } else {
                words.push_back(number);
            }
        }
        if (words.size() > 1)
            words.erase(std::unique(words.begin(), words.end(), [](const CodeSeen& a, const CodeSeen& b) { return a.code == b.code; }), words.end());
        out.insert(out.end(), words.begin(), words.end());
        begin = end;
    }
    std::stable_sort(out.begin(), out.end(), [](const CodeSeen& a, const CodeSeen& b) { return a.place < b.place; });
    codes = std::move(out);
}

}  // namespace launchlab
