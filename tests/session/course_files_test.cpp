#include "session/course_files.h"

#include <sys/stat.h>

#include "session/world.h"

using namespace launchlab;

namespace {

struct Variable {   // an environment variable, put back afterwards
    const char* name;
    std::string before;
    bool was;
    Variable(const char* n, const std::string& value) : name(n), was(std::getenv(n) != nullptr) {
        if (was) before = std::getenv(n);
        setenv(name, value.c_str(), 1);
    }
    ~Variable() { was ? setenv(name, before.c_str(), 1) : unsetenv(name); }
};

void put(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << text;
}

}  // namespace

TEST_CASE("the course's files are read under their own names, recordings apart") {
    CourseFiles read = read_course_files(LAUNCHLAB_SOURCE);
    CHECK(read.errors.empty());
    CHECK(read.files.count("lessons/day-06/lesson.json") == 1);
    CHECK(read.files.count("kernels/mark.cu") == 1);
    CHECK(read.files.count("assets/toolkits.json") == 1);
    bool page = false;
    for (const auto& [name, text] : read.recordings) page = page || name == "assets/recordings/page-t4.jsonl";
    CHECK(page);
}

TEST_CASE("another lessons folder takes the place of the shipped one, named either way") {
    Folder other;
    put(other / "lessons/day-01/lesson.json", "{}");
    put(other / "kernels/own.cu", "x");
    put(other / "lessons/day-01/.01.json.swp", "editor");
    for (std::string dir : {other.path.string(), other / "lessons", (other / "lessons") + "/"}) {
        CourseFiles read = read_course_files(LAUNCHLAB_SOURCE, dir);
        CHECK(read.errors.empty());
        CHECK(read.files.count("lessons/day-01/lesson.json") == 1);
        CHECK(read.files.count("lessons/day-06/lesson.json") == 0);
        CHECK(read.files.count("lessons/day-01/.01.json.swp") == 0);
        CHECK(read.files.count("kernels/mark.cu") == 1);
    }
    CHECK(read_course_files(LAUNCHLAB_SOURCE, other.path.string()).files.count("kernels/own.cu") == 1);
}

TEST_CASE("a folder that is missing and a file that is too large are errors, and the rest is read") {
    Folder data;
    put(data / "assets/gpus.json", "{}");
    put(data / "lessons/big.md", std::string(5u << 20, 'x'));
    CourseFiles read = read_course_files(data.path.string());
    CHECK(read.files.count("assets/gpus.json") == 1);
    REQUIRE(read.errors.size() == 2);
    CHECK(read.errors[0].where.find("kernels") != std::string::npos);
    CHECK(read.errors[1].where == "lessons/big.md");
}

TEST_CASE("a lesson that is a pipe, a folder or a device is said to be no plain file") {
    Folder data;
    for (const char* folder : {"assets", "kernels", "lessons"}) std::filesystem::create_directories(data.path / folder);
    REQUIRE(mkfifo((data / "lessons/pipe.json").c_str(), 0600) == 0);
    std::filesystem::create_directories(data.path / "lessons/folder.md");
    std::filesystem::create_symlink("/dev/zero", data / "lessons/device.json");
    CourseFiles read = read_course_files(data.path.string());
    REQUIRE(read.errors.size() == 3);
    for (const Error& error : read.errors) {
        CHECK(error.where.starts_with("lessons/"));
        CHECK(error.what.find("no plain file") != std::string::npos);
    }
}

TEST_CASE("the data folder is found from the program's own path, or named") {
    Result<std::string> found = find_data_dir();
    REQUIRE(found);
    CHECK(std::filesystem::exists(*found + "/assets/gpus.json"));
    Folder data;
    put(data / "assets/gpus.json", "{}");
    {
        Variable named("LAUNCHLAB_DATA", data.path.string());
        CHECK(*find_data_dir() == data.path.string());
    }
    Variable wrong("LAUNCHLAB_DATA", "/nowhere");
    CHECK_FALSE(find_data_dir());
    CHECK(find_data_dir().error().where == "LAUNCHLAB_DATA");
}
