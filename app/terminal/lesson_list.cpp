#include "terminal/lesson_list.h"

#include <algorithm>

namespace launchlab {

bool is_draft(const Lesson& lesson) { return lesson.author.empty() || lesson.reviewer.empty(); }

std::string progress_word(const Progress& progress, const std::string& step) {
    const auto found = progress.steps.find(step);
    if (found == progress.steps.end()) return "new";
    return found->second.explained || found->second.phase == Phase::done ? "done" : "started";
}

Lines lesson_lines(const Course& course, const Progress& progress, const Style& style) {
    Lines lines;
    for (const Lesson& lesson : course.lessons) {
        if (!lines.empty()) lines.push_back("");
        const auto done = std::count_if(lesson.steps.begin(), lesson.steps.end(),
                                        [&](const Step& step) { return progress_word(progress, step.id) == "done"; });
        std::string head = "Day " + std::to_string(lesson.day) + separator(style) + printable(style, lesson.title) + separator(style) +
                           std::to_string(done) + " of " + std::to_string(lesson.steps.size()) + " done";
        if (is_draft(lesson)) head += separator(style) + "draft: author or reviewer not named yet";
        Lines wrapped = wrap(style, head, "", "  ");
        for (std::string& line : wrapped) line = paint(style, Ink::strong, line);
        append(lines, wrapped);
        std::size_t id_width = 0;
        for (const Step& step : lesson.steps) id_width = std::max(id_width, printable_line(style, step.id).size());
        for (const Step& step : lesson.steps) {
            const std::string word = progress_word(progress, step.id);
            const bool last = step.id == progress.last_step;
            const Mark mark = word == "done" ? Mark::ok : last ? Mark::here : Mark::rule;
            const std::string lead = "  " + fill(symbol(style, mark), 3) + fill(printable_line(style, step.id), static_cast<int>(id_width)) + " " +
                                     fill_left(std::to_string(step.minutes), 3) + " min  ";
            std::string text = step.title;
            if (word != "new")
                text += " (" + word + (last ? ", you left off here)" : ")");
            else if (last)
                text += " (you left off here)";
            if (cells(lead) + 16 > style.width)
                append(lines, wrap(style, step.id + " " + std::to_string(step.minutes) + " min: " + text,
                                   "  " + fill(symbol(style, mark), 3), "     "));
            else
                append(lines, wrap(style, text, lead, std::string(static_cast<std::size_t>(cells(lead)), ' ')));
        }
    }
    if (course.lessons.empty()) lines.push_back("No lessons found.");
    return lines;
}

}  // namespace launchlab
