#include "terminal/export_command.h"

#include <filesystem>

#include "core/repro.h"
#include "session/course_files.h"
#include "session/files.h"
#include "terminal/commands.h"
#include "terminal/handout.h"
#include "terminal/patience.h"
#include "terminal/played.h"

namespace launchlab {

namespace {

namespace fs = std::filesystem;

std::optional<Error> write(const std::string& path, const std::string& text, bool force) {
    std::error_code failed;
    const bool there = fs::exists(fs::symlink_status(path, failed));
    if (there && !force) return Error{path, "this is there already. Name another place, or add --force to write over it."};
    if (there && !fs::is_regular_file(path, failed)) return Error{path, "this is no file that can be written over. Name another place."};
    const Result<Done> written = there ? write_file_safely(fs::absolute(path).string(), text) : write_new_file(path, text);
    if (!written) return written.error();
    return std::nullopt;
}

int export_page(Session& session, const ExportArguments& asked, Output& out, Output& err) {
    const Result<Played> a = played(session, asked.step, 'A', asked.recorded, asked.on);
    if (!a) return fail(err, a.error());
    const std::string same_card = !a->by_rule ? a->run.origin.gpu : "";
    std::string word = asked.recorded;
    if (!word.empty() && word.find('/') != std::string::npos) word = word.substr(0, word.find('/'));   // of the same card, the other run
    std::optional<Played> b;
    if (Result<Played> other = played(session, asked.step, 'B', word, asked.on); other && (same_card.empty() || other->run.origin.gpu == same_card)) b = std::move(*other);
    const Step* step = find_step(session.course(), asked.step);
    const std::string page = to_handout({session.course(), *lesson_of(session.course(), asked.step), *step, *a, b});
    if (auto error = write(asked.html, page, asked.force)) return fail(err, *error);
    out.print(printable(out.style(), asked.html) + ": the page, " + to_size(page.size()) + ". Open it in a browser.\n");
    return exit_same;
}

int export_repro(Session& session, const ExportArguments& asked, Output& out, Output& err) {
    const char config = asked.config.value_or('A');
    const Result<Played> one = played(session, asked.step, config, asked.recorded, asked.on);
    if (!one) return fail(err, one.error());
    const Result<std::map<std::string, std::string>> files = make_repro({*find_step(session.course(), asked.step), config, one->run, one->by_rule});
    if (!files) return fail(err, files.error());
    std::error_code failed;
    fs::create_directories(asked.repro, failed);
    if (failed) return fail(err, {asked.repro, "the folder cannot be made: " + failed.message() + ". Name another one."});
    for (const auto& [name, text] : *files) {
        const std::string path = (fs::path(asked.repro) / name).string();
        if (auto error = write(path, text, asked.force)) return fail(err, *error);
        if (name.ends_with(".sh")) fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec, fs::perm_options::add, failed);
        out.print(printable(out.style(), path) + "\n");
    }
    out.print("Build, run and compare with: " + printable(out.style(), (fs::path(asked.repro) / "check.sh").string()) + "\n");
    return exit_same;
}

}  // namespace

int export_command(const ExportArguments& arguments, Output& out, Output& err) {
    const Result<std::string> data = find_data_dir();
    if (!data) return fail(err, data.error());
    const ScratchDir scratch;
    SessionOptions options = session_options(*data, arguments.lessons, "");
    options.state_dir = scratch.path();
    options.live = false;
    Session session(std::move(options));
    if (session.course().lessons.empty()) return fail(err, session.troubles().empty() ? Error{"lessons", "no lessons found. Name their folder with --lessons."} : session.troubles().front());
    return arguments.html.empty() ? export_repro(session, arguments, out, err) : export_page(session, arguments, out, err);
}

}  // namespace launchlab
