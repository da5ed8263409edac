// The shipped course, read from the tree, for tests about lessons.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "core/lesson.h"
#include "tables.h"

namespace launchlab::test {

inline void read_into(std::map<std::string, std::string>& files, const std::string& root, const std::string& folder) {
    const std::filesystem::path base = std::filesystem::path(LAUNCHLAB_SOURCE) / root;
    if (!std::filesystem::exists(base / folder)) return;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(base / folder)) {
        const std::string ending = entry.path().extension().string();
        if (!entry.is_regular_file() || (ending != ".json" && ending != ".md" && ending != ".cu")) continue;
        const std::string name = std::filesystem::relative(entry.path(), base).generic_string();
        files[name] = read_text((root.empty() ? "" : root + "/") + name);
    }
}

inline std::map<std::string, std::string> course_files() {
    std::map<std::string, std::string> files;
    read_into(files, "", "lessons");
    read_into(files, "", "kernels");
    return files;
}

inline const Course& course() {
    static const Course shipped = [] {
        ParsedCourse parsed = parse_course(course_files());
        for (const Error& error : parsed.errors) UNSCOPED_INFO(error.text());
        REQUIRE(parsed.errors.empty());
        return std::move(parsed.course);
    }();
    return shipped;
}

inline const Step& step(std::string_view id) {
    const Step* found = find_step(course(), id);
    INFO(id);
    REQUIRE(found);
    return *found;
}

inline const Toolkit& toolkit(std::string_view version) {
    const Toolkit* found = find_toolkit(toolkits(), version);
    INFO(version);
    REQUIRE(found);
    return *found;
}

// The config's own request on that card.
inline Request request_for(const Step& of, char which, const Gpu& gpu, const std::string& version = "13.0") {
    const Config& config = which == 'B' ? of.b : of.a;
    const auto targets = resolve_all(config.images, gpu, toolkit(version));
    INFO(of.id << " " << which << " on " << to_text(gpu.capability));
    if (!targets) FAIL(targets.error().text());
    return make_request(of, config, *targets, of.kernel, version, 0);
}

inline const char* const nine_cards[] = {"7.5", "8.0", "8.6", "8.9", "9.0", "10.0", "10.3", "12.0", "12.1"};

}  // namespace launchlab::test
