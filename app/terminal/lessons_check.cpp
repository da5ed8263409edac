// launchlab lessons check: everything that can be wrong with a course, found without a card.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/course_audit.h"
#include "session/course_files.h"
#include "terminal/author_commands.h"
#include "terminal/commands.h"

namespace launchlab {

namespace {

struct Checked {
    Course course;
    std::vector<Recording> recordings;
    std::vector<Error> errors;
};

Checked check(const std::string& data, const LessonsCheckArguments& asked) {
    Checked out;
    CourseFiles read = read_course_files(data, asked.lessons);
    out.errors = std::move(read.errors);
    ParsedCourse parsed = parse_course(read.files);
    out.course = std::move(parsed.course);
    out.errors.insert(out.errors.end(), parsed.errors.begin(), parsed.errors.end());
    for (const auto& [name, text] : read.recordings) {
        ParsedRecordings own = parse_recordings(text, name);
        std::move(own.recordings.begin(), own.recordings.end(), std::back_inserter(out.recordings));
        out.errors.insert(out.errors.end(), own.errors.begin(), own.errors.end());
    }
    const Result<GpuTable> gpus = parse_gpus(read.files["assets/gpus.json"], "assets/gpus.json");
    const Result<ToolkitTable> toolkits = parse_toolkits(read.files["assets/toolkits.json"], "assets/toolkits.json");
    for (const Error* error : {gpus ? nullptr : &gpus.error(), toolkits ? nullptr : &toolkits.error()})
        if (error) out.errors.push_back(*error);
    if (gpus && toolkits) {
        const std::vector<Error> found = audit_course(out.course, out.recordings, *toolkits, *gpus);
        out.errors.insert(out.errors.end(), found.begin(), found.end());
    }
    if (asked.publish) {
        const std::vector<Error> drafts = not_published(out.course);
        out.errors.insert(out.errors.end(), drafts.begin(), drafts.end());
    }
    return out;
}

}  // namespace

int lessons_check_command(const LessonsCheckArguments& arguments, Output& out, Output& err) {
    const Result<std::string> data = find_data_dir();
    if (!data) return fail(err, data.error());
    const Checked checked = check(*data, arguments);
    int steps = 0, drafts = 0;
    for (const Lesson& lesson : checked.course.lessons) steps += static_cast<int>(lesson.steps.size()), drafts += lesson.author.empty() || lesson.reviewer.empty();
    if (arguments.json) {
        nlohmann::ordered_json json{{"version", 1}, {"lessons", checked.course.lessons.size()}, {"steps", steps}, {"recordings", checked.recordings.size()}, {"drafts", drafts}, {"findings", nlohmann::ordered_json::array()}};
        for (const Error& error : checked.errors) json["findings"].push_back({{"where", error.where}, {"what", error.what}});
        out.print(printable_json(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n");
    } else {
        const Style& style = out.style();
        for (const Error& error : checked.errors) out.print(wrap(style, printable(style, error.text()), fill(symbol(style, Mark::trouble), 3), "   "));
        const std::string count = checked.errors.empty() ? "Nothing is wrong" : std::to_string(checked.errors.size()) + (checked.errors.size() == 1 ? " finding" : " findings");
        out.print(wrap(style, count + ": " + std::to_string(checked.course.lessons.size()) + " lessons, " + std::to_string(steps) + " steps, " + std::to_string(checked.recordings.size()) + " recordings." +
                                  (drafts ? " Drafts, without author or reviewer: " + std::to_string(drafts) + "." : ""), fill(symbol(style, checked.errors.empty() ? Mark::ok : Mark::refused), 3), "   "));
    }
    return checked.errors.empty() ? exit_same : exit_differs;
}

}  // namespace launchlab
