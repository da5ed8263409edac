#include "core/runs_here.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace launchlab {

namespace {

std::string first_sentence(const std::string& text) {
    const std::size_t end = text.find(". ");
    return end == std::string::npos ? text : text.substr(0, end + 1);
}

// What one run of the step lacks here; unset = nothing.
std::optional<Error> lacks(const Config& config, const Gpu& card, const Toolkit& toolkit) {
    auto targets = resolve_all(config.images, card, toolkit);
    if (targets) return std::nullopt;
    return targets.error();
}
bool has_all(const Step& step, const Gpu& card, const Toolkit& toolkit) {
    return !lacks(step.a, card, toolkit) && !lacks(step.b, card, toolkit);
}

// The step's recording that shows most: our own before a published page's.
const Recording* recording_of(const Step& step, const std::vector<Recording>& recordings) {
    const std::string inside = "/" + step.id + "/";
    const Recording* found = nullptr;
    for (const Recording& one : recordings) {
        if (one.name.find(inside) == std::string::npos) continue;
        if (!found || (found->run.origin.kind == Origin::Kind::page && one.run.origin.kind == Origin::Kind::measured)) found = &one;
    }
    return found;
}

// Another toolkit, or a newer driver, that has every target of the step for this card.
std::string remedy_for(const Step& step, const Here& here, const ToolkitTable& toolkits) {
    const Driver& driver = here.card->driver;
    const Toolkit* newer = nullptr;
    for (auto one = toolkits.toolkits.rbegin(); one != toolkits.toolkits.rend(); ++one) {
        if (!has_all(step, *here.card, *one)) continue;
        const bool present = std::find(here.present.begin(), here.present.end(), one->version) != here.present.end();
        const int asks = std::max(one->driver_branch, one->runtime_floor);
        if (asks <= driver.branch) {
            if (present) return "Start with --toolkit " + one->version + " to run it.";
            if (one->on_shelf) return "Run \"launchlab doctor --fetch " + one->version + "\", then start with --toolkit " + one->version + ".";
        } else if (one->on_shelf && driver.branch != 0) {
            newer = &*one;
        }
    }
    return newer ? "Driver " + std::to_string(std::max(newer->driver_branch, newer->runtime_floor)) + " or newer would open it." : "";
}

std::string named_toolkit_missing(const Step& step, const Here& here) {
    for (const Config* config : {&step.a, &step.b})
        if (!config->toolkit.empty() && std::find(here.present.begin(), here.present.end(), config->toolkit) == here.present.end()) return config->toolkit;
    return "";
}

RunsHere judge_step(const Step& step, const Here& here, const std::vector<Recording>& recordings, const ToolkitTable& toolkits) {
    RunsHere out{.step = step.id};
    const bool able = here.live && here.card && here.toolkit;
    if (!able) {
        out.reason = here.why_not, out.remedy = here.remedy;
    } else if (const std::string missing = named_toolkit_missing(step, here); !missing.empty()) {
        out.reason = "It is built with CUDA " + missing + ", which is not complete here.";
        out.remedy = "Run \"launchlab doctor --fetch " + missing + "\".";
    } else {
        std::optional<Error> a = lacks(step.a, *here.card, *here.toolkit), b = lacks(step.b, *here.card, *here.toolkit);
        if (!a && !b) return out;
        out.reason = (a && b ? "" : a ? "Run A: " : "Run B: ") + first_sentence((a ? a : b)->what);
        out.remedy = remedy_for(step, here, toolkits);
    }
    const bool judged = here.card && here.toolkit && has_all(step, *here.card, *here.toolkit);
    const Recording* recording = recording_of(step, recordings);
    if (recording && !(here.by_rule && judged)) {
        out.way = Way::recorded;
        out.instead = "Recorded on " + with_article(recording->run.origin.gpu) + ".";
    } else if (judged) {
        out.way = Way::by_rule;
        out.instead = "By rule, for " + with_article(here.card->name) + ".";
    } else {
        out.way = Way::none;
        out.instead = "No recording of it yet; another card shows it by rule.";
    }
    return out;
}

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) out += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return out;
}

}  // namespace

std::vector<RunsHere> runs_here(const Course& course, const Here& here, const std::vector<Recording>& recordings, const ToolkitTable& toolkits) {
    std::vector<RunsHere> out;
    for (const Lesson& lesson : course.lessons)
        for (const Step& step : lesson.steps) out.push_back(judge_step(step, here, recordings, toolkits));
    return out;
}

std::vector<HereRow> rows_of(const std::vector<RunsHere>& all) {
    std::vector<HereRow> rows;
    for (const RunsHere& one : all) {
        if (one.way == Way::live) continue;
        auto same = std::find_if(rows.begin(), rows.end(), [&](const HereRow& row) { return row.way == one.way && row.reason == one.reason && row.instead == one.instead; });
        if (same == rows.end()) same = rows.insert(rows.end(), HereRow{one.way, {}, one.reason, one.instead, one.remedy});
        same->steps.push_back(one.step);
    }
    return rows;
}

std::string steps_text(const Course& course, const std::vector<std::string>& steps) {
    std::vector<std::string> days;
    std::size_t all = 0;
    for (const Lesson& lesson : course.lessons) {
        std::vector<std::string> numbers;
        for (std::size_t i = 0; i < lesson.steps.size(); ++i)
            if (std::find(steps.begin(), steps.end(), lesson.steps[i].id) != steps.end()) numbers.push_back(std::to_string(i + 1));
        all += lesson.steps.size();
        if (numbers.empty()) continue;
        const std::string day = "ay " + std::to_string(lesson.day);
        days.push_back((days.empty() ? "D" : "d") + day + (numbers.size() == 1 ? ", step " : numbers.size() == lesson.steps.size() ? "" : ", steps ") +
                       (numbers.size() > 1 && numbers.size() == lesson.steps.size() ? "" : joined(numbers)));
    }
    return all == steps.size() && all > 1 ? "Every step" : joined(days);
}

// By how the first word is said: an H200, an RTX, a Tesla.
std::string with_article(const std::string& card) {
    if (card.empty()) return "a card";
    if (card.rfind("a ", 0) == 0 || card.rfind("an ", 0) == 0) return card;
    const bool spelled = card.size() > 1 && (std::isupper(static_cast<unsigned char>(card[1])) || std::isdigit(static_cast<unsigned char>(card[1])));
    const std::string_view an = spelled ? "AEFHILMNORSX" : "AEIO";
    return (an.find(card[0]) == std::string_view::npos ? "a " : "an ") + card;
}

}  // namespace launchlab
