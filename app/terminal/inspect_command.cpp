// launchlab inspect: files, folders or standard input, read one after another; no runner, no card.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/fleet_file.h"
#include "core/ptx_text.h"
#include "session/mapped_file.h"
#include "terminal/device_commands.h"

namespace launchlab {

namespace {

constexpr std::size_t most_files = 100'000, most_piped = std::size_t{4} << 30;
constexpr std::uint64_t longest_ptx = 64 << 20;
constexpr std::size_t largest_fleet = 1 << 20;

// Standard input lies in memory, so that it can be read like a file.
Result<std::string> keep_input(int& fd) {
    fd = memfd_create("launchlab-input", MFD_CLOEXEC);
    const auto failed = [](const char* what) { return Error{"standard input", std::string(what) + std::strerror(errno) + ". Write it to a file, and name that."}; };
    if (fd < 0) return failed("it could not be kept: ");
    std::string buffer(1 << 20, '\0');
    std::size_t total = 0;
    for (;;) {
        const ssize_t count = read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return failed("it could not be read: ");
        if (count == 0) break;
        total += static_cast<std::size_t>(count);
        if (total > most_piped) return Error{"standard input", "it is longer than 4 GB. Write it to a file, and name that."};
        for (ssize_t done = 0; done < count;) {
            const ssize_t written = write(fd, buffer.data() + done, static_cast<std::size_t>(count - done));
            if (written < 0 && errno != EINTR) return failed("it could not be kept: ");
            if (written > 0) done += written;
        }
    }
    return "/proc/self/fd/" + std::to_string(fd);
}

// Files of a folder and those below it, by name; links are not followed, and what is no file is passed over.
std::vector<std::string> files_in(const std::string& folder) {
    namespace fs = std::filesystem;
    std::vector<std::string> out;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end; !error && at != end && out.size() < most_files; at.increment(error)) {
        std::error_code about;
        if (at->is_regular_file(about) && !at->is_symlink(about)) out.push_back(at->path().string());
    }
    std::sort(out.begin(), out.end());
    return out;
}

bool holds_something(const DeviceFile& file) {
    return !file.members.empty() || std::any_of(file.code.warn.begin(), file.code.warn.end(), [](const std::string& word) { return word != "no_device_code" && word != "no_section_table"; }) ||
           !file.code.images.empty() || !file.code.deep.empty();
}

int print_ptx(const InspectArguments& arguments, Output& out, Output& err) {
    const std::string& path = arguments.paths.front();
    const std::string where = "--ptx " + std::to_string(*arguments.ptx);
    const Result<MappedFile> mapped = MappedFile::open(path);
    if (!mapped) return fail(err, mapped.error());
    const DeviceCode code = read_device_code(mapped->bytes(), {.deep = arguments.deep});
    int number = 0;
    for (const std::vector<DeviceImage>* list : {&code.images, &code.deep})
        for (const DeviceImage& image : *list) {
            if (image.target.kind != Kind::ptx || ++number != *arguments.ptx) continue;
            Bytes file = mapped->bytes();
            if (const std::optional<Archive> archive = read_archive(file))
                for (const ArchiveMember& member : archive->members)
                    if (member.name == image.member) file = mapped->bytes().part(member.offset, member.size);
            if (image.bare) {
                out.print(printable(out.style(), file.part(image.offset, image.stored).view()) + "\n");
                return exit_same;
            }
            const std::optional<FatbinEntry> entry = read_entry(file, image.offset, file.size());
            const Result<std::string> text = entry ? unpack(file, *entry, longest_ptx) : Result<std::string>(Error{where, "it is damaged. Build the file again."});
            if (!text) return fail(err, {where, text.error().what});
            out.print(printable(out.style(), *text) + "\n");
            return exit_same;
        }
    return fail(err, {where, path + " holds " + std::to_string(number) + (number == 1 ? " PTX image." : " PTX images.") + " launchlab inspect --list shows them."});
}

Result<CardList> read_fleet(const std::string& path, const Tables& tables) {
    std::ifstream file(path, std::ios::binary);
    std::string text(largest_fleet, '\0');
    if (file) file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!file && !file.eof()) return Error{"--require " + path, "it cannot be read: " + std::string(std::strerror(errno)) + ". Name a TOML file with cards = [\"T4@535\"]."};
    text.resize(static_cast<std::size_t>(file.gcount()));
    if (text.size() == largest_fleet) return Error{"--require " + path, "it is longer than 1 MB, so it is no list of cards. Name a TOML file with cards = [\"T4@535\"]."};
    return parse_fleet(text, path, tables.gpus, latest_driver(tables.toolkits));
}

int print_diff(const InspectArguments& arguments, const Tables& tables, Output& out, Output& err) {
    std::vector<DeviceFile> files;
    for (const std::string& path : arguments.paths) {
        Result<DeviceFile> file = read_device_file(path, {.deep = arguments.deep});
        if (!file) return fail(err, file.error());
        remark_file(*file, {}, tables.toolkits);
        files.push_back(std::move(*file));
    }
    const DeviceDiff diff = diff_files(files[0], files[1], tables.gpus, tables.toolkits);
    out.print(arguments.json ? to_json(diff) : join(diff_lines(diff, out.style())));
    return diff.lost.empty() ? exit_same : exit_differs;
}

}  // namespace

Result<std::vector<Gpu>> cards_of(const std::string& on, const Tables& tables) {
    std::vector<Gpu> out;
    if (on.empty()) return out;
    const Result<CardList> cards = read_cards(on, tables.gpus, latest_driver(tables.toolkits));
    if (!cards) return Error{"--on " + cards.error().where, cards.error().what};
    if (!cards->next.empty()) return Error{"--on " + cards->next, "a card is judged here, and this one does not exist yet. Leave it out; --require reads it."};
    for (const AskedCard& one : cards->cards) out.push_back(one.gpu);
    return out;
}

int inspect_command(const InspectArguments& arguments, Output& out, Output& err) {
    const Result<Tables> tables = read_tables();
    if (!tables) return fail(err, tables.error());
    const Result<std::vector<Gpu>> cards = cards_of(arguments.on, *tables);
    if (!cards) return fail(err, {shorten_words(cards.error().where, {arguments.on}), shorten_words(cards.error().what, {arguments.on})});
    if (arguments.ptx) return print_ptx(arguments, out, err);
    if (arguments.diff) return print_diff(arguments, *tables, out, err);
    std::optional<CardList> fleet;
    if (!arguments.require.empty()) {
        Result<CardList> read = read_fleet(arguments.require, *tables);
        if (!read) return fail(err, {shorten_words(read.error().where, {arguments.require}), read.error().what});
        fleet = std::move(*read);
    }

    std::vector<DeviceFile> files;
    int code = exit_same, input = -1;
    for (const std::string& path : arguments.paths) {
        std::error_code about;
        const bool folder = std::filesystem::is_directory(path, about), piped = path == "-";
        std::vector<std::string> names = folder ? files_in(path) : std::vector{path};
        if (piped) {
            const Result<std::string> kept = keep_input(input);
            if (!kept) return fail(err, kept.error());
            names = {*kept};
        }
        for (const std::string& name : names) {
            Result<DeviceFile> file = read_device_file(name, {.deep = arguments.deep});
            if (!file) {
                code = fail(err, file.error());
                continue;
            }
            if (piped) file->path = "-";
            remark_file(*file, *cards, tables->toolkits);
            if (!folder || holds_something(*file)) files.push_back(std::move(*file));
        }
    }
    if (input >= 0) close(input);
    std::vector<InspectedFile> inspected;
    for (const DeviceFile& file : files) {
        InspectedFile one{.file = &file};
        for (const Gpu& card : *cards) {
            const bool hangs = has_warning(file.code, "bad_size");
            one.verdicts.emplace_back(card, hangs ? std::nullopt : judge(file.code, card, tables->toolkits));
            const auto& verdict = one.verdicts.back().second;
            if (code == exit_same && (!verdict || verdict->verdict.code != 0)) code = exit_differs;
        }
        inspected.push_back(std::move(one));
    }
    std::optional<Gate> gate;
    if (fleet) {
        if (files.empty() && code == exit_same) code = fail(err, {"--require " + arguments.require, "no file with device code was found, so there is nothing that could serve a card. Name the files that were built."});
        gate = make_gate(arguments.require, *fleet, files, tables->gpus, tables->toolkits);
        if (code == exit_same && !gate->open()) code = exit_differs;
    }
    if (arguments.json) {
        out.print(to_json(inspected, gate ? &*gate : nullptr));
        return code;
    }
    if (gate && arguments.on.empty()) {
        if (!files.empty()) out.print(join(gate_lines(*gate, out.style())));
        return code;
    }
    for (std::size_t i = 0; i < inspected.size(); ++i) {
        if (arguments.list) {
            out.print(listed_lines(*inspected[i].file));
            continue;
        }
        if (i != 0) out.print("\n");
        out.print(inspect_lines(inspected[i], out.style()));
    }
    if (gate) out.print("\n" + join(gate_lines(*gate, out.style())));
    if (inspected.empty() && code == exit_same) out.print("No file with device code was found.\n");
    return code;
}

void remark_file(DeviceFile& file, const std::vector<Gpu>& cards, const ToolkitTable& toolkits) {
    remark_for(file.code, cards, toolkits);
    for (DeviceFile& member : file.members) remark_file(member, cards, toolkits);
}

}  // namespace launchlab
