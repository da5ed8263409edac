#include "core/course_audit.h"

#include <algorithm>

#include "core/course_check.h"
#include "core/step.h"

namespace launchlab {
namespace {

constexpr const char* cards[] = {"5.2", "6.1", "7.0", "7.5", "8.0", "8.6", "8.7", "8.9", "9.0", "10.0", "10.3", "11.0", "12.0", "12.1"};
constexpr const char* record_again = " Record it again on that card: launchlab record.";

// One that reads what every toolkit of the table writes.
Driver newest_driver(const ToolkitTable& table) {
    Driver driver;
    for (const Toolkit& toolkit : table.toolkits) driver.branch = std::max(driver.branch, toolkit.driver_branch);
    driver.version = std::to_string(driver.branch);
    return driver;
}

const Config& config_named(const Step& step, char which) { return which == 'B' ? step.b : step.a; }

class Audit {
public:
    Audit(const std::vector<Recording>& recordings, const ToolkitTable& toolkits, const GpuTable& gpus) : recordings_(recordings), toolkits_(toolkits), gpus_(gpus) {}

    std::vector<Error> of(const Course& course) {
        for (const Lesson& lesson : course.lessons)
            for (const Step& step : lesson.steps) {
                shown(step);
                answers(step);
                for (const Recording& one : recordings_)
                    if (const char run = run_of(step, one)) recorded(step, run, one);
            }
        return std::move(errors_);
    }

private:
    void fail(std::string where, std::string what) { errors_.push_back({std::move(where), std::move(what)}); }

    // 'A' or 'B' where the recording is of that step; 0: of another.
    static char run_of(const Step& step, const Recording& one) {
        const std::string end = "/" + step.id + "/";
        const std::size_t at = one.name.find(end);
        return at != std::string::npos && at + end.size() + 1 == one.name.size() && (one.name.back() == 'A' || one.name.back() == 'B') ? one.name.back() : 0;
    }

    // Each run by a recording of our own, or else both by rule for the card that the step names.
    void shown(const Step& step) {
        std::string missing;
        for (const char run : {'A', 'B'})
            if (std::none_of(recordings_.begin(), recordings_.end(), [&](const Recording& one) { return run_of(step, one) == run && one.run.origin.kind == Origin::Kind::measured; }))
                missing += std::string(missing.empty() ? "" : " and ") + run;
        for (const std::string& name : step.recordings)
            if (std::none_of(recordings_.begin(), recordings_.end(), [&](const Recording& one) { return one.name == name; }))
                fail(step.where + " /recordings", "there is no recording \"" + name + "\". Record it, or take the name out.");
        if (step.rule_card.empty()) {
            if (!missing.empty()) fail(step.where, "nothing shows run " + missing + " where its card is not: no recording, and no \"rule_card\". Record the step with launchlab record, or name a card that is judged by rule.");
            return;
        }
        const Result<Gpu> card = find_gpu(gpus_, step.rule_card, newest_driver(toolkits_));
        if (!card) return fail(step.where + " /rule_card", card.error().what);
        for (const Config* config : {&step.a, &step.b}) {
            const bool builds = std::any_of(toolkits_.toolkits.begin(), toolkits_.toolkits.end(), [&](const Toolkit& toolkit) { return toolkit.on_shelf && bool(resolve_all(config->images, *card, toolkit)); });
            if (!builds) fail(step.where + " /rule_card", "no toolkit builds run " + std::string(config == &step.a ? "A" : "B") + " for a card " + step.rule_card + ". Name one that has its targets.");
        }
    }

    // The choice without a misconception is the rule's answer on each card that can show the step.
    void answers(const Step& step) {
        for (std::size_t i = 0; i < step.ask.size(); ++i)
            if (const std::string wrong = first_wrong(step, step.ask[i]); !wrong.empty()) fail(step.where + " /ask/" + std::to_string(i), wrong);
    }
    std::string first_wrong(const Step& step, const Ask& ask) const {
        const Config& config = config_named(step, ask.run);
        for (const char* cc : cards)
            for (const Toolkit& toolkit : toolkits_.toolkits) {
                if (!toolkit.on_shelf || (!config.toolkit.empty() && config.toolkit != toolkit.version)) continue;
                const Result<Gpu> card = find_gpu(gpus_, cc, newest_driver(toolkits_));
                if (!card || !resolve_all(step.a.images, *card, toolkit) || !resolve_all(step.b.images, *card, toolkit)) continue;
                const auto targets = resolve_all(config.images, *card, toolkit);
                const Verdict verdict = judge(make_request(step, config, *targets, step.kernel, toolkit.version, 0), 0, *card, toolkits_);
                const std::string expected = expected_text(step, ask, verdict, toolkit.version);
                const bool right = std::any_of(ask.choices.begin(), ask.choices.end(), [&](const AskChoice& choice) { return choice.answer == expected && is_right(choice); });
                if (!right) return "by rule the answer on a card " + std::string(cc) + " with CUDA " + toolkit.version + " is \"" + expected + "\", and no choice without a misconception says so. Mend the choices, or ask another row.";
            }
        return "";
    }

    void recorded(const Step& step, char run, const Recording& one) {
        const Config& config = config_named(step, run);
        const std::string where = "recording " + one.name;
        const Toolkit* toolkit = find_toolkit(toolkits_, one.run.request.toolkit);
        if (!toolkit) return fail(where, "it was built with CUDA " + one.run.request.toolkit + ", which assets/toolkits.json lacks. Add that toolkit, or record it again.");
        Gpu card{.name = one.run.origin.gpu, .capability = one.run.origin.capability};
        if (const Result<Driver> driver = parse_driver(one.run.origin.driver)) card.driver = *driver;
        for (const NamedGpu& named : gpus_.gpus)
            if (named.name == card.name) card.tegra = named.tegra;
        const auto targets = resolve_all(config.images, card, *toolkit);
        if (!targets) return fail(where, "the step asks for images that this card has not: " + targets.error().what);
        const Request today = make_request(step, config, *targets, step.kernel, toolkit->version, 0);
        if (request_hash(today) != one.hash)
            return fail(where, "the step makes another request than this one: its hash is " + request_hash(today) + " now, and was " + one.hash + "." + record_again);
        if (!one.sealed) fail(where, "its header has no \"lines_hash\", so nobody can see whether it was changed." + std::string(record_again));
        contradicted(step, run, one, judge(one.run.request, 0, card, toolkits_), where);
    }

    void contradicted(const Step& step, char run, const Recording& one, const Verdict& rule, const std::string& where) {
        const std::vector<ExpectedCall> expected = expected_calls(config_named(step, run), rule, one.run.request.toolkit);
        for (int i = 0; i < static_cast<int>(expected.size()); ++i) {
            const ExpectedCall& wanted = expected[static_cast<std::size_t>(i)];
            const Call* call = find_call(one.run, i);
            if (!call && one.run.origin.kind == Origin::Kind::page) continue;
            if (!call) return fail(where, "it has no answer of call " + std::to_string(i) + ", " + one.run.request.calls[static_cast<std::size_t>(i)].call + "." + record_again);
            if (call->code != wanted.code)
                return fail(where, "call " + std::to_string(i) + ", " + call->call + ", returned " + std::to_string(call->code) + "; by rule it is " + std::to_string(wanted.code) + ". One of the two is wrong: look at the card's answer first, then at core/selection.");
        }
        for (const Ask& ask : step.ask) {
            if (ask.run != run) continue;
            const std::string measured = measured_text(step, ask, one.run), by_rule = expected_text(step, ask, rule, one.run.request.toolkit);
            if (!measured.empty() && measured != by_rule)
                return fail(where, ask_name(step, ask) + " is \"" + measured + "\" in it; by rule it is \"" + by_rule + "\". One of the two is wrong: look at the card's answer first, then at core/selection.");
        }
    }

    const std::vector<Recording>& recordings_;
    const ToolkitTable& toolkits_;
    const GpuTable& gpus_;
    std::vector<Error> errors_;
};

}  // namespace

std::vector<Error> audit_course(const Course& course, const std::vector<Recording>& recordings, const ToolkitTable& toolkits, const GpuTable& gpus) {
    return Audit(recordings, toolkits, gpus).of(course);
}

std::vector<Error> not_published(const Course& course) {
    std::vector<Error> out;
    for (const Lesson& lesson : course.lessons) {
        const std::string who = lesson.author.empty() && lesson.reviewer.empty() ? "author and reviewer are" : lesson.author.empty() ? "its author is" : lesson.reviewer.empty() ? "its reviewer is" : "";
        if (!who.empty()) out.push_back({"lessons/" + lesson.id + "/lesson.json", who + " not named, so this lesson is a draft. Name them, then publish."});
    }
    return out;
}

}  // namespace launchlab
