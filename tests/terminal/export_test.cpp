// Pages and programs that a step is exported to: whole, alone, and the same as the screen's.
#include <regex>
#include <set>

#include "core/step.h"
#include "program.h"
#include "session/course_files.h"

using namespace launchlab;

namespace {

const Course& course() {
    static const Course shipped = parse_course(read_course_files(LAUNCHLAB_SOURCE).files).course;
    return shipped;
}

// The first thing that is wrong with the page's tags; "" = each that opens is closed, in order.
std::string broken_tag(const std::string& page) {
    static const std::set<std::string> alone{"meta", "input", "br", "!DOCTYPE"};
    std::vector<std::string> open;
    for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at + 1)) {
        const std::size_t end = page.find('>', at);
        if (end == std::string::npos) return "a tag without an end";
        const bool closes = page[at + 1] == '/';
        const std::size_t from = at + (closes ? 2 : 1);
        const std::string name = page.substr(from, page.find_first_of(" >", from) - from);
        if (closes) {
            if (open.empty() || open.back() != name) return "</" + name + "> closes " + (open.empty() ? "nothing" : open.back());
            open.pop_back();
        } else if (!alone.count(name)) {
            open.push_back(name);
        }
        if (name == "script" || name == "style")   // no tags inside
            if (!closes) at = page.find("</" + name + ">", end) - 1;
    }
    return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

std::vector<std::string> all_of(const std::string& page, const char* pattern) {
    const std::regex found(pattern);
    std::vector<std::string> out;
    for (std::sregex_iterator it(page.begin(), page.end(), found), end; it != end; ++it) out.push_back((*it)[1]);
    return out;
}

}  // namespace

TEST_CASE("every step is one page that is whole, alone and under 300 kB") {
    const Home home;
    const std::string recordings = text_of(source_path("assets/recordings/h200.jsonl"));
    for (const Lesson& lesson : course().lessons)
        for (const Step& of : lesson.steps) {
            const std::string name = home.path + "/" + of.id.substr(0, 6) + "-" + of.id.substr(7) + ".html";
            const Ran ran = launch(home, "export " + of.id + " --html " + quoted(name));
            INFO(of.id << ran.out << ran.err);
            REQUIRE(ran.code == 0);
            const std::string page = text_of(name);
            CHECK(page.size() < 300'000);
            CHECK(broken_tag(page) == "");
            CHECK_FALSE(holds(page, "http:"));
            CHECK_FALSE(holds(page, "https:"));
            CHECK_FALSE(holds(page, "src="));
            CHECK_FALSE(holds(page, "href="));
            CHECK_FALSE(holds(page, "@import"));
            CHECK_FALSE(holds(page, "url("));
            CHECK_FALSE(holds(page, "{a."));
            const std::vector<std::string> ids = all_of(page, " id=\"([^\"]*)\"");
            const std::set<std::string> unique(ids.begin(), ids.end());
            CHECK(ids.size() == unique.size());
            for (const char* refers : {" for=\"([^\"]*)\"", " aria-labelledby=\"([^\"]*)\""})
                for (const std::string& id : all_of(page, refers)) CHECK(unique.count(id) == 1);
            CHECK(holds(page, "<html lang=\"en\">"));
            CHECK(holds(page, holds(recordings, "\"h200/" + of.id + "/A\"") ? "Recorded on an NVIDIA H200, 9.0, driver " : "By rule, not run, for "));
            for (const Ask& ask : of.ask) {   // the right answer is measured or by rule, and it is the page's
                const AskChoice* right = right_choice(ask);
                REQUIRE(right);
                CHECK(holds(page, "\"measured\":\"" + right->answer + "\""));
            }
        }
}

TEST_CASE("a page is not written over another file without a word") {
    const Home home;
    const std::string page = home.path + "/page.html";
    std::ofstream(page) << "mine";
    Ran ran = launch(home, "export day-06/2 --html page.html");
    CHECK(ran.code == 2);
    CHECK(holds(ran.err, "--force"));
    CHECK(text_of(page) == "mine");
    CHECK(launch(home, "export day-06/2 --html page.html --force").code == 0);
    CHECK(text_of(page).size() > 1000);
    CHECK(launch(home, "export day-06/2 --html nowhere/page.html").code == 2);
    CHECK(launch(home, "export day-06/2").code == 2);
    CHECK(launch(home, "export day-06/2 --html a.html --repro b").code == 2);
    CHECK(launch(home, "export day-06/99 --html a.html").code == 2);
}

TEST_CASE("the page of another recording or card says whose it is") {
    const Home home;
    CHECK(launch(home, "export day-06/2 --html t4.html --recorded page-t4").code == 0);
    const std::string t4 = text_of(home.path + "/t4.html");
    CHECK(holds(t4, "Recorded, from a published page, on a Tesla T4"));
    CHECK(holds(t4, "not recorded"));
    CHECK_FALSE(holds(t4, "NVIDIA H200"));
    CHECK(launch(home, "export day-06/2 --html rule.html --on 8.6").code == 0);
    CHECK(holds(text_of(home.path + "/rule.html"), "By rule, not run, for "));
}

TEST_CASE("a repro is written as a folder whose check runs, and what nvcc cannot make is refused") {
    const Home home;
    Ran ran = launch(home, "export day-06/2 --repro which-call");
    INFO(ran.out << ran.err);
    REQUIRE(ran.code == 0);
    CHECK(holds(text_of(home.path + "/which-call/day-06-2-a.cu"), "as recorded on NVIDIA H200"));
    namespace fs = std::filesystem;
    CHECK((fs::status(home.path + "/which-call/check.sh").permissions() & fs::perms::owner_exec) != fs::perms::none);
    CHECK(launch(home, "export day-06/2 --repro which-call").code == 2);
    CHECK(launch(home, "export day-06/2 --repro which-call --force").code == 0);
    CHECK(launch(home, "export day-06/2 --repro which-call --run B").code == 2);   // its check.sh would be written over
    ran = launch(home, "export day-46/8 --repro damaged --run B");
    CHECK(ran.code == 2);
    CHECK(holds(ran.err, "damaged after it is built"));
    CHECK_FALSE(fs::exists(home.path + "/damaged"));
    // A stand-in for nvcc that writes a program of the expected ending: check.sh builds, runs and hands its code on.
    std::ofstream(home.path + "/nvcc") << "#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\nprintf '#!/bin/sh\\nexit 1\\n' > \"$2\"\nchmod +x \"$2\"\n";
    fs::permissions(home.path + "/nvcc", fs::perms::owner_all);
    const int status = std::system(("NVCC=" + quoted(home.path + "/nvcc") + " " + quoted(home.path + "/which-call/check.sh")).c_str());
    CHECK(WEXITSTATUS(status) == 1);
}
