// What surrounds the program being broken: the course's files, the folder for temporary files, and the end coming from outside.
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "program.h"

using namespace launchlab;

TEST_CASE("a step whose file is broken is told by the file and the reason, not as a step that is not there") {
    const Home home;
    const std::string course = home.path + "/course";
    std::filesystem::create_directory(course);
    for (const char* folder : {"lessons", "kernels", "assets"})
        std::filesystem::copy(source_path(folder), course + "/" + folder, std::filesystem::copy_options::recursive);
    const std::string step = course + "/lessons/day-06/02-which-call.json";
    for (const char* text : {"{\"title\": ", "[]"}) {
        std::ofstream(step) << text;
        for (const char* command : {"run day-06/2 --on 7.5 ", "shot day-06/2 out.png "}) {
            if (*text == '[' && *command == 's') continue;  // a picture shows what is there, and the trouble
            const Ran ran = launch(home, command + fake("hello-none"), "LC_ALL=C.UTF-8 LAUNCHLAB_DATA=" + course);
            INFO(command << text << ran.err);
            CHECK(ran.code == 2);
            CHECK(holds(ran.err, "launchlab: lessons/day-06/02-which-call.json"));
            CHECK(!holds(ran.err, "no such step"));
        }
    }
}

TEST_CASE("a folder for temporary files that is not there or not to be written to stops nothing, and progress stays alone") {
    for (const char* temporary : {"/nonexistent", "/proc"}) {
        const Home home;
        const std::string environment = std::string("LC_ALL=C.UTF-8 TMPDIR=") + temporary;
        const Ran run = launch(home, "run day-06/2 --recorded page-t4", environment);
        INFO(temporary << run.err);
        CHECK(run.code == 0);
        const Ran list = launch(home, "lessons", environment);
        CHECK(list.code == 0);
        CHECK(!std::filesystem::exists(home.path + "/state"));
    }
    const Home home;
    // The system's GL keeps memory of its own.
    const Ran shot = launch(home, "shot day-06/2 /nonexistent/out.png " + fake("hello-none"),
                            "LC_ALL=C.UTF-8 ASAN_OPTIONS=detect_leaks=0 TMPDIR=/nonexistent");
    INFO(shot.err);
    CHECK(shot.code == 2);  // the picture's folder is missing, or this machine has no EGL
    CHECK(holds(shot.err, "launchlab: "));
}

TEST_CASE("TERM and HUP end a run in order, and nothing is left in the folder for temporary files") {
    for (const int signal : {SIGTERM, SIGHUP}) {
        const Home home;
        const std::string temporary = home.path + "/tmp";
        std::filesystem::create_directory(temporary);
        const std::string command = "exec env TMPDIR=" + quoted(temporary) + " HOME=" + quoted(home.path) + " " +
                                    quoted(std::string(LAUNCHLAB_BIN) + "/launchlab") + " run day-06/2 " +
                                    fake("hello-h200", "--stop-after 8 --heard " + home.path + "/heard") + " >" + quoted(home.path + "/out") + " 2>&1";
        const pid_t child = fork();
        if (child == 0) {
            std::signal(SIGHUP, SIG_DFL);
            execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
            _exit(127);
        }
        REQUIRE(child > 0);
        for (int i = 0; i < 600 && !holds(std::filesystem::exists(home.path + "/heard") ? text_of(home.path + "/heard") : "", "\"calls\""); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        kill(child, signal);
        int status = 0;
        waitpid(child, &status, 0);
        CHECK(WIFEXITED(status));
        CHECK(WEXITSTATUS(status) == 130);
        CHECK(std::filesystem::is_empty(temporary));
    }
}
