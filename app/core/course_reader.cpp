// parse_course(): the files of a course -> Course, with every error at once.
#include <algorithm>
#include <set>

#include "core/course_check.h"
#include "core/json_reader.h"
#include "core/lesson.h"

namespace launchlab {
namespace {

using Files = std::map<std::string, std::string>;

struct StepFile { int number = 0; std::string stem; };   // "02-which-call"

std::optional<StepFile> step_file(const std::string& name, std::string_view ending) {
    auto digit = [&](std::size_t i) { return i < name.size() && name[i] >= '0' && name[i] <= '9'; };
    if (!name.ends_with(ending) || !digit(0) || !digit(1) || name.size() < 4 + ending.size() || name[2] != '-') return std::nullopt;
    return StepFile{(name[0] - '0') * 10 + (name[1] - '0'), name.substr(0, name.size() - ending.size())};
}

// A kernel file may begin with a block of #ifndef defaults for nvcc alone, up to the first empty line. It is not shown, nor
// sent to NVRTC, which is told the same by -D.
std::string shown_kernel(const std::string& text) {
    const std::size_t blank = text.find("\n\n");
    if (blank == std::string::npos || text.substr(0, blank).find("#ifndef") == std::string::npos) return text;
    return text.substr(blank + 2);
}

class CourseReader {
public:
    explicit CourseReader(const Files& files) : files_(files) {}

    ParsedCourse read() {
        read_misconceptions();
        std::map<std::string, std::vector<std::string>> folders;   // "day-06" -> file names
        for (const auto& [path, text] : files_) {
            if (!path.starts_with("lessons/") || path == misconceptions_path || path.starts_with("lessons/hub/")) continue;
            const std::size_t slash = path.find('/', 8);
            if (slash == std::string::npos) fail(path, "a file directly in lessons/ belongs to no lesson. Move it into a folder such as lessons/day-06/.");
            else folders[path.substr(8, slash - 8)].push_back(path.substr(slash + 1));
        }
        if (folders.empty()) fail("lessons/", "there is no lesson. Add a folder such as lessons/day-06/ with a lesson.json.");
        for (const auto& [folder, names] : folders) read_lesson(folder, names);
        auto& lessons = out_.course.lessons;
        std::sort(lessons.begin(), lessons.end(), [](const Lesson& a, const Lesson& b) { return a.day < b.day; });
        auto file = [](const Error& e) { return e.where.substr(0, e.where.find(' ')); };
        std::stable_sort(out_.errors.begin(), out_.errors.end(), [&](const Error& a, const Error& b) { return file(a) < file(b); });
        return std::move(out_);
    }

private:
    static constexpr const char* misconceptions_path = "lessons/misconceptions.json";

    void fail(std::string where, std::string what) { out_.errors.push_back({std::move(where), std::move(what)}); }
    void take(const JsonReader& reader) { out_.errors.insert(out_.errors.end(), reader.errors().begin(), reader.errors().end()); }

    std::optional<nlohmann::json> document(const std::string& path) {
        auto parsed = parse_json(files_.at(path), path);
        if (parsed) return std::move(*parsed);
        out_.errors.push_back(parsed.error());
        return std::nullopt;
    }

    void read_misconceptions() {
        if (!files_.count(misconceptions_path)) return fail(misconceptions_path, "this file is missing. Add it, with believes and reply for each id such as M01.");
        const auto json = document(misconceptions_path);
        if (!json) return;
        JsonReader reader(misconceptions_path);
        if (!json->is_object()) reader.object(*json, "", {});
        else
            for (const auto& [id, item] : json->items()) {
                const std::string pointer = "/" + id;
                if (id.size() != 3 || id[0] != 'M' || id.find_first_not_of("0123456789", 1) != std::string::npos)
                    reader.fail(pointer, "an id is M and two digits. Write for example M07.");
                auto entry = reader.object(item, pointer, {"believes", "reply"});
                Misconception& out = out_.course.misconceptions[id];
                out.believes = entry.text("believes");
                out.reply = entry.text("reply");
                if (count_words(out.believes) > 25) reader.fail(pointer + "/believes", "this has more than 25 words. Shorten it.");
                if (count_words(out.reply) > 60) reader.fail(pointer + "/reply", "this has more than 60 words. Shorten it.");
            }
        take(reader);
    }

    void read_lesson(const std::string& folder, const std::vector<std::string>& names) {
        const std::string base = "lessons/" + folder + "/";
        Lesson lesson{.id = folder};
        if (!files_.count(base + "lesson.json")) fail(base + "lesson.json", "this file is missing. Add it, with day and title.");
        else if (auto json = document(base + "lesson.json")) lesson_file(*json, base + "lesson.json", lesson);
        std::map<int, std::string> seen;
        for (const std::string& name : names) {
            if (name == "lesson.json") continue;
            if (const auto step = step_file(name, ".json")) {
                if (!seen.emplace(step->number, name).second)
                    fail(base + name, "step " + std::to_string(step->number) + " is " + seen[step->number] + " already. Give this one another number.");
                if (auto json = document(base + name)) lesson.steps.push_back(read_step(*json, base, folder, *step));
            } else if (const auto text = step_file(name, ".md")) {
                if (!files_.count(base + text->stem + ".json")) fail(base + name, "there is no " + text->stem + ".json beside this text. Add it, or mend the name.");
            } else {
                fail(base + name, "this is neither lesson.json nor a step. Name a step's files NN-name.json and NN-name.md.");
            }
        }
        std::stable_sort(lesson.steps.begin(), lesson.steps.end(), [](const Step& a, const Step& b) { return a.where < b.where; });
        check_plans(base + "lesson.json", lesson);
        out_.course.lessons.push_back(std::move(lesson));
    }

    void lesson_file(const nlohmann::json& json, const std::string& path, Lesson& lesson) {
        JsonReader reader(path);
        auto top = reader.object(json, "", {"day", "title", "author", "reviewer", "plans"});
        lesson.day = whole(top, "day", 1, 100);
        lesson.title = top.text("title");
        lesson.author = top.text("author", "");
        lesson.reviewer = top.text("reviewer", "");
        auto plans = top.object("plans", {"10", "25", "60"}, false);
        for (const char* minutes : {"10", "25", "60"})
            if (plans.has(minutes)) lesson.plans[minutes] = plans.texts(minutes);
        std::string expected = "day-" + std::string(lesson.day < 10 ? "0" : "") + std::to_string(lesson.day);
        if (reader.errors().empty() && lesson.id != expected) reader.fail("/day", "the folder of this day is " + expected + ", not " + lesson.id + ". Mend the number or the folder's name.");
        take(reader);
    }

    void check_plans(const std::string& path, const Lesson& lesson) {
        for (const auto& [minutes, ids] : lesson.plans) {
            int total = 0;
            for (std::size_t i = 0; i < ids.size(); ++i) {
                const auto step = std::find_if(lesson.steps.begin(), lesson.steps.end(), [&](const Step& s) { return s.id == ids[i]; });
                if (step == lesson.steps.end()) fail(path + " /plans/" + minutes + "/" + std::to_string(i), "this lesson has no step \"" + ids[i] + "\". Name one that exists.");
                else total += step->minutes;
            }
            if (total > std::stoi(minutes)) fail(path + " /plans/" + minutes, "these steps take " + std::to_string(total) + " minutes. Choose fewer.");
        }
    }

    Step read_step(const nlohmann::json& json, const std::string& base, const std::string& folder, const StepFile& file) {
        Step step;
        step.where = base + file.stem + ".json";
        step.id = folder + "/" + std::to_string(file.number);
        JsonReader reader(step.where);
        auto top = reader.object(json, "", {"title", "minutes", "rung", "gaps", "goal", "learner_part", "kernel_file", "entry", "editable", "calls", "a", "b",
                                            "differs", "ask", "observe", "hints", "transfer_question", "transfer_answer", "recordings", "rule_card", "$schema"});
        step.title = top.text("title");
        step.minutes = whole(top, "minutes", 1, 30);
        step.rung = top.text("rung");
        step.gaps = whole(top, "gaps", 0, 3);
        step.goal = top.text("goal");
        step.learner_part = top.texts("learner_part");
        step.entry = top.text("entry");
        for (unsigned line : sizes(top, "editable")) step.editable.push_back(static_cast<int>(line));
        read_kernel(top, step);
        const std::vector<CallRequest> calls = read_calls(reader, top.list("calls"));
        auto a = top.object("a", {"images", "env", "toolkit", "pattern"});
        auto b = top.object("b", {"images", "calls", "env", "toolkit", "pattern"});   // A has the step's calls; B may have its own
        step.a = read_config(a, calls);
        step.b = read_config(b, b.has("calls") ? read_calls(reader, b.list("calls")) : calls);
        step.differs = top.text("differs");
        for (const auto& item : top.list("ask", false)) step.ask.push_back(read_ask(reader, item));
        if (top.has("observe")) {
            auto observe = top.object("observe", {"question", "choices", "right"});
            step.observe = Observe{observe.text("question"), observe.texts("choices"), whole(observe, "right", 0, 3)};
        }
        step.hints = top.texts("hints");
        step.transfer_question = top.text("transfer_question");
        step.transfer_answer = top.text("transfer_answer");
        step.recordings = top.texts("recordings", false);
        step.rule_card = top.text("rule_card", "");
        const bool typed = reader.errors().empty();   // a half-read step would only repeat the same trouble in other words
        const std::string text_path = base + file.stem + ".md";
        read_texts(text_path, step);
        if (typed)
            for (const Finding& finding : check_step(step, out_.course.misconceptions)) {
                if (finding.pointer.starts_with("#")) fail(text_path + " " + finding.pointer, finding.what);
                else reader.fail(finding.pointer, finding.what);
            }
        take(reader);
        return step;
    }

    void read_kernel(JsonReader::Object& top, Step& step) {
        step.kernel_file = top.text("kernel_file");
        if (step.kernel_file.empty()) return;
        if (step.kernel_file.find('/') != std::string::npos || step.kernel_file.find("..") != std::string::npos)
            return top.fail("kernel_file", "\"" + step.kernel_file + "\" leaves the folder kernels/. Write only the name of a file in it.");
        const auto found = files_.find("kernels/" + step.kernel_file);
        if (found == files_.end()) return top.fail("kernel_file", "kernels/" + step.kernel_file + " is missing. Add it, or mend the name.");
        step.kernel = shown_kernel(found->second);
        if (step.kernel.find(" " + step.entry + "(") == std::string::npos)
            top.fail("entry", "kernels/" + step.kernel_file + " has no kernel \"" + step.entry + "\". Mend the name.");
    }

    std::vector<CallRequest> read_calls(JsonReader& reader, const std::vector<JsonReader::Item>& items) {
        std::vector<CallRequest> out;
        for (const auto& item : items) {
            auto call = reader.object(item, {"call", "buffer", "bytes", "value", "unit", "grid", "block", "smem", "args", "thread"});
            CallRequest& made = out.emplace_back();
            made.call = call.text("call");
            made.buffer = call.text("buffer", "");
            made.bytes = static_cast<std::uint64_t>(whole(call, "bytes", 0, 1 << 30, 0));
            made.value = whole(call, "value", 0, 255, 0);
            made.unit = whole(call, "unit", -1, 99, 0);
            made.smem = static_cast<std::uint64_t>(whole(call, "smem", 0, 1 << 30, 0));
            made.thread = whole(call, "thread", 0, 7, 0);
            made.grid = sizes(call, "grid");
            made.block = sizes(call, "block");
            made.args = call.texts("args", false);
        }
        return out;
    }
    std::vector<unsigned> sizes(JsonReader::Object& call, const char* key) {
        std::vector<unsigned> out;
        for (long long number : call.numbers(key, false)) {
            if (number < 0 || number > 0xFFFFFFFFLL) call.fail(key, "a size goes from 0 to 4294967295. Write such numbers.");
            out.push_back(static_cast<unsigned>(number));
        }
        return out;
    }
    // Required when there is no `otherwise`.
    int whole(JsonReader::Object& object, const char* key, int lowest, int highest, std::optional<int> otherwise = std::nullopt) {
        const long long number = otherwise ? object.number(key, *otherwise) : object.number(key);
        if (number >= lowest && number <= highest) return static_cast<int>(number);
        if (const auto item = object.at(key); item.json && item.json->is_number_integer()) object.fail(key, "this goes from " + std::to_string(lowest) + " to " + std::to_string(highest) + ". Write such a number.");
        return lowest;
    }

    Config read_config(JsonReader::Object& config, std::vector<CallRequest> calls) {
        return {config.texts("images"), std::move(calls), config.words("env", false), config.text("toolkit", ""), config.text("pattern", "")};
    }

    Ask read_ask(JsonReader& reader, const JsonReader::Item& item) {
        auto ask = reader.object(item, {"run", "call", "value", "words", "choices"});
        Ask out;
        out.run = ask.one_of("run", {"A", "B"}, "A") == "B" ? 'B' : 'A';
        out.call = whole(ask, "call", 0, 999);
        out.value = ask.flag("value", false);
        out.words = ask.text("words");
        for (const auto& choice_item : ask.list("choices")) {
            auto choice = reader.object(choice_item, {"answer", "because", "misconception"});
            AskChoice& made = out.choices.emplace_back();
            made.answer = choice.text("answer");
            made.misconception = choice.text("misconception", "");
            for (const auto& reason_item : choice.list("because", false)) {
                auto reason = reader.object(reason_item, {"text", "misconception"});
                made.because.push_back({reason.text("text"), reason.text("misconception", "")});
            }
        }
        return out;
    }

    // Markdown: parts, each under a heading of one word. All but the solution must be there.
    void read_texts(const std::string& path, Step& step) {
        const auto found = files_.find(path);
        if (found == files_.end()) return fail(step.where, path.substr(path.rfind('/') + 1) + " is missing. Add it beside this file, with the headings # text, # explain, # try and # room.");
        std::map<std::string, std::string*> parts{{"text", &step.text}, {"explain", &step.explain}, {"try", &step.try_this}, {"solution", &step.solution}, {"room", &step.room}};
        std::set<std::string> seen;
        std::string* part = nullptr;
        int number = 0;
        for (std::size_t start = 0; start < found->second.size();) {
            const std::size_t end = std::min(found->second.find('\n', start), found->second.size());
            const std::string line = found->second.substr(start, end - start);
            start = end + 1;
            ++number;
            if (line.starts_with("# ")) {
                const std::string name = line.substr(2);
                part = parts.count(name) ? parts[name] : nullptr;
                if (!part) fail(path + " line " + std::to_string(number), "unknown heading \"" + name + "\". Known are text, explain, try, solution, room; write deeper headings with ##.");
                else if (!seen.insert(name).second) fail(path + " line " + std::to_string(number), "the heading \"" + name + "\" stands here twice. Join the two parts.");
            } else if (part) {
                *part += line + "\n";
            } else if (seen.empty() && line.find_first_not_of(" \t\r") != std::string::npos) {
                fail(path + " line " + std::to_string(number), "this text stands before the first heading. Put # text above it.");
            }
        }
        for (const auto& [name, text] : parts) {
            const std::size_t first = text->find_first_not_of(" \t\r\n");
            if (name == "solution" && !seen.count(name)) continue;
            if (first == std::string::npos) fail(path, "the part \"# " + name + "\" is missing or empty. Write it.");
            else *text = text->substr(first, text->find_last_not_of(" \t\r\n") + 1 - first);
        }
    }

    const Files& files_;
    ParsedCourse out_;
};

}  // namespace

ParsedCourse parse_course(const std::map<std::string, std::string>& files) { return CourseReader(files).read(); }

}  // namespace launchlab
