#include "session/lookup_tables.h"

#include <filesystem>
#include <map>

#include "session/files.h"

namespace launchlab {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t hub_file_limit = std::size_t{16} << 20;

}  // namespace

LookupTables read_lookup_tables(const std::string& data_dir) {
    LookupTables out;
    std::map<std::string, std::string> entries;
    std::error_code failed;
    fs::directory_iterator file(fs::path(data_dir) / "lessons" / "hub", failed), end;
    for (; !failed && file != end; file.increment(failed)) {
        if (file->path().extension() != ".md") continue;
        const std::string name = "lessons/hub/" + file->path().filename().string();
        Result<std::string> text = read_file(file->path().string(), hub_file_limit);
        if (text) entries[name] = std::move(*text);
        else out.troubles.push_back({name, text.error().what});
    }
    if (failed) out.troubles.push_back({"lessons/hub", "the folder cannot be read: " + failed.message() + ". Install launchlab again."});
    out.hub = parse_hub(entries, out.troubles);

    const auto parsed = [&]<class T>(const char* path, Result<T> (*parse)(std::string_view, std::string)) -> std::optional<T> {
        const Result<std::string> text = read_file(data_dir + "/" + path, hub_file_limit);
        Result<T> value = text ? parse(*text, path) : Result<T>(text.error());
        if (value) return std::move(*value);
        out.troubles.push_back(value.error());
        return std::nullopt;
    };
    auto patterns = parsed("lessons/hub/patterns.json", parse_patterns);
    auto gpus = parsed("assets/gpus.json", parse_gpus);
    auto toolkits = parsed("assets/toolkits.json", parse_toolkits);
    if (toolkits) out.toolkits = *toolkits;
    if (patterns && gpus && toolkits) out.box.emplace(std::move(*patterns), std::move(*gpus), std::move(*toolkits));
    return out;
}

}  // namespace launchlab
