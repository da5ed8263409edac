// What the hub says, from the session alone.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>

#include "core/codes.h"
#include "core/pair.h"
#include "panels/hub.h"
#include "panels/panels.h"
#include "session/lookup.h"

namespace launchlab {

namespace {

constexpr std::size_t most_values = 12;

// Plain words as Markdown that says the same.
std::string plain(std::string_view text) {
    std::string out;
    for (char c : text) {
        if (std::ispunct(static_cast<unsigned char>(c))) out += '\\';
        out += c;
    }
    return out;
}

std::string joined(const std::vector<std::string>& values, const char* between = ", ") {
    std::string out;
    for (std::size_t i = 0; i < std::min(values.size(), most_values); ++i) out += (i ? between : "") + values[i];
    if (values.size() > most_values) out += " and " + std::to_string(values.size() - most_values) + " more";
    return out;
}

std::string fact_of(const PasteAnswer& answer, std::string_view name) {
    const PasteFact* fact = answer.fact(name);
    return fact ? joined(fact->values) : "";
}

std::string first_up(std::string text) {
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

std::string code_text(int code) {
    const Code* known = find_code(code);
    return known ? std::string(known->text) : "";
}

HubMachine machine_for(const Session& session, int code) {
    HubMachine machine;
    if (const Gpu* card = session.judged_card()) machine.card = *card;
    if (const Toolkit* toolkit = session.toolkit()) machine.runtime = toolkit->version;
    // The images of a run that gave this code here.
    if (const Run* run = session.run(); run && std::any_of(run->calls.begin(), run->calls.end(), [&](const Call& call) { return call.code == code; }))
        machine.images = images_text(run->request);
    return machine;
}

void add_entry(HubPage& page, const Session& session, const HubEntry& entry) {
    page.misleading = entry.misleading;
    const bool launch = entry.where == Shows::launch, sync = entry.where == Shows::sync;
    page.where.push_back({sync ? Symbol::fault : Symbol::refused, std::string(to_words(entry.where)), entry.where_more});
    page.where.push_back({launch || sync ? Symbol::ok : Symbol::open, launch ? "not at the sync" : sync ? "not at the launch" : "not there", entry.not_there});
    page.sticky = std::string(entry.sticky ? "**Yes.** " : "**No.** ") + entry.sticky_more;
    page.here = fill_in(entry.cause, machine_for(session, entry.code), session.toolkits());
    for (int code : entry.look_alikes) page.look_alikes.push_back({code, code_text(code)});
    page.look_alikes_more = entry.look_alikes_more;
    page.step = entry.step;
    page.step_more = entry.step_more;
    page.measured = entry.measured;
}

// The numbers that the text holds: "The card is RTX 5090, 12.0. The program holds SASS for 5.0, 6.0."
std::string numbers_of(const PasteAnswer& answer) {
    const std::string cc = fact_of(answer, "gpu_cc"), name = fact_of(answer, "gpu"), sass = fact_of(answer, "built_for"), ptx = fact_of(answer, "ptx");
    std::string out;
    if (!cc.empty()) out += " The card is **" + plain(name.empty() ? cc : name + ", " + cc) + "**.";
    if (!sass.empty()) out += " The program holds machine code for **" + plain(sass) + "**" + (ptx.empty() ? "." : " and PTX for **" + plain(ptx) + "**.");
    else if (!ptx.empty()) out += " The program holds PTX for **" + plain(ptx) + "**.";
    return out;
}

void add_answer(HubPage& page, const PasteAnswer& answer) {
    page.sure = answer.sure ? "certain" : "not sure";
    const std::string lead = first_up(cause_words(answer.cause)) + ".";
    const bool told = page.code == 0 || answer.cause == "unknown" || answer.cause == "other_error";       // by the title
    page.cause = (told ? "" : answer.sure ? "**" + plain(lead) + "** " : "**Most likely: " + plain(cause_words(answer.cause)) + ".** ") + plain(answer.why) + numbers_of(answer);
    for (const std::string& note : answer.notes) page.cause += "\n\n" + plain(note);
    for (const std::string& cause : answer.alternatives) page.alternatives.push_back({0, first_up(cause_words(cause))});
    for (int code : answer.other_codes) page.alternatives.push_back({code, code_text(code)});
    page.ask = plain(answer.ask);
    page.command = answer.next;
    page.then = plain(answer.then);
    if (!answer.step.empty()) page.step = answer.step;
}

}  // namespace

std::string size_words(std::size_t bytes) {
    char text[32];
    if (bytes < 1000) std::snprintf(text, sizeof text, "%zu bytes", bytes);
    else if (bytes < 1000 * 1000) std::snprintf(text, sizeof text, "%.0f kB", double(bytes) / 1e3);
    else std::snprintf(text, sizeof text, "%.1f MB", double(bytes) / 1e6);
    return text;
}

std::string cause_words(std::string_view cause) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 26> words = {{
        {"no_matching_image", "no image in the program fits the card"},
        {"newer_target", "the images are for a newer card"},
        {"older_major", "the images are for another major, and no PTX can be translated"},
        {"wheel_without_arch", "the ready-made package was not built for this card"},
        {"arch_specific_suffix", "the suffix a or f in the target binds it to other cards"},
        {"tegra_exception", "a desktop image on a Jetson board, or the other way round"},
        {"relocatable_mismatch", "a relocatable build (-rdc) without a fitting image"},
        {"ptx_newer_than_driver", "the PTX is newer than the driver reads"},
        {"ptx_rejected", "the driver compiled the PTX and failed"},
        {"jit_unavailable", "PTX is there, and the driver's compiler is missing or switched off"},
        {"corrupt_image", "the image is damaged, or is no image"},
        {"driver_too_old", "the driver is missing, or too old for the runtime"},
        {"compat_package", "a compatibility package that this card or driver does not take"},
        {"no_device", "no card is visible to the program"},
        {"geometry", "the launch shape or its resources are more than the card has"},
        {"missing_symbol", "an image fits, but the kernel is not in it"},
        {"harmless_probe", "a question that was answered with no, and does no harm"},
        {"compile_time_unsupported_arch", "the compiler is older than the target"},
        {"compile_time_dropped_arch", "the compiler does not build for that target any more"},
        {"compile_time_bad_value", "the value is no target, or the option is malformed"},
        {"link_time_mismatch", "the device link lacks the target, or was not done"},
        {"arch_guard_in_kernel", "the kernel ran, and its body was left out for this target"},
        {"oob_or_device_fault", "a fault while a kernel ran"},
        {"other_vendor", "this is not about a CUDA card"},
        {"other_error", "an error of another kind"},
        {"unknown", "no CUDA error can be read from it"},
    }};
    for (const auto& [name, text] : words)
        if (name == cause) return std::string(text);
    std::string out(cause);
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
}

HubPage page_of(const Session& session) {
    const Lookup& lookup = session.lookup();
    HubPage page;
    const Looked* looked = lookup.looked();
    const int code = lookup.code();
    const HubEntry* entry = code != 0 && lookup.hub() ? lookup.hub()->find(code) : nullptr;
    const Code* known = code != 0 ? find_code(code) : nullptr;
    if (known) {
        page.kind = lookup.chosen() != 0 ? HubPage::Kind::entry : HubPage::Kind::text;
        page.symbol = entry && entry->where == Shows::sync ? Symbol::fault : Symbol::refused;
        page.code = code, page.title = known->name, page.sentence = known->text;
        if (entry) add_entry(page, session, *entry);
        else page.sticky = known->sticky ? "**Yes.** The context is lost: every later call repeats it; only a new process helps." : "**No.** Later calls are not changed by it.";
        if (!entry) page.measured = "Not measured. There is no full entry: no launch and no load gives this code.";
    }
    if (lookup.chosen() != 0) {
        if (entry) page.command = entry->next, page.then = entry->next_more;
    } else if (lookup.reading()) {
        page.kind = HubPage::Kind::reading, page.symbol = Symbol::turning, page.title = "Reading " + size_words(lookup.bytes());
    } else if (looked && looked->binary) {
        page.kind = HubPage::Kind::binary, page.symbol = Symbol::trouble, page.title = "This is no text";
        page.cause = "These " + size_words(looked->bytes) + " are bytes of a program, an archive or a picture. Paste what the program printed. To see which targets a file holds, run this:";
        page.command = "launchlab inspect FILE";
    } else if (looked && looked->explained) {
        if (!known) {
            const bool unknown = looked->answer.cause == "unknown";
            page.kind = unknown ? HubPage::Kind::unknown : HubPage::Kind::text;
            page.symbol = unknown || !looked->answer.sure ? Symbol::unsure : Symbol::open;
            page.title = unknown ? "No CUDA error is in this text" : first_up(cause_words(looked->answer.cause));
            page.sentence = unknown ? "" : "No CUDA code in this text";
            if (looked->answer.announces != 0) page.sentence += "; " + std::to_string(looked->answer.announces) + " will follow";
        }
        add_answer(page, looked->answer);
        if (page.kind == HubPage::Kind::unknown) {
            page.sure.clear();
            if (page.ask.empty()) page.ask = "The lines around the error, from the first that looks wrong; for a build, with the command that was run. To read about one code, search for it: **Ctrl F**.";
            // A word or two that somebody typed: what they may be meant for.
            if (lookup.hub() && looked->view.size() == 1 && page.alternatives.empty())
                for (const HubHit& hit : search_hub(*lookup.hub(), looked->view.front().text, 3)) page.alternatives.push_back({hit.code, code_text(hit.code)});
        }
        if (page.command.empty() && entry) page.command = entry->next, page.then = entry->next_more;
        // Numbers of this machine say nothing about a text that names another card.
        if (looked->answer.fact("gpu_cc")) page.here.clear();
    } else if (!lookup.troubles().empty()) {
        page.kind = HubPage::Kind::broken, page.symbol = Symbol::trouble, page.title = "The hub cannot be read";
        page.cause = plain(lookup.troubles().front().text());
    } else {
        page.symbol = Symbol::bubble, page.title = "Paste what you got";
        page.cause = "A line, a log, or a whole terminal: **Ctrl V**. It says which code it is, why, and one next command; or that it cannot tell. "
                     "Old numbers work too, 48 and 8. Nothing leaves this machine.";
    }
    if (const Step* step = find_step(session.course(), page.step)) page.step_title = step->title;
    else page.step.clear();
    if (!page.step.empty()) page.step_more.clear();
    return page;
}

std::vector<HubLegend> legend_of(const PasteAnswer& answer) {
    std::vector<HubLegend> out;
    const auto add = [&](MarkRole role, const char* word, std::string text) {
        if (std::any_of(answer.marks.begin(), answer.marks.end(), [&](const PasteMark& mark) { return mark.role == role; })) out.push_back({role, word, std::move(text)});
    };
    std::string lines;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, answer.evidence.size()); ++i) lines += (i ? ", " : "") + std::to_string(answer.evidence[i].line);
    if (!lines.empty()) lines = (answer.evidence.size() == 1 ? "read in line " : "read in lines ") + lines;
    add(MarkRole::code, "Error", answer.code ? std::to_string(*answer.code) + (lines.empty() ? "" : ", ") + lines : lines);
    const std::string cc = fact_of(answer, "gpu_cc"), name = fact_of(answer, "gpu");
    add(MarkRole::card, "Card", name + (name.empty() || cc.empty() ? "" : ", ") + cc);
    const std::string sass = fact_of(answer, "built_for"), ptx = fact_of(answer, "ptx");
    add(MarkRole::list, "Built for", (sass.empty() ? "" : "SASS " + sass) + (sass.empty() || ptx.empty() ? "" : "; ") + (ptx.empty() ? "" : "PTX " + ptx));
    std::string versions;
    for (auto [fact, word] : {std::pair{"driver", "driver "}, {"driver_toolkit", "reads up to CUDA "}, {"ptx_version", "PTX "}, {"package", ""}, {"needs_driver", "needs driver "}, {"needs_toolkit", "needs CUDA "}})
        if (const std::string value = fact_of(answer, fact); !value.empty()) versions += (versions.empty() ? "" : ", ") + std::string(word) + value;
    add(MarkRole::version, "Versions", versions);
    add(MarkRole::build, "Build", "what the build tool says");
    add(MarkRole::blame, "Blame", "the line it names may be innocent");
    add(MarkRole::noise, "Noise", "moves nothing here");
    return out;
}

std::string hub_report(const Session& session) {
    const HubPage page = page_of(session);
    const Lookup& lookup = session.lookup();
    std::string out = (page.code ? std::to_string(page.code) + " " : "") + page.title + (page.sure.empty() ? "" : " (" + page.sure + ")") + "\n";
    if (!page.sentence.empty()) out += page.sentence + "\n";
    const Looked* looked = lookup.chosen() == 0 ? lookup.looked() : nullptr;
    if (looked) {
        out += "\nCause: " + looked->answer.why + "\n";
        for (const std::string& note : looked->answer.notes) out += note + "\n";
        for (const PasteEvidence& line : looked->answer.evidence) out += "  line " + std::to_string(line.line) + ": " + line.text + "\n";
        for (const PasteFact& fact : looked->answer.facts) {
            std::string name = fact.name;
            std::replace(name.begin(), name.end(), '_', ' ');
            out += "  " + name + ": " + joined(fact.values) + "\n";
        }
    }
    for (const HubOther& other : page.alternatives) out += "Or: " + (other.code ? std::to_string(other.code) + " " : "") + other.text + "\n";
    if (!page.here.empty()) out += "\nOn this machine: " + page.here + "\n";
    if (!page.command.empty()) out += "\nNext: " + page.command + "\n";
    if (!page.measured.empty()) out += page.measured + "\n";
    return out;
}

}  // namespace launchlab
