#include "core/device_stream.h"

#include <elf.h>

#include <algorithm>
#include <cstddef>

#include "core/device_open.h"
#include "core/device_remarks.h"
#include "core/elf_tables.h"

namespace launchlab {
namespace {

constexpr std::uint64_t head_size = 64 << 10, before_table = 1 << 20, tail_size = 16 << 20, longest_header = 64 << 10, longest_kept = 16 << 20;
constexpr std::uint64_t entry_header = 64, container_header = 16;

}  // namespace

// The names of sections stand before their table in what linkers write, so the last bytes before it are kept too.
void DeviceStream::keep(std::string_view more) {
    const std::uint64_t begin = total_;
    total_ += more.size();
    if (head_.size() < head_size) head_ += more.substr(0, head_size - head_.size());
    if (!tail_at_ && head_.size() >= sizeof(Elf64_Ehdr)) {
        const std::uint64_t table = is_elf(Bytes(head_)) && head_[EI_CLASS] == ELFCLASS64 ? Bytes(head_).u64(offsetof(Elf64_Ehdr, e_shoff)) : 0;
        tail_at_ = table == 0 ? ~std::uint64_t{0} : table - std::min(table, before_table);
        if (*tail_at_ < begin) tail_ = head_.substr(*tail_at_, begin - *tail_at_);
    }
    if (!tail_at_ || total_ <= *tail_at_ || tail_.size() >= tail_size) return;
    const std::uint64_t passed = *tail_at_ > begin ? *tail_at_ - begin : 0;
    tail_ += more.substr(passed, tail_size - tail_.size());
}

void DeviceStream::feed(std::string_view more) {
    keep(more);
    if (images_ >= most_images) return;
    const std::uint64_t passed = std::min<std::uint64_t>(skip_, more.size());
    if (window_.empty()) {  // what is passed over is not copied first
        skip_ -= passed;
        base_ += passed;
        more.remove_prefix(passed);
    }
    window_ += more;
    while (step()) {}
    window_.erase(0, done_);
    base_ += done_;
    done_ = 0;
}

bool DeviceStream::step() {
    const std::uint64_t passed = std::min<std::uint64_t>(skip_, window_.size() - done_);
    skip_ -= passed;
    done_ += passed;
    if (done_ == window_.size()) return false;
    return open_ ? read_next_entry() : look_for_container();
}

bool DeviceStream::look_for_container() {
    const Bytes window(window_);
    const std::uint64_t at = window.find(fatbin_magic, done_);
    if (at == window.size()) {
        done_ = std::max(done_, window.size() - std::min<std::uint64_t>(window.size(), fatbin_magic.size() - 1));
        return false;
    }
    done_ = at;
    if (!window.has(at, container_header + entry_header)) return false;
    const std::uint64_t header = window.u16(at + 6), size = window.u64(at + 8);
    const bool likely = window.u16(at + 4) == 1 && header == container_header && size >= entry_header && size < std::uint64_t{1} << 48 &&
                        window.u16(at + header + 2) == 0x0101 && window.u32(at + header + 4) >= entry_header;
    if (!likely) {
        done_ = at + fatbin_magic.size();
        return true;
    }
    open_ = Found{.offset = base_ + at, .end = base_ + at + header + size};
    done_ = at + header;
    return true;
}

bool DeviceStream::read_next_entry() {
    const std::uint64_t place = base_ + done_, room = open_->end - place;
    if (room == 0) {
        close(false);
        return true;
    }
    const Bytes here = Bytes(window_).part(done_);
    if (room < entry_header) {
        close(true);
        return true;
    }
    if (!here.has(0, entry_header)) return false;
    const std::uint64_t header = here.u32(4), stored = here.u64(8);
    if (header > longest_header || header > room || stored > room - header) {
        close(true);
        return true;
    }
    const bool kept = stored <= (look_.deep ? longest_kept : small_image);
    if (!here.has(0, header + (kept ? stored : 0))) return false;
    std::optional<FatbinEntry> entry = read_entry(here, 0, room);
    if (!entry) {
        close(true);
        return true;
    }
    entry->whole = true;
    if (entry->target) {
        DeviceImage image = to_image(*entry);
        if (kept && open_image(image, *entry, here, look_.deep ? large_image : small_image, budget_)) open_->relabelled = true;
        image.offset = place;
        open_->images.push_back(std::move(image));
        ++images_;
    } else {
        open_->hints.push_back("an entry of kind " + std::to_string(entry->kind) + " for " + std::to_string(entry->arch));
    }
    done_ += header;
    skip_ = stored;
    return true;
}

void DeviceStream::close(bool damaged) {
    open_->damaged = damaged;
    for (DeviceImage& image : open_->images)
        if (damaged && image.flaw.empty()) image.flaw = "size";
    found_.push_back(std::move(*open_));
    open_.reset();
}

std::vector<FilePart> DeviceStream::elf_parts(DeviceCode& code) const {
    const Bytes head(head_), tail(tail_);
    code.format = head.u16(offsetof(Elf64_Ehdr, e_type)) == ET_REL ? Format::object : head.u16(offsetof(Elf64_Ehdr, e_type)) == ET_DYN ? Format::shared_object : Format::executable;
    const std::uint64_t table = head.u64(offsetof(Elf64_Ehdr, e_shoff)), count = head.u16(offsetof(Elf64_Ehdr, e_shnum)), names = head.u16(offsetof(Elf64_Ehdr, e_shstrndx));
    if (table == 0) code.warn.push_back("no_section_table");
    if (table == 0 || head.u8(EI_CLASS) != ELFCLASS64) return {};
    const std::uint64_t size = sizeof(Elf64_Shdr);
    if (table > total_ || count * size > total_ - table) {
        code.warn.push_back("truncated");
        return {};
    }
    const std::uint64_t first = table - *tail_at_;
    const auto field = [&](std::uint64_t i, std::size_t offset) { return first + i * size + offset; };
    const std::uint64_t strings = tail.u64(field(names, offsetof(Elf64_Shdr, sh_offset)));
    std::vector<FilePart> out;
    for (std::uint64_t i = 0; i < count; ++i) {
        FilePart part{.offset = tail.u64(field(i, offsetof(Elf64_Shdr, sh_offset))), .size = tail.u64(field(i, offsetof(Elf64_Shdr, sh_size)))};
        const std::uint32_t type = tail.u32(field(i, offsetof(Elf64_Shdr, sh_type)));
        if (type == SHT_NULL) continue;
        part.nobits = type == SHT_NOBITS;
        if (part.nobits) part.size = 0;
        if (part.size != 0 && (part.offset > total_ || part.size > total_ - part.offset)) code.warn.push_back("truncated");
        // Tools that edit a library may leave the names far from the table; what is a container's section then shows by itself.
        if (strings >= *tail_at_) part.name = tail.text(strings - *tail_at_ + tail.u32(field(i, offsetof(Elf64_Shdr, sh_name))), 64);
        else if (std::any_of(found_.begin(), found_.end(), [&](const Found& found) { return found.offset == part.offset; })) part.name = ".nv_fatbin";
        out.push_back(std::move(part));
    }
    return out;
}

std::vector<FilePart> DeviceStream::pe_parts(DeviceCode& code) const {
    const Bytes head(head_);
    const std::uint64_t pe = head.u32(0x3c), first = pe + 24 + head.u16(pe + 20);
    if (!head.part(pe).starts_with(std::string_view("PE\0\0", 4))) return {};
    code.format = head.u16(pe + 22) & 0x2000 ? Format::shared_object : Format::executable;
    std::vector<FilePart> out;
    for (std::uint64_t i = 0, at = first; i < head.u16(pe + 6) && head.has(at, 40); ++i, at += 40) {
        FilePart part{.name = head.text(at, 8), .offset = head.u32(at + 20), .size = std::min(head.u32(at + 8), head.u32(at + 16))};
        if (part.offset > total_ || part.size > total_ - part.offset) code.warn.push_back("truncated");
        out.push_back(std::move(part));
    }
    return out;
}

std::vector<FilePart> DeviceStream::parts(DeviceCode& code) const {
    const Bytes head(head_);
    if (is_elf(head)) return elf_parts(code);
    if (head.starts_with("MZ")) return pe_parts(code);
    if (head.starts_with("!<arch>\n")) code.format = Format::archive;
    else if (head.starts_with(fatbin_magic)) code.format = Format::fatbin;
    // No table tells the places apart: the whole stream is one.
    return {{.name = code.format == Format::archive ? ".nv_fatbin" : code.format == Format::fatbin ? "bare" : "data", .offset = 0, .size = total_}};
}

DeviceCode DeviceStream::finish() {
    if (open_) close(open_->end != base_ + done_ + skip_ || skip_ != 0);
    DeviceCode code;
    std::vector<FilePart> places = parts(code);
    std::erase_if(places, [](const FilePart& part) { return part.nobits || part.size == 0; });
    std::sort(places.begin(), places.end(), [](const FilePart& a, const FilePart& b) { return a.offset < b.offset; });
    int module = 0;
    for (Found& found : found_) {
        const auto after = std::upper_bound(places.begin(), places.end(), found.offset, [](std::uint64_t offset, const FilePart& part) { return offset < part.offset; });
        const bool inside = after != places.begin() && found.offset - std::prev(after)->offset < std::prev(after)->size;
        const std::string where = inside ? std::prev(after)->name : "data";
        const bool standard = where == "bare" || holds_ready_code(where) || holds_relocatable_code(where);
        if (found.damaged && standard) code.warn.push_back("bad_size");
        if (found.relabelled) code.warn.push_back("header_elf_mismatch");
        if (!found.hints.empty()) code.warn.push_back("unknown_arch");
        code.hints.insert(code.hints.end(), found.hints.begin(), found.hints.end());
        for (DeviceImage& image : found.images) {
            image.where = where;
            image.module = module;
            image.relocatable = image.relocatable || holds_relocatable_code(where);
            (standard ? code.images : code.deep).push_back(std::move(image));
        }
        ++module;
    }
    std::vector<DeviceImage> deep;
    if (!look_.deep) {  // as a file in memory is looked at: elsewhere only where nothing else serves
        deep.swap(code.deep);
        if (usable_images(code).empty()) code.deep.swap(deep);
    }
    code.looked_deep = look_.deep || !code.deep.empty();
    remark(code);
    std::sort(code.warn.begin(), code.warn.end());
    code.warn.erase(std::unique(code.warn.begin(), code.warn.end()), code.warn.end());
    return code;
}

}  // namespace launchlab
