// Any bytes pasted: an answer comes back, its marks lie in the text, and a sure answer about a code has evidence.
// With clang's libFuzzer (-fsanitize=fuzzer) the library calls; built with -DLAUNCHLAB_OWN_LOOP a loop of our own mutates the
// report cases: fuzz-paste COUNT [SEED].
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/paste.h"

using namespace launchlab;

namespace {

std::string read_text(const std::string& path) {
    std::ifstream in(std::string(LAUNCHLAB_SOURCE) + "/" + path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

const PasteBox& box() {
    static const PasteBox made = [] {
        auto patterns = parse_patterns(read_text("lessons/hub/patterns.json"), "patterns");
        auto gpus = parse_gpus(read_text("assets/gpus.json"), "gpus");
        auto toolkits = parse_toolkits(read_text("assets/toolkits.json"), "toolkits");
        if (!patterns || !gpus || !toolkits) std::abort();
        return PasteBox(*patterns, *gpus, *toolkits);
    }();
    return made;
}

void check(std::string_view text) {
    const PasteAnswer answer = box().explain(text);
    std::size_t behind = 0;
    for (const PasteMark& mark : answer.marks) {
        if (mark.begin < behind || mark.end <= mark.begin || mark.end > text.size()) std::abort();
        behind = mark.end;
    }
    for (const PasteEvidence& line : answer.evidence)
        if (line.begin > line.end || line.end > text.size() || line.line == 0) std::abort();
    if (answer.code && answer.sure && answer.evidence.empty()) std::abort();
    if (answer.cause.empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    check({reinterpret_cast<const char*>(data), size});
    return 0;
}

#ifdef LAUNCHLAB_OWN_LOOP
namespace {

struct Random {
    std::uint64_t state;
    std::size_t below(std::size_t n) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        return n == 0 ? 0 : static_cast<std::size_t>(state % n);
    }
};

}  // namespace

int main(int count, char** words) {
    const long runs = count > 1 ? std::atol(words[1]) : 100000;
    Random random{count > 2 ? static_cast<std::uint64_t>(std::atoll(words[2])) | 1 : 209};
    // Quoted texts of the case files and the templates themselves are the seeds.
    std::vector<std::string> seeds;
    for (const char* path : {"tests/cases/paste.json", "tests/cases/paste-more.json", "lessons/hub/patterns.json", "tests/data/ordinary-logs.txt"}) {
        std::istringstream in(read_text(path));
        for (std::string line; std::getline(in, line);) seeds.push_back(line);
    }
    for (long i = 0; i < runs; ++i) {
        std::string text = seeds[random.below(seeds.size())];
        for (std::size_t cuts = random.below(4); cuts > 0; --cuts) text += "\n" + seeds[random.below(seeds.size())];
        if (text.size() > 1500) text = text.substr(random.below(text.size() - 1500), 1500);
        for (std::size_t edits = random.below(12); edits > 0 && !text.empty(); --edits) {
            const std::size_t at = random.below(text.size());
            switch (random.below(6)) {
            case 0: text[at] = static_cast<char>(random.below(256)); break;
            case 1: text.erase(at, 1 + random.below(9)); break;
            case 2: text.insert(at, 1, "\n\r\0\x1b[({'\"=:"[random.below(12)]); break;
            case 3: text.insert(at, std::to_string(random.below(1300))); break;
            case 4: text.insert(at, text.substr(random.below(text.size()), random.below(30))); break;
            default: text.resize(at);
            }
        }
        if (random.below(16) == 0) {  // the same in UTF-16
            std::string wide;
            for (char c : text) wide += c, wide += '\0';
            text = wide;
        }
        check(text);
    }
    std::printf("%ld texts\n", runs);
}
#endif
