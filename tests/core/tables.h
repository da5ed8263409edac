// The shipped tables and short spellings for the tests of core: "sm_90", "p90a" and lists of them.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "core/gpu.h"
#include "core/selection.h"
#include "core/toolkit.h"

namespace launchlab::test {

inline std::string read_text(const std::string& path) {
    std::ifstream in(std::string(LAUNCHLAB_SOURCE) + "/" + path, std::ios::binary);
    INFO(path);
    REQUIRE(in);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

inline const ToolkitTable& toolkits() {
    static const ToolkitTable table = [] {
        Result<ToolkitTable> parsed = parse_toolkits(read_text("assets/toolkits.json"), "assets/toolkits.json");
        if (!parsed) FAIL(parsed.error().text());
        return *parsed;
    }();
    return table;
}

inline const GpuTable& gpus() {
    static const GpuTable table = [] {
        Result<GpuTable> parsed = parse_gpus(read_text("assets/gpus.json"), "assets/gpus.json");
        if (!parsed) FAIL(parsed.error().text());
        return *parsed;
    }();
    return table;
}

inline Driver driver(const std::string& text) { return text.empty() ? Driver{} : *parse_driver(text); }
inline Gpu card(const std::string& text, const std::string& with = "580.159.04") { return *find_gpu(gpus(), text, driver(with)); }

// "90+90a+p80": SASS, and PTX after a p.
inline std::vector<OfferedImage> images(const std::string& list) {
    std::vector<OfferedImage> out;
    std::istringstream in(list);
    for (std::string one; std::getline(in, one, '+');) {
        bool ptx = one[0] == 'p';
        OfferedImage image;
        image.target = *parse_arch(ptx ? Kind::ptx : Kind::sass, ptx ? one.substr(1) : one);
        out.push_back(image);
    }
    return out;
}

inline std::string taken_name(const Verdict& verdict, const std::vector<OfferedImage>& offered) {
    return verdict.taken < 0 ? "-" : to_name(offered[static_cast<std::size_t>(verdict.taken)].target);
}

}  // namespace launchlab::test
