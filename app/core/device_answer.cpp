#include "core/device_answer.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/codes.h"
#include "core/device_mend.h"
#include "core/device_remarks.h"

namespace launchlab {
namespace {

constexpr std::size_t most_named = 6;

std::string list_of(const std::vector<std::string>& names) {
    std::string out;
    const std::size_t shown = names.size() > most_named ? most_named - 1 : names.size();
    for (std::size_t i = 0; i < shown; ++i) out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    if (shown < names.size()) out += " and " + std::to_string(names.size() - shown) + " more";
    return out;
}

std::string holds_of(const DeviceCode& code) {
    std::vector<std::string> sass, ptx;
    std::vector<Target> targets;
    for (const DeviceImage* image : usable_images(code)) targets.push_back(image->target);
    std::sort(targets.begin(), targets.end(), rises);
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    for (const Target& target : targets) (target.kind == Kind::sass ? sass : ptx).push_back(to_name(target));
    if (!sass.empty() && !ptx.empty()) return "SASS for " + list_of(sass) + ", and PTX for " + list_of(ptx);
    if (!sass.empty()) return "SASS for " + list_of(sass) + " only";
    if (!ptx.empty()) return "PTX for " + list_of(ptx) + " only";
    const auto has = [&](const char* word) { return has_warning(code, word); };
    if (has("truncated")) return "no whole image: the file is cut short";
    if (has("bad_size")) return "only images in a damaged container";
    if (has("header_elf_mismatch")) return "only images whose label and code differ";
    if (has("lto_only")) return "only LTO-IR, which a link step has to turn into code";
    if (has("needs_device_link") || has("relocatable_only")) return "only parts for a device link";
    if (has("link_stub")) return "only the empty image of a link step";
    if (has("no_kernel")) return "device code without a kernel";
    if (has("thin_archive")) return "only the names of other files";
    if (has("nobits")) return "only the outline of its device code, since it is a file of debug information";
    return "no device code";
}

std::string judged(const DeviceAnswer& answer, const Gpu& card, const DeviceCode& code) {
    const Verdict& verdict = answer.verdict->verdict;
    const Code* known = find_code(verdict.code);
    const std::string named = std::to_string(verdict.code) + (known ? ": " + std::string(known->text) : "") + (known && known->text.ends_with('.') ? " " : ". ");
    if (verdict.code == 0) {
        std::string out = "It runs. " + verdict.why;
        if (verdict.how == How::jit) out += " The first launch takes longer, since the driver compiles then.";
        if (answer.in_part)
            out += " In part: " + std::to_string(answer.verdict->modules - answer.verdict->served) + " of " + std::to_string(answer.verdict->modules) +
                   " modules hold nothing for this card. A launch of a kernel that only those have gives " + (code.linked ? "500." : "209.");
        return out;
    }
    if (verdict.code == 35 || verdict.code == 100) return "Every CUDA call returns " + named + verdict.why;
    const std::string place = answer.verdict->rows[0].where == "bare" ? "Loading it fails with " : "The first launch fails with ";
    std::string out = place + named + verdict.why;
    if (answer.verdict->rows[0].where != "bare" && card.driver.branch != 0)
        out += " The launch itself returns nothing, so cudaGetLastError() right after it tells; cudaDeviceSynchronize() still returns 0.";
    return out;
}

std::string unjudged(const DeviceCode& code) {
    for (const char* word : {"truncated", "bad_size", "lto_only", "relocatable_only", "needs_device_link", "thin_archive", "nobits", "no_kernel", "link_stub", "not_recognised"})
        if (has_warning(code, word)) return sentence_of(word);
    return "There is nothing in this file that a card could run. What it launches comes from a library or is compiled while it runs.";
}

}  // namespace

std::string sentence_of(std::string_view warning) {
    struct Sentence {
        std::string_view word, text;
    };
    static constexpr std::array sentences{
        Sentence{"bad_size", "A size in it cannot be true, so the file is damaged. A driver that is given such a file may never return. Build or fetch it again."},
        Sentence{"debug", "It holds debug code (-G): slower, and larger."},
        Sentence{"header_elf_mismatch", "A label says another card than the code under it. The driver goes by the label, then refuses the code with 300."},
        Sentence{"link_stub", "The link step added an image without code for a target of its own. It serves no launch."},
        Sentence{"lto_only", "It holds LTO-IR alone, which runs nowhere before a device link (nvcc -dlto)."},
        Sentence{"needs_device_link", "It holds relocatable device code alone. Link it with nvcc, or the program misses __cudaRegisterLinkedBinary."},
        Sentence{"no_device_code", "It holds no device code."},
        Sentence{"no_kernel", "Its device code holds no kernel, so there is nothing to launch."},
        Sentence{"no_ptx", "It holds no PTX, so no later card can translate it."},
        Sentence{"no_section_table", "Its section table is missing; its images were found by searching the whole file."},
        Sentence{"nobits", "Its device code was stripped out (a file of debug information). Look at the program itself."},
        Sentence{"not_recognised", "It has the marks of device code in a form that launchlab does not read."},
        Sentence{"per_kernel_difference", "Not all kernels are built for the same targets, so a card may run some and refuse others."},
        Sentence{"per_library_difference", "Not all libraries in it are built for the same targets, so a card may run some and refuse others."},
        Sentence{"ptx_in_relfatbin", "Its PTX lies in the relocatable part, which a plain listing leaves out. It is linked while the program starts."},
        Sentence{"ptx_newer_than_driver", "Its PTX has a version that the driver does not read: 222, unless machine code serves."},
        Sentence{"ptx_text_outside_fatbin", "PTX lies as text in its data. The program hands it to the driver itself; a newer target gives 218 there, not 209."},
        Sentence{"relocatable_only", "It is relocatable code: a part for a device link, which the driver does not load by itself."},
        Sentence{"runtime_device_link", "No linked image is in it: the relocatable parts are linked when the program starts."},
        Sentence{"thin_archive", "A thin archive holds names only; its members are files beside it."},
        Sentence{"truncated", "The file ends before it should. Fetch or build it again."},
        Sentence{"unknown_arch", "It holds an image for an architecture that launchlab does not know."},
    };
    const auto found = std::find_if(sentences.begin(), sentences.end(), [&](const Sentence& one) { return one.word == warning; });
    return std::string(found == sentences.end() ? warning : found->text);
}

DeviceAnswer answer(const DeviceQuestion& question) {
    const DeviceCode& code = question.code;
    DeviceAnswer out;
    out.holds = holds_of(code);
    out.title = "holds " + out.holds + ".";
    out.code = -1;
    if (question.card) {
        const Gpu& card = *question.card;
        const std::string number = to_name({Kind::sass, card.capability, '\0'});
        out.title += (question.card_here ? " Your card is " : " The card is ") + number + ".";
        const bool hangs = has_warning(code, "bad_size");
        if (!hangs) out.verdict = judge(code, card, question.toolkits, question.env);
        if (out.verdict) {
            out.code = out.verdict->verdict.code;
            out.runs = out.code == 0;
            out.in_part = out.runs && out.verdict->served < out.verdict->modules;
            out.happens = judged(out, card, code);
        } else {
            out.happens = unjudged(code);
        }
    } else {
        const std::vector<std::string> cards = served_cards(code, question.gpus, question.toolkits);
        out.happens = cards.empty() ? unjudged(code) : "By rule it runs on cards of " + list_of(cards) + ".";
    }
    out.mend = make_mend(question, out);
    if (out.verdict && out.verdict->verdict.sure == Sure::likely) out.could_differ.push_back("The rule behind this verdict is likely, not proved.");
    const bool program = code.format == Format::executable || code.format == Format::shared_object;
    if (program) out.could_differ.push_back("A library that it loads while running brings images of its own. A run shows it: launchlab why -- " + in_shell(question.path.find('/') == std::string::npos ? "./" + question.path : question.path));
    if (!code.looked_deep && program && !usable_images(code).empty()) out.could_differ.push_back("Only the standard places were read. The whole file is searched by: launchlab inspect --deep " + in_shell(question.path));
    return out;
}

std::vector<std::size_t> told_rows(const DeviceVerdict& judged, std::size_t most) {
    std::vector<std::size_t> all, near;
    for (std::size_t i = 0; i < judged.rows.size(); ++i) {
        all.push_back(i);
        const Target& target = judged.rows[i].target;
        if (target.kind == Kind::ptx || judged.verdict.reasons[i].fits || target.number.major == judged.card.capability.major) near.push_back(i);
    }
    if (all.size() <= most) return all;
    if (near.empty()) near = all;
    if (near.size() > most) near.resize(most);
    return near;
}

std::string facts_of(const OfferedRow& row) {
    std::string out = std::to_string(row.count) + (row.count == 1 ? " image" : " images");
    if (row.opened && row.target.kind == Kind::sass) out += ", " + std::to_string(row.kernels) + (row.kernels == 1 ? " kernel" : " kernels");
    if (row.target.kind == Kind::ptx && row.ptx != PtxVersion{}) out += ", PTX " + to_text(row.ptx);
    return out;
}

std::vector<std::string> served_cards(const DeviceCode& code, const GpuTable& gpus, const ToolkitTable& toolkits) {
    std::set<Capability> known;
    for (const NamedGpu& gpu : gpus.gpus) known.insert(gpu.capability);
    std::vector<std::string> out;
    Capability first, last;
    bool open = false;
    const auto close = [&] {
        if (open) out.push_back(first == last ? to_text(first) : to_text(first) + " to " + to_text(last));
        open = false;
    };
    for (const Capability& capability : known) {
        const Result<Gpu> card = find_gpu(gpus, to_text(capability), latest_driver(toolkits));
        const std::optional<DeviceVerdict> verdict = card ? judge(code, *card, toolkits) : std::nullopt;
        if (!verdict || verdict->verdict.code != 0 || has_warning(code, "bad_size")) {
            close();
            continue;
        }
        if (!open) first = capability;
        last = capability;
        open = true;
    }
    close();
    return out;
}

}  // namespace launchlab
