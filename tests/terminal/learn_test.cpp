// The text twin: every step walked by typed answers, on the recordings of a card, in a home of its own.
#include "core/step.h"
#include "program.h"
#include "session/course_files.h"
#include "terminal/learn_words.h"
#include "terminal/prose.h"

using namespace launchlab;

namespace {

const Course& course() {
    static const Course shipped = parse_course(read_course_files(LAUNCHLAB_SOURCE).files).course;
    return shipped;
}

const Step& step(std::string_view id) {
    const Step* found = find_step(course(), id);
    REQUIRE(found);
    return *found;
}

// Right answers, sure, up to the run.
std::string predictions(const Step& of) {
    std::string out;
    for (const Ask& ask : of.ask) {
        const AskChoice* right = right_choice(ask);
        REQUIRE(right);
        out += letter_of(static_cast<int>(right - ask.choices.data())) + "\n";
        for (std::size_t i = 0; i < right->because.size(); ++i)
            if (right->because[i].misconception.empty()) {
                out += letter_of(static_cast<int>(i)) + "\n";
                break;
            }
    }
    return out + (of.ask.empty() ? "" : "sure\n");
}

std::string whole(const Step& of) { return predictions(of) + "\n" + (of.observe ? letter_of(of.observe->right) + "\n" : "") + "\n\nmy own words\n"; }

Ran learn(const Home& home, const std::string& arguments, const std::string& typed, const std::string& environment = "LC_ALL=C.UTF-8") {
    const std::string script = home.path + "/typed";
    std::ofstream(script, std::ios::binary) << typed;
    return launch(home, "learn " + arguments + " --text", environment, "<" + quoted(script));
}

}  // namespace

TEST_CASE("every step is walked from the prediction to the same thing elsewhere by typed answers") {
    const std::string recordings = text_of(source_path("assets/recordings/h200.jsonl"));
    for (const Lesson& lesson : course().lessons)
        for (const Step& of : lesson.steps) {
            const Home home;
            const bool recorded = holds(recordings, "\"h200/" + of.id + "/A\"");
            const std::string card = recorded ? " --recorded h200" : " --on " + of.rule_card + " " + fake("hello-h200");   // a machine may have no toolkit
            const Ran ran = learn(home, of.id + card, whole(of));
            INFO(of.id << "\n" << ran.out << ran.err);
            CHECK(ran.code == 0);
            CHECK(ran.err.empty());
            const std::string count = std::to_string(of.ask.size());
            if (recorded) CHECK(holds(ran.out, "Your predictions: " + count + " of " + count + " as measured."));
            else CHECK(holds(ran.out, "By rule, not run, for "));
            if (of.observe) CHECK(holds(ran.out, recorded ? "As the run shows." : "As the rule says."));
            CHECK(holds(ran.out, "Why this happens"));
            CHECK(holds(ran.out, "You wrote: my own words"));
            CHECK(holds(ran.out, "The answer: "));
            CHECK(holds(ran.out, "This step is done."));
            CHECK_FALSE(holds(ran.out, "**"));
            CHECK_FALSE(holds(ran.out, "{a."));
        }
}

TEST_CASE("a step that was left is gone on with where it was left, and then by its end") {
    const Home home;
    const Step& of = step("day-06/2");
    Ran ran = learn(home, "day-06/2 --recorded h200", "0\n");
    CHECK(ran.code == 1);
    CHECK(holds(ran.out, "Go on with: launchlab learn day-06/2 --text"));
    ran = learn(home, "--recorded h200", "quit\n");   // without a step: where it was left
    CHECK(holds(ran.out, "Why 0?"));
    CHECK_FALSE(holds(ran.out, "Question 1 of 3"));
    ran = learn(home, "day-06/2 --recorded h200", "a\n" + predictions(of).substr(4) + "\n");
    INFO(ran.out);
    CHECK(holds(ran.out, "Say what you saw"));
    CHECK(ran.code == 1);
    ran = learn(home, "day-06/2 --recorded h200", "\nb\n\n\n\n");
    INFO(ran.out);
    CHECK(holds(ran.out, "You left this step before its end"));
    CHECK(holds(ran.out, "You predicted and ran this before."));
    CHECK(ran.code == 0);
}

TEST_CASE("back changes an answer before the run, skip is kept as skipped, and words that mean nothing move nothing") {
    const Home home;
    const Ran ran = learn(home, "day-06/2 --recorded h200", "700\nback\n209\na\nx\nroom\nhint\nskip\n\nb\n\n\n\n");
    INFO(ran.out);
    CHECK(holds(ran.out, "You said 700. Enter keeps it."));
    CHECK(holds(ran.out, "That is none of these."));
    CHECK(holds(ran.out, "Poll the sync row alone"));
    CHECK(holds(ran.out, "Hints come after the run"));
    CHECK(holds(ran.out, "Skipped for presenting, and kept as skipped."));
    CHECK(ran.code == 0);
    const Ran first = learn(Home(), "day-06/1 --recorded h200", "back\n");
    CHECK(holds(first.out, "This is the first question."));
}

TEST_CASE("hints, the other run and other targets are typed too") {
    const Home home;
    const Ran ran = learn(home, "day-06/2 --recorded h200", predictions(step("day-06/2")) + "\nhint\na\n\nrun B\ntargets sm_91\nhint\nhint\nhint\nhint\nhint\nnonsense\n\n\n");
    INFO(ran.out);
    CHECK(holds(ran.out, "Hint 1 of 3. Look at the GPU lane"));
    CHECK(holds(ran.out, "The run shows: Nothing that was queued has failed. Look at that row once more."));
    CHECK(holds(ran.out, "Run B, built for sm_90:"));
    CHECK(holds(ran.out, "sm_91"));
    CHECK(holds(ran.out, "The solution. The launch is accepted"));
    CHECK(holds(ran.out, "There are no more hints."));
    CHECK(holds(ran.out, "Type run A, run B, targets and a list"));
    CHECK(ran.code == 0);
}

TEST_CASE("what was missed though sure is asked again at the next step, once") {
    const Home home;
    Ran ran = learn(home, "day-06/2 --recorded h200", "209\na\n209\na\n0xFFFFFFFF\nsure\n\nb\n\n\n\n\nquit\n");
    INFO(ran.out);
    CHECK(holds(ran.out, "cudaDeviceSynchronize: you said 209, it returned 0."));
    CHECK(holds(ran.out, "Asked again, because you were sure"));   // the next step opened
    ran = learn(home, "day-06/3 --recorded h200", "0\n");
    INFO(ran.out);
    CHECK(holds(ran.out, "It returns 0: nothing was queued."));
    ran = learn(home, "day-06/3 --recorded h200", "quit\n");
    CHECK_FALSE(holds(ran.out, "Asked again"));
}

TEST_CASE("without a card the recording is played, with a card it runs there, and --on asks the rule") {
    const Home home;
    Ran ran = learn(home, "day-06/2 " + fake("hello-none"), "skip\n\n");
    INFO(ran.out << ran.err);
    CHECK(holds(ran.out, "Not run here: played as it was recorded on an NVIDIA H200, 9.0."));
    CHECK(holds(ran.out, "Recorded"));
    ran = learn(Home(), "day-06/2 " + fake("hello-h200"), "skip\n\n");
    INFO(ran.out << ran.err);
    CHECK(holds(ran.out, "It runs on the card that is here: NVIDIA H200, 9.0."));
    CHECK(holds(ran.out, "4  cudaPeekAtLastError: returned 209"));
    CHECK(holds(ran.out, "GPU: nothing was queued, nothing ran."));
    ran = learn(Home(), "day-06/2 --on T4 " + fake("hello-none"), "skip\n\n");
    INFO(ran.out << ran.err);
    CHECK(holds(ran.out, "Judged by rule, not run, for a Tesla T4, 7.5."));
    CHECK(holds(ran.out, "3  mark<<<1, 1>>>(out): refused with 209."));
}

TEST_CASE("errors of the words come before the step, and plain letters are enough") {
    const Home home;
    CHECK(learn(home, "day-06/99", "").code == 2);
    CHECK(learn(home, "day-06/2 --recorded nothing", "").code == 2);
    CHECK(launch(home, "learn day-06/2 --recorded h200").code == 2);
    const Ran plain = learn(home, "day-06/2 --recorded h200", "a\na\na\na\nb\nguess\n\nb\n\n\n\n", "LC_ALL=C COLUMNS=40");
    INFO(plain.out);
    CHECK(plain.code == 0);
    CHECK(std::all_of(plain.out.begin(), plain.out.end(), [](char c) { return static_cast<unsigned char>(c) < 128; }));
    std::istringstream lines(plain.out);
    std::string longest;
    for (std::string line; std::getline(lines, line);)
        if (line.size() > longest.size() && line.find("//") == std::string::npos && line.find('(') == std::string::npos) longest = line;
    INFO(longest);
    CHECK(longest.size() <= 40);
}

TEST_CASE("an answer is a letter, the answer itself or its only beginning, and codes are never letters") {
    const std::vector<std::string> codes{"0", "1", "209"}, words{"MARK, the kernel's own number", "0xFFFFFFFF", "cannot be read"}, reasons{"the sync will tell", "the kernel runs"};
    CHECK(choice_of("a", codes) == 0);
    CHECK(choice_of("1", codes) == 1);
    CHECK(choice_of(" 209 ", codes) == 2);
    CHECK_FALSE(choice_of("2", codes));
    CHECK_FALSE(choice_of("d", codes));
    CHECK_FALSE(choice_of("", codes));
    CHECK(choice_of("mark", words) == 0);
    CHECK(choice_of("0xffffffff", words) == 1);
    CHECK(choice_of("cannot", words) == 2);
    CHECK_FALSE(choice_of("the", reasons));
    CHECK(choice_of("the sync", reasons) == 0);
    CHECK(choice_of("The Kernel Runs.", reasons) == 1);
}

TEST_CASE("a lesson's Markdown is plain text in a terminal, and no raw HTML of it reaches a page") {
    const Lines lines = prose_lines("One **two** `three` <<<>>>.\n\n- four\n- five\n", {80, false, true});
    CHECK(lines.front() == "One two three <<<>>>.");
    CHECK(in_order(lines, {"four", "five"}));
    const std::string html = prose_html("**a** `b<c` <script>alert(1)</script>\n");
    CHECK(holds(html, "<strong>a</strong> <code>b&lt;c</code>"));
    CHECK_FALSE(holds(html, "<script>"));
    CHECK(prose_lines("", {80, false, true}).empty());
}
