// What a step's calls return and what the host reads, by the rule's verdict and the patterns of curriculum 0.2; and which of
// the step's two configs a run belongs to.
#include <algorithm>
#include <cstdio>

#include "core/relative_target.h"
#include "core/step.h"

namespace launchlab {
namespace {

// Plays the calls of a config on a runtime that refuses the launch with the verdict's code, or runs the kernel without a fault.
struct Played {
    std::vector<int> codes;
    std::vector<std::string> words;   // out[0] of the buffer after each call, where it is known
};

std::string word_of_bytes(int byte) {
    const unsigned word = static_cast<unsigned>(byte & 0xFF) * 0x01010101u;
    if (word == 0) return "0";
    char text[16];
    std::snprintf(text, sizeof text, "0x%X", word);
    return text;
}

Played play(const std::vector<CallRequest>& calls, const Verdict& verdict) {
    Played out;
    std::map<std::string, std::string> memory;
    std::map<int, int> slots;   // one a host thread
    for (const CallRequest& call : calls) {
        int& slot = slots[call.thread];
        int code = 0;
        if (call.call == "launch" || call.call == "cudaLaunchCooperativeKernel") {
            code = verdict.code;
            if (code != 0) slot = code;
            else if (!call.args.empty()) memory[call.args[0]] = "MARK";   // every kernel of the course signs its first argument
        } else if (call.call == "cudaPeekAtLastError") {
            code = slot;
        } else if (call.call == "cudaGetLastError") {
            code = slot;
            slot = 0;
        } else if (call.call == "cudaFuncGetAttributes" || call.call == "cudaOccupancyMaxActiveBlocksPerMultiprocessor") {
            code = verdict.code;
            if (code != 0) slot = code;
        } else if (call.call == "cudaMemset") {
            memory[call.buffer] = word_of_bytes(call.value);
        }
        out.codes.push_back(code);
        const auto known = memory.find(call.buffer);
        out.words.push_back(known == memory.end() ? "" : known->second);
    }
    return out;
}

bool image_is(const Relative& relative, const ImageRequest& image, std::optional<bool> fits_card, Capability card) {
    const auto target = parse_arch(image.kind, image.arch);
    if (!target) return false;
    if (relative.fixed) return *target == *relative.fixed;
    const std::string& name = relative.choice;
    const bool ptx = name.starts_with("ptx-");
    if (ptx != (target->kind == Kind::ptx) || image.edit != relative.edit) return false;
    const char suffix = name.starts_with("arch-specific") ? 'a' : name.starts_with("family") ? 'f' : 0;
    if (target->suffix != suffix) return false;
    const bool own = name == "exact" || name == "ptx-exact" || name == "arch-specific-own";
    const bool known_card = card != Capability{};
    if (known_card && own != (target->number == card) && name != "family" && name != "ptx-lowest") return false;
    const bool promised = own || name == "same-major-older" || name == "ptx-older" || name == "ptx-lowest" || name == "family";
    return !fits_card || *fits_card == promised;
}

bool images_are(const Config& config, const Run& run) {
    if (run.request.units.empty()) return config.images.empty();
    const auto& images = run.request.units[0].images;
    const bool list = config.images.size() == 1 && config.images[0] == "older-wheel";
    if (!list && images.size() != config.images.size()) return false;
    const Gpu gpu{.capability = run.origin.capability, .driver = {}};
    for (std::size_t i = 0; i < images.size(); ++i) {
        const auto relative = parse_relative(config.images[list ? 0 : i]);
        const auto target = parse_arch(images[i].kind, images[i].arch);
        if (!relative || !target) return false;
        std::optional<bool> fits_card;
        if (i < run.rule.reasons.size()) fits_card = run.rule.reasons[i].fits;
        else if (gpu.capability != Capability{}) fits_card = fits(*target, gpu);
        if (!image_is(*relative, images[i], fits_card, gpu.capability)) return false;
    }
    return true;
}

}  // namespace

std::string expected_text(const Step& step, const Ask& ask, const Verdict& verdict) {
    const Config& config = ask.run == 'B' ? step.b : step.a;
    if (ask.call < 0 || ask.call >= static_cast<int>(config.calls.size())) return "";
    const Played played = play(config.calls, verdict);
    return ask.value ? played.words[ask.call] : std::to_string(played.codes[ask.call]);
}

char config_of(const Step& step, const Run& run) {
    for (char which : {'A', 'B'}) {
        const Config& config = which == 'B' ? step.b : step.a;
        if (config.calls == run.request.calls && config.env == run.request.env && images_are(config, run)) return which;
    }
    return 0;
}

}  // namespace launchlab
