// The libraries of one toolkit, each opened when it is first needed: a cold child opens none before it has its request, and a
// request without calls needs no runtime. Leaves which sets there are to runner/toolkit_choice. Invariant: a part that does not
// open is taken from the next set of the same version, and only when none opens is there an Error, with every reason.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "runner/libraries.h"
#include "runner/toolkit_choice.h"

namespace launchlab {

class Toolbox {
public:
    Result<Done> choose(const std::string& version) {
        auto sets = choose_sets(version);
        if (!sets) return sets.error();
        sets_ = std::move(*sets);
        return Done{};
    }
    Result<const Nvrtc*> nvrtc() {
        return open(nvrtc_, open_nvrtc, "libnvrtc", [](const ToolkitFiles& f) { return std::vector{f.nvrtc}; });
    }
    Result<const Nvfatbin*> nvfatbin() {
        return open(nvfatbin_, open_nvfatbin, fatbin_soname(major()), [](const ToolkitFiles& f) { return f.fatbins; });
    }
    Result<const Cudart*> cudart() {
        return open(cudart_, open_cudart, runtime_soname(major()), [](const ToolkitFiles& f) { return std::vector{f.runtime}; });
    }

private:
    int major() const { return sets_.empty() ? 0 : sets_.front().major; }

    template <class Table, class Paths>
    Result<const Table*> open(std::optional<Table>& kept, Result<Table> (*opener)(const std::string&), const std::string& soname,
                              Paths paths) {
        if (kept) return static_cast<const Table*>(&*kept);
        std::vector<std::string> tried;
        std::string reasons;
        for (const auto& files : sets_)
            for (const auto& path : paths(files)) {
                if (path.empty() || std::find(tried.begin(), tried.end(), path) != tried.end()) continue;
                tried.push_back(path);
                auto opened = opener(path);
                if (opened) {
                    kept = *opened;
                    return static_cast<const Table*>(&*kept);
                }
                reasons += (reasons.empty() ? "" : " ") + opened.error().text();
            }
        if (tried.empty()) return Error{soname, std::string("cannot open shared object file. ") + fetch_remedy};
        return Error{"", reasons};
    }
    std::vector<ToolkitFiles> sets_;
    std::optional<Nvrtc> nvrtc_;
    std::optional<Nvfatbin> nvfatbin_;
    std::optional<Cudart> cudart_;
};

}  // namespace launchlab
