#include "runner/child.h"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>

#include "runner/bundle.h"
#include "runner/calls.h"
#include "runner/channel.h"
#include "runner/compile_all.h"
#include "runner/edit.h"
#include "runner/hello.h"
#include "runner/registration.h"
#include "runner/toolbox.h"
#include "runner/toolkit_look.h"
#include "runner/warm_up.h"

namespace launchlab {
namespace {

class OneRun {
public:
    OneRun(Toolbox& tools, const Request& request, bool warm) : tools_(tools), request_(request), warm_(warm), begin_us_(now_us()) {}

    Ended run() {
        Ended ended = attempt();
        ended.us = now_us() - begin_us_;
        ended.warm = warm_;
        return ended;
    }

private:
    static Ended refused(const Error& error) { return Ended{"refused", error.text()}; }
    void stage(const char* word, const std::string& detail = "") { emit(request_.id, Stage{word, detail, now_us() - begin_us_}); }

    Ended attempt() {
        std::vector<std::string> bundles;
        std::vector<std::vector<Image>> compiled;
        if (auto ended = start_compiling()) return *ended;
        for (std::size_t u = 0; u < request_.units.size(); ++u) {
            compiled.emplace_back();
            for (std::size_t i = 0; i < request_.units[u].images.size(); ++i) {
                Image image;
                if (auto ended = compile_one(static_cast<int>(u), static_cast<int>(i), image)) return *ended;
                compiled.back().push_back(std::move(image));
            }
        }
        for (std::size_t u = 0; u < request_.units.size(); ++u) {
            auto bytes = pack(request_.units[u], compiled[u], u);
            if (!bytes) return refused(bytes.error());
            bundles.push_back(std::move(*bytes));
        }
        if (request_.calls.empty()) return Ended{"finished"};

        auto cudart = tools_.cudart();
        if (!cudart) return refused(cudart.error());
        auto registration = open_registration(**cudart);
        if (!registration) return refused(registration.error());
        stage("register");
        std::vector<const void*> keys;
        for (std::size_t u = 0; u < bundles.size(); ++u) keys.push_back(registration->register_image(bundles[u], request_.units[u].entry));
        if (request_.gpu > 0) {
            const cudaError_t code = (*cudart)->cudaSetDevice(request_.gpu);
            if (code != cudaSuccess)
                return Ended{"refused", "gpu " + std::to_string(request_.gpu) + ": cudaSetDevice returned " + std::to_string(code) + " " +
                                            (*cudart)->cudaGetErrorName(code) + ". Choose a card that `launchlab doctor` lists."};
        }
        Calls(**cudart, request_, std::move(keys), begin_us_).make_all();
        return Ended{"finished"};
    }

    // Every image that came without its bytes, on all cores.
    std::optional<Ended> start_compiling() {
        std::vector<CompileJob> jobs;
        for (std::size_t u = 0; u < request_.units.size(); ++u)
            for (std::size_t i = 0; i < request_.units[u].images.size(); ++i) {
                ImageRequest image = request_.units[u].images[i];
                if (!image.bytes.empty()) continue;
                auto nvrtc = tools_.nvrtc();
                if (!nvrtc) return refused(nvrtc.error());
                if (image.edit == "label") {
                    image.arch = arch_behind_label(image.arch, supported_targets(**nvrtc));
                    if (image.arch.empty())
                        return refused({"/units/" + std::to_string(u),
                                        "this NVRTC builds for one major only, so no label can be wrong. Choose another edit."});
                }
                jobs_[{static_cast<int>(u), static_cast<int>(i)}] = jobs.size();
                jobs.push_back({&request_.units[u], std::move(image)});
            }
        if (!jobs.empty()) compiling_.emplace(**tools_.nvrtc(), std::move(jobs));
        return std::nullopt;
    }

    std::optional<Ended> compile_one(int u, int i, Image& out) {
        const UnitRequest& unit = request_.units[u];
        const ImageRequest& image = unit.images[i];
        stage("compile", target_name(image));
        if (!image.bytes.empty()) {
            auto bytes = parse_base64(image.bytes);
            if (!bytes) return refused(bytes.error());
            out = {image.kind, image.arch, *bytes};
            Compiled told{u, i, image.kind, image.arch, 0, "NVRTC_SUCCESS", "", bytes->size(), "", 0, true};
            if (image.kind == Kind::ptx) told.ptx_version = ptx_version_of(*bytes);
            emit(request_.id, told);
            return std::nullopt;
        }
        Compilation made = compiling_->take(jobs_.at({u, i}));
        made.report.unit = u;
        made.report.image = i;
        if (made.report.code == 0) hand_over_image(u, i, made.image.bytes);
        emit(request_.id, made.report);
        out = std::move(made.image);
        if (made.report.code == 0) return std::nullopt;
        std::string text = "image " + std::to_string(i) + " (" + target_name(image) + ")" +
                           (request_.units.size() > 1 ? " of unit " + std::to_string(u) : "") + " did not compile: NVRTC says " +
                           made.report.name + " (" + std::to_string(made.report.code) + ")" +
                           (request_.calls.empty() ? "." : ", so no call was made.") +
                           remedy_for(**tools_.nvrtc(), image, made.report.log);
        return Ended{"compile", text};
    }

    Result<std::string> pack(const UnitRequest& unit, const std::vector<Image>& images, std::size_t u) {
        if (!unit.packed) return edit_bare(images.front().bytes, unit.images.front().edit);
        stage("bundle", unit.entry);
        auto nvfatbin = tools_.nvfatbin();
        if (!nvfatbin) return nvfatbin.error();
        auto bytes = bundle(**nvfatbin, images, unit.entry);
        for (std::size_t i = 0; bytes && i < images.size(); ++i)
            if (!unit.images[i].edit.empty()) bytes = edit_packed(std::move(*bytes), i, unit.images[i].edit, unit.images[i].arch);
        if (!bytes) return Error{"/units/" + std::to_string(u) + " " + bytes.error().where, bytes.error().what};
        return bytes;
    }

    static std::string remedy_for(const Nvrtc& nvrtc, const ImageRequest& image, const std::string& log) {
        if (log.find("--gpu-architecture") == std::string::npos && log.find("--nv_arch") == std::string::npos)
            return " Its log names the line; change the source or the target.";
        const std::vector<std::string> known = supported_targets(nvrtc);
        const std::string number = image.arch.substr(0, image.arch.find_first_not_of("0123456789"));
        if (number != image.arch && std::find(known.begin(), known.end(), number) != known.end())
            return " This NVRTC knows " + number + ", but not " + image.arch + ": leave the suffix out.";
        std::string list;
        for (const std::string& arch : known) list += (list.empty() ? "" : ", ") + target_name({.kind = image.kind, .arch = arch});
        return " This NVRTC does not know " + target_name(image) + ". It builds " + list + ": choose one of these, or another toolkit.";
    }

    static std::string target_name(const ImageRequest& image) {
        return (image.kind == Kind::sass ? "sm_" : image.kind == Kind::ptx ? "compute_" : "lto_") + image.arch;
    }

    Toolbox& tools_;
    const Request& request_;
    bool warm_;
    std::int64_t begin_us_;
    std::map<std::pair<int, int>, std::size_t> jobs_;  // unit and image -> place in compiling_
    std::optional<CompileAll> compiling_;
};

int finish(int id, const Ended& ended) {
    mark_log_end();
    emit(id, ended);
    // The context goes with the process; the libraries' own clean-up could only hang or print.
    _exit(0);
}

int run_request(Toolbox& tools, const Request& request, bool warm) {
    OneRun run(tools, request, warm);
    return finish(request.id, run.run());
}

std::optional<Request> next_request() {
    const auto line = read_line();
    if (!line) return std::nullopt;
    auto command = parse_command(*line);
    if (!command || !std::holds_alternative<Request>(*command)) return std::nullopt;
    return std::get<Request>(*command);
}

}  // namespace

int child_main(std::string_view mode) {
    take_over_output();
    if (mode == "hello") {
        Around around = look_around();
        for (auto& line : around.sets)
            if (!line.empty()) tell_supervisor(std::move(line));
        emit(0, std::move(around.hello));
        _exit(0);
    }
    Toolbox tools;
    if (mode == "run") {
        const auto request = next_request();
        if (!request) return 2;
        if (auto chosen = tools.choose(request->toolkit); !chosen) return finish(request->id, Ended{"refused", chosen.error().text()});
        return run_request(tools, *request, false);
    }
    if (mode == "spare") {
        const auto line = read_line();
        auto command = line ? parse_command(*line) : Result<Command>(Error{"warm", "no line came. Start the runner again."});
        if (!command || !std::holds_alternative<Warm>(*command)) return 2;
        const std::int64_t start = now_us();
        Spare spare = warm_up(tools, std::get<Warm>(*command));
        spare.us = now_us() - start;
        emit(0, spare);
        if (spare.state != "ready") _exit(0);
        const auto request = next_request();
        if (!request) _exit(0);
        mark_log_begin();
        return run_request(tools, *request, true);
    }
    return 2;
}

}  // namespace launchlab
