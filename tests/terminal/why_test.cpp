// `launchlab why` and `launchlab inspect`: the built program by exit code, text and JSON, on samples and on what is no such file.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "program.h"
#include "terminal/logged_run.h"

using namespace launchlab;

namespace {

std::string data_file(const std::string& name) { return quoted(source_path("tests/data/device_code/" + name)); }

nlohmann::json json_of(const Ran& ran) {
    INFO(ran.out << ran.err);
    auto json = nlohmann::json::parse(ran.out, nullptr, false);
    REQUIRE(json.is_object());
    return json;
}

void write(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

}  // namespace

TEST_CASE("why says that it runs on the card that the runner tells, and ends with 0") {
    const Home home;
    const Ran ran = launch(home, "why " + data_file("four.fatbin") + " " + fake("hello-h200"));
    INFO(ran.out << ran.err);
    CHECK(ran.code == 0);
    CHECK(holds(ran.out, "Your card is sm_90."));
    CHECK(holds(ran.out, "sm_90a is machine code that this 9.0 card runs"));
    CHECK(holds(ran.out, "NVIDIA H200, 9.0"));
    CHECK(holds(ran.out, "asked from the driver now"));
    CHECK(!holds(ran.out, "Mend it"));
}

TEST_CASE("why names the code, a reason for each image and one command, and ends with 1") {
    const Home home;
    const Ran ran = launch(home, "why " + data_file("four.fatbin") + " --on T4@580");
    INFO(ran.out << ran.err);
    CHECK(ran.code == 1);
    CHECK(holds(ran.out, "The card is sm_75."));
    CHECK(holds(ran.out, "209: no kernel image is available"));
    CHECK(holds(ran.out, "Machine code for 8.x cards."));
    CHECK(holds(ran.out, "nvcc -fatbin -arch=sm_75 -o "));  // a command is one line, to be copied
    const auto json = json_of(launch(home, "why " + data_file("four.fatbin") + " --on T4@580 --json"));
    CHECK(json["version"] == 1);
    CHECK(json["runs"] == false);
    CHECK(json["verdict"]["code"] == 209);
    CHECK(json["verdict"]["reasons"].size() == 4);
    CHECK(json["card"]["cc"] == "7.5");
    CHECK(json["mend"]["targets"] == nlohmann::json{"sm_75"});
    CHECK(json["file"]["format"] == "fatbin");
}

TEST_CASE("why without a card says so and tells which cards the file serves") {
    const Home home;
    const Ran ran = launch(home, "why " + data_file("plain.fatbin") + " " + fake("hello-none"));
    INFO(ran.out << ran.err);
    CHECK(ran.code == 1);
    CHECK(holds(ran.out, "No GPU here"));
    CHECK(holds(ran.out, "By rule it runs on cards of 8.0 to 12.1"));
    CHECK(json_of(launch(home, "why " + data_file("plain.fatbin") + " --json " + fake("hello-none")))["runs"].is_null());
}

TEST_CASE("what is no file that can be read is an error with its remedy") {
    const Home home;
    std::filesystem::create_directory(home.path + "/folder");
    REQUIRE(mkfifo((home.path + "/pipe").c_str(), 0600) == 0);
    for (const auto& [name, words] : {std::pair{"folder", "this is a folder"}, {"pipe", "a pipe or a device"}, {"/dev/zero", "a pipe or a device"}, {"missing", "there is no such file"}}) {
        const Ran ran = launch(home, std::string("why ") + name + " --on 9.0");
        INFO(ran.out << ran.err);
        CHECK(ran.code == 2);
        CHECK(ran.out.empty());
        CHECK(holds(ran.err, words));
    }
    const Ran ran = launch(home, "why");
    CHECK(ran.code == 2);
    CHECK(holds(ran.err, "the file is missing"));
}

TEST_CASE("a file without device code, an empty one and a cut one are told apart") {
    const Home home;
    write(home.path + "/script.sh", "#!/bin/sh\necho sm_80\n");
    write(home.path + "/empty", "");
    write(home.path + "/cut.cubin", text_of(source_path("tests/data/device_code/touch-90a.cubin")).substr(0, 700));
    CHECK(holds(launch(home, "why script.sh --on 9.0").out, "holds no device code"));
    CHECK(launch(home, "why empty --on 9.0").code == 1);
    const Ran cut = launch(home, "why cut.cubin --on 9.0");
    CHECK(cut.code == 1);
    CHECK(holds(cut.out, "cut short"));
    CHECK(holds(cut.out, "again"));
}

TEST_CASE("a sparse file of a gigabyte is read without reading it") {
    const Home home;
    write(home.path + "/sparse", text_of(source_path("tests/data/device_code/plain.fatbin")));
    std::error_code error;
    std::filesystem::resize_file(home.path + "/sparse", std::uintmax_t{1} << 30, error);
    if (error) return;  // this disk has no such files
    const Ran ran = launch(home, "inspect sparse --json", "LC_ALL=C.UTF-8");
    const auto json = json_of(ran);
    CHECK(ran.code == 0);
    CHECK(json["files"][0]["images"].size() == 2);
}

TEST_CASE("inspect judges for several cards, lists, prints PTX and reads standard input") {
    const Home home;
    const Ran judged = launch(home, "inspect " + data_file("four.fatbin") + " --on 8.6,9.0,T4@535 --json");
    CHECK(judged.code == 1);
    const auto file = json_of(judged)["files"][0];
    CHECK(file["usable"] == nlohmann::json({"sm_80", "sm_90a", "sm_100f", "compute_80"}));
    CHECK(file["summary"]["sm_90a"] == 1);
    CHECK(file["verdicts"][0]["picks"] == "sm_80");
    CHECK(file["verdicts"][1]["picks"] == "sm_90a");
    CHECK(file["verdicts"][2]["code"] == 209);
    CHECK(holds(launch(home, "inspect --list " + data_file("four.fatbin")).out, "ELF file    2: four.fatbin.2.sm_90a.cubin"));
    CHECK(holds(launch(home, "inspect --ptx 1 " + data_file("four.fatbin")).out, ".entry touch"));
    CHECK(launch(home, "inspect --ptx 2 " + data_file("four.fatbin")).code == 2);
    CHECK(json_of(launch(home, "inspect - --json", "LC_ALL=C.UTF-8", "< " + data_file("touch-90a.cubin")))["files"][0]["usable"] == nlohmann::json({"sm_90a"}));
    const auto folder = json_of(launch(home, "inspect --json " + quoted(source_path("tests/data/device_code"))));
    CHECK(folder["files"].size() == 8);
}

TEST_CASE("why -- runs the program, hands its output through and tells that there is no card") {
    const Home home;
    const Ran ran = launch(home, "why " + fake("hello-none") + " -- sh -c 'echo from the program; echo log=$CUDA_LOG_FILE; exit 3'");
    INFO(ran.out << ran.err);
    CHECK(ran.code == 1);
    CHECK(holds(ran.out, "from the program\nlog=/"));
    CHECK(holds(ran.out, "ended with 3"));
    CHECK(holds(ran.out, "No GPU here"));
    const Ran missing = launch(home, "why -- ./not-there");
    CHECK(missing.code == 2);
    CHECK(holds(missing.err, "did not start"));
}

TEST_CASE("why -- tells the first refused launch from the driver's log") {
    const Home home;
    const std::string log = "[1][2][CUDA][E] Returning 1 (CUDA_ERROR_INVALID_VALUE) from cuPointerGetAttribute\n[1][2][CUDA][E] No device code available for GPU ISA 90\n"
                            "[1][2][CUDA][E] Returning 209 (CUDA_ERROR_NO_BINARY_FOR_GPU) from cuLibraryGetKernel\n";
    write(home.path + "/log", log);
    const Ran ran = launch(home, "why --json " + fake("hello-h200") + " -- sh -c 'cat " + home.path + "/log > $CUDA_LOG_FILE'");
    CHECK(ran.code == 1);
    const auto json = json_of(ran);
    CHECK(json["run"]["code"] == 209);
    CHECK(json["run"]["call"] == "cuLibraryGetKernel");
    CHECK(json["run"]["lines"].size() == 3);
    RunFound only;
    find_refused("Returning 2 (CUDA_ERROR_OUT_OF_MEMORY) from cuMemAlloc_v2", only);
    CHECK(only.code == 2);
}
