// The paste box against the report cases and what people paste besides: other encodings, whole terminals, ordinary logs.
#include <nlohmann/json.hpp>

#include <set>

#include "core/codes.h"
#include "core/paste.h"
#include "core/paste_read.h"
#include "tables.h"

using namespace launchlab;
using nlohmann::json;

namespace {

const PatternTable& patterns() {
    static const PatternTable table = [] {
        Result<PatternTable> parsed = parse_patterns(test::read_text("lessons/hub/patterns.json"), "lessons/hub/patterns.json");
        if (!parsed) FAIL(parsed.error().text());
        return *parsed;
    }();
    return table;
}

const PasteBox& box() {
    static const PasteBox made(patterns(), test::gpus(), test::toolkits());
    return made;
}

json fact_json(const PasteFact& fact) {
    if (fact.many) return fact.values;
    if (fact.number) return std::stoi(fact.values.front());
    return fact.values.front();
}

// "" = right; else what is wrong with it.
std::string judge(const json& expect, const PasteAnswer& got) {
    std::vector<std::string> causes = {expect.at("cause")};
    for (const json& also : expect.value("cause_also", json::array())) causes.push_back(also);
    std::vector<json> codes = {expect.at("code")};
    for (const json& also : expect.value("also_codes", json::array())) codes.push_back(also);
    const json code = got.code ? json(*got.code) : json(nullptr);
    if (std::find(codes.begin(), codes.end(), code) == codes.end()) return "code " + code.dump();
    if (code == codes[0] && (expect.at("symbol").is_null() ? std::string() : expect.at("symbol").get<std::string>()) != got.symbol) return "symbol " + got.symbol;
    if (std::find(causes.begin(), causes.end(), got.cause) == causes.end()) return "cause " + got.cause;
    const json facts = expect.value("facts", json::object());
    for (const auto& [name, value] : facts.items()) {
        const PasteFact* fact = got.fact(name);
        if (!fact || fact_json(*fact) != value) return "fact " + name + " " + (fact ? fact_json(*fact).dump() : "missing");
    }
    if (expect.contains("announces") && got.announces != expect.at("announces").get<int>()) return "announces " + std::to_string(got.announces);
    if (expect.at("sure").is_string()) {
        if (got.sure) return "a firm answer";
        for (const std::string& cause : causes)
            if (cause != got.cause && std::find(got.alternatives.begin(), got.alternatives.end(), cause) == got.alternatives.end()) return "does not name " + cause;
        return "";
    }
    return got.sure == expect.at("sure").get<bool>() ? "" : got.sure ? "too sure" : "not sure";
}

std::string sample(const Template& pieces) {
    static const std::map<std::string, std::string> values = {
        {"gpu", "8.6"}, {"built", "sm_70 sm_75"}, {"floor", "3.7"}, {"low", "(5.0)"}, {"high", "(9.0)"}, {"needs", "80"}, {"thrust", "700"}, {"arch", "compute_80"},
        {"release", "2.13.0"}, {"package", "2.13.0+cu130"}, {"offered", "cu126"}};
    std::string out;
    for (const Piece& piece : pieces) {
        if (piece.kind == Piece::Kind::words) out += piece.text;
        if (piece.kind == Piece::Kind::gap) out += "something ";
        if (piece.kind == Piece::Kind::digits) out += "200301";
        if (piece.kind == Piece::Kind::hole) out += values.count(piece.text) ? values.at(piece.text) : "12.4";
    }
    return out;
}

std::string to_utf16(const std::string& text, bool little, bool mark) {
    std::string out = mark ? (little ? "\xFF\xFE" : "\xFE\xFF") : "";
    for (char c : text) little ? (out += c, out += '\0') : (out += '\0', out += c);
    return out;
}

const std::string no_image = "CUDA error: no kernel image is available for execution on the device";

}  // namespace

TEST_CASE("every report case gets its verdict", "[paste][cases]") {
    for (const char* path : {"tests/cases/paste.json", "tests/cases/paste-more.json"}) {
        const json file = json::parse(test::read_text(path));
        for (const json& one : file.at("cases")) {
            INFO(path << " " << one.at("id").get<std::string>() << "\n" << one.at("input").get<std::string>());
            CHECK(judge(one.at("expect"), box().explain(one.at("input").get<std::string>())) == "");
        }
    }
}

TEST_CASE("an ordinary log raises no alarm", "[paste]") {
    std::istringstream in(test::read_text("tests/data/ordinary-logs.txt"));
    std::string name, text;
    int logs = 0;
    const auto check = [&] {
        if (name.empty()) return;
        ++logs;
        const PasteAnswer answer = box().explain(text);
        INFO(name << "\n" << text << "\n" << answer.why);
        CHECK(answer.cause == "unknown");
        CHECK_FALSE(answer.code);
        CHECK(answer.sure);
        CHECK(answer.marks.empty());
    };
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("=== ", 0) == 0) {
            check();
            name = line.substr(4);
            text.clear();
        } else {
            text += line + "\n";
        }
    }
    check();
    CHECK(logs >= 120);
}

TEST_CASE("every pattern finds the text that it describes", "[paste]") {
    const PasteScanner scanner(patterns(), test::gpus());
    std::set<std::string> ids;
    for (const Pattern& pattern : patterns().patterns) {
        CHECK(ids.insert(pattern.id).second);
        for (const Template& pieces : pattern.texts) {
            const std::string text = sample(pieces) + " x";
            INFO(pattern.id << ": " << text);
            CHECK(scanner.read(text).by_id(pattern.id) != nullptr);
        }
    }
}

TEST_CASE("a pattern's cause and code are words that the answers use", "[paste]") {
    const json causes = json::parse(test::read_text("tests/cases/paste.json")).at("fields").at("expect.cause");
    for (const Pattern& pattern : patterns().patterns) {
        INFO(pattern.id);
        if (!pattern.cause.empty()) CHECK(causes.contains(pattern.cause));
        for (const std::string& also : pattern.also) CHECK(causes.contains(also));
        if (pattern.code != 0) CHECK(find_code(pattern.code) != nullptr);
        if (!pattern.sure) CHECK_FALSE(pattern.also.empty());  // what else it may be
    }
}

TEST_CASE("every code is found by its name and by its driver's name", "[paste]") {
    for (const Code& code : all_codes()) {
        if (code.number == 0) continue;
        for (std::string_view name : {code.name, driver_name(code.number)}) {
            if (name.empty()) continue;
            INFO(name);
            const PasteAnswer answer = box().explain("call failed: " + std::string(name));
            REQUIRE(answer.code);
            CHECK(*answer.code == code.number);
            CHECK(answer.symbol == code.name);
        }
    }
}

TEST_CASE("an old number alone leads to the new one and is not sure", "[paste]") {
    const PasteAnswer answer = box().explain("cudaGetLastError() returned 78");
    CHECK(answer.code == 218);
    CHECK_FALSE(answer.sure);
    CHECK(std::count(answer.alternatives.begin(), answer.alternatives.end(), "unknown") == 1);
}

TEST_CASE("the encoding of a text does not change its answer", "[paste]") {
    for (const std::string& text :
         {"\xEF\xBB\xBF" + no_image, to_utf16(no_image, true, true), to_utf16(no_image, false, true), to_utf16(no_image, true, false), to_utf16(no_image, false, false),
          std::string("\x1b[1;31mCUDA error:\x1b[0m no kernel \x1b[4mimage\x1b[0m is available for execution on the device"),
          "loading  10%\rloading 100%\r" + no_image + "\r\nnext", std::string("CUDA error: no kernel image\0 is available for execution on the device", 69),
          std::string("CUDA error: no\xC2\xA0kernel image is avail\xE2\x80\x8B" "able for execution on the device"), "> " + no_image,
          "\x1b]0;title\x07" + no_image, "   \t" + no_image + "   "}) {
        const PasteAnswer answer = box().explain(text);
        INFO(text);
        CHECK(answer.code == 209);
        CHECK(answer.sure);
        CHECK(answer.marks.size() == 1);
    }
}

TEST_CASE("ranks that speak in turns are each read as one speaker", "[paste]") {
    const PasteAnswer answer = box().explain("[rank0]: CUDA error: no kernel image is\n[rank1]: loss 2.09\n[rank0]: available for execution on the device\n");
    CHECK(answer.code == 209);
    CHECK(answer.evidence.size() >= 1);
}

TEST_CASE("marks lie on the words that they are about", "[paste]") {
    const std::string text = "Device: \x1b[32mTesla T4\x1b[0m\nnvcc -gencode arch=compute_86,code=sm_86 -o demo demo.cu\n" + no_image +
                             "\nCUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.\n"
                             "For debugging consider passing CUDA_LAUNCH_BLOCKING=1.\n";
    const PasteAnswer answer = box().explain(text);
    std::map<MarkRole, std::string> said;
    std::size_t behind = 0;
    for (const PasteMark& mark : answer.marks) {
        CHECK(mark.begin >= behind);
        behind = mark.end;
        REQUIRE(mark.end <= text.size());
        said[mark.role] += text.substr(mark.begin, mark.end - mark.begin);
    }
    CHECK(said[MarkRole::code] == "no kernel image is available for execution on the device");
    CHECK(said[MarkRole::card] == "Tesla T4");
    CHECK(said[MarkRole::list].find("compute_86") != std::string::npos);
    CHECK(said[MarkRole::noise].find("CUDA_LAUNCH_BLOCKING") != std::string::npos);
    CHECK(said[MarkRole::blame].find("asynchronously") != std::string::npos);  // true, and no noise
    CHECK(answer.cause == "newer_target");
    CHECK(answer.next == "nvcc -gencode arch=compute_75,code=[sm_75,compute_75] -o demo demo.cu");
}

TEST_CASE("blocking is noise for a refused launch and a help for a fault", "[paste]") {
    const std::string tail = "\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1";
    const PasteAnswer refused = box().explain(no_image + tail), fault = box().explain("CUDA error: an illegal memory access was encountered" + tail);
    const auto noise = [](const PasteAnswer& answer) { return std::count_if(answer.marks.begin(), answer.marks.end(), [](const PasteMark& mark) { return mark.role == MarkRole::noise; }); };
    CHECK(noise(refused) == 1);
    CHECK(noise(fault) == 0);
    REQUIRE_FALSE(fault.notes.empty());
    CHECK(fault.notes.front().find("helps") != std::string::npos);
}

TEST_CASE("a message in the middle of a very long log is found", "[paste]") {
    std::string text;
    for (int i = 0; i < 60000; ++i) text += "[" + std::to_string(i) + "/60000] Building CUDA object src/k" + std::to_string(i) + ".cu.o error-free, 209 tests\n";
    text += no_image + "\n";
    for (int i = 0; i < 60000; ++i) text += "step " + std::to_string(i) + " loss 2.09 gpu 209 W\n";
    const PasteAnswer answer = box().explain(text);
    CHECK(answer.code == 209);
    REQUIRE(answer.evidence.size() == 1);
    CHECK(answer.evidence[0].line == 60001);
}

TEST_CASE("bytes without any line and without any sense give an answer", "[paste]") {
    std::string text;
    unsigned state = 209;
    for (int i = 0; i < 3000000; ++i) text += static_cast<char>((state = state * 1664525u + 1013904223u) >> 24);
    CHECK_FALSE(box().explain(text).code);
    CHECK(box().explain("").cause == "unknown");
    CHECK(box().explain(std::string(100000, '\0')).cause == "unknown");
    CHECK(box().explain(std::string(100000, '(')).cause == "unknown");
}

TEST_CASE("words that other programs print as well count only where CUDA is spoken of", "[paste]") {
    CHECK_FALSE(box().explain("qemu: could not load kernel 'bzImage': no kernel image found").code);
    CHECK(box().explain("CUDA: no kernel image found for this card").code == 209);
}

TEST_CASE("an answer that is not sure says what else it may be", "[paste]") {
    for (const char* file : {"paste", "paste-more"}) {
        const json report = json::parse(test::read_text("tests/cases/" + std::string(file) + ".json"));
        for (const json& one : report.at("cases")) {
            const PasteAnswer answer = box().explain(one.at("input").get<std::string>());
            INFO(one.at("id"));
            if (!answer.sure) CHECK((!answer.alternatives.empty() || !answer.other_codes.empty()));
        }
    }
}

TEST_CASE("reading ends when nobody waits for it", "[paste]") {
    std::string text;
    while (text.size() < 4u << 20) text += "step 1 loss 0.5\n";
    text += "CUDA error 209: no kernel image is available for execution on the device\n";
    int asked = 0;
    CHECK_FALSE(box().explain(text, [&] { return ++asked == 2; }).code);
    CHECK(asked == 2);
    CHECK(box().explain(text, [] { return false; }).code == 209);
}

TEST_CASE("the next command takes the form of the tool in the text", "[paste]") {
    const auto next = [](const std::string& text) { return box().explain(text).next; };
    CHECK(next("torch 2.6\nGPU: NVIDIA GeForce RTX 5090\n" + no_image) ==
          "pip install --force-reinstall \"torch==2.7.1+cu128\" --index-url https://download.pytorch.org/whl/cu128");
    CHECK(next("cmake -DCMAKE_CUDA_ARCHITECTURES=89 ..\nRTX 3070\n" + no_image) == "cmake -B build -DCMAKE_CUDA_ARCHITECTURES=86 && cmake --build build --clean-first");
    CHECK(next(no_image) == "nvidia-smi --query-gpu=name,compute_cap,driver_version --format=csv");
    CHECK(next("conda create -n lab\nDriver Version: 535.183.01 CUDA Version: 12.2\nthe provided PTX was compiled with an unsupported toolchain") ==
          "conda install -c conda-forge \"cuda-version=12.2\"");
}

TEST_CASE("a broken pattern file is refused with its place", "[paste]") {
    const auto refused = [](const std::string& text) {
        const Result<PatternTable> parsed = parse_patterns(text, "patterns.json");
        REQUIRE_FALSE(parsed);
        return parsed.error().text();
    };
    CHECK(refused("{").find("patterns.json") == 0);
    CHECK(refused(R"({"about":"","patterns":[{"id":"a","role":"check","text":["{gpu} first"]}],"cards":[]})").find("does not begin with words") != std::string::npos);
    CHECK(refused(R"({"about":"","patterns":[{"id":"a","role":"chek","text":["x"]}],"cards":[]})").find("/patterns/0/role") != std::string::npos);
    CHECK(refused(R"({"about":"","patterns":[],"cards":[],"more":1})").find("unknown key") != std::string::npos);
}
