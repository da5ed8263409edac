#include <algorithm>
#include <map>
#include <tuple>

#include "core/codes.h"
#include "terminal/device_report.h"

namespace launchlab {
namespace {

constexpr std::size_t most_rows = 40;

struct Row {
    std::string kind, name, where, note;
    int images = 0, kernels = 0;
    bool opened = true;
    std::uint64_t stored = 0;
};

std::string_view note_of(const DeviceImage& image) {
    if (image.flaw == "cut") return "cut short or damaged";
    if (image.flaw == "size") return "in a damaged container";
    if (image.flaw == "label") return "its label and its code differ";
    if (image.empty) return "empty: a link step's stub";
    if (image.target.kind == Kind::lto) return "needs a device link";
    if (image.kernels == 0) return "no kernel in it";
    return "";
}

// Images that read the same are one row, in the order found.
std::vector<Row> rows_of(const DeviceCode& code) {
    std::vector<Row> rows;
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> places;
    for (const std::vector<DeviceImage>* list : {&code.images, &code.deep})
        for (const DeviceImage& image : *list) {
            std::string note(note_of(image));
            if (image.target.kind == Kind::ptx && image.ptx != PtxVersion{}) note += (note.empty() ? "PTX " : "; PTX ") + to_text(image.ptx);
            if (image.bare && image.where != "bare") note += note.empty() ? "outside a container" : ", outside a container";
            const auto [place, fresh] = places.emplace(std::tuple(to_name(image.target), image.where, note), rows.size());
            if (fresh) rows.push_back({.kind = std::string(to_label(image.target.kind)), .name = to_name(image.target), .where = image.where, .note = note});
            Row& row = rows[place->second];
            ++row.images;
            row.kernels += image.kernels.value_or(0);
            row.opened = row.opened && image.kernels.has_value();
            row.stored += image.stored;
        }
    return rows;
}

std::string counted(int number, const std::string& noun) { return std::to_string(number) + " " + noun + (number == 1 ? "" : "s"); }

std::string word_for(Format format) {
    switch (format) {
        case Format::none: return "no program or device code";
        case Format::executable: return "program";
        case Format::shared_object: return "shared library";
        case Format::object: return "object";
        case Format::coff: return "object of Windows";
        case Format::archive: return "archive";
        case Format::thin_archive: return "thin archive";
        case Format::cubin: return "cubin";
        case Format::fatbin: return "fat binary";
        case Format::ptx: return "PTX";
        case Format::ltoir: return "LTO-IR";
        case Format::zip: return "package";
    }
    return "";
}

void append_file(Lines& lines, const DeviceFile& file, const Style& style, bool whole) {
    const std::string toolkit = file.code.toolkit.empty() ? "" : separator(style) + "made by CUDA " + printable(style, file.code.toolkit);
    std::string facts = word_for(file.code.format) + separator(style) + to_size(file.size) + toolkit;
    if (whole) facts += separator(style) + "read in " + to_duration(style, file.read_us);
    append(lines, wrap(style, facts, "  ", "  "));
    std::vector<Row> rows = file.code.format == Format::zip ? std::vector<Row>{} : rows_of(file.code);
    std::size_t left_out = 0;
    if (rows.size() > most_rows) {
        left_out = rows.size() - most_rows;
        rows.resize(most_rows);
    }
    int name = 8;
    for (const Row& row : rows) name = std::max(name, cells(row.name));
    for (const Row& row : rows) {
        const std::string first = "  " + fill(row.kind, 7) + fill(row.name, name + 2) + fill(counted(row.images, "image"), 11) + fill_left(to_size(row.stored), 9) + "  ";
        std::string text = row.kind == "SASS" && row.opened && row.kernels > 0 ? counted(row.kernels, "kernel") + ", " : "";
        text += printable(style, row.where) + (row.note.empty() ? "" : ": " + row.note);
        append(lines, wrap(style, text, first, std::string(11, ' ')));
    }
    if (left_out != 0) lines.push_back("  and " + counted(static_cast<int>(left_out), "more row"));
    for (const std::string& word : file.code.warn) append(lines, wrap(style, sentence_of(word), "  " + fill(symbol(style, Mark::trouble), 3), "     "));
    for (const std::string& hint : file.code.hints) append(lines, wrap(style, printable(style, hint), "  " + fill(symbol(style, Mark::here), 3), "     "));
}

}  // namespace

Lines inspect_lines(const InspectedFile& one, const Style& style) {
    const DeviceFile& file = *one.file;
    Lines lines = wrap(style, printable(style, file.path), "", "  ");
    for (std::string& line : lines) line = paint(style, Ink::strong, line);
    append_file(lines, file, style, true);
    for (const DeviceFile& member : file.members) {
        append(lines, wrap(style, printable(style, member.path), "  ", "    "));
        Lines own;
        append_file(own, member, style, false);
        for (std::string& line : own) line = "  " + line;
        append(lines, own);
    }
    for (const auto& [card, verdict] : one.verdicts) {
        const std::string cc = fill(to_text(card.capability), 6);
        if (!verdict) {
            append(lines, wrap(style, "no image to judge", "  " + fill(symbol(style, Mark::trouble), 3) + cc, "           "));
            continue;
        }
        const Verdict& judged = verdict->verdict;
        const Mark mark = judged.code != 0 ? Mark::refused : judged.how == How::jit ? Mark::jit : Mark::ok;
        std::string text = judged.code == 0 ? "runs. " : std::to_string(judged.code) + " " + std::string(word_of(judged.code)) + ". ";
        text += judged.why;
        if (judged.code == 0 && verdict->served < verdict->modules) text += " " + std::to_string(verdict->modules - verdict->served) + " of " + std::to_string(verdict->modules) + " modules hold nothing for it.";
        append(lines, wrap(style, text, "  " + fill(symbol(style, mark), 3) + cc, "           "));
    }
    return lines;
}

Lines listed_lines(const DeviceFile& file) {
    Lines lines;
    const std::string stem = printable({80, false, true}, file.path.substr(file.path.rfind('/') + 1));
    std::string member;
    int elf = 0, ptx = 0;
    for (const DeviceImage& image : file.code.images) {
        if (image.member != member) {
            member = image.member;
            lines.push_back("member " + printable({80, false, true}, file.path + ":" + member) + ":");
        }
        const bool text = image.target.kind == Kind::ptx;
        if (image.target.kind == Kind::lto) continue;
        int& number = text ? ptx : elf;
        ++number;
        const std::string own = to_arch(image.target);
        lines.push_back(std::string(text ? "PTX" : "ELF") + " file " + fill_left(std::to_string(number), 4) + ": " + stem + "." + std::to_string(number) + ".sm_" + own + (text ? ".ptx" : ".cubin"));
    }
    for (const DeviceFile& one : file.members) append(lines, listed_lines(one));
    return lines;
}

}  // namespace launchlab
