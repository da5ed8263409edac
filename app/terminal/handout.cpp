#include "terminal/handout.h"

#include <nlohmann/json.hpp>

#include <algorithm>

#include "terminal/learn_words.h"
#include "terminal/lesson_list.h"
#include "terminal/prose.h"

namespace launchlab {

namespace {

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : printable({80, false, true}, text)) {
        if (c == '&') out += "&amp;";
        else if (c == '<') out += "&lt;";
        else if (c == '>') out += "&gt;";
        else if (c == '"') out += "&quot;";
        else out += c;
    }
    return out;
}

std::string inlined(const std::string& html) {   // "<p>one</p>\n" -> "one"
    const bool one = html.starts_with("<p>") && html.ends_with("</p>\n") && html.find("<p>", 3) == std::string::npos;
    return one ? html.substr(3, html.size() - 8) : html;
}

class Page {
public:
    explicit Page(const HandoutOf& of) : of_(of), values_(step_values(of.step, of.a.card, of.a.toolkit ? &*of.a.toolkit : nullptr)) {}

    std::string text() {
        const std::string title = "Day " + std::to_string(of_.lesson.day) + ", step " + number() + ": " + of_.step.title;
        out_ = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"launchlab " LAUNCHLAB_VERSION "\">\n<title>" + escaped(title) +
               "</title>\n<style>\n" + handout_style + "</style>\n</head>\n<body>\n<main>\n";
        head(title);
        predict();
        results();
        why();
        foot();
        out_ += "</main>\n<script type=\"application/json\" id=\"step-data\">" + data() + "</script>\n<script>\n" + handout_script + "</script>\n</body>\n</html>\n";
        return std::move(out_);
    }

private:
    std::string number() const { return of_.step.id.substr(of_.step.id.find('/') + 1); }
    std::string prose(const std::string& markdown) const { return prose_html(fill(markdown, values_)); }
    const Played* of(char config) const { return config == 'A' ? &of_.a : of_.b ? &*of_.b : nullptr; }
    std::string measured(const Ask& ask) const {
        const Played* one = of(ask.run);
        if (!one) return "";
        return one->by_rule ? expected_text(of_.step, ask, one->run.rule, one->run.request.toolkit) : measured_text(of_.step, ask, one->run);
    }

    std::string origin(const Played& one) const {
        const Origin& from = one.run.origin;
        const std::string card = named_card(from.gpu, from.capability);
        if (one.by_rule) return "By rule, not run, for " + card + ".";
        return (from.kind == Origin::Kind::page ? "Recorded, from a published page, on " : "Recorded on ") + card + ", driver " + from.driver + ", CUDA " + from.runtime + ", on " + from.date + ".";
    }

    void head(const std::string& title) {
        out_ += "<header>\n<p class=\"kicker\">launchlab, " + escaped(of_.lesson.title) + (is_draft(of_.lesson) ? ", draft: author or reviewer not named yet" : "") + "</p>\n<h1>" + escaped(title) + "</h1>\n";
        out_ += "<p><strong>Goal.</strong> " + inlined(prose(of_.step.goal)) + " " + std::to_string(of_.step.minutes) + " minutes.</p>\n";
        out_ += "<p class=\"origin\">" + escaped(origin(of_.a)) + " This page plays it; nothing is run here.</p>\n</header>\n";
        out_ += "<section aria-labelledby=\"h-step\">\n<h2 id=\"h-step\">The step</h2>\n" + prose(of_.step.text);
        out_ += "<h3>The kernel</h3>\n<pre><code>" + escaped(of_.step.kernel) + "</code></pre>\n<h3>The host part</h3>\n<pre><code>" + escaped(host_part(of_.a.run.request, of_.step.entry)) + "</code></pre>\n";
        out_ += "<p>Built with <code>" + escaped(nvcc_line(of_.a.run.request, of_.step.kernel_file)) + "</code></p>\n</section>\n";
    }

    void radio(const std::string& name, std::size_t value, const std::string& label, bool code) {
        const std::string id = name + "-" + std::to_string(value);
        out_ += "<div class=\"choice\"><input type=\"radio\" name=\"" + name + "\" id=\"" + id + "\" value=\"" + std::to_string(value) + "\"><label for=\"" + id + "\">" +
                (code ? "<code>" + escaped(label) + "</code>" : escaped(label)) + "</label></div>\n";
    }

    void predict() {
        if (of_.step.ask.empty()) return;
        out_ += "<section aria-labelledby=\"h-predict\">\n<h2 id=\"h-predict\">What will each call say?</h2>\n<form id=\"predict\">\n";
        for (std::size_t i = 0; i < of_.step.ask.size(); ++i) {
            const Ask& ask = of_.step.ask[i];
            const std::string name = "ask-" + std::to_string(i);
            out_ += "<fieldset id=\"" + name + "\"><legend>" + escaped(question_words(of_.step, ask)) + "</legend>\n";
            for (std::size_t j = 0; j < ask.choices.size(); ++j) radio(name + "-choice", j, shown_answer(ask.choices[j].answer), true);
            for (std::size_t j = 0; j < ask.choices.size(); ++j) {
                if (ask.choices[j].because.empty()) continue;
                const std::string reasons = name + "-why-" + std::to_string(j);
                out_ += "<fieldset class=\"reasons\" id=\"" + reasons + "\"><legend>Why " + escaped(ask.choices[j].answer) + "?</legend>\n";
                for (std::size_t k = 0; k < ask.choices[j].because.size(); ++k) radio(reasons + "-choice", k, ask.choices[j].because[k].text, false);
                out_ += "</fieldset>\n";
            }
            out_ += "</fieldset>\n";
        }
        out_ += "<fieldset id=\"sure\"><legend>How sure are you?</legend>\n";
        for (std::size_t i = 0; i < 3; ++i) radio("sure-choice", i, i == 0 ? "guess" : i == 1 ? "fairly" : "sure", false);
        out_ += "</fieldset>\n<p id=\"open\" role=\"status\"></p>\n<p class=\"buttons\"><button type=\"submit\" id=\"run\">" + std::string(of_.a.by_rule ? "Show what the rule says" : "Play the recording") +
                "</button> <button type=\"button\" id=\"skip\">Skip the prediction</button></p>\n</form>\n</section>\n";
    }

    void table(const Played& one) {
        const std::vector<CallWords> rows = one.by_rule ? spoken_calls_by_rule(of_.step, one.config, one.run) : spoken_calls(one.run);
        const std::string run(1, one.config);
        out_ += "<table><caption>Run " + run + ", built for " + escaped(built_words(one.run.request)) + ". " + escaped(origin(one)) + "</caption>\n<thead><tr><th scope=\"col\">Call</th><th scope=\"col\">Answer</th>" +
                (one.by_rule ? "" : "<th scope=\"col\">Last-error slot</th>") + "</tr></thead>\n<tbody>\n";
        const char* across = one.by_rule ? "2" : "3";
        for (const CallWords& row : rows) {
            out_ += "<tr><th scope=\"row\"><code>" + escaped(row.name) + "</code></th><td" + (row.code != 0 ? " class=\"code\">" : ">") + escaped(row.answer) + "</td>";
            if (!one.by_rule) out_ += "<td>" + escaped(row.slot) + "</td>";
            out_ += "</tr>\n";
            if (!row.gpu.empty()) out_ += "<tr class=\"gpu\"><td colspan=\"" + std::string(across) + "\">GPU: " + escaped(row.gpu) + "</td></tr>\n";
            if (!row.value.empty()) out_ += "<tr class=\"gpu\"><td colspan=\"" + std::string(across) + "\">" + escaped(row.value) + "</td></tr>\n";
        }
        out_ += "</tbody></table>\n";
    }

    void results() {
        const bool both = needs_both(of_.step) && of_.b;
        out_ += "<section class=\"locked\" id=\"results\" aria-labelledby=\"h-results\">\n<h2 id=\"h-results\" tabindex=\"-1\">What the run shows</h2>\n";
        table(of_.a);
        if (both) table(*of_.b);
        if (of_.step.observe) {
            const Observe& observe = *of_.step.observe;
            out_ += "<form id=\"observe\">\n<fieldset id=\"saw\"><legend>Say what you saw. " + inlined(prose(observe.question)) + "</legend>\n";
            for (std::size_t i = 0; i < observe.choices.size(); ++i) radio("saw-choice", i, observe.choices[i], false);
            out_ += "</fieldset>\n<p class=\"buttons\"><button type=\"submit\">That is what I saw</button></p>\n</form>\n";
        }
        hints();
        out_ += "</section>\n";
    }

    void hints() {
        for (std::size_t i = 0; i < of_.step.hints.size(); ++i)
            out_ += "<details><summary>Hint " + std::to_string(i + 1) + "</summary>\n" + prose(of_.step.hints[i]) + "</details>\n";
    }

    void why() {
        out_ += "<section class=\"locked\" id=\"why\" aria-labelledby=\"h-why\">\n<h2 id=\"h-why\" tabindex=\"-1\">Why this happens</h2>\n<p id=\"saw-reply\" role=\"status\"></p>\n<div id=\"replies\"></div>\n" + prose(of_.step.explain);
        out_ += "<h3>The images, one by one</h3>\n";
        for (const Played* one : {&of_.a, needs_both(of_.step) && of_.b ? &*of_.b : nullptr}) {
            if (!one || one->run.request.units.empty()) continue;
            out_ += "<ul>\n";
            const auto& images = one->run.request.units[0].images;
            for (std::size_t i = 0; i < images.size() && i < one->run.rule.reasons.size(); ++i)
                out_ += "<li>Run " + std::string(1, one->config) + ", <code>" + escaped((images[i].kind == Kind::ptx ? "compute_" : "sm_") + images[i].arch) + "</code>: " + escaped(one->run.rule.reasons[i].text) + "</li>\n";
            out_ += "</ul>\n";
        }
        out_ += "<h3>Try it</h3>\n" + prose(of_.step.try_this);
        if (of_.b && !needs_both(of_.step)) {
            out_ += "<details><summary>Run B, as it came out</summary>\n";
            table(*of_.b);
            out_ += "</details>\n";
        }
        if (!of_.step.solution.empty()) out_ += "<details><summary>What comes of it</summary>\n" + prose(of_.step.solution) + "</details>\n";
        if (!of_.step.transfer_question.empty())
            out_ += "<h3>Elsewhere</h3>\n" + prose(of_.step.transfer_question) + "<p><label for=\"own\">Your answer</label><textarea id=\"own\" rows=\"3\"></textarea></p>\n<details id=\"transfer\"><summary>Show the answer</summary>\n" +
                    prose(of_.step.transfer_answer) + "</details>\n";
        out_ += "</section>\n";
    }

    void foot() {
        out_ += "<footer><p>" + escaped(origin(of_.a)) + (of_.b ? " Run B: " + escaped(origin(*of_.b)) : "") + " Made by launchlab " LAUNCHLAB_VERSION ". What you answer stays on this page.</p></footer>\n";
    }

    // What the page plays from. Replies by question, choice, reason (0 where none opens) and confidence: indices into `texts`.
    std::string data() {
        nlohmann::ordered_json out, texts = nlohmann::ordered_json::array();
        std::vector<std::string> known;
        const auto index = [&](const std::string& text) {
            const auto found = std::find(known.begin(), known.end(), text);
            if (found != known.end()) return static_cast<int>(found - known.begin());
            known.push_back(text);
            texts.push_back(text);
            return static_cast<int>(known.size()) - 1;
        };
        out["asks"] = nlohmann::ordered_json::array();
        for (std::size_t i = 0; i < of_.step.ask.size(); ++i) {
            const Ask& ask = of_.step.ask[i];
            nlohmann::ordered_json one{{"row", ask_name(of_.step, ask)}, {"run", std::string(1, ask.run)}, {"value", ask.value}, {"measured", measured(ask)}, {"choices", nlohmann::ordered_json::array()}};
            for (std::size_t j = 0; j < ask.choices.size(); ++j) {
                nlohmann::ordered_json choice{{"answer", ask.choices[j].answer}, {"replies", nlohmann::ordered_json::array()}};
                for (std::size_t k = 0; k < std::max<std::size_t>(1, ask.choices[j].because.size()); ++k) {
                    nlohmann::ordered_json row = nlohmann::ordered_json::array();
                    for (const Confidence sure : {Confidence::guess, Confidence::fairly, Confidence::sure}) row.push_back(index(reply_to(i, j, ask.choices[j].because.empty() ? -1 : static_cast<int>(k), sure, one["measured"])));
                    choice["replies"].push_back(row);
                }
                one["choices"].push_back(choice);
            }
            out["asks"].push_back(one);
        }
        if (of_.step.observe) out["observe"] = {{"right", of_.step.observe->right}, {"text", of_.step.observe->choices[static_cast<std::size_t>(of_.step.observe->right)]}};
        out["texts"] = texts;
        std::string json = out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
        for (std::size_t at = json.find('<'); at != std::string::npos; at = json.find('<', at)) json.replace(at, 1, "\\u003c");
        return json;
    }

    std::string reply_to(std::size_t ask, std::size_t choice, int because, Confidence sure, const std::string& measured) {
        StepState state = make_state(of_.step);
        state.answers[ask] = {static_cast<int>(choice), because};
        state.confidence = sure;
        const std::string& predicted = of_.step.ask[ask].choices[choice].answer;
        const Match match = measured.empty() ? Match::open : predicted == measured ? Match::same : Match::differs;
        const std::string words = reply(state, of_.step, of_.course, {static_cast<int>(ask), predicted, measured, match});
        return words.empty() ? "" : inlined(prose(words));
    }

    const HandoutOf& of_;
    StepValues values_;
    std::string out_;
};

}  // namespace

std::string to_handout(const HandoutOf& of) { return Page(of).text(); }

}  // namespace launchlab
