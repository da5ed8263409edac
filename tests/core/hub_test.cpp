// The hub's shipped entries, what is filled in, and finding a code.
#include <nlohmann/json.hpp>

#include <filesystem>
#include <set>

#include "core/codes.h"
#include "core/hub.h"
#include "core/paste_next.h"
#include "tables.h"

using namespace launchlab;

namespace {

std::map<std::string, std::string> shipped() {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(LAUNCHLAB_SOURCE) + "/lessons/hub"))
        if (entry.path().extension() == ".md") {
            const std::string path = "lessons/hub/" + entry.path().filename().string();
            files[path] = test::read_text(path);
        }
    return files;
}

const Hub& hub() {
    static const Hub made = [] {
        std::vector<Error> errors;
        Hub parsed = parse_hub(shipped(), errors);
        for (const Error& error : errors) FAIL_CHECK(error.text());
        return parsed;
    }();
    return made;
}

// "day-06/2" of lessons/day-06/02-which-call.json.
std::set<std::string> shipped_steps() {
    std::set<std::string> out;
    for (const auto& file : std::filesystem::recursive_directory_iterator(std::string(LAUNCHLAB_SOURCE) + "/lessons")) {
        const std::string name = file.path().filename().string(), day = file.path().parent_path().filename().string();
        if (file.path().extension() == ".json" && day.starts_with("day-") && std::isdigit(static_cast<unsigned char>(name[0])))
            out.insert(day + "/" + std::to_string(std::stoi(name)));
    }
    return out;
}

int words_in(const std::string& text) {
    std::istringstream in(text);
    int count = 0;
    for (std::string word; in >> word;) ++count;
    return count;
}

}  // namespace

TEST_CASE("every code that a launch or a load can give has a full entry", "[hub]") {
    for (int code : {1, 9, 35, 46, 98, 100, 101, 200, 209, 218, 221, 222, 223, 300, 400, 500, 700, 701, 710, 716, 719, 720, 801, 803, 804, 999}) {
        INFO(code);
        const HubEntry* entry = hub().find(code);
        REQUIRE(entry);
        CHECK(entry->sticky == (find_code(code)->sticky || code == 46));
        CHECK(words_in(entry->misleading) <= 60);
        CHECK(entry->next.find('\n') == std::string::npos);
        CHECK_FALSE(entry->look_alikes.empty());
        CHECK(std::count(entry->look_alikes.begin(), entry->look_alikes.end(), code) == 0);
    }
    CHECK(hub().find(13) == nullptr);
}

TEST_CASE("a step that an entry or an answer names is in the course, and an entry without one says where else", "[hub]") {
    const std::set<std::string> steps = shipped_steps();
    CHECK(steps.count("day-06/2") == 1);
    for (const HubEntry& entry : hub().entries) {
        INFO(entry.code << " " << entry.step);
        if (!entry.step.empty()) CHECK(steps.count(entry.step) == 1);
        else CHECK_FALSE(entry.step_more.empty());
        for (std::size_t at = entry.step_more.find("day-"); at != std::string::npos; at = entry.step_more.find("day-", at + 1))
            CHECK(steps.count(entry.step_more.substr(at, entry.step_more.find_first_of(" .,", at) - at)) == 1);
    }
    const nlohmann::json causes = nlohmann::json::parse(test::read_text("tests/cases/paste.json")).at("fields").at("expect.cause");
    REQUIRE(causes.size() > 20);
    for (const auto& [cause, meaning] : causes.items())
        for (int code : {0, 209, 218, 223}) {
            PasteAnswer answer;
            if (code != 0) answer.code = code;
            answer.cause = cause;
            INFO(cause << " " << code << " " << step_for(answer));
            if (const std::string step = step_for(answer); !step.empty()) CHECK(steps.count(step) == 1);
        }
}

TEST_CASE("the cause says this machine's numbers and leaves out what is not known", "[hub]") {
    const HubEntry* entry = hub().find(209);
    REQUIRE(entry);
    HubMachine machine;
    machine.card = test::card("T4", "595.84");
    machine.images = "SASS 8.0, PTX 8.0";
    const std::string filled = fill_in(entry->cause, machine, test::toolkits());
    CHECK(filled.find("The card is Tesla T4, 7.5.") != std::string::npos);
    CHECK(filled.find("The file offers SASS 8.0, PTX 8.0.") != std::string::npos);
    const std::string bare = fill_in(entry->cause, {}, test::toolkits());
    CHECK(bare.find('{') == std::string::npos);
    CHECK(bare.find("The card is") == std::string::npos);
    CHECK(bare.find("nothing in it fits") != std::string::npos);
    CHECK(fill_in(hub().find(222)->cause, machine, test::toolkits()).find("Driver 595.84 reads PTX up to 9.2.") != std::string::npos);
}

TEST_CASE("a code is found by number, old number, name and any word", "[hub]") {
    const auto first = [](const std::string& query) {
        const std::vector<HubHit> hits = search_hub(hub(), query);
        return hits.empty() ? 0 : hits.front().code;
    };
    CHECK(first("209") == 209);
    CHECK(first("48") == 209);
    CHECK(search_hub(hub(), "48").front().old == 48);
    CHECK(first("47") == 200);
    CHECK(first("78") == 218);
    CHECK(search_hub(hub(), "8").size() == 2);  // a code of today, and 98 before 10.1
    CHECK(first("cudaErrorAssert") == 710);
    CHECK(first("CUDA_ERROR_NO_BINARY_FOR_GPU") == 209);
    CHECK(first("unsupported toolchain") == 222);
    CHECK(first("misaligned") == 716);
    CHECK(first("zzz-nothing") == 0);
}

TEST_CASE("neighbours stand by where they show", "[hub]") {
    const std::vector<HubGroup> groups = neighbours(hub());
    REQUIRE(groups.size() == 5);
    const auto holds = [](const HubGroup& group, int code) { return std::any_of(group.rows.begin(), group.rows.end(), [&](const HubHit& hit) { return hit.code == code; }); };
    CHECK(groups[0].title == "Refused at the launch");
    CHECK(holds(groups[0], 209));
    CHECK_FALSE(holds(groups[0], 700));
    CHECK(holds(groups[1], 700));
    CHECK(groups[4].title == "Old numbers");
}

TEST_CASE("an entry out of order is refused with the order", "[hub]") {
    const std::string good = test::read_text("lessons/hub/209.md");
    const auto refused = [](const std::string& text) {
        const Result<HubEntry> entry = parse_hub_entry(text, "209.md");
        return entry ? std::string() : entry.error().what;
    };
    const auto replaced = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        text.replace(text.find(from), from.size(), to);
        return text;
    };
    CHECK(refused(good) == "");
    CHECK(refused(replaced("## Sticky", "## Stick")).find("Text, Misleading words, Where") != std::string::npos);
    CHECK(refused(replaced("# 209 cuda", "# 208 cuda")).find("is no code and its name") != std::string::npos);
    CHECK(refused(replaced("At the launch", "Somewhere")).find("is no place") != std::string::npos);
    CHECK(refused(replaced("no kernel image is", "a kernel image is")).find("runtime's text") != std::string::npos);
    CHECK(refused(replaced("```\ncuobj", "cuobj")).find("no command") != std::string::npos);
}
