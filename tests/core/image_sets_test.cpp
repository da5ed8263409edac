// The sets that a sweep runs, judged by rule for cards that are not here: enough of each class, none twice, each readable back.
#include "core/image_sets.h"

#include <algorithm>
#include <map>
#include <set>

#include "tables.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

std::vector<Target> targets_of(const Toolkit& toolkit) {
    std::vector<Target> out;
    for (const std::string& arch : toolkit.targets) out.push_back(*parse_arch(Kind::sass, arch));
    return out;
}

struct Counted {
    std::vector<ImageSet> sets;
    std::map<std::string, int> classes;
};

Counted counted(const std::string& on, const std::string& with, const std::string& version) {
    const Gpu gpu = card(on, with);
    const Toolkit* toolkit = find_toolkit(toolkits(), version);
    REQUIRE(toolkit);
    Counted out{make_image_sets(targets_of(*toolkit), gpu, *toolkit), {}};
    for (const ImageSet& set : out.sets)
        for (const std::string& one : classes_of(set, judge(set, gpu, *toolkit, toolkits()), gpu)) ++out.classes[one];
    return out;
}

ImageSet named(const std::string& text, const std::string& on = "9.0") {
    const auto set = parse_image_set(text, card(on), *find_toolkit(toolkits(), "13.0"));
    INFO(text);
    REQUIRE(set);
    return *set;
}

std::string refusal(const std::string& text) {
    const auto set = parse_image_set(text, card("9.0"), *find_toolkit(toolkits(), "13.0"));
    INFO(text);
    REQUIRE_FALSE(set);
    return set.error().what;
}

}  // namespace

TEST_CASE("a sweep of an H200 has at least 300 sets and ten of every class of verdict") {
    const Counted on = counted("9.0", "580.159.04", "13.0");
    CHECK(on.sets.size() >= 300);
    for (const std::string& one : verdict_classes()) {
        INFO(one << ": " << (on.classes.count(one) ? on.classes.at(one) : 0) << " of " << on.sets.size());
        CHECK((on.classes.count(one) ? on.classes.at(one) : 0) >= 10);
    }
    for (const auto& [name, count] : on.classes) {
        INFO(name << " " << count);
        CHECK(std::count(verdict_classes().begin(), verdict_classes().end(), name) == 1);
    }
}

TEST_CASE("other cards and toolkits get sets of every class that their images can show") {
    struct Row {
        const char *on, *driver, *toolkit;
        int fewest;
    };
    // A T4 has one machine code and one PTX with any toolkit from 13.0 on, so the broken ones are fewer.
    for (const Row& row : {Row{"7.5", "580.159.04", "13.0", 3}, Row{"8.6", "580.159.04", "13.0", 10}, Row{"12.0", "580.159.04", "13.0", 10},
                           Row{"10.3", "580.159.04", "13.0", 10}, Row{"8.0", "535.54", "12.2", 10}, Row{"6.1", "580.159.04", "12.9", 10}}) {
        const Counted on = counted(row.on, row.driver, row.toolkit);
        INFO(row.on << " with " << row.toolkit << ": " << on.sets.size() << " sets");
        CHECK(on.sets.size() >= 150);
        for (const std::string& one : verdict_classes()) {
            const bool has_suffix = std::string(row.toolkit) != "12.2" || one != "suffix";  // 12.2 knows 90a alone
            INFO(one << ": " << (on.classes.count(one) ? on.classes.at(one) : 0));
            CHECK((on.classes.count(one) ? on.classes.at(one) : 0) >= (has_suffix ? row.fewest : 1));
        }
    }
}

TEST_CASE("the sets are the same each time, none twice, and each marks its images apart") {
    const Toolkit& toolkit = *find_toolkit(toolkits(), "13.0");
    const Gpu gpu = card("9.0");
    const auto first = make_image_sets(targets_of(toolkit), gpu, toolkit), second = make_image_sets(targets_of(toolkit), gpu, toolkit);
    REQUIRE(first.size() == second.size());
    std::set<std::string> texts;
    for (std::size_t i = 0; i < first.size(); ++i) {
        CHECK(to_text(first[i]) == to_text(second[i]));
        CHECK(texts.insert(to_text(first[i])).second);
        CHECK((first[i].packed || first[i].images.size() == 1));
        const UnitRequest unit = to_unit(first[i]);
        std::set<std::string> marks;
        for (const ImageRequest& image : unit.images) CHECK(marks.insert(image.define.at("MARK")).second);
        REQUIRE(unit.images.size() == first[i].images.size());
    }
}

TEST_CASE("a set that is written is read back as the same set") {
    const Toolkit& toolkit = *find_toolkit(toolkits(), "13.0");
    const Gpu gpu = card("9.0");
    for (const ImageSet& set : make_image_sets(targets_of(toolkit), gpu, toolkit)) {
        const ImageSet again = named(to_text(set));
        CHECK(to_text(again) == to_text(set));
        CHECK(again.env == set.env);
        CHECK(again.packed == set.packed);
        REQUIRE(again.images.size() == set.images.size());
        for (std::size_t i = 0; i < set.images.size(); ++i) {
            CHECK(again.images[i].target == set.images[i].target);
            CHECK(again.images[i].edit == set.images[i].edit);
            CHECK(again.images[i].ptx == set.images[i].ptx);
        }
    }
}

TEST_CASE("a file of sets is read line by line, with relative targets, remarks and the line of a mistake") {
    const Toolkit& toolkit = *find_toolkit(toolkits(), "13.0");
    const auto read = parse_image_sets("# ours\nsm_80, compute_80\r\n\nexact, edited(ptx-older, syntax)  # of this card\n", "sets.txt", card("9.0"), toolkit);
    REQUIRE(read);
    REQUIRE(read->size() == 2);
    CHECK(to_text(read->front()) == "sm_80, compute_80");
    CHECK(read->back().images.front().target == *parse_target("sm_90"));
    CHECK(read->back().images.back().edit == "syntax");
    const auto wrong = parse_image_sets("sm_80\nsm_eighty\n", "sets.txt", card("9.0"), toolkit);
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().where == "sets.txt line 2");
    CHECK_FALSE(parse_image_sets("# nothing\n", "sets.txt", card("9.0"), toolkit));
}

TEST_CASE("what cannot be run as a set is refused with the reason") {
    CHECK_THAT(refusal("sm_70"), Catch::Contains("cannot build"));
    CHECK_THAT(refusal("bare(sm_90), sm_80"), Catch::Contains("stands alone"));
    CHECK_THAT(refusal("sm_90, bare(sm_80)"), Catch::Contains("stands alone"));
    CHECK_THAT(refusal("edited(sm_90, syntax)"), Catch::Contains("does not edit"));
    CHECK_THAT(refusal("edited(compute_90, cut)"), Catch::Contains("does not edit"));
    CHECK_THAT(refusal("sm_90, CUDA_VISIBLE_DEVICES=1"), Catch::Contains("--gpu"));
    CHECK_THAT(refusal("sm_90, PATH=/bin"), Catch::Contains("PATH"));
    CHECK_THAT(refusal("CUDA_FORCE_JIT=1"), Catch::Contains("names no image"));
    CHECK_THAT(refusal("lto_90"), !Catch::Contains("names no image"));
}

TEST_CASE("the class of a set is its verdict, and says where equals stood against each other") {
    const Toolkit& toolkit = *find_toolkit(toolkits(), "13.0");
    const Gpu gpu = card("9.0");
    const auto classes = [&](const std::string& text) {
        const ImageSet set = named(text);
        return classes_of(set, judge(set, gpu, toolkit, toolkits()), gpu);
    };
    using Words = std::vector<std::string>;
    CHECK(classes("sm_90") == Words{"sass"});
    CHECK(classes("sm_80, compute_80") == Words{"jit"});
    CHECK(classes("sm_90, sm_90") == Words{"sass", "tie"});
    CHECK(classes("sm_90, sm_90a") == Words{"sass", "tie", "suffix"});
    CHECK(classes("sm_100f") == Words{"209", "suffix"});
    CHECK(classes("sm_100, sm_100") == Words{"209"});
    CHECK(classes("compute_80, CUDA_DISABLE_JIT=1") == Words{"223"});
    CHECK(classes("edited(sm_90, cut), compute_80") == Words{"200"});
    CHECK(classes("edited(sm_90, label)") == Words{"300"});
    CHECK(classes("edited(compute_90, version)") == Words{"222"});
    CHECK(classes("bare(compute_100)") == Words{"218"});
}
