// The built program, by exit code and text.
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "program.h"

using namespace launchlab;

TEST_CASE("run on a card shows 209 at the launch, nothing ran, and 0 at the sync, and ends with 0") {
    const Home home;
    const Ran ran = launch(home, "run day-06/2 " + fake("hello-h200"));
    INFO(ran.out << ran.err);
    CHECK(ran.code == 0);
    CHECK(ran.err.empty());
    CHECK(holds(ran.out, "built for sm_100"));
    CHECK(holds(ran.out, "NVIDIA H200, 9.0"));
    CHECK(holds(ran.out, "209 no kernel image"));
    CHECK(holds(ran.out, "Nothing ran: the launch was refused"));
    CHECK(holds(ran.out, "rule 209 = measured 209"));
    CHECK(holds(ran.out, "No device code available for GPU ISA 90"));
    CHECK(!holds(ran.out, "\033"));
    CHECK(!std::filesystem::exists(home.path + "/state"));  // a run in the terminal is nobody's progress
}

TEST_CASE("run with other targets packs them in the order given") {
    const Home home;
    const Ran ran = launch(home, "run day-06/2 --targets sm_100,sm_90 --json " + fake("hello-h200"));
    INFO(ran.out << ran.err);
    CHECK(ran.code == 1);  // the transcript says that image 0 was taken, the rule says image 1
    const auto json = nlohmann::json::parse(ran.out, nullptr, false);
    REQUIRE(json.is_object());
    CHECK(json["request"]["units"][0]["images"][0]["arch"] == "100");
    CHECK(json["request"]["units"][0]["images"][1]["arch"] == "90");
    CHECK(json["agrees"] == false);
    CHECK(holds(launch(home, "run day-06/2 --targets sm_100,sm_90 " + fake("hello-h200")).out, "RULE AND MEASUREMENT DIFFER"));
}

TEST_CASE("run without a card says so, compiles, judges by rule, and shows a recording") {
    const Home home;
    const Ran ran = launch(home, "run day-06/2 " + fake("hello-none"));
    INFO(ran.out << ran.err);
    CHECK(ran.code == 0);
    CHECK(holds(ran.out, "No GPU here"));
    CHECK(holds(ran.out, "compiled by NVRTC"));
    CHECK(holds(ran.out, "By rule, not run"));
    CHECK(holds(ran.out, "Recorded"));
    CHECK(holds(ran.out, "It was not run here"));
    CHECK(!holds(ran.out, "Measured now"));
}

TEST_CASE("run for another card is by rule and never measured") {
    const Home home;
    const Ran ran = launch(home, "run day-06/2 --on 7.5 --targets sm_75 " + fake("hello-h200"));
    INFO(ran.out << ran.err);
    CHECK(ran.code == 0);
    CHECK(holds(ran.out, "By rule, not run"));
    CHECK(holds(ran.out, "accepted, code 0"));
    CHECK(!holds(ran.out, "Measured now"));
}

TEST_CASE("a recording plays without a runner") {
    const Home home;
    const Ran ran = launch(home, "run day-06/2 --recorded page-t4/day-06/2/A", "LC_ALL=C COLUMNS=60");
    INFO(ran.out << ran.err);
    CHECK(ran.code == 0);
    CHECK(holds(ran.out, "@  Recorded 2026-09-01"));
    CHECK(holds(ran.out, "rule 209 = recorded 209"));
}

TEST_CASE("a wrong word is one line that names it and the nearest, with exit code 2") {
    const Home home;
    const auto refused = [&](const std::string& arguments, const std::string& part) {
        const Ran ran = launch(home, arguments);
        INFO(arguments << "\n" << ran.err << ran.out);
        CHECK(ran.code == 2);
        CHECK(ran.out.empty());
        CHECK(ran.err.starts_with("launchlab: "));
        CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
        CHECK(holds(ran.err, part));
    };
    refused("run day-6/2 " + fake("hello-h200"), "Nearest: day-06/2");
    refused("run day-06/2 --targets '' " + fake("hello-h200"), "empty");
    refused("run day-06/2 --targets smm_90 " + fake("hello-h200"), "Nearest: sm_90");
    refused("run day-06/2 --targets sm_90,sm_90 " + fake("hello-h200"), "named twice");
    refused("run day-06/2 --on T5 " + fake("hello-h200"), "Tesla T4");
    refused("run day-06/2 --gpu 4 " + fake("hello-h200"), "Cards here: 0 (NVIDIA H200)");
    refused("run day-06/2 --gpu 0 " + fake("hello-none"), "no GPU is here");
    refused("run day-06/2 --recorded page", "page-t4/day-06/2/A");
    refused("run day-06/2 --toolkit 99 " + fake("hello-h200"), "Known:");
    refused("run day-06/2 --source nowhere.cu " + fake("hello-h200"), "cannot be read");
    refused("run day-06/2 --gpu 0 --on 7.5", "Name one of them");
    CHECK(holds(launch(home, "run day-06/2 --toolkit 12.9 " + fake("hello-535-only-13")).err, "launchlab doctor --fetch 12.9"));
    for (const char* option : {"--on", "--recorded", "--toolkit", "--source", "--runner"})
        refused(std::string("run day-06/2 ") + option + " ''", "its value is empty");
    refused("run day-06/2 --on=", "--on: ");
    refused("run day-06/2 --limit nan", "--limit");
    refused("run day-06/2 --runner \"'unclosed\"", "quote ' is not closed");
    for (const char* option : {"--on", "--recorded", "--source", "--targets"}) {
        const std::string many(3000, 'x');
        refused(std::string("run day-06/2 ") + option + " " + many + " " + (std::string(option) == "--recorded" ? "" : fake("hello-h200")), "xxx...");
        CHECK(launch(home, std::string("run day-06/2 --no-such-option=") + many).err.size() < 400);
    }
    refused("run day-06/2 --lessons nowhere " + fake("hello-h200"), "nowhere");
}

TEST_CASE("a runner that is missing or dies is an error with a remedy, and what is there is shown") {
    const Home home;
    const Ran missing = launch(home, "run day-06/2 --runner /nowhere/launchlab-runner");
    INFO(missing.err << missing.out);
    CHECK(missing.code == 2);
    CHECK(holds(missing.err, "/nowhere/launchlab-runner"));
    CHECK(holds(missing.out, "By rule, not run"));
    for (int events : {0, 4, 8}) {
        const Ran died = launch(home, "run day-06/2 " + fake("hello-h200", "--die-after " + std::to_string(events)));
        INFO(events << "\n" << died.err << died.out);
        CHECK(died.code == 2);
        CHECK(died.err.starts_with("launchlab: runner: "));
        CHECK(holds(died.out, "The runner went away"));
        if (events == 8) CHECK(holds(died.out, "209 no kernel image"));
    }
    const Ran other = launch(home, "run day-06/2 " + fake("hello-version-2"));
    CHECK(other.code == 2);
    CHECK(holds(other.err, "protocol"));
}

TEST_CASE("Ctrl C cancels the run, shows what is there, and ends with 130") {
    const Home home;
    const std::string command =
        "exec env HOME=" + quoted(home.path) + " LC_ALL=C.UTF-8 " + quoted(std::string(LAUNCHLAB_BIN) + "/launchlab") + " run day-06/2 " +
        fake("hello-h200", "--stop-after 8 --heard " + home.path + "/heard") + " >" + quoted(home.path + "/out") + " 2>&1";
    const pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
        _exit(127);
    }
    REQUIRE(child > 0);
    for (int i = 0; i < 600; ++i) {  // until the request has arrived
        std::ifstream heard(home.path + "/heard");
        const std::string text{std::istreambuf_iterator<char>(heard), {}};
        if (holds(text, "\"calls\"")) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    kill(child, SIGINT);
    int status = 0;
    waitpid(child, &status, 0);
    const std::string out = text_of(home.path + "/out");
    INFO(out);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 130);
    CHECK(holds(out, "209 no kernel image"));
    CHECK(holds(out, "cancelled"));
    CHECK(holds(text_of(home.path + "/heard"), "\"cancel\""));
}

TEST_CASE("doctor is useful on a machine with a card, without a driver, and without a runner") {
    const Home home;
    const Ran whole = launch(home, "doctor " + fake("hello-h200"));
    INFO(whole.out << whole.err);
    CHECK(whole.code == 0);
    CHECK(holds(whole.out, "NVIDIA H200, 9.0"));
    CHECK(holds(whole.out, "580.159.04 (r580), reads PTX up to 9.0"));
    CHECK(holds(whole.out, "CUDA 13.0, chosen"));
    CHECK(holds(whole.out, "Ready after"));
    CHECK(holds(whole.out, "page-t4/day-06/2/A"));

    const Ran bare = launch(home, "doctor " + fake("hello-none"));
    CHECK(bare.code == 1);
    CHECK(holds(bare.out, "Install the NVIDIA driver"));

    const Ran old = launch(home, "doctor " + fake("hello-535"));
    INFO(old.out);
    CHECK(holds(old.out, "CUDA 12.2, chosen"));

    const Ran alone = launch(home, "doctor --runner /nowhere/launchlab-runner");
    CHECK(alone.code == 1);
    CHECK(holds(alone.out, "No answer from: /nowhere/launchlab-runner"));
    CHECK(nlohmann::json::parse(launch(home, "doctor --json " + fake("hello-none")).out, nullptr, false).is_object());
}

TEST_CASE("doctor asks before it fetches, and a no fetches nothing") {
    const Home home;
    const Ran ran = launch(home, "doctor --fetch " + fake("hello-535-only-13"), "XDG_DATA_HOME=" + home.path + "/data", "</dev/null");
    INFO(ran.out << ran.err);
    CHECK(ran.code == 0);
    CHECK(holds(ran.out, "CUDA 12.2"));
    CHECK(holds(ran.out, "Nothing was fetched"));
    CHECK(!std::filesystem::exists(home.path + "/data"));
}

TEST_CASE("after a yes doctor runs the fetch script with the version and the shelf, and passes its failure on") {
    const Home home;
    std::filesystem::create_directories(home.path + "/share/third_party");
    for (const char* folder : {"lessons", "kernels", "assets"})
        std::filesystem::create_directory_symlink(source_path(folder), home.path + "/share/" + folder);
    const std::string environment = "LAUNCHLAB_DATA=" + home.path + "/share XDG_DATA_HOME=" + home.path + "/data";
    const auto script = [&](const std::string& text) { std::ofstream(home.path + "/share/third_party/fetch.py") << text; };
    script("import sys\nopen('" + home.path + "/asked', 'w').write(' '.join(sys.argv[1:]))\n");
    const Ran yes = launch(home, "doctor --fetch --yes " + fake("hello-535-only-13"), environment);
    INFO(yes.out << yes.err);
    CHECK(yes.code == 0);
    CHECK(text_of(home.path + "/asked") == "toolkit 12.2 " + home.path + "/data/launchlab/toolkits");
    script("import sys\nsys.exit(2)\n");
    const Ran failed = launch(home, "doctor --fetch 12.9 --yes " + fake("hello-none"), environment);
    CHECK(failed.code == 2);
    CHECK(holds(failed.err, "12.9"));
}

TEST_CASE("doctor fetches nothing that is already here and whole") {
    const Home home;
    const std::string environment = "XDG_DATA_HOME=" + home.path + "/data";
    const Ran wanted = launch(home, "doctor --fetch --yes " + fake("hello-h200"), environment);
    INFO(wanted.out << wanted.err);
    CHECK(wanted.code == 0);
    CHECK(holds(wanted.out, "CUDA 13.0 is already here and whole"));
    CHECK(holds(launch(home, "doctor --fetch 13.0 " + fake("hello-h200"), environment, "</dev/null").out, "Fetch them now?"));  // not on this shelf

    std::string hello = text_of(source_path("tests/data/transcripts/hello-h200.jsonl"));
    const std::string from = nlohmann::json::parse(hello.substr(0, hello.find('\n')))["toolkits"][0]["from"];
    const std::string shelf = home.path + "/data/launchlab/toolkits/13.0";
    for (std::size_t at = 0; (at = hello.find(from, at)) != std::string::npos; at += shelf.size()) hello.replace(at, from.size(), shelf);
    std::ofstream(home.path + "/hello.jsonl") << hello;
    const std::string runner = "--runner \"python3 " + source_path("tests/session/fake_runner.py") + " --hello hello.jsonl\"";
    CHECK(holds(launch(home, "doctor --fetch 13.0 " + runner, environment, "</dev/null").out, "already here and whole"));
    CHECK(!std::filesystem::exists(home.path + "/data"));
}

TEST_CASE("lessons lists the steps, marks drafts, and leaves progress alone") {
    const Home home;
    const Ran ran = launch(home, "lessons");
    INFO(ran.out << ran.err);
    CHECK(ran.code == 0);
    CHECK(holds(ran.out, "day-06/2"));
    CHECK(holds(ran.out, "Which call will tell you?"));
    CHECK(!std::filesystem::exists(home.path + "/state/launchlab/progress.json"));
    CHECK(nlohmann::json::parse(launch(home, "lessons --json").out, nullptr, false).is_object());
}

TEST_CASE("a reader that stops reading ends the program quietly") {
    const Home home;
    const std::string program = quoted(std::string(LAUNCHLAB_BIN) + "/launchlab");
    const std::string command = "cd " + quoted(home.path) + " && ( env HOME=" + quoted(home.path) + " timeout 60 " + program +
                                " run day-06/2 --recorded page-t4/day-06/2/A 2>err; echo $? >code ) | true";
    CHECK(std::system(command.c_str()) == 0);
    CHECK(text_of(home.path + "/err").empty());
    CHECK(text_of(home.path + "/code") == "0\n");
}

TEST_CASE("a source that is no text is refused at once") {
    const Home home;
    std::ofstream(home.path + "/nul.cu") << std::string("a\0b", 3);
    REQUIRE(mkfifo((home.path + "/fifo").c_str(), 0600) == 0);
    for (const char* file : {".", "/dev/zero", "fifo", "nul.cu"}) {
        const Ran ran = launch(home, std::string("run day-06/2 --source ") + file + " " + fake("hello-h200"));
        INFO(file << "\n" << ran.err);
        CHECK(ran.code == 2);
        CHECK(holds(ran.err, std::string("--source ") + file));
        CHECK(holds(ran.err, std::string(file) == "nul.cu" ? "byte 1 is 0" : "no plain file"));
    }
}

TEST_CASE("a closed standard descriptor ends nothing") {
    const Home home;
    for (const char* closed : {"<&-", "2>&-"}) {
        const Ran ran = launch(home, "run day-06/2 " + fake("hello-h200"), "LC_ALL=C.UTF-8", closed);
        INFO(closed << "\n" << ran.err);
        CHECK(ran.code == 0);
        CHECK(holds(ran.out, "209 no kernel image"));
    }
    CHECK(launch(home, "run day-06/2 " + fake("hello-h200") + " >&-").code == 0);
    CHECK(launch(home, "doctor " + fake("hello-h200") + " <&- >&-").code == 0);
}

TEST_CASE("without a card a compile that did not end is no success, and its end is said") {
    const Home home;
    for (const char* how : {"limit", "signal", "refused"}) {
        std::ofstream(home.path + "/done.jsonl") << "{\"v\":1,\"id\":7,\"event\":\"done\",\"how\":\"" << how << "\",\"text\":\"As the runner says.\",\"us\":5}\n";
        const Ran ran = launch(home, "run day-06/2 --runner \"python3 " + source_path("tests/session/fake_runner.py") + " --hello " +
                                         source_path("tests/data/transcripts/hello-none.jsonl") + " --run done.jsonl\"");
        INFO(how << "\n" << ran.out << ran.err);
        CHECK(ran.code == 1);
        CHECK(!holds(ran.out, "there is no runner"));
        CHECK(holds(ran.out, "As the runner says."));
        CHECK(!holds(ran.out, "By rule, not run"));
    }
}

TEST_CASE("a card on which nothing was measured is no success and never says measured now") {
    const Home home;
    for (const char* how : {"finished", "refused"}) {
        std::ofstream(home.path + "/done.jsonl") << "{\"v\":1,\"id\":7,\"event\":\"done\",\"how\":\"" << how << "\",\"text\":\"\",\"us\":5}\n";
        const Ran ran = launch(home, "run day-06/2 --runner \"python3 " + source_path("tests/session/fake_runner.py") + " --hello " +
                                         source_path("tests/data/transcripts/hello-h200.jsonl") + " --run done.jsonl\"");
        INFO(how << "\n" << ran.out << ran.err);
        CHECK(ran.code == 1);
        CHECK(!holds(ran.out, "Measured now"));
        CHECK(holds(ran.out, std::string(how) == "finished" ? "Nothing to compare" : "refused the request"));
    }
    CHECK(holds(launch(home, "run day-06/2 " + fake("hello-h200")).out, "Measured now"));
}

TEST_CASE("output that does not fit on the disk is an error of one line") {
    const Home home;
    for (const std::string& command : {std::string("lessons"), std::string("--version"), "run day-06/2 --json " + fake("hello-h200")}) {
        const Ran ran = launch(home, command + " >/dev/full");
        INFO(command << "\n" << ran.err);
        CHECK(ran.code == 2);
        CHECK(holds(ran.err, "No space left on device"));
        CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
    }
}

TEST_CASE("missing recordings are named by their folder, and so is the runner's reason") {
    const Home home;
    std::filesystem::create_directories(home.path + "/share/assets");
    for (const char* folder : {"lessons", "kernels"})
        std::filesystem::create_directory_symlink(source_path(folder), home.path + "/share/" + folder);
    for (const char* file : {"gpus.json", "toolkits.json"})
        std::filesystem::copy_file(source_path(std::string("assets/") + file), home.path + "/share/assets/" + file);
    const std::string environment = "LAUNCHLAB_DATA=" + home.path + "/share";
    const Ran none = launch(home, "run day-06/2 --runner /nowhere/launchlab-runner", environment);
    INFO(none.err);
    CHECK(none.code == 2);
    CHECK(holds(none.err, "/share/assets/recordings"));
    CHECK(holds(none.err, "/nowhere/launchlab-runner"));
    CHECK(holds(launch(home, "run day-06/2 --recorded h200", environment).err, "the recordings are missing"));
}

TEST_CASE("a narrow terminal gets its own width") {
    const Home home;
    for (const char* command : {"run day-06/2 --recorded page-t4/day-06/2/A", "lessons", "run --help"})
        for (int width : {20, 25, 31}) {
            std::istringstream lines(launch(home, command, "LC_ALL=C.UTF-8 COLUMNS=" + std::to_string(width)).out);
            for (std::string line; std::getline(lines, line);) {
                INFO(width << ": " << line);
                CHECK(cells(line) <= width);
            }
        }
}

TEST_CASE("a missing step and a wrong option or command are answered with what to type") {
    const Home home;
    CHECK(holds(launch(home, "run").err, "the step is missing. Example: launchlab run day-06/2"));
    CHECK(holds(launch(home, "run day-06/2 --target sm_90").err, "there is no option --target. Nearest: --targets."));
    CHECK(holds(launch(home, "help").err, "Nearest: --help."));
}
