#include "gpu/runner_client.h"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "session/course_files.h"

namespace launchlab::gpu_tests {

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::string read_all(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// "NVIDIA H200" -> "h200": the name of the card's files and of its recordings.
std::string card_stem() {
    std::string stem, name = machine().card.name;
    for (const std::string word : {"NVIDIA ", "Tesla ", "GeForce "})
        if (name.rfind(word, 0) == 0) name = name.substr(word.size());
    for (char c : name) stem += std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::tolower(c)) : '-';
    return stem;
}

struct Kept {
    std::map<std::string, std::vector<std::vector<std::string>>> parts;
    std::vector<std::string> order;
    std::string recordings;
    ~Kept() {
        Machine& here = machine();
        if (!here.skip.empty()) return;
        std::filesystem::create_directories(output_folder());
        const std::string stem = card_stem();
        if (!recordings.empty()) std::ofstream(output_folder() + "/" + stem + ".jsonl") << recordings;
        if (order.empty()) return;
        std::ofstream table(output_folder() + "/" + stem + "-" + today() + ".md");
        table << "# Measured on " << here.card.name << ", " << today() << "\n\n";
        table << "Compute capability " << to_text(here.card.capability) << ", driver " << here.origin.driver << ", CUDA runtime " << here.origin.runtime << ", NVRTC "
              << here.origin.nvrtc << ".\n";
        for (const std::string& part : order) {
            table << "\n## " << part << "\n\n";
            bool head = true;
            for (const auto& row : parts[part]) {
                for (const std::string& cell : row) table << "| " << cell << " ";
                table << "|\n";
                if (head)
                    for (std::size_t i = 0; i < row.size(); ++i) table << "|---";
                if (head) table << "|\n";
                head = false;
            }
        }
    }
};
Kept& kept() {
    machine();  // so that it is destroyed after the table is written
    static Kept kept;
    return kept;
}

}  // namespace

std::string program_folder() { return std::filesystem::read_symlink("/proc/self/exe").parent_path().string(); }
std::string source_folder() {
    if (const char* named = std::getenv("LAUNCHLAB_SOURCE")) return named;
    for (std::filesystem::path folder = program_folder(); folder != folder.root_path(); folder = folder.parent_path())
        if (std::filesystem::exists(folder / "lessons") && std::filesystem::exists(folder / "tests")) return folder.string();
    return ".";
}
std::string output_folder() {
    const char* named = std::getenv("LAUNCHLAB_GPU_OUT");
    return named ? named : source_folder() + "/build/gpu";
}
std::string today() {
    const std::time_t t = std::time(nullptr);
    char text[16];
    std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&t));
    return text;
}

RunnerClient::RunnerClient() {
    Pipe::Options options;
    options.command = {program_folder() + "/launchlab-runner"};
    options.wake = [this] {
        std::lock_guard lock(mutex_);
        ring_ = true;
        woken_.notify_all();
    };
    pipe_ = std::make_unique<Pipe>(options);
}

bool RunnerClient::listen(double until, int id, RunnerAnswer* into) {
    for (;;) {
        while (std::optional<Heard> heard = pipe_->take()) {
            if (auto* gone = std::get_if<Gone>(&*heard)) {
                if (into) into->run.done = Ended{"lost", gone->what};
                return false;
            }
            const Event& event = std::get<Event>(*heard);
            if (auto* hello = std::get_if<Hello>(&event.body)) {
                hello_ = *hello;
                heard_hello_ = true;
                if (id == 0) return true;
            } else if (auto* spare = std::get_if<Spare>(&event.body)) {
                spare_ = *spare;
                if (id == -1 && spare->state != "warming") return true;
            } else if (into && event.id == id) {
                record(into->run, event);
                into->lines.push_back(to_line(event));
                if (into->run.done) return true;
            }
        }
        std::unique_lock lock(mutex_);
        if (!woken_.wait_for(lock, std::chrono::duration<double>(until - now()), [&] { return ring_; })) return false;
        ring_ = false;
    }
}

const Hello& RunnerClient::hello() {
    if (!heard_hello_) listen(now() + 30, 0, nullptr);
    return hello_;
}

RunnerAnswer RunnerClient::run(Request request, int wait_s) {
    RunnerAnswer answer;
    request.id = next_id_++;
    answer.run.request = request;
    const double start = now();
    pipe_->send(Command(request));
    listen(start + wait_s, request.id, &answer);
    answer.seconds = now() - start;
    if (answer.run.done && answer.run.done->warm && spare_.state == "ready") spare_.state = "warming";  // that was it; the next one comes
    if (!answer.run.done) answer.run.done = Ended{"lost", "no done event within " + std::to_string(wait_s) + " s"};
    return answer;
}

bool RunnerClient::warm(const std::string& toolkit, int wait_s) {
    spare_ = Spare{"warming", "", 0};
    pipe_->send(Command(Warm{toolkit, 0}));
    return wait_for_spare(wait_s);
}

bool RunnerClient::wait_for_spare(int wait_s) {
    if (spare_.state != "ready") listen(now() + wait_s, -1, nullptr);
    return spare_.state == "ready";
}

Machine& machine() {
    static Machine* here = [] {
        auto* made = new Machine;  // kept until the end: the table is written by a destructor
        const std::string root = source_folder();
        if (auto gpus = parse_gpus(read_all(root + "/assets/gpus.json"), "assets/gpus.json")) made->gpus = *gpus;
        if (auto toolkits = parse_toolkits(read_all(root + "/assets/toolkits.json"), "assets/toolkits.json")) made->toolkits = *toolkits;
        made->course = parse_course(read_course_files(root).files).course;
        const Hello& hello = made->runner.hello();
        if (hello.driver.empty() && hello.driver_cuda == 0) made->skip = "no driver";
        else if (hello.gpus.empty()) made->skip = "no device";
        if (!made->skip.empty()) return made;
        const GpuSeen& seen = hello.gpus.front();
        auto driver = parse_driver(hello.driver);
        made->card = Gpu{seen.name, seen.capability, seen.tegra, driver ? *driver : Driver{}};
        std::vector<std::string> present;
        for (const ToolkitSeen& toolkit : hello.toolkits)
            if (toolkit.missing.empty()) present.push_back(toolkit.version);
        if (auto chosen = choose_toolkit(made->toolkits, present, made->card.driver, made->card.capability)) made->toolkit = *chosen;
        for (const ToolkitSeen& toolkit : hello.toolkits)
            if (toolkit.version == made->toolkit) made->origin = {Origin::Kind::measured, seen.name, hello.driver, toolkit.runtime, toolkit.nvrtc, seen.capability, today(), ""};
        return made;
    }();
    return *here;
}

std::vector<Target> image_set(const std::string& text) {
    std::vector<Target> targets;
    std::stringstream words(text);
    for (std::string word; std::getline(words, word, '+');) {
        const bool ptx = word[0] == 'p';
        targets.push_back(*parse_arch(ptx ? Kind::ptx : Kind::sass, ptx ? word.substr(1) : word));
    }
    return targets;
}

Request mark_request(const std::vector<Target>& targets, bool packed) {
    Request request;
    request.toolkit = machine().toolkit;
    UnitRequest unit;
    unit.source = "extern \"C\" __global__ void mark(unsigned* out) {\n    out[0] = MARK;\n    out[1] = __CUDA_ARCH__;\n}\n";
    unit.entry = "mark";
    unit.packed = packed;
    for (const Target& target : targets) unit.images.push_back({target.kind, to_arch(target), "", {{"MARK", std::to_string(marker(target))}}, ""});
    request.units.push_back(unit);
    request.calls = {{.call = "cudaMalloc", .buffer = "out", .bytes = 8}, {.call = "cudaMemset", .buffer = "out", .bytes = 8, .value = 255},
                     {.call = "launch", .grid = {1}, .block = {1}, .args = {"out"}}, {.call = "cudaPeekAtLastError"}, {.call = "cudaDeviceSynchronize"},
                     {.call = "cudaGetLastError"}, {.call = "cudaMemcpy", .buffer = "out", .bytes = 8}};
    return request;
}

Verdict rule_for(const Request& request) { return judge(request, 0, machine().card, machine().toolkits); }

std::string as_twin(const Run& run) {
    std::string text;
    for (std::size_t i = 0; i < run.request.calls.size(); ++i) {
        if (run.request.calls[i].call == "launch") continue;
        const Call* call = find_call(run, static_cast<int>(i));
        text += (call ? std::to_string(call->code) : std::string("-")) + " ";
    }
    const Value* value = run.values.empty() ? nullptr : &run.values.back();
    if (!value || !value->read || value->words.empty()) return text + "unread";
    return text + (value->words[0] == 0xFFFFFFFFu ? "untouched" : "written");
}

std::string run_words(const std::vector<std::string>& words, int& status) {
    std::string line;
    for (const std::string& word : words) line += "'" + word + "' ";
    FILE* pipe = popen((line + "2>&1").c_str(), "r");
    std::string text;
    char part[4096];
    while (pipe && fgets(part, sizeof part, pipe)) text += part;
    status = pipe ? pclose(pipe) : -1;
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

namespace {
std::string nvcc() {
    for (const char* path : {"nvcc", "/usr/local/cuda/bin/nvcc"}) {
        int status = 0;
        run_words({path, "--version"}, status);
        if (status == 0) return path;
    }
    return "";
}
}  // namespace

bool has_nvcc() {
    static const bool has = !nvcc().empty();
    return has;
}

std::vector<std::string> gencode(const std::vector<Target>& targets) {
    std::vector<std::string> words;
    for (const Target& target : targets) {
        words.push_back("-gencode");
        words.push_back("arch=compute_" + to_arch(target) + ",code=" + to_name(target));
    }
    return words;
}

std::optional<std::string> twin(const std::string& file, const std::vector<std::string>& words, std::string& trouble) {
    static const std::string compiler = nvcc();
    static int count = 0;
    const std::string program = std::filesystem::temp_directory_path().string() + "/launchlab-twin-" + std::to_string(getpid()) + "-" + std::to_string(count++);
    std::vector<std::string> line = {compiler, "-o", program};
    line.insert(line.end(), words.begin(), words.end());
    line.push_back(source_folder() + "/tests/twins/" + file);
    int status = 0;
    trouble = run_words(line, status);
    if (status != 0) return std::nullopt;
    std::string said = run_words({"env", "CUDA_CACHE_DISABLE=1", program}, status);
    std::filesystem::remove(program);
    return said;
}

void keep_row(const std::string& part, const std::vector<std::string>& cells) {
    if (!kept().parts.count(part)) kept().order.push_back(part);
    kept().parts[part].push_back(cells);
}
void keep_recording(const Run& run, const std::string& step_run, const std::vector<std::string>& lines) {
    kept().recordings += to_recording(run, card_stem() + "/" + step_run, lines);
}

}  // namespace launchlab::gpu_tests
