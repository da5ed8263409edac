#include "core/device_code.h"

#include <algorithm>

#include "core/cubin.h"
#include "core/device_open.h"
#include "core/device_remarks.h"
#include "core/ptx_text.h"

namespace launchlab {
namespace {

constexpr std::size_t few = 64;  // with no more containers than that all their images are opened
constexpr std::string_view old_magic{"\x01\x5a\xe5\x1e", 4}, ltoir_magic{"\xed\x43\x4e\x7f", 4};

struct Range {
    std::uint64_t begin, end;
};

class Reader {
public:
    Reader(Bytes bytes, const DeviceLook& look) : bytes_(bytes), look_(look), budget_(std::max<std::uint64_t>(256 << 20, 32 * bytes.size())) {}

    DeviceCode read() {
        if (const std::optional<Archive> archive = read_archive(bytes_)) {
            read_members(*archive);
        } else {
            read_file(bytes_, "");
        }
        std::sort(code_.warn.begin(), code_.warn.end());
        code_.warn.erase(std::unique(code_.warn.begin(), code_.warn.end()), code_.warn.end());
        return std::move(code_);
    }

private:
    void warn(std::string word) { code_.warn.push_back(std::move(word)); }

    void read_members(const Archive& archive) {
        for (const ArchiveMember& member : archive.members) read_file(bytes_.part(member.offset, member.size), member.name);
        code_.format = archive.thin ? Format::thin_archive : Format::archive;
        if (archive.thin) warn("thin_archive");
        if (!archive.whole) warn("truncated");
        remark(code_);
    }

    void read_file(Bytes file, const std::string& member) {
        file_ = file;
        member_ = member;
        covered_.clear();
        parts_.clear();
        bool unknown = false;
        if (file.starts_with(fatbin_magic)) {
            code_.format = Format::fatbin;
            take_containers(0, file.size(), "bare", false);
        } else if (is_cubin(file)) {
            code_.format = Format::cubin;
            take_cubin(0, file.size(), "bare", code_.images);
        } else if (const std::optional<PtxText> ptx = read_ptx(file.view())) {
            code_.format = Format::ptx;
            take_ptx(*ptx, file.size(), "bare", code_.images);
        } else if (file.starts_with(ltoir_magic)) {
            code_.format = Format::ltoir;
            take_ltoir();
        } else if (std::optional<ObjectFile> object = read_object(file)) {
            take_object(*object);
        } else {
            code_.format = Format::none;
            unknown = true;
            if (file.starts_with(old_magic)) warn("not_recognised");
        }
        const bool search = look_.deep || (!unknown && usable_images(code_).empty());
        if (search && code_.format != Format::cubin && code_.format != Format::ptx && code_.format != Format::fatbin && code_.format != Format::ltoir) look_deep();
        if (code_.images.empty() && code_.deep.empty()) hint_from_symbols();
        if (member.empty()) remark(code_);
    }

    // Libraries of CUDA put what they were built for into the names of their namespaces.
    void hint_from_symbols() {
        for (const FilePart& part : parts_) {
            if (part.name != ".strtab" && part.name != ".dynstr") continue;
            if (const std::string archs = archs_in_symbols(file_.part(part.offset, part.size).view()); !archs.empty()) {
                code_.hints.push_back("symbols: built for " + archs);
                return;
            }
        }
    }

    void take_object(ObjectFile& object) {
        code_.format = object.format;
        if (!object.runtime.empty()) code_.runtime = object.runtime;
        if (!object.whole) warn("truncated");
        if (!object.has_table) warn("no_section_table");
        parts_ = std::move(object.parts);
        for (const FilePart& part : parts_) {
            const bool relocatable = holds_relocatable_code(part.name);
            if (!relocatable && !holds_ready_code(part.name)) continue;
            if (part.nobits) warn("nobits");
            else take_containers(part.offset, part.offset + part.size, part.name, relocatable);
        }
    }

    void take_containers(std::uint64_t begin, std::uint64_t end, const std::string& where, bool relocatable) {
        bool strays = false;
        const std::vector<Container> containers = read_fatbin(file_, begin, end, &strays, look_.forget);
        if (strays || (containers.empty() && end > begin)) warn(containers.empty() ? "not_recognised" : "bad_size");
        covered_.push_back({begin, end});
        const bool all = containers.size() <= few;
        for (const Container& container : containers) take(container, where, relocatable, all, code_.images);
    }

    void take(const Container& container, const std::string& where, bool relocatable, bool all, std::vector<DeviceImage>& images) {
        if (container.damaged) warn("bad_size");
        for (const FatbinEntry& entry : container.entries) {
            if (images.size() >= most_images) return;
            if (!entry.target) {
                warn("unknown_arch");
                code_.hints.push_back("an entry of kind " + std::to_string(entry.kind) + " for " + std::to_string(entry.arch));
                continue;
            }
            DeviceImage image = to_image(entry);
            image.where = where;
            image.member = member_;
            image.module = module_;
            image.relocatable = relocatable;
            if (container.damaged && image.flaw.empty()) image.flaw = "size";
            // A look at the tables of plain code costs no memory; what is packed is unpacked only in few or small images.
            const std::uint64_t limit = look_.deep ? large_image : all ? 32 * small_image : small_image;
            std::uint64_t& budget = all || look_.deep ? budget_ : small_budget_;
            if ((all || look_.deep || entry.size <= small_image) && open_image(image, entry, file_, limit, budget)) warn("header_elf_mismatch");
            images.push_back(std::move(image));
            if (images.size() % images_between_forgetting == 0) look_.forget();
        }
        ++module_;
    }

    bool take_cubin(std::uint64_t begin, std::uint64_t end, const std::string& where, std::vector<DeviceImage>& images) {
        const Bytes content = file_.part(begin, end - begin);
        const std::optional<Cubin> cubin = read_cubin(content);
        if (!cubin) return false;
        DeviceImage image{.where = where, .member = member_, .module = module_++, .offset = begin, .stored = content.size(), .size = content.size(), .target = cubin->target, .bare = true};
        tell(image, *cubin);
        if (!cubin->whole) {
            image.flaw = "cut";
            image.kernels = 0;
            if (where == "bare") warn("truncated");
        }
        images.push_back(std::move(image));
        return true;
    }

    void take_ptx(const PtxText& ptx, std::uint64_t end, const std::string& where, std::vector<DeviceImage>& images) {
        DeviceImage image{.where = where, .member = member_, .module = module_++, .offset = ptx.begin, .stored = end - ptx.begin, .size = end - ptx.begin, .target = ptx.target,
                          .ptx = ptx.version, .bare = true, .debug = ptx.debug};
        const std::string_view text = file_.part(ptx.begin, end - ptx.begin).view();
        tell_kernels(image, ptx_kernels(text.substr(0, text.find('\0'))));
        image.toolkit = ptx_toolkit(where == "bare" ? file_.view() : text);
        images.push_back(std::move(image));
    }

    void take_ltoir() {
        const unsigned arch = file_.u16(0x1a) / 10u;
        code_.images.push_back({.where = "bare", .member = member_, .module = module_++, .stored = file_.size(), .size = file_.size(),
                                .target = {Kind::lto, {static_cast<int>(arch / 10), static_cast<int>(arch % 10)}, '\0'}, .bare = true, .relocatable = true});
    }

    // -- the rest of the file --

    std::string part_at(std::uint64_t offset) const {
        for (const FilePart& part : parts_)
            if (offset >= part.offset && offset - part.offset < part.size) return part.name;
        return "data";
    }

    void look_deep() {
        code_.looked_deep = true;
        const auto rising = [](const Range& a, const Range& b) { return a.begin < b.begin; };
        std::sort(covered_.begin(), covered_.end(), rising);
        const std::vector<Range> standard = covered_;
        look_for(fatbin_magic, standard, [&](std::uint64_t at) {
            const std::optional<Container> container = read_container(file_, at);
            if (!container || container->entries.empty()) return at + fatbin_magic.size();
            if (sound(*container)) {
                covered_.push_back({at, container->end});
                take(*container, part_at(at), holds_relocatable_code(part_at(at)), code_.deep.size() <= few, code_.deep);
                return container->end;
            }
            const FatbinEntry& last = container->entries.back();
            return last.whole ? last.offset + last.header + last.stored : last.offset + last.header;
        });
        std::sort(covered_.begin(), covered_.end(), rising);
        const std::vector<Range> containers = covered_;
        look_for("\x7f" "ELF", containers, [&](std::uint64_t at) {
            if (at != 0 && is_cubin(file_.part(at))) take_stray_cubin(at);
            return at + 4;
        });
        look_for(".version", containers, [&](std::uint64_t at) {
            const std::optional<PtxText> ptx = find_ptx(file_.part(0, at + 1024).view(), at);
            if (!ptx || ptx->begin != at) return at + 8;
            const std::uint64_t end = std::min(file_.find(std::string_view("\0", 1), ptx->end), file_.size());
            warn("ptx_text_outside_fatbin");
            take_ptx(*ptx, end, part_at(at), code_.deep);
            return end;
        });
    }

    // A cubin in data ends where its tables say; only one that holds together is believed.
    void take_stray_cubin(std::uint64_t at) {
        if (code_.deep.size() >= most_images) return;
        const Bytes head = file_.part(at, 64);
        const std::uint64_t sections = head.u64(40), segments = head.u64(32);
        const std::uint64_t size = std::max(sections + std::uint64_t{head.u16(58)} * head.u16(60), segments + std::uint64_t{head.u16(54)} * head.u16(56));
        const std::uint64_t work = 1024 * (std::uint64_t{head.u16(60)} + head.u16(56));  // tables may overlap: what they cost is counted
        if (sections > file_.size() || segments > file_.size() || !file_.has(at, size) || work > budget_) return;
        budget_ -= work;
        const std::optional<Cubin> cubin = read_cubin(file_.part(at, size));
        if (cubin && cubin->whole && cubin->target.number.major > 0) take_cubin(at, at + size, part_at(at), code_.deep);
    }

    // `take` says where to go on after a hit; what lies in `skip`, ranges in rising order, is passed over.
    template <class Take>
    void look_for(std::string_view wanted, const std::vector<Range>& skip, const Take& take) {
        auto range = skip.begin();
        for (std::uint64_t at = file_.find(wanted, 0); at < file_.size();) {
            while (range != skip.end() && range->end <= at) ++range;
            const bool inside = range != skip.end() && at >= range->begin;
            if (look_.stopped() || (!inside && code_.deep.size() >= most_images)) return;
            const std::uint64_t next = inside ? range->end : take(at);
            at = file_.find(wanted, next);
        }
    }

    Bytes bytes_, file_;
    DeviceLook look_;
    std::uint64_t budget_, small_budget_ = small_images_budget;  // bytes that may still be unpacked; of a large library's small images
    std::string member_;
    int module_ = 0;
    std::vector<FilePart> parts_;
    std::vector<Range> covered_;
    DeviceCode code_;
};

}  // namespace

DeviceCode read_device_code(Bytes bytes, const DeviceLook& look) { return Reader(bytes, look).read(); }

}  // namespace launchlab
