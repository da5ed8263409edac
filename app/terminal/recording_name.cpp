#include "terminal/recording_name.h"

#include <algorithm>

#include "terminal/text.h"

namespace launchlab {

namespace {

bool of_step(const std::string& name, const std::string& step) { return name.find("/" + step + "/") != std::string::npos; }

std::vector<std::string> names_of_step(const std::vector<Recording>& all, const std::string& step) {
    std::vector<std::string> names;
    for (const Recording& recording : all)
        if (of_step(recording.name, step)) names.push_back(recording.name);
    return names;
}

}  // namespace

std::string nearest_words(const std::string& word, const std::vector<std::string>& names, const std::string& list_with) {
    const std::vector<std::string> near = nearest(word, names);
    return (near.empty() ? "" : " Nearest: " + to_list(near) + ".") + (list_with.empty() ? "" : " " + list_with);
}

Result<std::string> full_name(const std::vector<Recording>& all, const std::string& word, const std::string& step,
                              std::optional<char> config, const std::string& option) {
    const std::string where = option + " " + word;
    const auto there = [&](const std::string& name) {
        return std::any_of(all.begin(), all.end(), [&](const Recording& recording) { return recording.name == name; });
    };
    const std::vector<std::string> here = names_of_step(all, step);
    const std::string offered = here.empty() ? " This step has none." : " Recordings of this step: " + to_list(here, "and") + ".";
    if (there(word)) {
        if (!of_step(word, step)) return Error{where, "this recording is of another step than " + step + "." + offered};
        if (config && word.back() != *config)
            return Error{"--run " + std::string(1, *config), "the recording " + word + " is of run " + word.back() + ". Leave --run out."};
        return word;
    }
    const std::string runs = config ? std::string(1, *config) : "AB";
    for (const std::string& begin : {word + "/" + step, word})
        for (const char run : runs)
            if (const std::string name = begin + "/" + run; there(name) && of_step(name, step)) return name;
    const bool other_run = there(word + "/" + step + "/A") || there(word + "/" + step + "/B");
    if (other_run) return Error{where, "there is no recording of run " + runs + " by this name." + offered};
    std::string what = "there is no such recording." + offered;
    if (here.empty()) {
        std::vector<std::string> names;
        for (const Recording& recording : all) names.push_back(recording.name);
        what += nearest_words(word, names, "");
    }
    return Error{where, what + " launchlab doctor lists them all."};
}

std::string short_name(const std::vector<Recording>& all, const Recording& recording, const std::string& step) {
    const std::size_t at = recording.name.find("/" + step + "/");
    if (at == std::string::npos) return recording.name;
    const std::string word = recording.name.substr(0, at);
    const Result<std::string> back = full_name(all, word, step, recording.name.back());
    return back && *back == recording.name ? word : recording.name;
}

std::string play_words(const std::vector<Recording>& all, const Recording& recording, const std::string& step) {
    const std::string word = short_name(all, recording, step);
    const Result<std::string> plain = full_name(all, word, step, std::nullopt);
    const bool run_needed = !plain || *plain != recording.name;
    return " --recorded " + word + (run_needed ? " --run " + std::string(1, recording.name.back()) : "");
}

const Error* trouble_of_step(const std::vector<Error>& troubles, const std::string& step) {
    const std::size_t slash = step.find('/');
    if (slash == std::string::npos) return nullptr;
    std::string number = step.substr(slash + 1);
    if (number.size() == 1) number = "0" + number;
    const std::string file = "lessons/" + step.substr(0, slash) + "/" + number + "-";  // "day-06/2" -> lessons/day-06/02-which-call.json
    for (const Error& trouble : troubles)
        if (trouble.where.compare(0, file.size(), file) == 0) return &trouble;
    return nullptr;
}

std::optional<Error> check_step(const Course& course, const std::string& step, const std::vector<Error>& troubles) {
    if (find_step(course, step)) return std::nullopt;
    if (const Error* broken = trouble_of_step(troubles, step)) return *broken;
    const std::string where = "step " + step, lesson = step.substr(0, step.find('/'));
    std::vector<std::string> ids;
    for (const Lesson& one : course.lessons) {
        if (one.id == lesson) {
            if (one.steps.empty()) return Error{where, lesson + " has no steps yet. launchlab lessons lists those that there are."};
            std::vector<std::string> own;
            for (const Step& of_lesson : one.steps) own.push_back(of_lesson.id);
            return Error{where, "there is no such step. Steps of " + lesson + ": " + to_list(own, "and") + "."};
        }
        for (const Step& any : one.steps) ids.push_back(any.id);
    }
    return Error{where, "there is no such step." + nearest_words(step, ids, "launchlab lessons lists them all.")};
}

}  // namespace launchlab
