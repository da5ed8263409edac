#include "session/course_files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "session/files.h"

namespace launchlab {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t text_limit = 4u << 20, recordings_limit = 64u << 20;

bool holds_data(const fs::path& dir) {
    std::error_code failed;
    return fs::is_regular_file(dir / "assets" / "gpus.json", failed);
}

// Every text below `root`/`folder`, under the name that starts with `folder`.
void read_folder(CourseFiles& out, const fs::path& root, const std::string& folder) {
    std::error_code failed;
    fs::recursive_directory_iterator entry(root / folder, failed), end;
    if (failed) {
        out.errors.push_back({(root / folder).string(), "the folder cannot be read: " + failed.message() +
                                                            ". Install launchlab again, or set LAUNCHLAB_DATA to the folder that holds it."});
        return;
    }
    for (; entry != end; entry.increment(failed)) {
        fs::path path = entry->path();
        std::string extension = path.extension().string();
        if (path.filename().string().front() == '.') {   // editors' and systems' own files
            entry.disable_recursion_pending();
            continue;
        }
        bool recording = extension == ".jsonl" && path.parent_path().filename() == "recordings";   // sweeps stand beside them
        if (!recording && extension != ".json" && extension != ".md" && extension != ".cu") continue;
        std::string name = folder + "/" + path.lexically_relative(root / folder).generic_string();
        Result<std::string> text = read_file(path.string(), recording ? recordings_limit : text_limit);
        if (!text)
            out.errors.push_back({name, text.error().what});
        else if (recording)
            out.recordings.emplace_back(name, std::move(*text));
        else
            out.files[name] = std::move(*text);
    }
    if (failed) out.errors.push_back({(root / folder).string(), "the folder cannot be read to its end: " + failed.message() + ". Check its rights."});
}

}  // namespace

CourseFiles read_course_files(const std::string& data_dir, const std::string& lessons_dir) {
    CourseFiles out;
    read_folder(out, data_dir, "assets");
    read_folder(out, data_dir, "kernels");
    fs::path lessons = lessons_dir.empty() ? data_dir : lessons_dir;
    std::error_code failed;
    if (!lessons_dir.empty() && fs::is_directory(lessons / "kernels", failed)) read_folder(out, lessons, "kernels");
    if (!lessons_dir.empty() && fs::is_directory(lessons / "assets" / "recordings", failed)) read_folder(out, lessons, "assets/recordings");
    if (fs::is_directory(lessons / "lessons", failed) || lessons_dir.empty()) {
        read_folder(out, lessons, "lessons");
    } else {
        CourseFiles own;
        fs::path folder = fs::weakly_canonical(lessons, failed);
        if (folder.filename().empty()) folder = folder.parent_path();
        std::string name = folder.filename().string();
        read_folder(own, folder.parent_path(), name);
        for (auto& [path, text] : own.files) out.files["lessons" + path.substr(name.size())] = std::move(text);
        for (Error& error : own.errors) out.errors.push_back(std::move(error));
    }
    std::sort(out.recordings.begin(), out.recordings.end());
    return out;
}

std::string program_dir() {
    std::error_code failed;
    fs::path self = fs::read_symlink("/proc/self/exe", failed);
    return failed ? "" : self.parent_path().string();
}

Result<std::string> find_data_dir() {
    if (const char* named = std::getenv("LAUNCHLAB_DATA"); named && *named) {
        if (holds_data(named)) return std::string(named);
        return Error{"LAUNCHLAB_DATA", std::string(named) + " holds no assets/gpus.json. Set it to the folder with lessons/, kernels/ and assets/."};
    }
    fs::path bin = program_dir();
    fs::path installed = bin.parent_path() / "share" / "launchlab";
    if (holds_data(installed)) return installed.string();
    int left = 5;   // build/dev/bin -> the source tree
    for (fs::path dir = bin; left-- > 0 && dir.has_relative_path(); dir = dir.parent_path())
        if (holds_data(dir)) return dir.string();
    return Error{bin.string(), "no folder with lessons/, kernels/ and assets/ was found from here. Install launchlab again, or set LAUNCHLAB_DATA to that folder."};
}

}  // namespace launchlab
