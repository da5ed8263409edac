#include "core/fatbin.h"

#include <algorithm>

#include "core/cubin.h"
#include "core/device_answer.h"
#include "core/device_stream.h"
#include "core/package.h"
#include "core/ptx_text.h"
#include "device_files.h"
#include "tables.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

using Names = std::vector<std::string>;

DeviceCode look_at(const std::string& bytes, bool deep = false) { return read_device_code(Bytes(bytes), {.deep = deep}); }

Names names_of(const std::vector<DeviceImage>& images) {
    Names out;
    for (const DeviceImage& image : images) out.push_back(to_name(image.target));
    return out;
}

int code_on(const DeviceCode& code, const std::string& card) {
    const Result<Gpu> gpu = find_gpu(gpus(), card, latest_driver(toolkits()));
    REQUIRE(gpu);
    const std::optional<DeviceVerdict> verdict = judge(code, *gpu, toolkits());
    return verdict ? verdict->verdict.code : -1;
}

}  // namespace

TEST_CASE("a fat binary's entries are read from their headers, suffixes and PTX version with them") {
    const std::string bytes = sample("four.fatbin");
    const std::vector<Container> containers = read_fatbin(Bytes(bytes), 0, bytes.size());
    REQUIRE(containers.size() == 1);
    CHECK(!containers[0].damaged);
    Names names;
    for (const FatbinEntry& entry : containers[0].entries) names.push_back(entry.target ? to_name(*entry.target) : "?");
    CHECK(names == Names{"sm_80", "sm_90a", "sm_100f", "compute_80"});
    CHECK(containers[0].entries[3].version == PtxVersion{9, 0});
    CHECK(sound(containers[0]));
}

TEST_CASE("an entry that claims more than there is counts what is there") {
    std::string bytes = sample("four.fatbin");
    const std::uint64_t claim = ~std::uint64_t{7};
    for (std::size_t i = 0; i < 8; ++i) bytes[16 + 8 + i] = static_cast<char>(claim >> 8 * i);
    const DeviceCode code = look_at(bytes);
    CHECK(has_warning(code, "bad_size"));
    for (const DeviceImage& image : code.images) CHECK(image.stored < bytes.size());
    CHECK(usable_images(code).empty());
}

TEST_CASE("an image is unpacked from plain, LZ4 and zstd to the same bytes") {
    Names texts;
    for (const auto& [name, packing] : {std::pair{"plain.fatbin", Packing::plain}, {"lz4.fatbin", Packing::lz4}, {"zstd.fatbin", Packing::zstd}}) {
        const std::string bytes = sample(name);
        const std::optional<Container> container = read_container(Bytes(bytes), 0);
        REQUIRE(container);
        REQUIRE(container->entries.size() == 2);
        for (const FatbinEntry& entry : container->entries) CHECK(entry.packing == packing);
        const Result<std::string> cubin = unpack(Bytes(bytes), container->entries[0], 1 << 20), ptx = unpack(Bytes(bytes), container->entries[1], 1 << 20);
        REQUIRE(cubin);
        REQUIRE(ptx);
        texts.push_back(*cubin);
        CHECK(read_ptx(*ptx)->target == Target{Kind::ptx, {8, 0}, '\0'});
        CHECK(ptx_kernels(*ptx) == Names{"touch"});
    }
    CHECK(texts[0].substr(0, texts[1].size()) == texts[1]);
    CHECK(texts[1] == texts[2]);
    CHECK(read_cubin(Bytes(texts[0]))->kernels == Names{"touch"});
}

TEST_CASE("an image that claims to unpack to gigabytes gets no memory") {
    for (const char* name : {"lz4.fatbin", "zstd.fatbin"}) {
        std::string bytes = sample(name);
        put<std::uint64_t>(bytes, 16 + 56, std::uint64_t{1} << 32);
        const std::optional<FatbinEntry> entry = read_entry(Bytes(bytes), 16, bytes.size());
        REQUIRE(entry);
        CHECK(!unpack(Bytes(bytes), *entry, std::uint64_t{1} << 40));
    }
}

TEST_CASE("a cubin tells its number, its suffix, its kernels and its toolkit") {
    for (const auto& [name, target] : {std::pair{"touch-90a.cubin", "sm_90a"}, {"touch-100f.cubin", "sm_100f"}}) {
        const std::string bytes = sample(name);
        const std::optional<Cubin> cubin = read_cubin(Bytes(bytes));
        REQUIRE(cubin);
        CHECK(to_name(cubin->target) == target);
        CHECK(cubin->kernels == Names{"touch"});
        CHECK(cubin->toolkit == "13.0");
        CHECK(cubin->whole);
        CHECK(!cubin->relocatable);
    }
    const std::string relocatable = sample("touch-rdc-80.cubin");
    CHECK(read_cubin(Bytes(relocatable))->relocatable);
    const DeviceCode code = look_at(relocatable);
    CHECK(code.warn == Names{"relocatable_only"});
    CHECK(usable_names(code).empty());
}

TEST_CASE("device code is found in programs and libraries of Linux and Windows") {
    const std::string fatbin = sample("four.fatbin");
    const Names all{"sm_80", "sm_90a", "sm_100f", "compute_80"};
    const auto check = [&](const std::string& bytes, Format format, const char* where) {
        const DeviceCode code = look_at(bytes);
        CHECK(code.format == format);
        CHECK(names_of(code.images) == all);
        CHECK(code.images[0].where == where);
        CHECK(code.images[0].kernels == 1);
        CHECK(code.warn.empty());
        CHECK(usable_names(code) == all);
    };
    check(elf_with({{".text", "code"}, {".nv_fatbin", fatbin}}), Format::executable, ".nv_fatbin");
    check(elf_with({{".nv_fatbin", fatbin}}, 1), Format::object, ".nv_fatbin");
    check(elf_with({{".nv_fatbin", fatbin}}, 3), Format::shared_object, ".nv_fatbin");
    check(pe_with({{".text", "code"}, {".nv_fatb", fatbin}}, false), Format::executable, ".nv_fatb");
    check(pe_with({{".nv_fatb", fatbin}}, true), Format::shared_object, ".nv_fatb");
    const DeviceCode archive = look_at(archive_with({{"a.o", elf_with({{".nv_fatbin", fatbin}}, 1)}, {"odd.txt", "x"}}));
    CHECK(archive.format == Format::archive);
    CHECK(names_of(archive.images) == all);
    CHECK(archive.images[0].member == "a.o");
}

TEST_CASE("padding between containers is passed over, other bytes are remarked") {
    const std::string one = sample("plain.fatbin");
    const DeviceCode padded = look_at(elf_with({{".nv_fatbin", one + std::string(8, '\0') + one}}));
    CHECK(padded.images.size() == 4);
    CHECK(padded.warn.empty());
    CHECK(padded.images[0].module != padded.images[2].module);
    const DeviceCode strays = look_at(elf_with({{".nv_fatbin", one + "strays!!" + one}}));
    CHECK(strays.images.size() == 4);
    CHECK(has_warning(strays, "bad_size"));
}

TEST_CASE("code outside the standard places is found where nothing else is, and always when the look is deep") {
    const std::string fatbin = sample("plain.fatbin");
    const DeviceCode hidden = look_at(elf_with({{".rodata", "12345" + fatbin}}));
    CHECK(hidden.images.empty());
    CHECK(names_of(hidden.deep) == Names{"sm_80", "compute_80"});
    CHECK(hidden.deep[0].where == ".rodata");
    CHECK(usable_names(hidden) == Names{"sm_80", "compute_80"});
    const std::string both = elf_with({{".nv_fatbin", fatbin}, {".ldata", sample("four.fatbin")}, {".rodata", sample("touch-90a.cubin")}});
    CHECK(look_at(both).deep.empty());
    CHECK(names_of(look_at(both, true).deep) == Names{"sm_80", "sm_90a", "sm_100f", "compute_80", "sm_90a"});
}

TEST_CASE("PTX as text in a program's data counts, PTX inside a container is told once") {
    const DeviceCode text = look_at(elf_with({{".rodata", std::string(3, '\0') + sample("touch-80.ptx") + '\0'}}));
    CHECK(names_of(text.deep) == Names{"compute_80"});
    CHECK(text.warn == Names{"ptx_text_outside_fatbin"});
    CHECK(code_on(text, "7.5") == 218);
    CHECK(code_on(text, "9.0") == 0);
    CHECK(look_at(elf_with({{".nv_fatbin", sample("plain.fatbin")}}), true).deep.empty());
}

TEST_CASE("a file that is cut anywhere is never taken for one without device code, and never ends the reader") {
    const std::string whole = elf_with({{".nv_fatbin", sample("four.fatbin")}, {".data", std::string(512, 'x')}});
    for (std::size_t size = 64; size < whole.size(); size += 37) {
        INFO(size);
        const DeviceCode code = look_at(whole.substr(0, size));
        CHECK(has_warning(code, "truncated"));
        CHECK(!has_warning(code, "no_device_code"));
        CHECK(usable_names(code).empty());
    }
    for (const char* name : {"four.fatbin", "touch-90a.cubin", "touch-80.ptx", "lz4.fatbin"}) {
        const std::string bytes = sample(name);
        for (std::size_t size = 0; size < bytes.size(); size += 11) (void)look_at(bytes.substr(0, size), true);
    }
}

TEST_CASE("sizes that overflow are damage, and what can be read is still listed") {
    for (const std::uint64_t size : {std::uint64_t{1} << 40, ~std::uint64_t{0}, ~std::uint64_t{0} - 63, ~std::uint64_t{0} - 15}) {
        std::string bytes = sample("four.fatbin");
        put(bytes, 8, size);
        const DeviceCode code = look_at(bytes);
        CHECK(has_warning(code, "bad_size"));
        CHECK(code.images.size() == 4);
        CHECK(usable_names(code).empty());
        put(bytes, 16 + 8, size);
        CHECK(has_warning(look_at(bytes), "bad_size"));
    }
    std::string still = sample("four.fatbin");
    put<std::uint32_t>(still, 16 + 4, 0);  // an entry without a header: a walk by sizes alone would stand still
    put<std::uint64_t>(still, 16 + 8, 0);
    CHECK(has_warning(look_at(still), "bad_size"));
}

TEST_CASE("a label that differs from the code under it is remarked, and the rule says 300") {
    std::string bytes = sample("plain.fatbin");
    put<std::uint32_t>(bytes, 16 + 28, 90);
    const DeviceCode code = look_at(bytes);
    CHECK(has_warning(code, "header_elf_mismatch"));
    CHECK(code_on(code, "9.0") == 300);
    CHECK(code_on(code, "8.6") == 0);  // by its PTX
}

TEST_CASE("the magic number in ordinary data is no container") {
    std::string data(200, '\0');
    data.replace(40, 8, std::string("\x50\xed\x55\xba\x01\x00\x10\x00", 8));
    put<std::uint64_t>(data, 48, 0xffffffff);
    const DeviceCode code = look_at(elf_with({{".data", data}}), true);
    CHECK(code.warn == Names{"no_device_code"});
    CHECK(code.deep.empty());
}

TEST_CASE("many nested beginnings cost no more than their bytes") {
    std::string bytes;
    for (int i = 0; i < 20000; ++i) {  // each container claims the rest, each entry holds the next container
        std::string one(80, '\0');
        one.replace(0, 8, std::string("\x50\xed\x55\xba\x01\x00\x10\x00", 8));
        put<std::uint64_t>(one, 8, static_cast<std::uint64_t>(20000 - i) * 80 - 16);
        put<std::uint16_t>(one, 16, 2);
        put<std::uint16_t>(one, 18, 0x0101);
        put<std::uint32_t>(one, 20, 64);
        put<std::uint64_t>(one, 24, 0);
        bytes += one;
    }
    (void)look_at(elf_with({{".data", bytes}}), true);
    (void)look_at(bytes);
    SUCCEED();
}

TEST_CASE("a stream gives what the whole file gives, whatever its pieces are") {
    const std::string whole = elf_with({{".text", std::string(3000, 'x')}, {".nv_fatbin", sample("four.fatbin") + sample("lz4.fatbin")}, {".ldata", sample("zstd.fatbin")}}, 3);
    for (const bool deep : {false, true})
        for (const std::size_t piece : {std::size_t{1}, std::size_t{63}, std::size_t{4096}, whole.size()}) {
            DeviceStream stream({.deep = deep});
            for (std::size_t at = 0; at < whole.size(); at += piece) stream.feed(std::string_view(whole).substr(at, piece));
            const DeviceCode streamed = stream.finish(), direct = look_at(whole, deep);
            CHECK(streamed.format == direct.format);
            CHECK(names_of(streamed.images) == names_of(direct.images));
            CHECK(names_of(streamed.deep) == names_of(direct.deep));
            CHECK(streamed.warn == direct.warn);
            REQUIRE(streamed.images.size() == 6);
            CHECK(streamed.images[5].kernels == direct.images[5].kernels);
            CHECK(streamed.images[5].offset == direct.images[5].offset);
        }
}

TEST_CASE("a package is looked into member by member") {
    const std::string library = elf_with({{".nv_fatbin", sample("plain.fatbin")}}, 3);
    const std::string large = elf_with({{".text", std::string(20 << 20, 'x')}, {".nv_fatbin", sample("four.fatbin")}}, 3);
    const Package package = read_package(Bytes(zip_with({{"demo/__init__.py", "pass"}, {"demo/small.so", library}, {"demo/large.so", large}, {"demo/data.bin", "nothing"}})), {});
    CHECK(package.warn.empty());
    REQUIRE(package.members.size() == 2);
    CHECK(package.members[0].path == "demo/small.so");
    CHECK(usable_names(package.members[0].code) == Names{"sm_80", "compute_80"});
    CHECK(usable_names(package.members[1].code) == Names{"sm_80", "sm_90a", "sm_100f", "compute_80"});
    CHECK(package.members[1].size == large.size());
}

TEST_CASE("a package that is cut, or grows out of all proportion, says so") {
    const std::string library = elf_with({{".nv_fatbin", sample("plain.fatbin")}}, 3);
    const std::string zip = zip_with({{"a.so", library}});
    CHECK(read_package(Bytes(std::string_view(zip).substr(0, zip.size() / 2)), {}).warn == Names{"truncated"});
    const Package bomb = read_package(Bytes(zip_with({{"a.so", elf_with({{".text", std::string(300 << 20, '\0')}}, 3)}})), {});
    REQUIRE(bomb.members.size() == 1);
    CHECK(has_warning(bomb.members[0].code, "bad_size"));
}

TEST_CASE("the answer names one command, and it runs by the rule") {
    const DeviceCode code = look_at(elf_with({{".nv_fatbin", sample("plain.fatbin")}}));
    const auto ask = [&](const std::string& on) {
        const Result<Gpu> card = find_gpu(gpus(), on, latest_driver(toolkits()));
        REQUIRE(card);
        return answer({.code = code, .path = "dir/repro", .card = &*card, .gpus = gpus(), .toolkits = toolkits()});
    };
    const DeviceAnswer refused = ask("T4@580.95");
    CHECK(!refused.runs);
    CHECK(refused.code == 209);
    CHECK(refused.title == "holds SASS for sm_80, and PTX for compute_80. The card is sm_75.");
    CHECK(refused.mend.command == "nvcc -arch=sm_75 -o dir/repro repro.cu");
    const DeviceAnswer runs = ask("8.6");
    CHECK(runs.runs);
    CHECK(runs.mend.command.empty());
    const DeviceAnswer old = ask("7.5@535");
    CHECK(old.code == 35);
    CHECK(old.mend.toolkit == "12.2");
    CHECK(served_cards(code, gpus(), toolkits()) == Names{"8.0 to 12.1"});
}
