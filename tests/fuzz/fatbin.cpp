// Everything that core reads from a file with device code, fed with any bytes: images lie inside the file, and no way of reading
// ends the program. With clang's libFuzzer the library calls; built with -DLAUNCHLAB_OWN_LOOP a loop of our own mutates the
// samples: fuzz-fatbin COUNT [SEED].
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "core/device_code.h"
#include "core/device_stream.h"
#include "core/package.h"

using namespace launchlab;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes({reinterpret_cast<const char*>(data), size});
    // The first byte chooses nothing: every way is gone with every input, so that a seed file is an input as it is.
    for (const bool deep : {false, true}) {
        const DeviceCode code = read_device_code(bytes, {.deep = deep});
        for (const std::vector<DeviceImage>* list : {&code.images, &code.deep})
            for (const DeviceImage& image : *list)
                if (image.member.empty() && (image.offset > size || (image.flaw.empty() && image.bare && image.stored > size - image.offset))) std::abort();
        if (usable_names(code).size() > usable_images(code).size()) std::abort();
    }
    DeviceStream stream({.deep = true});
    for (std::size_t at = 0, step = 1 + size % 977; at < size; at += step) stream.feed(bytes.part(at, step).view());
    (void)stream.finish();
    if (is_zip(bytes)) (void)read_package(bytes, {});
    return 0;
}

#ifdef LAUNCHLAB_OWN_LOOP
int main(int count, char** words) {
    std::vector<std::string> samples;
    for (const auto& file : std::filesystem::directory_iterator(LAUNCHLAB_SOURCE "/tests/data/device_code")) {
        std::ifstream in(file.path(), std::ios::binary);
        std::ostringstream text;
        text << in.rdbuf();
        samples.push_back(text.str());
    }
    const long runs = count > 1 ? std::atol(words[1]) : 10000;
    std::mt19937_64 random(count > 2 ? std::strtoull(words[2], nullptr, 10) : 1);
    for (long i = 0; i < runs; ++i) {
        std::string bytes = samples[random() % samples.size()];
        if (random() % 4 == 0) bytes += samples[random() % samples.size()];
        for (std::uint64_t edits = 1 + random() % 8; edits > 0 && !bytes.empty(); --edits) {
            const std::size_t at = random() % bytes.size();
            switch (random() % 4) {
                case 0: bytes[at] = static_cast<char>(random()); break;
                case 1: bytes[at] = random() % 2 ? '\xff' : '\0'; break;
                case 2: bytes.resize(at); break;
                default: bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 64)); break;
            }
        }
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    }
    std::printf("%ld inputs\n", runs);
    return 0;
}
#endif
