#include "runner/toolkit_look.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <utility>

#include "runner/channel.h"
#include "runner/probe.h"
#include "runner/text.h"

namespace launchlab {
namespace {

constexpr int set_ms = 3000;
const std::string opening = "@open ", asking = "@ask ", using_fatbin = "@fatbin ";

// What earlier probes found out the hard way: a file's path -> the sentence about it.
struct Known {
    std::map<std::string, std::string> broken;
    bool runtimes_silent = false;  // they ask the driver, and it does not answer
};

// The name that an opened library gives itself, whatever its file is called: asking the runtime could wait for the driver.
std::string soname_of(const std::string& path) {
    link_map* map = nullptr;
    void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (!library || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return "";
    const char* strings = nullptr;
    std::optional<std::size_t> at;
    for (auto* entry = map->l_ld; entry->d_tag != DT_NULL; ++entry) {
        if (entry->d_tag == DT_STRTAB) strings = reinterpret_cast<const char*>(entry->d_un.d_ptr);
        if (entry->d_tag == DT_SONAME) at = entry->d_un.d_val;
    }
    return strings && at ? strings + *at : "";
}

// One set, in the probe's process: each step is said before it is taken, so that the last one said is the one to blame.
class Look {
public:
    Look(const ToolkitFiles& files, const Known& known, const Probe::Say& say) : files_(files), known_(known), say_(say) {}

    ToolkitSeen look() {
        seen_.version = files_.version;
        seen_.from = clean_text(files_.from);
        look_at_nvrtc();
        look_at_runtime();
        look_at_fatbin();
        return seen_;
    }

private:
    template <class Table> std::optional<Table> open(const std::string& path, Result<Table> (*opener)(const std::string&)) {
        if (const auto it = known_.broken.find(path); it != known_.broken.end()) {
            seen_.missing.push_back(it->second);
            return std::nullopt;
        }
        say_(opening + path);
        auto opened = opener(path);
        say_(asking + path);
        if (opened) return *opened;
        seen_.missing.push_back(clean_text(opened.error().text()));
        return std::nullopt;
    }
    void absent(const std::string& soname) { seen_.missing.push_back(soname + ": cannot open shared object file. " + fetch_remedy); }

    void look_at_nvrtc() {
        const auto nvrtc = open(files_.nvrtc, open_nvrtc);
        if (!nvrtc) return;
        int major = 0, minor = 0;
        (void)nvrtc->nvrtcVersion(&major, &minor);
        seen_.version = std::to_string(major) + "." + std::to_string(minor);
        seen_.nvrtc = files_.nvrtc_patch.empty() ? seen_.version : files_.nvrtc_patch;
        seen_.targets = supported_targets(*nvrtc);
        if (files_.version != seen_.version)
            seen_.missing.push_back("libnvrtc-builtins.so." + seen_.version + ": not beside " + clean_text(files_.nvrtc) + ". " +
                                    fetch_remedy);
    }

    void look_at_runtime() {
        if (files_.runtime.empty()) return absent(runtime_soname(files_.major));
        const auto cudart = open(files_.runtime, open_cudart);
        if (!cudart) return;
        int version = 0;
        const std::string own = soname_of(files_.runtime);
        if (!own.empty() && own != runtime_soname(files_.major)) {
            seen_.missing.push_back(clean_text(files_.runtime) + ": is " + clean_text(own) + " under another name. " + fetch_remedy);
            return;
        }
        seen_.runtime = files_.runtime_patch;
        if (seen_.runtime.empty() && !known_.runtimes_silent) (void)cudart->cudaRuntimeGetVersion(&version);
        // 11.x does not say without a driver; it lies beside its NVRTC.
        if (seen_.runtime.empty()) seen_.runtime = version == 0 ? seen_.version : version_text(version);
    }

    void look_at_fatbin() {
        if (files_.fatbins.empty()) return absent(fatbin_soname(files_.major));
        const auto before = seen_.missing;
        for (const auto& path : files_.fatbins) {
            const auto nvfatbin = open(path, open_nvfatbin);
            if (!nvfatbin) continue;
            unsigned major = 0, minor = 0;
            (void)nvfatbin->nvFatbinVersion(&major, &minor);
            const bool own = path == files_.fatbins.front() && !files_.fatbin_patch.empty();
            seen_.fatbin = own ? files_.fatbin_patch : std::to_string(major) + "." + std::to_string(minor);
            seen_.missing = before;  // those that did not open are not needed
            say_(using_fatbin + path);
            return;
        }
    }

    const ToolkitFiles& files_;
    const Known& known_;
    const Probe::Say& say_;
    ToolkitSeen seen_;
};

// The file that the probe's last words are about, and what to say of it; false: nobody is to blame.
bool blame(const Probed& probed, const ToolkitFiles& files, Known& known, ToolkitLook& look) {
    const auto last = std::find_if(probed.lines.rbegin(), probed.lines.rend(),
                                   [](const auto& line) { return line.rfind(opening, 0) == 0 || line.rfind(asking, 0) == 0; });
    if (last == probed.lines.rend()) return false;
    const bool opened = last->rfind(asking, 0) == 0;
    const std::string path = last->substr(last->find(' ') + 1);
    if (opened && path == files.runtime && !known.runtimes_silent) return known.runtimes_silent = true;
    const std::string sentence = clean_text(path) + ": broken, " + (opened ? "asking" : "opening") + " it " +
                                 (probed.good() ? std::string("gave words that cannot be read") : probed.trouble()) +
                                 ". Remove it or run `launchlab doctor --fetch`.";
    look.broken.push_back(sentence);
    return known.broken.emplace(path, sentence).second;
}

ToolkitLook look_at(const ToolkitFiles& files, Known& known, std::int64_t end_us) {
    ToolkitLook look;
    look.files = files;
    look.seen.version = files.version;
    look.seen.from = clean_text(files.from);
    for (;;) {
        const std::int64_t left_ms = (end_us - now_us()) / 1000;
        if (left_ms < 50) {
            look.seen.missing.push_back(look.seen.from +
                                        ": not looked at, since the libraries before it took too long. Remove those that are broken.");
            return look;
        }
        Probe probe([&](const Probe::Say& say) {
            Hello hello;
            hello.toolkits.push_back(Look(files, known, say).look());
            say(to_line(Event{0, hello}));
        });
        const Probed probed = probe.finish(std::min<std::int64_t>(set_ms, left_ms));
        for (const auto& line : probed.lines) {
            if (line.rfind(using_fatbin, 0) == 0) look.files.fatbin = line.substr(using_fatbin.size());
            const auto event = line.front() == '{' ? parse_event(line) : Result<Event>(Error{});
            const Hello* hello = event ? std::get_if<Hello>(&event->body) : nullptr;
            if (!hello || hello->toolkits.size() != 1) continue;
            look.seen = hello->toolkits.front();
            return look;
        }
        if (blame(probed, files, known, look)) continue;
        look.seen.missing.push_back(look.seen.from + ": could not be looked at, the attempt " +
                                    (probed.good() ? std::string("gave no answer") : probed.trouble()) + ". " + fetch_remedy);
        return look;
    }
}

}  // namespace

std::vector<ToolkitLook> look_at_toolkits(const std::vector<ToolkitFiles>& all, int budget_ms) {
    const std::int64_t end_us = now_us() + std::int64_t{budget_ms} * 1000;
    Known known;
    std::vector<ToolkitLook> looks;
    for (const auto& files : all) looks.push_back(look_at(files, known, end_us));
    return looks;
}

std::string version_text(int number) { return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10); }

bool newer(const std::string& a, const std::string& b) {
    int am = 0, an = 0, bm = 0, bn = 0;
    std::sscanf(a.c_str(), "%d.%d", &am, &an);
    std::sscanf(b.c_str(), "%d.%d", &bm, &bn);
    return std::pair(am, an) > std::pair(bm, bn);
}

std::vector<std::string> supported_targets(const Nvrtc& nvrtc) {
    int count = 0;
    std::vector<std::string> targets;
    if (nvrtc.nvrtcGetNumSupportedArchs(&count) != NVRTC_SUCCESS || count <= 0) return targets;
    if (count > 1000) return targets;
    std::vector<int> numbers(static_cast<std::size_t>(count));
    if (nvrtc.nvrtcGetSupportedArchs(numbers.data()) != NVRTC_SUCCESS) return targets;
    for (const int number : numbers)
        if (number >= 10 && number <= 999) targets.push_back(std::to_string(number));
    return targets;
}

}  // namespace launchlab
