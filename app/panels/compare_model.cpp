#include "panels/compare_model.h"

#include <algorithm>

#include "session/session.h"

namespace launchlab {

namespace {

Tense tense_of(const CompareInput& input) {
    if (input.not_run) return Tense::not_run;
    if (by_rule(*input.run)) return Tense::by_rule;
    if (input.run->origin.kind != Origin::Kind::live) return Tense::recorded;
    return input.run->done ? Tense::measured : Tense::running;
}

Timeline timeline_for(const Run& run, Tense tense) {
    TimelineInput input;
    if (tense == Tense::by_rule) input.request = &run.request, input.rule = &run.rule;
    else input.run = &run;
    Timeline timeline = make_timeline(input);
    if (tense != Tense::not_run) return timeline;
    for (Column& c : timeline.columns) c.word = "not run yet";
    for (LaneBox& box : timeline.lanes) box.form = Lane::open, box.title = "Not run yet", box.text.clear();
    return timeline;
}

bool answered(const Column& c) { return !c.code.empty(); }

Judged judge(const std::optional<Column>& a, const std::optional<Column>& b) {
    if (!a) return Judged::only_b;
    if (!b) return Judged::only_a;
    if (!answered(*a) || !answered(*b)) return Judged::open;
    return a->code == b->code && a->outcome == b->outcome ? Judged::same : Judged::differs;
}

bool told(const LaneBox& box) { return box.form != Lane::open && box.form != Lane::not_recorded && box.form != Lane::waiting && box.form != Lane::none; }

Judged judge_lanes(const std::vector<LaneBox>& a, const std::vector<LaneBox>& b) {
    if (a.size() != b.size()) return Judged::differs;
    Judged all = Judged::same;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!told(a[i]) || !told(b[i])) all = Judged::open;
        else if (a[i].form != b[i].form || a[i].right != b[i].right) return Judged::differs;
    }
    return all;
}

std::string entry_of(const std::string& launch) { return launch.substr(0, launch.find("<<<")); }

std::string slot_sentence(const Timeline& t) {
    std::string text;
    std::optional<int> now;
    for (const Column& c : t.columns) {
        if (!c.slot || c.slot == now) continue;
        text += text.empty() ? std::to_string(*c.slot) : ", then " + std::to_string(*c.slot);
        now = c.slot;
    }
    return text.empty() ? "not recorded" : text;
}

class Comparer {
public:
    Comparer(const CompareInput& a, const CompareInput& b) : inputs_{&a, &b} {
        for (int side = 0; side < 2; ++side) {
            const CompareInput& input = *inputs_[side];
            ComparedSide& s = out_.sides[side];
            s.tense = tense_of(input);
            lines_[side] = timeline_for(*input.run, s.tense);
            s.slot_words = s.tense == Tense::not_run ? "not run yet" : slot_sentence(lines_[side]);
            s.label = !input.label.empty() ? input.label : s.tense == Tense::recorded ? input.run->origin.date : s.tense == Tense::by_rule ? "by rule" : "";
            places_[side].assign(lines_[side].columns.size(), 0);
        }
    }

    Comparison make() {
        for (const Beside& at : align(request(0), request(1))) {
            add(at, false);
            add(at, true);
        }
        lanes_and_slot();
        fold();
        out_.differs = differences(*inputs_[0]->run, *inputs_[1]->run);
        head();
        foot();
        for (const ComparedCall& call : out_.calls) out_.same += call.mark == Judged::same ? int(call.names.size()) : 0;
        out_.same += (out_.slot == Judged::same) + (out_.gpu == Judged::same);
        return std::move(out_);
    }

private:
    const CompareInput* inputs_[2];
    Timeline lines_[2];
    std::vector<int> places_[2];              // of a timeline's column in the comparison
    Comparison out_;

    const Request& request(int side) const { return inputs_[side]->run->request; }

    std::optional<Column> take(int side, int call, bool value) {
        for (std::size_t i = 0; i < lines_[side].columns.size(); ++i) {
            const Column& c = lines_[side].columns[i];
            if (call < 0 || c.call != call || c.value != value) continue;
            places_[side][i] = int(out_.calls.size());
            return c;
        }
        return std::nullopt;
    }

    void add(const Beside& at, bool value) {
        ComparedCall call;
        call.a = take(0, at.a, value), call.b = take(1, at.b, value);
        if (!call.a && !call.b) return;
        const Column& any = call.a ? *call.a : *call.b;
        call.launch = any.launch, call.check = any.check, call.wait = any.wait, call.value = any.value;
        call.mark = judge(call.a, call.b);
        call.names = {any.name};
        if (call.a && call.b && call.a->name != call.b->name) {       // two launch lines: each run says its own
            call.names = {entry_of(any.name) + "<<<...>>>"};
            for (auto* c : {&*call.a, &*call.b}) c->word = c->name;
        }
        out_.calls.push_back(std::move(call));
    }

    void lanes_and_slot() {
        for (int side = 0; side < 2; ++side) {
            out_.sides[side].lanes = lines_[side].lanes;
            for (LaneBox& box : out_.sides[side].lanes) {
                box.first = places_[side][box.first], box.last = places_[side][box.last];
                if (box.known == Known::inferred) box.title += ", inferred";
            }
        }
        out_.gpu = judge_lanes(out_.sides[0].lanes, out_.sides[1].lanes);
        bool differs = false, open = false;
        for (const ComparedCall& call : out_.calls) {
            if (!call.a || !call.b) continue;
            if (!call.a->slot || !call.b->slot || call.a->slot_known == Known::open || call.b->slot_known == Known::open) open = true;
            else differs = differs || *call.a->slot != *call.b->slot;
        }
        out_.slot = differs ? Judged::differs : open ? Judged::open : Judged::same;
    }

    bool plain(const std::optional<Column>& c, int side) const {
        if (out_.sides[side].tense == Tense::not_run) return true;
        return c && c->outcome == Outcome::ok && (c->known == Known::yes || c->known == Known::by_rule) && !c->writes;
    }
    bool foldable(const ComparedCall& call) const {
        bool waits = out_.sides[0].tense == Tense::not_run || out_.sides[1].tense == Tense::not_run;
        return !call.launch && !call.check && !call.wait && !call.value && call.a && call.b && (call.mark == Judged::same || waits) && plain(call.a, 0) && plain(call.b, 1);
    }

    // Equal calls before the first launch become one column.
    void fold() {
        std::vector<ComparedCall> kept;
        std::vector<int> to;
        bool launched = false, open = false;
        for (ComparedCall& call : out_.calls) {
            launched = launched || call.launch;
            bool may = !launched && foldable(call);
            if (may && open) {
                ComparedCall& k = kept.back();
                k.names.push_back(call.names.front());
                for (auto [into, from] : {std::pair{&k.a, &call.a}, std::pair{&k.b, &call.b}}) {
                    if (!(*from)->code.empty()) (*into)->code += ((*into)->code.empty() ? "" : ", ") + (*from)->code;
                    (*into)->right.clear(), (*into)->slot = (*from)->slot, (*into)->folded += 1;
                }
            } else {
                kept.push_back(std::move(call));
            }
            open = may;
            to.push_back(int(kept.size()) - 1);
        }
        out_.calls = std::move(kept);
        for (ComparedSide& side : out_.sides)
            for (LaneBox& box : side.lanes) box.first = to[box.first], box.last = to[box.last];
    }

    void head() {
        const auto& found = out_.differs;
        for (int side = 0; side < 2; ++side) {
            std::string own = found.size() == 1 ? (side == 0 ? found[0].a : found[0].b) : "";
            out_.sides[side].value = own.empty() || own == "its own" ? images_text(request(side)) : own;
            const auto& units = request(side).units;
            bool image = found.size() == 1 && (found[0].field == "target" || found[0].field == "kind");
            if (image && units.size() == 1 && units[0].images.size() == 1) out_.sides[side].kind = to_label(units[0].images[0].kind);
        }
        if (found.empty()) {
            bool live[] = {out_.sides[0].tense != Tense::recorded, out_.sides[1].tense != Tense::recorded};
            const bool rule = out_.sides[0].tense == Tense::by_rule || out_.sides[1].tense == Tense::by_rule;
            out_.lead = "The same request,", out_.field = live[0] == live[1] ? "run twice" : rule ? "rule against recorded" : "live against recorded";
            return;
        }
        out_.lead = "Differs in:";
        for (const Difference& one : found)
            if (out_.field.find(one.field) == out_.field.npos) out_.field += (out_.field.empty() ? "" : ", ") + one.field;
        if (found.size() > 1) out_.remark = "not a pair";
    }

    static std::string tense_text(Tense tense, const Run& run) {
        switch (tense) {
            case Tense::measured:
                if (run.done->how == "finished") return "measured now";
                return run.done->how == "compile" ? "did not compile" : run.done->how == "cancelled" ? "stopped" : "ended early";
            case Tense::recorded: return run.origin.kind == Origin::Kind::page ? "recorded, from a published page" : "recorded";
            case Tense::by_rule: return "by rule, not run";
            case Tense::running: return "running";
            case Tense::not_run: return "not run yet";
        }
        return "";
    }

    // One word where both share it, else each with its letter.
    void shared(const std::string& before, const std::string& a, const std::string& b) {
        if (a.empty() && b.empty()) return;
        if (a == b) out_.foot.push_back(before + a);
        else out_.foot.push_back(before + (a.empty() ? "" : "A " + a) + (a.empty() || b.empty() ? "" : ", ") + (b.empty() ? "" : "B " + b));
    }

    void foot() {
        const Run &a = *inputs_[0]->run, &b = *inputs_[1]->run;
        std::string left = tense_text(out_.sides[0].tense, a), right = tense_text(out_.sides[1].tense, b);
        out_.foot_lead = left == right ? "Both " + left : "A " + left + ", B " + right;
        auto time = [&](int side) {
            Tense tense = out_.sides[side].tense;
            return tense == Tense::measured || tense == Tense::recorded ? inputs_[side]->run->origin.date : "";
        };
        shared("", time(0), time(1));
        auto card = [](const Run& run) { return run.origin.gpu.empty() ? "" : run.origin.gpu + ", " + to_name(Target{Kind::sass, run.origin.capability, 0}); };
        auto cuda = [](const Run& run) { return !run.origin.runtime.empty() ? run.origin.runtime : run.request.toolkit; };
        shared("", card(a), card(b));
        shared("driver ", a.origin.driver, b.origin.driver);
        shared("CUDA ", cuda(a), cuda(b));
        bool source = true;
        for (const Difference& one : out_.differs) source = source && one.field != "source" && one.field != "kernel name" && one.field != "definition";
        bool calls = a.request.calls == b.request.calls, targets = images_text(request(0)) == images_text(request(1));
        std::string same;
        for (auto [is, word] : {std::pair{source, "same source"}, std::pair{calls, "same calls"}, std::pair{targets, "same target"}})
            if (is) same += (same.empty() ? "" : ", ") + std::string(word);
        if (!same.empty()) out_.foot.push_back(same);
    }
};

}  // namespace

std::string ComparedCall::name() const {
    std::string text;
    for (std::size_t i = 0; i < names.size();) {
        std::size_t end = i;
        while (end < names.size() && names[end] == names[i]) ++end;
        text += (text.empty() ? "" : ", ") + names[i] + (end - i > 1 ? " x " + std::to_string(end - i) : "");
        i = end;
    }
    return text;
}

Comparison make_comparison(const CompareInput& a, const CompareInput& b) { return Comparer(a, b).make(); }

std::string word_of(Judged mark) {
    switch (mark) {
        case Judged::same: return "same";
        case Judged::differs: return "differs";
        case Judged::open: return "open";
        case Judged::only_a: return "only in A";
        case Judged::only_b: return "only in B";
    }
    return "";
}

}  // namespace launchlab
