#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "session/course_files.h"
#include "session/files.h"
#include "terminal/commands.h"
#include "terminal/explain.h"

namespace launchlab {
namespace {

constexpr std::size_t input_limit = std::size_t{1} << 30;

Result<std::string> read_standard_input() {
    std::string out;
    std::size_t filled = 0;
    while (true) {
        if (out.size() - filled < (1 << 16)) out.resize(std::max<std::size_t>(out.size() * 2, 1 << 17));
        const ssize_t got = ::read(STDIN_FILENO, out.data() + filled, out.size() - filled);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return Error{"standard input", "it could not be read: " + std::string(std::strerror(errno)) + ". Give the text as a word, or pipe it in."};
        if (got == 0) break;
        filled += static_cast<std::size_t>(got);
        if (filled > input_limit) return Error{"standard input", "there is more than 1 GiB. Cut out the part around the error."};
    }
    out.resize(filled);
    return out;
}

Result<PasteBox> open_box() {
    const Result<std::string> data = find_data_dir();
    if (!data) return data.error();
    const auto read = [&](const std::string& path) { return read_file(*data + "/" + path, std::size_t{16} << 20); };
    const Result<std::string> patterns = read("lessons/hub/patterns.json"), gpus = read("assets/gpus.json"), toolkits = read("assets/toolkits.json");
    for (const auto* text : {&patterns, &gpus, &toolkits})
        if (!*text) return text->error();
    Result<PatternTable> pattern_table = parse_patterns(*patterns, "lessons/hub/patterns.json");
    if (!pattern_table) return pattern_table.error();
    Result<GpuTable> gpu_table = parse_gpus(*gpus, "assets/gpus.json");
    if (!gpu_table) return gpu_table.error();
    Result<ToolkitTable> toolkit_table = parse_toolkits(*toolkits, "assets/toolkits.json");
    if (!toolkit_table) return toolkit_table.error();
    return PasteBox(std::move(*pattern_table), std::move(*gpu_table), std::move(*toolkit_table));
}

int explain_batch(const PasteBox& box, const std::string& input, Output& out, Output& err) {
    int code = exit_same;
    std::size_t number = 0;
    for (std::size_t at = 0; at < input.size() && !out.closed();) {
        std::size_t end = input.find('\n', at);
        if (end == input.npos) end = input.size();
        const std::string line = input.substr(at, end - at);
        at = end + 1;
        ++number;
        if (line.find_first_not_of(" \t\r") == line.npos) continue;
        const Result<std::string> answer = explain_batch_line(box, line, "standard input line " + std::to_string(number));
        if (answer) out.print(*answer);
        else code = fail(err, answer.error());
    }
    return code;
}

}  // namespace

int explain_command(const ExplainArguments& arguments, Output& out, Output& err) {
    const Result<PasteBox> box = open_box();
    if (!box) return fail(err, box.error());
    std::string text;
    if (arguments.text.empty() || arguments.text == std::vector<std::string>{"-"}) {
        Result<std::string> input = read_standard_input();
        if (!input) return fail(err, input.error());
        text = std::move(*input);
    } else {
        for (const std::string& word : arguments.text) text += (text.empty() ? "" : " ") + word;
    }
    // "launchlab explain 209": a number alone is meant as a code.
    if (!text.empty() && text.size() <= 4 && text.find_first_not_of("0123456789") == text.npos) text.insert(0, "CUDA error ");
    if (arguments.batch) return explain_batch(*box, text, out, err);
    const PasteAnswer answer = box->explain(text);
    if (arguments.json) out.print(to_json(answer, std::nullopt));
    else out.print(explain_lines(answer, out.style()));
    return answer.cause == "unknown" ? exit_differs : exit_same;
}

}  // namespace launchlab
