// The built program for the tests: started with words, in a home of its own. The runner is tests/session/fake_runner.py, which
// plays transcripts.
#pragma once

#include <stdlib.h>
#include <sys/wait.h>

#include <filesystem>
#include <string>

#include "runs.h"

namespace launchlab {

struct Ran {
    int code = -1;
    std::string out, err;
};

struct Home {
    std::string path;
    Home() {
        path = (std::filesystem::temp_directory_path() / "launchlab-cli-XXXXXX").string();
        REQUIRE(mkdtemp(path.data()));
    }
    ~Home() {
        std::error_code error;
        std::filesystem::remove_all(path, error);
    }
};

inline std::string quoted(const std::string& word) { return "'" + word + "'"; }

inline std::string fake(const std::string& hello, const std::string& more = "") {
    const std::string data = source_path("tests/data/transcripts/");
    return "--runner \"python3 " + source_path("tests/session/fake_runner.py") + " --hello " + data + hello + ".jsonl --run " + data +
           "refused-209.jsonl --fit-run " + data + "ran.jsonl --fit 90 " + more + "\"";
}

inline Ran launch(const Home& home, const std::string& arguments, const std::string& environment = "LC_ALL=C.UTF-8",
           const std::string& after = "") {
    const std::string out = home.path + "/out", err = home.path + "/err";
    const std::string command = "cd " + quoted(home.path) + " && env -u NO_COLOR HOME=" + quoted(home.path) +
                                " XDG_STATE_HOME=" + quoted(home.path + "/state") + " " + environment + " timeout 60 " +
                                quoted(std::string(LAUNCHLAB_BIN) + "/launchlab") + " 2>" + quoted(err) + " >" + quoted(out) + " " +
                                arguments + " " + after;  // a redirection of the test's own comes last and holds
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
}

inline bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace launchlab
