// launchlab lessons new: the two files of a step, whole enough for lessons check, each text saying what belongs there.
#include <algorithm>
#include <charconv>
#include <filesystem>

#include "session/course_files.h"
#include "session/files.h"
#include "terminal/author_commands.h"
#include "terminal/commands.h"

namespace launchlab {

namespace {

namespace fs = std::filesystem;

constexpr const char* step_file = R"({
  "title": "What will the launch say?",
  "minutes": 5,
  "rung": "respond",
  "gaps": 1,
  "goal": "Say in at most 25 words what the learner can do after this step.",
  "learner_part": ["check"],
  "kernel_file": "mark.cu",
  "entry": "mark",
  "editable": [1, 4],
  "calls": [
    {"call": "cudaMalloc", "buffer": "out", "bytes": 8},
    {"call": "cudaMemset", "buffer": "out", "value": 255, "bytes": 8},
    {"call": "launch", "grid": [1], "block": [1], "args": ["out"]},
    {"call": "cudaPeekAtLastError"},
    {"call": "cudaDeviceSynchronize"},
    {"call": "cudaMemcpy", "buffer": "out", "bytes": 8}
  ],
  "a": {"images": ["unfit"]},
  "b": {"images": ["exact"]},
  "differs": "target",
  "ask": [
    {
      "run": "A",
      "call": 3,
      "words": "right under the launch, returns",
      "choices": [
        {
          "answer": "0",
          "because": [
            {"text": "the sync will tell", "misconception": "M01"},
            {"text": "the kernel runs", "misconception": "M20"}
          ]
        },
        {
          "answer": "209",
          "because": [
            {"text": "no image fits"},
            {"text": "the kernel crashed", "misconception": "M07"}
          ]
        }
      ]
    }
  ],
  "observe": {
    "question": "Ask for what is easy to misread in this run.",
    "choices": ["The kernel ran.", "Nothing was queued."],
    "right": 1
  },
  "hints": ["Point at the row.", "Give the reason.", "Show the answer."],
  "transfer_question": "Ask for the same thing in another wrapping.",
  "transfer_answer": "Answer it in two sentences.",
  "rule_card": "9.0"
}
)";

constexpr const char* text_file =
    "# text\n\nSay in at most 60 words what is built and launched: **{a.target}** on **{card}**, compute capability **{cc}**.\n\n"
    "# explain\n\nSay in at most 120 words why this happens. Name the row, the rule, and what was reasonable to expect.\n\n"
    "# try\n\nSay what to change next: run B, or another target.\n\n# solution\n\nSay what comes of it.\n\n# room\n\nSay to who teaches how long it takes, what to ask, and what to avoid.\n";

struct Named { std::string lesson; int day = 0, number = 0; };

Result<Named> parse_name(const LessonsNewArguments& asked) {
    Named out;
    const std::size_t slash = asked.step.find('/');
    out.lesson = asked.step.substr(0, slash);
    const char* end = asked.step.data() + asked.step.size();
    const bool shaped = slash != std::string::npos && out.lesson.size() >= 6 && out.lesson.starts_with("day-") &&
                        std::from_chars(asked.step.data() + 4, asked.step.data() + slash, out.day).ptr == asked.step.data() + slash &&
                        std::from_chars(asked.step.data() + slash + 1, end, out.number).ptr == end && slash + 1 < asked.step.size();
    if (!shaped || out.day < 1 || out.day > 100 || out.number < 1 || out.number > 99)
        return Error{"STEP " + asked.step, "a step is named by its day and number. Example: day-46/10."};
    const std::string day = "day-" + std::string(out.day < 10 ? "0" : "") + std::to_string(out.day);
    if (out.lesson != day) return Error{"STEP " + asked.step, "the folder of this day is " + day + ". Write " + day + "/" + std::to_string(out.number) + "."};
    if (asked.name.empty() || asked.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
        return Error{"NAME " + asked.name, "a name has small letters, digits and hyphens. Example: which-cache."};
    return out;
}

}  // namespace

int lessons_new_command(const LessonsNewArguments& arguments, Output& out, Output& err) {
    const Result<std::string> data = find_data_dir();
    if (!data) return fail(err, data.error());
    const Result<Named> named = parse_name(arguments);
    if (!named) return fail(err, named.error());
    const fs::path lessons = fs::path(arguments.lessons.empty() ? "." : arguments.lessons) / "lessons", folder = lessons / named->lesson;
    const std::string number = (named->number < 10 ? "0" : "") + std::to_string(named->number);
    std::error_code failed;
    if (fs::is_directory(folder, failed))
        for (const auto& entry : fs::directory_iterator(folder, failed))
            if (const std::string name = entry.path().filename().string(); name.starts_with(number + "-"))
                return fail(err, {entry.path().string(), "step " + std::to_string(named->number) + " is there already. Choose another number."});
    fs::create_directories(folder, failed);
    if (failed) return fail(err, {folder.string(), "the folder cannot be made: " + failed.message() + ". Name another one with --lessons."});

    std::vector<std::pair<fs::path, std::string>> files;
    if (!fs::exists(lessons / "misconceptions.json", failed)) {   // a new pack: the replies that ours has
        const Result<std::string> replies = read_file((fs::path(*data) / "lessons" / "misconceptions.json").string(), 1u << 20);
        if (!replies) return fail(err, replies.error());
        files.emplace_back(lessons / "misconceptions.json", *replies);
    }
    if (!fs::exists(folder / "lesson.json", failed))
        files.emplace_back(folder / "lesson.json", "{\n  \"day\": " + std::to_string(named->day) + ",\n  \"title\": \"A lesson without a title yet\"\n}\n");
    files.emplace_back(folder / (number + "-" + arguments.name + ".json"), step_file);
    files.emplace_back(folder / (number + "-" + arguments.name + ".md"), text_file);
    for (const auto& [path, text] : files) {
        if (const Result<Done> written = write_new_file(path.string(), text); !written) return fail(err, written.error());
        out.print(printable(out.style(), path.string()) + "\n");
    }
    out.print(wrap(out.style(), "Write it, then: launchlab lessons check" + (arguments.lessons.empty() ? std::string(" --lessons .") : " --lessons " + arguments.lessons) +
                                    ". assets/step.schema.json tells an editor the keys.", "", "  "));
    return exit_same;
}

}  // namespace launchlab
