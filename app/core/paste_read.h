// PasteReading: what stands in a pasted text, before any verdict: codes, cards, lists of targets, versions, known messages,
// each with its place. Owns finding them; leaves what follows to core/paste_judge. Invariant: time grows with the text's
// length alone, and of a very long text only the lines that say something are kept.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/gpu.h"
#include "core/paste_archs.h"
#include "core/paste_match.h"
#include "core/paste_patterns.h"
#include "core/paste_text.h"
#include "core/toolkit.h"

namespace launchlab {

struct Place {
    std::size_t line = 0;            // index into PasteReading::lines
    std::size_t begin = 0, end = 0;  // letters of that line
    bool operator<(const Place& other) const { return line != other.line ? line < other.line : begin < other.begin; }
};

struct CodeSeen {
    int code = 0;         // today's number
    int number = 0;       // as written; 0 = none
    bool old_number = false;   // written with the number of before CUDA 10.1
    bool by_name = false, by_text = false, by_number = false;
    bool driver_name = false;  // CUDA_ERROR_...
    bool weak = false;         // a bare number whose subject is not certain
    bool source = false;       // program text that mentions the name
    bool odd_number = false;   // number and text disagree
    Place place, number_place;
};
struct CardRead {
    Capability capability;
    std::string name;     // "" = only its capability is told
    bool tegra = false, told = false;  // told: the text gives the number; else it follows from the name
    int index = -1;       // "GPU 0:", "device 1:"
    Place place;
};
struct ListSeen {
    std::string whose;    // package, check, flags, binary, leak, lto, toolchain
    std::vector<Target> sass, ptx;
    bool ptx_known = false, bare_ptx = false;
    std::string tool;
    Place place;
};
struct PatternSeen {
    const Pattern* pattern = nullptr;
    std::map<std::string, Hole> holes;
    Place place;
};
struct VersionSeen {
    std::string what, version;  // driver, driver_cuda, nvcc, nvrtc, library, torch, arch-option
    Place place;
};

struct PasteReading {
    std::vector<PasteLine> lines;        // those kept, in order
    std::size_t total_lines = 0;
    std::vector<CodeSeen> codes;         // in order of place
    std::vector<CardRead> gpus;
    std::vector<ListSeen> lists;
    std::vector<PatternSeen> patterns;   // in order of place
    std::vector<VersionSeen> versions;

    const PatternSeen* first(std::string_view role) const;
    const PatternSeen* by_id(std::string_view id) const;
    const VersionSeen* version(std::string_view what) const;
};

class PasteScanner {
public:
    PasteScanner(const PatternTable& patterns, const GpuTable& gpus);  // both must outlive it
    PasteReading read(std::string_view bytes, const std::function<bool()>& stopped = {}) const;

private:
    struct Phrase {
        enum class Kind { pattern, code_text, code_name, driver_name, glued_name, card, trigger };
        Kind kind;
        std::size_t index = 0, part = 0;  // of the pattern its template; of a code its place in all_codes()
        std::size_t length = 0;
    };
    struct Card {
        Capability capability;
        std::string name;
        bool tegra = false, several = false;
    };
    struct Found {
        std::size_t phrase;
        Place place;
    };
    void add_phrases(const GpuTable& gpus);
    void add_card(std::string name, const NamedGpu& card);
    std::vector<Found> scan(std::string_view bytes, const std::function<bool()>& stopped, PasteReading& reading) const;
    void take_pattern(const Found& found, PasteReading& reading) const;
    void take_code(const Found& found, PasteReading& reading) const;
    void take_card(const Found& found, PasteReading& reading) const;

    const PatternTable* patterns_;
    std::vector<Phrase> phrases_;
    std::vector<std::string> words_;
    std::vector<Card> cards_;
    std::map<std::string, std::size_t> card_of_;
    std::unique_ptr<Matcher> matcher_;
};

// Parts of the reading, one file each.
void read_numbers(PasteReading& reading);   // codes given as numbers: "error 209", "(48 vs. 0)", "[222] Call to"
void tidy_codes(PasteReading& reading);     // joins name, text and number of one message; order
void read_gpus(PasteReading& reading);      // capabilities told beside a card, and on their own
void read_lists(PasteReading& reading);     // flags and lists that no pattern names
void read_versions(PasteReading& reading);

bool speaks_of_cuda(const PasteLine& line);            // as a subject, not inside a path
bool says_cuda(const PasteReading& reading, std::size_t line);  // this line or the one before

}  // namespace launchlab
