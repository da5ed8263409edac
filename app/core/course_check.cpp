#include "core/course_check.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "core/codes.h"
#include "core/relative_target.h"

namespace launchlab {
namespace {

constexpr std::string_view rungs[] = {"respond", "change", "construct", "present"};
constexpr std::string_view parts[] = {"choose target", "load image", "launch", "check"};

template <class List>
bool among(const List& list, std::string_view word) {
    return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

template <class List>
std::string listed(const List& list) {
    std::string out;
    for (std::string_view word : list) out += (out.empty() ? "" : ", ") + std::string(word);
    return out;
}

bool is_code(const std::string& text) { return !text.empty() && text.size() < 7 && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); }); }
bool is_check(const std::string& call) { return call == "cudaPeekAtLastError" || call == "cudaGetLastError" || call == "cudaDeviceSynchronize"; }

std::string call_difference(const CallRequest& a, const CallRequest& b) {
    if (a.call != b.call) return "call";
    std::vector<std::string> out;
    if (a.buffer != b.buffer) out.push_back("buffer");
    if (a.bytes != b.bytes) out.push_back("bytes");
    if (a.value != b.value) out.push_back("fill byte");
    if (a.unit != b.unit) out.push_back("unit");
    if (a.grid != b.grid) out.push_back("grid size");
    if (a.block != b.block) out.push_back("block size");
    if (a.smem != b.smem) out.push_back("shared memory");
    if (a.args != b.args) out.push_back("argument");
    if (a.thread != b.thread) out.push_back("host thread");
    return listed(out);
}

std::string line_word(const CallRequest& call) {
    return call.call == "launch" ? "launch line" : is_check(call.call) ? "check line" : "call";
}

void differ_in_calls(const std::vector<CallRequest>& a, const std::vector<CallRequest>& b, std::vector<std::string>& out) {
    if (a.size() == b.size()) {
        for (std::size_t i = 0; i < a.size(); ++i)
            if (!(a[i] == b[i])) out.push_back(call_difference(a[i], b[i]));
        return;
    }
    const auto& longer = a.size() > b.size() ? a : b;
    const auto& shorter = a.size() > b.size() ? b : a;
    std::size_t at = 0;
    for (const CallRequest& call : longer) {
        if (at < shorter.size() && shorter[at] == call) ++at;
        else out.push_back(line_word(call));
    }
    if (at < shorter.size()) out.push_back("order of calls");
}

std::string image_difference(const std::string& a, const std::string& b) {
    const auto left = parse_relative(a), right = parse_relative(b);
    if (!left || !right) return "target";
    if (left->edit != right->edit) return "edit";
    if (left->bare != right->bare) return "packing";
    if (left->missing_name != right->missing_name) return "kernel name";
    auto is_ptx = [](const Relative& r) { return r.fixed ? r.fixed->kind == Kind::ptx : traits_of(r.choice).kind == Kind::ptx; };
    return is_ptx(*left) != is_ptx(*right) ? "kind" : "target";
}

// Collects what is wrong with one step.
class Checker {
public:
    Checker(const Step& step, const std::map<std::string, Misconception>& misconceptions) : step_(step), misconceptions_(misconceptions) {}

    std::vector<Finding> findings() {
        words();
        limits();
        config("/a", step_.a, "/calls");
        config("/b", step_.b, step_.a.calls == step_.b.calls ? "" : "/b/calls");
        pair();
        for (std::size_t i = 0; i < step_.ask.size(); ++i) ask(step_.ask[i], "/ask/" + std::to_string(i));
        observe();
        texts();
        return std::move(findings_);
    }

private:
    void find(std::string pointer, std::string what) { findings_.push_back({std::move(pointer), std::move(what)}); }
    void at_most(const std::string& pointer, const std::string& text, int limit) {
        const int count = count_words(text);
        if (count > limit) find(pointer, "this has " + std::to_string(count) + " words; at most " + std::to_string(limit) + " are read. Shorten it.");
    }

    void words() {
        if (!among(rungs, step_.rung)) find("/rung", "unknown rung \"" + step_.rung + "\". Write one of: " + listed(rungs) + ".");
        for (std::size_t i = 0; i < step_.learner_part.size(); ++i)
            if (!among(parts, step_.learner_part[i]))
                find("/learner_part/" + std::to_string(i), "unknown part \"" + step_.learner_part[i] + "\". Write one of: " + listed(parts) + ".");
        if (step_.hints.size() != 3) find("/hints", "a step has three hints: point, reason, show. This one has " + std::to_string(step_.hints.size()) + ". Write three.");
        if (step_.ask.size() > 3) find("/ask", "a step asks at most three calls; this one asks " + std::to_string(step_.ask.size()) + ". Keep the three that matter.");
        if (!step_.editable.empty()) {
            const int lines = static_cast<int>(std::count(step_.kernel.begin(), step_.kernel.end(), '\n'));
            if (step_.editable.size() != 2 || step_.editable[0] < 1 || step_.editable[1] < step_.editable[0] || (!step_.kernel.empty() && step_.editable[1] > lines))
                find("/editable", "this must be the first and last line that may be edited, within the kernel's " + std::to_string(lines) + " lines. Write for example [1, " + std::to_string(lines) + "].");
        }
    }

    void limits() {
        at_most("/goal", step_.goal, 25);
        for (std::size_t i = 0; i < step_.hints.size(); ++i) at_most("/hints/" + std::to_string(i), step_.hints[i], 25);
        at_most("#text", step_.text, 60);
        at_most("#explain", step_.explain, 120);
        at_most("#solution", step_.solution, 60);
    }

    void config(const std::string& pointer, const Config& config, const std::string& calls) {   // calls "": checked with A's
        if (config.images.empty()) find(pointer + "/images", "there is no image to build. Name one, for example \"exact\".");
        for (std::size_t i = 0; i < config.images.size(); ++i)
            if (const auto relative = parse_relative(config.images[i]); !relative) find(pointer + "/images/" + std::to_string(i), relative.error().what);
        for (const auto& [name, value] : config.env)
            if (!name.starts_with("CUDA_") && !name.starts_with("NVRTC_"))
                find(pointer + "/env/" + name, "only variables that begin with CUDA_ or NVRTC_ reach the run. Remove this one.");
        pattern(pointer + "/pattern", config.pattern);
        std::set<std::string> buffers;
        for (std::size_t i = 0; !calls.empty() && i < config.calls.size(); ++i) call(config.calls[i], calls + "/" + std::to_string(i), buffers);
    }

    void pattern(const std::string& pointer, const std::string& text) {
        if (text.empty()) return;
        const bool spelled = text.starts_with("FAULT(") && text.ends_with(")") && is_code(text.substr(6, text.size() - 7));
        const Code* code = spelled ? find_code(std::stoi(text.substr(6))) : nullptr;
        if (!code || !code->sticky) find(pointer, "\"" + text + "\" is no pattern of a fault. Write FAULT(700), or another code after which the context is lost; leave it out where the rule alone decides.");
    }

    void call(const CallRequest& call, const std::string& pointer, std::set<std::string>& buffers) {
        if (!among(call_words, call.call)) {
            find(pointer + "/call", "unknown call \"" + call.call + "\". Write one of: " + listed(call_words) + ".");
            return;
        }
        const bool sized = call.call == "cudaMalloc" || call.call == "cudaMemset" || call.call == "cudaMemcpy";
        if (sized && call.bytes == 0) find(pointer, call.call + " needs a number of bytes. Add \"bytes\".");
        if (call.call == "cudaMalloc") buffers.insert(call.buffer);
        if ((sized || call.call == "cudaFree") && !buffers.count(call.buffer))
            find(pointer, "no cudaMalloc before this call makes the buffer \"" + call.buffer + "\". Name one that exists.");
        if (call.call == "launch" && (call.grid.empty() || call.block.empty() || call.grid.size() > 3 || call.block.size() > 3))
            find(pointer, "a launch needs \"grid\" and \"block\" of one to three numbers. Add them.");
        for (std::size_t i = 0; i < call.args.size(); ++i)
            if (call.args[i].find(':') == std::string::npos && !buffers.count(call.args[i]))
                find(pointer + "/args/" + std::to_string(i), "\"" + call.args[i] + "\" is no buffer of this program. Name one, or write a number such as \"u32:5\".");
    }

    void pair() {
        const std::vector<std::string> found = differences(step_.a, step_.b);
        if (found.empty()) find("/b", "A and B are the same. Let them differ in one field.");
        else if (found.size() > 1) find("/b", "A and B differ in " + std::to_string(found.size()) + " fields: " + listed(found) + ". Keep one difference, so that it explains what changes.");
        else if (found[0] != step_.differs) find("/differs", "A and B differ in \"" + found[0] + "\", not in \"" + step_.differs + "\". Write \"" + found[0] + "\".");
    }

    void misconception(const std::string& pointer, const std::string& id) {
        if (!id.empty() && !misconceptions_.count(id)) find(pointer, "unknown misconception \"" + id + "\". Use an id of lessons/misconceptions.json.");
    }

    void ask(const Ask& ask, const std::string& pointer) {
        const Config& config = ask.run == 'B' ? step_.b : step_.a;
        const bool in_range = ask.call >= 0 && ask.call < static_cast<int>(config.calls.size());
        if (!in_range) find(pointer + "/call", "run " + std::string(1, ask.run) + " has no call " + std::to_string(ask.call) + ". Count its calls from 0.");
        else if (ask.value && config.calls[ask.call].call != "cudaMemcpy") find(pointer + "/call", "a value is read after a cudaMemcpy, not after " + config.calls[ask.call].call + ". Name a cudaMemcpy.");
        if (ask.choices.size() < 2 || ask.choices.size() > 4) find(pointer + "/choices", "a question has two to four choices. Add or remove some.");
        int right = 0;
        bool nine = false;
        for (std::size_t i = 0; i < ask.choices.size(); ++i) {
            choice(ask, i, pointer + "/choices/" + std::to_string(i));
            if (!is_right(ask.choices[i])) continue;
            ++right;
            nine = nine || ask.choices[i].answer == "9";
            if (in_title(ask.choices[i].answer)) find("/title", "the title contains the right answer \"" + ask.choices[i].answer + "\". Make it a question or a neutral name.");
        }
        const bool one_of_two = right == 2 && nine && among_answers(ask, "1");   // a refused shape is 1 or 9, by the runtime
        if (right != 1 && !one_of_two) find(pointer + "/choices", std::to_string(right) + " choices have no misconception; exactly one must, the right one. Give each other choice its misconception.");
    }

    void choice(const Ask& ask, std::size_t i, const std::string& pointer) {
        const AskChoice& choice = ask.choices[i];
        if (!ask.value && !is_code(choice.answer)) find(pointer + "/answer", "a call answers with a code. Write its number in quotes, for example \"209\".");
        else if (!ask.value && i > 0 && is_code(ask.choices[i - 1].answer) && std::stol(ask.choices[i - 1].answer) >= std::stol(choice.answer))
            find(pointer + "/answer", "codes stand in rising order, so that the order tells nothing. Sort the choices.");
        misconception(pointer + "/misconception", choice.misconception);
        if (choice.because.empty()) return;
        if (!choice.misconception.empty()) find(pointer + "/misconception", "here each reason under \"because\" has its own misconception. Remove this one.");
        if (choice.because.size() < 2 || choice.because.size() > 3) find(pointer + "/because", "two or three reasons open under an answer. Add or remove some.");
        for (std::size_t j = 0; j < choice.because.size(); ++j) {
            at_most(pointer + "/because/" + std::to_string(j) + "/text", choice.because[j].text, 4);
            misconception(pointer + "/because/" + std::to_string(j) + "/misconception", choice.because[j].misconception);
        }
    }

    static bool among_answers(const Ask& ask, std::string_view answer) {
        return std::any_of(ask.choices.begin(), ask.choices.end(), [&](const AskChoice& choice) { return is_right(choice) && choice.answer == answer; });
    }

    bool in_title(const std::string& answer) const {
        auto part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
        for (std::size_t at = step_.title.find(answer); at != std::string::npos; at = step_.title.find(answer, at + 1)) {
            const std::size_t end = at + answer.size();
            if ((at == 0 || !part(step_.title[at - 1])) && (end == step_.title.size() || !part(step_.title[end]))) return true;
        }
        return false;
    }

    void observe() {
        if (!step_.observe) return;
        const int count = static_cast<int>(step_.observe->choices.size());
        if (count < 2 || count > 4) find("/observe/choices", "the one question has two to four choices. Add or remove some.");
        if (step_.observe->right < 0 || step_.observe->right >= count) find("/observe/right", "there is no choice " + std::to_string(step_.observe->right) + ". Count the choices from 0.");
    }

    void texts() {
        placeholders("#text", step_.text);
        placeholders("#explain", step_.explain);
        placeholders("#try", step_.try_this);
        placeholders("#solution", step_.solution);
        placeholders("#room", step_.room);
        placeholders("/goal", step_.goal);
        for (std::size_t i = 0; i < step_.hints.size(); ++i) placeholders("/hints/" + std::to_string(i), step_.hints[i]);
        if (step_.observe) placeholders("/observe/question", step_.observe->question);
        placeholders("/transfer_question", step_.transfer_question);
        placeholders("/transfer_answer", step_.transfer_answer);
    }
    void placeholders(const std::string& pointer, const std::string& text) {
        for (const std::string& name : unknown_placeholders(text))
            find(pointer, "unknown placeholder {" + name + "}. Known are {a.target}, {b.target}, {card}, {cc}, {driver}, {toolkit}, and {a.flag}, {a.cmake}, {a.torch} with their {b. ...}.");
    }

    const Step& step_;
    const std::map<std::string, Misconception>& misconceptions_;
    std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_step(const Step& step, const std::map<std::string, Misconception>& misconceptions) {
    return Checker(step, misconceptions).findings();
}

std::vector<std::string> differences(const Config& a, const Config& b) {
    std::vector<std::string> out;
    if (a.images.size() == b.images.size()) {
        for (std::size_t i = 0; i < a.images.size(); ++i)
            if (a.images[i] != b.images[i]) out.push_back(image_difference(a.images[i], b.images[i]));
    } else {
        const std::size_t more = a.images.size() > b.images.size() ? a.images.size() - b.images.size() : b.images.size() - a.images.size();
        out.insert(out.end(), more, "image");
    }
    differ_in_calls(a.calls, b.calls, out);
    std::set<std::string> names;
    for (const auto& [name, value] : a.env) names.insert(name);
    for (const auto& [name, value] : b.env) names.insert(name);
    for (const std::string& name : names) {
        const auto left = a.env.find(name), right = b.env.find(name);
        if (left == a.env.end() || right == b.env.end() || left->second != right->second) out.push_back("environment");
    }
    if (a.toolkit != b.toolkit) out.push_back("toolkit");
    return out;
}

bool is_right(const AskChoice& choice) {
    if (choice.because.empty()) return choice.misconception.empty();
    return std::any_of(choice.because.begin(), choice.because.end(), [](const auto& because) { return because.misconception.empty(); });
}

int count_words(std::string_view text) {
    int count = 0;
    bool inside = false;
    for (char c : text) {
        const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
        if (!space && !inside) ++count;
        inside = !space;
    }
    return count;
}

}  // namespace launchlab
