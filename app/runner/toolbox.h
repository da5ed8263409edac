// The libraries of one toolkit, each opened when it is first needed: a cold child opens none before it has its request, and a
// request without calls needs no runtime. Leaves where they lie to runner/toolkits.
#pragma once

#include <optional>
#include <string>

#include "runner/hello.h"
#include "runner/libraries.h"

namespace launchlab {

class Toolbox {
public:
    Result<Done> choose(const std::string& version) {
        auto files = choose_files(version);
        if (!files) return files.error();
        files_ = *files;
        return Done{};
    }
    Result<const Nvrtc*> nvrtc() { return open(nvrtc_, files_.nvrtc, open_nvrtc, "libnvrtc"); }
    Result<const Nvfatbin*> nvfatbin() { return open(nvfatbin_, files_.fatbin, open_nvfatbin, fatbin_soname(files_.major)); }
    Result<const Cudart*> cudart() { return open(cudart_, files_.runtime, open_cudart, runtime_soname(files_.major)); }

private:
    template <class Table>
    Result<const Table*> open(std::optional<Table>& kept, const std::string& path, Result<Table> (*opener)(const std::string&),
                              const std::string& soname) {
        if (kept) return static_cast<const Table*>(&*kept);
        if (path.empty()) return Error{soname, std::string("cannot open shared object file. ") + fetch_remedy};
        auto opened = opener(path);
        if (!opened) return opened.error();
        kept = *opened;
        return static_cast<const Table*>(&*kept);
    }
    ToolkitFiles files_;
    std::optional<Nvrtc> nvrtc_;
    std::optional<Nvfatbin> nvfatbin_;
    std::optional<Cudart> cudart_;
};

}  // namespace launchlab
