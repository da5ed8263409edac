#include "panels/timeline_model.h"

#include <algorithm>
#include <cstdio>

#include "core/codes.h"

namespace launchlab {

namespace {

bool is_launch(const std::string& call) { return call == "launch" || call == "cudaLaunchCooperativeKernel"; }
bool is_check(const std::string& call) { return call == "cudaPeekAtLastError" || call == "cudaGetLastError"; }
bool is_wait(const std::string& call) { return call == "cudaDeviceSynchronize" || call == "cudaDeviceReset"; }

std::string dimension(const std::vector<unsigned>& numbers) {
    if (numbers.empty()) return "1";
    std::string text;
    for (unsigned n : numbers) text += (text.empty() ? "" : ", ") + std::to_string(n);
    return numbers.size() == 1 ? text : "dim3(" + text + ")";
}

std::string hex_word(std::uint32_t word) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%08X", word);
    return text;
}

std::string plain_argument(const std::string& text) {
    auto colon = text.find(':');
    return colon == text.npos ? text : text.substr(colon + 1);
}

Outcome outcome_of(const Code* code, int number) {
    if (number == 0) return Outcome::ok;
    return code && code->sticky ? Outcome::fault : Outcome::refused;
}

// The byte that fills a buffer before the launch, if a call does that.
std::optional<std::uint32_t> filled_with(const Request& request, const std::string& buffer, int before) {
    std::optional<std::uint32_t> word;
    for (int i = 0; i < before && i < int(request.calls.size()); ++i)
        if (request.calls[i].call == "cudaMemset" && request.calls[i].buffer == buffer)
            word = 0x01010101u * std::uint32_t(request.calls[i].value & 255);
    return word;
}

class Maker {
public:
    explicit Maker(const TimelineInput& input) : in_(input), request_(input.run ? input.run->request : *input.request) {}

    Timeline make() {
        out_.by_rule = !in_.run;
        out_.running = in_.run && !in_.run->done;
        out_.recorded = in_.run && in_.run->origin.kind != Origin::Kind::live;
        for (int i = 0; i < int(request_.calls.size()); ++i) add(i);
        phases();
        slots();
        lanes();
        predictions();
        notes();
        return std::move(out_);
    }

private:
    const TimelineInput& in_;
    const Request& request_;
    Timeline out_;
    bool open_seen_ = false;

    Known known_without_call() {
        const Run& run = *in_.run;
        if (!run.done) return Known::open;
        if (out_.recorded) return Known::not_recorded;
        return Known::not_reached;
    }

    void add(int i) {
        const CallRequest& call = request_.calls[i];
        Column c;
        c.call = i;
        c.launch = is_launch(call.call), c.check = is_check(call.call), c.wait = is_wait(call.call);
        c.name = c.launch ? launch_text(request_, call) : call.call;
        if (in_.run) measured(c, i);
        else by_rule(c, i);
        out_.columns.push_back(c);
        if (call.call == "cudaMemcpy") add_value(i);
    }

    void set_code(Column& c, int number, std::string_view text) {
        if (c.launch) {
            c.outcome = number == 0 ? Outcome::ok : Outcome::refused_launch;
            c.code = number == 0 ? "accepted" : "refused";
            c.word = "returns nothing";
            return;
        }
        const Code* code = find_code(number);
        c.outcome = outcome_of(code, number);
        c.code = std::to_string(number);
        c.word = code ? std::string(code->word) : text.empty() ? "unknown code" : std::string(text);
        if (number == 0) c.word = "success";
    }

    void measured(Column& c, int i) {
        if (const Call* call = find_call(*in_.run, i)) {
            c.known = Known::yes;
            set_code(c, call->code, call->text);
            if (call->us >= 0) c.right = duration_text(call->us);
            return;
        }
        c.known = known_without_call();
        if (c.known == Known::not_recorded) {
            if (auto code = c.launch ? launch_code(*in_.run, i) : std::nullopt) {
                c.known = Known::inferred;
                set_code(c, *code, "");
                c.word = "inferred from the check";
                return;
            }
            c.word = "not recorded";
        } else if (c.known == Known::not_reached) {
            bool first = !open_seen_;
            open_seen_ = true;
            bool called = first && in_.run->done->how != "compile" && in_.run->done->how != "refused" && in_.run->done->how != "cancelled";
            c.word = called ? "did not return" : "not reached";
        } else {
            c.word = open_seen_ || in_.run->stage != "launch" ? "not yet" : "under way";
            open_seen_ = true;
        }
    }

    // What the rule says about a call. A kernel that starts may still fault: of that the rule knows nothing.
    void by_rule(Column& c, int i) {
        int first = 0;
        while (first < int(request_.calls.size()) && !is_launch(request_.calls[first].call)) ++first;
        int code = in_.rule ? in_.rule->code : 0;
        c.known = Known::by_rule;
        if (i < first) set_code(c, 0, "");
        else if (c.launch) set_code(c, code, ""), c.word = code == 0 ? "will start" : "will return nothing";
        else if (c.check && i == first + 1) set_code(c, code, "");
        else if (code != 0 && !c.check) set_code(c, 0, "");
        else c.known = Known::open, c.word = "needs a run";
    }

    void add_value(int i) {
        const CallRequest& copy = request_.calls[i];
        Column c;
        c.call = i, c.value = true;
        c.name = copy.buffer + "[0]";
        if (!in_.run) {
            c.known = Known::open, c.word = "needs a run";
            auto fill = filled_with(request_, copy.buffer, i);
            if (in_.rule && in_.rule->code != 0 && fill) {
                c.known = Known::by_rule, c.outcome = Outcome::untouched;
                c.code = hex_word(*fill), c.word = "untouched";
            }
        } else if (const Value* value = find_value(*in_.run, i)) {
            c.known = Known::yes;
            describe(c, *value, copy);
        } else {
            c.known = known_without_call();
            c.word = c.known == Known::not_recorded ? "not recorded" : c.known == Known::open ? "not yet" : "not reached";
        }
        out_.columns.push_back(c);
    }

    void describe(Column& c, const Value& value, const CallRequest& copy) {
        if (!value.read || value.words.empty()) {
            c.outcome = Outcome::unread, c.code = "not read", c.word = "the copy failed";
            return;
        }
        std::uint32_t word = value.words[0];
        auto fill = filled_with(request_, copy.buffer, copy.call.empty() ? 0 : c.call);
        if (fill && word == *fill) {
            c.outcome = Outcome::untouched, c.code = hex_word(word), c.word = "untouched";
            return;
        }
        c.outcome = Outcome::value;
        c.code = std::to_string(word);
        c.word = "written";
        for (const UnitRequest& unit : request_.units)
            for (const ImageRequest& image : unit.images)
                if (auto target = parse_arch(image.kind, image.arch); target && marker(*target) == word) c.word = "marker of " + to_name(*target);
        if (c.word == "written" && !fill) c.word = "as read";
    }

    void phases() {
        bool launched = false, under_launch = false, waited = false;
        for (Column& c : out_.columns) {
            const std::string& call = request_.calls[c.call].call;
            if (c.launch) launched = true, under_launch = true, waited = false, c.phase = "LAUNCH";
            else if (!launched) c.phase = "PREPARE";
            else if (c.check && under_launch) c.phase = "LAUNCH AND CHECK";
            else if (c.wait) c.phase = "WAIT", waited = true, under_launch = false;
            else if (c.check) c.phase = "CHECK", under_launch = false;
            else if (c.value || call == "cudaMemcpy") c.phase = "READ BACK", under_launch = false;
            else c.phase = waited ? "AFTER" : "BETWEEN", under_launch = false;
        }
        for (std::size_t i = 0; i + 1 < out_.columns.size(); ++i)
            if (out_.columns[i].launch && out_.columns[i + 1].phase == "LAUNCH AND CHECK") out_.columns[i].phase = "LAUNCH AND CHECK";
    }

    void slots() {
        std::optional<int> now = 0;
        bool page = in_.run && in_.run->origin.kind == Origin::Kind::page;
        for (std::size_t i = 0; i < out_.columns.size(); ++i) {
            Column& c = out_.columns[i];
            const Call* call = in_.run && !c.value ? find_call(*in_.run, c.call) : nullptr;
            bool get = !c.value && request_.calls[c.call].call == "cudaGetLastError";
            std::optional<int> before = now;
            c.reads = c.check && (c.known == Known::yes || c.known == Known::by_rule);
            if (call && call->slot >= 0) {
                before = call->slot_before >= 0 ? call->slot_before : now;
                now = call->slot, c.slot_known = Known::yes;
            } else if (c.launch && c.known == Known::inferred) {
                now = launch_code(*in_.run, c.call), c.slot_known = Known::inferred;
            } else if (c.reads && call) {              // its answer is what stood in the slot
                before = call->code, now = get ? 0 : call->code, c.slot_known = Known::inferred;
            } else if (!in_.run) {
                if (c.launch && in_.rule) now = in_.rule->code;
                c.slot_known = c.known == Known::open ? Known::open : Known::by_rule;
            } else if (c.value && c.known == Known::yes) {
                c.slot_known = i ? out_.columns[i - 1].slot_known : Known::yes;
            } else if (page && now && (c.known == Known::yes || c.known == Known::not_recorded)) {
                c.slot_known = Known::inferred;
            } else {
                now.reset();
            }
            c.slot = now;
            if (!now) continue;
            c.clears = get && before.value_or(0) != 0 && *now == 0;
            c.writes = !c.check && before && *before != *now;
            c.slot_word = c.writes ? "written" : c.clears ? "read, cleared" : c.reads ? (*now ? "read, kept" : "read") : "not read";
            if (c.slot_known == Known::inferred && !c.reads) c.slot_word = c.writes ? "written, inferred" : "inferred";
        }
    }

    void lanes() {
        for (int i = 0; i < int(out_.columns.size()); ++i) {
            const Column& c = out_.columns[i];
            if (!c.launch) continue;
            LaneBox box;
            box.first = box.last = i;
            for (int j = i + 1; j < int(out_.columns.size()) && !out_.columns[j].launch; ++j) {
                box.last = j;
                if (out_.columns[j].wait || request_.calls[out_.columns[j].call].call == "cudaMemcpy") break;
            }
            const CallRequest& call = request_.calls[c.call];
            std::string kernel = call.unit >= 0 && call.unit < int(request_.units.size()) ? request_.units[call.unit].entry : "";
            if (kernel.empty()) kernel = "the kernel";
            if (in_.run) box.form = lane(*in_.run, c.call);
            else if (!in_.rule) box.form = Lane::open;
            else box.form = in_.rule->code != 0 ? Lane::refused : in_.rule->how == How::jit ? Lane::jit : Lane::ran;
            // The launch was under way when the run ended: what became of its kernel is not known.
            if (box.form == Lane::none && c.word == "did not return") box.form = Lane::open;
            box.known = in_.run ? (c.known == Known::inferred ? Known::inferred : Known::yes) : Known::by_rule;
            words(box, kernel, i);
            out_.lanes.push_back(box);
        }
    }

    void words(LaneBox& box, const std::string& kernel, int column) {
        bool rule = box.known == Known::by_rule;
        switch (box.form) {
            case Lane::refused:
                box.title = rule ? "Nothing will run" : "Nothing ran";
                box.text = kernel + (rule ? " will be refused at the launch: by rule, not run" : " was refused at the launch: no work was queued");
                if (box.known == Known::inferred) box.text = "inferred: the check under the launch says it was refused";
                break;
            case Lane::ran: case Lane::jit:
                box.title = kernel + (rule ? " will start" : " ran");
                box.text = rule ? "by rule, not run" : "";
                for (std::size_t i = column; i < out_.columns.size(); ++i)
                    if (out_.columns[i].outcome == Outcome::value && box.right.empty()) box.right = "wrote " + out_.columns[i].code;
                break;
            case Lane::faulted: box.title = kernel + " was stopped by a fault"; break;
            case Lane::waiting: box.title = kernel + " is running"; break;
            case Lane::not_recorded: box.title = "Not in this recording"; break;
            case Lane::open:
                box.title = in_.run && in_.run->done && in_.run->done->how == "finished" ? "Nothing waited for it" : rule ? "Open" : "Not recorded";
                box.text = in_.run && in_.run->done && in_.run->done->how == "finished" ? "no call asked whether " + kernel + " finished" : rule ? "the rule does not say" : "the run ended first";
                break;
            case Lane::none: box.title = in_.run && in_.run->done ? "Never launched" : "Not launched yet"; break;
        }
    }

    void predictions() {
        out_.no_prediction = "nothing was asked";
        if (!in_.step || !in_.state) return;
        if (in_.step->ask.empty()) return;
        if (in_.state->skipped) {
            out_.no_prediction = "skipped";
            return;
        }
        out_.no_prediction = in_.config == asked_config(*in_.step) ? "not predicted" : in_.config ? "nothing was asked about this run" : "you predicted the build as shipped; this one is changed";
        std::vector<Compared> all;
        if (in_.run) all = compare(*in_.state, *in_.step, *in_.run);
        for (std::size_t k = 0; k < in_.step->ask.size(); ++k) {
            const Ask& ask = in_.step->ask[k];
            if (ask.run != in_.config || k >= in_.state->answers.size()) continue;
            int choice = in_.state->answers[k].choice;
            if (choice < 0 || choice >= int(ask.choices.size())) continue;
            for (Column& c : out_.columns) {
                if (c.call != ask.call || c.value != ask.value) continue;
                c.asked = out_.predicted = true;
                c.predicted = ask.choices[choice].answer;
                if (in_.state->confidence) c.confidence = confidence_word(*in_.state->confidence);
                for (const Compared& one : all)
                    if (one.ask == int(k)) c.match = one.match;
            }
        }
    }

    void notes() {
        if (!in_.run) return;
        for (const Column& c : out_.columns) {
            const Call* call = c.launch ? find_call(*in_.run, c.call) : nullptr;
            if (call && call->code != 0) out_.notes.push_back("cudaLaunchKernel returned " + std::to_string(call->code) + "; `<<<>>>` drops that number.");
        }
        if (const std::string said = telling_sentence(*in_.run); !said.empty()) out_.notes.push_back("The driver says: " + said + (said.ends_with('.') ? "" : "."));
        if (out_.recorded)
            for (const Column& c : out_.columns)
                if (c.known == Known::not_recorded || c.known == Known::inferred) out_.missing += (out_.missing.empty() ? "Not in this recording: " : ", ") + c.name;
        if (!out_.missing.empty()) out_.missing += ".";
    }
};

bool foldable(const Column& c) {
    return c.phase == "PREPARE" && !c.asked && !c.value && !c.check && c.known != Known::not_recorded && (c.outcome == Outcome::ok || c.outcome == Outcome::none) && !c.writes;
}

}  // namespace

Timeline make_timeline(const TimelineInput& input) { return Maker(input).make(); }

void fold(Timeline& timeline) {
    std::vector<int> to(timeline.columns.size());
    std::vector<Column> kept;
    for (std::size_t i = 0; i < timeline.columns.size(); ++i) {
        Column& c = timeline.columns[i];
        if (!kept.empty() && foldable(kept.back()) && foldable(c) && kept.back().known == c.known) {
            Column& k = kept.back();
            k.name += ", " + c.name;
            if (!c.code.empty()) k.code += ", " + c.code;
            k.folded += c.folded;
            k.right.clear();
            k.slot = c.slot;
        } else {
            kept.push_back(c);
        }
        to[i] = int(kept.size()) - 1;
    }
    for (LaneBox& box : timeline.lanes) box.first = to[box.first], box.last = to[box.last];
    timeline.columns = std::move(kept);
}

std::string duration_text(std::int64_t us) {
    char text[32];
    if (us < 10) return "<0.01 ms";
    if (us < 1000) std::snprintf(text, sizeof text, "%.2f ms", us / 1000.0);
    else if (us < 10000) std::snprintf(text, sizeof text, "%.1f ms", us / 1000.0);
    else if (us < 1000000) std::snprintf(text, sizeof text, "%.0f ms", us / 1000.0);
    else std::snprintf(text, sizeof text, "%.1f s", us / 1e6);
    return text;
}

std::string launch_text(const Request& request, const CallRequest& call) {
    std::string entry = call.unit >= 0 && call.unit < int(request.units.size()) ? request.units[call.unit].entry : "";
    if (entry.empty()) return "kernel<<<...>>>";
    std::string args;
    for (const std::string& arg : call.args) args += (args.empty() ? "" : ", ") + plain_argument(arg);
    return entry + "<<<" + dimension(call.grid) + ", " + dimension(call.block) + (call.smem ? ", " + std::to_string(call.smem) : "") + ">>>(" + args + ")";
}

std::string_view confidence_word(Confidence confidence) {
    return confidence == Confidence::guess ? "guess" : confidence == Confidence::fairly ? "fairly" : "sure";
}

}  // namespace launchlab
