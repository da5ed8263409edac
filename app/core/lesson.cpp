#include "core/lesson.h"

#include <algorithm>

#include "core/build_words.h"
#include "core/launch_shape.h"
#include "core/relative_target.h"

namespace launchlab {

const Step* find_step(const Course& course, std::string_view id) {
    for (const Lesson& lesson : course.lessons)
        for (const Step& step : lesson.steps)
            if (step.id == id) return &step;
    return nullptr;
}

const Lesson* lesson_of(const Course& course, std::string_view id) {
    for (const Lesson& lesson : course.lessons)
        for (const Step& step : lesson.steps)
            if (step.id == id) return &lesson;
    return nullptr;
}

Request make_request(const Step& step, const Config& config, const std::vector<Target>& targets, const std::string& source,
                     const std::string& toolkit, int gpu) {
    Request request;
    request.toolkit = config.toolkit.empty() ? toolkit : config.toolkit;
    request.gpu = gpu;
    request.env = config.env;
    request.calls = config.calls;
    UnitRequest unit;
    unit.source = source;
    unit.entry = step.entry;
    for (const Target& target : targets)
        unit.images.push_back({.kind = target.kind, .arch = to_arch(target), .define = {{"MARK", std::to_string(marker(target))}}});
    for (std::size_t i = 0; i < config.images.size(); ++i) {
        const auto relative = parse_relative(config.images[i]);
        if (!relative) continue;
        if (relative->missing_name) unit.entry = step.entry + "_missing";
        if (relative->bare) unit.packed = false;
        if (config.images.size() == targets.size()) unit.images[i].edit = relative->edit;   // else the learner chose other targets
    }
    request.units.push_back(std::move(unit));
    return request;
}

namespace {

bool holds_word(const std::string& text, const std::string& word) {
    auto part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (std::size_t at = text.find(word); !word.empty() && at != std::string::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !part(text[at - 1])) && (end == text.size() || !part(text[end]))) return true;
    }
    return false;
}

}  // namespace

Verdict judge(const Request& request, int unit, const Gpu& gpu, const ToolkitTable& toolkits) {
    Verdict nothing;
    if (unit < 0 || unit >= static_cast<int>(request.units.size())) {
        nothing.why = "The request has no such unit.";
        return nothing;
    }
    const UnitRequest& from = request.units[unit];
    const Toolkit* toolkit = find_toolkit(toolkits, request.toolkit);
    std::vector<OfferedImage> images;
    for (const ImageRequest& image : from.images) {
        const auto target = parse_arch(image.kind, image.arch);
        if (!target) {
            nothing.why = "NVRTC knows no target \"" + image.arch + "\": the run ends before any call is made.";
            return nothing;
        }
        OfferedImage offered{.target = *target, .edit = image.edit};
        if (image.kind == Kind::ptx && toolkit) offered.ptx = toolkit->ptx;
        images.push_back(std::move(offered));
    }
    Surroundings around;
    around.packed = from.packed;
    around.kernel_present = holds_word(from.source, from.entry);
    around.env = request.env;
    around.runtime = request.toolkit;
    Verdict verdict = choose(images, gpu, toolkits, around);
    const auto launch = std::find_if(request.calls.begin(), request.calls.end(), [&](const CallRequest& call) {
        return call.unit == unit && (call.call == "launch" || call.call == "cudaLaunchCooperativeKernel");
    });
    if (verdict.code != 0 || launch == request.calls.end()) return verdict;
    if (const auto refused = refused_shape(*launch, request.toolkit)) {   // looked at once an image is found
        verdict.code = refused->code;
        verdict.how = How::none;
        verdict.why = "An image fits, but the launch's shape is refused. " + refused->why;
    }
    return verdict;
}

StepValues step_values(const Step& step, const std::optional<Gpu>& gpu, const Toolkit* toolkit) {
    StepValues out{{"card", "no card"}, {"cc", "unknown"}, {"driver", "no driver"}, {"toolkit", "no toolkit"}};
    for (const std::string run : {"a", "b"}) {
        out[run + ".target"] = "its target";
        for (const char* dialect : {".flag", ".cmake", ".torch"}) out[run + dialect] = "its list";
    }
    if (!gpu) return out;
    out["card"] = gpu->name;
    out["cc"] = to_text(gpu->capability);
    if (!gpu->driver.version.empty()) out["driver"] = gpu->driver.version;
    if (!toolkit) return out;
    out["toolkit"] = toolkit->version;
    for (const auto& [run, config] : {std::pair{std::string("a"), &step.a}, std::pair{std::string("b"), &step.b}}) {
        const auto targets = resolve_all(config->images, *gpu, *toolkit);
        if (!targets) continue;
        std::string names;
        for (const Target& target : *targets) names += (names.empty() ? "" : ", ") + to_name(target);
        out[run + ".target"] = names;
        out[run + ".flag"] = to_nvcc(*targets);
        out[run + ".cmake"] = to_cmake(*targets);
        if (const std::string torch = to_torch(*targets); !torch.empty()) out[run + ".torch"] = torch;
    }
    return out;
}

namespace {

// Calls `replace(name)` for each {name} of small letters and dots; it says the text to put there, or nothing to keep it.
template <class Replace>
std::string each_placeholder(std::string_view text, Replace replace) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text[at] == '{' ? text.find_first_not_of("abcdefghijklmnopqrstuvwxyz._", at + 1) : std::string_view::npos;
        if (end != std::string_view::npos && end > at + 1 && text[end] == '}') {
            const std::string name(text.substr(at + 1, end - at - 1));
            out += replace(name).value_or("{" + name + "}");
            at = end + 1;
        } else {
            out += text[at++];
        }
    }
    return out;
}

}  // namespace

std::string fill(std::string_view text, const StepValues& values) {
    return each_placeholder(text, [&](const std::string& name) {
        const auto found = values.find(name);
        return found == values.end() ? std::nullopt : std::optional(found->second);
    });
}

std::vector<std::string> unknown_placeholders(std::string_view text) {
    const StepValues known = step_values({}, std::nullopt, nullptr);
    std::vector<std::string> out;
    each_placeholder(text, [&](const std::string& name) -> std::optional<std::string> {
        if (!known.count(name)) out.push_back(name);
        return std::nullopt;
    });
    return out;
}

}  // namespace launchlab
