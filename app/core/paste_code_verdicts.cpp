// Verdicts on codes: what one code of the runtime means beside the rest of the text.
#include <algorithm>

#include "core/codes.h"
#include "core/paste_judge.h"
#include "core/paste_windows.h"

namespace launchlab {
namespace {

bool has(const PasteReading& reading, std::string_view role) { return reading.first(role) != nullptr; }

// 209, and what shows in its place: the card and the list decide the direction.
void judge_no_image(const PasteReading& reading, const ToolkitTable& toolkits, Judged& out) {
    PasteAnswer& answer = out.answer;
    const PatternSeen* check = reading.first("check");
    set_cause(answer, "no_matching_image", true);
    answer.why = "The file is readable and nothing in it fits the card, so the launch was refused and nothing ran.";
    if (has(reading, "stale") && out.list && out.list->whose == "flags") {
        set_cause(answer, "older_major", false, {"no_matching_image"});
        answer.why += " The build did not run again: the objects still hold the targets of an earlier build.";
        out.proof.push_back(reading.first("stale")->place);
        out.list = nullptr;
        return;
    }
    if (check && (check->pattern->cause == "wheel_without_arch" || check->pattern->cause == "older_major")) {
        Judged said;
        said.gpu = out.gpu;
        said.list = out.list;
        judge_message(*check, reading, toolkits, said);
        if (said.answer.cause != "harmless_probe") {
            answer.cause = said.answer.cause;
            answer.sure = said.answer.sure;
            answer.alternatives = said.answer.alternatives;
            answer.why += " " + said.answer.why;
            for (PasteFact& fact : said.answer.facts) answer.facts.push_back(std::move(fact));
            out.proof.push_back(check->place);
            out.tool = check->pattern->tool;
            return;
        }
    }
    if (!out.gpu || !out.list) return;
    const ListMatch match = launchlab::match(*out.list, *out.gpu);
    if (!match.known) return;
    out.proof.push_back(out.list->place);
    out.proof.push_back(out.gpu->place);
    if (match.fits()) {
        set_cause(answer, "no_matching_image", false, {"wheel_without_arch", "older_major"});
        answer.why += " The list in the text would serve the card, so another library, another file or an older build is the one without an image.";
        return;
    }
    set_cause(answer, match.cause, match.sure, match.sure ? std::vector<std::string>{} : std::vector<std::string>{"no_matching_image"});
}

void judge_missing_function(const PasteReading& reading, const CodeSeen& code, Judged& out) {
    PasteAnswer& answer = out.answer;
    const bool other_device = std::any_of(reading.codes.begin(), reading.codes.end(), [](const CodeSeen& one) { return one.code == 101; });
    const bool old = code.old_number || has(reading, "old-times");
    const ListMatch match = out.gpu && out.list ? launchlab::match(*out.list, *out.gpu) : ListMatch{};
    answer.why = "The launched address has no function for this device.";
    if (other_device) {
        set_cause(answer, "no_device", false, {"missing_symbol"}, {101});
        answer.why += " Together with 101 it points to the choice of the device or to two copies of a library, not to targets.";
    } else if (match.known && !match.fits()) {
        set_cause(answer, match.cause, false, {"missing_symbol", "no_matching_image"});
        answer.why += " The list in the text does not serve the card; old runtimes gave this code for that.";
    } else if (old) {
        set_cause(answer, "no_matching_image", false, {"missing_symbol"});
        answer.why += " Before CUDA 10.1 a build for other cards gave this code, so the targets are the first suspect.";
    } else {
        set_cause(answer, "missing_symbol", false, {"no_matching_image"});
        answer.why += " With a current runtime, targets that do not fit give 209 instead. Look for a kernel template that only the host part "
                      "instantiates, two libraries with different lists, or a device link that was left out.";
    }
}

void judge_missing_name(const PasteReading& reading, const CodeSeen& code, Judged& out) {
    PasteAnswer& answer = out.answer;
    const ListMatch match = out.gpu && out.list ? launchlab::match(*out.list, *out.gpu) : ListMatch{};
    const bool rdc = has(reading, "rdc");
    answer.why = "An image was taken, and the kernel's name is not in it.";
    if (rdc && match.known && !match.fits()) {
        set_cause(answer, "relocatable_mismatch", true);
        answer.why = "With relocatable device code, images that do not fit give 500 in place of 209.";
        out.proof.push_back(out.list->place);
        out.proof.push_back(out.gpu->place);
        if (const PatternSeen* seen = reading.first("rdc")) out.proof.push_back(seen->place);
    } else if (!rdc && (line_has(reading, code.place.line, "lookup") || (code.driver_name && has(reading, "lookup")))) {
        set_cause(answer, "missing_symbol", true);
        answer.why += " The module had loaded, so this is not about the card.";
    } else {
        set_cause(answer, "relocatable_mismatch", false, {"missing_symbol"});
        answer.why = "500 has two causes: a build with -rdc=true that has no image for this card, or a kernel name that is truly absent.";
    }
}

void judge_bad_image(const PasteReading& reading, const ToolkitTable& toolkits, const CodeSeen& code, Judged& out) {
    PasteAnswer& answer = out.answer;
    const VersionSeen* driver_cuda = reading.version("driver_cuda");
    const VersionSeen* driver = reading.version("driver");
    const VersionSeen* library = reading.version("library");
    if (!library) library = reading.version("wheel");
    std::string reads = driver_cuda ? driver_cuda->version : "";
    if (const VersionSeen* cuda = reading.version("cuda"); reads.empty() && cuda && driver && cuda->place.line == driver->place.line) reads = cuda->version;
    if (reads.empty() && driver)
        if (const Result<Driver> branch = parse_driver(driver->version)) reads = toolkit_of_ptx(toolkits, to_text(reads_ptx(toolkits, *branch)));
    const bool named = code.by_name || (code.by_number && code.code == 300);
    const bool log = reading.lines[code.place.line].low.find("returning ") != std::string::npos;
    const std::vector<int> other = named ? std::vector<int>{} : std::vector<int>{code.code == 300 ? 200 : 300};
    answer.why = code.code == 300 ? "The label says this card and the code inside is for another one, or a device link mixed objects."
                                  : "The bytes are no image that the driver recognises.";
    if (has(reading, "rdc") && code.code == 300) {
        set_cause(answer, "relocatable_mismatch", false, {"corrupt_image"}, {200});
    } else if (!reads.empty() && library && compare_versions(reads, library->version) < 0) {
        set_cause(answer, "driver_too_old", false, {"corrupt_image"}, other);
        answer.why += " The driver is older than the toolkit that wrote the file: suspect the driver, not the card.";
        out.proof.push_back(library->place);
        if (driver) out.proof.push_back(driver->place);
    } else if (has(reading, "cache")) {
        set_cause(answer, "corrupt_image", false, {"driver_too_old"}, other);
        answer.why += " A cached image plays a part: a damaged or foreign file in the cache is likely.";
        out.proof.push_back(reading.first("cache")->place);
    } else if (code.by_name && code.code == 200) {
        set_cause(answer, "corrupt_image", true);
    } else if (code.by_name && log) {
        set_cause(answer, "corrupt_image", true);
    } else {
        set_cause(answer, "corrupt_image", false, {"driver_too_old"}, code.by_number && !code.by_text ? std::vector<int>{} : other);
        if (!code.by_number) answer.why += " 200 and 300 share this text: a damaged or stale file, or a driver that is older than the file's format.";
    }
}

void judge_bad_ptx(const PasteReading& reading, const CodeSeen& code, Judged& out) {
    PasteAnswer& answer = out.answer;
    answer.why = "The driver compiled the PTX and failed.";
    if (const PatternSeen* version = reading.first("ptx")) {
        set_cause(answer, "ptx_newer_than_driver", true);
        answer.why = "The PTX version is above what this driver reads. Older drivers said 218 for what is 222 today.";
        out.proof.push_back(version->place);
        return;
    }
    if (out.gpu && out.list && out.list->sass.empty() && !out.list->ptx.empty()) {
        const ListMatch match = launchlab::match(*out.list, *out.gpu);
        if (match.known && !match.fits()) {
            set_cause(answer, "newer_target", true);
            answer.why = "PTX that is handed over alone with a target above the card gives 218, not 209.";
            out.proof.push_back(out.list->place);
            out.proof.push_back(out.gpu->place);
            return;
        }
    }
    const bool link = reading.lines[code.place.line].low.find("culinkadd") != std::string::npos;
    if (const PatternSeen* log = reading.first("ptx-log")) {
        set_cause(answer, "ptx_rejected", true);
        out.proof.push_back(log->place);
    } else if (link) {
        set_cause(answer, "ptx_rejected", true);
    } else {
        set_cause(answer, "ptx_rejected", false, {"ptx_newer_than_driver", "newer_target"});
    }
}

void judge_value(const PasteReading& reading, const CodeSeen& code, Judged& out) {
    PasteAnswer& answer = out.answer;
    if (const PatternSeen* shape = reading.first("shape")) {
        set_cause(answer, "geometry", true);
        answer.why = "The launch shape is above a limit of the card; the text names it.";
        out.proof.push_back(shape->place);
    } else if (line_has(reading, code.place.line, "launch")) {
        set_cause(answer, "geometry", false, {"other_error"});
        answer.why = "A launch was refused for one of its numbers: the shape, or its shared memory. With runtime 13.0 a bad shape gives 1, with 12.x it gives 9.";
    } else {
        set_cause(answer, "other_error", false, {"geometry"});
        answer.why = "A parameter is out of range. At a launch that is the shape or its shared memory.";
    }
}

}  // namespace

void judge_code(const PasteReading& reading, const ToolkitTable& toolkits, const CodeSeen& code, Judged& out) {
    PasteAnswer& answer = out.answer;
    const auto fault = [&] {
        set_cause(answer, "oob_or_device_fault", true);
        answer.why = "The launch was accepted, and a thread failed while the kernel ran. The context is lost: every later call repeats the code.";
    };
    switch (code.code) {
    case 1: judge_value(reading, code, out); break;
    case 9: case 52: case 701: case 720: case 912:
        set_cause(answer, "geometry", true);
        answer.why = "The launch was refused for its shape or its resources, not for the card's targets.";
        break;
    case 13:
        set_cause(answer, "no_matching_image", false, {"missing_symbol"});
        answer.why = "Old runtimes met the missing image at the first touch of device code; today the same call gives 209. Or the symbol truly does not exist.";
        break;
    case 34: case 35: case 36:
        set_cause(answer, "driver_too_old", true);
        answer.why = "The driver is absent, a stub, or older than the runtime needs. Images play no part.";
        break;
    case 98: judge_missing_function(reading, code, out); break;
    case 100: case 101:
        set_cause(answer, "no_device", true);
        answer.why = code.code == 100 ? "No card is visible to this process." : "The index names no visible card; the first is 0.";
        break;
    case 200: case 300: judge_bad_image(reading, toolkits, code, out); break;
    case 209: judge_no_image(reading, toolkits, out); break;
    case 218: judge_bad_ptx(reading, code, out); break;
    case 221:
        set_cause(answer, "jit_unavailable", true);
        answer.why = "Only PTX fits, and the driver's compiler library is not installed or not mounted into the container.";
        break;
    case 222:
        set_cause(answer, "ptx_newer_than_driver", true);
        answer.why = "The toolkit that wrote the PTX is newer than the driver reads. The target's number has no part in it.";
        if (const PatternSeen* version = reading.first("ptx")) out.proof.push_back(version->place);
        break;
    case 223:
        set_cause(answer, "jit_unavailable", true);
        answer.why = "Only PTX fits, and CUDA_DISABLE_PTX_JIT or CUDA_DISABLE_JIT forbids the driver to compile it.";
        break;
    case 225:
        set_cause(answer, "ptx_rejected", false, {"other_error"});
        answer.why = "The PTX calls the device-side synchronize that current drivers no longer have.";
        break;
    case 400:
        if (line_has(reading, code.place.line, "launch") || reading.lines[code.place.line].low.find("launch") != std::string::npos)
            set_cause(answer, "missing_symbol", false, {"other_error"});
        else
            set_cause(answer, "other_error", false, {"missing_symbol"});
        answer.why = "A stream or event that does not live, or, with runtimes 12.9 and newer, an address that is no registered kernel.";
        break;
    case 500: judge_missing_name(reading, code, out); break;
    case 226: case 700: case 702: case 710: case 714: case 715: case 716: case 717: case 718: case 719: case 721: fault(); break;
    case 803: case 804:
        set_cause(answer, "compat_package", true);
        answer.why = code.code == 804 ? "A forward-compatibility package is loaded on a card that it does not serve."
                                      : "The driver's user-side library and its kernel module do not fit each other.";
        break;
    case 303:
        set_cause(answer, "driver_too_old", has(reading, "setup"), {"no_device", "other_error"});
        if (answer.sure) answer.alternatives.clear();
        answer.why = "The driver's library, libcuda, cannot be opened: no driver is installed here, or it is not mounted into the container.";
        break;
    default:
        set_cause(answer, "other_error", true);
        if (reading.by_id("torch-unknown-error")) set_cause(answer, "no_device", false, {"other_error"});
        answer.why = code.code == 600 ? "The work is still running; asked, not failed." : "A CUDA error, but none of the family that targets cause.";
    }
    // A bare number says less than a name: old numbers and exit codes look like it.
    if (!code.by_text && !code.by_name) {
        const bool old_alone = code.old_number;
        if (old_alone || code.weak) {
            answer.sure = false;
            answer.alternatives.push_back("unknown");
        } else if (const auto moved = from_old_number(code.number); moved && *moved != code.number) {
            answer.sure = false;
            answer.alternatives.push_back("unknown");
            answer.other_codes.push_back(code.code == code.number ? *moved : code.number);
        }
    }
    if (code.odd_number) {
        answer.notes.push_back("Number and text disagree: " + std::to_string(code.number) + " is not the number of this text. The text counts.");
        if (const auto moved = from_old_number(code.number)) answer.other_codes.push_back(*moved);
    }
    if (code.old_number)
        answer.notes.push_back(std::to_string(code.number) + " is the number of " + std::to_string(code.code) + " before CUDA 10.1" +
                               (code.by_text || code.by_name ? "." : "; today no runtime returns it for this. The toolkit's version settles it."));
}

}  // namespace launchlab
