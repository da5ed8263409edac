// What a step's calls return and what the host reads: by the rule's verdict and the patterns of curriculum 0.2, and as a run
// measured it; and which of the step's two configs a run belongs to.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "core/launch_shape.h"
#include "core/relative_target.h"
#include "core/step.h"

namespace launchlab {
namespace {

constexpr int lost_after_reset = 46;   // what the next real call says when the context was reset after a fault (facts/cuda.md 11)

// What a config's launches do on the card once an image is taken and the shape is legal: 0 = run to their end.
int fault_of(const Config& config) {
    const std::string_view pattern = config.pattern;
    return pattern.starts_with("FAULT(") ? std::atoi(config.pattern.c_str() + 6) : 0;
}

bool is_on(const std::map<std::string, std::string>& env, const char* name) {
    const auto found = env.find(name);
    return found != env.end() && !found->second.empty() && found->second != "0";
}

std::string word_of_bytes(int byte) {
    const unsigned word = static_cast<unsigned>(byte & 0xFF) * 0x01010101u;
    if (word == 0) return "0";
    char text[16];
    std::snprintf(text, sizeof text, "0x%X", word);
    return text;
}

// Plays the calls of a config on a runtime that follows the patterns of curriculum 0.2: a launch is refused on the spot, or runs,
// or starts and fails; a fault is seen by the next call that waits and stays for the rest of the process.
class Player {
public:
    Player(const Config& config, const Verdict& verdict, std::string runtime)
        : config_(config), verdict_(verdict), runtime_(std::move(runtime)), fault_(fault_of(config)), blocking_(is_on(config.env, "CUDA_LAUNCH_BLOCKING")) {
        for (const CallRequest& call : config.calls) play(call);
    }

    std::vector<int> codes;
    std::vector<std::string> words;   // the first word of the buffer after each call, where it is known

private:
    static bool is_launch(const CallRequest& call) { return call.call == "launch" || call.call == "cudaLaunchCooperativeKernel"; }

    // The verdict speaks of the first launch with its shape; what is left without that shape is the images' own code.
    int image_code() const {
        const auto first = std::find_if(config_.calls.begin(), config_.calls.end(), is_launch);
        const auto refused = first == config_.calls.end() ? std::nullopt : refused_shape(*first, runtime_);
        return refused && refused->code == verdict_.code ? 0 : verdict_.code;
    }

    int launch(const CallRequest& call) {
        if (const int images = image_code()) return images;
        if (const auto refused = refused_shape(call, runtime_)) return refused->code;
        if (!call.args.empty()) memory_[call.args[0]] = verdict_.how == How::jit ? "PTX MARK" : "SASS MARK";   // every kernel of the course signs its first argument
        if (fault_ == 0) return 0;
        running_ = true;
        return blocking_ ? met() : 0;
    }
    int met() {   // a call that waits meets the fault
        running_ = false;
        return lost_ = fault_;
    }

    int code_of(const CallRequest& call, int& slot) {
        if (call.call == "cudaPeekAtLastError") return slot;
        if (call.call == "cudaGetLastError") return std::exchange(slot, 0);
        if (call.call == "cudaDeviceReset") {
            if (running_ || lost_) lost_ = lost_after_reset, running_ = false;
            return 0;
        }
        if (lost_) return lost_;
        if (running_ && (call.call == "cudaDeviceSynchronize" || call.call == "cudaMemcpy")) return met();
        if (is_launch(call)) return launch(call);
        if (call.call == "cudaFuncGetAttributes" || call.call == "cudaOccupancyMaxActiveBlocksPerMultiprocessor") return image_code();
        if (call.call == "cudaMemset") memory_[call.buffer] = word_of_bytes(call.value);
        return 0;
    }

    void play(const CallRequest& call) {
        int& slot = slots_[call.thread];
        const int code = code_of(call, slot);
        if (code != 0 && call.call != "cudaGetLastError") slot = code;
        codes.push_back(code);
        const auto known = memory_.find(call.buffer);
        words.push_back(call.call == "cudaMemcpy" && code != 0 ? "cannot be read" : known == memory_.end() ? "" : known->second);
    }

    const Config& config_;
    const Verdict& verdict_;
    std::string runtime_;
    int fault_ = 0, lost_ = 0;
    bool blocking_ = false, running_ = false;
    std::map<std::string, std::string> memory_;
    std::map<int, int> slots_;   // one a host thread
};

// A question that tells SASS from PTX by the marker says so in its choices.
bool tells_kind(const Ask& ask) {
    return std::any_of(ask.choices.begin(), ask.choices.end(), [](const AskChoice& choice) { return choice.answer.ends_with(" MARK"); });
}
std::string marker_word(const Ask& ask, const std::string& word) { return word.ends_with(" MARK") && !tells_kind(ask) ? "MARK" : word; }

// How the word of a relative target is known again in the targets of a run.
bool image_is(const Relative& relative, const ImageRequest& image, std::optional<bool> fits_card, Capability card) {
    const auto target = parse_arch(image.kind, image.arch);
    if (!target) return false;
    if (relative.fixed) return *target == *relative.fixed;
    if (image.edit != relative.edit) return false;
    const RelativeTraits traits = traits_of(relative.choice);
    if (traits.kind && *traits.kind != target->kind) return false;
    if (traits.suffix && *traits.suffix != target->suffix) return false;
    if (card != Capability{} && traits.own && *traits.own != (target->number == card)) return false;
    return !fits_card || *fits_card == traits.fits;
}

bool images_are(const Config& config, const Run& run) {
    if (run.request.units.empty()) return config.images.empty();
    const auto& images = run.request.units[0].images;
    const bool list = !config.images.empty() && config.images[0] == "older-wheel";   // one word for several images
    if (list ? images.size() < config.images.size() : images.size() != config.images.size()) return false;
    const std::size_t more = list ? images.size() - config.images.size() : 0;
    const Gpu gpu{.capability = run.origin.capability, .driver = {}};
    for (std::size_t i = 0; i < images.size(); ++i) {
        const auto relative = parse_relative(config.images[i < more ? 0 : i - more]);
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

std::string expected_text(const Step& step, const Ask& ask, const Verdict& verdict, const std::string& runtime) {
    const Config& config = ask.run == 'B' ? step.b : step.a;
    if (ask.call < 0 || ask.call >= static_cast<int>(config.calls.size())) return "";
    const Player player(config, verdict, runtime);
    return ask.value ? marker_word(ask, player.words[ask.call]) : std::to_string(player.codes[ask.call]);
}

std::vector<ExpectedCall> expected_calls(const Config& config, const Verdict& verdict, const std::string& runtime) {
    const Player player(config, verdict, runtime);
    std::vector<ExpectedCall> out;
    for (std::size_t i = 0; i < config.calls.size(); ++i)
        out.push_back({player.codes[i], config.calls[i].call == "cudaMemcpy" ? player.words[i] : ""});
    return out;
}

std::string measured_text(const Step&, const Ask& ask, const Run& run) {
    if (!ask.value) {
        const Call* call = find_call(run, ask.call);
        return call ? std::to_string(call->code) : "";
    }
    const Value* value = find_value(run, ask.call);
    if (!value || value->words.empty()) return "";
    if (!value->read) return "cannot be read";
    const std::uint32_t word = value->words[0];
    for (const UnitRequest& unit : run.request.units)
        for (const ImageRequest& image : unit.images) {
            const auto target = parse_arch(image.kind, image.arch);
            if (target && word == marker(*target)) return marker_word(ask, image.kind == Kind::ptx ? "PTX MARK" : "SASS MARK");
        }
    if (word == 0) return "0";
    char text[16];
    std::snprintf(text, sizeof text, "0x%X", static_cast<unsigned>(word));
    return text;
}

char config_of(const Step& step, const Run& run) {
    for (char which : {'A', 'B'}) {
        const Config& config = which == 'B' ? step.b : step.a;
        if (config.calls == run.request.calls && config.env == run.request.env && images_are(config, run)) return which;
    }
    return 0;
}

}  // namespace launchlab
